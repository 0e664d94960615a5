use entourage_record::Version;
use serde::Serialize;

use crate::{FaultView, ReasonView, State};

/// The body of an error response.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), schema(as = Error))]
pub struct FailureBody {
    pub error: FailureView,
    /// The current state of the game, if it has changed since the client last saw it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional), schema(nullable = false))]
    pub state: Option<Box<State>>,
}

/// An error: a code for programs, a message for people, and details.
#[derive(Clone, Default, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Failure", optional_fields))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Failure))]
pub struct FailureView {
    /// Byte offset of the invalid token in the string that was parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub at: Option<usize>,
    /// The cards that make a setup choice invalid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub cards: Option<Vec<String>>,
    /// An error code for programs; codes never change.
    pub code: &'static str,
    /// Errors or unresolved warnings in a game definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub diagnostics: Option<Vec<FaultView>>,
    /// The spec name of the existing game that has the same definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub id: Option<String>,
    /// Index of the move in the submitted list, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub index: Option<u16>,
    /// The moves that precede the invalid one in a line of conditional moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub line: Option<Vec<String>>,
    pub message: String,
    /// The legal moves that are equivalent to a manual move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub moves: Option<Vec<String>>,
    /// The parameter that does not parse: `spec`, `position`, `pace` or `move`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub part: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub problem: Option<String>,
    /// A more specific error code than `code`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub reason: Option<&'static str>,
    /// All the reasons why a move is illegal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub reasons: Option<Vec<ReasonView>>,
    /// The stored notes or conditional moves, if they changed since the client last read them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub text: Option<String>,
    /// The invalid token in the string that was parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub version: Option<Version>,
}

impl FailureView {
    /// Creates a failure without details.
    pub fn new(code: &'static str, message: String) -> Self {
        Self { code, message, ..Self::default() }
    }
}
