//! A PostgreSQL server of this program's own.

use std::fs;
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Outcome;

use crate::service::Service;

/// Where Debian puts the programs of each version.
const USUAL: &str = "/usr/lib/postgresql";
/// PostgreSQL does not run as root: as root it is run as this user.
const USER: &str = "postgres";

/// Makes the files of a database server below a folder, and prepares it on a port.
///
/// # Errors
/// Its programs are missing, or fail.
pub fn prepare(programs: Option<&Path>, below: &Path, port: u16) -> Outcome<Service> {
    let programs = programs.map_or_else(newest, |named| Ok(named.to_owned()))?;
    let data = below.join("postgres");
    fs::create_dir(&data).map_err(|error| format!("cannot make {}: {error}", data.display()))?;
    let apart = apart(&data)?;
    let mut make = prepared(apart, &programs.join("initdb"));
    make.args(["--username", USER, "--auth", "trust", "--encoding", "UTF8", "--no-sync", "--pgdata"])
        .arg(&data);
    let made = make.stdin(Stdio::null()).output().map_err(|error| format!("initdb: {error}"))?;
    if !made.status.success() {
        return Err(format!("initdb: {}", String::from_utf8_lossy(&made.stderr).trim()));
    }
    let program = programs.join("postgres");
    Ok(Service::new(below.join("postgres.log"), move || {
        let mut command = prepared(apart, &program);
        command.arg("-D").arg(&data).args(["-p", &port.to_string(), "-h", "127.0.0.1", "-k", ""]);
        command
    }))
}

fn prepared(apart: Option<(u32, u32)>, program: &Path) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new(program);
    if let Some((user, group)) = apart {
        command.uid(user).gid(group);
    }
    command.current_dir("/");
    command
}

/// Returns the user as whom PostgreSQL is run where this program is root's, and gives them the folder.
fn apart(data: &Path) -> Outcome<Option<(u32, u32)>> {
    let id = |option: &str, whose: &[&str]| -> Outcome<u32> {
        let told =
            Command::new("id").arg(option).args(whose).output().map_err(|error| format!("id: {error}"))?;
        let text = String::from_utf8_lossy(&told.stdout);
        text.trim().parse().map_err(|_| format!("there is no user {whose:?}"))
    };
    if id("-u", &[])? != 0 {
        return Ok(None);
    }
    let (user, group) = (id("-u", &[USER])?, id("-g", &[USER])?);
    let failed = |error: std::io::Error| format!("{}: {error}", data.display());
    chown(data, Some(user), Some(group)).map_err(failed)?;
    Ok(Some((user, group)))
}

/// Finds the programs of the newest version.
fn newest() -> Outcome<PathBuf> {
    let versions = fs::read_dir(USUAL).into_iter().flatten().filter_map(Result::ok);
    let version = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let found = versions.map(|entry| entry.path()).filter(|path| path.join("bin/initdb").exists());
    found.max_by_key(|path| version(path)).map(|path| path.join("bin")).ok_or_else(|| {
        format!("PostgreSQL's programs are missing below {USUAL}: name their folder with --postgres")
    })
}
