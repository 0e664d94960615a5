//! Implements [`Reading`] for the generator and plays actions through the shared `execution`; plain moves take a shortcut.

use entourage_kernel::{Kind, Piece, Side, Square, SquareSet};

use super::turn::Turn;
use super::view::View;
use super::way::{Deed, Way};
use crate::execution::{
    Context, Journey, Memory, Performance, Pieces, Position, Reading, Route, Table, lose_rights,
};
use crate::model::{Choice, Condition, Deed as Done, Drive, Model, Noted, Noun, TargetLimit};

impl Journey for &Way<'_> {
    #[inline]
    fn route(&self) -> Route<'_> {
        Way::route(self)
    }
}

impl Reading for View<'_> {
    type Other<'b>
        = View<'b>
    where
        Self: 'b;

    #[inline]
    fn model(&self) -> &Model {
        self.model
    }

    #[inline]
    fn pieces(&self) -> &Pieces {
        self.pieces
    }

    #[inline]
    fn memory(&self) -> &Memory {
        self.memory
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn other<'b>(&'b self, pieces: &'b Pieces, memory: &'b Memory) -> View<'b> {
        self.of(pieces, memory)
    }

    fn turned<'b>(&'b self, pieces: &'b Pieces, memory: &'b Memory) -> View<'b> {
        View::new(self.plan, self.model, pieces, !self.side, memory)
    }

    fn holds(&self, condition: &Condition, context: Context<'_>) -> bool {
        View::holds(self, condition, context)
    }

    fn meant(&self, noun: &Noun, context: Context<'_>, among: SquareSet) -> SquareSet {
        self.squares_of(noun, context, among)
    }

    fn meant_by(&self, limits: &[TargetLimit], from: Square, side: Side) -> SquareSet {
        View::meant_by(self, limits, from, side)
    }

    fn may_be_captured(&self, from: Square, victim: Square) -> bool {
        !self.is_spared(from, victim, None, false)
    }

    fn is_in_danger(&self) -> bool {
        View::is_in_danger(self)
    }

    fn may_make(&self, label: usize) -> bool {
        View::may_make(self, label)
    }

    fn can_act(&self, from: Square) -> bool {
        Turn::of(self).has_action_from(from)
    }

    #[inline]
    fn may_follow(&self, mover: Kind) -> bool {
        self.plan.events.intersects(mover)
    }

    fn may_remember_losses(&self) -> bool {
        self.plan.events.losses
    }

    fn may_score_captures(&self) -> bool {
        self.plan.scores_captures
    }

    fn may_count_checks(&self) -> bool {
        self.plan.counts_checks
    }

    fn may_end_at_once(&self) -> bool {
        self.plan.ends_at_once
    }

    #[inline]
    fn homes(&self) -> SquareSet {
        self.plan.homes
    }
}

impl View<'_> {
    pub(super) fn perform<T: Table>(&self, deed: Deed<'_>, table: T) -> Performance<T> {
        Performance::of(self, &deed, table)
    }

    pub(super) fn perform_way<T: Table>(&self, way: &Way<'_>, choice: Choice, table: T) -> Performance<T> {
        Performance::of_way(self, &way.route(), choice, table)
    }

    /// Returns whether the piece on `target` can be pushed or pulled by a piece on `from`.
    pub(super) fn can_be_driven(&self, from: Square, target: Square, drive: Drive) -> bool {
        let geometry = &self.plan.geometry;
        let heading = if drive.towards { [target, from] } else { [from, target] };
        let next =
            geometry.heading(heading[0], heading[1]).and_then(|direction| geometry.step(target, direction));
        next.is_some_and(|next| next != from && !self.pieces.occupied().contains(next))
    }

    /// Returns whether a move could trigger an event or end the game.
    #[inline]
    pub(super) fn may_anything_happen(
        &self,
        mover: Piece,
        label: Option<usize>,
        to: Square,
        takes: bool,
    ) -> bool {
        let is_scored = self.plan.counts_checks || self.plan.scores_captures && takes;
        if is_scored || self.plan.ends_at_once || self.plan.events.losses && takes {
            return true;
        }
        self.plan.events.intersects(mover.kind())
            && self.model.events.iter().any(|event| {
                event.noun.kinds >> mover.kind().index() & 1 != 0
                    && match &event.deed {
                        Done::Captures(_) => takes,
                        Done::Arrives(place) => Context::of_player(mover.side()).place(place).contains(to),
                        Done::Makes { labels, .. } => label.is_some_and(|label| labels >> label & 1 != 0),
                        Done::Leaves(_) | Done::Moves => true,
                        Done::IsCaptured { .. } | Done::Castles => false,
                    }
            })
    }

    /// Plays a plain move that triggers no events, and ends the turn.
    #[inline]
    pub(super) fn displace(
        &self,
        mover: Piece,
        [from, to]: [Square; 2],
        label: Option<usize>,
        takes: bool,
        next: &mut Position,
    ) {
        if takes {
            next.take(to);
        }
        next.shift(mover, from, to);
        let mut memory = *self.memory;
        (memory.passes, memory.chain, memory.squares) = (0, None, Default::default());
        lose_rights(self, &mut memory, SquareSet::of(from).with(to));
        let noted = Noted { moved: Some(mover.kind()), label, captured: takes, changed: false };
        memory.run(self.model, self.side, noted);
        next.set_turn(!self.side, memory);
    }
}
