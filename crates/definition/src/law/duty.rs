//! Duties: what must hold on the board that a move leaves.
//!
//! Those that ask what stands where and who attacks decide which ways a piece has, and so whom it threatens. Those that ask who threatens,
//! or whether there is a move, are asked of moves alone.

use entourage_kernel::{Kind, Side, Square};

use super::performance::{Performance, asked};
use super::{Context, Deed, Objection, Scene, Way};
use crate::execution::{Journey, Reading, happened};
use crate::model::{Choice, Effect, Event};

impl<'m> Scene<'m> {
    pub(super) fn keeps_duties(&self, way: &Way) -> bool {
        self.broken_duty(way).is_none()
    }

    /// Finds a duty that a way breaks, those that ask who threatens ignored.
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
        if self.kind_at(way.from).is_none_or(|kind| self.model.askers() >> kind.index() & 1 == 0) {
            return options.collect();
        }
        let with_put =
            |choice| asked(&self.perform_way(way, choice)).into_iter().map(move |put| Choice { put, ..choice });
        options.flat_map(with_put).collect()
    }

    pub(crate) fn forgotten(&self, deed: &Deed, done: &Performance) -> Option<Objection> {
        let (at, label) = deed.arrival(self.model, &self.pieces)?;
        let index = self.broken(done, at, label, true)?;
        Some(Objection { power: self.model.clauses[index].power, givers: Vec::new(), piece: at })
    }

    /// Finds a duty of the piece that has come to stand on a square; a piece that is gone has none.
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

    /// Returns the kinds of which a piece that goes a way becomes one, as its player chooses; where none is left, it cannot go that way.
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

    /// Returns whether what an event asks holds on the board on which the mover has arrived, before anything else happens.
    fn lets_become(&self, event: &Event, way: &Way, side: Side) -> bool {
        event.condition.as_ref().is_none_or(|condition| {
            let route = way.route();
            let arrived = Performance::arrival(self, &route, self.pieces);
            let arrived = Scene::new(self.model, arrived.table, self.side, self.memory);
            arrived.holds(condition, Context::of_move(way.to, side, &route))
        })
    }
}
