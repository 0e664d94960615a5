//! Shelters: powers that protect a royal piece from capture regardless of what pieces of other kinds do.

use crate::model::{Change, Clause, Condition, Effect, Kinds, Model, Noun, Reference, Relation, Subject};

pub(super) struct Shelter {
    pub(super) clause: usize,
    /// The kinds that the shelter depends on: it lasts as long as no piece of these kinds moves, appears or disappears.
    pub(super) kinds: Kinds,
    /// The kinds whose quiet moves cannot affect the pieces in `kinds`.
    pub(super) movers: Kinds,
}

pub(super) fn shelters(model: &Model) -> Vec<Shelter> {
    let royals = model.royals();
    if royals == 0 {
        return Vec::new();
    }
    let shelter = |(index, clause): (usize, &Clause)| {
        let keeps = match (&clause.change, &clause.subject) {
            (Change::CannotBeCaptured(None), Subject::Noun(noun)) => noun.kinds & royals == royals,
            (Change::CannotBeCaptured(None), _) | (Change::CannotCapture(None), Subject::Everybody) => true,
            _ => false,
        };
        let kinds = relevant_kinds(clause).filter(|_| keeps)?;
        let harmless = |kind: &usize| {
            model.events.iter().filter(|event| event.noun.kinds >> kind & 1 != 0).all(|event| {
                match &event.effect {
                    Effect::Becomes { kinds: others, .. } => {
                        others.iter().all(|other| kinds >> other.index() & 1 == 0)
                    }
                    Effect::Put { kind, .. } => kinds >> kind.index() & 1 == 0,
                    Effect::Transformed(noun, other) => (noun.kinds | 1 << other.index()) & kinds == 0,
                    Effect::Remember { .. } | Effect::Mark { .. } | Effect::Again { .. } | Effect::Extra => {
                        true
                    }
                    Effect::Removed { .. } | Effect::Captured(_) | Effect::Turned(_) | Effect::Driven(..) => {
                        false
                    }
                }
            })
        };
        let others = (0..model.kinds.len()).filter(|kind| (kinds | royals) >> kind & 1 == 0);
        let movers = others.filter(harmless).fold(0, |movers, kind| movers | 1 << kind);
        Some(Shelter { clause: index, kinds, movers })
    };
    model.clauses.iter().enumerate().filter_map(shelter).filter(|shelter| shelter.movers != 0).collect()
}

/// Returns the kinds whose positions determine whether a clause affects a piece that stays in place; `None` if other facts matter.
fn relevant_kinds(clause: &Clause) -> Option<Kinds> {
    if clause.card.is_some() || clause.main_action {
        return None;
    }
    let mut kinds = clause.givers;
    for condition in clause.while_giver.iter().chain(&clause.condition) {
        kinds |= of_condition(condition, clause.givers)?;
    }
    if let Subject::Noun(noun) = &clause.subject {
        if noun.call.is_some() {
            return None;
        }
        for relation in &noun.relations {
            kinds |= of_relation(relation, clause.givers)?;
        }
    }
    Some(kinds)
}

fn of_condition(condition: &Condition, givers: Kinds) -> Option<Kinds> {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().try_fold(0, |kinds, part| Some(kinds | of_condition(part, givers)?))
        }
        Condition::Not(part) => of_condition(part, givers),
        Condition::Count { noun, .. } => of_noun(noun, givers),
        Condition::Stands { relation, .. } => of_relation(relation, givers),
        _ => None,
    }
}

fn of_relation(relation: &Relation, givers: Kinds) -> Option<Kinds> {
    match relation {
        Relation::NextTo(Reference::Noun(noun)) | Relation::Between(noun, _) => of_noun(noun, givers),
        Relation::NextTo(Reference::It)
        | Relation::Before
        | Relation::Behind
        | Relation::BeforeOrBehind
        | Relation::SameKind
        | Relation::Theirs
        | Relation::On(_) => Some(0),
        _ => None,
    }
}

fn of_noun(noun: &Noun, givers: Kinds) -> Option<Kinds> {
    if noun.call.is_some() {
        return None;
    }
    // `SameKind` refers to the kind of the piece that has the power.
    let is_alike = noun.relations.iter().any(|relation| matches!(relation, Relation::SameKind));
    let own = if is_alike { noun.kinds & givers } else { noun.kinds };
    noun.relations.iter().try_fold(own, |kinds, relation| Some(kinds | of_relation(relation, givers)?))
}
