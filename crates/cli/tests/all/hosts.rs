//! Programs of other people drive `entourage engine`.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Finds a Python that has python-chess, of the version that `.ci/run` installs: the one that `HOST_PYTHON` names, or the one in `PATH`.
fn python() -> Option<PathBuf> {
    let python = std::env::var_os("HOST_PYTHON").filter(|named| !named.is_empty());
    let python = python.map_or_else(|| PathBuf::from("python3"), PathBuf::from);
    let known = Command::new(&python).args(["-c", "import chess.engine"]).stderr(Stdio::null()).status();
    known.is_ok_and(|status| status.success()).then_some(python)
}

#[test]
fn python_chess_plays_analyses_and_solves() {
    let Some(python) = python() else {
        let ci = std::env::var("CI").is_ok_and(|ci| ci == "true" || ci == "1");
        assert!(!ci, "python-chess is missing, and with CI set no test may be skipped");
        eprintln!("SKIPPED: the engine under python-chess, which is missing");
        return;
    };
    // Named for chess, and by the variant that a host asks for.
    for game in [&["chess"][..], &[]] {
        let output = Command::new(&python)
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hosts.py"))
            .args([env!("CARGO_BIN_EXE_entourage"), "engine"])
            .args(game)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && output.stdout.is_empty(), "{said}");
    }
}
