use serde::{Deserialize, Serialize};

use crate::FailureView;

/// Announces a tournament.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewTournament {
    #[cfg_attr(feature = "openapi", schema(max_length = 60))]
    pub name: String,
    /// How it is decided who plays whom.
    #[cfg_attr(feature = "types", ts(type = "TournamentKind"))]
    #[cfg_attr(feature = "openapi", schema(value_type = KindWord))]
    pub kind: String,
    /// The number of a Swiss tournament's rounds, from 1 to 50, or of an arena's minutes, from 5 to 720.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 720))]
    pub length: Option<u32>,
    pub spec: String,
    /// How fast it is played, in the words of docs/CLOCKS.md; arenas are live.
    pub pace: String,
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// When it begins and whom it takes.
    pub terms: Terms,
}

/// When a tournament begins and whom it takes. It also begins when its organiser says so.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields, rename = "TournamentTerms"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TournamentTerms))]
pub struct Terms {
    /// When it begins by itself, in milliseconds since 1970 (UTC).
    pub begins_at: Option<i64>,
    /// With how many entrants it begins by itself.
    #[cfg_attr(feature = "openapi", schema(minimum = 2, maximum = 500))]
    pub begins_with: Option<u32>,
    /// The most entrants: as many as the kind allows, unless it says so.
    #[cfg_attr(feature = "openapi", schema(minimum = 2, maximum = 500))]
    pub most: Option<u32>,
    #[cfg_attr(feature = "openapi", schema(maximum = 10_000))]
    pub lowest: Option<u32>,
    #[cfg_attr(feature = "openapi", schema(maximum = 10_000))]
    pub highest: Option<u32>,
}

/// Changes a tournament that is open.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Amendment {
    #[cfg_attr(feature = "openapi", schema(max_length = 60))]
    pub name: String,
    /// When it begins and whom it takes.
    pub terms: Terms,
    /// Why, for the log, where somebody does it who keeps order.
    #[cfg_attr(feature = "openapi", schema(max_length = 500))]
    pub reason: Option<String>,
}

/// How it is decided who plays whom: everybody meets everybody once, or twice; or those who stand alike meet; or whoever is free.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[schema(as = TournamentKind, rename_all = "kebab-case")]
#[allow(dead_code, reason = "it is described, not made")]
pub enum KindWord {
    /// Everybody meets everybody once.
    RoundRobin,
    DoubleRoundRobin,
    /// Those who stand alike meet.
    Swiss,
    /// Whoever is free meets whoever is free.
    Arena,
}

/// The words for kinds of tournaments.
pub const TOURNAMENT_KINDS: [&str; 4] = ["round-robin", "double-round-robin", "swiss", "arena"];
/// The words for how far a tournament is.
pub const TOURNAMENT_PHASES: [&str; 4] = ["open", "running", "over", "cancelled"];
/// The words for what comes of a pairing.
pub const OUTCOMES: [&str; 9] =
    ["first", "second", "draw", "forfeit-first", "forfeit-second", "neither", "bye", "half", "zero"];

/// The tournament in which a game is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "TournamentGame"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TournamentGame))]
pub struct TournamentGameView {
    pub tournament: String,
    pub name: String,
    /// The round, from 1; none in an arena.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub round: Option<u32>,
}

/// Describes a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Tournament"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Tournament))]
pub struct TournamentView {
    pub tournament: String,
    pub name: String,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub organiser: Option<String>,
    /// How it is decided who plays whom.
    #[cfg_attr(feature = "types", ts(type = "TournamentKind"))]
    #[cfg_attr(feature = "openapi", schema(value_type = KindWord))]
    pub kind: &'static str,
    /// The number of a Swiss tournament's rounds, or of an arena's minutes.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub length: Option<u32>,
    pub spec: String,
    pub pace: String,
    pub rated: bool,
    /// When it begins by itself, in milliseconds since 1970 (UTC).
    #[cfg_attr(feature = "openapi", schema(required))]
    pub begins_at: Option<i64>,
    /// With how many entrants it begins by itself.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub begins_with: Option<u32>,
    /// The most entrants.
    pub most: u32,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub lowest: Option<i64>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub highest: Option<i64>,
    /// How far it is: open, running, over or cancelled.
    #[cfg_attr(feature = "types", ts(type = "TournamentPhase"))]
    pub phase: &'static str,
    /// How many take part, those who withdrew not counted.
    pub entrants: u32,
    pub since: i64,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub begun: Option<i64>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub ends: Option<i64>,
}

/// Lists tournaments.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentList {
    /// The newest first.
    #[cfg_attr(feature = "openapi", schema(max_items = 50))]
    pub tournaments: Vec<TournamentView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub next: Option<String>,
}

/// How a tournament stands: everything that is the same for everybody.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentTable {
    pub tournament: TournamentView,
    /// The number of rounds that were paired.
    pub round: u32,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub rounds: Option<u32>,
    /// The tie-breaks, the first to decide first.
    #[cfg_attr(feature = "types", ts(type = "TieBreak[]"))]
    #[cfg_attr(feature = "openapi", schema(max_items = 6))]
    pub ties: Vec<&'static str>,
    pub standings: Vec<StandingView>,
    /// Who plays whom, the last round first; of an arena the games that go on and the last that ended, as one round.
    pub pairings: Vec<RoundView>,
}

/// Where somebody stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Standing"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Standing))]
pub struct StandingView {
    pub number: u32,
    /// Their place, from 1; those whom nothing tells apart share one.
    pub place: u32,
    /// Their name; nothing once their account is gone.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub name: Option<String>,
    pub bot: bool,
    /// How strong they were when they entered.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub rating: Option<i64>,
    pub points: f64,
    pub games: u32,
    pub gone: bool,
    /// Whether their games count for nobody, because they left before half of them was played.
    pub struck: bool,
    /// Whether their next game counts double, in an arena.
    pub streak: bool,
    /// The tie-breaks, in order.
    pub ties: Vec<TieView>,
    /// What each round brought, the first one first.
    pub results: Vec<ResultView>,
}

/// What a tie-break is for somebody.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Tie"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Tie))]
pub struct TieView {
    pub value: f64,
    /// What it was made of; those that are not left out add up to it.
    pub figures: Vec<TieFigureView>,
}

/// What a round adds to a tie-break.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "TieFigure"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TieFigure))]
pub struct TieFigureView {
    pub round: u32,
    /// Whom they met, by number; nobody where they had no game.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub opponent: Option<u32>,
    pub value: f64,
    pub cut: bool,
}

/// What a round brought somebody.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "RoundResult"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = RoundResult))]
pub struct ResultView {
    pub round: u32,
    /// Whom they met, by number; nobody where they had no game.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub opponent: Option<u32>,
    #[cfg_attr(feature = "types", ts(type = "Side | null"))]
    #[cfg_attr(feature = "openapi", schema(required, value_type = Option<entourage_record::schema::SideNumber>))]
    pub side: Option<usize>,
    /// What it brought, once it is over.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub points: Option<f64>,
    pub played: bool,
    /// The game's public name, unless it is gone.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub game: Option<String>,
}

/// Who plays whom in a round.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "TournamentRound"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TournamentRound))]
pub struct RoundView {
    /// Its number, from 1; 0 of an arena's games.
    pub number: u32,
    /// Who plays whom, and who has no game.
    pub pairings: Vec<PairingView>,
}

/// Who plays whom.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Pairing"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Pairing))]
pub struct PairingView {
    pub first: u32,
    /// The other; nobody of somebody who has no game.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub second: Option<u32>,
    /// What came of it, once it is over.
    #[cfg_attr(feature = "types", ts(type = "Outcome | null"))]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub outcome: Option<&'static str>,
    /// The game's public name, unless it is gone: everyone may watch it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub game: Option<String>,
    /// Since when, in milliseconds since 1970 (UTC).
    pub since: i64,
}

/// What a tournament is to the signed-in user.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OwnTournament {
    /// Their number, if they take part or did.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub number: Option<u32>,
    pub enters: bool,
    /// Whether it is not too late to enter.
    pub open: bool,
    pub organises: bool,
    /// What opens their game that goes on, the latest one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub game: Option<String>,
    /// The rounds to come that they asked to sit out.
    pub byes: Vec<u32>,
    /// The round that they may ask to sit out.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub next: Option<u32>,
}

/// How a tournament stands, and what it is to the requester.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentState {
    pub table: TournamentTable,
    /// What it is to the requester; nothing to a guest.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub own: Option<OwnTournament>,
}

/// Names a tournament that was announced.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Announced {
    pub tournament: String,
}

/// An update for clients that follow a tournament.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum TournamentNews<'a> {
    Table {
        table: &'a TournamentTable,
    },
    Own {
        own: &'a OwnTournament,
    },
    /// Nothing has happened: the connection lives.
    Beat {},
    /// Nothing more is told.
    Error {
        error: Box<FailureView>,
    },
}
