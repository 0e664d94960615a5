use std::collections::BTreeSet;
use std::fs;

use crate::run::{Folder, command, entourage, has, refused};

/// Returns the subcommands listed in a command's help, recursively.
fn subcommands(of: &[&str]) -> Vec<Vec<String>> {
    let help = entourage(&[of, &["--help"]].concat());
    let Some((_, listed)) = help.split_once("\nCommands:\n") else { return Vec::new() };
    let mut found = Vec::new();
    for line in listed.lines().take_while(|line| !line.is_empty()) {
        let indented = line.strip_prefix("  ").filter(|line| !line.starts_with(' '));
        let Some(name) = indented.and_then(|line| line.split(' ').next()) else { continue };
        if name == "help" {
            continue;
        }
        let words = [of, &[name]].concat();
        found.push(words.iter().map(|word| (*word).to_owned()).collect());
        found.extend(subcommands(&words));
    }
    found
}

#[test]
fn completions_have_every_subcommand() {
    let known = subcommands(&[]);
    assert!(known.len() > 30 && known.contains(&vec!["courier".to_owned(), "import".to_owned()]), "{known:?}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = entourage(&["completions", shell]);
        let words: BTreeSet<&str> =
            script.split(|letter: char| !letter.is_alphanumeric() && letter != '-').collect();
        for name in known.iter().flatten() {
            assert!(words.contains(&**name), "{name} for {shell}");
        }
        // fish writes `-l lang`.
        assert!(words.contains("--lang") || words.contains("lang"), "{shell}");
    }
    refused(&["completions", "sh"], &["SHELL", "\"sh\" (argument 2)", "expected one of bash, "]);
    refused(&["completions"], &["SHELL is missing"]);
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = command(&["completions", "bash"]).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn every_subcommand_has_a_manual_page() {
    let home = Folder::new();
    let folder = &*home.at("share/man1");
    for _ in 0..2 {
        assert_eq!(entourage(&["man", folder]), "");
    }
    let pages = subcommands(&[]).into_iter().map(|words| format!("entourage-{}.1", words.join("-")));
    let expected: BTreeSet<String> = pages.chain(["entourage.1".to_owned()]).collect();
    let written = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(written.collect::<BTreeSet<_>>(), expected);
    for page in expected {
        let text = fs::read_to_string(format!("{folder}/{page}")).unwrap();
        has(&text, &[".SH NAME\n", ".SH SYNOPSIS\n"]);
    }
    let main = fs::read_to_string(format!("{folder}/entourage.1")).unwrap();
    has(&main, &["Exit status", "entourage\\-courier(1)"]);
    refused(&["man", &home.write("file", "")], &["DIR: ", "cannot write"]);
    refused(&["man"], &["DIR is missing"]);
}
