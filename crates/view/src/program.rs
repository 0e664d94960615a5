//! What programs are told, in the shapes of Lichess's bot and board API; a client library of that reads them.
//!
//! The side that begins is called `white` and the other `black`, whatever a game calls them. A field that Lichess does not know says what our
//! games need beside: texts in our own words, which say more.

use std::collections::BTreeMap;

use serde::Serialize;

/// Tells of an account.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProgramAccount {
    /// The name in small letters.
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

/// Tells how strong somebody is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Perf {
    /// In points.
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
    /// Those that they won.
    pub win: u32,
    /// Those that were drawn.
    pub draw: u32,
    /// Those that they lost.
    pub loss: u32,
    /// Those under way.
    pub playing: u32,
}

/// Names a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VariantView {
    /// Its spec.
    pub key: String,
    /// Its name.
    pub name: String,
}

/// Names who plays, or is to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProgramPlayer {
    /// The name in small letters; nothing of who has none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub id: Option<String>,
    /// The name, as others see it.
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

/// Says how fast a game is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum TimeControlView {
    /// By clocks.
    Clock {
        /// What they begin with, in seconds.
        limit: u64,
        /// What each turn adds, in seconds.
        increment: u64,
        /// As people call it.
        show: String,
    },
    /// Over days.
    Correspondence {
        /// How many days a turn may take.
        days_per_turn: u64,
    },
    /// As slow as one likes.
    Unlimited {},
}

/// Tells of a challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChallengeJson {
    /// Its name, and that of the game that it becomes.
    pub id: String,
    /// Where people answer it.
    pub url: String,
    /// `created`: it waits for an answer.
    pub status: &'static str,
    /// Who challenges.
    pub challenger: ProgramPlayer,
    /// Who is challenged.
    pub dest_user: ProgramPlayer,
    /// The game.
    pub variant: VariantView,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The class of its pace.
    pub speed: &'static str,
    /// How fast it is played.
    pub time_control: TimeControlView,
    /// How fast it is played, in the words of docs/CLOCKS.md.
    pub pace: String,
    /// How much the rules help: `enforced`, `warned` or `free`.
    pub degree: String,
    /// The side of whoever challenges: `white`, `black` or `random`.
    pub color: &'static str,
    /// `in` where whoever asks is challenged, `out` where they challenge.
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

/// Says how a game stands or ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameStatusView {
    /// The number that Lichess gives it.
    pub id: u8,
    /// Its word.
    pub name: &'static str,
}

/// Tells of a game under way to one of its players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayingView {
    /// Its name.
    pub id: String,
    /// The same.
    pub game_id: String,
    /// The same: nothing of it is secret.
    pub full_id: String,
    /// The side of whoever asks: `white` or `black`.
    pub color: &'static str,
    /// The position as text.
    pub fen: String,
    /// Whether whoever asks has moved.
    pub has_moved: bool,
    /// Whether it is their turn.
    pub is_my_turn: bool,
    /// The last move; empty before the first.
    pub last_move: String,
    /// Who plays the other side.
    pub opponent: ProgramPlayer,
    /// The class of its pace.
    pub speed: &'static str,
    /// The same.
    pub perf: &'static str,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// What whoever asks has left on their clock, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub seconds_left: Option<u64>,
    /// Where it came from.
    pub source: &'static str,
    /// How it stands.
    pub status: GameStatusView,
    /// Who has won, once somebody has: `white` or `black`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub winner: Option<&'static str>,
    /// The game.
    pub variant: VariantView,
    /// Which faces of the interface play it.
    pub compat: Compat,
}

/// Says which faces of the interface play a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Compat {
    /// That of bots.
    pub bot: bool,
    /// That of people with a program in their hands.
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
        /// The game.
        game: Box<PlayingView>,
    },
    /// A game has ended.
    GameFinish {
        /// The game.
        game: Box<PlayingView>,
    },
    /// Somebody is challenged; whoever connects is told of all challenges that wait.
    Challenge {
        /// The challenge.
        challenge: Box<ChallengeJson>,
    },
    /// A challenge was withdrawn, or nobody holds it any more.
    ChallengeCanceled {
        /// The challenge.
        challenge: Box<ChallengeJson>,
    },
    /// A challenge was declined, or its time is up.
    ChallengeDeclined {
        /// The challenge.
        challenge: Box<ChallengeJson>,
    },
}

/// Says what clocks begin with and gain, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClockFigures {
    /// What they begin with.
    pub initial: u64,
    /// What each turn adds.
    pub increment: u64,
}

/// Tells how a game stands.
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
    /// What the other side has left.
    pub btime: u64,
    /// What a turn adds for the side that begins, in milliseconds.
    pub winc: u64,
    /// What a turn adds for the other side.
    pub binc: u64,
    /// Whether the side that begins proposes a draw.
    pub wdraw: bool,
    /// Whether the other side does.
    pub bdraw: bool,
    /// Whether the side that begins proposes to take moves back.
    pub wtakeback: bool,
    /// Whether the other side does.
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
    /// The position as text.
    pub fen: String,
    /// How many events the game has, which a move may name as `seq`.
    pub seq: usize,
}

/// Tells a game whole.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameFullLine {
    /// `gameFull`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Its name.
    pub id: String,
    /// The game.
    pub variant: VariantView,
    /// The class of its pace.
    pub speed: &'static str,
    /// The same.
    pub perf: SpeedName,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// When it was created, in milliseconds since 1970 (UTC).
    pub created_at: i64,
    /// Who plays the side that begins.
    pub white: ProgramPlayer,
    /// Who plays the other side.
    pub black: ProgramPlayer,
    /// The position in which it began as text; `startpos` is the usual one.
    pub initial_fen: String,
    /// What live clocks begin with.
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
    /// How it stands.
    pub state: GameStateLine,
}

/// Names a class of paces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SpeedName {
    /// Its word.
    pub name: &'static str,
}

/// What goes on in a game, a line each.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum GameEvent {
    /// The game, told first.
    GameFull(Box<GameFullLine>),
    /// How it stands after something happened.
    GameState(GameStateLine),
    /// Something was said.
    ChatLine(ChatLine),
}

/// Tells what was said in a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatLine {
    /// `chatLine`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// `player`: between the two who play.
    pub room: &'static str,
    /// By whom.
    pub username: String,
    /// What.
    pub text: String,
}

/// Tells what was said in a game to whoever asks for all of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SaidLine {
    /// By whom.
    pub user: String,
    /// What.
    pub text: String,
}

/// Tells a game whole, as it is exported.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExportedGame {
    /// Its name.
    pub id: String,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The game's spec.
    pub variant: String,
    /// The class of its pace.
    pub speed: &'static str,
    /// The same.
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
    /// Who played.
    pub players: ExportedPlayers,
    /// The position in which it began as text; `startpos` is the usual one.
    pub initial_fen: String,
    /// The moves that stand, in canonical form, with spaces between them.
    pub moves: String,
    /// The record in PGN's shape.
    pub pgn: String,
}

/// Tells who played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExportedPlayers {
    /// The side that began.
    pub white: ExportedPlayer,
    /// The other.
    pub black: ExportedPlayer,
}

/// Tells who played a side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExportedPlayer {
    /// Who.
    pub user: ProgramPlayer,
}

/// Says that something was done.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Done {
    /// It was.
    pub ok: bool,
}

impl Done {
    /// Says so.
    pub const YES: Self = Self { ok: true };
}
