use std::hint::black_box;

use entourage_kernel::Random;
use shakmaty::{Chess, Position};

use crate::playout::LONGEST;

/// Runs perft to a depth of at least 1, writing leaf moves into a list on the stack; returns the number of leaves.
pub fn listed(position: &Chess, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return black_box(moves).len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            listed(&next, depth - 1)
        })
        .sum()
}

pub fn playout(random: &mut Random) -> u64 {
    let mut position = Chess::default();
    for ply in 0..LONGEST {
        let moves = position.legal_moves();
        let Some(&mv) = random.pick(&moves) else { return ply as u64 };
        position.play_unchecked(mv);
    }
    LONGEST as u64
}
