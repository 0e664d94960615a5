use serde::Serialize;

/// Holds a share of some cases, with the interval in which the truth lies in 95 of 100 cases.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Share"))]
pub struct ShareView {
    /// The share found, 0 to 1; half where nothing was counted.
    pub found: f64,
    /// The lower end of the interval.
    pub least: f64,
    /// The upper end of the interval.
    pub most: f64,
    pub of: u64,
}

/// What a game is like, as far as the games played say it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "LaboratoryReport"))]
pub struct ReportView {
    pub name: String,
    pub sides: [String; 2],
    pub level: u8,
    /// How many levels less the weaker player had where both played with different skill.
    pub gap: u8,
    /// After how many plies a game was given up.
    pub longest: u32,
    /// The games played between players of the same skill.
    pub games: u64,
    /// The games among them that were given up unfinished.
    pub unfinished: ShareView,
    /// The games among them that were drawn.
    pub draws: ShareView,
    /// The points of the side that moves first, a draw being half a point.
    pub first: ShareView,
    /// How games ended, by cause, the most frequent first: its code, its sentence, its share.
    pub endings: Vec<(String, String, ShareView)>,
    /// The causes that never ended a game, each with its sentence.
    pub never_ended: Vec<(String, String)>,
    /// The plies of the games that ended: the shortest, the middle one, the mean, and the longest.
    pub length: [f64; 4],
    /// The legal moves of a position, in the mean.
    pub choices: f64,
    pub kinds: Vec<KindReport>,
    pub powers: Vec<PowerReport>,
    /// What cards bring, where they were drawn for each game; the best first.
    pub cards: Vec<CardReport>,
    /// Why tries were refused, the most frequent reason first.
    pub reasons: Vec<ReasonReport>,
    /// The points of the stronger player where both played with different skill.
    pub skill: ShareView,
    pub advice: Vec<String>,
}

/// What the pieces of a kind do, in a game in the mean.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct KindReport {
    pub name: String,
    /// The pieces of the kind at the start.
    pub begun: f64,
    /// The pieces of the kind at the end.
    pub left: f64,
    pub moves: f64,
    pub captures: f64,
    /// The pieces of a game that the other side took.
    pub lost: f64,
    /// The share of the points that one more of them brings where all else is even; nothing where both sides always had as many.
    pub worth: Option<ShareView>,
}

/// What a power does.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PowerReport {
    pub code: String,
    pub says: String,
    pub at_work: ShareView,
    /// In what share of the moves it begins or ends to be at work.
    pub moved_by: ShareView,
    /// In what share of the games that ended it is at work in the reason of the end.
    pub at_end: ShareView,
    /// What share of the tries it forbade, where its code is a reason.
    pub forbade: ShareView,
    /// What share of the moves made could not have been made without it, where that was looked at.
    pub allowed: ShareView,
    /// In what share of the positions the computer would have made another move without it, where that was looked at.
    pub decided: ShareView,
    /// What share of the games would not have ended so without it, where that was looked at.
    pub decided_end: ShareView,
}

/// What a card brings.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CardReport {
    pub code: String,
    pub name: String,
    pub points: ShareView,
}

/// How often something was refused for a reason.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ReasonReport {
    pub code: String,
    /// The sentence by which something was refused; empty where none was noted.
    pub says: String,
    pub share: ShareView,
}

/// Shows a text that differs from another by one number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Variation"))]
pub struct VariationView {
    /// The line in which it differs, from 1.
    pub line: usize,
    pub before: String,
    /// The line instead.
    pub after: String,
    pub text: String,
}
