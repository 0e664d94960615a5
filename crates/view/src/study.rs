use std::collections::BTreeMap;
use std::ops::Not;

use serde::{Deserialize, Serialize};

use crate::FailureView;

/// Who can read a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum StudyVisibility {
    /// Only the owner and the members.
    Private,
    /// Everyone who knows the study's ID.
    Link,
    /// Everyone; the study is listed and can be found by search.
    Public,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum StudyRole {
    Owner,
    /// Edits the chapters.
    Contributor,
    /// Reads the study even if it is private.
    Viewer,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum ChapterMode {
    #[default]
    Analysis,
    /// Readers have to find the moves of the main line, which are hidden at first.
    Interactive,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
pub struct NewStudy {
    #[cfg_attr(feature = "schema", schema(max_length = 100))]
    pub title: String,
    #[cfg_attr(feature = "schema", schema(max_length = 4000))]
    pub description: Option<String>,
    #[cfg_attr(feature = "schema", schema(max_items = 16))]
    pub tags: Option<Vec<String>>,
    pub visibility: StudyVisibility,
    /// The first chapter; the server chooses its ID.
    pub chapter: Option<NewChapter>,
}

/// The values to change; missing fields keep their value.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
pub struct StudyChange {
    #[cfg_attr(feature = "schema", schema(max_length = 100))]
    pub title: Option<String>,
    #[cfg_attr(feature = "schema", schema(max_length = 4000))]
    pub description: Option<String>,
    #[cfg_attr(feature = "schema", schema(max_items = 16))]
    pub tags: Option<Vec<String>>,
    pub visibility: Option<StudyVisibility>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
pub struct NewChapter {
    #[cfg_attr(feature = "schema", schema(max_length = 100))]
    pub title: String,
    pub spec: String,
    /// The start position; empty for the usual start of the game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<String>"))]
    pub position: String,
    /// The side at the bottom of the board; by default 1.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    #[cfg_attr(feature = "schema", ts(optional, type = "Side"))]
    #[cfg_attr(feature = "schema", schema(value_type = entourage_record::schema::SideNumber, required = false))]
    pub orientation: usize,
    #[serde(default, skip_serializing_if = "is_analysis")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<ChapterMode>"))]
    pub mode: ChapterMode,
    /// Tags of the record from which the chapter was made, such as the names of the players.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<BTreeMap<String, String>>"))]
    pub tags: BTreeMap<String, String>,
}

const fn first() -> usize {
    1
}

fn is_first(side: &usize) -> bool {
    *side == first()
}

fn is_analysis(mode: &ChapterMode) -> bool {
    *mode == ChapterMode::Analysis
}

/// A change to a chapter of a study. Sending an edit with the same ID again has no effect.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StudyEdit {
    /// Random ID of 8 to 32 letters and digits, chosen by the client.
    #[cfg_attr(feature = "schema", schema(pattern = "^[A-Za-z0-9]{8,32}$"))]
    pub id: String,
    /// The ID of the chapter.
    #[cfg_attr(feature = "schema", schema(pattern = "^[A-Za-z0-9]{8,16}$"))]
    pub chapter: String,
    #[serde(flatten)]
    pub act: StudyAct,
}

/// What an edit does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
pub enum StudyAct {
    NewChapter(NewChapter),
    /// Changes a chapter; missing fields keep their value.
    Chapter {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(type = "Side"))]
        #[cfg_attr(feature = "schema", schema(value_type = Option<entourage_record::schema::SideNumber>))]
        orientation: Option<usize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mode: Option<ChapterMode>,
        /// Index among the chapters, from 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<u32>,
    },
    DeleteChapter {},
    RestoreChapter {},
    /// Sets the start position; moves that the rules no longer allow are marked.
    Start {
        position: String,
    },
    Add {
        /// ID of the new node, of 8 to 16 letters and digits, chosen by the client.
        node: String,
        parent: String,
        /// The move in machine notation.
        r#move: String,
    },
    /// Deletes a node and everything after it.
    Delete {
        node: String,
    },
    /// Restores a deleted node.
    Restore {
        node: String,
    },
    /// Moves a node to a place among the continuations of its parent; the main one is in place 0.
    Order {
        node: String,
        place: u32,
    },
    /// Replaces the author's comment on a node; an empty text deletes it.
    Comment {
        node: String,
        text: String,
        /// The name of another user whose comment the owner of the study deletes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        author: Option<String>,
    },
    /// Replaces the numeric annotation glyphs (NAGs) of a node.
    Glyphs {
        node: String,
        glyphs: Vec<u8>,
    },
    /// Replaces the circles and arrows of a node.
    Sketches {
        node: String,
        sketches: Vec<String>,
    },
    /// Replaces the hint that an interactive chapter shows at a node; an empty text deletes it.
    Hint {
        node: String,
        text: String,
    },
}

/// An edit that the server has applied.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
pub struct AppliedEdit {
    #[serde(flatten)]
    pub edit: StudyEdit,
    /// The name of the user who made the edit; empty if the account was deleted.
    pub by: String,
    /// Sequence number of the edit in the study, from 1.
    pub seq: u32,
    /// Unix time in milliseconds.
    pub at: i64,
    #[serde(flatten)]
    pub found: Found,
}

/// What the server has found out about an edit from the rules of the game.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(optional_fields, rename = "EditFindings")
)]
#[cfg_attr(feature = "schema", schema(as = EditFindings))]
pub struct Found {
    /// Of an added move: the side that makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "Side"))]
    #[cfg_attr(feature = "schema", schema(value_type = Option<entourage_record::schema::SideNumber>))]
    pub side: Option<usize>,
    /// Of an added move: the existing node with the same move. Later edits can use either ID.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same: Option<String>,
    /// Of a new start position: the nodes whose moves the rules no longer allow; all others are allowed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<String>>"))]
    pub fails: Vec<String>,
    /// Of a new start position: the nodes whose moves are now made by the other side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<String>>"))]
    pub turned: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StudyEdits {
    #[cfg_attr(feature = "schema", schema(max_items = 200))]
    pub edits: Vec<StudyEdit>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StudyVersion {
    /// Number of edits so far.
    pub version: u32,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StudyImported {
    /// Number of edits so far.
    pub version: u32,
    /// The IDs of the chapters of the record.
    #[cfg_attr(feature = "schema", schema(max_items = 64))]
    pub chapters: Vec<String>,
}

/// A page of the edits of a study, in order; if `version` is greater than the last `seq`, more follow.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AppliedEdits {
    #[cfg_attr(feature = "schema", schema(max_items = 500))]
    pub edits: Vec<AppliedEdit>,
    pub version: u32,
}

/// A record of one or more games; each becomes a chapter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StudyImport {
    pub record: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StudyMember {
    pub name: String,
    /// `contributor` or `viewer`.
    pub role: StudyRole,
}

/// The study from which another was copied, shown as a credit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StudyOrigin {
    pub id: String,
    pub title: String,
    pub owner: String,
}

/// A study without its chapters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
pub struct StudyHead {
    pub id: String,
    pub title: String,
    pub description: String,
    pub tags: Vec<String>,
    pub visibility: StudyVisibility,
    /// Whether moderators have hidden the study from everyone but its owner and members.
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub hidden: bool,
    pub owner: String,
    #[cfg_attr(feature = "schema", schema(max_items = 64))]
    pub members: Vec<StudyMember>,
    /// The specs of the games in the chapters.
    pub games: Vec<String>,
    /// Number of chapters.
    pub chapters: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub forked_from: Option<StudyOrigin>,
    /// Number of edits so far.
    pub version: u32,
    /// Time of the last change in Unix milliseconds.
    pub updated: i64,
    /// What the requester may do; null for others, who can only read.
    #[cfg_attr(feature = "schema", ts(type = "StudyRole | null"), schema(required))]
    pub role: Option<StudyRole>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StudyView {
    pub head: StudyHead,
    #[cfg_attr(feature = "schema", schema(max_items = 64))]
    pub chapters: Vec<ChapterView>,
    /// Number of edits so far.
    pub version: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ChapterView {
    pub id: String,
    pub title: String,
    pub spec: String,
    /// The start position; empty for the usual start of the game.
    pub position: String,
    /// The side at the bottom of the board.
    #[cfg_attr(feature = "schema", ts(type = "Side"), schema(value_type = entourage_record::schema::SideNumber))]
    pub orientation: usize,
    pub mode: ChapterMode,
    /// Tags of the record from which the chapter was made, such as the names of the players.
    pub tags: BTreeMap<String, String>,
    /// Parents before children, children in order. The first node is the start position, with the ID `root`.
    pub nodes: Vec<NodeView>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
pub struct NodeView {
    pub id: String,
    /// The ID of the parent; empty at the root.
    pub parent: String,
    /// The move in machine notation; empty at the root.
    pub r#move: String,
    /// The side that made the move; null at the root.
    #[cfg_attr(feature = "schema", ts(type = "Side | null"))]
    #[cfg_attr(feature = "schema", schema(required, value_type = Option<entourage_record::schema::SideNumber>))]
    pub side: Option<usize>,
    pub comments: Vec<CommentView>,
    /// Numeric annotation glyphs (NAGs).
    pub glyphs: Vec<u8>,
    /// Circles and arrows as in records: a colour letter, then one square or two, such as `Rd5` or `Ge2e4`.
    pub sketches: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub hint: Option<String>,
    /// Whether the rules allow the move; false if the start position was changed so that they do not.
    pub holds: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "StudyComment"))]
#[cfg_attr(feature = "schema", schema(as = StudyComment))]
pub struct CommentView {
    /// The author's name; empty if the account was deleted.
    pub by: String,
    pub text: String,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StudyList {
    /// Most recently changed first.
    #[cfg_attr(feature = "schema", schema(max_items = 30))]
    pub studies: Vec<StudyHead>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional), schema(nullable = false))]
    pub next: Option<String>,
}

/// Everything that an account has written in studies.
#[derive(Clone, Default, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StudyExport {
    /// The account's own studies.
    pub studies: Vec<StudyView>,
    /// The account's comments in the studies of others.
    pub comments: Vec<WrittenComment>,
}

/// A comment with its place.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct WrittenComment {
    pub study: String,
    pub chapter: String,
    pub node: String,
    pub text: String,
}

/// An update for clients that follow a study.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub enum StudyNews<'a> {
    Edits {
        edits: &'a [AppliedEdit],
        version: u32,
    },
    /// The names of the signed-in users who follow the study.
    Present {
        names: &'a [String],
    },
    Head {
        head: &'a StudyHead,
    },
    /// A heartbeat.
    Beat {},
    /// An error that ends the connection.
    Error {
        error: Box<FailureView>,
    },
}
