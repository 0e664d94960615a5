//! Talks with `entourage engine` as another program does: every command, every way to be wrong, and interruptions.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{command, entourage, entourage_reading, entourage_reading_bytes, refused};

const START: &str = "anpegtwipan/11/ssssscsssss/11/11/11/11/11/SSSSSCSSSSS/11/NAPIWTGEPNA w -";

/// An engine to talk with.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Self {
        Self::of(command(&[&["engine"], arguments].concat()))
    }

    /// Starts one that has what a shell's command leaves it of the machine.
    fn limited(limit: &str, arguments: &[&str]) -> Self {
        let engine = command(&[&["engine"], arguments].concat());
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &format!("{limit}; exec \"$0\" \"$@\"")]).arg(engine.get_program());
        shell.args(engine.get_args()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self::of(shell)
    }

    fn of(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, input, output: BufReader::new(output).lines() }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        self.output.next().expect("the engine answers").unwrap()
    }

    /// Says a line and returns the answer's lines up to one that begins so.
    fn ask(&mut self, line: &str, last: &str) -> Vec<String> {
        self.say(line);
        let mut heard = Vec::new();
        loop {
            heard.push(self.hear());
            if heard.last().unwrap().starts_with(last) {
                return heard;
            }
        }
    }

    /// Thinks and returns the move.
    fn best(&mut self, go: &str) -> String {
        let heard = self.ask(go, "bestmove ");
        heard.last().unwrap().strip_prefix("bestmove ").unwrap().to_owned()
    }

    /// Waits for a line that begins so.
    fn hear_until(&mut self, begin: &str) -> String {
        loop {
            let line = self.hear();
            if line.starts_with(begin) {
                return line;
            }
        }
    }

    fn quit(mut self) {
        self.say("quit");
        let output = self.child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    }
}

/// Returns the word after another in a line.
fn after<'a>(line: &'a str, word: &str) -> &'a str {
    let mut words = line.split(' ').skip_while(|other| *other != word);
    words.nth(1).unwrap_or_else(|| panic!("no {word} in {line}"))
}

#[test]
fn it_introduces_itself() {
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
    engine.quit();
}

#[test]
fn every_game_is_played_a_few_moves() {
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
    engine.quit();
}

#[test]
fn positions_keep_their_spaces() {
    let mut engine = Engine::start(&["struggle"]);
    let start = "w/bk/yrg/4/5/6/5/6/5/4/GRY/KB/W 1 - - - - -";
    engine.say(&format!("position pos {start}"));
    let first = engine.ask("go depth 2", "bestmove ");
    let best = after(first.last().unwrap(), "bestmove");
    engine.say(&format!("position  pos {start}  moves {best}"));
    assert!(engine.best("go depth 1") != "(none)");
    engine.say("position pos w/bk/yrg 1 - - - - - moves a1a2");
    assert!(engine.hear().starts_with("info string error position: "));
    engine.quit();
}

#[test]
fn fixed_depths_are_deterministic_and_told() {
    let mut engine = Engine::start(&["chess"]);
    let told = |engine: &mut Engine| {
        engine.say("ucinewgame");
        engine.say("position startpos moves e2e4");
        engine.ask("go depth 3", "bestmove ")
    };
    let [one, two] = [told(&mut engine), told(&mut engine)];
    assert_eq!(one.len(), 4, "{one:?}");
    for (depth, (one, two)) in one[..3].iter().zip(&two).enumerate() {
        assert_eq!(after(one, "depth"), (depth + 1).to_string());
        assert!(one.starts_with("info ") && one.contains(" score cp ") && one.contains(" time "), "{one}");
        assert_eq!(after(one, "nodes"), after(two, "nodes"));
        assert_eq!(one.split(" pv ").nth(1), two.split(" pv ").nth(1));
    }
    assert_eq!(one[3], two[3]);
    // What one search learnt makes the next one cheaper.
    let nodes = |heard: &[String]| after(&heard[heard.len() - 2], "nodes").parse::<u64>().unwrap();
    let again = engine.ask("go depth 3", "bestmove ");
    assert!(nodes(&again) < nodes(&two), "{again:?}");
    engine.quit();
}

#[test]
fn mates_are_told_in_moves() {
    let mut engine = Engine::start(&["chess"]);
    engine.say("position pos 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    let heard = engine.ask("go depth 2", "bestmove ");
    assert!(heard[0].contains(" score mate 1 "), "{heard:?}");
    assert_eq!(heard.last().unwrap(), "bestmove a1a8");
    engine.say("position pos 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 moves a1a8");
    assert_eq!(engine.ask("go depth 2", "bestmove "), ["bestmove (none)"]);
    engine.quit();
}

#[test]
fn clocks_bound_the_thinking() {
    let mut engine = Engine::start(&["chess"]);
    engine.say("position startpos moves e2e4");
    // Only the clock of the side to move counts, and an overdrawn one leaves no time.
    for go in ["go btime 100", "go wtime 1 btime 300 winc 5 binc 5 movestogo 3", "go btime -5000 wtime 3600000"]
    {
        assert!(engine.best(go) != "(none)", "{go}");
    }
    let heard = engine.ask("go btime 3600000 depth 2", "bestmove ");
    assert_eq!(after(&heard[heard.len() - 2], "depth"), "2", "the first bound counts: {heard:?}");
    assert!(engine.best("go wtime 1 btime 3600000 nodes 500") != "(none)");
    assert!(engine.best("go btime 3600000 movetime 20") != "(none)");
    engine.say("setoption name Level value 2");
    assert!(engine.best("go btime 3600000") != "(none)", "a level bounds the search besides");
    engine.quit();
}

/// Checks a line: what is wrong with it is told, and it is answered by one move all the same.
#[track_caller]
fn remarked_and_answered(engine: &mut Engine, line: &str, part: &str) -> String {
    engine.say(line);
    let first = engine.hear();
    assert!(first.starts_with("info string error ") && first.contains(part), "{line}: {first}");
    let heard = engine.ask("isready", "readyok");
    let answers = |heard: &[String]| heard.iter().filter(|line| line.starts_with("bestmove ")).count();
    let best = match answers(&heard) {
        // It may have been ready before it had answered.
        0 => engine.hear_until("bestmove "),
        _ => heard.iter().find(|line| line.starts_with("bestmove ")).unwrap().clone(),
    };
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"], "{line} is answered once");
    best
}

#[test]
fn every_go_is_answered_whatever_is_wrong_with_it() {
    let mut engine = Engine::start(&["chess"]);
    engine.say("position startpos moves e2e4");
    for (line, part) in [
        ("go wtime 1000 winc 10", "go: btime is missing"),
        ("go btime soon", "\"soon\" at character 10: expected a whole number from -9223372036854775808"),
        ("go movestogo 3 depth 1", "wtime or btime is missing"),
        ("go btime 100 binc -5", "\"-5\" at character 19"),
        ("go depth 0", "\"0\" at character 10"),
        ("go depth x", "\"x\" at character 10"),
        ("go movetime 0", "\"0\" at character 13"),
        ("go nodes", "a whole number is missing here"),
        ("go mate 0", "\"0\" at character 9"),
        ("go perft depth 2", "\"perft\" at character 4"),
        ("go depth 1 depth 2", "this was said before"),
        ("please go depth 2", "\"please\" at character 1: this is passed over"),
        ("go depth 2 searchmoves e2e4", "none of the moves is legal"),
    ] {
        let best = remarked_and_answered(&mut engine, line, part);
        assert_ne!(best, "bestmove (none)", "{line}");
    }
    engine.say("ponderhit");
    assert!(engine.hear().contains("ponderhit: nothing is thought about"));
    engine.quit();
    // A script need not wait for the answers.
    let script = "go depth 2\nposition startpos moves e2e4\ngo depth 3\nposition fen nonsense\ngo\nucinewgame\n\
        position startpos\ngo nodes 500\n";
    let said = entourage_reading(&["engine", "chess"], script).answer();
    assert_eq!(said.lines().filter(|line| line.starts_with("bestmove ")).count(), 4, "{said}");
}

#[test]
fn moves_to_choose_from_bound_a_search() {
    let mut engine = Engine::start(&["chess"]);
    engine.say("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - -");
    assert_eq!(engine.best("go depth 3"), "a1a8");
    assert!(["g1f1", "g1h1"].contains(&&*engine.best("go searchmoves g1f1 g1h1 depth 3")));
    engine.say("setoption name multipv value 3");
    let heard = engine.ask("go searchmoves a1a2 a1a3 depth 2", "bestmove ");
    assert_eq!(heard.len(), 5, "two lines for each of two depths: {heard:?}");
    // What a search of few moves found is not taken for the position's value.
    engine.say("setoption name MultiPV value 1");
    engine.ask("go searchmoves g1f1 depth 6", "bestmove ");
    assert_eq!(engine.best("go depth 2"), "a1a8");
    engine.say("setoption name Threads value 2");
    assert_eq!(engine.best("go searchmoves g1h1 depth 4"), "g1h1");
    engine.quit();
    let mut engine = Engine::start(&["toddler"]);
    assert_eq!(engine.best("go depth 2 searchmoves f9f8"), "f9f8");
    engine.quit();
}

#[test]
fn a_win_is_looked_for_and_proved() {
    let mut engine = Engine::start(&["chess"]);
    engine.say("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let heard = engine.ask("go mate 2", "bestmove ");
    assert!(heard[0].contains(" score mate 2 ") && heard[0].contains(" pv a1a6 "), "{heard:?}");
    assert_eq!(heard.last().unwrap(), "bestmove a1a6");
    // There is none in one move, or none that begins so: it says so and plays on.
    let heard = engine.ask("go mate 1", "bestmove ");
    assert!(heard[0] == "info string there is no forced win within 1 moves", "{heard:?}");
    assert_ne!(heard.last().unwrap(), "bestmove (none)");
    assert_eq!(engine.best("go mate 2 searchmoves a1a2"), "a1a2");
    assert_eq!(engine.best("go mate 2 searchmoves a1a2 a1a6"), "a1a6");
    // Another bound, or `stop`, ends what takes too long.
    engine.say("position startpos");
    assert_ne!(engine.best("go mate 20 movetime 50"), "(none)");
    engine.say("go mate 30");
    std::thread::sleep(Duration::from_millis(100));
    assert_ne!(engine.best("stop"), "(none)");
    engine.quit();
}

#[test]
fn it_ponders_until_the_move_is_played() {
    let mut engine = Engine::start(&["chess"]);
    engine.say("setoption name Ponder value true");
    let told = engine.ask("go depth 4", "bestmove ").pop().unwrap();
    let words: Vec<&str> = told.split(' ').collect();
    let ["bestmove", best, "ponder", answer] = words[..] else { panic!("{told}") };
    engine.say(&format!("position startpos moves {best} {answer}"));
    // The clock does not run on the opponent's time, and a bound that is reached does not answer.
    engine.say("go ponder wtime 1 btime 1");
    engine.say("isready");
    engine.hear_until("readyok");
    engine.say("ponderhit");
    assert_ne!(engine.hear_until("bestmove "), "bestmove (none)");
    engine.say("go ponder depth 1");
    std::thread::sleep(Duration::from_millis(100));
    let heard = engine.ask("isready", "readyok");
    assert!(heard.iter().all(|line| !line.starts_with("bestmove ")), "{heard:?}");
    assert_ne!(engine.best("stop"), "(none)");
    engine.say("position startpos moves e2e4");
    engine.say("go ponder depth 2");
    engine.say("ponderhit");
    assert_ne!(engine.hear_until("bestmove "), "bestmove (none)");
    engine.quit();
}

#[test]
fn hosts_may_write_positions_loosely_and_play_on_after_draws_to_be_claimed() {
    let mut engine = Engine::start(&["chess"]);
    engine.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - moves h1h8");
    assert_ne!(engine.best("go depth 1"), "(none)");
    for (fen, part) in [
        ("r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1", "taken as Kkq"),
        ("4k3/8/8/8/8/8/8/4K2R w - e3 0 1", "taken as -"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 0", "taken as 1"),
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
    assert_ne!(engine.best("go depth 2"), "(none)", "a repetition is claimed elsewhere");
    engine.say("position fen 4k3/8/8/8/8/8/8/4K2R w - - 100 80");
    assert_ne!(engine.best("go depth 2"), "(none)", "so are fifty moves");
    engine.say("position fen 4k3/8/8/8/8/8/8/4K2R w - - 99 80 moves h1h2 e8e7 h2h1");
    assert_ne!(engine.best("go depth 2"), "(none)");
    engine.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(engine.best("go depth 2"), "(none)", "a stalemate is not");
    engine.quit();
}

#[test]
fn options_are_named_in_any_case_and_variants_are_games() {
    let mut engine = Engine::start(&["toddler"]);
    let heard = engine.ask("uci", "uciok");
    let variants = heard.iter().find(|line| line.starts_with("option name UCI_Variant ")).unwrap();
    assert!(
        variants.contains(" type combo default toddler var ") && variants.contains(" var chess"),
        "{variants}"
    );
    for line in
        ["setoption name uci_variant value chess", "setoption name HASH value 2", "setoption name clear hash"]
    {
        engine.say(line);
        assert_eq!(engine.ask("isready", "readyok"), ["readyok"], "{line}");
    }
    engine.say("position startpos moves e2e4");
    assert_ne!(engine.best("go depth 1"), "(none)");
    engine.say("setoption name Ponder value maybe");
    assert!(engine.hear().contains("Ponder: \"maybe\" is neither true nor false"));
    engine.quit();
}

#[test]
fn several_lines_are_told_by_rank() {
    let mut engine = Engine::start(&["chess"]);
    engine.say("setoption name MultiPV value 3");
    engine.say("position pos 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    let heard = engine.ask("go depth 2", "bestmove ");
    assert_eq!(heard.len(), 7, "{heard:?}");
    let mut worth = i64::MAX;
    for (place, line) in heard[..6].iter().enumerate() {
        assert_eq!(after(line, "depth"), (place / 3 + 1).to_string());
        assert_eq!(after(line, "multipv"), (place % 3 + 1).to_string());
        let number: i64 = line.split(" score ").nth(1).unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let score = if line.contains(" score mate ") { 1_000_000 - number } else { number };
        assert!(place % 3 == 0 || score <= worth, "the best first: {heard:?}");
        worth = score;
    }
    let moves = |from: usize| heard[from..from + 3].iter().map(|line| after(line, "pv")).collect::<Vec<_>>();
    assert!(heard[0].contains(" score mate 1 ") && moves(3)[0] == "a1a8", "{heard:?}");
    assert!(moves(3)[1] != "a1a8" && moves(3)[1] != moves(3)[2]);
    assert_eq!(heard[6], "bestmove a1a8");
    // There are no more lines than moves.
    engine.say("position pos 1r5k/8/8/8/8/8/8/K7 w - - 0 1");
    let heard = engine.ask("go depth 1", "bestmove ");
    assert_eq!((heard.len(), after(&heard[0], "multipv")), (2, "1"), "{heard:?}");
    engine.say("setoption name MultiPV value 0");
    assert!(engine.hear().contains("MultiPV: \"0\" is no whole number from 1 to 256"));
    engine.quit();
}

#[test]
fn it_hears_while_it_thinks() {
    let mut engine = Engine::start(&["toddler"]);
    engine.say("go infinite");
    std::thread::sleep(Duration::from_millis(300));
    let heard = engine.ask("isready", "readyok");
    assert!(heard[..heard.len() - 1].iter().all(|line| line.starts_with("info depth ")), "{heard:?}");
    for line in ["position startpos", "go depth 1", "setoption name Hash value 1", "ucinewgame"] {
        let heard = engine.ask(line, "info string error");
        assert!(heard.last().unwrap().contains("thinking"), "{heard:?}");
    }
    engine.ask("uci", "uciok");
    let asked = Instant::now();
    assert!(engine.best("stop") != "(none)");
    assert!(asked.elapsed() < Duration::from_secs(5));
    engine.say("stop");
    assert_eq!(engine.ask("isready", "readyok").len(), 1, "nothing is left to stop");
    assert!(engine.best("go movetime 50") != "(none)");
    // An unbounded search answers only when it is stopped, though nothing is left to find out.
    engine.say("setoption name Game value chess");
    engine.say("position pos 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    engine.say("go");
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"]);
    assert_eq!(engine.best("stop"), "(none)");
    engine.say("go infinite");
    engine.quit();
}

#[test]
fn levels_are_options() {
    let mut engine = Engine::start(&["toddler"]);
    engine.say("setoption name Level value 1");
    let heard = engine.ask("go depth 9", "bestmove ");
    assert_eq!(after(&heard[heard.len() - 2], "depth"), "1", "the level bounds the search: {heard:?}");
    let mut chosen: Vec<String> = (0..12)
        .map(|seed| {
            engine.say(&format!("setoption name Seed value {seed}"));
            engine.best("go infinite\nstop")
        })
        .collect();
    chosen.sort();
    chosen.dedup();
    assert!(chosen.len() > 3, "a weak level varies: {chosen:?}");
    engine.quit();
}

#[test]
fn whatever_is_wrong_is_said_and_changes_nothing() {
    let mut engine = Engine::start(&["toddler"]);
    engine.say("position startpos moves f9f8 f3f4");
    let before = engine.best("go depth 1");
    for (line, part) in [
        ("frobnicate", "\"frobnicate\" at character 1: expected uci"),
        ("setoption name Nonesuch value 3", "Nonesuch: there is no such option"),
        ("setoption name Hash value 0", "from 1 to 16384"),
        ("setoption name Hash value", "\"\" is no whole number"),
        ("setoption name Level value 9", "from 0 to 8"),
        ("setoption name Seed value -1", "Seed: "),
        ("setoption name Game value nonesuch", "Game: \"nonesuch\""),
        ("setoption name Game value toddler:sumary", "Game: \"sumary\" at character 9"),
        ("position pos nonsense", "position: \"o\""),
        ("position startpos moves f9f8 f9f8", "MOVE 2: \"f9f8\" is refused"),
        ("position startpos moves zz", "MOVE 1: \"zz\""),
        ("position startpos moves pass pass pass", "draw passes"),
        ("position", "startpos or pos is missing"),
    ] {
        engine.say(line);
        let heard = engine.hear();
        assert!(heard.starts_with("info string error ") && heard.contains(part), "{line}: {heard}");
        assert!(heard.len() < 300);
    }
    // All but the position, which must not be answered for by another.
    engine.say("position startpos moves f9f8 f3f4");
    engine.say("ucinewgame");
    assert_eq!(engine.best("go depth 1"), before);
    engine.quit();
    refused(&["engine", "nonesuch"], &["GAME", "\"nonesuch\""]);
    let french = entourage_reading(&["--lang", "fr", "engine"], "rien\n").answer();
    assert!(french.contains("au caractère 1"), "{french}");
}

#[test]
fn rubbish_is_survived() {
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
    // The position that cannot be read leaves nothing to think about.
    assert_eq!(errors, 6, "{said}");
    assert!(lines.contains(&"readyok") && lines.iter().any(|line| line.starts_with("bestmove ")), "{said}");
    assert!(!said.replace('\n', "").contains(char::is_control) && said.len() < 4000, "{said}");
}

#[test]
fn the_input_may_end_before_the_answer() {
    let said = entourage_reading(&["engine", "chess"], "position startpos\ngo depth 3").answer();
    assert!(said.lines().last().unwrap().starts_with("bestmove "), "{said}");
    let said = entourage_reading(&["engine", "chess"], "go infinite").answer();
    assert!(said.lines().last().unwrap().starts_with("bestmove "), "{said}");
    let said = entourage_reading(&["engine"], &format!("position pos {START}\nquit\nisready")).answer();
    assert_eq!(said, "");
}

#[test]
fn the_documented_session_is_true() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/PROTOCOL.md");
    let page = std::fs::read_to_string(page).unwrap();
    let session = page.split("```session\n").nth(1).unwrap().split("\n```").next().unwrap();
    /// Takes out of a line what differs from run to run.
    fn settled(line: &str) -> String {
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
            None => assert_eq!(settled(&engine.hear()), settled(line)),
        }
    }
    engine.quit();
}

#[test]
fn a_refused_position_is_not_answered_for_another() {
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
    engine.quit();
}

#[test]
fn a_table_that_the_memory_does_not_hold_is_refused_and_the_engine_goes_on() {
    let mut engine = Engine::limited("ulimit -v 2000000", &["chess"]);
    engine.say("setoption name Hash value 16384");
    let heard = engine.hear();
    assert!(heard.starts_with("info string error Hash: the system does not give 16384 MB"), "{heard}");
    assert_ne!(engine.best("go depth 2"), "(none)");
    engine.quit();
    refused(&["solve", "chess", "--hash", "131072", "--within", "1"], &["--hash", "MB of memory"]);
}

#[test]
fn as_many_threads_think_as_the_system_gives() {
    // So little memory that there is none for many threads' stacks.
    let mut engine = Engine::limited("ulimit -s 8192; ulimit -v 90000", &["chess"]);
    engine.say("setoption name Hash value 1");
    engine.say("setoption name Threads value 256");
    let heard = engine.ask("go depth 3", "bestmove ");
    assert!(heard.iter().any(|line| line.starts_with("info string Threads: ")), "{heard:?}");
    engine.quit();
}
