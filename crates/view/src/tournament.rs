use std::collections::BTreeMap;
use std::ops::Not;

use serde::{Deserialize, Serialize};

use crate::FailureView;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
pub struct NewTournament {
    #[cfg_attr(feature = "schema", schema(max_length = 60))]
    pub name: String,
    #[cfg_attr(feature = "schema", ts(type = "TournamentKind"), schema(value_type = KindWord))]
    pub kind: String,
    /// Rounds of a Swiss tournament (1 to 50), or minutes of an arena (5 to 720).
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 720))]
    pub length: Option<u32>,
    pub spec: String,
    /// Time control in the notation of docs/CLOCKS.md; arenas need a real-time one.
    pub pace: String,
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    pub terms: Terms,
}

/// When a tournament starts and who can enter. The organiser can also start the tournament at any time.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(optional_fields, rename = "TournamentTerms"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TournamentTerms))]
pub struct Terms {
    /// Automatic start time in Unix milliseconds.
    pub begins_at: Option<i64>,
    /// Number of entrants at which the tournament starts automatically.
    #[cfg_attr(feature = "schema", schema(minimum = 2, maximum = 1000))]
    pub begins_with: Option<u32>,
    /// Maximum number of entrants; by default the limit of the pairing system.
    #[cfg_attr(feature = "schema", schema(minimum = 2, maximum = 1000))]
    pub most: Option<u32>,
    #[cfg_attr(feature = "schema", schema(maximum = 10_000))]
    pub lowest: Option<u32>,
    #[cfg_attr(feature = "schema", schema(maximum = 10_000))]
    pub highest: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
pub struct Amendment {
    #[cfg_attr(feature = "schema", schema(max_length = 60))]
    pub name: String,
    pub terms: Terms,
    /// The reason to log, if a moderator makes the change.
    #[cfg_attr(feature = "schema", schema(max_length = 500))]
    pub reason: Option<String>,
}

/// The pairing system of a tournament.
#[cfg(feature = "schema")]
#[derive(utoipa::ToSchema)]
#[schema(as = TournamentKind, rename_all = "kebab-case")]
#[allow(dead_code, reason = "only for the OpenAPI schema")]
pub enum KindWord {
    /// Every pair of entrants plays once.
    RoundRobin,
    DoubleRoundRobin,
    /// In each round, entrants with similar scores are paired.
    Swiss,
    /// Entrants who are not playing are paired continuously.
    Arena,
}

pub const TOURNAMENT_KINDS: [&str; 4] = ["round-robin", "double-round-robin", "swiss", "arena"];
pub const TOURNAMENT_PHASES: [&str; 4] = ["open", "running", "over", "cancelled"];
pub const OUTCOMES: [&str; 9] =
    ["first", "second", "draw", "forfeit-first", "forfeit-second", "neither", "bye", "half", "zero"];

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "TournamentGame"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TournamentGame))]
pub struct TournamentGameView {
    pub tournament: String,
    pub name: String,
    /// Round number, from 1; null in an arena.
    #[cfg_attr(feature = "schema", schema(required))]
    pub round: Option<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Tournament"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Tournament))]
pub struct TournamentView {
    pub tournament: String,
    pub name: String,
    #[cfg_attr(feature = "schema", schema(required))]
    pub organiser: Option<String>,
    #[cfg_attr(feature = "schema", ts(type = "TournamentKind"), schema(value_type = KindWord))]
    pub kind: &'static str,
    /// Rounds of a Swiss tournament, or minutes of an arena.
    #[cfg_attr(feature = "schema", schema(required))]
    pub length: Option<u32>,
    pub spec: String,
    pub pace: String,
    pub rated: bool,
    /// Automatic start time in Unix milliseconds.
    #[cfg_attr(feature = "schema", schema(required))]
    pub begins_at: Option<i64>,
    /// Number of entrants at which the tournament starts automatically.
    #[cfg_attr(feature = "schema", schema(required))]
    pub begins_with: Option<u32>,
    pub most: u32,
    #[cfg_attr(feature = "schema", schema(required))]
    pub lowest: Option<i64>,
    #[cfg_attr(feature = "schema", schema(required))]
    pub highest: Option<i64>,
    #[cfg_attr(feature = "schema", ts(type = "TournamentPhase"))]
    pub phase: &'static str,
    /// Number of entrants, not counting withdrawn ones.
    pub entrants: u32,
    pub since: i64,
    #[cfg_attr(feature = "schema", schema(required))]
    pub begun: Option<i64>,
    #[cfg_attr(feature = "schema", schema(required))]
    pub ends: Option<i64>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TournamentList {
    /// Open tournaments by number of players, then by start time; others newest first.
    #[cfg_attr(feature = "schema", schema(max_items = 50))]
    pub tournaments: Vec<TournamentView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional), schema(nullable = false))]
    pub next: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TournamentTable {
    pub tournament: TournamentView,
    pub round: u32,
    #[cfg_attr(feature = "schema", schema(required))]
    pub rounds: Option<u32>,
    /// Tie-breaks in order of priority.
    #[cfg_attr(feature = "schema", ts(type = "TieBreak[]"), schema(max_items = 6))]
    pub ties: Vec<&'static str>,
    pub standings: Vec<StandingView>,
    /// Pairings, last round first; for an arena, unfinished and recent games as a single round.
    pub pairings: Vec<RoundView>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Standing"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Standing))]
pub struct StandingView {
    pub number: u32,
    /// Rank, from 1; tied entrants share a rank.
    pub place: u32,
    /// The entrant's username; null if the account was deleted.
    #[cfg_attr(feature = "schema", schema(required))]
    pub name: Option<String>,
    pub bot: bool,
    #[cfg_attr(feature = "schema", schema(required))]
    pub rating: Option<i64>,
    pub points: f64,
    pub games: u32,
    pub gone: bool,
    /// Whether the entrant is gone because they did not show up for a game; they can return at any time.
    pub absent: bool,
    /// Whether the entrant's games are void, because the entrant withdrew before playing half of them.
    pub struck: bool,
    /// Whether the entrant's next arena game counts double.
    pub streak: bool,
    /// Tie-breaks in order of priority.
    pub ties: Vec<TieView>,
    /// Results by round, first round first.
    pub results: Vec<ResultView>,
}

/// The value of a tie-break for an entrant.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "Tie"), schema(as = Tie))]
pub struct TieView {
    pub value: f64,
    /// Contributions by round; the value is the sum of those that are not cut.
    pub figures: Vec<TieFigureView>,
}

/// The contribution of a round to a tie-break.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "TieFigure"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TieFigure))]
pub struct TieFigureView {
    pub round: u32,
    /// The opponent's entrant number; null if the entrant had no game.
    #[cfg_attr(feature = "schema", schema(required))]
    pub opponent: Option<u32>,
    pub value: f64,
    pub cut: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "RoundResult"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RoundResult))]
pub struct ResultView {
    pub round: u32,
    /// The opponent's entrant number; null if the entrant had no game.
    #[cfg_attr(feature = "schema", schema(required))]
    pub opponent: Option<u32>,
    #[cfg_attr(feature = "schema", ts(type = "Side | null"))]
    #[cfg_attr(feature = "schema", schema(required, value_type = Option<entourage_record::schema::SideNumber>))]
    pub side: Option<usize>,
    /// Points scored, once the game is over.
    #[cfg_attr(feature = "schema", schema(required))]
    pub points: Option<f64>,
    pub played: bool,
    /// The game's public name; null if there was no game or the game has been deleted.
    #[cfg_attr(feature = "schema", schema(required))]
    pub game: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "TournamentRound"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TournamentRound))]
pub struct RoundView {
    /// Round number, from 1; 0 for arena games.
    pub number: u32,
    pub pairings: Vec<PairingView>,
}

/// A pairing of two entrants, or a bye.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Pairing"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Pairing))]
pub struct PairingView {
    pub first: u32,
    /// The opponent's entrant number; null for a bye.
    #[cfg_attr(feature = "schema", schema(required))]
    pub second: Option<u32>,
    /// The result, once the game is over.
    #[cfg_attr(feature = "schema", ts(type = "Outcome | null"), schema(required))]
    pub outcome: Option<&'static str>,
    /// The name with which spectators open the game; null if there was no game or the game has been deleted.
    #[cfg_attr(feature = "schema", schema(required))]
    pub game: Option<String>,
    /// Pairing time in Unix milliseconds.
    pub since: i64,
}

/// A tournament from the signed-in user's point of view.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct OwnTournament {
    /// The user's entrant number, if the user has ever entered.
    #[cfg_attr(feature = "schema", schema(required))]
    pub number: Option<u32>,
    pub enters: bool,
    /// Whether the user did not show up for a game, and is not paired until they enter again.
    pub absent: bool,
    /// Whether entry is still possible.
    pub open: bool,
    pub organises: bool,
    /// The token with which the user can open their latest unfinished game.
    #[cfg_attr(feature = "schema", schema(required))]
    pub game: Option<String>,
    /// Future rounds for which the user has requested a bye.
    pub byes: Vec<u32>,
    /// The next round for which the user can request a bye.
    #[cfg_attr(feature = "schema", schema(required))]
    pub next: Option<u32>,
}

/// The state of a tournament, and the requester's participation.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TournamentState {
    pub table: TournamentTable,
    /// The requester's participation; null for guests.
    #[cfg_attr(feature = "schema", schema(required))]
    pub own: Option<OwnTournament>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Announced {
    pub tournament: String,
}

/// An entrant's results, with the names of all opponents that they refer to.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Entrant"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Entrant))]
pub struct EntrantView {
    pub standing: StandingView,
    /// Usernames by entrant number; null if the account was deleted.
    pub names: BTreeMap<u32, Option<String>>,
}

/// What changes rarely in a tournament.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct TournamentHead<'a> {
    pub tournament: &'a TournamentView,
    pub round: u32,
    pub rounds: Option<u32>,
    #[cfg_attr(feature = "schema", ts(type = "TieBreak[]"))]
    pub ties: &'a [&'static str],
}

/// A row of a page of standings, without what the row is computed from. Flags are left out if they are false.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(optional_fields))]
pub struct StandingRow {
    pub number: u32,
    pub place: u32,
    /// Missing if the account was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i64>,
    pub points: f64,
    pub games: u32,
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub bot: bool,
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub gone: bool,
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub absent: bool,
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub struck: bool,
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub streak: bool,
    /// Values of the tie-breaks in order of priority.
    pub ties: Vec<f64>,
}

impl From<&StandingView> for StandingRow {
    fn from(standing: &StandingView) -> Self {
        let &StandingView { number, place, rating, points, games, bot, gone, absent, struck, streak, .. } =
            standing;
        let (name, ties) = (standing.name.clone(), standing.ties.iter().map(|tie| tie.value).collect());
        Self { number, place, name, rating, points, games, bot, gone, absent, struck, streak, ties }
    }
}

/// A row of a page of pairings.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct PairingRow<'a> {
    /// The two players, or the only one in a bye; null if the account was deleted.
    pub names: Vec<Option<&'a str>>,
    /// The result, once the game is over.
    #[cfg_attr(feature = "schema", ts(type = "Outcome | null"))]
    pub outcome: Option<&'static str>,
    /// The game's public name; null if there was no game or the game has been deleted.
    pub game: Option<&'a str>,
}

/// A page of a list.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "TournamentPage"))]
pub struct ListPart<T> {
    /// Page number, from 0.
    pub page: u32,
    pub pages: u32,
    pub rows: Vec<T>,
}

/// An update for clients that follow a tournament: what has changed on the pages that the client shows.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub enum TournamentNews<'a> {
    Head {
        head: TournamentHead<'a>,
    },
    Standings {
        standings: ListPart<StandingRow>,
    },
    Pairings {
        /// Round number, from 1; 0 for an arena.
        round: u32,
        pairings: ListPart<PairingRow<'a>>,
    },
    Own {
        own: &'a OwnTournament,
        /// The user's row in the standings.
        row: Option<StandingRow>,
        /// The page of the standings that contains this row.
        page: Option<u32>,
    },
    /// A heartbeat.
    Beat {},
    /// An error that ends the connection.
    Error {
        error: Box<FailureView>,
    },
}
