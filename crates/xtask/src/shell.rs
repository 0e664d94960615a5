use std::path::Path;
use std::process::{Command, Stdio};

use crate::Outcome;
use crate::project::Project;

/// Returns a cargo command that runs in the project's root and uses the target folder of xtask.
pub fn cargo(project: &Project) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(&project.root).env("CARGO_TARGET_DIR", &project.target);
    command
}

/// Returns an npm command that runs in the web client's folder.
pub fn npm(project: &Project) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(project.web());
    command
}

pub fn announce(step: &str) {
    eprintln!("\n==> {step}");
}

/// Runs a command and shows the output; fails if the command cannot be started or exits with a status other than 0.
pub fn run(command: &mut Command) -> Outcome {
    let shown = shown(command);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` failed ({status})")),
        Err(error) => Err(format!("cannot start `{shown}`: {error}")),
    }
}

/// Runs a command; returns standard output and standard error, and the same result as [`run`].
pub fn capture(command: &mut Command) -> (String, Outcome) {
    let shown = shown(command);
    match command.stdin(Stdio::null()).output() {
        Ok(output) => {
            let text = [output.stdout, output.stderr].concat();
            let status = output.status;
            let outcome = if status.success() { Ok(()) } else { Err(format!("`{shown}` failed ({status})")) };
            (String::from_utf8_lossy(&text).into_owned(), outcome)
        }
        Err(error) => (String::new(), Err(format!("cannot start `{shown}`: {error}"))),
    }
}

/// Runs a command and returns its standard output without trailing white space, or `None` on failure.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default().to_string_lossy();
    let arguments = command.get_args().map(|argument| argument.to_string_lossy());
    std::iter::once(program).chain(arguments).collect::<Vec<_>>().join(" ")
}
