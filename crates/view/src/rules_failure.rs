use entourage_kernel::{Problem, TextError};
use serde::Serialize;

use crate::ReasonView;

/// Why the rules rejected a call from the web client; thrown as a JavaScript exception.
#[derive(PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub enum RulesFailure {
    Text {
        error: TextErrorView,
    },
    Ended {
        text: String,
    },
    Refused {
        reasons: Vec<ReasonView>,
    },
    /// Typed input is ambiguous or not a move.
    Typed {
        code: &'static str,
        problem: ProblemView,
        /// Why the move that was probably meant is illegal.
        reasons: Vec<ReasonView>,
    },
    /// A player's setup choice is invalid.
    Setup {
        code: &'static str,
        message: String,
        cards: Vec<String>,
    },
}

/// A parse error; its message is in every language, since the user can switch language while reading it.
#[derive(PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct TextErrorView {
    pub token: String,
    /// Byte offset of the token.
    pub at: usize,
    pub problem: ProblemView,
}

/// A message in every language.
#[derive(PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(type = "Record<LanguageCode, string>"))]
pub struct ProblemView {
    pub en: String,
    pub fr: String,
}

impl From<TextError> for RulesFailure {
    fn from(error: TextError) -> Self {
        let TextError { token, at, problem, .. } = error;
        Self::Text { error: TextErrorView { token, at, problem: problem.into() } }
    }
}

impl From<Problem> for ProblemView {
    fn from(Problem { en, fr, .. }: Problem) -> Self {
        Self { en, fr }
    }
}
