use serde::{Deserialize, Serialize};

use crate::{FailureView, RatingView, State};

/// A request to play: the game, and against whom.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Wish {
    pub spec: String,
    /// The key to the game that is to be, drawn by the player who asks: it opens their seat as soon as somebody has come.
    #[cfg_attr(feature = "openapi", schema(value_type = entourage_record::schema::KeyText))]
    pub key: String,
    /// How fast it is played, in the words of docs/CLOCKS.md; without clocks, unless it says so.
    pub pace: Option<String>,
    /// How much the rules help: they enforce themselves, unless it says so.
    #[cfg_attr(feature = "types", ts(optional, type = "Degree"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<entourage_record::schema::DegreeWord>))]
    pub degree: Option<String>,
    /// The side that they wish, 1 or 2; the lot decides where neither wishes one.
    #[cfg_attr(feature = "types", ts(optional, type = "Side"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<entourage_record::schema::SideNumber>))]
    pub side: Option<usize>,
    /// Whether the game counts for ratings; both are signed in then.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    #[cfg_attr(feature = "openapi", schema(maximum = 10_000))]
    pub lowest: Option<u32>,
    #[cfg_attr(feature = "openapi", schema(maximum = 10_000))]
    pub highest: Option<u32>,
    /// The name of the challenged player; any player may come where it is not said.
    #[cfg_attr(feature = "openapi", schema(max_length = 100))]
    pub opponent: Option<String>,
}

/// What came of a wish to play: a game, or a seek that waits for an opponent.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Wished {
    /// The name of the seek, and of the game that it becomes.
    pub seek: String,
    /// The game, if another player waited for just that; its key opens it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub state: Option<Box<State>>,
}

/// Which seeks have become games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Met {
    /// For each key whether it opens a game.
    pub met: Vec<bool>,
}

/// Describes a user who looks for an opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Seek"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Seek))]
pub struct SeekView {
    /// Its name, and that of the game that it becomes; it opens nothing.
    pub seek: String,
    pub spec: String,
    pub pace: String,
    #[cfg_attr(feature = "types", ts(type = "Degree"))]
    #[cfg_attr(feature = "openapi", schema(value_type = entourage_record::schema::DegreeWord))]
    pub degree: String,
    /// The side of the player who takes it, where its maker wishes the other, 1 or 2.
    #[cfg_attr(feature = "types", ts(type = "Side | null"))]
    #[cfg_attr(feature = "openapi", schema(required, value_type = Option<entourage_record::schema::SideNumber>))]
    pub side: Option<usize>,
    pub rated: bool,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub lowest: Option<i64>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub highest: Option<i64>,
    /// The maker's name; nothing of a guest.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub name: Option<String>,
    /// How strong they are in such games, if they have a name and there are ratings of them.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub rating: Option<RatingView>,
    /// The name of the challenged player.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub opponent: Option<String>,
    /// Whether programs play under these names: the maker's, and that of the challenged player.
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub bots: [bool; 2],
    /// Since when, in milliseconds since 1970 (UTC).
    pub since: i64,
    /// Whether it stays while its maker is away.
    pub lasts: bool,
}

/// Lists those who look for an opponent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeekList {
    /// The newest first.
    #[cfg_attr(feature = "openapi", schema(max_items = 50))]
    pub seeks: Vec<SeekView>,
    /// The seek after which the next page begins, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub next: Option<String>,
}

/// An update for clients that follow the lobby.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum LobbyNews {
    /// Who looks for an opponent, the newest first.
    Seeks { seeks: Vec<SeekView>, more: bool },
    /// The challenges that the signed-in user has made, or is to answer.
    Challenges {
        /// The newest first.
        challenges: Vec<SeekView>,
    },
    /// An opponent has come: the key of a seek opens the game now.
    Taken {
        /// The seek, whose name the game has.
        seek: String,
    },
    /// Nothing has happened: the connection lives.
    Beat {},
    /// Nothing more is told.
    Error { error: Box<FailureView> },
}
