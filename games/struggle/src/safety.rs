//! Attackers of spaces, and reasons why pieces cannot be captured, according to the reference implementation (law).
//!
//! A piece attacks a space if it can capture there with the first ply of a turn; later jumps of a chain do not count.

use entourage_kernel::{Board, Piece, Reason, Side, Square, SquareSet};

use crate::cells::{HOME, ZAP_ROW};
use crate::geometry::allowed;
use crate::interplay::{Fate, fate, is_zapped};
use crate::piece::{GREY, WHITE};
use crate::position::Position;
use crate::rule::Rule;
use crate::rules::{armor, pacifist, torus};
use crate::turn::Stage;

/// Returns the pieces of `side` that can capture the enemy piece on `square` or, if there is none, could capture
/// an enemy without Rule or Pact there.
pub(crate) fn attackers(position: &Position, side: Side, square: Square) -> SquareSet {
    let victim = position.piece_at(square).filter(|piece| piece.side() != side);
    let own = position.pieces.side(side).squares();
    own.into_iter().filter(|&from| from != square && captures(position, from, square, victim)).collect()
}

/// Returns whether a piece can capture `victim` on a space with one ply; `None` is an enemy without Rule or Pact.
fn captures(position: &Position, from: Square, square: Square, victim: Option<Piece>) -> bool {
    let Some(jumper) = position.piece_at(from) else { return false };
    let (state, side) = (&position.state, jumper.side());
    if victim.is_some() && state.pact(Some(jumper), victim) {
        return false;
    }
    let jumped = victim.unwrap_or(Piece::new(GREY, !side));
    let taken = matches!(fate(state, jumper, jumped, Stage::Main), Fate::Captured | Fate::Converted);
    jumps(position, from).into_iter().any(|way| taken && way.over(position, square))
        || jumper.kind() == WHITE && zaps(position, from, side, square, victim)
}

struct Leap {
    near: Square,
    far: Option<Square>,
    to: Square,
}

impl Leap {
    fn over(&self, position: &Position, square: Square) -> bool {
        let taken = |at: Square| at == square || position.piece_at(at).is_some();
        let lands = self.to != square && position.piece_at(self.to).is_none();
        lands && taken(self.near) && (self.near == square || self.far == Some(square))
    }
}

/// Returns the possible leaps of a piece over one space or, with Catapult, two. The occupancy of spaces is ignored, except
/// that a piece cannot leap over its partner in a Pact.
fn jumps(position: &Position, from: Square) -> Vec<Leap> {
    let Some(piece) = position.piece_at(from) else { return Vec::new() };
    let (state, side) = (&position.state, piece.side());
    let team = state.team(side);
    let wraps = torus::wraps(team, piece.kind(), Stage::Main);
    let has_catapult = team.is_bound(Rule::Catapult, piece.kind());
    let barred = |at: Square| state.pact(Some(piece), position.piece_at(at));
    let mut leaps = Vec::new();
    for direction in allowed(side) {
        let next = |wraps, at| torus::next(wraps, at, direction);
        if let Some(near) = next(wraps, from)
            && let Some(to) = next(wraps, near)
            && to != from
            && !barred(near)
        {
            leaps.push(Leap { near, far: None, to });
        }
        if has_catapult
            && let Some(near) = next(false, from)
            && let Some(far) = next(false, near)
            && let Some(to) = next(false, far)
            && !barred(near)
            && !barred(far)
        {
            leaps.push(Leap { near, far: Some(far), to });
        }
    }
    leaps
}

fn zaps(position: &Position, white: Square, side: Side, square: Square, victim: Option<Piece>) -> bool {
    let hit = HOME[(!side).index()].contains(square);
    let struck = victim.is_none_or(|piece| is_zapped(&position.state, piece));
    let vacant = |at: Square| at != square && position.piece_at(at).is_none();
    let steps = allowed(side).into_iter().filter_map(|direction| torus::next(false, white, direction));
    let lands = |to: Square| ZAP_ROW[side.index()].contains(to) && vacant(to);
    let leaps = jumps(position, white);
    hit && struck
        && (steps.into_iter().any(lands)
            || leaps.iter().any(|leap| lands(leap.to) && position.piece_at(leap.near).is_some()))
}

/// Returns what protects a piece from capture: its own Rule, then Pacts and Rules of the enemies that could jump it.
pub(crate) fn shields(position: &Position, square: Square) -> Vec<Reason> {
    let Some(piece) = position.piece_at(square) else { return Vec::new() };
    let state = &position.state;
    if pacifist::is_pacifist(state, piece) {
        return vec![Reason::new("is-pacifist", "pacifist", [square])];
    }
    let mut reasons = Vec::new();
    if armor::holds(state, piece) {
        reasons.push(Reason::new("wears-armor", "armor", [square]));
    }
    for from in position.pieces.side(!piece.side()).squares() {
        let enemy = position.piece_at(from);
        if !reaches(position, from, square) {
            continue;
        }
        if state.pact(enemy, Some(piece)) {
            reasons.push(Reason::new("pact-forbids", "G9", [from, square]));
        } else if enemy.is_some_and(|enemy| pacifist::is_pacifist(state, enemy)) {
            reasons.push(Reason::new("takes-nothing", "pacifist", [from, square]));
        }
    }
    reasons
}

/// Returns whether the piece on `from` could jump a piece on `square` and land on a vacant space, ignoring Pacts.
fn reaches(position: &Position, from: Square, square: Square) -> bool {
    let Some(piece) = position.piece_at(from) else { return false };
    let wraps = torus::wraps(position.state.team(piece.side()), piece.kind(), Stage::Main);
    allowed(piece.side()).into_iter().any(|direction| {
        torus::next(wraps, from, direction) == Some(square)
            && torus::next(wraps, square, direction).is_some_and(|to| position.piece_at(to).is_none())
    })
}
