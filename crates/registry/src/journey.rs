//! Tracks the pieces of a position through the effects of a move.

use std::collections::BTreeMap;

use entourage_kernel::{Board, Effect, Side, Square};

/// The pieces that can be captured or made to change sides, by their original squares.
pub(crate) type Victims = BTreeMap<Square, Captors>;

/// The pieces that can capture a piece or make it change sides.
#[derive(Clone, Default)]
pub(crate) struct Captors {
    pub(crate) by: Vec<Square>,
    /// Whether one of them can remove the piece from the board rather than make it change sides.
    pub(crate) remove: bool,
}

/// Tracks pieces through effects; a piece is identified by its original square.
#[derive(Clone)]
pub(crate) struct Journey {
    /// For each square, the original square of the piece on it; `None` if the square is empty or the piece has entered the board.
    origins: Vec<Option<Square>>,
}

impl Journey {
    pub(crate) fn new(board: &impl Board, squares: usize) -> Self {
        let mut origins = vec![None; squares];
        board.occupied().into_iter().for_each(|square| origins[square.index()] = Some(square));
        Self { origins }
    }

    pub(crate) fn follow(&mut self, effect: Effect) {
        match effect {
            Effect::Move { from, to } => {
                let piece = self.origins[from.index()].take();
                self.origins[to.index()] = piece;
            }
            Effect::Swap { a, b } => self.origins.swap(a.index(), b.index()),
            Effect::Remove { square, .. } | Effect::Place { square, .. } => self.origins[square.index()] = None,
            Effect::Transform { .. } | Effect::Pass => {}
        }
    }

    /// Applies the effects of a side's move; adds `captor` to the captors of each captured piece (by original square).
    pub(crate) fn follow_captures(
        &mut self,
        side: Side,
        effects: &[Effect],
        captor: Option<Square>,
        found: &mut Victims,
    ) {
        for &effect in effects {
            if let Some(victim) = taken(side, effect).and_then(|square| self.origin(square)) {
                let captors = found.entry(victim).or_default();
                captors.by.extend(captor.filter(|captor| !captors.by.contains(captor)));
                captors.remove |= matches!(effect, Effect::Remove { .. });
            }
            self.follow(effect);
        }
    }

    /// Returns the original square of the piece on `now`; `None` if `now` is empty or the piece has just entered.
    pub(crate) fn origin(&self, now: Square) -> Option<Square> {
        self.origins[now.index()]
    }

    /// Returns the current square of the piece from `origin`; `None` if the piece has left the board.
    pub(crate) fn end(&self, origin: Square) -> Option<Square> {
        self.origins.iter().position(|&piece| piece == Some(origin)).map(Square::new)
    }
}

pub(crate) fn taken(side: Side, effect: Effect) -> Option<Square> {
    match effect {
        Effect::Remove { square, piece } if piece.side() != side => Some(square),
        Effect::Transform { square, from, to } if from.side() != side && to.side() == side => Some(square),
        _ => None,
    }
}
