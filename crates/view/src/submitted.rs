use serde::Serialize;

use crate::DefinitionView;

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Submitted"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Submitted))]
pub struct SubmittedView {
    /// The game's name in specs: `@sha256-` followed by the hash of the source files.
    pub id: String,
    pub game: DefinitionView,
    pub author: String,
    #[cfg_attr(feature = "schema", ts(type = "Licence"))]
    pub licence: String,
    /// Visibility: `private` (by link), `public`, `withdrawn` or `hidden` (by moderators).
    #[cfg_attr(feature = "schema", ts(type = "Shelved"))]
    pub state: &'static str,
    /// Whether moderators have approved this version for rated games. To be played rated, it must also be public.
    pub listed: bool,
    /// Whether the request was made with the author's key.
    pub own: bool,
    /// Submission time in Unix milliseconds.
    pub created: i64,
    #[cfg_attr(feature = "schema", schema(required))]
    pub earlier: Option<String>,
    /// Later versions, newest first: public ones, and those that the requester submitted.
    #[cfg_attr(feature = "schema", schema(max_items = 64))]
    pub later: Vec<VersionView>,
    #[cfg_attr(feature = "schema", schema(required))]
    pub cloned_from: Option<OriginView>,
    pub played: u32,
    /// The result of random test games, which are played before publication.
    #[cfg_attr(feature = "schema", schema(required))]
    pub trial: Option<TrialView>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "GameVersion"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = GameVersion))]
pub struct VersionView {
    pub id: String,
    #[cfg_attr(feature = "schema", ts(type = "Shelved"))]
    pub state: &'static str,
    /// Submission time in Unix milliseconds.
    pub created: i64,
}

/// The game from which another was cloned, shown as a credit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "Origin"), schema(as = Origin))]
pub struct OriginView {
    pub id: String,
    pub name: String,
    pub author: String,
    #[cfg_attr(feature = "schema", ts(type = "Licence"))]
    pub licence: String,
}

/// The result of random test games.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "Trial"), schema(as = Trial))]
pub struct TrialView {
    pub games: u32,
    pub longest: u32,
    /// Number of games that ended by the rules before the ply limit.
    pub ended: u32,
    /// CPU time in milliseconds.
    pub ms: u32,
}

pub const SHELVED: [&str; 4] = ["private", "public", "withdrawn", "hidden"];
