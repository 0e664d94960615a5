//! JSON of the bot API, compatible with Lichess's bot and board APIs, so that Lichess client libraries work.
//!
//! The side that moves first is called `white` and the other `black`, whatever their names in the game. Fields that Lichess does not
//! have, such as `pace` and `degree`, describe features that only Entourage has.

use std::collections::BTreeMap;

use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProgramAccount {
    pub id: String,
    pub username: String,
    /// `BOT` for bots.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub title: Option<&'static str>,
    /// Account creation time in Unix milliseconds.
    pub created_at: i64,
    /// Ratings by pool; a pool is named by the game's spec and the time control class, separated by a space.
    pub perfs: BTreeMap<String, Perf>,
    pub count: ProgramCount,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Perf {
    pub rating: i64,
    pub rd: i64,
    pub prov: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProgramCount {
    /// Number of games, finished or not.
    pub all: u32,
    pub win: u32,
    pub draw: u32,
    pub loss: u32,
    pub playing: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct VariantView {
    /// `standard` for the default game without options, as on Lichess; otherwise the same as `spec`.
    pub key: String,
    pub spec: String,
    pub name: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProgramPlayer {
    /// The name in lower case; null for guests.
    #[cfg_attr(feature = "schema", schema(required))]
    pub id: Option<String>,
    pub name: String,
    /// The same as `name`; some clients read this field.
    pub username: String,
    /// `BOT` for bots.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub title: Option<&'static str>,
    /// The rating, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub rating: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub provisional: Option<bool>,
}

/// A time control.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum TimeControlView {
    Clock {
        limit: u64,
        /// Seconds added per turn.
        increment: u64,
        show: String,
    },
    Correspondence {
        days_per_turn: u64,
    },
    Unlimited {},
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChallengeJson {
    /// Identifies the challenge and the resulting game.
    pub id: String,
    pub url: String,
    /// Always `created`: the challenge is pending.
    pub status: &'static str,
    pub challenger: ProgramPlayer,
    pub dest_user: ProgramPlayer,
    pub variant: VariantView,
    pub rated: bool,
    pub speed: &'static str,
    pub perf: SpeedName,
    pub time_control: TimeControlView,
    /// Time control in the notation of docs/CLOCKS.md.
    pub pace: String,
    /// Rule enforcement: `enforced`, `warned` or `free`.
    #[serde(rename = "degree")]
    pub enforcement: String,
    /// The challenger's side: `white`, `black` or `random`.
    pub color: &'static str,
    /// The side that the challenger gets, also if `color` is `random`.
    pub final_color: &'static str,
    /// `in` for challenges received by the requester, `out` for those sent.
    pub direction: &'static str,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChallengeLists {
    /// Challenges to answer, newest first.
    #[serde(rename = "in")]
    pub incoming: Vec<ChallengeJson>,
    /// Challenges made, newest first.
    #[serde(rename = "out")]
    pub outgoing: Vec<ChallengeJson>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameStatusView {
    /// The number that Lichess uses for the status.
    pub id: u8,
    pub name: &'static str,
}

/// An unfinished game as one of its players sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayingView {
    pub id: String,
    pub game_id: String,
    /// The same as `game_id`; unlike on Lichess, it contains no secret.
    pub full_id: String,
    /// The requester's side: `white` or `black`.
    pub color: &'static str,
    pub fen: String,
    pub has_moved: bool,
    pub is_my_turn: bool,
    /// The last move; empty before the first.
    pub last_move: String,
    pub opponent: ProgramPlayer,
    pub speed: &'static str,
    pub perf: &'static str,
    pub rated: bool,
    /// Seconds left on the requester's clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub seconds_left: Option<u64>,
    pub source: &'static str,
    pub status: GameStatusView,
    /// The winner, if there is one: `white` or `black`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub winner: Option<&'static str>,
    pub variant: VariantView,
    pub compat: Compat,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Compat {
    pub bot: bool,
    pub board: bool,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NowPlaying {
    /// Newest first.
    pub now_playing: Vec<PlayingView>,
}

/// An event in an account's event stream.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ProgramEvent {
    /// A game has started; on connection, sent for every unfinished game.
    GameStart {
        game: Box<PlayingView>,
    },
    GameFinish {
        game: Box<PlayingView>,
    },
    /// A challenge was made or received; on connection, sent for every pending challenge.
    Challenge {
        challenge: Box<ChallengeJson>,
    },
    /// A challenge was withdrawn or has expired.
    ChallengeCanceled {
        challenge: Box<ChallengeJson>,
    },
    ChallengeDeclined {
        challenge: Box<ChallengeJson>,
    },
}

/// A Fischer time control in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClockFigures {
    pub initial: u64,
    pub increment: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameStateLine {
    /// Always `gameState`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The moves that were not taken back, in canonical notation, separated by spaces.
    pub moves: String,
    /// White's time left in milliseconds; 2147483647 without clocks.
    pub wtime: u64,
    pub btime: u64,
    /// White's increment in milliseconds.
    pub winc: u64,
    pub binc: u64,
    pub wdraw: bool,
    pub bdraw: bool,
    /// Whether White proposes a take-back.
    pub wtakeback: bool,
    pub btakeback: bool,
    /// The offer that waits for an answer, after the side that made it: `white draw`, or with `takeback:PLIES`, `pause` or
    /// `resume`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub offer: Option<String>,
    pub status: &'static str,
    /// The status in words, using the game's own terms.
    pub words: String,
    /// The winner, if there is one: `white` or `black`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub winner: Option<&'static str>,
    /// The side to move: `white` or `black`; null once the game has ended. A side can have several moves in a row.
    #[cfg_attr(feature = "schema", schema(required))]
    pub turn: Option<&'static str>,
    pub fen: String,
    /// Number of events in the game, which a move request can specify as `seq`.
    pub seq: usize,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameFullLine {
    /// Always `gameFull`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub id: String,
    pub variant: VariantView,
    pub speed: &'static str,
    pub perf: SpeedName,
    pub rated: bool,
    /// Creation time in Unix milliseconds.
    pub created_at: i64,
    pub white: ProgramPlayer,
    pub black: ProgramPlayer,
    /// The initial position; `startpos` for the game's standard one.
    pub initial_fen: String,
    #[cfg_attr(feature = "schema", schema(required))]
    pub clock: Option<ClockFigures>,
    /// Days per turn in correspondence games.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub days_per_turn: Option<u64>,
    /// Time control in the notation of docs/CLOCKS.md.
    pub pace: String,
    /// Rule enforcement: `enforced`, `warned` or `free`.
    #[serde(rename = "degree")]
    pub enforcement: String,
    pub state: GameStateLine,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SpeedName {
    pub name: &'static str,
}

/// An event in a game stream.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum GameEvent {
    GameFull(Box<GameFullLine>),
    /// The new state after an event.
    GameState(GameStateLine),
    ChatLine(ChatLine),
}

/// A chat message in a game stream.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChatLine {
    /// Always `chatLine`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Always `player`: the chat between the players.
    pub room: &'static str,
    pub username: String,
    pub text: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SaidLine {
    pub user: String,
    pub text: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExportedGame {
    pub id: String,
    pub rated: bool,
    pub variant: String,
    pub speed: &'static str,
    pub perf: &'static str,
    /// Creation time in Unix milliseconds.
    pub created_at: i64,
    /// Time of the last event in Unix milliseconds.
    pub last_move_at: i64,
    pub status: &'static str,
    /// The winner, if there is one: `white` or `black`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub winner: Option<&'static str>,
    pub players: ExportedPlayers,
    /// The initial position; `startpos` for the game's standard one.
    pub initial_fen: String,
    /// The moves that were not taken back, in canonical notation, separated by spaces.
    pub moves: String,
    pub pgn: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExportedPlayers {
    pub white: ExportedPlayer,
    pub black: ExportedPlayer,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExportedPlayer {
    pub user: ProgramPlayer,
}

/// Confirms that the request was carried out.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Done {
    pub ok: bool,
}

impl Done {
    pub const YES: Self = Self { ok: true };
}
