use entourage_puzzle::{Generator, Puzzle, PuzzleError, PuzzleGame, Source};
use entourage_registry::Registry;

const GAME: &str = "struggle";

fn open(spec: &str) -> PuzzleGame {
    PuzzleGame::open(&Registry::built_in(), spec).unwrap()
}

/// Continues after the puzzles so far until there are `count`.
fn generate(spec: &str, so_far: &[Puzzle], count: usize) -> Vec<Puzzle> {
    let mut generator = Generator::new(open(spec), Some(7), 5);
    so_far.iter().for_each(|puzzle| generator.resume(puzzle).unwrap());
    let mut puzzles = so_far.to_vec();
    let mut add = |puzzle: &Puzzle| {
        puzzles.push(puzzle.clone());
        Ok::<_, ()>(puzzles.len() < count)
    };
    generator.run(&mut add, &mut |_| true).unwrap();
    assert_eq!(generator.found(), count);
    puzzles
}

#[test]
fn resumed_runs_give_the_same_puzzles_as_one_run() {
    let all = generate(GAME, &[], 6);
    for part in [1, 3, 5] {
        assert_eq!(generate(GAME, &all[..part], 6), all);
    }
    let game = open(GAME);
    for puzzle in &all {
        assert!(game.check(puzzle).unwrap().is_some());
        assert_eq!(Puzzle::read(&puzzle.write()).as_ref(), Ok(puzzle));
    }
    // A short share of the puzzles is won with a single move.
    assert!(all.iter().all(|puzzle| puzzle.plies > 1));
    let mut generator = Generator::new(open(GAME), Some(8), 5);
    assert_eq!(generator.resume(&all[0]), Err(PuzzleError::Other));
    let mut generator = Generator::new(open(GAME), Some(7), 5);
    generator.resume(&all[1]).unwrap();
    assert_eq!(generator.resume(&all[0]), Err(PuzzleError::Other));
}

#[test]
fn wrong_fields_are_refused() {
    let game = open(GAME);
    let [puzzle] = &generate(GAME, &[], 1)[..] else { panic!("one puzzle") };
    let check = |change: &dyn Fn(&mut Puzzle)| {
        let mut changed = puzzle.clone();
        change(&mut changed);
        game.check(&changed).unwrap_err()
    };
    assert!(matches!(check(&|puzzle| puzzle.side = 3 - puzzle.side), PuzzleError::Wrong("side", _)));
    assert!(matches!(check(&|puzzle| puzzle.win_in += 1), PuzzleError::Wrong("win_in", _)));
    assert!(matches!(check(&|puzzle| puzzle.themes.push("pass".into())), PuzzleError::Wrong("themes", _)));
    assert!(matches!(check(&|puzzle| puzzle.rules.push('1')), PuzzleError::Rules(_)));
    for change in [
        |puzzle: &mut Puzzle| puzzle.plies += 2,
        |puzzle: &mut Puzzle| puzzle.plies = u16::MAX,
        |puzzle: &mut Puzzle| puzzle.solution.0.clear(),
        |puzzle: &mut Puzzle| puzzle.position.push(' '),
    ] {
        let error = check(&change);
        assert!(matches!(error, PuzzleError::Solution(_)) && !error.problem().is_empty(), "{error:?}");
    }
    let source = puzzle.source.map(|source| Source { seed: None, ..source });
    assert!(game.check(&Puzzle { source, ..puzzle.clone() }).is_ok(), "the source is not part of the proof");
}

#[test]
fn lines_are_read_in_canonical_form_only() {
    let line = generate(GAME, &[], 1)[0].write();
    for (old, new) in [
        ("\"puzzle\":1", "\"puzzle\": 1"),
        ("\"puzzle\":1", "\"puzzle\":2"),
        ("\"puzzle\":1", "\"puzzle\":1,\"puzzle\":1"),
        ("\"puzzle\":1,", ""),
        ("\"solution\":{", "\"solution\":{\"pass\":{},\"pass\":{},"),
        ("CC0-1.0", "MIT"),
        ("\"side\":", "\"colour\":"),
        ("\"themes\":[", "\"themes\":[1,"),
        ("\"solution\":{", &format!("\"solution\":{{{}", "\"a\":{".repeat(10_000))),
        ("\"game\":\"", &format!("\"game\":\"{}", "x".repeat(Puzzle::MAX_LINE))),
    ] {
        let damaged = line.replacen(old, new, 1);
        assert_ne!(damaged, line);
        assert!(!Puzzle::read(&damaged).unwrap_err().problem().is_empty());
    }
}

#[test]
fn themes_name_the_powers_that_matter() {
    let powers = ["power:sheltered", "power:paralysed", "power:lent"];
    for (line, power) in include_str!("../data/powers.jsonl").lines().zip(powers) {
        let mut puzzle = Puzzle::read(line).unwrap();
        let game = open(&puzzle.game);
        assert!(game.check(&puzzle).unwrap().is_some());
        puzzle.themes.retain(|theme| theme != power);
        assert!(matches!(game.check(&puzzle), Err(PuzzleError::Wrong("themes", all)) if all.contains(power)));
    }
}
