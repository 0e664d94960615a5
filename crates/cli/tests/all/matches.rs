use std::fs;
use std::path::Path;

use crate::run::{Folder, entourage, has, refused};

#[test]
fn matches_are_recorded_and_continued() {
    let folder = Folder::new();
    let record = &*folder.at("match.jsonl");
    let words = "match nodes=500 captures chess:repetition=3 --games 7 --longest 40 --record";
    let arguments: Vec<&str> = words.split(' ').chain([record]).collect();
    let said = entourage(&arguments);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "nodes=500 against captures, chess:repetition=3");
    assert!(lines[1].starts_with("games 8: +") && lines[2].starts_with("pairs 4: "), "{said}");
    assert!(lines[3].starts_with("Elo +") && lines[3].contains("95 %") && lines.len() == 4, "{said}");
    assert_eq!(fs::read_to_string(record).unwrap().lines().count(), 9);
    assert_eq!(entourage(&arguments), said, "nothing is left to play");
    let said = entourage(&[&arguments[..], &["--sprt", "--elo0", "-5", "--elo1", "5"]].concat());
    has(&said, &["SPRT -5 against +5: log-likelihood ratio "]);
    fs::write(record, "rubbish\n").unwrap();
    refused(&arguments, &["--record", "line 1"]);
}

#[test]
fn external_engines_play_like_the_built_in_one() {
    let folder = Folder::new();
    let record = |name: &str, a: &str, game: &str| {
        let options = ["--games", "4", "--longest", "30", "--threads", "2", "--record", &folder.at(name)];
        entourage(&[&["match", a, "captures", game], &options[..]].concat());
        let mut lines: Vec<String> = folder.read(name).lines().skip(1).map(ToOwned::to_owned).collect();
        lines.sort();
        lines
    };
    let program = env!("CARGO_BIN_EXE_entourage");
    for game in ["struggle", "symmetron44:repetition=3"] {
        let external =
            record(&format!("{game} external"), &format!("nodes=300,hash=16,cmd:{program} engine"), game);
        assert_eq!(external, record(&format!("{game} built-in"), "nodes=300,hash=16", game));
    }
}

/// Writes a shell script that acts as an engine and runs `answer` for every `go`.
#[cfg(unix)]
fn script_engine(folder: &Path, name: &str, answer: &str) -> String {
    let path = folder.join(name);
    let script = format!(
        "while read -r word rest; do case $word in\n\
         uci) echo uciok;; isready) echo readyok;; quit) exit 0;; go) {answer};;\nesac; done\n"
    );
    fs::write(&path, script).unwrap();
    format!("cmd:sh {}", path.display())
}

#[cfg(unix)]
#[test]
fn failing_engines_lose() {
    let folder = Folder::new();
    for (name, answer, reason) in [
        ("illegal", "echo bestmove a1a1", "illegal-move a1a1"),
        ("nonsense", "echo bestmove ?", "illegal-move ?"),
        ("silent", "echo 'bestmove (none)'", "illegal-move (none)"),
        ("ends", "exit 3", "crash exit status: 3"),
        ("killed", "kill -9 $$", "crash signal: 9"),
        ("complains", "echo info string error too hard", "crash too hard"),
        ("rubbish", "head -c 500000 /dev/zero; echo; echo bestmove a1a1", "illegal-move a1a1"),
    ] {
        let engine = script_engine(folder.path(), name, answer);
        let record = &*folder.at(&format!("{name}.jsonl"));
        let said = entourage(&["match", &engine, "captures", "chess", "--games", "2", "--record", record]);
        has(&said, &["games 2: +0 =0 -2", "losses due to engine failures: A 2, B 0"]);
        let text = fs::read_to_string(record).unwrap();
        let reasons = text.lines().filter(|line| line.contains(&format!("\"reason\":\"{reason}"))).count();
        assert_eq!(reasons, 2, "{text}");
        entourage(&["match", &engine, "captures", "chess", "--games", "2", "--record", record]);
    }
}

#[cfg(unix)]
#[test]
fn engines_lose_on_time() {
    let folder = Folder::new();
    let engine = script_engine(folder.path(), "slow", "sleep 60");
    let options = ["--games", "2", "--movetime", "10", "--threads", "2"];
    let said = entourage(&[&["match", "captures", &engine, "chess"], &options[..]].concat());
    has(&said, &["games 2: +2 =0 -0", "losses due to engine failures: A 0, B 2"]);
}

#[cfg(unix)]
#[test]
fn players_without_limits_get_the_other_players_time() {
    let folder = Folder::new();
    let answer = format!("echo $rest >{}; echo bestmove a1a1", folder.at("heard"));
    let engine = script_engine(folder.path(), "patient", &answer);
    for (a, b, options, time) in [
        ("time=7", &*engine, &[][..], "7"),
        (&*engine, "time=8,depth=2", &[], "8"),
        ("time=7", &engine, &["--movetime", "9"], "9"),
        ("nodes=100", &engine, &[], "100"),
        (&engine, "level:1", &[], "100"),
    ] {
        let said = entourage(&[&["match", a, b, "chess", "--games", "2"], options].concat());
        assert_eq!(folder.read("heard"), format!("movetime {time}\n"), "{said}");
        let [a, b] = [a, b].map(|player| player.replace("cmd:", &format!("time={time},cmd:")));
        assert!(said.starts_with(&format!("{a} against {b}, chess\n")), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn clocks_are_sent_and_enforced() {
    let folder = Folder::new();
    let answer = format!("echo $rest >>{}; echo bestmove a1a1", folder.at("heard"));
    let engine = format!("clock=60000+600,{}", script_engine(folder.path(), "patient", &answer));
    let game = ["chess", "--games", "2", "--threads", "1"];
    entourage(&[&["match", &engine, "captures"], &game[..]].concat());
    entourage(&[&["match", &engine, "clock=50000,nodes=100"], &game[..]].concat());
    let heard = folder.read("heard");
    let lines: Vec<&str> = heard.lines().collect();
    let (alone, both) = lines.split_at(2);
    assert_eq!(alone, ["wtime 60000 winc 600", "btime 60000 binc 600"]);
    assert!(both[0].starts_with("wtime 60000 btime 50000 winc 600"), "{both:?}");
    assert!(both[1].starts_with("wtime ") && both[1].ends_with(" btime 60000 binc 600"), "{both:?}");
    let engine = format!("clock=300+86400000,{}", script_engine(folder.path(), "slow", "sleep 60"));
    let options = ["--threads", "2", "--record", &folder.at("match.jsonl")];
    let said = entourage(&[&["match", "captures", &engine, "chess", "--games", "2"], &options[..]].concat());
    has(&said, &["games 2: +2 =0 -0", "losses due to engine failures: A 0, B 2"]);
    let text = folder.read("match.jsonl");
    has(&text, &["\"b\":\"clock=300+86400000,cmd:"]);
    assert_eq!(text.matches("\"reason\":\"time\"").count(), 2, "{text}");
}

#[test]
fn engines_use_their_clocks() {
    let program = env!("CARGO_BIN_EXE_entourage");
    // The node limit ends each search before the clock runs out.
    let external = format!("clock=3600000+1000,nodes=200,cmd:{program} engine");
    let options = ["chess", "--games", "2", "--longest", "20", "--threads", "1"];
    let said = entourage(&[&["match", &external, "clock=3600000,nodes=200"], &options[..]].concat());
    assert!(said.starts_with(&format!("{external} against clock=3600000,nodes=200, chess")), "{said}");
    assert!(!said.contains("failures"), "{said}");
}

#[test]
fn invalid_arguments_are_refused() {
    for (arguments, parts) in [
        (&["match"][..], &["A B GAME is missing"][..]),
        (&["match", "captures", "captures"], &["GAME is missing"]),
        (&["match", "level:9", "captures", "chess"], &["A: ", "\"level:9\"", "argument 2", "1 to 8"]),
        (&["match", "captures", "depth=x", "chess"], &["B: ", "\"x\"", "from 1 to 100"]),
        (&["match", "clock=5+x", "captures", "chess"], &["A: ", "\"x\"", "from 1 to 86400000"]),
        (&["match", "captures", "captures", "nonesuch"], &["GAME", "\"nonesuch\""]),
        (&["match", "captures", "captures", "chess", "--elo0", "3"], &["--sprt is missing"]),
        (
            &["match", "captures", "captures", "chess", "--sprt", "--elo0", "9", "--elo1", "9"],
            &["--elo0", "less"],
        ),
        (&["match", "captures", "captures", "chess", "--sprt", "--alpha", "0.7"], &["--alpha", "below 0.5"]),
        (&["match", "cmd:/nonexistent/engine", "captures", "chess"], &["A or B", "/nonexistent/engine"]),
        (&["match", "cmd:false", "captures", "chess"], &["A or B", "does not answer as a UCI engine"]),
        (&["match", "captures", "captures", "chess", "--record", "/nonexistent/f"], &["--record"]),
    ] {
        refused(arguments, parts);
    }
    let program = env!("CARGO_BIN_EXE_entourage");
    let external = format!("hash=64,cmd:{program} engine");
    entourage(&["match", &external, "captures", "chess", "--games", "2", "--longest", "1"]);
}
