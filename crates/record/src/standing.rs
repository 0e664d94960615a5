use serde::Serialize;

use crate::{Offer, Verdict};

/// Describes what the players said beside their moves, and how they ended the game, as server and page tell it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Standing {
    /// The last protest, if no turn was made since.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub protest: Option<Protested>,
    /// The side that resigned, 1 or 2.
    #[cfg_attr(feature = "types", ts(type = "Side | null"))]
    #[cfg_attr(feature = "openapi", schema(required, value_type = Option<crate::schema::SideNumber>))]
    pub resigned: Option<usize>,
    /// Who proposes what, unanswered.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub offer: Option<Proposed>,
    /// Whether the players agreed on a draw.
    pub agreed: bool,
    /// The side that aborted the game, 1 or 2.
    #[cfg_attr(feature = "types", ts(type = "Side | null"))]
    #[cfg_attr(feature = "openapi", schema(required, value_type = Option<crate::schema::SideNumber>))]
    pub aborted: Option<usize>,
    /// The side whose time was up, 1 or 2.
    #[cfg_attr(feature = "types", ts(type = "Side | null"))]
    #[cfg_attr(feature = "openapi", schema(required, value_type = Option<crate::schema::SideNumber>))]
    pub flagged: Option<usize>,
    /// Whether the game did not begin in time.
    pub lapsed: bool,
    /// Whether the players play again, in a game of its own.
    pub rematch: bool,
}

/// What the events of a game amount to, without its rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Told {
    /// The moves that stand after take-backs and protests; a turn by hand begins with `~`.
    pub moves: Vec<String>,
    /// What the players said, and how they ended the game.
    #[serde(flatten)]
    pub standing: Standing,
}

/// What a side proposes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Proposed {
    /// The side, 1 or 2.
    #[cfg_attr(feature = "types", ts(type = "Side"))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::schema::SideNumber))]
    pub side: usize,
    /// What it proposes.
    pub offer: Offer,
}

/// Describes a protest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Protest"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Protest))]
pub struct Protested {
    /// Who protested, 1 or 2.
    #[cfg_attr(feature = "types", ts(type = "Side"))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::schema::SideNumber))]
    pub side: usize,
    /// Against which turn by hand.
    pub turn: String,
    /// What the rules said.
    pub verdict: Verdict,
}
