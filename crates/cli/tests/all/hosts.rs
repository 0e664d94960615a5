//! Tests `entourage engine` and `entourage record` with third-party programs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use entourage_registry::Registry;

use crate::run::{entourage_reading, has, skip};

fn python() -> Option<PathBuf> {
    let python = std::env::var_os("HOST_PYTHON").filter(|named| !named.is_empty());
    let python = python.map_or_else(|| PathBuf::from("python3"), PathBuf::from);
    let known = Command::new(&python).args(["-c", "import chess.engine"]).stderr(Stdio::null()).status();
    known.is_ok_and(|status| status.success()).then_some(python)
}

#[test]
fn python_chess_plays_analyses_and_solves() {
    let Some(python) = python() else { return skip("the engine", "python-chess") };
    // The game is specified by an argument or by the option UCI_Variant.
    for game in [&["chess"][..], &[]] {
        run_script(&python, "hosts.py", &[&["engine"], game].concat());
    }
}

/// Runs a Python script with the `entourage` binary as first argument; the script must succeed without output.
fn run_script(python: &Path, name: &str, arguments: &[&str]) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    let mut command = Command::new(python);
    command.arg(script).arg(env!("CARGO_BIN_EXE_entourage")).args(arguments);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && output.stdout.is_empty(), "{said}");
}

/// Debian's adapters between the XBoard protocol and UCI, with arguments to run a script as an engine.
const ADAPTERS: [(&str, &[&str]); 2] = [("polyglot", &["-noini", "-log", "false", "-ec"]), ("uci2wb", &["-c"])];

fn debian(name: &str) -> Option<PathBuf> {
    let path = Path::new("/usr/games").join(name);
    if !path.exists() {
        skip("the engine", name);
    }
    path.exists().then_some(path)
}

#[cfg(unix)]
#[test]
fn adapters_play_from_given_positions() {
    use std::io::{BufRead, BufReader, Write};
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("engine");
    std::fs::write(&script, format!("#!/bin/sh\nexec '{}' engine chess\n", env!("CARGO_BIN_EXE_entourage")))
        .unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    for (name, arguments) in ADAPTERS {
        let Some(program) = debian(name) else { continue };
        let mut child = Command::new(program)
            .current_dir(folder.path())
            .args(arguments)
            .arg(&script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut hear = |begin: &str| loop {
            let line = output.next().unwrap_or_else(|| panic!("{name} must send {begin}")).unwrap();
            assert!(!line.starts_with("Illegal") && !line.starts_with("tellusererror"), "{name}: {line}");
            if line.starts_with(begin) {
                return line;
            }
        };
        let mut say = |line: &str| writeln!(input, "{line}").unwrap();
        say("xboard\nprotover 2");
        while !hear("feature ").contains("done=1") {}
        say("accepted done");
        for (position, best) in [
            ("6k1/5ppp/8/8/8/8/8/1R4K1 w - - 0 1", Some("b1b8")),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", Some("a7a8q")),
            ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20", None),
        ] {
            say(&format!(
                "new\nlevel 40 0:20 0\neasy\nsd 4\nforce\nsetboard {position}\ntime 2000\notim 2000\ngo"
            ));
            let line = hear("move ");
            assert!(best.is_none_or(|best| line == format!("move {best}")), "{name}: {line} in {position}");
        }
        say("new\nlevel 40 0:20 0\neasy\nsd 3");
        for text in ["e2e4", "d2d4", "a2a3"] {
            say(&format!("time 2000\notim 2000\nusermove {text}"));
            hear("move ");
        }
        say("quit");
        drop(input);
        child.wait().unwrap();
    }
}

#[cfg(unix)]
#[test]
fn the_launcher_starts_the_engine_in_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("engines of mine");
    std::fs::create_dir(&here).unwrap();
    let launcher = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/engine/entourage-engine");
    std::fs::copy(launcher, here.join("entourage-engine")).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_entourage"), here.join("entourage")).unwrap();
    for (arguments, game) in [(&[][..], "chess"), (&["toddler:summary"], "toddler:summary")] {
        let launched = Command::new(here.join("entourage-engine"))
            .current_dir("/")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .and_then(|mut child| {
                std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"uci\nquit\n")?;
                child.wait_with_output()
            })
            .unwrap();
        let said = String::from_utf8(launched.stdout).unwrap();
        assert!(said.contains(&format!("option name Game type string default {game}\n")), "{said}");
    }
}

#[cfg(unix)]
struct Screen {
    server: std::process::Child,
    name: String,
}

#[cfg(unix)]
impl Screen {
    /// Starts Xvfb; `None` if it is missing.
    fn start() -> Option<Self> {
        use std::io::{BufRead, BufReader};

        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"]);
        let server = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let Ok(mut server) = server else {
            skip("the engine under XBoard", "Xvfb");
            return None;
        };
        let number = BufReader::new(server.stdout.take()?).lines().next()?.ok()?;
        Some(Self { server, name: format!(":{}", number.trim()) })
    }
}

#[cfg(unix)]
impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Plays a self-play game in XBoard; returns XBoard's record and debug output.
#[cfg(unix)]
fn played_in_xboard(variant: &str) -> Option<(String, String)> {
    let xboard = debian("xboard")?;
    let screen = Screen::start()?;
    let folder = tempfile::tempdir().unwrap();
    let [record, talk] = ["game.pgn", "talk"].map(|name| folder.path().join(name));
    let engine = format!("{} engine", env!("CARGO_BIN_EXE_entourage"));
    let mut child = Command::new(xboard)
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env("DISPLAY", &screen.name)
        .args(["-fcp", &engine, "-scp", &engine, "-variant", variant, "-matchMode", "true", "-matchGames", "1"])
        // At low depth, games could otherwise last very long.
        .args("-tc 1 -inc 1 -searchDepth 2 -testLegality false -animateMoving false -ruleMoves 20".split(' '))
        .args(["-saveGameFile", record.to_str().unwrap(), "-debugMode", "true"])
        .args(["-nameOfDebugFile", talk.to_str().unwrap(), "-autoCallFlag", "false"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let read = || std::fs::read_to_string(&record).unwrap_or_default();
    let said = || String::from_utf8_lossy(&std::fs::read(&talk).unwrap_or_default()).into_owned();
    let is_over = || read().trim_end().ends_with(['0', '1', '2']) || said().contains(">second: result ");
    while !is_over() && begun.elapsed() < Duration::from_secs(300) {
        std::thread::sleep(Duration::from_millis(200));
    }
    // XBoard shows the result until its window is closed, and may write the record only then.
    let _ = Command::new("kill").arg(child.id().to_string()).status();
    let closing = Instant::now();
    while child.try_wait().is_ok_and(|ended| ended.is_none()) && closing.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(50));
    }
    let _ = child.kill();
    let _ = child.wait();
    for wrong in ["Illegal", "tellusererror", "Error ("] {
        assert!(!said().contains(wrong), "{}", said());
    }
    Some((read(), said()))
}

/// Returns the number of the last move in a record.
#[cfg(unix)]
fn last_number(record: &str) -> u32 {
    record.split_whitespace().filter_map(|word| word.strip_suffix('.')?.parse().ok()).max().unwrap_or_default()
}

#[cfg(unix)]
#[test]
fn xboard_plays_a_whole_game_of_chess() {
    let Some((record, _)) = played_in_xboard("normal") else { return };
    // The record is valid by Entourage's rules.
    let run = entourage_reading(&["record", "check", "-"], &record);
    assert_eq!(run.code, 0, "{}{}{record}", run.out, run.err);
    let stats = entourage_reading(&["record", "stats", "-"], &record);
    assert!(stats.out.contains('1') && last_number(&record) >= 20, "{}{record}", stats.out);
}

#[cfg(unix)]
#[test]
fn xboard_plays_a_whole_game_on_another_board() {
    let Some((record, talk)) = played_in_xboard("toddler") else { return };
    has(&talk, &["11x11+0_fairy"]);
    has(&record, &["[Variant \"toddler\"]"]);
    assert!(last_number(&record) >= 20 && record.trim_end().ends_with(['0', '1', '2']), "{record}");
}

/// Published openings from Debian's package pgn-extract, each written as a game.
const PUBLISHED: &str = "/usr/share/pgn-extract/eco.pgn";

#[test]
#[ignore = "nightly: takes long"]
fn python_chess_reads_and_writes_records_alike() {
    let Some(python) = python() else { return skip("records", "python-chess") };
    let published = Path::new(PUBLISHED).exists().then_some(PUBLISHED);
    if published.is_none() {
        skip("published openings", PUBLISHED);
    }
    run_script(&python, "records.py", published.as_slice());
}

/// Debian's package of Stockfish, which judges reviews.
const STOCKFISH: &str = "/usr/games/stockfish";

#[test]
#[ignore = "nightly: takes long"]
fn stronger_judges_confirm_the_mistakes_named_in_reviews() {
    let Some(python) = python() else { return skip("reviews", "python-chess") };
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/published_games.txt");
    match Path::new(STOCKFISH).exists() {
        true => run_script(&python, "reviews.py", &[STOCKFISH, games.to_str().unwrap()]),
        false => skip("reviews of published games", STOCKFISH),
    }
    for game in Registry::built_in().games().iter().copied().filter(|game| *game != "chess") {
        run_script(&python, "reviews.py", &[game]);
    }
}
