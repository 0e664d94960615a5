use std::hint::black_box;

use entourage_kernel::{Board, Evaluate, Intent, MoveList, Presentation};

use crate::games::MOST_MOVES;
use crate::positions::positions;

/// Sample positions of a game with their legal moves, on which the benchmarks count instructions.
pub struct Sample<R: Evaluate + Presentation> {
    rules: R,
    positions: Vec<(R::Position, Vec<Intent>)>,
}

impl<R: Evaluate + Presentation> Sample<R> {
    pub fn new(game: &str) -> Self
    where
        R: Default,
    {
        let rules = R::default();
        let middle = positions(game).map(|text| rules.read_position(text).expect("all positions are valid"));
        let with_moves = |position| {
            let moves = rules.list_moves(&position);
            (position, moves)
        };
        let positions = std::iter::once(rules.start()).chain(middle).map(with_moves).collect();
        Self { rules, positions }
    }

    pub fn generate(&self) {
        let mut moves = MoveList::<MOST_MOVES>::new();
        for (position, _) in &self.positions {
            moves.clear();
            self.rules.generate(black_box(position), &mut moves);
            black_box(&moves);
        }
    }

    pub fn count(&self) {
        for (position, _) in &self.positions {
            black_box(self.rules.count_moves(black_box(position)));
        }
    }

    pub fn make(&self) {
        for (position, moves) in &self.positions {
            let mut next = position.clone();
            for &intent in moves {
                self.rules.play_into(black_box(position), intent, &mut next);
                black_box(&next);
            }
        }
    }

    /// Computes the active powers of every position.
    pub fn powers(&self) {
        for (position, _) in &self.positions {
            black_box(self.rules.relations(black_box(position)));
            for square in position.occupied() {
                black_box(self.rules.marks(position, square));
            }
        }
    }

    pub fn evaluate(&self) {
        for (position, _) in &self.positions {
            black_box(self.rules.evaluate(black_box(position)));
        }
    }
}
