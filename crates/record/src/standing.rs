use serde::Serialize;

use crate::{Offer, Verdict};

/// The pending offer, the last protest, and any end of the game that the rules did not cause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Standing {
    /// The last protest, unless a move has been made since.
    #[cfg_attr(feature = "schema", schema(required))]
    pub protest: Option<Protested>,
    /// The side that resigned, 1 or 2.
    #[cfg_attr(feature = "schema", ts(type = "Side | null"))]
    #[cfg_attr(feature = "schema", schema(required, value_type = Option<crate::schema::SideNumber>))]
    pub resigned: Option<usize>,
    /// The pending offer.
    #[cfg_attr(feature = "schema", schema(required))]
    pub offer: Option<Proposed>,
    /// Whether the players agreed to a draw.
    pub agreed: bool,
    /// The side that aborted the game, 1 or 2.
    #[cfg_attr(feature = "schema", ts(type = "Side | null"))]
    #[cfg_attr(feature = "schema", schema(required, value_type = Option<crate::schema::SideNumber>))]
    pub aborted: Option<usize>,
    /// The side that lost on time, 1 or 2.
    #[cfg_attr(feature = "schema", ts(type = "Side | null"))]
    #[cfg_attr(feature = "schema", schema(required, value_type = Option<crate::schema::SideNumber>))]
    pub flagged: Option<usize>,
    /// Whether the game was aborted because it did not start in time.
    pub lapsed: bool,
    /// The side that did not begin to play in time and therefore lost the game, 1 or 2.
    #[cfg_attr(feature = "schema", ts(type = "Side | null"))]
    #[cfg_attr(feature = "schema", schema(required, value_type = Option<crate::schema::SideNumber>))]
    pub absent: Option<usize>,
    /// Whether the players have begun a rematch, which is a new game.
    pub rematch: bool,
}

/// The part of a game's state that can be computed from its events without knowing the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Told {
    /// The moves that remain after take-backs and protests; manual moves begin with `~`.
    pub moves: Vec<String>,
    /// The pending offer, the last protest, and any end of the game that the rules did not cause.
    #[serde(flatten)]
    pub standing: Standing,
}

/// A pending offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Proposed {
    /// The side that made the offer, 1 or 2.
    #[cfg_attr(feature = "schema", ts(type = "Side"), schema(value_type = crate::schema::SideNumber))]
    pub side: usize,
    /// The type of offer, such as a draw or a take-back.
    pub offer: Offer,
}

/// A protest against a manual move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Protest"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Protest))]
pub struct Protested {
    /// The side that protested, 1 or 2.
    #[cfg_attr(feature = "schema", ts(type = "Side"), schema(value_type = crate::schema::SideNumber))]
    pub side: usize,
    /// The manual move, which begins with `~`.
    pub turn: String,
    /// The rules' verdict on the manual move.
    pub verdict: Verdict,
}
