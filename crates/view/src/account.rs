use entourage_record::Player;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    ComplaintMade, Export, MeasureView, PushDeviceView, PuzzleExport, RestraintView, StudyExport, Ties,
    TokenView, Tokens,
};

/// The signed-in user, and the sign-in methods that the server offers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Signed {
    /// The user's account; null for guests.
    #[cfg_attr(feature = "schema", schema(required))]
    pub account: Option<AccountView>,
    /// The relying party ID of passkeys; null if the server does not support them.
    #[cfg_attr(feature = "schema", schema(required))]
    pub passkeys: Option<String>,
    /// Whether the server sends e-mails, so that users can sign in by e-mailed link.
    pub letters: bool,
}

/// An account as its owner sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AccountView {
    pub name: String,
    pub password: bool,
    pub passkeys: Vec<PasskeyView>,
    /// Number of unused recovery codes.
    pub codes: u32,
    pub mail: AccountMailView,
    /// Whether the user just signed in by recovery code or e-mailed link, and can set a password without the old one.
    pub recovered: bool,
    /// Creation time in Unix milliseconds.
    pub since: i64,
    #[cfg_attr(feature = "schema", ts(type = "Role | null"), schema(required))]
    pub role: Option<&'static str>,
    /// The mute on the account, if any.
    #[cfg_attr(feature = "schema", schema(required))]
    pub mute: Option<RestraintView>,
    /// Whether the user has authenticated recently, which irreversible actions require.
    pub fresh: bool,
}

/// The e-mail settings of an account.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "AccountMail"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = AccountMail))]
pub struct AccountMailView {
    #[cfg_attr(feature = "schema", schema(required))]
    pub address: Option<String>,
    /// A new e-mail address, which replaces `address` when the user confirms it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub wanted: Option<String>,
    pub offered: bool,
}

/// A passkey as its owner sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PasskeyView {
    /// The credential ID.
    pub id: String,
    pub label: String,
    /// Creation time in Unix milliseconds.
    pub since: i64,
    #[cfg_attr(feature = "schema", schema(required))]
    pub used: Option<i64>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Founded {
    pub account: AccountView,
    /// Recovery codes, each valid once; not shown again.
    pub codes: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RecoveryCodes {
    /// Recovery codes, each valid once; not shown again.
    pub codes: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SessionView {
    /// Identifies the session; it is not a secret.
    pub id: String,
    pub agent: String,
    /// Start time in Unix milliseconds.
    pub since: i64,
    /// Time of the last request, accurate to the hour.
    pub seen: i64,
    pub own: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Sessions {
    /// Sorted by last use, newest first.
    pub sessions: Vec<SessionView>,
}

/// The ways into an account, apart from its password, that can be kept when it is recovered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AccessList {
    pub passkeys: Vec<PasskeyView>,
    pub tokens: Vec<TokenView>,
    /// Number of unused recovery codes.
    pub codes: u32,
    pub sessions: Vec<SessionView>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct CeremonyView {
    /// Identifies the WebAuthn challenge in the client's answer; valid once, for five minutes.
    pub ceremony: String,
    /// Options for `navigator.credentials`, in the JSON form that `PublicKeyCredential.parseCreationOptionsFromJSON` and
    /// `parseRequestOptionsFromJSON` accept.
    #[cfg_attr(feature = "schema", ts(type = "unknown"), schema(value_type = Object))]
    pub options: Value,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PasskeyAnswer {
    pub ceremony: String,
    /// The credential in the form that `PublicKeyCredential.toJSON` returns.
    #[cfg_attr(feature = "schema", ts(type = "unknown"), schema(value_type = Object))]
    pub credential: Value,
}

/// A game in which an account has a seat.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "HeldGame"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = HeldGame))]
pub struct HeldGameView {
    /// Token with which the signed-in user can open the game without a key.
    pub pass: String,
    #[cfg_attr(feature = "schema", ts(type = "Seat"), schema(value_type = entourage_record::Seat))]
    pub seat: &'static str,
    pub spec: String,
    pub pace: String,
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub players: [Player; 2],
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub names: [Option<String>; 2],
    pub status: String,
    /// Creation time in Unix milliseconds.
    pub created_at: i64,
    /// Time of the last event in Unix milliseconds.
    pub at: i64,
}

/// A page of the games in which an account has a seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct HeldGames {
    /// Newest first.
    pub games: Vec<HeldGameView>,
    /// Cursor of the next page; null on the last one.
    #[cfg_attr(feature = "schema", schema(required))]
    pub next: Option<String>,
}

/// The result of claiming seats for an account by their keys.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Claims {
    /// For each key, a pass that gives the user access to the game; null for an invalid key or another user's seat.
    pub passes: Vec<Option<String>>,
}

/// Everything that the server stores about an account.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AccountExport {
    pub account: AccountView,
    pub sessions: Vec<SessionView>,
    /// API tokens, without their secrets.
    pub programs: Tokens,
    /// The users that the account follows and blocks.
    pub ties: Ties,
    /// Reports that the user has made, newest first.
    pub complaints: Vec<ComplaintMade>,
    /// Moderation actions against the account, newest first, without the moderators' names.
    pub measures: Vec<MeasureView>,
    /// Devices that receive push notifications, last used first.
    pub devices: Vec<PushDeviceView>,
    pub puzzles: PuzzleExport,
    pub studies: StudyExport,
    /// The account's games, each with all data that the account's owner can see.
    pub games: Vec<GameExport>,
}

/// A game in an account export.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GameExport {
    pub game: Export,
    /// The game in PGN format.
    pub record: String,
}
