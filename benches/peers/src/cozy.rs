use std::hint::black_box;
use std::mem::MaybeUninit;

use cozy_chess::{Board, Move};
use entourage_kernel::Random;

use crate::playout::LONGEST;

const MOST_MOVES: usize = 218;

struct List {
    moves: [MaybeUninit<Move>; MOST_MOVES],
    len: usize,
}

impl List {
    #[inline]
    fn of(board: &Board) -> Self {
        let mut list = Self { moves: [const { MaybeUninit::uninit() }; MOST_MOVES], len: 0 };
        board.generate_moves(|moves| {
            for mv in moves {
                list.moves[list.len].write(mv);
                list.len += 1;
            }
            false
        });
        list
    }
}

/// Runs perft to a depth of at least 1, writing leaf moves into an array on the stack; returns the number of leaves.
pub fn listed(board: &Board, depth: u32) -> u64 {
    walk(board, depth, &mut |board| black_box(List::of(board)).len as u64)
}

/// Runs perft to a depth of at least 1, only counting leaf moves; returns the number of leaves.
pub fn counted(board: &Board, depth: u32) -> u64 {
    walk(board, depth, &mut |board| {
        let mut leaves = 0;
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
        leaves
    })
}

fn walk(board: &Board, depth: u32, leaf: &mut impl FnMut(&Board) -> u64) -> u64 {
    if depth == 1 {
        return leaf(board);
    }
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            leaves += walk(&next, depth - 1, leaf);
        }
        false
    });
    leaves
}

pub fn playout(random: &mut Random) -> u64 {
    let mut board = Board::default();
    let mut moves: Vec<Move> = Vec::with_capacity(MOST_MOVES);
    for ply in 0..LONGEST {
        moves.clear();
        board.generate_moves(|set| {
            moves.extend(set);
            false
        });
        let Some(&mv) = random.pick(&moves) else { return ply as u64 };
        board.play_unchecked(mv);
    }
    LONGEST as u64
}
