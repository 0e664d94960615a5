use entourage_kernel::{Intent, Reason, Relation, SharedStr, Side, Square};

use crate::geometry::launching_square;
use crate::movement::checks;
use crate::notation::Choice;
use crate::piece::{KNIGHT, is_foot, is_rider, is_untouchable};
use crate::position::{Position, THREE, king_of};
use crate::powers::Powers;

pub(crate) fn relations(position: &Position) -> Vec<Relation> {
    let pieces = &position.pieces;
    let powers = Powers::of(pieces);
    // Enough for nearly all positions, to avoid reallocation.
    let mut relations = Vec::with_capacity(32);
    let mut add = |kind, from: Option<Square>, to| {
        relations.extend(from.map(|from| Relation { kind: SharedStr::new(kind), from, to }));
    };
    // Each power affects only some kinds.
    for (square, piece) in pieces.pieces() {
        if is_rider(piece.kind()) {
            add("symmetrises", powers.symmetriser(square), square);
            add("reduces", powers.reducer(square), square);
            add("frees", powers.liberator(square), square);
        } else if is_foot(piece.kind()) {
            add("mutates", powers.mutator(square), square);
        } else if is_untouchable(piece.kind()) {
            add("explodes", powers.explosion_partner(square), square);
        }
    }
    for side in Side::BOTH {
        let king = king_of(pieces, side);
        checks(&position.pieces, side).into_iter().for_each(|from| add("checks", Some(from), king));
    }
    relations
}

pub(crate) fn marks(position: &Position, square: Square) -> Vec<&'static str> {
    let powers = Powers::of(&position.pieces);
    let symmetrised = powers.symmetriser(square).map(|_| "symmetrised");
    let reduced = powers.reducer(square).map(|_| "reduced");
    symmetrised.into_iter().chain(reduced).collect()
}

/// Returns notices that a captured Knight is recruited, or lost because the Launching Square is occupied, and that an
/// explosion leaves the mover with three pieces (S3).
pub(crate) fn notices(position: &Position, intent: Intent) -> Vec<Reason> {
    let pieces = &position.pieces;
    let side = position.side;
    let mut notices = Vec::new();
    if Choice::of(intent) == Some(Choice::Explode) && pieces.side(side).len() == THREE + 1 {
        notices.push(Reason::new("leaves-three", "S3", []));
    }
    let victim = intent.last().and_then(|square| Some((square, pieces.piece_at(square)?)));
    if let Some((square, victim)) = victim
        && victim.side() != side
        && victim.kind() == KNIGHT
    {
        let home = launching_square(side);
        notices.push(match Powers::of(pieces).recruits(side, KNIGHT) {
            Some(_) => Reason::new("recruits", "power-6", [square, home]),
            None => Reason::new("recruits-not", "power-6", [square, home]),
        });
    }
    notices
}

pub(crate) fn conditions(position: &Position) -> Vec<Reason> {
    let pieces = &position.pieces;
    let mut conditions = Vec::new();
    for (side, three, four) in
        [(Side::First, "three-left-1", "four-left-1"), (Side::Second, "three-left-2", "four-left-2")]
    {
        match pieces.side(side).len() {
            count if count <= THREE => conditions.push(Reason::new(three, "S10", [])),
            count if count == THREE + 1 => conditions.push(Reason::new(four, "S10", [])),
            _ => {}
        }
    }
    conditions
}
