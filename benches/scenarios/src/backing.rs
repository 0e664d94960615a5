//! Runs PostgreSQL and NATS for servers, on local ports, with data in a temporary folder.

use std::fs::{self, Permissions};
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};

use crate::service::{Service, output};
use crate::{Outcome, about};

const POSTGRES_ROOT: &str = "/usr/lib/postgresql";
/// User that runs PostgreSQL if this program runs as root, because PostgreSQL refuses to run as root.
const USER: &str = "postgres";
const START_TIMEOUT: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(100);

pub struct Backing {
    pub postgres: Service,
    pub nats: Service,
    pub postgres_port: u16,
    pub nats_port: u16,
    pub monitor_port: u16,
}

impl Backing {
    pub fn prepare(programs: Option<&Path>, folder: &Path) -> Outcome<Self> {
        // PostgreSQL may run as another user, who must be able to traverse the folder.
        fs::set_permissions(folder, Permissions::from_mode(0o711)).map_err(about(folder))?;
        let (postgres_port, nats_port, monitor_port) = (free_port()?, free_port()?, free_port()?);
        let postgres = postgres(programs, folder, postgres_port)?;
        let [port, monitor] = [nats_port, monitor_port].map(|port| port.to_string());
        let mut nats = Command::new("nats-server");
        nats.args(["--addr", "127.0.0.1", "--port", &port, "--http_port", &monitor, "--jetstream"]);
        nats.arg("--store_dir").arg(folder.join("nats"));
        let nats = Service::new(folder.join("nats.log"), nats);
        Ok(Self { postgres, nats, postgres_port, nats_port, monitor_port })
    }

    pub async fn start(&mut self, entourage: &Path) -> Outcome {
        self.nats.start()?;
        self.start_postgres().await?;
        let begun = Instant::now();
        loop {
            match output(Command::new(entourage).args(["migrate", "--database", &self.database()])) {
                Ok(_) => return Ok(()),
                Err(problem) if begun.elapsed() > START_TIMEOUT => {
                    return Err(format!("cannot create the tables: {problem}"));
                }
                Err(_) => sleep(PAUSE).await,
            }
        }
    }

    /// Starts PostgreSQL, with retries while child processes of a killed instance still exist.
    pub async fn start_postgres(&mut self) -> Outcome {
        let begun = Instant::now();
        while begun.elapsed() < START_TIMEOUT {
            self.postgres.start()?;
            sleep(PAUSE).await;
            if TcpStream::connect(("127.0.0.1", self.postgres_port)).await.is_ok() {
                return Ok(());
            }
        }
        Err("PostgreSQL did not start".into())
    }

    pub fn database(&self) -> String {
        database(local(self.postgres_port))
    }

    pub fn broker(&self) -> String {
        broker(local(self.nats_port))
    }
}

pub fn database(at: SocketAddrV4) -> String {
    format!("postgres://postgres@{at}/postgres?sslmode=disable")
}

pub fn broker(at: SocketAddrV4) -> String {
    format!("nats://{at}")
}

pub fn local(port: u16) -> SocketAddrV4 {
    SocketAddrV4::new(Ipv4Addr::LOCALHOST, port)
}

pub fn free_port() -> Outcome<u16> {
    let found = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
    found.map(|address| address.port()).map_err(|error| format!("cannot find a free port: {error}"))
}

fn postgres(programs: Option<&Path>, folder: &Path, port: u16) -> Outcome<Service> {
    let programs = programs.map_or_else(newest_postgres, |named| Ok(named.to_owned()))?;
    let data = folder.join("postgres");
    fs::create_dir(&data).map_err(about(&data))?;
    let user = unprivileged(&data)?;
    let mut make = as_user(user, &programs.join("initdb"));
    make.args(["--username", USER, "--auth", "trust", "--encoding", "UTF8", "--no-sync", "--pgdata"]);
    output(make.arg(&data))?;
    let mut command = as_user(user, &programs.join("postgres"));
    command.arg("-D").arg(&data).args(["-p", &port.to_string(), "-h", "127.0.0.1", "-k", ""]);
    Ok(Service::new(folder.join("postgres.log"), command))
}

fn as_user(user: Option<(u32, u32)>, program: &Path) -> Command {
    let mut command = Command::new(program);
    if let Some((user, group)) = user {
        command.uid(user).gid(group);
    }
    command.current_dir("/");
    command
}

/// Returns the user and group ids for PostgreSQL if this program runs as root, and makes them the owners of the folder.
fn unprivileged(data: &Path) -> Outcome<Option<(u32, u32)>> {
    let id = |words: &[&str]| -> Outcome<u32> {
        output(Command::new("id").args(words))?
            .parse()
            .map_err(|_| format!("unexpected output of `id {words:?}`"))
    };
    if id(&["-u"])? != 0 {
        return Ok(None);
    }
    let (user, group) = (id(&["-u", USER])?, id(&["-g", USER])?);
    chown(data, Some(user), Some(group)).map_err(about(data))?;
    Ok(Some((user, group)))
}

fn newest_postgres() -> Outcome<PathBuf> {
    let versions = fs::read_dir(POSTGRES_ROOT).into_iter().flatten().filter_map(Result::ok);
    let version = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let found = versions.map(|entry| entry.path()).filter(|path| path.join("bin/initdb").exists());
    found
        .max_by_key(|path| version(path))
        .map(|path| path.join("bin"))
        .ok_or_else(|| format!("PostgreSQL not found in {POSTGRES_ROOT}; specify the folder with --postgres"))
}
