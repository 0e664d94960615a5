//! What is said to a stranger of the first ten minutes is what happens.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/BRIDGES.md");

/// Runs a line in a folder as a shell does, and returns what it prints, faults included.
fn run(line: &str, folder: &Path, path: &str) -> String {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{{ {line}\n}} 2>&1")]).current_dir(folder).env("PATH", path);
    String::from_utf8(shell.output().unwrap().stdout).unwrap()
}

/// Runs every line behind `$ ` in the blocks of a page, and returns the page with what they print.
fn performed(page: &str, path: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut told = String::new();
    let mut is_console = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_console = line == "```console";
        } else if is_console {
            let Some(command) = line.strip_prefix("$ ") else { continue };
            told += &format!("{line}\n{}", run(command, folder.path(), path));
            continue;
        }
        told += &format!("{line}\n");
    }
    told
}

#[cfg(unix)]
#[test]
fn every_block_of_the_page_of_bridges_prints_what_stands_there() {
    let tools = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_entourage"), tools.path().join("entourage")).unwrap();
    let path = format!("{}:{}", tools.path().display(), env::var("PATH").unwrap());
    let page = fs::read_to_string(PAGE).unwrap();
    let found = performed(&page, &path);
    if env::var_os("ENTOURAGE_WRITE_PAGES").is_some() {
        fs::write(PAGE, &found).unwrap();
    }
    assert_eq!(page, found, "ENTOURAGE_WRITE_PAGES=1 writes the page anew");
}
