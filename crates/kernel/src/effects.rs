use std::ops::Deref;

use arrayvec::ArrayVec;

use crate::{Board, Effect, Misfit, Piece, Square, limits};

/// The effects of a move, in order. Effects beyond [`MAX`](Self::MAX) are dropped, and [`check`](Self::check) then fails.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Effects {
    list: ArrayVec<Effect, { Effects::MAX }>,
    overflows: bool,
}

impl Effects {
    /// Maximum number of effects of a move.
    pub const MAX: usize = limits::MAX_EFFECTS;

    /// Creates an empty list.
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends an effect, or drops it if the list is full.
    #[inline]
    pub fn push(&mut self, effect: Effect) {
        self.overflows |= self.list.try_push(effect).is_err();
    }

    /// Checks that the effects can be applied to a board with `squares` squares and `kinds` kinds of piece. Fails on too many
    /// effects, or on the first effect that cannot be applied.
    pub fn check(&self, board: &impl Board, squares: usize, kinds: usize) -> Result<(), Misfit> {
        if self.overflows {
            return Err(Misfit::Effects);
        }
        // The squares changed by the effects checked so far, in order, each with its new contents.
        let mut changed: Vec<(Square, Option<Piece>)> = Vec::with_capacity(2 * self.len());
        for (index, &effect) in self.iter().enumerate() {
            if effect.squares().any(|square| square.index() >= squares) {
                return Err(Misfit::Effect { index });
            }
            let there = |square: Square| {
                let last = changed.iter().rev().find(|(other, _)| *other == square);
                last.map_or_else(|| board.piece_at(square), |(_, piece)| *piece)
            };
            let is_kind = |piece: Piece| piece.kind().index() < kinds;
            let after = match effect {
                Effect::Move { from, to } => {
                    let piece = there(from).filter(|_| from == to || there(to).is_none());
                    piece.map(|piece| [(from, None), (to, Some(piece))])
                }
                Effect::Remove { square, piece } => {
                    (there(square) == Some(piece)).then_some([(square, None); 2])
                }
                Effect::Place { square, piece } => {
                    (is_kind(piece) && there(square).is_none()).then_some([(square, Some(piece)); 2])
                }
                Effect::Transform { square, from, to } => {
                    (is_kind(to) && there(square) == Some(from)).then_some([(square, Some(to)); 2])
                }
                Effect::Swap { a, b } => match (there(a), there(b)) {
                    (Some(one), Some(other)) => Some([(a, Some(other)), (b, Some(one))]),
                    _ => None,
                },
                Effect::Pass => continue,
            };
            changed.extend(after.ok_or(Misfit::Effect { index })?);
        }
        Ok(())
    }
}

impl Deref for Effects {
    type Target = [Effect];

    #[inline]
    fn deref(&self) -> &[Effect] {
        &self.list
    }
}

impl Extend<Effect> for Effects {
    #[inline]
    fn extend<I: IntoIterator<Item = Effect>>(&mut self, effects: I) {
        effects.into_iter().for_each(|effect| self.push(effect));
    }
}

impl FromIterator<Effect> for Effects {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Effect>>(effects: I) -> Self {
        let mut list = Self::new();
        list.extend(effects);
        list
    }
}

impl IntoIterator for Effects {
    type Item = Effect;
    type IntoIter = arrayvec::IntoIter<Effect, { Effects::MAX }>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Effects {
    type Item = &'a Effect;
    type IntoIter = std::slice::Iter<'a, Effect>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}
