use super::Scene;
use crate::model::{ActEffect, Change, Effect, Kinds, Model};

/// Returns the kinds that are on the board at the start or can appear later.
pub(crate) fn standing(model: &Model, start: &Scene<'_>) -> Kinds {
    let mut found: Kinds = start.pieces.pieces().fold(0, |found, (_, piece)| found | 1 << piece.kind().index());
    for kind in model.armies.iter().flat_map(|army| &army.kinds) {
        found |= 1 << kind.index();
    }
    for event in &model.events {
        match &event.effect {
            Effect::Becomes { kinds, .. } => {
                found = kinds.iter().fold(found, |found, kind| found | 1 << kind.index())
            }
            Effect::Put { kind, .. } | Effect::Transformed(_, kind) => found |= 1 << kind.index(),
            Effect::Removed { .. }
            | Effect::Captured(_)
            | Effect::Turned(_)
            | Effect::Driven(..)
            | Effect::Remember { .. }
            | Effect::Mark { .. }
            | Effect::Again { .. }
            | Effect::Extra => {}
        }
    }
    for act in model.kinds.iter().flat_map(|kind| &kind.acts) {
        if let ActEffect::Becomes(kind) = act.effect {
            found |= 1 << kind.index();
        }
    }
    for clause in &model.clauses {
        if let Change::MayBecome(kind) = clause.change {
            found |= 1 << kind.index();
        }
    }
    found
}
