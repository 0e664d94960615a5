//! Implements [`Reading`] for the reference implementation, and carries out actions through the shared `execution`.

use entourage_kernel::{Side, Square, SquareSet};

use super::{Context, Deed, Memory, Pieces, Scene, Way};
use crate::execution::{Journey, Reading, Route};
use crate::model::{Choice, Condition, Model, Noun, TargetLimit};

pub(crate) type Performance = crate::execution::Performance<Pieces>;

/// Lists the squares on which the player can put a piece; a single `None` if the move puts no piece on the board.
pub(super) fn put_choices(done: &Performance) -> Vec<Option<Square>> {
    if done.asked.is_empty() { vec![None] } else { done.asked.into_iter().map(Some).collect() }
}

impl Journey for Way {
    fn route(&self) -> Route<'_> {
        Route {
            from: self.from,
            to: self.to,
            label: self.label,
            stops: &self.stops,
            taken: &self.taken,
            taken_set: self.taken.iter().copied().collect(),
            stays: self.stays,
            over: &self.over,
            crossed: self.crossed.first().copied(),
            direction: self.direction,
            displaced: self.displaced,
            is_castling: false,
        }
    }
}

impl<'m> Scene<'m> {
    pub(crate) fn perform(&self, deed: &Deed) -> Performance {
        Performance::of(self, deed, self.pieces)
    }

    pub(crate) fn perform_way(&self, way: &Way, choice: Choice) -> Performance {
        Performance::of_way(self, &way.route(), choice, self.pieces)
    }

    pub(crate) fn after(&self, done: &Performance) -> Scene<'m> {
        let (side, memory) = done.passed_on(self);
        Scene::new(self.model, done.table, side, memory)
    }
}

impl<'m> Reading for Scene<'m> {
    type Other<'b>
        = Scene<'m>
    where
        Self: 'b;

    fn model(&self) -> &Model {
        self.model
    }

    fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn side(&self) -> Side {
        self.side
    }

    fn other<'b>(&'b self, pieces: &'b Pieces, memory: &'b Memory) -> Self::Other<'b> {
        Scene::new(self.model, *pieces, self.side, *memory)
    }

    fn turned<'b>(&'b self, pieces: &'b Pieces, memory: &'b Memory) -> Self::Other<'b> {
        Scene::new(self.model, *pieces, !self.side, *memory)
    }

    fn holds(&self, condition: &Condition, context: Context<'_>) -> bool {
        Scene::holds(self, condition, context)
    }

    fn meant(&self, noun: &Noun, context: Context<'_>, among: SquareSet) -> SquareSet {
        self.squares_of(noun, context) & among
    }

    fn meant_by(&self, limits: &[TargetLimit], from: Square, side: Side) -> SquareSet {
        Scene::meant_by(self, limits, from, side)
    }

    fn may_be_captured(&self, from: Square, victim: Square) -> bool {
        Scene::may_be_captured(self, from, victim)
    }

    fn is_in_danger(&self) -> bool {
        Scene::is_in_danger(self)
    }

    fn may_make(&self, label: usize) -> bool {
        Scene::may_make(self, label)
    }

    fn can_act(&self, from: Square) -> bool {
        !self.actions_from(from).is_empty()
    }
}
