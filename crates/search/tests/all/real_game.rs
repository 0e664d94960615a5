//! Tests that the search finds the same scores as plain minimax in a real game, with its powers, endings and evaluation.

use entourage_kernel::{Adjudication, History, Random, Rules, Specimens, perft};

use entourage_toddler::{Edition, Position, Toddler};

use crate::minimax::compare;

const ADJUDICATED: Adjudication = Adjudication { repetition: Some(3), quiet_limit: Some(100) };

/// Returns a position with randomly placed pieces, or one from random play.
fn any_position(rules: Toddler, random: &mut Random) -> Option<Position> {
    if !random.one_in(4) {
        return rules.scatter(random);
    }
    let mut position = rules.start();
    for _ in 0..random.below(200) {
        let moves = rules.list_moves(&position);
        position = rules.play_unchecked(&position, *random.pick(&moves)?);
    }
    Some(position)
}

/// Places a few pieces randomly, most of them close together and of kinds with few moves.
fn small_position(rules: Toddler, random: &mut Random) -> Option<Position> {
    const OTHERS: [char; 20] =
        ['S', 'S', 'C', 'C', 'N', 'P', 'W', 'G', 'E', 'I', 's', 's', 'c', 'c', 'n', 'a', 'w', 'g', 'e', 'i'];
    let mut squares = ['-'; 121];
    let corner = (random.below(6), random.below(6));
    let others = (0..2 + random.below(5)).filter_map(|_| random.pick(&OTHERS).copied()).collect::<Vec<_>>();
    for piece in ['T', 't'].into_iter().chain(others) {
        let (file, row) = if random.one_in(4) {
            (random.below(11), random.below(11))
        } else {
            (corner.0 + random.below(6), corner.1 + random.below(6))
        };
        squares[11 * row + file] = piece;
    }
    let rows: Vec<String> = squares.chunks(11).map(written).collect();
    let side = *random.pick(&["w", "b"])?;
    rules.read_position(&format!("{} {side} {}", rows.join("/"), random.pick(&["-", "-", "p"])?)).ok()
}

fn written(row: &[char]) -> String {
    let run = |run: &[char]| match run[0] {
        '-' => run.len().to_string(),
        _ => run.iter().collect(),
    };
    row.chunk_by(|a, b| (*a == '-') == (*b == '-')).map(run).collect()
}

/// Compares search and minimax at depths up to `depth`, on positions small enough for minimax to finish within a budget.
fn compare_many(
    source: fn(Toddler, &mut Random) -> Option<Position>,
    positions: usize,
    depth: u32,
    budget: u64,
) {
    let mut random = Random::new(depth.into());
    let mut compared = 0;
    while compared < positions {
        let rules = Toddler::new([Edition::Rulebook, Edition::Summary][random.below(2)]);
        let Some(start) = source(rules, &mut random) else { continue };
        // Skip positions with many moves, which minimax cannot search to this depth.
        if perft(&rules, &start, 1).saturating_pow(depth) > budget.saturating_mul(4) {
            continue;
        }
        let adjudication = if random.one_in(2) { ADJUDICATED } else { Adjudication::NONE };
        let mut history = History::new(rules, adjudication, start);
        for _ in 0..random.below(10) {
            let Some(&intent) = random.pick(&history.legal_moves()) else { break };
            if history.play(intent).is_err() {
                break;
            }
        }
        if history.status().outcome().is_none() {
            compared += usize::from(compare(&history, depth, [0, 100][compared % 2], budget));
        }
    }
}

#[test]
fn equals_minimax_at_depth_1() {
    compare_many(any_position, 300, 1, 2_000);
}

#[test]
fn equals_minimax_at_depth_2() {
    compare_many(any_position, 100, 2, 4_000);
}

#[test]
#[ignore = "nightly: takes long"]
fn equals_minimax_at_depth_3() {
    compare_many(small_position, 1_000, 3, 4_000);
}

#[test]
#[ignore = "nightly: takes long"]
fn equals_minimax_at_depth_3_in_crowds() {
    compare_many(any_position, 1_000, 3, 1_000_000);
}
