//! Checks duties: conditions that powers require to hold after a move.
//!
//! Duties that depend on places and attacks also limit which pieces a piece threatens. Duties that depend on threats or on the
//! existence of moves only limit moves.

use entourage_kernel::{Kind, Side, Square};

use super::performance::{Performance, put_choices};
use super::{Context, Deed, Objection, Scene, Way};
use crate::execution::{Journey, Reading, happened};
use crate::model::{Choice, Effect, Event};

impl<'m> Scene<'m> {
    pub(super) fn keeps_duties(&self, way: &Way) -> bool {
        self.broken_duty(way).is_none()
    }

    /// Returns a duty that a move violates whatever promotion the player chooses, ignoring duties that depend on threats.
    pub(super) fn broken_duty(&self, way: &Way) -> Option<usize> {
        if !self.model.clauses.iter().any(|clause| clause.duty().is_some() && !clause.asks_threats) {
            return None;
        }
        let broken = |choice: Choice| {
            let done = self.perform_way(way, choice);
            self.broken(&done, way.to, way.label, false)
        };
        let each: Vec<Option<usize>> = self.options(way).into_iter().map(broken).collect();
        each.iter().all(Option::is_some).then(|| each.first().copied().flatten()).flatten()
    }

    pub(super) fn options(&self, way: &Way) -> Vec<Choice> {
        let becoming = match self.choices(way) {
            None => vec![None],
            Some(kinds) => kinds.into_iter().map(Some).collect(),
        };
        let options = becoming.into_iter().map(|becomes| Choice { becomes, put: None });
        if self
            .kind_at(way.from)
            .is_none_or(|kind| self.model.kinds_that_choose_squares() >> kind.index() & 1 == 0)
        {
            return options.collect();
        }
        let with_put = |choice| {
            put_choices(&self.perform_way(way, choice)).into_iter().map(move |put| Choice { put, ..choice })
        };
        options.flat_map(with_put).collect()
    }

    pub(crate) fn forgotten(&self, deed: &Deed, done: &Performance) -> Option<Objection> {
        let (at, label) = deed.arrival(self.model, &self.pieces)?;
        let index = self.broken(done, at, label, true)?;
        Some(Objection { power: self.model.clauses[index].power, givers: Vec::new(), piece: at })
    }

    /// Returns a duty that the piece on `at` violates after a move; `None` if it violates none or is no longer there.
    fn broken(&self, done: &Performance, at: Square, label: Option<usize>, all: bool) -> Option<usize> {
        let after = Scene::new(self.model, done.table, self.side, done.memory);
        let piece = after.pieces.piece_at(at)?;
        let context = Context::of_piece(at, piece.side());
        self.in_force(!all).find_map(|(index, clause)| {
            let (of, duty) = clause.duty()?;
            let binds = clause.givers >> piece.kind().index() & 1 != 0
                && clause.card.is_none_or(|card| after.bears(at, card))
                && (!clause.main_action || self.in_main_action(piece.side()))
                && (of.is_none() || of == label)
                && !(self.is_asked && duty.asks_moves())
                && clause.while_giver.as_ref().is_none_or(|condition| after.holds(condition, context))
                && clause.condition.as_ref().is_none_or(|condition| {
                    after.holds(condition, Context { receiver: Some((at, piece.side())), ..context })
                });
            (binds && !after.holds(duty, context)).then_some(index)
        })
    }

    /// Returns the kinds that the mover can choose to become; `None` if a move offers no choice.
    fn choices(&self, way: &Way) -> Option<Vec<Kind>> {
        let mover = self.pieces.piece_at(way.from)?;
        let side = mover.side();
        self.model.events.iter().find_map(|event| match &event.effect {
            Effect::Becomes { kinds, most, .. }
                if kinds.len() > 1
                    && happened(self, event, &way.route(), mover)
                    && self.lets_become(event, way, side) =>
            {
                let has = |kind: Kind| self.pieces.of(side, kind).len() as u32;
                let is_left =
                    |kind: &Kind| most.iter().all(|(bounded, most)| bounded != kind || has(*kind) < *most);
                Some(kinds.iter().copied().filter(is_left).collect())
            }
            _ => None,
        })
    }

    /// Returns whether an event's condition holds directly after the mover reaches its destination.
    fn lets_become(&self, event: &Event, way: &Way, side: Side) -> bool {
        event.condition.as_ref().is_none_or(|condition| {
            let route = way.route();
            let arrived = Performance::arrival(self, &route, self.pieces);
            let arrived = Scene::new(self.model, arrived.table, self.side, self.memory);
            arrived.holds(condition, Context::of_move(way.to, side, &route))
        })
    }
}
