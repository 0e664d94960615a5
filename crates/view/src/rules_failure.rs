use entourage_kernel::{Problem, TextError};
use serde::Serialize;

use crate::ReasonView;

/// Why the rules rejected a call of the page; thrown as an exception.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
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
    /// Typed input is not a move, or ambiguous.
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

/// An error in a text, in every language, since the page can switch language while it is shown.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TextErrorView {
    pub token: String,
    /// Byte offset of the token.
    pub at: usize,
    pub problem: ProblemView,
}

/// A message in every language.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "Record<LanguageCode, string>"))]
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
