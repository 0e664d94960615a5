use entourage_kernel::{Board, Effect, Outcome, Piece, Side, Square, SquareSet, fold, mix};

use crate::geometry::GOAL;
use crate::pacts::Pacts;
use crate::pieces::Pieces;
use crate::team::Team;
use crate::turn::Turn;

/// A position of Struggle, at the start of a turn or within one.
///
/// It is so small that its hash is computed when somebody asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) pieces: Pieces,
    pub(crate) state: State,
    /// Who is to move.
    pub(crate) side: Side,
}

/// Remembers the players' Rules, the Pacts, what is under way in a turn, and what was captured in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
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

    /// Tells whether a player's main actions are those of the plain game.
    #[inline]
    pub(crate) fn is_plain_for(&self, side: Side) -> bool {
        self.team(side).is_plain() && self.pacts.is_empty()
    }

    /// Tells whether nobody has a Rule or a Pact left, so that all is decided by where which White, and where any other pieces stand.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.is_plain_for(side))
    }

    /// Tells whether a piece has a Pact with another.
    #[inline]
    pub(crate) fn pact(&self, a: Option<Piece>, b: Option<Piece>) -> bool {
        a.zip(b).is_some_and(|(a, b)| self.pacts.join(a, b))
    }
}

impl Position {
    /// Returns a hash of what lasts beyond a turn (G15): the board, the player to move, Rules and Pacts.
    pub(crate) fn lasting_hash(&self) -> u64 {
        let State { teams: [first, second], pacts, .. } = self.state;
        let [ours, theirs] = self.pieces.keys();
        fold(ours, theirs) ^ mix(fold(first.key(), second.key()) ^ pacts.0.rotate_left(8) ^ self.side as u64)
    }
}

impl Board for Position {
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.piece_at(square)
    }

    fn occupied(&self) -> SquareSet {
        self.pieces.occupied().squares()
    }

    fn hash(&self) -> u64 {
        let lost = self.state.lost.map_or(0, |square| square.index() as u64 + 1);
        self.lasting_hash() ^ mix(self.state.turn.key() ^ lost << 48)
    }

    fn hash_from_scratch(&self) -> u64 {
        self.rebuilt().hash()
    }

    fn is_in_step(&self) -> bool {
        self.rebuilt() == *self
    }

    fn apply(&mut self, effect: Effect) {
        match effect {
            Effect::Move { from, to } => self.refill([from], [to]),
            Effect::Remove { square, .. } => self.refill([square], []),
            Effect::Swap { a, b } => self.refill([a, b], [b, a]),
            Effect::Place { square, piece } | Effect::Transform { square, to: piece, .. } => {
                self.pieces.take(square);
                self.pieces.put(square, piece);
            }
            Effect::Pass => {}
        }
    }
}

impl Position {
    /// Returns the same with all pieces put anew.
    fn rebuilt(&self) -> Self {
        let mut pieces = Pieces::EMPTY;
        for square in self.occupied() {
            self.piece_at(square).into_iter().for_each(|piece| pieces.put(square, piece));
        }
        Self { pieces, ..*self }
    }

    /// Empties some spaces and puts what stood there on others, in the same order.
    fn refill<const FROM: usize, const TO: usize>(&mut self, from: [Square; FROM], to: [Square; TO]) {
        let taken = from.map(|square| self.pieces.take(square));
        for (square, piece) in to.into_iter().zip(taken) {
            piece.into_iter().for_each(|piece| self.pieces.put(square, piece));
        }
    }
}

/// Tells who has won, if anybody: the enemy White captured before the own one come home.
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

/// Tells how the game ended, if it did.
#[inline]
pub(crate) fn outcome(position: &Position) -> Option<Outcome> {
    win(&position.pieces).or_else(|| match position.state.turn {
        Turn::Start { passes: 2 } => Some(Outcome::draw("passes")),
        _ => None,
    })
}
