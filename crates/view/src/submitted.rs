use serde::Serialize;

use crate::DefinitionView;

/// Describes a game that a user has submitted.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Submitted"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Submitted))]
pub struct SubmittedView {
    /// The name in specs: `@sha256-` and the hash of the texts.
    pub id: String,
    /// What stands on its box, and the texts.
    pub game: DefinitionView,
    pub author: String,
    #[cfg_attr(feature = "types", ts(type = "Licence"))]
    pub licence: String,
    /// Who is told of it: whoever knows its name, everybody, or nobody new.
    #[cfg_attr(feature = "types", ts(type = "Shelved"))]
    pub state: &'static str,
    /// Whether moderators have listed just this text: its games may be rated while everybody is told of it.
    pub listed: bool,
    /// Whether the key of the request is its author's.
    pub own: bool,
    /// When it was handed in, in milliseconds since 1970 (UTC).
    pub created: i64,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub earlier: Option<String>,
    /// The versions that follow it, the newest first: public ones, and one's own.
    #[cfg_attr(feature = "openapi", schema(max_items = 64))]
    pub later: Vec<VersionView>,
    /// The game from which it was made, with whom to credit.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub cloned_from: Option<OriginView>,
    pub played: u32,
    /// What playing it at random showed, once it was looked at for the gallery.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub trial: Option<TrialView>,
}

/// Describes another version of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "GameVersion"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = GameVersion))]
pub struct VersionView {
    pub id: String,
    #[cfg_attr(feature = "types", ts(type = "Shelved"))]
    pub state: &'static str,
    /// When it was handed in, in milliseconds since 1970 (UTC).
    pub created: i64,
}

/// Credits the game from which another was made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Origin"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Origin))]
pub struct OriginView {
    pub id: String,
    /// How it calls itself.
    pub name: String,
    pub author: String,
    #[cfg_attr(feature = "types", ts(type = "Licence"))]
    pub licence: String,
}

/// What playing a game at random against itself showed.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Trial"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Trial))]
pub struct TrialView {
    pub games: u32,
    pub longest: u32,
    /// The number of games that ended by the rules.
    pub ended: u32,
    /// The processor time that it took, in milliseconds.
    pub ms: u32,
}

/// Names who is told of games that were handed in.
pub const SHELVED: [&str; 4] = ["private", "public", "withdrawn", "hidden"];
