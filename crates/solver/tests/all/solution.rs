//! Tests unique solutions: finding them, and refusing wrong ones by the rules alone.

use entourage_chess::Chess;
use entourage_kernel::{Adjudication, Board, Random, Rules, Side, Specimens};
use entourage_solver::{NoSolution, Settings, Solution, SolutionError, Solver, Theme};
use entourage_struggle::Struggle;

use crate::plain::wins;

pub const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
const TWO_ROOKS: &str = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
const MOVES: u64 = 1_000_000;

fn solve(position: &str, plies: u16) -> Result<Solution, NoSolution> {
    let rules = Chess::default();
    let start = rules.read_position(position).unwrap();
    let mut solver = Solver::new(rules, start, Settings { attacker: Side::First, table_mb: 1 });
    while !solver.advance(100_000, plies) {}
    solver.solution(100_000)
}

fn check(position: &str, solution: &Solution) -> Result<(), SolutionError> {
    solution.check(&Chess::default(), Adjudication::NONE, position, solution.plies(), MOVES)
}

/// Builds a tree from lines such as `a1a6 b7a6 b6b7`.
fn tree(lines: &[&str]) -> Solution {
    let mut root = Solution::default();
    for line in lines {
        line.split(' ').fold(&mut root, |at, text| at.0.entry(text.replace('+', " ")).or_default());
    }
    root
}

const LINES: [&str; 2] = ["a1a6 b7a6 b6b7", "a1a6 b8c7+b8d6+b8e5+b8f4+b8g3+b8h2 a6a7"];

#[test]
fn unique_solutions_are_found_and_checked() {
    let solution = solve(MORPHY, 3).unwrap();
    assert_eq!(solution, tree(&LINES));
    assert_eq!((solution.plies(), solution.size()), (3, 10));
    assert_eq!(solution.main_line(), ["a1a6", "b7a6", "b6b7"]);
    assert_eq!(check(MORPHY, &solution), Ok(()));
    let themes = solution.themes(&Chess::default(), Adjudication::NONE, MORPHY, MOVES);
    assert_eq!(themes, Ok(vec![Theme::Quiet, Theme::Sacrifice, Theme::Zugzwang]));
    let promotion = tree(&["a7a8q"]);
    let themes =
        promotion.themes(&Chess::default(), Adjudication::NONE, "7k/P5R1/8/8/8/8/8/6K1 w - - 0 1", MOVES);
    assert_eq!(themes, Ok(vec![Theme::Promotion]));
}

#[test]
fn positions_with_two_solutions_are_refused() {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let several = |line: &str, moves: &str| Err(NoSolution::Several { line: words(line), moves: words(moves) });
    assert_eq!(solve(TWO_ROOKS, 3), several("", "a2a7 b1b7"));
    let cooked = tree(&["a2a7 h8g8 b1b8"]);
    let second = SolutionError::Second { line: Vec::new(), text: "b1b7".to_owned() };
    assert_eq!(check(TWO_ROOKS, &cooked), Err(second));
    let both = tree(&["a2a7+b1b7 h8g8 b1b8"]);
    assert!(check(TWO_ROOKS, &both).is_err());
    // Two moves win at once; at the end of a longer line, they would be allowed together.
    let two_mates = "7k/R7/1R6/8/8/8/8/6K1 w - - 0 1";
    assert_eq!(solve(two_mates, 1).map(|solution| solution.size()), Ok(1));
    let two_mates = "k7/8/K7/8/8/8/8/5RR1 w - - 0 1";
    assert_eq!(solve(two_mates, 1), several("", "f1f8 g1g8"));
    assert_eq!(solve("7k/8/8/8/8/8/8/1R4K1 w - - 0 1", 3), Err(NoSolution::NoWin));
    for lines in [["f1f8"], ["f1f8+g1g8"]] {
        assert_eq!(check(two_mates, &tree(&lines)), Err(SolutionError::Several { line: Vec::new() }));
    }
}

#[test]
fn incomplete_and_wrong_solutions_are_refused() {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let unanswered = SolutionError::Unanswered { line: words("a1a6"), text: "b7a6".to_owned() };
    assert_eq!(check(MORPHY, &tree(&LINES[1..])), Err(unanswered));
    let not_won = SolutionError::NotWon { line: words("a1a6 b7a6 c8d8") };
    assert_eq!(check(MORPHY, &tree(&["a1a6 b7a6 c8d8", LINES[1]])), Err(not_won));
    let cut = SolutionError::NotWon { line: words("a1a6 b7a6") };
    assert_eq!(check(MORPHY, &tree(&["a1a6 b7a6", LINES[1]])), Err(cut));
    let ended = check(MORPHY, &tree(&["a1a6 b7a6 b6b7 a8a7", LINES[1]]));
    assert_eq!(ended, Err(SolutionError::Ended { line: words("a1a6 b7a6 b6b7") }));
    for text in ["a1a9", "a1b2", "", "a6a7"] {
        let illegal = SolutionError::Illegal { line: Vec::new(), text: text.to_owned() };
        assert_eq!(check(MORPHY, &tree(&[&format!("{text} b7a6 b6b7")])), Err(illegal));
    }
    let repeated = check(MORPHY, &tree(&["a1a6 b7a6+b7a6 b6b7", LINES[1]]));
    assert!(matches!(repeated, Err(SolutionError::Illegal { .. })), "{repeated:?}");
    // Another first move that does not win, and the right one with a wrong number of plies.
    assert!(check(MORPHY, &tree(&["a1a5 b7b5 a5a7"])).is_err());
    let plies = |plies| tree(&LINES).check(&Chess::default(), Adjudication::NONE, MORPHY, plies, MOVES);
    assert_eq!([plies(2), plies(5)], [(); 2].map(|()| Err(SolutionError::Plies { found: 3 })));
    let tired = tree(&LINES).check(&Chess::default(), Adjudication::NONE, MORPHY, 3, 100);
    assert_eq!(tired, Err(SolutionError::Effort));
    // The draw comes before the win.
    let drawn = Adjudication { quiet_limit: Some(1), ..Adjudication::NONE };
    assert!(tree(&LINES).check(&Chess::default(), drawn, MORPHY, 3, MOVES).is_err());
    assert_eq!(check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &tree(&LINES)), Err(SolutionError::Over));
    assert!(matches!(check("nonsense", &tree(&LINES)), Err(SolutionError::Position(_))));
    let deep = tree(&["a b c d e f g h i"]);
    assert_eq!(check(MORPHY, &deep), Err(SolutionError::Plies { found: 9 }));
    let all = [check(MORPHY, &deep), check("nonsense", &deep), Err(SolutionError::Effort)];
    assert!(all.into_iter().all(|error| error.is_err_and(|error| !error.problem().is_empty())));
}

#[test]
fn solutions_agree_with_plain_recursion() {
    let rules = Struggle::default();
    let mut random = Random::new(7);
    let mut found = 0;
    for _ in 0..4_000 {
        let Some(position) = Struggle::scatter(&rules, &mut random) else { continue };
        if rules.outcome(&position).is_some() {
            continue;
        }
        let attacker = position.side_to_move();
        let mut solver = Solver::new(rules.clone(), position, Settings { attacker, table_mb: 1 });
        while !solver.advance(100_000, 3) {}
        let mut moves = Vec::new();
        rules.legal_moves(&position, &mut moves);
        let winning = |plies: u16| {
            let wins = moves.iter().filter(|&&intent| {
                let next = rules.play_unchecked(&position, intent);
                match rules.outcome(&next) {
                    Some(outcome) => outcome.winner == Some(attacker),
                    None => plies > 1 && wins(&rules, &next, attacker, plies - 1),
                }
            });
            wins.count()
        };
        let shortest = (1..=3).find(|&plies| winning(plies) > 0);
        let solution = solver.solution(100_000);
        if let Ok(solution) = solution {
            let plies = shortest.unwrap();
            assert_eq!((solution.plies(), winning(plies)), (plies, 1));
            let text = rules.write_position(&position);
            assert_eq!(solution.check(&rules, Adjudication::NONE, &text, plies, MOVES), Ok(()));
            found += 1;
        }
    }
    assert!(found > 20, "{found}");
}
