use std::process::{Command, Stdio};

/// Prepares a program to be started apart from the machine's file systems, network, or whatever the options of `unshare` say.
pub fn apart(options: &[&str]) -> Command {
    let mut run = Command::new("unshare");
    run.args(options).arg("--");
    run
}

/// Tells whether a program can be started so, by starting one that must end well.
pub fn is_possible(options: &[&str], trial: &[&str]) -> bool {
    let mut run = apart(options);
    run.args(trial).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    run.status().is_ok_and(|status| status.success())
}
