use entourage_record::{ClockView, Event, GameState, Player, SetupTerms, Standing};
use serde::Serialize;

use crate::{RatingView, TournamentGameView};

/// Describes a game whole, as the server has it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct State {
    /// The game's name, which opens nothing unless its players show it to everyone.
    pub game: String,
    /// The canonical spec.
    pub spec: String,
    pub rules_version: String,
    /// The start position; before the players have chosen, what it would be without their choices.
    pub start: String,
    /// How far the players are with their choices for the start, if they choose.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub setup: Option<Preparation>,
    pub seq: usize,
    /// How many of them the game was created with.
    pub given: usize,
    /// Everything that happened, in order; a choice that may not be seen yet is empty.
    pub events: Vec<Event>,
    /// The moves that stand after take-backs and protests; a turn by hand begins with `~`.
    pub moves: Vec<String>,
    /// How much the rules help: `enforced`, `warned` or `free`.
    #[cfg_attr(feature = "types", ts(type = "Degree"))]
    #[cfg_attr(feature = "openapi", schema(value_type = entourage_record::schema::DegreeWord))]
    pub degree: &'static str,
    /// What the players said, and how they ended the game.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub standing: Standing,
    /// What the key that the game was asked for with lets its holder do: `both`, `1`, `2` or `watch`.
    #[cfg_attr(feature = "types", ts(type = "Seat"))]
    #[cfg_attr(feature = "openapi", schema(value_type = entourage_record::Seat))]
    pub seat: &'static str,
    /// Whether it is the key of who created the game.
    pub host: bool,
    /// Whether any player may still take the side that nobody has.
    pub open: bool,
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub players: [Player; 2],
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub names: [Option<String>; 2],
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub bots: [bool; 2],
    #[cfg_attr(feature = "openapi", schema(required))]
    pub tournament: Option<TournamentGameView>,
    pub rated: bool,
    /// How strong those who play a rated game are in it; what it did to that once it has ended.
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub ratings: [Option<RatingView>; 2],
    pub pace: String,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub clock: Option<ClockView>,
    pub status: String,
    /// Milliseconds since 1970 (UTC).
    pub created_at: i64,
    /// Why the game can be looked at but not continued, in a sentence.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub frozen: Option<String>,
}

/// Describes how far the players are with their choices; nothing of a secret one before both are committed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "SetupState"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = SetupState))]
pub struct Preparation {
    pub picks: usize,
    /// Whether neither sees the other's choice before both are committed.
    pub secret: bool,
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub committed: [bool; 2],
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub choices: [Option<String>; 2],
}

impl Preparation {
    /// Describes a game's preparation, if it has one.
    pub fn of<R>(state: &GameState<R>) -> Option<Self> {
        let SetupTerms { picks, secret } = state.game().setup?;
        let setups = state.ledger().setups();
        let shown = !state.hides_choices();
        let choices = setups.map(|choice| choice.filter(|_| shown).map(str::to_owned));
        Some(Self { picks, secret, committed: setups.map(|choice| choice.is_some()), choices })
    }
}

/// Where a game stands after an event.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Delta {
    pub seq: usize,
    /// Where the game stands, in the words of its rules.
    pub status: String,
}
