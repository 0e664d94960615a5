use entourage_clock::Pace;
use entourage_kernel::Side;

use crate::GameId;

/// Offers the free side of a game to anybody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// The game.
    pub game: GameId,
    /// The free side.
    pub side: Side,
    /// The game's spec.
    pub spec: String,
    /// The position in which it begins.
    pub start: String,
    /// The version of the rules that it begins under.
    pub rules_version: String,
    /// How fast it is to be played.
    pub pace: Pace,
    /// Whether others may watch the game once somebody has taken the side.
    pub watched: bool,
    /// Whether the game counts for the ratings of its players, who need accounts then.
    pub rated: bool,
    /// Since when, in milliseconds since 1970 (UTC).
    pub at: i64,
}
