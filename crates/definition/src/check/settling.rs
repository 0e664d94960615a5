//! Checks that require the whole model: circular powers, memory missing from the position notation, and sentences without effect.

use std::collections::BTreeSet;

use entourage_kernel::{Side, Square};

use super::build::Draft;
use super::names::Names;
use super::notation::missing_field;
use super::powers;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Board, Clause, Condition, CountMemory, Deed, DirectionWords, Directions, Effect, End, Event, Field, How,
    KindModel, Leg, Length, Power,
};
use crate::source::Span;
use crate::syntax::tree::{Need, What};

impl Draft<'_> {
    /// Rejects powers that depend on themselves, and marks powers that indirectly depend on threats.
    pub(super) fn settle_strata(
        &self,
        power_list: &[Power],
        clauses: &mut [Clause],
        faults: &mut Vec<Diagnostic>,
    ) {
        if let Some(members) = powers::circle(power_list, clauses) {
            let names: Vec<&str> = members.iter().map(|index| power_list[*index].name.as_str()).collect();
            let (first, last) = (names[0], names[names.len() - 1]);
            let ring = names.join(" → ");
            // Report the sentence that refers to the next power in the cycle.
            let next = members[1 % members.len()];
            let asks =
                |clause: &&Clause| clause.power == members[0] && powers::dependencies(clause).contains(&next);
            faults.push(Code::Stratum.at(clauses.iter().find(asks).map_or(self.head, |clause| clause.span)).error(format!("These powers depend on one another in a cycle: {ring} → {first}. Remove the dependency in {last} or {first}."), format!("Ces pouvoirs dépendent les uns des autres de façon circulaire\u{a0}: {ring} → {first}. Enlevez la dépendance dans {last} ou {first}.")));
            return;
        }
        for _ in 0..clauses.len() {
            let late: Vec<usize> =
                clauses.iter().filter(|clause| clause.asks_threats).map(|clause| clause.power).collect();
            for clause in clauses.iter_mut() {
                clause.asks_threats |= powers::dependencies(clause).iter().any(|power| late.contains(power));
            }
        }
        for clause in clauses.iter().filter(|clause| clause.asks_threats) {
            if clause.changes_walks() {
                faults.push(Code::Stratum.at(clause.span).error(
                    "This power affects threats, so it cannot depend on a power that depends on threats.",
                    "Ce pouvoir influe sur les menaces\u{a0}: il ne peut pas dépendre d'un pouvoir qui dépend des menaces.",
                ));
            }
        }
    }

    pub(super) fn check_fields(
        &self,
        fields: &[Field],
        castles: bool,
        ends: &[End],
        events: &[Event],
        span: Span,
        faults: &mut Vec<Diagnostic>,
    ) {
        let counts_passes =
            ends.iter().any(|end| end.when.any(&mut |part| matches!(part, Condition::Passes(_))));
        let goes_on = events.iter().any(|event| matches!(event.effect, Effect::Again { .. } | Effect::Extra));
        let has = |field: Field| fields.contains(&field);
        let needs = [
            (castles && !has(Field::Castling), "{castling}"),
            (counts_passes && !has(Field::Passes) && !has(Field::Phase), "{passes}"),
            (goes_on && !has(Field::Phase), "{phase}"),
        ];
        for (_, word) in needs.iter().filter(|(is_missing, _)| *is_missing) {
            faults.push(missing_field(word, span));
        }
        if has(Field::Passes) && has(Field::Phase) {
            faults.push(Code::Notation.at(span).error(
                "{phase} includes the passes. Remove {passes}.",
                "{phase} inclut les passes. Enlevez {passes}.",
            ));
        }
    }

    /// Rejects events that could make the player choose two squares in the same move, since move notation has room for only one.
    pub(super) fn check_asking(&self, events: &[Event], faults: &mut Vec<Diagnostic>) {
        let asking: Vec<&Event> = events.iter().filter(|event| event.effect.asks_square()).collect();
        let both = |one: &Event, other: &Event| match (&one.deed, &other.deed) {
            (Deed::Makes { labels, .. }, Deed::Makes { labels: others, .. }) => labels & others != 0,
            _ => true,
        };
        let clash = asking.iter().enumerate().any(|(index, one)| {
            asking[..index].iter().any(|other| one.noun.kinds & other.noun.kinds != 0 && both(one, other))
        });
        if clash {
            let last = self.last(|item| matches!(item.what, What::After(_)).then_some(item.span));
            faults.push(Code::Unsupported.at(last.unwrap_or(self.head)).error("A player can choose only one square after a move, but two sentences let the player choose one after the same move.", "Un joueur ne peut choisir qu'une case après un coup, mais deux phrases lui en font choisir une après le même coup."));
        }
    }

    pub(super) fn warn(&self, names: &Names, kinds: &[KindModel], faults: &mut Vec<Diagnostic>) {
        for item in self.items.iter().filter(|item| item.span.file == 0) {
            match &item.what {
                What::Zone { name, .. } | What::Call { name, .. }
                    if !names.used.borrow().contains(&name.text) =>
                {
                    faults.push(Code::Idle.at(name.span).warning(
                        format!("{} is defined but never used.", name.text),
                        format!("{} est défini mais jamais utilisé.", name.text),
                    ));
                }
                What::Piece(piece) if !piece.also => {
                    let kind = kinds.iter().find(|kind| kind.name == piece.name.text);
                    if kind.is_some_and(|kind| !kind.is_block && kind.lines.is_empty() && kind.acts.is_empty())
                    {
                        faults.push(Code::Idle.at(piece.name.span).warning(
                            format!("The {} never moves.", piece.name.text),
                            format!("{} ne bouge jamais.", piece.name.text),
                        ));
                    }
                }
                What::Needs(lines) => {
                    let squares = names.board.topology.squares.len() as u32;
                    for (need, span) in lines.iter().flat_map(|line| &line.needs) {
                        let (Need::Number { number, .. } | Need::EachKind { most: number }) = need else {
                            continue;
                        };
                        if number.value > squares {
                            faults.push(Code::Idle.at(*span).warning(
                                format!(
                                    "There are never {} pieces: there are only {squares} squares.",
                                    number.value
                                ),
                                format!(
                                    "Il n'y a jamais {} pièces\u{a0}: il n'y a que {squares} cases.",
                                    number.value
                                ),
                            ));
                        }
                    }
                }
                _ => {}
            }
        }
        let lines = kinds.iter().flat_map(|kind| &kind.lines).filter(|line| line.span.file == 0);
        for line in lines.filter(|line| line.ways.iter().flatten().any(|leg| leads_nowhere(leg, &names.board)))
        {
            faults.push(Code::Idle.at(line.span).warning(
                "The board is too small for this move, or the distance is 0: no such move leads anywhere.",
                "Le plateau est trop petit pour ce coup, ou la distance est 0\u{a0}: un tel coup ne mène nulle part.",
            ));
        }
    }
}

/// Returns whether a leg leads from no square to another one, even on an empty board.
fn leads_nowhere(leg: &Leg, board: &Board) -> bool {
    let ends = |leads: &dyn Fn(Square) -> bool| !board.squares().any(leads);
    match leg.how() {
        Some(How::Leap(leap) | How::Ride(leap)) => {
            ends(&|from| Side::BOTH.into_iter().any(|side| !board.leaps(from, *leap, side).is_empty()))
        }
        Some(How::Slide { directions, length: Length::Exactly(length), .. }) if !board.wraps() => {
            let follows = directions.meets(DirectionWords::FOLLOWING);
            let mask = |side| if follows { Directions::MAX } else { board.meant(*directions, side, None) };
            let is_long = |from: Square, direction: usize| {
                (0..*length).try_fold(from, |at, _| board.step(at, direction)).is_some()
            };
            *length == 0
                || ends(&|from| {
                    let meant = Side::BOTH.into_iter().fold(0, |all, side| all | mask(side));
                    board.directions().any(|direction| meant >> direction & 1 != 0 && is_long(from, direction))
                })
        }
        Some(How::Slide { length: Length::UpTo(0), .. }) => true,
        _ => false,
    }
}

/// Keeps counts constant if the position notation omits them; reports an error if a condition uses such a count.
pub(super) fn freeze_hidden_counts(
    mut counts: Vec<CountMemory>,
    fields: &[Field],
    ends: &[End],
    felt: &BTreeSet<usize>,
    span: Span,
    faults: &mut Vec<Diagnostic>,
) -> Option<Vec<CountMemory>> {
    for (index, count) in counts.iter_mut().enumerate() {
        count.is_felt = felt.contains(&index);
        if fields.contains(&Field::Count(index)) {
            continue;
        }
        let asks = |end: &End| end.when.asks_count(index);
        if count.is_felt || ends.iter().any(asks) {
            faults.push(missing_field(&count.name, span));
            return None;
        }
        (count.more, count.again, count.back) = (0, None, None);
        count.gains.clear();
    }
    Some(counts)
}
