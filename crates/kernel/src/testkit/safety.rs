use std::collections::{BTreeMap, BTreeSet};

use super::scattered;
use crate::{
    Board, Effect, Kind, Language, Piece, Presentation, Random, Refusal, Side, Specimens, Square, Weight,
};

/// Asserts that `attackers` agrees with `judge` and the generator: a piece that can capture is an attacker, and if an
/// attacker cannot capture, the capture would leave a royal piece in danger or needs more attackers.
pub(super) fn check_attackers<R: Presentation>(rules: &R, position: &R::Position) {
    for side in Side::BOTH {
        check_side(rules, position, side, None);
    }
}

/// Asserts that an empty square has the same attackers as an enemy piece of `kind` placed on it, and that the attackers
/// agree with `judge`. If `alone`, skips positions that already contain an enemy piece of `kind`.
pub fn check_empty_squares<R: Presentation + Specimens>(
    rules: &R,
    seed: u64,
    count: usize,
    kind: Kind,
    alone: bool,
) {
    let mut random = Random::new(seed);
    let mut attacked = 0;
    for position in scattered(rules, &mut random, count) {
        let occupied = position.occupied();
        let empty: Vec<Square> = rules.topology().all().filter(|&square| !occupied.contains(square)).collect();
        for side in Side::BOTH {
            let piece = Piece::new(kind, !side);
            let has = occupied.into_iter().any(|square| position.piece_at(square) == Some(piece));
            let Some(&square) = random.pick(&empty).filter(|_| !(alone && has)) else { continue };
            let attackers = rules.attackers(&position, side, square).unwrap_or_default();
            let mut placed = position.clone();
            placed.apply(Effect::Place { square, piece });
            let text = rules.write_position(&position);
            // The position can be invalid, for example with a piece on a square that was just passed over.
            if rules.read_position(&rules.write_position(&placed)).is_err() {
                continue;
            }
            let name = rules.topology().name(square);
            assert_eq!(rules.attackers(&placed, side, square), Some(attackers), "{name} in {text}");
            check_side(rules, &placed, side, Some(square));
            attacked += usize::from(!attackers.is_empty());
        }
    }
    assert!(attacked * 20 > count, "of {count} squares only {attacked} were attacked");
}

/// Checks which pieces of a side attack each enemy piece; with `only`, checks just the enemy piece on that square.
fn check_side<R: Presentation>(rules: &R, position: &R::Position, side: Side, only: Option<Square>) {
    let asked = if position.side_to_move() == side { Some(position.clone()) } else { rules.turned(position) };
    // In the middle of a turn, only some pieces can move, so only positions at the start of a turn are checked.
    let begins = |asked: &R::Position| rules.terminal(asked).is_none() && rules.repetition_key(asked).is_some();
    let Some(asked) = asked.filter(begins) else { return };
    let legal = captors(rules, &asked);
    let candidates = rules.candidates(&asked);
    for square in position.occupied() {
        let piece = position.piece_at(square).filter(|piece| piece.side() != side);
        let (Some(piece), true) = (piece, only.is_none_or(|only| only == square)) else { continue };
        let Some(attackers) = rules.attackers(&asked, side, square) else { return };
        let at = format!("{} in {}", rules.topology().name(square), rules.write_position(position));
        let capturing = legal.get(&square).cloned().unwrap_or_default();
        assert!(capturing.iter().all(|&from| attackers.contains(from)), "{at}: {capturing:?} {attackers:?}");
        let shields = rules.shields(&asked, square);
        for reason in &shields {
            assert!(rules.sentence(&asked, reason, Language::English.into()).is_some(), "{at}: {reason:?}");
        }
        if attackers.len() < rules.falls_to(piece.kind()) {
            assert!(capturing.is_empty(), "{at}: {capturing:?} capture with too few attackers");
            continue;
        }
        // Royal pieces are attacked but never captured.
        if rules.metadata().kinds[piece.kind().index()].weight == Weight::Heart {
            continue;
        }
        for from in attackers.into_iter().filter(|from| !capturing.contains(from)) {
            let takes =
                |effect: &Effect| matches!(effect, Effect::Remove { square: taken, .. } if *taken == square);
            let bound = candidates.iter().filter(|intent| intent.first() == Some(from)).any(|&intent| {
                let refusal = rules.judge(&asked, intent).err();
                let perils = |refusal: Refusal| refusal.0.iter().all(|reason| rules.peril(reason).is_some());
                refusal.is_some_and(perils) && rules.effects(&asked, intent).iter().any(takes)
            });
            let name = rules.topology().name(from);
            assert!(bound, "{at}: {name} attacks it but cannot capture it, and no rule explains why");
        }
    }
}

/// Maps each square to the pieces that can capture there, according to the effects of all legal moves.
fn captors<R: Presentation>(rules: &R, position: &R::Position) -> BTreeMap<Square, BTreeSet<Square>> {
    let side = position.side_to_move();
    let mut found: BTreeMap<Square, BTreeSet<Square>> = BTreeMap::new();
    for intent in rules.list_moves(position) {
        for effect in rules.effects(position, intent) {
            let taken = match effect {
                Effect::Remove { square, piece } if piece.side() != side => square,
                Effect::Transform { square, from, to } if from.side() != side && to.side() == side => square,
                _ => continue,
            };
            let captor = intent
                .first()
                .filter(|&from| position.piece_at(from).is_some_and(|piece| piece.side() == side));
            // Explosions remove enemies without attacking them.
            let moves =
                rules.effects(position, intent).iter().any(|effect| matches!(effect, Effect::Move { .. }));
            if let Some(captor) = captor.filter(|_| moves) {
                found.entry(taken).or_default().insert(captor);
            }
        }
    }
    found
}
