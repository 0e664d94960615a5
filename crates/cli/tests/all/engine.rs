//! Tests `entourage engine` with the UCI-like protocol.

mod bounds;
mod options;

use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{command, entourage, entourage_reading, entourage_reading_bytes, refused};

const START: &str = "anpegtwipan/11/ssssscsssss/11/11/11/11/11/SSSSSCSSSSS/11/NAPIWTGEPNA w -";

pub struct Engine {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    pub fn start(arguments: &[&str]) -> Self {
        Self::of(command(&[&["engine"], arguments].concat()))
    }

    /// Starts an engine in a shell after a `ulimit` command.
    fn limited(limit: &str, arguments: &[&str]) -> Self {
        let engine = command(&[&["engine"], arguments].concat());
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{limit}; exec \"$0\" \"$@\"")]).arg(engine.get_program());
        shell.args(engine.get_args()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self::of(shell)
    }

    fn of(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, input, output: BufReader::new(output).lines() }
    }

    pub fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Returns a value of the process's status in KiB.
    #[cfg(target_os = "linux")]
    pub fn status(&self, field: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':')).unwrap();
        line.trim().strip_suffix(" kB").unwrap().parse().unwrap()
    }

    pub fn hear(&mut self) -> String {
        self.output.next().expect("the engine answers").unwrap()
    }

    /// Sends a line, and returns the output up to a line with this prefix.
    pub fn ask(&mut self, line: &str, last: &str) -> Vec<String> {
        self.say(line);
        let mut heard = Vec::new();
        loop {
            heard.push(self.hear());
            if heard.last().unwrap().starts_with(last) {
                return heard;
            }
        }
    }

    fn best(&mut self, go: &str) -> String {
        let heard = self.ask(go, "bestmove ");
        heard.last().unwrap().strip_prefix("bestmove ").unwrap().to_owned()
    }

    fn hear_until(&mut self, begin: &str) -> String {
        loop {
            let line = self.hear();
            if line.starts_with(begin) {
                return line;
            }
        }
    }
}

/// Checks that the engine quits without errors.
impl Drop for Engine {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.child.kill();
            return;
        }
        self.say("quit");
        self.output.by_ref().for_each(drop);
        let mut complaint = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
        assert_eq!((self.child.wait().unwrap().code(), complaint.as_str()), (Some(0), ""));
    }
}

/// Returns the word that follows `word` in a line.
fn after<'a>(line: &'a str, word: &str) -> &'a str {
    let mut words = line.split(' ').skip_while(|other| *other != word);
    words.nth(1).unwrap_or_else(|| panic!("no {word} in {line}"))
}

#[test]
fn uci_lists_name_and_options() {
    let mut engine = Engine::start(&["chess:repetition=3"]);
    let heard = engine.ask("uci", "uciok");
    assert!(heard[0].starts_with("id name Entourage ") && heard[1].starts_with("id author "), "{heard:?}");
    for option in [
        "Game type string default chess:repetition=3",
        "Hash type spin default 16 min 1 max 16384",
        "MultiPV type spin default 1 min 1 max 256",
        "Level type spin default 0 min 0 max 8",
        "Seed type spin default 0 min 0 max 18446744073709551615",
    ] {
        assert!(heard.contains(&format!("option name {option}")), "{option} in {heard:?}");
    }
    assert_eq!(engine.ask("isready", "readyok").len(), 1);
}

#[test]
fn every_game_can_be_played() {
    let mut engine = Engine::start(&[]);
    for game in ["toddler", "symmetron44", "struggle", "chess"] {
        engine.say(&format!("setoption name Game value {game}"));
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..6 {
            let line = moves.join(" ");
            engine.say(&format!("position startpos{}{line}", if moves.is_empty() { "" } else { " moves " }));
            let best = engine.best("go nodes 300");
            let words: Vec<&str> =
                ["status", game].into_iter().chain(moves.iter().map(String::as_str)).chain([&*best]).collect();
            entourage(&words);
            moves.push(best);
        }
    }
}

#[test]
fn positions_can_contain_spaces() {
    let mut engine = Engine::start(&["struggle"]);
    let start = "w/bk/yrg/4/5/6/5/6/5/4/GRY/KB/W 1 - - - - -";
    engine.say(&format!("position pos {start}"));
    let first = engine.ask("go depth 2", "bestmove ");
    let best = after(first.last().unwrap(), "bestmove");
    engine.say(&format!("position  pos {start}  moves {best}"));
    assert!(engine.best("go depth 1") != "(none)");
    engine.say("position pos w/bk/yrg 1 - - - - - moves a1a2");
    assert!(engine.hear().starts_with("info string error position: "));
}

#[test]
fn positions_are_parsed_leniently_and_unclaimed_draws_ignored() {
    let mut engine = Engine::start(&["chess"]);
    engine.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - moves h1h8");
    assert_ne!(engine.best("go depth 1"), "(none)");
    for (fen, part) in [
        ("r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1", "using Kkq"),
        ("4k3/8/8/8/8/8/8/4K2R w - e3 0 1", "using -"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 0", "using 1"),
    ] {
        engine.say(&format!("position fen {fen}"));
        let heard = engine.hear();
        assert!(heard.starts_with("info string error position: ") && heard.ends_with(part), "{heard}");
        assert_ne!(engine.best("go depth 1"), "(none)");
        engine.say(&format!("position pos {fen}"));
        assert!(engine.hear().starts_with("info string error position: "), "ours are canonical");
        assert_eq!(engine.best("go depth 1"), "(none)");
    }
    let dance = "g1f3 g8f6 f3g1 f6g8 ".repeat(5);
    engine.say(&format!("position startpos moves {}", dance.trim_end()));
    assert_ne!(engine.best("go depth 2"), "(none)", "a repetition must be claimed");
    engine.say("position fen 4k3/8/8/8/8/8/8/4K2R w - - 100 80");
    assert_ne!(engine.best("go depth 2"), "(none)", "so must fifty moves");
    engine.say("position fen 4k3/8/8/8/8/8/8/4K2R w - - 99 80 moves h1h2 e8e7 h2h1");
    assert_ne!(engine.best("go depth 2"), "(none)");
    engine.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(engine.best("go depth 2"), "(none)", "a stalemate ends the game");
}

#[test]
fn commands_are_read_during_a_search() {
    let mut engine = Engine::start(&["toddler"]);
    engine.say("go infinite");
    std::thread::sleep(Duration::from_millis(300));
    let heard = engine.ask("isready", "readyok");
    assert!(heard[..heard.len() - 1].iter().all(|line| line.starts_with("info depth ")), "{heard:?}");
    for line in ["position startpos", "go depth 1", "setoption name Hash value 1", "ucinewgame"] {
        let heard = engine.ask(line, "info string error");
        assert!(heard.last().unwrap().contains("a search is running"), "{heard:?}");
    }
    engine.ask("uci", "uciok");
    let asked = Instant::now();
    assert!(engine.best("stop") != "(none)");
    assert!(asked.elapsed() < Duration::from_secs(5));
    engine.say("stop");
    assert_eq!(engine.ask("isready", "readyok").len(), 1, "no search is running");
    assert!(engine.best("go movetime 50") != "(none)");
    // An infinite search answers only when stopped, even in a finished game.
    engine.say("setoption name Game value chess");
    engine.say("position pos 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    engine.say("go");
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"]);
    assert_eq!(engine.best("stop"), "(none)");
    engine.say("go infinite");
}

#[test]
fn invalid_lines_are_reported_and_ignored() {
    let mut engine = Engine::start(&["toddler"]);
    engine.say("position startpos moves f9f8 f3f4");
    let before = engine.best("go depth 1");
    for (line, part) in [
        ("frobnicate", "\"frobnicate\" at character 1: expected uci"),
        ("setoption name Nonesuch value 3", "Nonesuch: unknown option"),
        ("setoption name Hash value 0", "from 1 to 16384"),
        ("setoption name Hash value", ", not \"\""),
        ("setoption name Level value 9", "from 0 to 8"),
        ("setoption name Seed value -1", "Seed: "),
        ("setoption name Game value nonesuch", "Game: \"nonesuch\""),
        ("setoption name Game value toddler:sumary", "Game: \"sumary\" at character 9"),
        ("position pos nonsense", "position: \"o\""),
        ("position startpos moves f9f8 f9f8", "MOVE 2: \"f9f8\" is illegal"),
        ("position startpos moves zz", "MOVE 1: \"zz\""),
        ("position startpos moves pass pass pass", "draw passes"),
        ("position", "expected startpos, fen or pos"),
    ] {
        engine.say(line);
        let heard = engine.hear();
        assert!(heard.starts_with("info string error ") && heard.contains(part), "{line}: {heard}");
        assert!(heard.len() < 300);
    }
    // The invalid commands above have cleared the position but changed nothing else.
    engine.say("position startpos moves f9f8 f3f4");
    engine.say("ucinewgame");
    assert_eq!(engine.best("go depth 1"), before);
    refused(&["engine", "nonesuch"], &["GAME", "\"nonesuch\""]);
    let french = entourage_reading(&["--lang", "fr", "engine"], "rien\n").answer();
    assert!(french.contains("au caractère 1"), "{french}");
}

#[test]
fn garbage_is_reported() {
    let mut input = Vec::new();
    for line in [&b"\xff\xfe"[..], b"", b"\0", b"position pos \x1b[2J w", b"go nodes 1\r", "é".as_bytes()] {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    input.extend_from_slice(&vec![b'x'; 1 << 20]);
    input.extend_from_slice(b"\nisready\n");
    let said = entourage_reading_bytes(&["engine"], &input).answer();
    let lines: Vec<&str> = said.lines().collect();
    let errors = lines.iter().filter(|line| line.starts_with("info string error ")).count();
    // Without a valid position, `go` also fails.
    assert_eq!(errors, 6, "{said}");
    assert!(lines.contains(&"readyok") && lines.iter().any(|line| line.starts_with("bestmove ")), "{said}");
    assert!(!said.replace('\n', "").contains(char::is_control) && said.len() < 4000, "{said}");
}

#[test]
fn searches_are_completed_at_the_end_of_input() {
    let said = entourage_reading(&["engine", "chess"], "position startpos\ngo depth 3").answer();
    assert!(said.lines().last().unwrap().starts_with("bestmove "), "{said}");
    let said = entourage_reading(&["engine", "chess"], "go infinite").answer();
    assert!(said.lines().last().unwrap().starts_with("bestmove "), "{said}");
    let said = entourage_reading(&["engine"], &format!("position pos {START}\nquit\nisready")).answer();
    assert_eq!(said, "");
}

#[test]
fn the_documented_session_is_up_to_date() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/PROTOCOL.md");
    let page = std::fs::read_to_string(page).unwrap();
    let session = page.split("```session\n").nth(1).unwrap().split("\n```").next().unwrap();
    /// Removes values that vary between runs.
    fn normalised(line: &str) -> String {
        let words: Vec<&str> = line.split(' ').collect();
        let varies =
            |index: usize| index > 0 && ["nodes", "time", "nps", "hashfull"].contains(&words[index - 1]);
        let kept = (0..words.len()).filter(|&index| !varies(index) && words[index] != "nps");
        kept.map(|index| words[index]).collect::<Vec<_>>().join(" ")
    }
    let mut engine = Engine::start(&[]);
    for line in session.lines() {
        match line.strip_prefix("> ") {
            Some("quit") => break,
            Some(said) => engine.say(said),
            None => assert_eq!(normalised(&engine.hear()), normalised(line)),
        }
    }
}

#[test]
fn no_move_is_sent_after_an_invalid_position() {
    let mut engine = Engine::start(&["chess"]);
    engine.say("position startpos moves e2e4");
    assert_ne!(engine.best("go depth 1"), "(none)");
    for wrong in [
        "position startpos moves e2e5",
        "position pos nonsense",
        "position fen nonsense",
        "position",
        "  position startpos moves\u{0}",
    ] {
        engine.say(wrong);
        assert!(engine.hear().starts_with("info string error "), "{wrong}");
        let heard = engine.ask("go depth 1", "bestmove ");
        assert_eq!(heard.len(), 2, "{heard:?}");
        assert!(heard[0].starts_with("info string error go: ") && heard[1] == "bestmove (none)", "{heard:?}");
        engine.say("position startpos");
        assert_ne!(engine.best("go depth 1"), "(none)", "after {wrong}");
    }
}
