use entourage_kernel::{Intent, Reason, Relation, SharedStr, Side, SquareSet};

use crate::Edition;
use crate::bare::{toddler_of, toddlers_touch};
use crate::generate::captured;
use crate::geometry::NEIGHBOURS;
use crate::piece::{ANGEL, EMPRESS, GENIUS};
use crate::position::Position;
use crate::powers::Powers;

pub(crate) fn relations(position: &Position, edition: Edition) -> Vec<Relation> {
    let pieces = position.placement();
    let powers = Powers::of(pieces, edition);
    let mut relations = Vec::new();
    let mut add = |kind, from, to| relations.push(Relation { kind: SharedStr::new(kind), from, to });
    for side in Side::BOTH {
        for angel in pieces.of(side, ANGEL) {
            for friend in NEIGHBOURS[angel] & pieces.side(side) {
                add("protects", angel, friend);
            }
        }
        for square in pieces.side(side) {
            if let Some(genius) = powers.neutraliser(side, square) {
                add("neutralises", genius, square);
            }
        }
        for empress in pieces.of(side, EMPRESS) {
            if let Some(emperor) = powers.shelterer(side, empress) {
                add("shelters", emperor, empress);
            }
        }
        let toddler = toddler_of(pieces, side);
        for attacker in powers.threats(side) {
            add("threatens", attacker, toddler);
        }
        for target in pieces.of(side, ANGEL) | pieces.of(side, GENIUS) {
            let attackers = powers.attackers(side, target);
            if attackers.is_several() {
                attackers.into_iter().for_each(|attacker| add("attacks-together", attacker, target));
            }
        }
    }
    if let Some((_, white, black)) = powers.freeze() {
        add("freezes", white, black);
        add("freezes", black, white);
    }
    relations
}

/// Returns notices that list the pieces whose joint attack lets the move capture an Angel or Genius (rulebook, section 4).
pub(crate) fn notices(position: &Position, edition: Edition, intent: Intent) -> Vec<Reason> {
    let pieces = position.placement();
    let enemy = !position.side();
    let limited: SquareSet = pieces.of(enemy, ANGEL) | pieces.of(enemy, GENIUS);
    let powers = Powers::of(pieces, edition);
    (captured(position, intent) & limited)
        .into_iter()
        .map(|target| {
            let attackers = powers.attackers(enemy, target);
            Reason::new("attacked-together", "power-5", [target].into_iter().chain(attackers))
        })
        .collect()
}

pub(crate) fn conditions(position: &Position, edition: Edition) -> Vec<Reason> {
    let pieces = position.placement();
    let mut conditions = Vec::new();
    if let Some((kind, white, black)) = Powers::of(pieces, edition).freeze() {
        let code = if kind == ANGEL { "frozen-by-angels" } else { "frozen-by-geniuses" };
        conditions.push(Reason::new(code, "power-7", [white, black]));
    }
    if toddlers_touch(pieces) {
        let toddlers = Side::BOTH.map(|side| toddler_of(pieces, side));
        conditions.push(Reason::new("contact", "toddlers", toddlers));
    }
    conditions
}
