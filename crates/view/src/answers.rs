use entourage_record::Version;
use serde::Serialize;

use crate::{InvitationView, PushDeviceView, RemarkView, State};

/// Confirms that the request was carried out.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), serde(deny_unknown_fields))]
pub struct Nothing {}

/// Result of a health check.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Health {
    /// `ok`; `full` if the disk is too full for new games, though games in progress continue; `failing` if the database is not writable.
    #[cfg_attr(feature = "schema", schema(schema_with = conditions))]
    pub status: &'static str,
    /// Start of the `failing` state in Unix milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub since: Option<i64>,
}

#[cfg(feature = "schema")]
fn conditions() -> utoipa::openapi::schema::ObjectBuilder {
    entourage_record::schema::one_of(["ok", "full", "failing"])
}

/// Games that any player can join.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct InvitationList {
    /// Newest first.
    #[cfg_attr(feature = "schema", schema(max_items = 50))]
    pub invitations: Vec<InvitationView>,
    /// Cursor for the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional), schema(nullable = false))]
    pub next: Option<String>,
}

/// The public name of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Publication {
    /// Null if only holders of a key can see the game.
    #[cfg_attr(feature = "schema", schema(required))]
    pub public: Option<String>,
}

/// E-mail notifications for a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "Mail"), schema(as = Mail))]
pub struct MailView {
    #[cfg_attr(feature = "schema", schema(required))]
    pub address: Option<String>,
    pub confirmed: bool,
    pub offered: bool,
}

/// Chat messages in a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Remarks {
    /// Sequence number of the first message.
    pub from: u32,
    #[cfg_attr(feature = "schema", schema(max_items = 100))]
    pub lines: Vec<RemarkView>,
}

/// The sequence number of a new chat message.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Said {
    pub seq: u32,
}

/// A player's private notes on a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "Notes"), schema(as = Notes))]
pub struct NotesView {
    pub text: String,
    /// The version that the next update must specify.
    pub version: Version,
}

/// Confirms that private notes or conditional moves were saved.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Kept {
    /// The version that the next update must specify.
    pub version: Version,
}

/// The players' requests to delete a game.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Wishes {
    /// Requests by side; if both are true, the game has been deleted.
    pub wishes: [bool; 2],
    pub deleted: bool,
}

/// Number of deleted chat messages.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Unsaid {
    pub lines: u64,
}

/// All data about a game that a key gives access to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Export {
    pub state: State,
    /// Chat messages; empty unless the key is for exactly one side.
    pub chat: Vec<RemarkView>,
    /// Private notes; null if the key is for spectators.
    #[cfg_attr(feature = "schema", schema(required))]
    pub notes: Option<NotesView>,
    /// Conditional moves; null unless the key is for exactly one side.
    #[cfg_attr(feature = "schema", schema(required))]
    pub plan: Option<PlanView>,
    /// E-mail notification settings of the player, if any.
    #[cfg_attr(feature = "schema", schema(required))]
    pub mail: Option<MailView>,
    /// Devices registered with the key for push notifications.
    pub devices: Vec<PushDeviceView>,
    /// The public name of the game, if it has one.
    #[cfg_attr(feature = "schema", schema(required))]
    pub public: Option<String>,
    pub wishes: [bool; 2],
}

/// The conditional moves that a side has prepared.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "ReadyPlan"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ReadyPlan))]
pub struct PlanView {
    /// Number of moves in the game when the conditional moves were prepared.
    #[cfg_attr(feature = "schema", schema(required))]
    pub after: Option<usize>,
    /// The conditional moves in text notation; empty if there are none.
    pub plan: String,
    /// The version that the next update must specify.
    pub version: Version,
}
