use serde::{Deserialize, Serialize};

use crate::{FailureView, RatingView, State};

/// A request to play a game against a particular opponent or against any player.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
pub struct Wish {
    pub spec: String,
    /// Client-generated key that gives access to the player's seat as soon as an opponent is found.
    #[cfg_attr(feature = "schema", schema(value_type = entourage_record::schema::KeyText))]
    pub key: String,
    /// Time control in the notation of docs/CLOCKS.md; no clocks by default.
    pub pace: Option<String>,
    /// Rule enforcement; enforced by default.
    #[cfg_attr(feature = "schema", ts(optional, type = "Enforcement"))]
    #[cfg_attr(feature = "schema", schema(value_type = Option<entourage_record::schema::EnforcementWord>))]
    #[serde(rename = "degree")]
    pub enforcement: Option<String>,
    /// The side the player wants, 1 or 2; random if neither player asks for one.
    #[cfg_attr(feature = "schema", ts(optional, type = "Side"))]
    #[cfg_attr(feature = "schema", schema(value_type = Option<entourage_record::schema::SideNumber>))]
    pub side: Option<usize>,
    /// Whether the game is rated, which requires accounts on both sides.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    #[cfg_attr(feature = "schema", schema(maximum = 10_000))]
    pub lowest: Option<u32>,
    #[cfg_attr(feature = "schema", schema(maximum = 10_000))]
    pub highest: Option<u32>,
    /// Name of the challenged player; if missing, any player can accept.
    #[cfg_attr(feature = "schema", schema(max_length = 100))]
    pub opponent: Option<String>,
}

/// The result of a request to play: a game, or a seek that waits for an opponent.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Wished {
    /// Public name of the seek and of the resulting game.
    pub seek: String,
    /// The game, if a matching seek was open; the key in the request gives access to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional), schema(nullable = false))]
    pub state: Option<Box<State>>,
}

/// Which seeks have become games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Met {
    /// For each key in the request, whether its seek has become a game.
    pub met: Vec<bool>,
}

/// An open seek or challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "Seek"), schema(as = Seek))]
pub struct SeekView {
    /// Identifies the seek and the resulting game; not a key.
    pub seek: String,
    pub spec: String,
    pub pace: String,
    #[cfg_attr(feature = "schema", ts(type = "Enforcement"))]
    #[cfg_attr(feature = "schema", schema(value_type = entourage_record::schema::EnforcementWord))]
    #[serde(rename = "degree")]
    pub enforcement: String,
    /// The opponent's side, 1 or 2; null if the creator did not choose a side.
    #[cfg_attr(feature = "schema", ts(type = "Side | null"))]
    #[cfg_attr(feature = "schema", schema(required, value_type = Option<entourage_record::schema::SideNumber>))]
    pub side: Option<usize>,
    pub rated: bool,
    #[cfg_attr(feature = "schema", schema(required))]
    pub lowest: Option<i64>,
    #[cfg_attr(feature = "schema", schema(required))]
    pub highest: Option<i64>,
    /// The creator's name; null for a guest.
    #[cfg_attr(feature = "schema", schema(required))]
    pub name: Option<String>,
    /// The creator's rating for this game and time control, if any.
    #[cfg_attr(feature = "schema", schema(required))]
    pub rating: Option<RatingView>,
    #[cfg_attr(feature = "schema", schema(required))]
    pub opponent: Option<String>,
    /// Whether the creator and the challenged player are bots.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub bots: [bool; 2],
    /// Creation time in Unix milliseconds.
    pub since: i64,
    /// Whether the seek stays open while its creator is offline.
    pub lasts: bool,
}

/// A page of open seeks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SeekList {
    /// Newest first.
    #[cfg_attr(feature = "schema", schema(max_items = 50))]
    pub seeks: Vec<SeekView>,
    /// Cursor for the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional), schema(nullable = false))]
    pub next: Option<String>,
}

/// An update for clients that follow the lobby.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub enum LobbyNews {
    /// The newest open seeks, newest first.
    Seeks { seeks: Vec<SeekView>, more: bool },
    /// What has changed in the list of seeks, which is sorted by time, newest first, and then by `seek`.
    Changes {
        /// New and changed seeks.
        seeks: Vec<SeekView>,
        /// The IDs of seeks that are no longer in the list.
        gone: Vec<String>,
        more: bool,
    },
    /// Challenges made or received by the signed-in user.
    Challenges {
        /// Newest first.
        challenges: Vec<SeekView>,
    },
    /// An opponent was found; the key of the seek now gives access to the game.
    Taken {
        /// Public name of the seek and of the game.
        seek: String,
    },
    /// A heartbeat.
    Beat {},
    /// An error that ends the connection.
    Error { error: Box<FailureView> },
}
