use super::{Engine, after};
use crate::run::{has, refused};

#[test]
fn chess960_castling_is_written_as_king_takes_rook() {
    let mut engine = Engine::start(&["chess"]);
    let heard = engine.ask("uci", "uciok");
    assert!(heard.contains(&"option name UCI_Chess960 type check default false".to_owned()), "{heard:?}");
    engine.say("setoption name UCI_Chess960 value true");
    // Castling rights can be specified by file or side.
    for position in ["4k3/8/8/8/8/8/4P3/RR3K2 w B - 0 1", "4k3/8/8/8/8/8/4P3/1R3K2 w Q -"] {
        engine.say(&format!("position fen {position} moves f1b1"));
        assert_eq!(engine.ask("isready", "readyok"), ["readyok"], "{position}");
        assert_ne!(engine.best("go depth 2"), "(none)");
    }
    let between = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1 moves e1f3 e8f6 d1e3 d8e6 g1f1";
    engine.say(&format!("position fen {between}"));
    assert!(engine.hear().starts_with("info string error MOVE 5: "), "a piece is in between");
    engine.say("position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1");
    assert_ne!(engine.best("go depth 2"), "(none)");
    // Selecting the same game through another option does not reset UCI_Chess960.
    engine.say("setoption name UCI_Variant value chess");
    engine.say("position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1");
    assert_ne!(engine.best("go depth 2"), "(none)");
    engine.say("setoption name UCI_Chess960 value false");
    engine.say("position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1");
    assert_ne!(engine.best("go depth 2"), "(none)");
    engine.say("setoption name Game value toddler");
    engine.say("setoption name UCI_Chess960 value true");
    assert_eq!(engine.hear(), "info string error UCI_Chess960: this game has no shuffled start positions");
    engine.say("setoption name UCI_Chess960 value maybe");
    assert!(engine.hear().starts_with("info string error UCI_Chess960: expected true or false"));
}

#[test]
fn option_names_are_case_insensitive_and_variants_are_games() {
    let mut engine = Engine::start(&["toddler"]);
    let heard = engine.ask("uci", "uciok");
    let variants = heard.iter().find(|line| line.starts_with("option name UCI_Variant ")).unwrap();
    has(variants, &[" type combo default toddler var ", " var chess"]);
    for line in
        ["setoption name uci_variant value chess", "setoption name HASH value 2", "setoption name clear hash"]
    {
        engine.say(line);
        assert_eq!(engine.ask("isready", "readyok"), ["readyok"], "{line}");
    }
    engine.say("position startpos moves e2e4");
    assert_ne!(engine.best("go depth 1"), "(none)");
    engine.say("setoption name Ponder value maybe");
    assert!(engine.hear().contains("Ponder: expected true or false, not \"maybe\""));
}

#[test]
fn uci_show_wdl_adds_win_draw_loss() {
    /// Returns the score of a line, and its win, draw and loss rates in thousandths.
    fn score_and_wdl(line: &str) -> (String, [u32; 3]) {
        let mut words = line.split(' ').skip_while(|word| *word != "score").skip(1);
        let score = [words.next().unwrap(), words.next().unwrap()].join(" ");
        assert_eq!(words.next(), Some("wdl"), "{line}");
        (score, [(); 3].map(|()| words.next().unwrap().parse().unwrap()))
    }
    let mut engine = Engine::start(&["chess"]);
    let heard = engine.ask("uci", "uciok");
    assert!(heard.contains(&"option name UCI_ShowWDL type check default false".to_owned()), "{heard:?}");
    let think = |engine: &mut Engine, position: &str, go: &str| {
        engine.say(&format!("position {position}"));
        let mut heard = engine.ask(go, "bestmove ");
        heard.pop();
        assert!(!heard.is_empty(), "{position}");
        heard
    };
    let silent = |heard: &[String]| heard.iter().all(|line| !line.contains("wdl"));
    assert!(silent(&think(&mut engine, "startpos", "go depth 2")));
    engine.say("setoption name UCI_ShowWDL value perhaps");
    assert!(engine.hear().contains("UCI_ShowWDL: expected true or false"));
    engine.say("setoption name uci_showwdl value true");
    engine.say("setoption name MultiPV value 2");
    for line in think(&mut engine, "startpos", "go depth 2") {
        let (score, [win, draw, loss]) = score_and_wdl(&line);
        assert!(score.starts_with("cp ") && win + draw + loss == 1000 && draw > 0, "{line}");
    }
    let [ahead, behind] = ["w", "b"].map(|side| {
        let position = format!("pos rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {side} KQkq - 0 1");
        score_and_wdl(&think(&mut engine, &position, "go depth 2")[0]).1
    });
    assert!(ahead[0] > 900 && ahead[2] < 50 && behind[2] > 900 && behind[0] < 50, "{ahead:?} {behind:?}");
    engine.say("setoption name MultiPV value 1");
    for (position, go, end) in [
        ("pos 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go depth 2", ("mate 1".to_owned(), [1000, 0, 0])),
        ("pos kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "go mate 2", ("mate 2".to_owned(), [1000, 0, 0])),
        ("pos 7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", "go depth 3", ("mate -1".to_owned(), [0, 0, 1000])),
    ] {
        assert_eq!(score_and_wdl(think(&mut engine, position, go).last().unwrap()), end, "{position}");
    }
    engine.say("setoption name UCI_SHOWWDL value False");
    assert!(silent(&think(&mut engine, "startpos", "go depth 2")));
}

#[test]
fn multipv_reports_lines_by_rank() {
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
    // There cannot be more lines than moves.
    engine.say("position pos 1r5k/8/8/8/8/8/8/K7 w - - 0 1");
    let heard = engine.ask("go depth 1", "bestmove ");
    assert_eq!((heard.len(), after(&heard[0], "multipv")), (2, "1"), "{heard:?}");
    engine.say("setoption name MultiPV value 0");
    assert!(engine.hear().contains("MultiPV: expected a whole number from 1 to 256, not \"0\""));
}

#[test]
fn levels_are_options() {
    let mut engine = Engine::start(&["toddler"]);
    engine.say("setoption name Level value 1");
    let heard = engine.ask("go depth 9", "bestmove ");
    assert_eq!(after(&heard[heard.len() - 2], "depth"), "1", "the level limits the search: {heard:?}");
    let mut chosen: Vec<String> = (0..12)
        .map(|seed| {
            engine.say(&format!("setoption name Seed value {seed}"));
            engine.best("go infinite\nstop")
        })
        .collect();
    chosen.sort();
    chosen.dedup();
    assert!(chosen.len() > 3, "a weak level varies: {chosen:?}");
}

#[test]
fn tables_larger_than_the_memory_are_refused() {
    let mut engine = Engine::limited("ulimit -v 2000000", &["chess"]);
    engine.say("setoption name Hash value 16384");
    let heard = engine.hear();
    assert!(heard.starts_with("info string error Hash: cannot allocate 16384 MB"), "{heard}");
    assert_ne!(engine.best("go depth 2"), "(none)");
    refused(&["solve", "chess", "--hash", "131072", "--within", "1"], &["--hash", "MB of memory"]);
}

#[cfg(target_os = "linux")]
#[test]
fn the_table_is_allocated_before_the_engine_is_ready() {
    let mut engine = Engine::start(&["chess"]);
    for line in ["setoption name Hash value 256", "ucinewgame", "setoption name Game value toddler"] {
        engine.say(line);
        engine.ask("isready", "readyok");
        assert!(engine.status("VmRSS") > 256 << 10, "{line}");
        // A second table would not fit.
        assert!(engine.status("VmPeak") < 500 << 10, "{line}");
    }
    engine.say("setoption name Hash value 1");
    let search = |engine: &mut Engine| after(&engine.ask("go depth 5", "bestmove ")[4], "nodes").to_owned();
    let nodes = search(&mut engine);
    assert_ne!(search(&mut engine), nodes, "the table is kept");
    engine.say("ucinewgame");
    assert_eq!(search(&mut engine), nodes, "the table is empty");
}

#[cfg(target_os = "linux")]
#[test]
fn fewer_threads_are_used_if_memory_is_short() {
    // Leaves too little memory for the stacks of many threads.
    let mut idle = Engine::start(&["chess"]);
    idle.say("setoption name Hash value 1");
    idle.ask("isready", "readyok");
    let room = idle.status("VmPeak") + 12_000;
    drop(idle);
    let mut engine = Engine::limited(&format!("ulimit -s 8192; ulimit -v {room}"), &["chess"]);
    engine.say("setoption name Hash value 1");
    engine.say("setoption name Threads value 256");
    let heard = engine.ask("go depth 3", "bestmove ");
    assert!(heard.iter().any(|line| line.starts_with("info string Threads: ")), "{heard:?}");
}
