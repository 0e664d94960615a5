use entourage_record::Player;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{ComplaintMade, Export, MeasureView, PushDeviceView, RestraintView, Ties, Tokens};

/// Who is signed in.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Signed {
    /// Their account; nothing of a guest.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub account: Option<AccountView>,
    /// The site for which passkeys are made, where there are any: a browser has them under this name only.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub passkeys: Option<String>,
    /// Whether the server sends e-mails: to an address that it knows, somebody who has lost all else comes back in by one.
    pub letters: bool,
}

/// Describes an account to its owner.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountView {
    pub name: String,
    pub password: bool,
    /// What it signs in with instead.
    pub passkeys: Vec<PasskeyView>,
    /// How many recovery codes are left.
    pub codes: u32,
    pub mail: AccountMailView,
    /// Whether its holder has just come in by a recovery code or by an e-mail: they may set a password without the one before.
    pub recovered: bool,
    /// Since when, in milliseconds since 1970 (UTC).
    pub since: i64,
    /// The order that it keeps here: `moderator` or `administrator`.
    #[cfg_attr(feature = "types", ts(type = "Role | null"))]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub role: Option<&'static str>,
    /// Why it may say nothing in games, if it may not.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub mute: Option<RestraintView>,
    /// Whether the requester has proved lately who they are: what cannot be undone asks for that.
    pub fresh: bool,
}

/// Where an account is written to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "AccountMail"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AccountMail))]
pub struct AccountMailView {
    /// The address whose reader has agreed, if there is one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub address: Option<String>,
    /// The address that takes its place once its reader agrees.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub wanted: Option<String>,
    pub offered: bool,
}

/// Describes a passkey to its owner.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PasskeyView {
    /// The name that its device gave it.
    pub id: String,
    pub label: String,
    /// Since when, in milliseconds since 1970 (UTC).
    pub since: i64,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub used: Option<i64>,
}

/// Describes a new account.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Founded {
    pub account: AccountView,
    /// Codes each of which opens the account once; they are told this once.
    pub codes: Vec<String>,
}

/// New recovery codes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecoveryCodes {
    /// Each opens the account once; they are told this once.
    pub codes: Vec<String>,
}

/// Describes where a user is signed in.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SessionView {
    /// Names the session; it opens nothing.
    pub id: String,
    pub agent: String,
    /// Since when, in milliseconds since 1970 (UTC).
    pub since: i64,
    /// When it was there last, to the hour.
    pub seen: i64,
    pub own: bool,
}

/// Lists where a user is signed in.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sessions {
    /// The one seen last first.
    pub sessions: Vec<SessionView>,
}

/// Asks something of a passkey.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CeremonyView {
    /// Names what was asked, for the answer; it is good for five minutes, and once.
    pub ceremony: String,
    /// What `navigator.credentials` is given, its bytes written in Base64url as `PublicKeyCredential.parseCreationOptionsFromJSON` and
    /// `parseRequestOptionsFromJSON` read them.
    #[cfg_attr(feature = "types", ts(type = "unknown"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub options: Value,
}

/// Holds what a passkey answered.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PasskeyAnswer {
    pub ceremony: String,
    /// What `toJSON` makes of the credential.
    #[cfg_attr(feature = "types", ts(type = "unknown"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub credential: Value,
}

/// Describes a game in which an account has a seat.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "HeldGame"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = HeldGame))]
pub struct HeldGameView {
    /// What opens it in place of a key, for the signed-in user.
    pub pass: String,
    #[cfg_attr(feature = "types", ts(type = "Seat"))]
    #[cfg_attr(feature = "openapi", schema(value_type = entourage_record::Seat))]
    pub seat: &'static str,
    pub spec: String,
    pub pace: String,
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub players: [Player; 2],
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub names: [Option<String>; 2],
    pub status: String,
    /// When it was created, in milliseconds since 1970 (UTC).
    pub created_at: i64,
    /// When something happened in it last.
    pub at: i64,
}

/// Lists games in which an account has a seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HeldGames {
    /// The newest first.
    pub games: Vec<HeldGameView>,
    /// What to ask for the next page with; nothing on the last.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub next: Option<String>,
}

/// What came of claiming the seats of some keys.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Claims {
    /// For each key what opens its game now for the signed-in user; nothing where the seat is somebody else's, or the key opens none.
    pub passes: Vec<Option<String>>,
}

/// Holds what is kept of an account beside its games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountExport {
    pub account: AccountView,
    pub sessions: Vec<SessionView>,
    /// What opens it to programs, without the tokens.
    pub programs: Tokens,
    /// Whom its holder follows and blocks.
    pub ties: Ties,
    /// What its holder complained of, the newest first.
    pub complaints: Vec<ComplaintMade>,
    /// What was done with it for the sake of order, the newest first; by whom is not told.
    pub measures: Vec<MeasureView>,
    /// The browsers that are told what happens while nobody looks, those that were there last first.
    pub devices: Vec<PushDeviceView>,
    /// Each game with everything that its seat lets its player see, and its record in PGN's shape.
    pub games: Vec<GameExport>,
}

/// Holds a game as it is taken away with an account.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameExport {
    /// Everything that the seat lets its player see.
    pub game: Export,
    pub record: String,
}
