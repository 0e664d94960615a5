use std::time::Duration;

use super::{Engine, after};
use crate::run::entourage_reading;

#[test]
fn fixed_depth_is_deterministic() {
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
    // The next search reuses the table.
    let nodes = |heard: &[String]| after(&heard[heard.len() - 2], "nodes").parse::<u64>().unwrap();
    let again = engine.ask("go depth 3", "bestmove ");
    assert!(nodes(&again) < nodes(&two), "{again:?}");
}

#[test]
fn mates_are_reported_in_moves() {
    let mut engine = Engine::start(&["chess"]);
    engine.say("position pos 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    let heard = engine.ask("go depth 2", "bestmove ");
    assert!(heard[0].contains(" score mate 1 "), "{heard:?}");
    assert_eq!(heard.last().unwrap(), "bestmove a1a8");
    engine.say("position pos 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 moves a1a8");
    assert_eq!(engine.ask("go depth 2", "bestmove "), ["bestmove (none)"]);
}

#[test]
fn clocks_limit_the_search() {
    let mut engine = Engine::start(&["chess"]);
    engine.say("position startpos moves e2e4");
    // Only the clock of the side to move counts, and its time can be negative.
    for go in ["go btime 100", "go wtime 1 btime 300 winc 5 binc 5 movestogo 3", "go btime -5000 wtime 3600000"]
    {
        assert!(engine.best(go) != "(none)", "{go}");
    }
    let heard = engine.ask("go btime 3600000 depth 2", "bestmove ");
    assert_eq!(after(&heard[heard.len() - 2], "depth"), "2", "the first limit counts: {heard:?}");
    assert!(engine.best("go wtime 1 btime 3600000 nodes 500") != "(none)");
    assert!(engine.best("go btime 3600000 movetime 20") != "(none)");
    engine.say("setoption name Level value 2");
    assert!(engine.best("go btime 3600000") != "(none)", "a level also limits the search");
}

/// Checks that a `go` line causes an error message that contains `part`, and is still answered with exactly one move.
#[track_caller]
fn remarked_and_answered(engine: &mut Engine, line: &str, part: &str) -> String {
    engine.say(line);
    let first = engine.hear();
    assert!(first.starts_with("info string error ") && first.contains(part), "{line}: {first}");
    let heard = engine.ask("isready", "readyok");
    let answers = |heard: &[String]| heard.iter().filter(|line| line.starts_with("bestmove ")).count();
    let best = match answers(&heard) {
        // `readyok` can precede the answer.
        0 => engine.hear_until("bestmove "),
        _ => heard.iter().find(|line| line.starts_with("bestmove ")).unwrap().clone(),
    };
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"], "{line} is answered once");
    best
}

#[test]
fn every_go_is_answered_despite_errors() {
    let mut engine = Engine::start(&["chess"]);
    engine.say("position startpos moves e2e4");
    for (line, part) in [
        ("go wtime 1000 winc 10", "go: btime is missing"),
        ("go btime soon", "\"soon\" at character 10: expected a whole number from -9223372036854775808"),
        ("go movestogo 3 depth 1", "expected wtime or btime"),
        ("go btime 100 binc -5", "\"-5\" at character 19"),
        ("go depth 0", "\"0\" at character 10"),
        ("go depth x", "\"x\" at character 10"),
        ("go movetime 0", "\"0\" at character 13"),
        ("go nodes", "expected a whole number"),
        ("go mate 0", "\"0\" at character 9"),
        ("go perft depth 2", "\"perft\" at character 4"),
        ("go depth 1 depth 2", "this word is repeated; its last value is used"),
        ("please go depth 2", "\"please\" at character 1: ignored"),
        ("go depth 2 searchmoves e2e4", "no legal move remains"),
    ] {
        let best = remarked_and_answered(&mut engine, line, part);
        assert_ne!(best, "bestmove (none)", "{line}");
    }
    engine.say("ponderhit");
    assert!(engine.hear().contains("ponderhit: the engine is not pondering"));
    // Scripts need not wait for the answers.
    let script = "go depth 2\nposition startpos moves e2e4\ngo depth 3\nposition fen nonsense\ngo\nucinewgame\n\
        position startpos\ngo nodes 500\n";
    let said = entourage_reading(&["engine", "chess"], script).answer();
    assert_eq!(said.lines().filter(|line| line.starts_with("bestmove ")).count(), 4, "{said}");
}

/// Checks that every info line of a search is complete, and that `go` is answered once.
fn check_infos(engine: &mut Engine, go: &str) {
    let heard = engine.ask(go, "bestmove ");
    let infos: Vec<&String> = heard.iter().filter(|line| line.starts_with("info depth ")).collect();
    assert_eq!(infos.len() + 1, heard.len(), "{go}: {heard:?}");
    assert!(!infos.is_empty(), "{go}: {heard:?}");
    for info in infos {
        for field in ["depth", "nodes", "time", "hashfull"] {
            after(info, field).parse::<u64>().unwrap();
        }
        assert!(["cp", "mate"].contains(&after(info, "score")), "{info}");
        after(info, after(info, "score")).parse::<i32>().unwrap();
        // The speed is omitted if the time is 0.
        assert!(after(info, "time") == "0" || after(info, "nps").parse::<u64>().is_ok(), "{info}");
        assert!(after(info, "pv").len() >= 4, "{info}");
    }
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"], "{go} is answered once");
    assert_ne!(after(heard.last().unwrap(), "bestmove"), "(none)", "{go}");
}

/// Runs the compliance checks that programs for engine matches perform.
#[test]
fn match_runners_accept_the_engine() {
    let mut engine = Engine::start(&["chess"]);
    let heard = engine.ask("uci", "uciok");
    for word in ["id name ", "id author "] {
        assert!(heard.iter().any(|line| line.strip_prefix(word).is_some_and(|name| !name.is_empty())));
    }
    let ready = |engine: &mut Engine, line: &str| {
        engine.say(line);
        assert_eq!(engine.ask("isready", "readyok"), ["readyok"], "{line}");
    };
    for line in [
        "ucinewgame",
        "position startpos",
        "position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27",
    ] {
        ready(&mut engine, line);
    }
    for go in [
        "go wtime 100 btime 100",
        "go wtime 100 winc 100 btime 100 binc 100",
        "go btime 100 binc 100 wtime 100 winc 100",
        "go wtime 100 btime 100 movestogo 3",
        "go depth 3",
        "go nodes 5000",
        "go movetime 50",
        "go depth 9 movetime 50",
    ] {
        check_infos(&mut engine, go);
    }
    // One side's clock is sufficient; a warning is sent if only the opponent's is specified.
    for go in ["go wtime 100", "go btime 100"] {
        let heard = engine.ask(go, "bestmove ");
        assert!(heard.iter().any(|line| line.contains(" score ")), "{go}: {heard:?}");
    }
    // `isready` and `stop` work during a search.
    engine.say("go infinite");
    engine.ask("isready", "readyok");
    engine.say("stop");
    engine.hear_until("bestmove ");
    ready(&mut engine, "stop");
    ready(&mut engine, "ucinewgame");
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..6 {
        engine.say(&format!("position startpos moves {}", moves.join(" ")));
        moves.push(engine.best("go wtime 100 btime 100"));
    }
    engine.say("position startpos moves e2e4 e7e5");
    assert_ne!(engine.best("go wtime 100 btime 100"), "(none)");
}

#[test]
fn searchmoves_restricts_the_search() {
    let mut engine = Engine::start(&["chess"]);
    engine.say("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - -");
    assert_eq!(engine.best("go depth 3"), "a1a8");
    assert!(["g1f1", "g1h1"].contains(&&*engine.best("go searchmoves g1f1 g1h1 depth 3")));
    engine.say("setoption name multipv value 3");
    let heard = engine.ask("go searchmoves a1a2 a1a3 depth 2", "bestmove ");
    assert_eq!(heard.len(), 5, "two lines for each of two depths: {heard:?}");
    // Searches that are restricted to some moves do not leave their values in the transposition table.
    engine.say("setoption name MultiPV value 1");
    engine.ask("go searchmoves g1f1 depth 6", "bestmove ");
    assert_eq!(engine.best("go depth 2"), "a1a8");
    engine.say("setoption name Threads value 2");
    assert_eq!(engine.best("go searchmoves g1h1 depth 4"), "g1h1");
    let mut engine = Engine::start(&["toddler"]);
    assert_eq!(engine.best("go depth 2 searchmoves f9f8"), "f9f8");
}

#[test]
fn go_mate_proves_a_win() {
    let mut engine = Engine::start(&["chess"]);
    engine.say("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let heard = engine.ask("go mate 2", "bestmove ");
    assert!(heard[0].contains(" score mate 2 ") && heard[0].contains(" pv a1a6 "), "{heard:?}");
    assert_eq!(heard.last().unwrap(), "bestmove a1a6");
    // If no win is found within the limit, a message is sent and a normal search follows.
    let heard = engine.ask("go mate 1", "bestmove ");
    assert!(heard[0] == "info string no forced win within 1 move", "{heard:?}");
    assert_ne!(heard.last().unwrap(), "bestmove (none)");
    assert_eq!(engine.best("go mate 2 searchmoves a1a2"), "a1a2");
    assert_eq!(engine.best("go mate 2 searchmoves a1a2 a1a6"), "a1a6");
    // Other limits and `stop` end the search for a win.
    engine.say("position startpos");
    assert_ne!(engine.best("go mate 20 movetime 50"), "(none)");
    engine.say("go mate 30");
    std::thread::sleep(Duration::from_millis(100));
    assert_ne!(engine.best("stop"), "(none)");
}

#[test]
fn pondering_ends_with_ponderhit() {
    let mut engine = Engine::start(&["chess"]);
    engine.say("setoption name Ponder value true");
    let told = engine.ask("go depth 4", "bestmove ").pop().unwrap();
    let words: Vec<&str> = told.split(' ').collect();
    let ["bestmove", best, "ponder", answer] = words[..] else { panic!("{told}") };
    engine.say(&format!("position startpos moves {best} {answer}"));
    // While pondering, the clock does not run, and reaching a limit does not end the search.
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
}
