//! What programs are told, in the shapes of Lichess's bot and board API; a client library of that reads them.
//!
//! The side that begins is called `white` and the other `black`, whatever a game calls them. A field that Lichess does not know says what our
//! games need beside: texts in our own words, which say more.

use std::collections::BTreeMap;

use serde::Serialize;

/// Describes an account.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProgramAccount {
    pub id: String,
    /// The name, as others see it.
    pub username: String,
    /// `BOT` of a bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub title: Option<&'static str>,
    /// Since when, in milliseconds since 1970 (UTC).
    pub created_at: i64,
    /// How strong they are: the game's spec and the class of the pace, with a space between, name a rating.
    pub perfs: BTreeMap<String, Perf>,
    /// How their games stand or ended.
    pub count: ProgramCount,
}

/// How strong somebody is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Perf {
    pub rating: i64,
    /// How far it may be off.
    pub rd: i64,
    /// Whether too little is known to rank them.
    pub prov: bool,
}

/// Counts somebody's games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProgramCount {
    /// Those under way and those that ended.
    pub all: u32,
    pub win: u32,
    pub draw: u32,
    pub loss: u32,
    pub playing: u32,
}

/// Names a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VariantView {
    pub key: String,
    pub name: String,
}

/// Names who plays, or is to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProgramPlayer {
    /// The name in small letters; nothing of who has none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub id: Option<String>,
    pub name: String,
    /// The same, under the name that some clients read.
    pub username: String,
    /// `BOT` of a bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub title: Option<&'static str>,
    /// How strong they are, where it is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub rating: Option<i64>,
    /// Whether too little is known to rank them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub provisional: Option<bool>,
}

/// How fast a game is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum TimeControlView {
    Clock {
        limit: u64,
        /// What each turn adds, in seconds.
        increment: u64,
        show: String,
    },
    Correspondence {
        /// How many days a turn may take.
        days_per_turn: u64,
    },
    Unlimited {},
}

/// Describes a challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChallengeJson {
    /// Its name, and that of the game that it becomes.
    pub id: String,
    pub url: String,
    /// `created`: it waits for an answer.
    pub status: &'static str,
    pub challenger: ProgramPlayer,
    pub dest_user: ProgramPlayer,
    pub variant: VariantView,
    pub rated: bool,
    pub speed: &'static str,
    pub time_control: TimeControlView,
    /// How fast it is played, in the words of docs/CLOCKS.md.
    pub pace: String,
    /// How much the rules help: `enforced`, `warned` or `free`.
    pub degree: String,
    /// The side of the challenger: `white`, `black` or `random`.
    pub color: &'static str,
    /// `in` where the requester is challenged, `out` where they challenge.
    pub direction: &'static str,
}

/// Lists challenges.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChallengeLists {
    /// Those to answer, the newest first.
    #[serde(rename = "in")]
    pub incoming: Vec<ChallengeJson>,
    /// Those made, the newest first.
    #[serde(rename = "out")]
    pub outgoing: Vec<ChallengeJson>,
}

/// How a game stands or ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameStatusView {
    /// The number that Lichess gives it.
    pub id: u8,
    pub name: &'static str,
}

/// Describes a game under way to one of its players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayingView {
    pub id: String,
    pub game_id: String,
    /// The same: nothing of it is secret.
    pub full_id: String,
    /// The side of the requester: `white` or `black`.
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
    /// What the requester has left on their clock, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub seconds_left: Option<u64>,
    pub source: &'static str,
    pub status: GameStatusView,
    /// Who has won, once somebody has: `white` or `black`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub winner: Option<&'static str>,
    pub variant: VariantView,
    /// Which faces of the interface play it.
    pub compat: Compat,
}

/// Which faces of the interface play a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Compat {
    pub bot: bool,
    pub board: bool,
}

/// Lists games under way.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NowPlaying {
    /// The newest first.
    pub now_playing: Vec<PlayingView>,
}

/// What goes on with an account, a line each.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ProgramEvent {
    /// A game is under way; whoever connects is told of all of them.
    GameStart {
        game: Box<PlayingView>,
    },
    GameFinish {
        game: Box<PlayingView>,
    },
    /// A player is challenged; whoever connects is told of all challenges that wait.
    Challenge {
        challenge: Box<ChallengeJson>,
    },
    /// A challenge was withdrawn, or nobody holds it any more.
    ChallengeCanceled {
        challenge: Box<ChallengeJson>,
    },
    ChallengeDeclined {
        challenge: Box<ChallengeJson>,
    },
}

/// What clocks begin with and gain, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClockFigures {
    pub initial: u64,
    pub increment: u64,
}

/// How a game stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameStateLine {
    /// `gameState`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The moves that stand, in canonical form, with spaces between them.
    pub moves: String,
    /// What the side that begins has left, in milliseconds; 2147483647 without clocks.
    pub wtime: u64,
    pub btime: u64,
    /// What a turn adds for the side that begins, in milliseconds.
    pub winc: u64,
    /// What a turn adds for the other side.
    pub binc: u64,
    /// Whether the side that begins proposes a draw.
    pub wdraw: bool,
    pub bdraw: bool,
    /// Whether the side that begins proposes to take moves back.
    pub wtakeback: bool,
    pub btakeback: bool,
    /// How it stands, in Lichess's words.
    pub status: &'static str,
    /// How it stands, in the words of its rules.
    pub words: String,
    /// Who has won, once somebody has: `white` or `black`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub winner: Option<&'static str>,
    /// Whose turn it is: `white` or `black`; nothing once it has ended. In some games a turn has several moves.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub turn: Option<&'static str>,
    pub fen: String,
    /// How many events the game has, which a move may name as `seq`.
    pub seq: usize,
}

/// A whole game.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameFullLine {
    /// `gameFull`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub id: String,
    pub variant: VariantView,
    pub speed: &'static str,
    pub perf: SpeedName,
    pub rated: bool,
    /// When it was created, in milliseconds since 1970 (UTC).
    pub created_at: i64,
    pub white: ProgramPlayer,
    pub black: ProgramPlayer,
    /// The position in which it began as text; `startpos` is the usual one.
    pub initial_fen: String,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub clock: Option<ClockFigures>,
    /// How many days a turn may take, where it is that slow.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub days_per_turn: Option<u64>,
    /// How fast it is played, in the words of docs/CLOCKS.md.
    pub pace: String,
    /// How much the rules help: `enforced`, `warned` or `free`.
    pub degree: String,
    pub state: GameStateLine,
}

/// Names a class of paces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SpeedName {
    pub name: &'static str,
}

/// What goes on in a game, a line each.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum GameEvent {
    GameFull(Box<GameFullLine>),
    /// How it stands after something happened.
    GameState(GameStateLine),
    /// Something was said.
    ChatLine(ChatLine),
}

/// What was said in a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatLine {
    /// `chatLine`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// `player`: between the two who play.
    pub room: &'static str,
    pub username: String,
    pub text: String,
}

/// What was said in a game to the requester for all of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SaidLine {
    pub user: String,
    pub text: String,
}

/// A whole game, as it is exported.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExportedGame {
    pub id: String,
    pub rated: bool,
    pub variant: String,
    pub speed: &'static str,
    pub perf: &'static str,
    /// When it was created, in milliseconds since 1970 (UTC).
    pub created_at: i64,
    /// When something happened in it last.
    pub last_move_at: i64,
    /// How it stands or ended, in Lichess's words.
    pub status: &'static str,
    /// Who has won, if anybody: `white` or `black`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub winner: Option<&'static str>,
    pub players: ExportedPlayers,
    /// The position in which it began as text; `startpos` is the usual one.
    pub initial_fen: String,
    /// The moves that stand, in canonical form, with spaces between them.
    pub moves: String,
    pub pgn: String,
}

/// Who played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExportedPlayers {
    pub white: ExportedPlayer,
    pub black: ExportedPlayer,
}

/// Who played a side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExportedPlayer {
    pub user: ProgramPlayer,
}

/// Reports that something was done.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Done {
    pub ok: bool,
}

impl Done {
    pub const YES: Self = Self { ok: true };
}
