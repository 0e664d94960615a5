//! Finds attackers of a square and protection from capture, with the reference implementation (law).

use std::ops::ControlFlow;

use entourage_kernel::{Effect as Change, Kind, Piece, Reason, Side, Square, SquareSet};

use super::reasons::add_objections;
use crate::execution::{Memory, Position};
use crate::law::{Deed, Objection, Scene};
use crate::model::{Change as Does, Condition, Effect, Event, Model, Subject};

/// Returns the board as it would be at the start of a side's turn.
fn at_turn<'m>(model: &'m Model, position: &Position, side: Side) -> Scene<'m> {
    let mut memory = Memory { chain: None, ..position.state() };
    if side != position.side() {
        // Squares remembered from the last turn are valid only for the other side.
        memory.squares = Default::default();
    }
    Scene::new(model, *position.placement(), side, memory)
}

/// Returns the pieces of a side that attack a square. If no enemy is on the square, an ordinary enemy piece is assumed there.
///
/// A friendly royal piece is never captured, so a square with one has no attackers.
pub(crate) fn attackers(model: &Model, position: &Position, side: Side, square: Square) -> SquareSet {
    let scene = at_turn(model, position, side);
    match scene.pieces.piece_at(square) {
        Some(piece) if piece.side() != side => taking(&scene, square),
        Some(piece) if model.royals() >> piece.kind().index() & 1 != 0 => SquareSet::EMPTY,
        _ => {
            // Choose a kind that does not bear a card.
            let hand = scene.memory.hands[(!side).index()];
            let borne = hand.cards().fold(0, |borne, (_, kind)| borne | 1 << kind.index());
            let mut asked = scene.pieces;
            asked.take(square);
            asked.put(square, Piece::new(model.ordinary_kind(borne), !side));
            taking(&Scene::new(model, asked, side, scene.memory), square)
        }
    }
}

/// Returns the pieces of the side to move that could capture or convert the enemy on a square, by a move or by an event after it.
fn taking(scene: &Scene<'_>, square: Square) -> SquareSet {
    let mut found = scene.threatening(square, true);
    if scene.model.clauses.iter().any(|clause| clause.duty().is_some()) {
        let breaks_all = |from: &Square| {
            let moves = capturing(scene, *from, square);
            !moves.is_empty() && moves.iter().all(Option::is_some)
        };
        found -= found.into_iter().filter(breaks_all).collect();
    }
    let removes = |event: &Event| {
        matches!(event.effect, Effect::Removed { .. } | Effect::Captured(_) | Effect::Turned(_))
    };
    if !scene.model.events.iter().any(removes) {
        return found;
    }
    let takes = |change: &Change| match *change {
        Change::Remove { square: taken, .. } => taken == square,
        Change::Transform { square: taken, to, .. } => taken == square && to.side() == scene.side,
        _ => false,
    };
    let others = scene.of_side(scene.side) - found;
    let by_event = others.into_iter().filter(|from| {
        let actions = scene.actions_from(*from);
        actions.iter().any(|action| scene.perform(&action.deed).effects.iter().any(takes))
    });
    found | by_event.collect()
}

/// Returns, for each move by which a piece can capture another, the duty (condition after a move) that the capture would violate, if any.
fn capturing(scene: &Scene<'_>, from: Square, square: Square) -> Vec<Option<Objection>> {
    let actions = scene.actions_from(from).into_iter().filter_map(|action| {
        let Deed::Walk { way, .. } = &action.deed else { return None };
        if !way.taken.contains(&square) {
            return None;
        }
        let forgotten = scene.forgotten(&action.deed, &scene.perform(&action.deed));
        Some(forgotten)
    });
    actions.collect()
}

/// Returns how many pieces must attack a piece of a kind before one of them can capture it.
pub(crate) fn falls_to(model: &Model, kind: Kind) -> usize {
    let needed = model.clauses.iter().filter_map(|clause| {
        let is_own = matches!(clause.subject, Subject::It) && clause.givers >> kind.index() & 1 != 0;
        match &clause.change {
            Does::CapturedOnlyWhile(Condition::ThreatenIt { least })
                if is_own
                    && clause.card.is_none()
                    && clause.condition.is_none()
                    && clause.while_giver.is_none() =>
            {
                Some(*least as usize)
            }
            _ => None,
        }
    });
    needed.max().unwrap_or(1).max(1)
}

pub(crate) fn shields(model: &Model, position: &Position, square: Square) -> Vec<Reason> {
    let Some(piece) = position.placement().piece_at(square) else { return Vec::new() };
    let scene = at_turn(model, position, !piece.side());
    let mut found: Vec<Objection> = Vec::new();
    for from in scene.of_side(scene.side) {
        let _ = scene.ways(
            from,
            |line| line.takes(),
            |way| {
                if way.taken.contains(&square) {
                    let kept =
                        scene.sparings(way, square).into_iter().filter(|objection| !found.contains(objection));
                    let kept: Vec<Objection> = kept.collect();
                    found.extend(kept);
                }
                ControlFlow::Continue(())
            },
        );
    }
    if model.clauses.iter().any(|clause| clause.duty().is_some()) {
        for from in scene.of_side(scene.side) {
            found.extend(capturing(&scene, from, square).into_iter().flatten());
        }
    }
    let mut reasons: Vec<Reason> = Vec::new();
    add_objections(model, found, &mut reasons);
    reasons
}
