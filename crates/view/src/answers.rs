//! Small answers of the server.

use entourage_record::Version;
use serde::Serialize;

use crate::{InvitationView, PushDeviceView, RemarkView, State};

/// Reports that something was done.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), serde(deny_unknown_fields))]
pub struct Nothing {}

/// How the server is.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Health {
    /// `ok`; `full` where no game can begin for want of room, while those under way go on; `failing` where nothing can be kept.
    #[cfg_attr(feature = "openapi", schema(schema_with = conditions))]
    pub status: &'static str,
    /// Since when it is failing, in milliseconds since 1970 (UTC).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub since: Option<i64>,
}

/// Describes the words that tell it.
#[cfg(feature = "openapi")]
fn conditions() -> utoipa::openapi::schema::ObjectBuilder {
    entourage_record::schema::one_of(["ok", "full", "failing"])
}

/// Lists the games whose free side any player may take.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InvitationList {
    /// The newest first.
    #[cfg_attr(feature = "openapi", schema(max_items = 50))]
    pub invitations: Vec<InvitationView>,
    /// The game after which the next page begins, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub next: Option<String>,
}

/// Under which name a game is shown to everyone.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Publication {
    /// The name, or nothing while it is shown to nobody without a key.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub public: Option<String>,
}

/// Where the player of a side is told about the game by e-mail.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Mail"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Mail))]
pub struct MailView {
    #[cfg_attr(feature = "openapi", schema(required))]
    pub address: Option<String>,
    pub confirmed: bool,
    pub offered: bool,
}

/// What the players said to each other.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Remarks {
    /// The number of the first line.
    pub from: u32,
    #[cfg_attr(feature = "openapi", schema(max_items = 100))]
    pub lines: Vec<RemarkView>,
}

/// Under which number a line was said.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Said {
    pub seq: u32,
}

/// What the player of a seat noted.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Notes"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Notes))]
pub struct NotesView {
    pub text: String,
    /// Their version, to be named when they are written anew.
    pub version: Version,
}

/// Reports that a text is kept.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Kept {
    /// Its version, to be named when it is written anew.
    pub version: Version,
}

/// Which sides wish a game deleted.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Wishes {
    /// Side by side; both together only where the game is gone.
    pub wishes: [bool; 2],
    pub deleted: bool,
}

/// How many lines of the chat were emptied.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Unsaid {
    pub lines: u64,
}

/// Holds everything that a key lets its holder see of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Export {
    pub state: State,
    /// What the players said to each other; nothing where the key does not play one side.
    pub chat: Vec<RemarkView>,
    /// What the seat noted; nothing where the key looks on.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub notes: Option<NotesView>,
    /// What the side has ready; nothing where the key does not play one side.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub plan: Option<PlanView>,
    /// Where the side's player is told by e-mail, if anywhere.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub mail: Option<MailView>,
    /// The browsers that are told of the side by its keys, while nobody looks.
    pub devices: Vec<PushDeviceView>,
    /// The name under which the game is shown to everyone, if it is.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub public: Option<String>,
    pub wishes: [bool; 2],
}

/// What a side has ready for the other's moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "ReadyPlan"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ReadyPlan))]
pub struct PlanView {
    /// The number of moves after which it was made, if there is one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub after: Option<usize>,
    /// The plan; empty where there is none.
    pub plan: String,
    /// Its version, to be named when another is prepared.
    pub version: Version,
}
