//! Tests that matches are deterministic on any number of threads and resumable, and that damaged records are refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use entourage_arena::{Conditions, Match, MatchError, Record, Sprt, Standing, Verdict};
use entourage_kernel::Language;
use entourage_registry::{AnyGame, Registry};
use tempfile::TempDir;

fn conditions(a: &str, b: &str) -> Conditions {
    Conditions {
        players: [a.parse().unwrap(), b.parse().unwrap()],
        games: 8,
        movetime: 5,
        seed: 3,
        plies: 4,
        balance: 100,
        longest: 60,
        threads: 2,
        sprt: None,
    }
}

/// Plays a match with a record. Returns the standing, the number of new games, and the lines of the record with the games
/// sorted.
fn played(game: &dyn AnyGame, conditions: &Conditions, path: &Path) -> (Standing, u32, Vec<String>) {
    let record = Record::open(path, game, conditions).unwrap();
    let further = AtomicU32::new(0);
    let report = |_: &Standing| {
        further.fetch_add(1, Relaxed);
    };
    let standing = Match::new(game, conditions, Some(record), &report).run().unwrap();
    let text = fs::read_to_string(path).unwrap();
    let mut lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
    lines[1..].sort();
    (standing, further.into_inner(), lines)
}

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    (folder, path)
}

#[test]
fn matches_are_the_same_on_any_number_of_threads() {
    for id in Registry::built_in().games() {
        let game = Registry::built_in().open(&format!("{id}:repetition=3,quiet-limit=50")).unwrap();
        let mut records = Vec::new();
        for threads in [1, 3] {
            let (_folder, path) = place();
            let conditions =
                Conditions { threads, games: 5, longest: 30, ..conditions("depth=1,nodes=200", "level:1") };
            let (standing, further, lines) = played(game.as_ref(), &conditions, &path);
            assert_eq!((standing.games(), standing.pairs.count(), further, lines.len()), (6, 3, 6, 7), "{id}");
            records.push(lines);
        }
        assert_eq!(records[0], records[1]);
    }
}

#[test]
fn stronger_players_win_and_pass_the_test() {
    let game = Registry::built_in().open("chess:repetition=3").unwrap();
    let sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
    let conditions =
        Conditions { games: 400, longest: 150, sprt: Some(sprt), ..conditions("nodes=1000", "captures") };
    let standing = Match::new(game.as_ref(), &conditions, None, &|_| {}).run().unwrap();
    assert_eq!(standing.verdict(), Some(Verdict::Accepted));
    assert!(standing.games() < 200 && standing.wins > standing.losses, "{standing:?}");
    assert!(standing.pairs.elo().unwrap().least > 0.0);
}

#[test]
fn interrupted_matches_are_resumed() {
    let game = Registry::built_in().open("struggle").unwrap();
    let conditions = conditions("level:2", "captures");
    let (_folder, path) = place();
    let (whole, _, lines) = played(game.as_ref(), &conditions, &path);
    let kept = [lines[0].as_str(), &lines[2], &lines[3]].join("\n");
    fs::write(&path, format!("{kept}\n{}", &lines[4][..20])).unwrap();
    let (again, further, found) = played(game.as_ref(), &conditions, &path);
    assert_eq!((further, &found), (6, &lines));
    assert_eq!((again.wins, again.pairs), (whole.wins, whole.pairs));
    let (_, further, found) = played(game.as_ref(), &conditions, &path);
    assert_eq!((further, &found), (0, &lines), "no games left");
    let longer = Conditions { games: 10, ..conditions.clone() };
    assert_eq!(played(game.as_ref(), &longer, &path).1, 2, "a match can be extended");
    let other: Vec<String> = lines.iter().map(|line| line.replace("\"pair\":3", "\"pair\":9")).collect();
    fs::write(&path, format!("{}\n{}\n", other[0], other[7])).unwrap();
    let (_, _, found) = played(game.as_ref(), &Conditions { games: 20, ..conditions }, &path);
    let twins: Vec<&String> = found.iter().filter(|line| line.contains("\"pair\":9,")).collect();
    let opening = |line: &str| line.split("\"opening\":").nth(1).unwrap().split(',').next().unwrap().to_owned();
    assert_eq!((twins.len(), opening(twins[0])), (2, opening(twins[1])));
}

#[test]
fn damaged_records_are_refused_with_the_line() {
    let game = Registry::built_in().open("chess").unwrap();
    let conditions = Conditions { games: 2, longest: 4, ..conditions("depth=1", "captures") };
    let (_folder, path) = place();
    let lines = played(game.as_ref(), &conditions, &path).2;
    let [head, one, two] = &lines[..] else { panic!("{lines:?}") };
    let refused = |text: String| {
        fs::write(&path, &text).unwrap();
        let error = Record::open(&path, game.as_ref(), &conditions).err();
        let Some(MatchError::Record { line, problem }) = error else { panic!("{text} gives {error:?}") };
        assert!(Language::English != Language::French && !problem.is_empty());
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "a refused record is unchanged");
        (line, problem.en)
    };
    let result = one.split("\"result\":").nth(1).unwrap().split(',').next().unwrap();
    for (number, text, part) in [
        (1, format!("rubbish\n{one}\n"), "expected value"),
        (1, format!("{}\n", head.replace("\"seed\":3", "\"seed\":4")), "seed is 4, not 3"),
        (1, format!("{}\n", head.replace("captures", "level:1")), "b is \"level:1\""),
        (1, format!("{}\n", head.replace("chess", "chess:repetition=3")), "game is"),
        (1, format!("{one}\n"), "unknown field"),
        (2, format!("{head}\n\n"), "EOF"),
        (2, format!("{head}\n{head}\n"), "unknown field"),
        (3, format!("{head}\n{one}\n{one}\n"), "already recorded"),
        (
            2,
            format!("{head}\n{}\n{two}\n", one.replace("\"moves\":\"", "\"moves\":\"a1a1 ")),
            "not a legal move",
        ),
        (2, format!("{head}\n{}\n", one.replace("\"opening\":\"", "\"opening\":\"zz ")), "ply 1, \"zz\""),
        (
            2,
            format!("{head}\n{}\n", one.replace("length", "checkmate")),
            "does not match the final position (ongoing)",
        ),
        (2, format!("{head}\n{}\n", one.replace(result, "\"c\"")), "unknown variant"),
        (2, format!("{head}\n{}\n", one.replace("length", "time")), "does not match the final position"),
        (2, format!("{head}\n{}\n", one.replace("\"first\"", "\"fist\"")), "unknown field"),
        (2, format!("{head}\n{}\n", "x".repeat(1 << 21)), "too long"),
        (2, format!("{head}\n{}", "x".repeat(1 << 21)), "too long"),
        (2, format!("{head}\n\u{0}\n"), "expected value"),
    ] {
        let (line, problem) = refused(text);
        assert!(line == number && problem.contains(part), "line {line}: {problem} (wanted {number}: {part})");
    }
    let mut bytes = format!("{head}\n").into_bytes();
    bytes.extend_from_slice(b"\xff\xfe\n");
    fs::write(&path, bytes).unwrap();
    assert!(matches!(Record::open(&path, game.as_ref(), &conditions), Err(MatchError::Record { line: 2, .. })));
    assert!(matches!(
        Record::open(Path::new("/nonexistent/file"), game.as_ref(), &conditions),
        Err(MatchError::File(_))
    ));
}

#[test]
fn records_are_locked() {
    let game = Registry::built_in().open("chess").unwrap();
    let conditions = conditions("captures", "captures");
    let (_folder, path) = place();
    let first = Record::open(&path, game.as_ref(), &conditions).unwrap();
    let second = Record::open(&path, game.as_ref(), &conditions);
    assert!(matches!(second, Err(MatchError::File(_))));
    drop(first);
    assert!(Record::open(&path, game.as_ref(), &conditions).is_ok());
}
