use entourage_record::{ClockView, Event, GameState, Player, SetupTerms, Standing};
use serde::Serialize;

use crate::{RatingView, TournamentGameView};

/// The complete state of a game on the server.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct State {
    /// Identifies the game; not a key, but sufficient to watch a public game.
    pub game: String,
    pub spec: String,
    pub rules_version: String,
    /// The initial position; setup choices are left out until both players have made theirs.
    pub start: String,
    /// Progress of setup choices, if the game has them.
    #[cfg_attr(feature = "schema", schema(required))]
    pub setup: Option<Preparation>,
    pub seq: usize,
    /// Number of events that the game was created with.
    pub given: usize,
    /// All events in order; the text of a setup choice is empty while the choice is hidden.
    pub events: Vec<Event>,
    /// The moves that remain after take-backs and protests; manual moves begin with `~`.
    pub moves: Vec<String>,
    /// Rule enforcement: `enforced`, `warned` or `free`.
    #[cfg_attr(feature = "schema", ts(type = "Enforcement"))]
    #[cfg_attr(feature = "schema", schema(value_type = entourage_record::schema::EnforcementWord))]
    #[serde(rename = "degree")]
    pub enforcement: &'static str,
    /// Offers, protests and results agreed by the players.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub standing: Standing,
    /// What the request's key allows: `both`, `1`, `2` or `watch`.
    #[cfg_attr(feature = "schema", ts(type = "Seat"), schema(value_type = entourage_record::Seat))]
    pub seat: &'static str,
    pub host: bool,
    /// Whether any player can still take the free side.
    pub open: bool,
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub players: [Player; 2],
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub names: [Option<String>; 2],
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub bots: [bool; 2],
    #[cfg_attr(feature = "schema", schema(required))]
    pub tournament: Option<TournamentGameView>,
    pub rated: bool,
    /// Ratings of the players of a rated game, with their changes once it has ended.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub ratings: [Option<RatingView>; 2],
    pub pace: String,
    #[cfg_attr(feature = "schema", schema(required))]
    pub clock: Option<ClockView>,
    pub status: String,
    /// Unix time in milliseconds.
    pub created_at: i64,
    /// Message that explains why the game is read-only; null if it is not.
    #[cfg_attr(feature = "schema", schema(required))]
    pub frozen: Option<String>,
}

/// Progress of setup choices; secret ones are hidden until both players have committed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "SetupState"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = SetupState))]
pub struct Preparation {
    pub picks: usize,
    /// Whether choices are hidden until both players have committed.
    pub secret: bool,
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub committed: [bool; 2],
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub choices: [Option<String>; 2],
}

impl Preparation {
    pub fn of<R>(state: &GameState<R>) -> Option<Self> {
        let SetupTerms { picks, secret } = state.game().setup?;
        let setups = state.ledger().setups();
        let shown = !state.hides_choices();
        let choices = setups.map(|choice| choice.filter(|_| shown).map(str::to_owned));
        Some(Self { picks, secret, committed: setups.map(|choice| choice.is_some()), choices })
    }
}

/// The state of a game after an event.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Delta {
    pub seq: usize,
    pub status: String,
}
