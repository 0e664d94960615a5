use std::path::Path;
use std::process::Command;
use std::{env, fs};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/BRIDGES.md");

/// Runs a shell command in a folder; returns standard output and standard error.
fn run(line: &str, folder: &Path, path: &str) -> String {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{{ {line}\n}} 2>&1")]).current_dir(folder).env("PATH", path);
    String::from_utf8(shell.output().unwrap().stdout).unwrap()
}

/// Runs the commands after `$ ` in console blocks; returns the page with their output.
fn with_output(page: &str, path: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut result = String::new();
    let mut is_console = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_console = line == "```console";
        } else if is_console {
            let Some(command) = line.strip_prefix("$ ") else { continue };
            result += &format!("{line}\n{}", run(command, folder.path(), path));
            continue;
        }
        result += &format!("{line}\n");
    }
    result
}

#[cfg(unix)]
#[test]
fn examples_in_bridges_md_are_up_to_date() {
    let tools = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_entourage"), tools.path().join("entourage")).unwrap();
    let path = format!("{}:{}", tools.path().display(), env::var("PATH").unwrap());
    let page = fs::read_to_string(PAGE).unwrap();
    let found = with_output(&page, &path);
    if env::var_os("ENTOURAGE_WRITE_PAGES").is_some() {
        fs::write(PAGE, &found).unwrap();
    }
    assert_eq!(page, found, "ENTOURAGE_WRITE_PAGES=1 updates the page");
}
