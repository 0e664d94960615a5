//! Checks whether a position's memory is possible, by looking for a previous move that could have produced it.

use std::ops::ControlFlow;

use entourage_kernel::{Square, SquareSet};

use super::Scene;
use crate::execution::{Journey, happened};
use crate::model::{Condition, Deed, Effect, Event, Labels, Remembered};

impl Scene<'_> {
    pub(crate) fn could_remember(&self, memory: usize, square: Square) -> bool {
        self.model.events.iter().any(|event| {
            let kept = match &event.condition {
                Some(Condition::MayThen { label }) => self.may_make(*label),
                _ => true,
            };
            kept && (self.is_rearranged(event, memory) || self.could_have_left(event, memory, square))
        })
    }

    /// Returns whether other events can change the board after `event` sets `memory`, so the previous board is unknown.
    fn is_rearranged(&self, event: &Event, memory: usize) -> bool {
        let Effect::Remember { memory: kept, .. } = &event.effect else { return false };
        let labels = match &event.deed {
            Deed::Makes { labels, .. } => *labels,
            _ => Labels::MAX,
        };
        *kept == memory
            && self.model.events.iter().any(|other| {
                let changes = matches!(
                    other.effect,
                    Effect::Put { .. }
                        | Effect::Removed { .. }
                        | Effect::Captured(_)
                        | Effect::Turned(_)
                        | Effect::Driven(..)
                        | Effect::Transformed(..)
                );
                let may_follow = match &other.deed {
                    Deed::Makes { labels: others, .. } => labels & others != 0,
                    Deed::Moves | Deed::Arrives(_) | Deed::Leaves(_) => {
                        other.noun.kinds & event.noun.kinds != 0
                    }
                    Deed::Castles => !matches!(event.deed, Deed::Makes { .. }),
                    Deed::Captures(_) | Deed::IsCaptured { .. } => false,
                };
                changes && may_follow
            })
    }

    /// Returns whether an enemy move could have triggered `event` and stored `square` in `memory`, ignoring powers.
    fn could_have_left(&self, event: &Event, memory: usize, square: Square) -> bool {
        let Effect::Remember { memory: kept, what } = &event.effect else { return false };
        if *kept != memory {
            return false;
        }
        let mover = !self.side;
        let Deed::Makes { labels, .. } = &event.deed else {
            // The board before the move cannot be reconstructed, because the captured piece is unknown.
            return match what {
                Remembered::Arrived => self.side_at(square) == Some(mover),
                Remembered::Left | Remembered::Crossed => self.side_at(square) != Some(mover),
            };
        };
        let all = SquareSet::first_squares(self.model.board.len());
        self.of_side(mover).into_iter().any(|to| {
            let Some(piece) = self.pieces.piece_at(to) else { return false };
            (all - self.pieces.occupied()).into_iter().any(|from| {
                let mut pieces = self.pieces;
                pieces.take(to);
                pieces.put(from, piece);
                let mut before = self.memory;
                before.squares[memory] = None;
                let scene = Scene::new(self.model, pieces, mover, before);
                let found = scene.ways(
                    from,
                    |line| line.label.is_some_and(|label| labels >> label & 1 != 0),
                    |way| {
                        let fits = way.to == to
                            && way.taken.is_empty()
                            && way.route().remembered(*what) == Some(square)
                            && happened(&scene, event, &way.route(), piece);
                        if fits { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    },
                );
                found.is_break()
            })
        })
    }
}
