use serde_json::Value;

use crate::run::{entourage, entourage_reading, entourage_reading_bytes, has, refused, run};

const START: &str = "anpegtwipan/11/ssssscsssss/11/11/11/11/11/SSSSSCSSSSS/11/NAPIWTGEPNA w -";
/// A position in which White's major Toddler receives the power Threat from the Empress and a Captain.
const THREAT: &str = "11/11/11/11/1s3s5/1tSCC6/W1e3i4/1CN1cTn4/5SN4/11/11 w -";
const LOST: &str = "11/11/11/11/p1s1N6/4a2c3/2S2c1c3/5T2C1a/3tc1s4/6c4/11 w -";

#[test]
fn games_are_listed() {
    let games = entourage(&["games"]);
    assert!(games.starts_with("toddler  The Toddler (rules "), "{games}");
    assert!(games.contains("toddler:summary") && games.contains("repetition=N"));
    assert!(entourage(&["games", "--lang", "fr"]).contains("nulle"));
    let json: Value = serde_json::from_str(&entourage(&["games", "--json"])).unwrap();
    assert_eq!(json[0]["id"], "toddler");
    assert_eq!(json[0]["start"], START);
    assert_eq!(json[0]["board"]["squares"].as_array().unwrap().len(), 121);
}

#[test]
fn boards_are_shown() {
    let shown = entourage(&["show", "toddler", THREAT]);
    let rows: Vec<&str> = shown.lines().collect();
    assert_eq!(rows[5], " 6 .  t  S  C* C* .  .  .  .  .  .");
    assert_eq!(rows[11], "   a  b  c  d  e  f  g  h  i  j  k");
    has(&shown, &["(threat)", THREAT, "Guardian Angel", "d6 e6 b8 e8", "Empress g7, Captain e8"]);
    assert!(!shown.contains('\u{1b}'), "colours without a terminal:\n{shown}");
    assert!(entourage(&["show", "toddler", "--lang", "fr"]).contains("Pouvoirs actifs"));
}

#[test]
fn effects_of_moves_are_shown_and_explained() {
    const FREEZING: &str =
        "ape3wi1an/2n1st5/ssss1gs1sss/3G1c1s3/5E5/11/11/2P3p1S2/SSSSS1S1SSS/5CP3N/NA2WTI1A2 w -";
    let shown = entourage(&["show", "toddler", FREEZING, "d4e4"]);
    let (board, told) =
        shown.split_once("\nAfter the move: Genius d4 → e4\n").unwrap_or_else(|| panic!("{shown}"));
    assert_eq!(board, entourage(&["show", "toddler", FREEZING]), "the board is unchanged");
    let both = "  For both sides\n    Neutralises Genius e4 and Genius f3\n    Freezes every capture: Genius f3 and Genius e4\n";
    has(told, &["  Losses\n    Frees Soldier c3 to capture again\n", both]);
    let french = entourage(&["--lang", "fr", "show", "toddler", FREEZING, "d4e4"]);
    has(&french, &["Pour les deux camps\n    Neutralise\u{a0}: Génie e4 et Génie f3\n"]);
    let explained = entourage(&["explain", "toddler", FREEZING, "d4e4"]);
    assert!(explained.starts_with("legal: Genius d4 → e4\n"), "{explained}");
    has(
        &explained,
        &["\ncost: Frees Soldier c3 to capture again\n", "\nboth: Neutralises Genius e4 and Genius f3\n"],
    );
    let answered = entourage(&["explain", "toddler", THREAT, "f8e8"]);
    has(&answered, &["\ngain: Ends the Threat to "]);
}

#[test]
fn moves_are_listed_in_order() {
    assert_eq!(entourage(&["moves", "toddler", THREAT]), "f8e8\n");
    let moves = entourage(&["moves", "toddler"]);
    let lines: Vec<&str> = moves.lines().collect();
    assert_eq!(lines.len(), 145);
    assert!(lines.is_sorted());
    assert_eq!(entourage(&["moves", "toddler", LOST]), "");
    let json: Value = serde_json::from_str(&entourage(&["moves", "toddler", THREAT, "--json"])).unwrap();
    assert_eq!((&json["status"], &json["position"]), (&"threat".into(), &THREAT.into()));
    assert_eq!(json["moves"][0]["text"], "f8e8");
    assert_eq!(json["moves"][0]["captures"][0], "e8");
}

#[test]
fn positions_are_read_from_standard_input() {
    for input in [format!("{THREAT}\n"), format!("{THREAT}\r\nmore\n"), THREAT.to_owned()] {
        assert_eq!(entourage_reading(&["moves", "toddler", "-"], &input).answer(), "f8e8\n");
        assert_eq!(entourage_reading(&["play", "toddler", "-", "f8e8"], &input).answer().lines().count(), 1);
        assert_eq!(entourage_reading(&["perft", "toddler", "1", "-"], &input).answer(), "1\n");
    }
}

#[test]
fn status_follows_the_moves() {
    for (arguments, status) in [
        (&["toddler"][..], "ongoing"),
        (&["toddler", "pass"], "ongoing"),
        (&["toddler", "pass", "pass"], "draw passes"),
        (&["toddler", THREAT], "threat"),
        (&["toddler", THREAT, "f8e8"], "ongoing"),
        (&["toddler", LOST], "win-2 threat-and-capture"),
        (&["toddler:repetition=2", "f11f10", "f1f2", "f10f11", "f2f1"], "draw repetition"),
        (&["toddler", "f11f10", "f1f2", "f10f11", "f2f1"], "ongoing"),
        (&["toddler:quiet-limit=1", "f9f8", "f3f4"], "draw quiet-limit"),
        (&["toddler:summary,quiet-limit=1", START, "f9f8"], "ongoing"),
    ] {
        let found = entourage(&[&["status"], arguments].concat());
        assert_eq!(found, format!("{status}\n"), "{arguments:?}");
    }
}

#[test]
fn moves_are_played() {
    let position = "anpegtwipan/11/ssssscsssss/11/11/11/11/5C5/SSSSS1SSSSS/11/NAPIWTGEPNA b -\n";
    assert_eq!(entourage(&["play", "toddler", "f9f8"]), position);
    assert_eq!(entourage(&["play", "toddler"]).trim_end(), START);
    assert_eq!(entourage(&["play", "toddler", START, "f9f8"]), position);
    assert!(entourage(&["play", "toddler", "f9f8", "pass", "f8f7"]).ends_with("b -\n"));
}

#[test]
fn moves_are_explained() {
    assert!(entourage(&["explain", "toddler", THREAT, "f8e8"]).starts_with("legal:"));
    let refused = entourage(&["explain", "toddler", THREAT, "f8f7"]);
    assert!(refused.starts_with("refused: f8f7\n- ") && refused.contains("[f7 c7 g7 e8 g8; "), "{refused}");
    let french = entourage(&["--lang", "fr", "explain", "toddler", "f9f7"]);
    has(&french, &["Capitaine", "f9"]);
    assert!(entourage(&["explain", "toddler", THREAT, "pass"]).starts_with("refused: pass\n- "));
    assert!(entourage(&["explain", "toddler", LOST, "pass"]).starts_with("refused: pass\n- "));
}

#[test]
fn perft_counts_move_sequences() {
    for (arguments, count) in [
        (&["toddler", "0"][..], "1"),
        (&["toddler", "1"], "145"),
        (&["toddler", "2"], "20795"),
        (&["toddler:summary", "2"], "20797"),
        (&["toddler", "3", LOST], "0"),
    ] {
        assert_eq!(entourage(&[&["perft"], arguments].concat()), format!("{count}\n"), "{arguments:?}");
    }
    let divided = entourage(&["perft", "toddler", "2", "--divide"]);
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!((lines.len(), lines[145]), (146, "total 20795"));
    let sum: u64 =
        lines[..145].iter().map(|line| line.split(' ').nth(1).unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 20795);
    assert!(lines[..145].is_sorted_by_key(|line| line.split(' ').next()));
    assert_eq!(entourage(&["perft", "toddler", "0", "--divide"]), "total 1\n");
}

#[test]
fn the_best_move_is_found() {
    for bounds in
        [&["--depth", "2"][..], &["--nodes", "3000"], &["--time", "50ms"], &["--depth=3", "--time=1s"]]
    {
        let run = run(&[&["best", "toddler"], bounds].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        let best = run.out.trim_end();
        assert!(entourage(&["moves", "toddler"]).lines().any(|legal| legal == best), "{best}");
        let progress = run.err.lines().next().unwrap();
        assert!(progress.starts_with("depth "), "{progress}");
        has(progress, &["  score ", "  nodes "]);
    }
    assert_eq!(entourage(&["best", "toddler", THREAT, "--nodes", "1"]), "f8e8\n");
    let run = run(&["best", "toddler", "--depth", "2", "--lines", "3"]);
    assert_eq!((run.out.lines().count(), run.err.lines().count()), (3, 6), "{}{}", run.out, run.err);
    let mut moves: Vec<&str> = Vec::new();
    for line in run.out.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        assert!(fields.len() == 3 && fields[2].split(' ').next() == Some(fields[0]), "{line}");
        moves.push(fields[0]);
    }
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 3);
    refused(&["best", "toddler", LOST, "--depth", "1"], &["POSITION", "win-2 threat-and-capture"]);
}

#[test]
fn bench_prints_signatures() {
    let counted = |arguments: &[&str]| -> Vec<String> {
        let said = entourage(&[&["bench"], arguments].concat());
        said.lines().map(|line| line.split(" nodes in ").next().unwrap().to_owned()).collect()
    };
    let all = counted(&["--depth", "1"]);
    let games: Vec<&str> = all.iter().map(|line| line.split(" depth 1: ").next().unwrap()).collect();
    assert_eq!(games, ["toddler", "symmetron44", "struggle", "chess"]);
    assert_eq!(counted(&["chess", "--depth", "1"])[0], all[3], "the count is the same every time");
    refused(&["bench", "nonesuch"], &["GAME", "\"nonesuch\""]);
    refused(&["bench", "chess", "--depth", "0"], &["--depth", "1 to 100"]);
}

#[test]
fn levels_are_compared() {
    let all = run(&["ladder", "toddler:quiet-limit=1", "--games", "2", "--threads", "2"]);
    let rows: Vec<&str> = all.out.lines().collect();
    assert_eq!((all.code, rows.len()), (0, 8), "{}{}", all.out, all.err);
    assert!(rows[0].starts_with("level 1 against captures: +"), "{}", rows[0]);
    assert!(rows[7].starts_with("level 8 against level 7: +"), "{}", rows[7]);
    let last = entourage(&["ladder", "toddler:quiet-limit=1", "--games", "2", "--from", "8"]);
    assert_eq!(last.lines().count(), 1, "{last}");
    assert!(last.starts_with("level 8 against level 7: "), "{last}");
    let strict = run(&["ladder", "toddler:quiet-limit=1", "--games", "2", "--check"]);
    assert_eq!((strict.code, strict.err.lines().count()), (2, 1), "every game is a draw: {}", strict.err);
}

fn tune(game: &str, options: &[&str]) -> String {
    let arguments = ["tune", game, "--games", "6", "--nodes", "60", "--handicap", "3"];
    entourage(&[&arguments[..], options].concat())
}

#[test]
fn tuned_weights_do_not_depend_on_threads() {
    let tune = |game, threads, hold| tune(game, &["--threads", threads, "--hold", hold]);
    for game in ["toddler:quiet-limit=10", "symmetron44:quiet-limit=10", "struggle:quiet-limit=10"] {
        let fitted = tune(game, "1", "0.001");
        assert!(fitted.starts_with("    // "), "{fitted}");
        has(&fitted, &[" positions; mean squared error "]);
        assert_eq!(fitted, tune(game, "2", "0.001"), "{game}");
        assert_ne!(fitted, tune(game, "1", "1000000"), "{game}: strong regularisation keeps weights");
    }
    run(&["tune", "toddler", "--hold", "-1"]).fails(&["--hold", "non-negative"]);
}

#[test]
fn excluded_terms_keep_their_weights() {
    let tune = |options: &[&str]| tune("toddler:quiet-limit=10", options);
    let weights = |fitted: &str, term: &str| {
        let title = format!("    // {term}");
        fitted.lines().skip_while(|line| *line != title).nth(1).map(str::to_string)
    };
    let (held, fitted) = (tune(&["--hold", "1000000"]), tune(&["--hold", "0.001"]));
    let kept = tune(&["--hold", "0.001", "--keep", "WORTH,ADVANCE"]);
    for term in ["WORTH", "ADVANCE"] {
        assert_eq!(weights(&kept, term), weights(&held, term), "{term}");
        assert_ne!(weights(&kept, term), weights(&fitted, term), "{term}");
    }
    assert_ne!(weights(&kept, "PRESSURE"), weights(&held, "PRESSURE"));
    run(&["tune", "toddler", "--keep", "WORTH,WROTH"]).fails(&["--keep: unknown term \"WROTH\"", "WORTH, "]);
}

#[test]
fn version_and_help_are_printed() {
    let version = entourage(&["--version"]);
    assert!(version.starts_with("entourage ") && version.contains("\ntoddler rules "), "{version}");
    let help = entourage(&["--help"]);
    let commands =
        "games show moves status play explain perft batch best solve bench engine match tune ladder serve";
    for word in commands.split(' ') {
        has(&help, &[&format!("\n  {word} ")]);
        assert!(entourage(&[word, "--help"]).contains("Usage: entourage "), "{word}");
    }
}

#[test]
fn errors_are_one_line_that_names_the_argument() {
    for (arguments, parts) in [
        (&[][..], &["a command is required"][..]),
        (&["frobnicate"], &["\"frobnicate\"", "argument 1"]),
        (&["moves"], &["GAME is missing", "argument 2"]),
        (&["moves", "nonesuch"], &["GAME", "\"nonesuch\"", "character 1"]),
        (&["moves", ""], &["GAME"]),
        (&["moves", "toddler:sumary"], &["GAME", "\"sumary\"", "character 9"]),
        (&["moves", "toddler:repetition=3,nonsense"], &["GAME", "\"nonsense\"", "character 22"]),
        (&["moves", "toddler:repetition=1"], &["GAME", "\"1\"", "2 to 100"]),
        (&["moves", "toddler", "nonsense"], &["POSITION", "\"o\"", "character 2"]),
        (&["moves", "toddler", &START.replace("11", "1X")], &["POSITION", "\"X\"", "character 14"]),
        (&["moves", "toddler", "a\nb\u{1b} c"], &["POSITION"]),
        (&["moves", "toddler", START, "extra"], &["\"extra\"", "argument 4"]),
        (&["moves", "toddler", "--yaml"], &["\"--yaml\"", "argument 3"]),
        (&["moves", "toddler", "--lang", "de"], &["--lang", "\"de\"", "argument 4", "en or fr"]),
        (&["moves", "toddler", "--lang"], &["a value is missing after --lang"]),
        (&["show", "toddler", "11/11 w -"], &["POSITION"]),
        (&["show", "toddler", "f9f7"], &["MOVE 1", "\"f9f7\"", "illegal"]),
        (&["show", "toddler", "f9f8", "f3f4"], &["MOVE 2", "\"f3f4\""]),
        (&["status", "toddler", "f9f8", "zz"], &["MOVE 2", "\"zz\"", "character 1"]),
        (&["status", "toddler", "f9f8", "f9f8"], &["MOVE 2", "\"f9f8\"", "illegal"]),
        (&["status", "toddler", "pass", "pass", "pass"], &["MOVE 3", "\"pass\"", "draw passes"]),
        (&["status", "toddler", "f9f8", START], &["MOVE 2"]),
        (&["play", "toddler", "f9f7"], &["MOVE 1", "\"f9f7\"", "Captain", "f9 f7"]),
        (&["explain", "toddler"], &["MOVE", "required"]),
        (&["explain", "toddler", "f9f8", "f3f4"], &["MOVE 2", "\"f3f4\""]),
        (&["explain", "toddler", "f9"], &["MOVE", "character 3"]),
        (&["perft", "toddler"], &["DEPTH is missing", "argument 3"]),
        (&["perft", "toddler", "two"], &["DEPTH", "\"two\"", "argument 3", "0 to 64"]),
        (&["perft", "toddler", "65"], &["DEPTH", "\"65\"", "0 to 64"]),
        (&["perft", "toddler", "2", "nonsense"], &["POSITION"]),
        (&["batch"], &["GAME is missing"]),
        (&["batch", "toddler:"], &["GAME"]),
        (&["best", "toddler"], &["--time", "--depth", "--nodes", "missing"]),
        (&["best", "toddler", "--depth", "0"], &["--depth", "\"0\"", "1 to 100"]),
        (&["best", "toddler", "--threads", "2", "--lines", "2"], &["--time", "--depth", "--nodes", "missing"]),
        (&["best", "toddler", "--depth", "1", "--lines", "0"], &["--lines", "\"0\"", "1 to 256"]),
        (&["best", "toddler", "--nodes", "x"], &["--nodes", "\"x\"", "argument 4"]),
        (&["best", "toddler", "--time", "5"], &["--time", "\"5\"", "argument 4", "5s"]),
        (&["ladder", "toddler", "--games", "1"], &["--games", "\"1\"", "2 to"]),
        (&["--lang", "fr", "moves", "toddler:non"], &["GAME", "non", "au caractère 9"]),
        (&["--lang", "fr", "moves", "toddler", "rien"], &["POSITION", "au caractère"]),
        (&["--lang", "fr", "play", "toddler", "f9f7"], &["MOVE 1", "est illégal", "Capitaine", "f9 f7"]),
        (&["--lang", "fr", "play", "toddler", "pass", "pass", "pass"], &["MOVE 3", "la partie est finie"]),
        (&["--lang", "fr", "explain", "toddler"], &["MOVE", "il manque un coup"]),
    ] {
        refused(arguments, parts);
    }
}

#[test]
fn invalid_standard_input_is_refused() {
    let long = "1".repeat(1 << 20);
    for (input, part) in [("", "row 1"), ("nonsense\n", "\"o\""), (&long, "at most")] {
        let run = entourage_reading(&["moves", "toddler", "-"], input);
        assert_eq!((run.code, run.out.as_str(), run.err.lines().count()), (2, "", 1), "{}", run.err);
        has(&run.err, &["POSITION (stdin)", part]);
    }
    let run = entourage_reading_bytes(&["moves", "toddler", "-"], b"11/\xff\xff w\n");
    assert_eq!((run.code, run.err.lines().count()), (2, 1));
    has(&run.err, &["\\xff", "character 4"]);
}

#[test]
fn lessons_are_listed_shown_judged_and_validated() {
    let listed = entourage(&["lessons", "toddler"]);
    assert!(listed.starts_with("toddler  angel  The Angel protects\n"), "{listed}");
    assert!(listed.lines().count() >= 12 && entourage(&["lessons"]).contains(&listed), "{listed}");
    let shown = entourage(&["--lang", "fr", "lessons", "toddler", "angel"]);
    assert!(shown.starts_with("L'Ange protège\n\n1. ") && shown.contains("\n3. Gagnez"), "{shown}");
    let attempt = |text| entourage(&["lessons", "toddler", "angel", text, "--step", "3"]);
    assert!(attempt("h5e2").starts_with("correct: "));
    assert!(attempt("h5d1").starts_with("wrong\n- The game continues: there is an answer, "));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/toddler/lessons/");
    assert_eq!(entourage(&["lessons", "toddler", "--check", &format!("{folder}01-angel.txt")]), "1 file\n");
    for (arguments, part) in [
        ("toddler nonesuch", "LESSON: "),
        ("toddler angel a1a2", "MOVE: "),
        ("toddler angel ?", "MOVE: "),
        ("nonesuch", "GAME: "),
        ("toddler --check nonesuch.txt", "nonesuch.txt: "),
    ] {
        refused(&["lessons"].into_iter().chain(arguments.split(' ')).collect::<Vec<_>>(), &[part]);
    }
}

fn review(moves: &str) -> String {
    entourage(&[&["review", "chess"][..], &moves.split(' ').collect::<Vec<_>>()].concat())
}

#[test]
fn reviews_do_not_name_the_best_move_as_a_mistake() {
    // In Morphy's game in the opera, White makes no mistake.
    let said = review(
        "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 c4b5 b8d7 e1c1 \
         a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8",
    );
    let turns: Vec<usize> =
        said.lines().filter_map(|line| line.split_once("\tturn\t")?.0.parse().ok()).collect();
    assert!(turns.iter().all(|ply| ply % 2 == 0), "{said}");
}

#[test]
fn games_that_go_on_after_unclaimed_draws_are_reviewed() {
    let said = review(&("g1f3 g8f6 f3g1 f6g8 ".repeat(2) + "f2f3 e7e5 g2g4 d8h4"));
    has(&said, &["Black wins: checkmate", "11\tturn\t", "From here on Black wins by force.", "12\t"]);
}
