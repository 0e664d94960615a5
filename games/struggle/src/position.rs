use entourage_kernel::{Outcome, Piece, Side, SmallPosition, SmallState, Square, fold, mix};

use crate::geometry::GOAL;
use crate::pacts::Pacts;
use crate::pieces::Pieces;
use crate::team::Team;
use crate::turn::Turn;

/// A position of Struggle, at the start of a turn or within one.
pub type Position = SmallPosition<Pieces, State>;

/// The players' Rules, the Pacts, the phase of the turn, and the turn's last capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) teams: [Team; 2],
    pub(crate) pacts: Pacts,
    pub(crate) turn: Turn,
    /// The space of the turn's last capture by a jump, to which a Grim Reaper moves.
    pub(crate) lost: Option<Square>,
}

impl State {
    #[inline]
    pub(crate) fn team(&self, side: Side) -> Team {
        self.teams[side.index()]
    }

    /// Returns a hash of the parts of the position that are compared for repetition (G15): board, player to move, Rules and Pacts.
    pub(crate) fn lasting_hash(&self, pieces: &Pieces, side: Side) -> u64 {
        let Self { teams: [first, second], pacts, .. } = self;
        let [ours, theirs] = pieces.keys();
        fold(ours, theirs) ^ mix(fold(first.key(), second.key()) ^ pacts.0.rotate_left(8) ^ side as u64)
    }

    #[inline]
    pub(crate) fn is_plain_for(&self, side: Side) -> bool {
        self.team(side).is_plain() && self.pacts.is_empty()
    }

    /// Returns whether there are neither Rules nor Pacts, so that all nonwhite pieces are equivalent.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.is_plain_for(side))
    }

    #[inline]
    pub(crate) fn pact(&self, a: Option<Piece>, b: Option<Piece>) -> bool {
        a.zip(b).is_some_and(|(a, b)| self.pacts.join(a, b))
    }
}

impl SmallState<Pieces> for State {
    type Derived = ();

    #[inline]
    fn derive(_pieces: &Pieces, _side: Side) {}

    fn hash(&self, pieces: &Pieces, side: Side) -> u64 {
        let lost = self.lost.map_or(0, |square| square.index() as u64 + 1);
        self.lasting_hash(pieces, side) ^ mix(self.turn.key() ^ lost << 48)
    }
}

/// Returns the winner, if any; capturing the enemy White takes precedence over reaching the goal.
#[inline]
pub(crate) fn win(pieces: &Pieces) -> Option<Outcome> {
    match Side::BOTH.map(|side| pieces.white(side)) {
        [_, None] => Some(Outcome::win(Side::First, "white-captured")),
        [None, _] => Some(Outcome::win(Side::Second, "white-captured")),
        [Some(first), _] if first == GOAL[0] => Some(Outcome::win(Side::First, "goal")),
        [_, Some(second)] if second == GOAL[1] => Some(Outcome::win(Side::Second, "goal")),
        _ => None,
    }
}

#[inline]
pub(crate) fn outcome(position: &Position) -> Option<Outcome> {
    win(&position.pieces).or_else(|| match position.state.turn {
        Turn::Start { passes: 2 } => Some(Outcome::draw("passes")),
        _ => None,
    })
}
