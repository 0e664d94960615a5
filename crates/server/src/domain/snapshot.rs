use entourage_clock::Pace;
use entourage_kernel::Degree;
use entourage_record::{ClockView, Event, GameId, Player, Seat, Standing};
use entourage_registry::view::{Preparation, RatingView, TournamentGameView};

use super::frozen::Frozen;
use super::nameplates::Nameplates;

/// A game as it stood at a moment, whole, for one who reads it.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    /// The game's name.
    pub game: GameId,
    /// The spec to play by, the players' choices in it.
    pub spec: String,
    /// The version of the rules that it began under.
    pub rules_version: String,
    /// The position in which it begins.
    pub start: String,
    /// How far the players are with their choices, if they choose.
    pub setup: Option<Preparation>,
    /// How many events it was created with.
    pub given: usize,
    /// Everything that happened, as everybody may see it.
    pub events: Vec<Event>,
    /// The moves that stand.
    pub moves: Vec<String>,
    /// How much the rules help.
    pub degree: Degree,
    /// What the players said, and how they ended the game.
    pub standing: Standing,
    /// The seat of whoever reads it.
    pub seat: Seat,
    /// Whether they created the game.
    pub host: bool,
    /// Whether anybody may still take the side that nobody has.
    pub open: bool,
    /// Who plays.
    pub players: [Player; 2],
    /// The names of those who have one, and whether programs play under them.
    pub nameplates: Nameplates,
    /// The tournament that it is played in.
    pub tournament: Option<TournamentGameView>,
    /// The spec of the pool in which it counts, without the players' choices.
    pub pool: String,
    /// Whether it counts for the ratings of its players.
    pub rated: bool,
    /// How strong they are in it, if it does.
    pub ratings: [Option<RatingView>; 2],
    /// How fast it is played.
    pub pace: Pace,
    /// The clocks, where there are any.
    pub clock: Option<ClockView>,
    /// The status words.
    pub status: String,
    /// When it was created, in milliseconds since 1970 (UTC).
    pub created_at: i64,
    /// Why it cannot be continued, if it cannot.
    pub frozen: Option<Frozen>,
}
