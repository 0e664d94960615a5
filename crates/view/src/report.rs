use serde::Serialize;

/// A proportion with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Share"))]
pub struct ShareView {
    /// The measured proportion, from 0 to 1; 0.5 if there is no data.
    pub found: f64,
    pub least: f64,
    pub most: f64,
    pub of: u64,
}

/// Statistics of a game, measured in self-play games.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "LaboratoryReport"))]
pub struct ReportView {
    pub name: String,
    pub sides: [String; 2],
    pub level: u8,
    /// Difference in strength level between the two players in the games that measure the effect of skill.
    pub gap: u8,
    /// Number of random plies at the start of each game.
    pub opening: u32,
    /// Whether the openings of the games that measure the effect of skill were chosen so that neither side is ahead.
    pub is_balanced: bool,
    /// The value of the start position, if the game is small enough to be solved.
    pub value: Option<ValueView>,
    /// Ply limit after which a game was stopped.
    pub longest: u32,
    /// Number of games between players of equal skill.
    pub games: u64,
    /// Share of `games` that were stopped at the ply limit.
    pub unfinished: ShareView,
    /// Share of `games` that were drawn.
    pub draws: ShareView,
    /// Score of the first side; a draw counts half.
    pub first: ShareView,
    /// How games ended, most frequent first: code, description and share.
    pub endings: Vec<(String, String, ShareView)>,
    /// Endings that the rules define but that never occurred: code and description.
    pub never_ended: Vec<(String, String)>,
    /// Length of finished games in plies: minimum, median, mean and maximum.
    pub length: [f64; 4],
    /// Mean number of legal moves in a position.
    pub choices: f64,
    pub kinds: Vec<KindReport>,
    pub powers: Vec<PowerReport>,
    /// Scores by card, best first; empty unless cards were dealt at random.
    pub cards: Vec<CardReport>,
    /// Reasons why attempted moves were illegal, most frequent first.
    pub reasons: Vec<ReasonReport>,
    /// Score of the stronger player in games between players of different skill.
    pub skill: ShareView,
    pub advice: Vec<String>,
}

/// Averages per game for one kind of piece.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct KindReport {
    pub name: String,
    pub begun: f64,
    pub left: f64,
    pub moves: f64,
    pub captures: f64,
    /// Number of pieces captured by the opponent.
    pub lost: f64,
    /// The score that one more piece of this kind brings, all else being equal; null if both sides always had the same number.
    pub worth: Option<ShareView>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct PowerReport {
    pub code: String,
    pub says: String,
    pub at_work: ShareView,
    /// Share of the moves that activate or deactivate the power.
    pub moved_by: ShareView,
    /// Share of finished games whose end is partly due to the power.
    pub at_end: ShareView,
    /// Share of the attempted moves that the power made illegal; `of` is 0 if no reason code refers to the power.
    pub forbade: ShareView,
    /// Share of the moves that would be illegal without the power, if measured.
    pub allowed: ShareView,
    /// Share of the positions in which the engine would have played another move without the power, if measured.
    pub decided: ShareView,
    /// Share of the games that would have ended differently without the power, if measured.
    pub decided_end: ShareView,
}

/// The score of sides that have a card against sides without it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct CardReport {
    pub code: String,
    pub name: String,
    pub points: ShareView,
}

/// How often attempted moves were illegal for one reason.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct ReasonReport {
    pub code: String,
    /// An example message for the reason; empty if none was recorded.
    pub says: String,
    pub share: ShareView,
}

/// The result of a game with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "GameValue"))]
pub struct ValueView {
    /// The side that can force a win (1 or 2); 0 for a draw.
    pub winner: u8,
    /// Length of the shortest forced win in plies; 0 for a draw.
    pub plies: u16,
}

/// How well a version of a game works, measured in self-play games.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Measures"))]
pub struct MeasuresView {
    /// Number of games between players of equal skill.
    pub games: u64,
    /// Score of the first side; a draw counts half.
    pub first: ShareView,
    pub draws: ShareView,
    pub unfinished: ShareView,
    /// Median length of finished games in plies.
    pub length: f64,
    /// Share of games in which each power acted, by code.
    pub powers: Vec<(String, ShareView)>,
    /// Score of the stronger player in games between players of different skill.
    pub skill: ShareView,
    /// The quality that proposals maximise: 100 minus penalties, which the documentation lists.
    pub quality: f64,
}

/// An edit of a definition, and its effect in games that both versions played from the same openings.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Improvement"))]
pub struct ProposalView {
    /// Number of the first changed line, from 1.
    pub line: usize,
    /// The changed lines before the edit; empty if a line was added.
    pub before: String,
    /// The changed lines after the edit; empty if they were removed.
    pub after: String,
    /// The whole text after the edit.
    pub text: String,
    pub old: MeasuresView,
    pub new: MeasuresView,
    /// Change of the first side's score, from -1 to 1, with its 95 % interval.
    pub effect: [f64; 3],
    /// Whether the interval of the first side's score after the edit lies between 45 % and 55 %.
    pub is_balanced: bool,
}
