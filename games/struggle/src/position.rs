use entourage_kernel::{Outcome, Piece, Placement, Side, Square, SquareSet, mix};

use crate::geometry::GOAL;
use crate::pacts::Pacts;
use crate::piece::{KINDS, WHITE};
use crate::team::Team;
use crate::turn::Turn;

/// Where the pieces stand.
pub(crate) type Pieces = Placement<KINDS>;

/// A position of Struggle, at the start of a turn or within one.
pub type Position = entourage_kernel::Position<State, KINDS>;

/// Remembers the players' Rules, the Pacts, what is under way in a turn, and what was captured in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The Rules of each player.
    pub(crate) teams: [Team; 2],
    pub(crate) pacts: Pacts,
    pub(crate) turn: Turn,
    /// Within a turn, the space of its last capture by a jump, for a Grim Reaper.
    pub(crate) lost: Option<Square>,
}

impl State {
    /// Returns a player's Rules.
    #[inline]
    pub(crate) fn team(&self, side: Side) -> Team {
        self.teams[side.index()]
    }

    /// Tells whether a piece has a Pact with another.
    #[inline]
    pub(crate) fn pact(&self, a: Option<Piece>, b: Option<Piece>) -> bool {
        a.zip(b).is_some_and(|(a, b)| self.pacts.join(a, b))
    }
}

impl entourage_kernel::State for State {
    #[inline]
    fn key(&self) -> u64 {
        let lost = self.lost.map_or(0, |square| square.index() as u64 + 1);
        let lasting = self.lasting_key();
        mix(lasting ^ self.turn.key() ^ lost << 48)
    }
}

impl State {
    /// Returns bits of what lasts beyond the turn: Rules and Pacts.
    #[inline]
    fn lasting_key(&self) -> u64 {
        mix(self.teams[0].key() ^ self.teams[1].key().rotate_left(1) ^ self.pacts.0.rotate_left(7))
    }
}

/// Returns where a side's White stands, if it has not been captured.
#[inline]
pub(crate) fn white_of(pieces: &Pieces, side: Side) -> Option<Square> {
    pieces.of(side, WHITE).first()
}

/// Returns where a player's piece of a kind stands; a side has one of a kind at most.
#[inline]
pub(crate) fn find(pieces: &Pieces, piece: Piece) -> Option<Square> {
    pieces.of(piece.side(), piece.kind()).first()
}

/// Returns a side's pieces but its White.
#[inline]
pub(crate) fn nonwhite(pieces: &Pieces, side: Side) -> SquareSet {
    pieces.side(side) - pieces.of(side, WHITE)
}

/// Tells who has won, if anybody: the enemy White captured before the own one come home.
#[inline]
pub(crate) fn win(pieces: &Pieces) -> Option<Outcome> {
    let [first, second] = Side::BOTH.map(|side| white_of(pieces, side));
    match (first, second) {
        (Some(first), Some(second)) => {
            if first == GOAL[0] {
                Some(Outcome::win(Side::First, "goal"))
            } else if second == GOAL[1] {
                Some(Outcome::win(Side::Second, "goal"))
            } else {
                None
            }
        }
        (_, None) => Some(Outcome::win(Side::First, "white-captured")),
        (None, _) => Some(Outcome::win(Side::Second, "white-captured")),
    }
}

/// Tells how the game ended, if it did.
#[inline]
pub(crate) fn outcome(position: &Position) -> Option<Outcome> {
    win(position.placement()).or_else(|| match position.state().turn {
        Turn::Start { passes: 2 } => Some(Outcome::draw("passes")),
        _ => None,
    })
}
