use entourage_record::Version;
use serde::Serialize;

use crate::{FaultView, ReasonView, State};

/// Why a request is not answered as asked.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Error))]
pub struct FailureBody {
    pub error: FailureView,
    /// The game as it stands, where it went on otherwise meanwhile.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub state: Option<Box<State>>,
}

/// What is wrong with a request: in a word for programs, in a sentence, and whatever else may help.
#[derive(Clone, Default, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Failure", optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Failure))]
pub struct FailureView {
    /// The byte where the part of a text stands that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub at: Option<usize>,
    /// The cards concerned, where a choice for the start is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub cards: Option<Vec<String>>,
    /// The word for programs; it never changes.
    pub code: &'static str,
    /// What is wrong with the text of a game, or not yet answered there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub diagnostics: Option<Vec<FaultView>>,
    /// The game that has these texts already, by its name in specs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub id: Option<String>,
    /// The index of the move in the list that is sent, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub index: Option<u16>,
    /// The plies before the one of a plan that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub line: Option<Vec<String>>,
    pub message: String,
    /// The moves of the rules that a turn by hand amounts to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub moves: Option<Vec<String>>,
    /// Which text cannot be read: `spec`, `position`, `pace` or `move`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub part: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub problem: Option<String>,
    /// A closer word for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub reason: Option<&'static str>,
    /// Every reason why the rules refuse a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub reasons: Option<Vec<ReasonView>>,
    /// The text that is kept, where another was read before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub text: Option<String>,
    /// The part of a text that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub version: Option<Version>,
}

impl FailureView {
    /// Returns what is wrong in a word and a sentence, and nothing else.
    pub fn new(code: &'static str, message: String) -> Self {
        Self { code, message, ..Self::default() }
    }
}
