//! Determines which moves powers allow, and which powers forbid other moves.

use entourage_kernel::{Side, Square, SquareSet};

use super::{Context, Scene, Way};
use crate::execution::Reading;
use crate::model::{Change, Clause, Subject};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Objection {
    pub(crate) power: usize,
    pub(crate) givers: Vec<Square>,
    pub(crate) piece: Square,
}

impl Scene<'_> {
    pub(super) fn in_force(&self, bare: bool) -> impl Iterator<Item = (usize, &Clause)> {
        let clauses = self.model.clauses.iter().enumerate();
        clauses.filter(move |(_, clause)| !(bare && clause.asks_threats))
    }

    fn holding_clause(&self, from: Square, label: Option<usize>, bare: bool) -> Option<usize> {
        self.in_force(bare).find_map(|(index, clause)| {
            let forbids = match &clause.change {
                Change::CannotMove => true,
                Change::CannotMake(forbidden) => label == Some(*forbidden),
                _ => false,
            };
            (forbids && self.receivers(index).contains(from)).then_some(index)
        })
    }

    fn sparing_clause(&self, from: Square, victim: Square, label: Option<usize>, bare: bool) -> Option<usize> {
        self.in_force(bare)
            .find(|(index, clause)| self.spares(*index, clause, from, victim, label, bare))
            .map(|(index, _)| index)
    }

    fn spares(
        &self,
        index: usize,
        clause: &Clause,
        from: Square,
        victim: Square,
        label: Option<usize>,
        bare: bool,
    ) -> bool {
        match &clause.change {
            Change::CannotCapture(None) => self.receivers(index).contains(from),
            Change::CannotCapture(Some(noun)) => {
                self.receivers(index).contains(from)
                    && self.givers(clause).any(|(giver, context)| {
                        self.reach(clause, giver, context).contains(from)
                            && self.squares_of(noun, context).contains(victim)
                    })
            }
            Change::CannotBeCaptured(labels) => {
                let by_this = labels.is_none_or(|labels| label.is_some_and(|label| labels >> label & 1 != 0));
                by_this && self.receivers(index).contains(victim)
            }
            Change::CapturedOnlyWhile(condition) => {
                self.receivers(index).contains(victim)
                    && self.givers(clause).any(|(giver, context)| {
                        let receiver = self.side_at(victim).map(|side| (victim, side));
                        // If the condition depends on threats, it is about threats to the piece that would be captured.
                        let bare = bare || clause.asks_threats;
                        let context = Context { receiver, it: Some(victim), bare, ..context };
                        self.reach(clause, giver, context).contains(victim) && !self.holds(condition, context)
                    })
            }
            _ => false,
        }
    }

    /// Returns `way` minus the captures that powers prevent; `None` if a power forbids the move.
    pub(crate) fn allowed(&self, way: &Way, bare: bool) -> Option<Way> {
        if self.holding_clause(way.from, way.label, bare).is_some() {
            return None;
        }
        let spared = |square: &Square| self.sparing_clause(way.from, *square, way.label, bare).is_some();
        let mut way = way.clone();
        if way.captures {
            if way.taken.iter().any(spared) {
                return None;
            }
        } else {
            way.taken.retain(|square| !spared(square));
            let stays = |square: &Square| self.staying(way.label, *square).is_some();
            let stays: SquareSet = way.taken.iter().copied().filter(stays).collect();
            way.taken.retain(|square| !stays.contains(*square));
            way.stays = stays;
        }
        self.keeps_duties(&way).then_some(way)
    }

    pub(crate) fn may_be_captured(&self, from: Square, victim: Square) -> bool {
        self.sparing_clause(from, victim, None, false).is_none()
    }

    /// Lists each power that forbids a move, without duplicates.
    ///
    /// If other powers already protect a piece from capture, omits powers that depend on threats to that piece.
    pub(crate) fn objections(&self, way: &Way) -> Vec<Objection> {
        let mut found: Vec<Objection> = Vec::new();
        let mut add = |index: usize, receiver: Square| {
            let objection = self.objection(index, receiver);
            if !found.contains(&objection) {
                found.push(objection);
            }
        };
        for (index, clause) in self.in_force(false) {
            let holds = match &clause.change {
                Change::CannotMove => true,
                Change::CannotMake(label) => way.label == Some(*label),
                _ => false,
            };
            if holds && self.receivers(index).contains(way.from) {
                add(index, way.from);
            }
            for &victim in way.taken.iter().filter(|_| way.captures) {
                if clause.asks_threats && self.is_safe_from_all(victim) {
                    continue;
                }
                if self.spares(index, clause, way.from, victim, way.label, false) {
                    let is_captor = matches!(clause.change, Change::CannotCapture(_));
                    add(index, if is_captor { way.from } else { victim });
                }
            }
        }
        if let Some(index) = self.broken_duty(way) {
            found.push(Objection { power: self.model.clauses[index].power, givers: Vec::new(), piece: way.to });
        }
        found
    }

    pub(crate) fn movement_bans(&self, from: Square) -> Vec<Objection> {
        self.changes_of(from, |clause| matches!(clause.change, Change::CannotMove))
    }

    fn is_safe_from_all(&self, victim: Square) -> bool {
        self.in_force(true).any(|(index, clause)| match (&clause.change, &clause.subject) {
            (Change::CannotBeCaptured(None), _) => self.receivers(index).contains(victim),
            (Change::CannotCapture(None), Subject::Everybody) => self.givers(clause).next().is_some(),
            _ => false,
        })
    }

    /// Lists the powers and cards that protect a piece from capture by a move.
    pub(crate) fn sparings(&self, way: &Way, victim: Square) -> Vec<Objection> {
        let mut found: Vec<Objection> =
            self.objections(&Way { taken: vec![victim], captures: true, ..way.clone() });
        if found.is_empty()
            && let (Some(card), Some(cards)) = (self.staying(way.label, victim), &self.model.cards)
        {
            found.push(Objection { power: cards.list[card].power, givers: vec![victim], piece: victim });
        }
        found
    }

    pub(crate) fn walk_changes(&self, from: Square) -> Vec<Objection> {
        self.changes_of(from, Clause::changes_walks)
    }

    /// Lists the clauses of one kind that affect a piece.
    fn changes_of(&self, piece: Square, is_meant: fn(&Clause) -> bool) -> Vec<Objection> {
        let meant = self.in_force(false).filter(|(_, clause)| is_meant(clause));
        let acting = meant.filter(|(index, _)| self.receivers(*index).contains(piece));
        acting.map(|(index, _)| self.objection(index, piece)).collect()
    }

    fn objection(&self, index: usize, piece: Square) -> Objection {
        Objection { power: self.model.clauses[index].power, givers: self.givers_for(index, piece), piece }
    }

    pub(crate) fn mutations(&self, at: Square) -> Vec<(usize, entourage_kernel::Kind)> {
        let mut found = Vec::new();
        for (index, clause) in self.in_force(false) {
            if let Change::MayBecome(kind) = clause.change
                && self.receivers(index).contains(at)
                && !found.contains(&(clause.power, kind))
            {
                found.push((clause.power, kind));
            }
        }
        found
    }

    pub(crate) fn of_side(&self, side: Side) -> SquareSet {
        let all = self.pieces.side(side);
        if self.model.blocks == 0 {
            return all;
        }
        all.into_iter().filter(|square| self.side_at(*square).is_some()).collect()
    }
}
