use entourage_record::Player;
use serde::Serialize;

use crate::RemarkView;

/// A sanction on an account.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Restraint"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Restraint))]
pub struct RestraintView {
    /// End time in Unix milliseconds; null if the sanction lasts until it is lifted.
    #[cfg_attr(feature = "schema", schema(required))]
    pub until: Option<i64>,
    pub reason: String,
}

/// A user as moderators see them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Subject"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Subject))]
pub struct SubjectView {
    pub name: String,
    #[cfg_attr(feature = "schema", ts(type = "Role | null"), schema(required))]
    pub role: Option<&'static str>,
    #[cfg_attr(feature = "schema", schema(required))]
    pub mute: Option<RestraintView>,
    #[cfg_attr(feature = "schema", schema(required))]
    pub ban: Option<RestraintView>,
    /// Account creation time in Unix milliseconds.
    pub since: i64,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Complaint"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Complaint))]
pub struct ComplaintView {
    pub number: u32,
    /// What is reported: `talk` (chat), `person`, `definition`, `study`, or `oneself` (suspicious rated games, which the
    /// server reports automatically).
    #[cfg_attr(feature = "schema", ts(type = "ComplaintKind"))]
    pub kind: &'static str,
    /// Whether the report concerns the moderator who reads it: another one must act on it.
    pub concerned: bool,
    /// The reporter's name; null if the account was deleted, or if the report concerns the moderator who reads it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub author: Option<String>,
    /// The reported user; null for a guest.
    #[cfg_attr(feature = "schema", schema(required))]
    pub subject: Option<SubjectView>,
    /// The side whose chat messages are reported, 1 or 2.
    #[cfg_attr(feature = "schema", ts(type = "Side | null"), schema(required))]
    pub side: Option<usize>,
    /// The spec name of the reported game definition.
    #[cfg_attr(feature = "schema", schema(required))]
    pub definition: Option<String>,
    /// The ID of the reported study.
    #[cfg_attr(feature = "schema", schema(required))]
    pub study: Option<String>,
    pub text: String,
    /// Unix time in milliseconds.
    pub at: i64,
    #[cfg_attr(feature = "schema", schema(required))]
    pub closed: Option<i64>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ComplaintMade {
    /// What is reported: `talk` (chat), `person`, `definition`, `study`, or `oneself` (suspicious rated games, which the
    /// server reports automatically).
    #[cfg_attr(feature = "schema", ts(type = "ComplaintKind"))]
    pub kind: &'static str,
    pub text: String,
    /// Unix time in milliseconds.
    pub at: i64,
    #[cfg_attr(feature = "schema", schema(required))]
    pub closed: Option<i64>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ComplaintList {
    pub complaints: Vec<ComplaintView>,
    #[cfg_attr(feature = "schema", schema(required))]
    pub next: Option<u32>,
}

/// The game in which reported chat messages were sent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GameBeside {
    pub spec: String,
    /// The current position; null before the first move, or if the rules are unavailable.
    #[cfg_attr(feature = "schema", schema(required))]
    pub position: Option<String>,
    #[cfg_attr(feature = "schema", ts(type = "[Player, Player]"))]
    pub players: [Player; 2],
    #[cfg_attr(feature = "schema", schema(required))]
    pub names: [Option<String>; 2],
    pub record: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ComplaintDetail {
    pub complaint: ComplaintView,
    /// Current state of the game; null if the report does not concern a game or the game was deleted.
    #[cfg_attr(feature = "schema", schema(required))]
    pub game: Option<GameBeside>,
    /// Number of rated games that change no rating until the report is closed.
    pub held: u32,
    /// The chat up to the time of the report.
    #[cfg_attr(feature = "schema", schema(required))]
    pub talk: Option<Vec<RemarkView>>,
    /// Earlier moderation actions against the reported user, newest first.
    pub measures: Vec<MeasureView>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Measure"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Measure))]
pub struct MeasureView {
    pub number: u32,
    /// The action: `appoint`, `mute`, `unmute`, `ban`, `unban`, `rename`, `close`, `list`, `unlist`, `hide` or `show`; for tournaments `amend`, `start`,
    /// `cancel` or `remove`; `read`, if the moderator read a reported private study; or `refused`, if the action was not taken because it
    /// concerns the moderator.
    #[cfg_attr(feature = "schema", ts(type = "MeasureKind"))]
    pub kind: String,
    /// The moderator's name at the time; null for the server operator.
    #[cfg_attr(feature = "schema", schema(required))]
    pub author: Option<String>,
    #[cfg_attr(feature = "schema", schema(required))]
    pub name: Option<String>,
    /// The action's parameter: a role, an end time in Unix milliseconds, a new name, a tournament, a game definition, a study, the refused
    /// action, or empty.
    pub detail: String,
    pub reason: String,
    #[cfg_attr(feature = "schema", schema(required))]
    pub complaint: Option<u32>,
    /// Unix time in milliseconds.
    pub at: i64,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MeasureList {
    /// Newest first.
    pub measures: Vec<MeasureView>,
    #[cfg_attr(feature = "schema", schema(required))]
    pub next: Option<u32>,
}
