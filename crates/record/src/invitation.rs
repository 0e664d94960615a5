use entourage_clock::Pace;
use entourage_kernel::Side;

use crate::GameId;

/// A game with an open side, which any player can take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// The ID of the game.
    pub game: GameId,
    /// The open side.
    pub side: Side,
    /// The game's spec: its name and options.
    pub spec: String,
    /// The initial position.
    pub start: String,
    /// The version of the rules with which the game was created.
    pub rules_version: String,
    /// The time control.
    pub pace: Pace,
    /// Whether the game becomes public once the side is taken.
    pub watched: bool,
    /// Whether the game is rated; players of rated games need accounts.
    pub rated: bool,
    /// Creation time in Unix milliseconds.
    pub at: i64,
}
