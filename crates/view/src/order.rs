use entourage_record::Player;
use serde::Serialize;

use crate::RemarkView;

/// What somebody may not do any more, and why.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Restraint"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Restraint))]
pub struct RestraintView {
    /// The date up to which it stands, in milliseconds since 1970 (UTC); nothing where it stands until it is lifted.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub until: Option<i64>,
    pub reason: String,
}

/// Describes a user to moderators.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Subject"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Subject))]
pub struct SubjectView {
    pub name: String,
    /// The order that they keep: `moderator` or `administrator`.
    #[cfg_attr(feature = "types", ts(type = "Role | null"))]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub role: Option<&'static str>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub mute: Option<RestraintView>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub ban: Option<RestraintView>,
    /// Since when they have an account, in milliseconds since 1970 (UTC).
    pub since: i64,
}

/// Describes what somebody complains.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Complaint"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Complaint))]
pub struct ComplaintView {
    pub number: u32,
    /// What it is about: `talk`, `person`, `definition`, or `oneself`: a rated game between accounts of one device, which the server tells of.
    #[cfg_attr(feature = "types", ts(type = "ComplaintKind"))]
    pub kind: &'static str,
    /// Who complains, by name; nothing once their account is gone.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub author: Option<String>,
    /// Whom it concerns; nothing of a guest.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub subject: Option<SubjectView>,
    /// The side whose talk it is about, 1 or 2.
    #[cfg_attr(feature = "types", ts(type = "Side | null"))]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub side: Option<usize>,
    /// The game that a user wrote, by its name.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub definition: Option<String>,
    pub text: String,
    /// When, in milliseconds since 1970 (UTC).
    pub at: i64,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub closed: Option<i64>,
}

/// What is kept of a report, as its author sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ComplaintMade {
    /// What it is about: `talk`, `person`, `definition`, or `oneself`: a rated game between accounts of one device, which the server tells of.
    #[cfg_attr(feature = "types", ts(type = "ComplaintKind"))]
    pub kind: &'static str,
    pub text: String,
    /// When, in milliseconds since 1970 (UTC).
    pub at: i64,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub closed: Option<i64>,
}

/// Lists complaints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ComplaintList {
    pub complaints: Vec<ComplaintView>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub next: Option<u32>,
}

/// Shows a game beside the complaint of what was said in it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameBeside {
    pub spec: String,
    /// The position; nothing before it has begun, or where its rules are not at hand.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub position: Option<String>,
    #[cfg_attr(feature = "types", ts(type = "[Player, Player]"))]
    pub players: [Player; 2],
    #[cfg_attr(feature = "openapi", schema(required))]
    pub names: [Option<String>; 2],
    pub record: String,
}

/// Shows a complaint with all that is known of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ComplaintDetail {
    pub complaint: ComplaintView,
    /// The game, as it stands now; nothing where it is about none, or the game is gone.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub game: Option<GameBeside>,
    /// What was said in it until somebody complained.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub talk: Option<Vec<RemarkView>>,
    /// What was done with whom it concerns before, the newest first.
    pub measures: Vec<MeasureView>,
}

/// What was done by moderators.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Measure"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Measure))]
pub struct MeasureView {
    pub number: u32,
    /// What was done: `appoint`, `mute`, `unmute`, `ban`, `unban`, `rename`, `close`, `list` or `unlist`, or with a tournament `amend`, `start`, `cancel` or
    /// `remove`.
    #[cfg_attr(feature = "types", ts(type = "MeasureKind"))]
    pub kind: String,
    /// By whom, by the name they had; nothing of whoever runs the server.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub author: Option<String>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub name: Option<String>,
    /// What more there is to it: a role, up to which date in milliseconds, a new name, a tournament, a game that a user wrote, or nothing.
    pub detail: String,
    pub reason: String,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub complaint: Option<u32>,
    /// When, in milliseconds since 1970 (UTC).
    pub at: i64,
}

/// Lists what was done.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MeasureList {
    /// What was done, the newest first.
    pub measures: Vec<MeasureView>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub next: Option<u32>,
}
