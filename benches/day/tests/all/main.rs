//! The program as the chore starts it.

use std::process::{Command, Output};

fn run(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_day")).args(words).output().unwrap()
}

#[test]
fn it_says_what_it_does_and_what_is_wrong() {
    let help = run(&["--help"]);
    assert!(help.status.success() && String::from_utf8_lossy(&help.stdout).contains("--accounts N"));
    let wrong = run(&["--games", "many"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).starts_with("day: --games: \"many\" is no number"));
}
