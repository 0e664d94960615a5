use entourage_kernel::{Problem, TextError};
use serde::Serialize;

use crate::ReasonView;

/// Why the rules did not do what the page asked for, in the shape that is thrown.
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
    /// What was typed is no move, or could be several.
    Typed {
        code: &'static str,
        problem: ProblemView,
        /// Every reason why the move that it seems to mean is refused.
        reasons: Vec<ReasonView>,
    },
    /// A player may not begin with their choice from the catalogue.
    Setup {
        code: &'static str,
        message: String,
        cards: Vec<String>,
    },
}

/// What is wrong with a text, in every language, since the page may change its own while it is shown.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TextErrorView {
    /// The part of the text that is wrong.
    pub token: String,
    /// The byte where it stands.
    pub at: usize,
    pub problem: ProblemView,
}

/// What is wrong, in every language.
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
