//! Tests compositions: known chess problems, and a comparison with plain minimax.

use entourage_chess::Chess;
use entourage_kernel::{Adjudication, Board, Evaluate, Intent, Language, Random, Rules, Side, Specimens};
use entourage_solver::{Composition, CompositionError, Stipulation, Task};
use entourage_struggle::Struggle;
use entourage_symmetron44::Symmetron;
use entourage_toddler::Toddler;

use crate::solution::MORPHY;

fn task(stipulation: Stipulation, turns: u16) -> Task {
    Task { stipulation, turns, tries: 0, set_play: false, limit: 1_000_000 }
}

fn solve(position: &str, task: Task) -> Result<Composition, CompositionError> {
    let rules = Chess::default();
    let start = rules.read_position(position).unwrap();
    Composition::solve(&rules, Adjudication::NONE, &start, task, &mut |_| {})
}

/// A selfmate in two by Wolfgang Pauly (1912).
const PAULY: &str = "KB3N2/P1P1p1P1/5P1k/4P2p/7P/8/6B1/7b w - - 0 1";
const TWO_ROOKS: &str = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
const HELPMATE: &str = "8/8/8/8/8/3BKN1p/8/6k1 b - - 0 1";
const SERIES: &str = "8/4P3/2N5/7p/8/Kp6/2k5/8 w - - 0 1";

#[test]
fn known_solutions_are_found() {
    use Stipulation::{Draw, Help, SelfWin, Series, Win};
    for (position, stipulation, turns, verdict) in [
        (MORPHY, Win, 2, "one key: a1a6"),
        (MORPHY, Win, 1, "no solution within 1 turn"),
        (MORPHY, Win, 3, "one key: a1a6; shortest solution: 2 turns"),
        (TWO_ROOKS, Win, 2, "cooked, 2 keys: a2a7, b1b7"),
        ("1k6/8/2R5/8/4p3/1KQ1p3/8/8 w - - 0 1", Win, 2, "one key: c6b6; 1 dual"),
        ("7k/8/6Q1/8/8/p7/1r6/K7 w - - 0 1", Draw, 1, "cooked, 3 keys: g6g7, g6g8, g6h7"),
        (PAULY, SelfWin, 2, "one key: c7c8n"),
        (HELPMATE, Help, 2, "1 solution"),
        (SERIES, Series, 3, "1 solution"),
        // The other side has no move after the first turn, which does not end the series.
        ("k7/8/2K5/8/8/4B3/8/5B2 w - - 0 1", Series, 2, "2 solutions"),
    ] {
        assert_eq!(solve(position, task(stipulation, turns)).unwrap().verdict(Language::English), verdict);
    }
    let limited = Task { limit: 100, ..task(Win, 2) };
    let Err(CompositionError::Limit(progress)) = solve(MORPHY, limited) else { panic!("no limit") };
    assert_eq!((progress.positions, progress.turns), (100, 2));
    assert!(solve("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", task(Win, 2)) == Err(CompositionError::Over));
}

#[test]
fn solutions_are_written_as_text() {
    use Stipulation::{Help, SelfWin, Series, Win};
    for (position, stipulation, turns, parts) in [
        (PAULY, SelfWin, 2, &["1.c7c8n ! zugzwang\n    1...e7e6\n      2.g7g8b\n        2...h1g2 #\n"][..]),
        (PAULY, SelfWin, 2, &["1.e5e6 ? zugzwang\n", "    but\n    1...e7f6 !\n", "    2.c7c8n (dual)\n"]),
        (TWO_ROOKS, Win, 2, &["1.a2a7 ! threat:\n      2.b1b8 #\n    (1 reply does not stop the threat)\n"]),
        (HELPMATE, Help, 2, &["not available\n\n  1.g1g2 d3f5 2.g2f1 f5h3 #\n\n1 solution\n"]),
        (
            "8/8/8/8/8/5K2/4Q3/7k b - - 0 1",
            Help,
            2,
            &["\n  1...e2a2 2.h1g1 a2g2 #\n", "; shortest solution: 1 turn\n"],
        ),
        (SERIES, Series, 3, &["\n  1.e7e8q 2.e8e1 3.c6b4 #\n"]),
    ] {
        let task = Task { tries: 1, set_play: true, ..task(stipulation, turns) };
        let text = solve(position, task).unwrap().text(Language::English);
        parts.iter().for_each(|part| assert!(text.contains(part), "no {part} in\n{text}"));
    }
}

/// The goal of a plain minimax: `winner` wins (or no side) before `first` begins a further turn; a position that occurs
/// `repetition` times is a draw.
#[derive(Clone, Copy)]
struct Goal {
    first: Side,
    winner: Option<Side>,
    is_helped: bool,
    repetition: usize,
}

/// Returns whether the goal is reached after a move, by recursion over all lines; `turns` is the number of turns left before it.
fn reaches<R: Evaluate>(
    rules: &R,
    seen: &mut Vec<R::Position>,
    intent: Intent,
    goal: Goal,
    mut turns: u16,
) -> bool {
    let before = seen.last().unwrap();
    let next = rules.play_unchecked(before, intent);
    let is_first = next.side_to_move() == goal.first;
    turns -= u16::from(before.side_to_move() == goal.first && !is_first);
    if let Some(outcome) = rules.outcome(&next) {
        return outcome.winner == goal.winner;
    }
    let key = rules.repetition_key(&next);
    let before = seen.iter().filter(|one| key.is_some() && rules.repetition_key(one) == key).count();
    if before + 1 >= goal.repetition || rules.is_dead(&next) {
        return goal.winner.is_none();
    }
    if is_first && turns == 0 {
        return false;
    }
    let mut moves = Vec::new();
    rules.legal_moves(&next, &mut moves);
    seen.push(next);
    let is_choice = is_first || goal.is_helped;
    let decides = |&intent: &Intent| reaches(rules, seen, intent, goal, turns) == is_choice;
    let found = moves.iter().any(decides) == is_choice;
    seen.pop();
    found
}

/// Compares the keys of a position; returns for each stipulation whether there are any.
fn compare<R: Evaluate>(rules: &R, start: &R::Position, turns: u16, repetition: u32) -> [usize; 4] {
    use Stipulation::{Draw, Help, SelfWin, Win};
    let first = start.side_to_move();
    let mut moves = Vec::new();
    rules.legal_moves(start, &mut moves);
    moves.sort_by_cached_key(|&intent| rules.write_move(intent));
    [(Win, Some(first)), (Draw, None), (SelfWin, Some(!first)), (Help, Some(!first))].map(
        |(stipulation, winner)| {
            let goal = Goal { first, winner, is_helped: stipulation == Help, repetition: repetition as usize };
            let adjudication = Adjudication { repetition: Some(repetition), ..Adjudication::NONE };
            let solved = Composition::solve(rules, adjudication, start, task(stipulation, turns), &mut |_| {});
            // Some positions have too many lines to write.
            let Ok(solved) = solved else { return 0 };
            let keys =
                moves.iter().filter(|&&intent| reaches(rules, &mut vec![start.clone()], intent, goal, turns));
            let expected: Vec<String> = keys.map(|&intent| rules.write_move(intent)).collect();
            let found: Vec<&str> = solved.keys.iter().map(|key| &*key.text).collect();
            assert_eq!(found, expected, "{stipulation:?} {turns} in {}", rules.write_position(start));
            usize::from(!found.is_empty())
        },
    )
}

/// Compares random positions with few moves.
fn compare_random<R: Evaluate + Specimens>(rules: &R, turns: u16, repetition: u32) -> [usize; 4] {
    let mut random = Random::new(11);
    let positions = std::iter::repeat_with(|| rules.scatter(&mut random)).take(400).flatten();
    let most = if turns > 1 { 8 } else { 40 };
    let open = positions.filter(|start| rules.outcome(start).is_none() && rules.count_moves(start) <= most);
    open.fold([0; 4], |counts, start| sum(counts, compare(rules, &start, turns, repetition)))
}

fn sum(a: [usize; 4], b: [usize; 4]) -> [usize; 4] {
    std::array::from_fn(|index| a[index] + b[index])
}

#[test]
fn keys_agree_with_plain_minimax() {
    let rules = Chess::default();
    let found = [
        compare(&rules, &rules.read_position(PAULY).unwrap(), 2, 3),
        compare_random(&rules, 1, 3),
        compare_random(&rules, 2, 3),
        compare_random(&Struggle::default(), 1, 2),
        compare_random(&Struggle::default(), 2, 2),
        compare_random(&Struggle::default(), 2, 3),
        compare_random(&Symmetron, 2, 3),
        compare_random(&Toddler::default(), 1, 2),
    ];
    let counts = found.into_iter().fold([0; 4], sum);
    assert!(counts[2] > 0 && [0, 1, 3].iter().all(|&index| counts[index] > 50), "{counts:?}");
}
