//! Computes move previews: powers that begin and end, pieces that become safe or exposed, checks and other alerts given and parried.

use std::collections::HashSet;

use entourage_kernel::{
    Aura, Board, Effect, Effects, Influence, Intent, Outcome, Presentation, Relation, RelationKind, Rules,
    Side, Square, words,
};

use crate::journey::{Captors, Journey, Victims, taken};

words! {
    #[derive(PartialOrd, Ord)]
    pub enum Sign: code {
        Gain = "gain",
        Cost = "cost",
        Both = "both",
    }
}

impl Sign {
    const fn of(helps: bool) -> Self {
        if helps { Self::Gain } else { Self::Cost }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Sort<'r> {
    End(Outcome),
    Alert {
        code: &'r str,
        given: bool,
    },
    Power {
        kind: &'r RelationKind,
        begins: bool,
    },
    Safe,
    /// The mover's pieces can be captured after the move; `captor` is set if only one piece can capture them.
    Exposed {
        captor: Option<Square>,
    },
    Reach {
        begins: bool,
        /// Whether the pieces would change sides rather than be captured.
        turns: bool,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Change<'r> {
    pub(crate) sign: Sign,
    pub(crate) sort: Sort<'r>,
    pub(crate) squares: Vec<Square>,
}

/// A piece whose safety changes: its square after the move, and its captors (its former captors if it is now safe).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Exposure {
    pub(crate) square: Square,
    pub(crate) captors: Vec<Square>,
    /// Whether the captors only make the piece change sides.
    pub(crate) is_turned: bool,
}

pub(crate) struct Weighing<'r> {
    /// Changes, most important first.
    pub(crate) changes: Vec<Change<'r>>,
    pub(crate) comes: Vec<Relation>,
    pub(crate) goes: Vec<Relation>,
    pub(crate) stays: Vec<Relation>,
    pub(crate) exposed: Vec<Exposure>,
    pub(crate) safe: Vec<Exposure>,
}

struct Scales<'r, R: Rules> {
    rules: &'r R,
    before: &'r R::Position,
    after: &'r R::Position,
    mover: Side,
    journey: Journey,
}

/// Previews a legal move, given the position after it and the outcome if it ends the game.
pub(crate) fn weigh<'r, R: Presentation>(
    rules: &'r R,
    before: &'r R::Position,
    intent: Intent,
    after: &'r R::Position,
    end: Option<Outcome>,
) -> Weighing<'r> {
    let mut journey = Journey::new(before, rules.topology().squares.len());
    rules.effects(before, intent).into_iter().for_each(|effect| journey.follow(effect));
    let scales = Scales { rules, before, after, mover: before.side_to_move(), journey };
    let (held, holds) = (rules.relations(before), rules.relations(after));
    let mut changes: Vec<Change<'r>> = Vec::new();
    let over = end.is_some();
    if let Some(outcome) = end {
        let sign = outcome.winner.map_or(Sign::Both, |winner| Sign::of(winner == scales.mover));
        changes.push(Change { sign, sort: Sort::End(outcome), squares: Vec::new() });
    }
    let mut powers = scales.powers(&held, &holds);
    if !over {
        scales.add_alerts(&mut powers);
    }
    let alarmed: HashSet<Square> = powers
        .iter()
        .filter(|change| is_alarm(&change.sort))
        .flat_map(|change| change.squares.iter().copied())
        .collect();
    changes.append(&mut powers);
    let (comes, goes, stays) = scales.relations(held, holds);
    let (mut exposed, mut safe) = (Vec::new(), Vec::new());
    if !over {
        let own = scales.captures_of(!scales.mover);
        (exposed, safe) = own.map(|[was, is]| scales.compare(scales.mover, &was, &is)).unwrap_or_default();
        let theirs = scales.captures_of(scales.mover);
        let (near, far) = theirs.map(|[was, is]| scales.compare(!scales.mover, &was, &is)).unwrap_or_default();
        // Do not repeat pieces that a check or other alert already covers.
        let told = |found: &[Exposure]| -> Vec<Square> {
            found.iter().map(|one| one.square).filter(|square| !alarmed.contains(square)).collect()
        };
        let captor = only_captor(exposed.iter().filter(|one| !alarmed.contains(&one.square)));
        let of = |found: &[Exposure], turns: bool| -> Vec<Exposure> {
            found.iter().filter(|one| one.is_turned == turns).cloned().collect()
        };
        let reach = [(&near, true, false), (&near, true, true), (&far, false, false), (&far, false, true)];
        let reach = reach.map(|(found, begins, turns)| Change {
            sign: Sign::of(begins),
            sort: Sort::Reach { begins, turns },
            squares: told(&of(found, turns)),
        });
        let safety = [
            Change { sign: Sign::Gain, sort: Sort::Safe, squares: told(&safe) },
            Change { sign: Sign::Cost, sort: Sort::Exposed { captor }, squares: told(&exposed) },
        ];
        changes.extend(safety.into_iter().chain(reach).filter(|change| !change.squares.is_empty()));
    }
    Weighing { changes, comes, goes, stays, exposed, safe }
}

/// Returns whether a change reports a threat to a vital piece, whose safety is then not reported separately.
fn is_alarm(sort: &Sort<'_>) -> bool {
    match sort {
        Sort::Alert { .. } => true,
        Sort::Power { kind, .. } => matches!(kind.aura, Aura::Threat | Aura::Siege),
        _ => false,
    }
}

/// Returns the only piece that can capture the exposed pieces; `None` if several pieces can.
fn only_captor<'e>(exposed: impl Iterator<Item = &'e Exposure>) -> Option<Square> {
    let mut captors = exposed.flat_map(|one| one.captors.iter().copied());
    let first = captors.next()?;
    captors.all(|captor| captor == first).then_some(first)
}

pub(crate) fn moving<R: Rules>(rules: &R, position: &R::Position, side: Side) -> Option<R::Position> {
    if position.side_to_move() == side { Some(position.clone()) } else { rules.turned(position) }
}

/// Maps each piece that the side to move can capture to its captors; converting a piece counts as capturing it.
fn captures<R: Rules>(rules: &R, position: &R::Position) -> Victims {
    let side = position.side_to_move();
    let mut found = Victims::new();
    for intent in rules.list_moves(position) {
        let effects = rules.effects(position, intent);
        if effects.iter().any(|&effect| taken(side, effect).is_some()) {
            let captor = captor(position, intent, &effects);
            let mut journey = Journey::new(position, rules.topology().squares.len());
            journey.follow_captures(side, &effects, captor, &mut found);
        }
    }
    found
}

/// Returns the square of the capturing piece: the first piece that moves, or else the one on the first square of the move.
pub(crate) fn captor(board: &impl Board, intent: Intent, effects: &Effects) -> Option<Square> {
    let moved = effects.iter().find_map(|effect| match *effect {
        Effect::Move { from, .. } => Some(from),
        _ => None,
    });
    let own = |square: &Square| board.piece_at(*square).map(|piece| piece.side()) == Some(board.side_to_move());
    moved.or(intent.first()).filter(own)
}

impl<'r, R: Presentation> Scales<'r, R> {
    /// Updates a relation from before the move to its pieces' new squares; `None` if either piece has left the board.
    fn carried(&self, relation: &Relation) -> Option<Relation> {
        let (from, to) = (self.journey.end(relation.from)?, self.journey.end(relation.to)?);
        Some(Relation { kind: relation.kind.clone(), from, to })
    }

    fn relations(
        &self,
        held: Vec<Relation>,
        holds: Vec<Relation>,
    ) -> (Vec<Relation>, Vec<Relation>, Vec<Relation>) {
        let carried: HashSet<Relation> = held.iter().filter_map(|relation| self.carried(relation)).collect();
        let goes = held
            .into_iter()
            .filter(|relation| self.carried(relation).is_none_or(|carried| !holds.contains(&carried)));
        let goes = goes.collect();
        let (stays, comes) = holds.into_iter().partition(|relation| carried.contains(relation));
        (comes, goes, stays)
    }

    /// Lists the pieces that a power begins or ceases to affect, no matter which pieces exert the power.
    fn powers(&self, held: &[Relation], holds: &[Relation]) -> Vec<Change<'r>> {
        let mut changes: Vec<Change<'r>> = Vec::new();
        for kind in self.rules.metadata().relations.iter() {
            let of = |list: &[Relation], end: &dyn Fn(Square) -> Option<Square>| {
                let known = list.iter().filter(|relation| relation.kind == kind.code);
                // Pairs of affected and affecting piece, as squares after the move; pieces that have left are dropped.
                let felt = known.filter_map(|relation| Some((end(relation.to)?, end(relation.from))));
                felt.collect::<Vec<_>>()
            };
            let was = of(held, &|square| self.journey.end(square));
            let is = of(holds, &Some);
            for (one, other, begins) in [(&is, &was, true), (&was, &is, false)] {
                for &(to, from) in one {
                    if other.iter().any(|felt| felt.0 == to) {
                        continue;
                    }
                    let mutual = from.is_some_and(|from| one.contains(&(from, Some(to))));
                    let sign = self.sign(kind, to, begins, mutual);
                    let at = changes.iter().position(|one| one.sign == sign && one.sort_is(kind, begins));
                    let at = at.unwrap_or_else(|| {
                        changes.push(Change { sign, sort: Sort::Power { kind, begins }, squares: Vec::new() });
                        changes.len() - 1
                    });
                    // A binding relation also affects the piece that exerts it.
                    let bound = from.filter(|_| kind.influence == Influence::Binds);
                    for square in [Some(to), bound].into_iter().flatten() {
                        if !changes[at].squares.contains(&square) {
                            changes[at].squares.push(square);
                        }
                    }
                }
            }
        }
        // Threats to vital pieces come first.
        let (mut alarms, others): (Vec<_>, Vec<_>) =
            changes.into_iter().partition(|change| is_alarm(&change.sort));
        alarms.extend(others);
        alarms
    }

    fn sign(&self, kind: &RelationKind, to: Square, begins: bool, mutual: bool) -> Sign {
        if mutual || kind.influence == Influence::Binds {
            return Sign::Both;
        }
        let own = self.after.piece_at(to).map(|piece| piece.side()) == Some(self.mover);
        let helps = kind.influence == Influence::Helps;
        Sign::of((helps == own) == begins)
    }

    /// Adds the alerts (such as check) that no power covers: an alert that the move gives, and one that it parries.
    fn add_alerts(&self, changes: &mut Vec<Change<'r>>) {
        let told = |changes: &[Change<'_>], begins: bool| {
            changes.iter().any(|change| {
                change.sign == Sign::Gain
                    && matches!(change.sort, Sort::Power { kind, begins: now } if kind.aura == Aura::Threat && now == begins)
            })
        };
        let mut add = |code: &'r str, given: bool, squares: Vec<Square>| {
            if !told(changes, given) {
                changes.insert(0, Change { sign: Sign::Gain, sort: Sort::Alert { code, given }, squares });
            }
        };
        if self.after.side_to_move() != self.mover
            && let Some(code) = self.rules.alert(self.after)
        {
            add(code, true, self.rules.alerted(self.after).into_iter().collect());
        }
        if let Some(code) = self.rules.alert(self.before)
            && moving(self.rules, self.after, self.mover)
                .is_some_and(|turned| self.rules.alert(&turned).is_none())
        {
            let alerted = self.rules.alerted(self.before).into_iter();
            add(code, false, alerted.filter_map(|square| self.journey.end(square)).collect());
        }
    }

    /// Returns what `side` could capture before and after the move if it were to move; `None` if the rules forbid that.
    fn captures_of(&self, side: Side) -> Option<[Victims; 2]> {
        let (before, after) = (moving(self.rules, self.before, side)?, moving(self.rules, self.after, side)?);
        Some([captures(self.rules, &before), captures(self.rules, &after)])
    }

    fn compare(&self, side: Side, was: &Victims, is: &Victims) -> (Vec<Exposure>, Vec<Exposure>) {
        let (mut exposed, mut safe) = (Vec::new(), Vec::new());
        let exposure = |square: Square, captors: &Captors| Exposure {
            square,
            captors: captors.by.clone(),
            is_turned: !captors.remove,
        };
        for square in self.after.occupied() {
            if self.after.piece_at(square).map(|piece| piece.side()) != Some(side) {
                continue;
            }
            // A piece that has just entered or changed sides could not be captured before.
            let before = self.journey.origin(square).and_then(|origin| was.get(&origin));
            match (before, is.get(&square)) {
                (None, Some(captors)) => exposed.push(exposure(square, captors)),
                (Some(captors), None) => safe.push(exposure(square, captors)),
                _ => {}
            }
        }
        (exposed, safe)
    }
}

impl Change<'_> {
    fn sort_is(&self, kind: &RelationKind, begins: bool) -> bool {
        matches!(self.sort, Sort::Power { kind: known, begins: now } if now == begins && known.code == kind.code)
    }
}
