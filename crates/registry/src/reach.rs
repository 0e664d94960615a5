//! Computes the attacked squares, and for each piece the enemies that can capture it.

use std::collections::HashSet;

use entourage_kernel::{Board, Effect, Intent, Presentation, Reason, Side, Square, SquareSet, Weight};

use crate::journey::{Journey, Victims};
use crate::weigh::{captor, moving};

/// Maximum number of positions searched within a turn of several plies.
const MAX_POSITIONS: usize = 2_000;

pub(crate) struct Safety {
    pub(crate) square: Square,
    pub(crate) captors: Vec<Square>,
    /// Whether the captors only make the piece change sides.
    pub(crate) is_turned: bool,
    pub(crate) attackers: SquareSet,
    pub(crate) needs: usize,
    pub(crate) shields: Vec<Reason>,
    /// The attackers that cannot legally capture the piece, because that would leave a friendly piece in danger.
    pub(crate) bound: Vec<Bound>,
}

pub(crate) struct Bound {
    pub(crate) captor: Square,
    pub(crate) reason: Reason,
    pub(crate) saved: Square,
    pub(crate) attackers: Vec<Square>,
}

/// Lists the squares that a side attacks, with the attackers; `None` if the rules do not define attacks.
pub(crate) fn attacked<R: Presentation>(
    rules: &R,
    position: &R::Position,
    side: Side,
) -> Option<Vec<(Square, SquareSet)>> {
    let squares = (0..rules.topology().squares.len()).map(Square::new);
    let found: Option<Vec<_>> =
        squares.map(|square| Some((square, rules.attackers(position, side, square)?))).collect();
    Some(found?.into_iter().filter(|(_, attackers)| !attackers.is_empty()).collect())
}

/// Returns for each piece of a side whether enemies can capture it; empty if the rules cannot list the enemies' moves.
pub(crate) fn safety<R: Presentation>(rules: &R, position: &R::Position, side: Side) -> Vec<Safety> {
    let Some(asked) = moving(rules, position, !side) else { return Vec::new() };
    let Some(captures) = Captures::within_a_turn(rules, &asked) else { return Vec::new() };
    let mut candidates: Option<Vec<Intent>> = None;
    let mut found = Vec::new();
    for square in position.occupied() {
        let Some(piece) = position.piece_at(square).filter(|piece| piece.side() == side) else { continue };
        let captured = captures.get(&square).cloned().unwrap_or_default();
        let (captors, is_turned) = (captured.by, !captured.remove);
        let attackers = rules.attackers(position, !side, square).unwrap_or_default();
        let needs = rules.falls_to(piece.kind());
        let shields = if captors.is_empty() { rules.shields(position, square) } else { Vec::new() };
        let unexplained = captors.is_empty() && shields.is_empty() && !attackers.is_empty();
        let bound = if unexplained {
            let candidates = candidates.get_or_insert_with(|| rules.candidates(&asked));
            bound(rules, &asked, candidates, square, attackers)
        } else {
            Vec::new()
        };
        found.push(Safety { square, captors, is_turned, attackers, needs, shields, bound });
    }
    found
}

/// Finds the attackers that cannot capture an unshielded piece because doing so would leave a friendly piece in danger.
fn bound<R: Presentation>(
    rules: &R,
    asked: &R::Position,
    candidates: &[Intent],
    square: Square,
    attackers: SquareSet,
) -> Vec<Bound> {
    let of = |captor: Square| {
        let mut own = candidates.iter().filter(|intent| intent.first() == Some(captor));
        own.find_map(|&intent| {
            let reasons = rules.judge(asked, intent).err()?.0;
            let [reason] = &reasons[..] else { return None };
            let peril = rules.peril(reason)?;
            let effects = rules.effects(asked, intent);
            let takes =
                |effect: &Effect| matches!(effect, Effect::Remove { square: taken, .. } if *taken == square);
            effects.iter().find(|effect| takes(effect))?;
            let mut journey = Journey::new(asked, rules.topology().squares.len());
            effects.into_iter().for_each(|effect| journey.follow(effect));
            let saved = journey.origin(peril.square)?;
            Some(Bound { captor, reason: reason.clone(), saved, attackers: peril.attackers })
        })
    };
    attackers.into_iter().filter_map(of).collect()
}

struct Captures<'r, R: Presentation> {
    rules: &'r R,
    side: Side,
    found: Victims,
    seen: HashSet<u64>,
}

impl<R: Presentation> Captures<'_, R> {
    /// Maps each piece that can be captured within the turn to its captors; `None` if [`MAX_POSITIONS`] are not enough.
    fn within_a_turn(rules: &R, position: &R::Position) -> Option<Victims> {
        let side = position.side_to_move();
        let mut captures = Captures { rules, side, found: Victims::new(), seen: HashSet::new() };
        let journey = Journey::new(position, rules.topology().squares.len());
        captures.follow(position, &journey).then_some(captures.found)
    }

    fn follow(&mut self, position: &R::Position, journey: &Journey) -> bool {
        if !self.seen.insert(position.hash()) {
            return true;
        }
        if self.seen.len() > MAX_POSITIONS {
            return false;
        }
        self.rules.list_moves(position).into_iter().all(|intent| {
            let effects = self.rules.effects(position, intent);
            let captor = captor(position, intent, &effects).and_then(|square| journey.origin(square));
            let mut after = journey.clone();
            after.follow_captures(self.side, &effects, captor, &mut self.found);
            // Passing does not lead to a capture within the turn, and the turn ends when a vital piece is captured.
            let idle = effects.iter().all(|effect| *effect == Effect::Pass);
            if idle || effects.iter().any(|&effect| self.is_heart(effect)) {
                return true;
            }
            let next = self.rules.play_unchecked(position, intent);
            next.side_to_move() != self.side || self.follow(&next, &after)
        })
    }

    fn is_heart(&self, effect: Effect) -> bool {
        let Effect::Remove { piece, .. } = effect else { return false };
        let kind = self.rules.metadata().kinds.get(piece.kind().index());
        kind.is_some_and(|kind| kind.weight == Weight::Heart)
    }
}
