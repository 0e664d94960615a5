//! Tests the proof of positions that a person proposes as puzzles.

use entourage_puzzle::{PuzzleGame, Refusal};
use entourage_registry::Registry;

const TWO_ROOKS: &str = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

fn prove(spec: &str, position: &str) -> Result<entourage_puzzle::Puzzle, Refusal> {
    PuzzleGame::open(&Registry::built_in(), spec).unwrap().prove(position, &mut || false)
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_proved_position_passes_the_check() {
    let puzzle = prove("chess", MORPHY).unwrap();
    assert_eq!((puzzle.plies, puzzle.win_in, puzzle.source), (3, 2, None));
    assert!(puzzle.themes.iter().any(|theme| theme == "zugzwang"), "{:?}", puzzle.themes);
    let game = PuzzleGame::open(&Registry::built_in(), "chess").unwrap();
    assert!(game.check(&puzzle).unwrap().is_some());
    assert_eq!(entourage_puzzle::Puzzle::read(&puzzle.write()), Ok(puzzle));
}

#[test]
fn refusals_name_the_second_solution_or_a_defence() {
    let several = |line: &str, moves: &str| Err(Refusal::Several { line: words(line), moves: words(moves) });
    assert_eq!(prove("chess", TWO_ROOKS), several("", "a2a7 b1b7"));
    let Err(Refusal::NoWin { plies: 7, line }) = prove("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1") else {
        panic!("not refused")
    };
    assert_eq!(line.len(), 2, "a move and a reply: {line:?}");
    assert_eq!(prove("chess", "7k/8/8"), Err(Refusal::Position));
    assert_eq!(prove("chess", "R6k/6pp/8/8/8/8/8/6K1 b - - 0 1"), Err(Refusal::Over));
    let game = PuzzleGame::open(&Registry::built_in(), "chess").unwrap();
    assert_eq!(game.prove("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", &mut || true), Err(Refusal::Effort));
}

#[test]
fn positions_within_a_turn_are_refused() {
    let registry = Registry::built_in();
    let game = registry.open("struggle").unwrap();
    // A jump that can continue: the same side is to move again.
    let mut seed = 0;
    let within = loop {
        let mut played = game.opening(6, seed);
        let side = played.side_to_move();
        let legal = played.legal_moves();
        let continued = legal.iter().find_map(|text| {
            let mut next = played.copy();
            next.play(text).ok()?;
            (next.side_to_move() == side && next.status().outcome().is_none()).then(|| next.position_text())
        });
        if let Some(position) = continued {
            break position;
        }
        played.play(&legal[0]).unwrap();
        seed += 1;
    };
    assert_eq!(prove("struggle", &within), Err(Refusal::WithinTurn));
}

#[test]
fn ids_match_those_of_the_web_client() {
    let mut puzzle = prove("chess", MORPHY).unwrap();
    puzzle.position = String::new();
    // The FNV-1a hash of an empty text.
    assert_eq!(puzzle.id(), "33niihzj4ux45".to_owned());
}
