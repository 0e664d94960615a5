use entourage_registry::kernel::{Language, Problem, TextError};
use entourage_registry::view::ReasonView;
use entourage_registry::{CourierError, HandError, PlayError, SetupError};
use serde::Serialize;

use crate::json;

/// Says why a call failed, in the shape that is thrown.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Failure {
    /// A text cannot be read.
    Text {
        /// What is wrong with it, and where.
        error: TextErrorView,
    },
    /// The game is over.
    Ended {
        /// The result for people.
        text: String,
    },
    /// The rules refuse the move.
    Refused {
        /// Every reason.
        reasons: Vec<ReasonView>,
    },
    /// What was typed is no move, or could be several.
    Typed {
        /// The kind of error.
        code: &'static str,
        /// What is wrong.
        problem: ProblemView,
        /// Every reason why the move that it seems to mean is refused.
        reasons: Vec<ReasonView>,
    },
    /// A player may not begin with his choice from the catalogue.
    Setup {
        /// The kind of error.
        code: &'static str,
        /// What is wrong, for people.
        message: String,
        /// The cards concerned.
        cards: Vec<&'static str>,
    },
}

/// Says what is wrong with a text, in every language, since the page may change its own while it is shown.
#[derive(Serialize)]
pub(crate) struct TextErrorView {
    token: String,
    at: usize,
    problem: ProblemView,
}

/// Says in every language what is wrong.
#[derive(Serialize)]
pub(crate) struct ProblemView {
    en: String,
    fr: String,
}

impl Failure {
    /// Makes a failure of an argument that should have been JSON.
    pub(crate) fn of_json(error: &serde_json::Error) -> Self {
        let problem =
            Problem::new(format!("this is not the JSON expected ({error})"), "ce n'est pas le JSON attendu");
        TextError::new("", error.column().saturating_sub(1), problem).into()
    }

    /// Makes a failure of a choice that is not allowed.
    pub(crate) fn of_setup(error: &SetupError, language: Language) -> Self {
        Self::Setup { code: error.code(), message: error.sentence(language), cards: error.cards() }
    }

    /// Puts what is wrong with a person's typing into the shape that is thrown.
    pub(crate) fn of_typing(
        error: CourierError,
        reasons: impl FnOnce(&entourage_registry::kernel::Refusal) -> Vec<ReasonView>,
    ) -> Self {
        let (code, problem) = (error.code(), error.problem().into());
        match error {
            CourierError::Text(error) => error.into(),
            CourierError::Illegal(Some(refusal)) => Self::Typed { code, problem, reasons: reasons(&refusal) },
            _ => Self::Typed { code, problem, reasons: Vec::new() },
        }
    }

    /// Puts what is wrong with a turn by hand into the shape that is thrown.
    pub(crate) fn of_hand(error: HandError) -> Self {
        let (code, problem) = (error.code(), error.problem().into());
        match error {
            HandError::Legs(CourierError::Text(error)) => error.into(),
            _ => Self::Typed { code, problem, reasons: Vec::new() },
        }
    }

    /// Puts a refusal of [`play`](entourage_registry::AnyMatch::play) into the shape that is thrown.
    pub(crate) fn of_play(
        error: PlayError,
        ended: impl FnOnce() -> String,
        reasons: impl FnOnce(&entourage_registry::kernel::Refusal) -> Vec<ReasonView>,
    ) -> Self {
        match error {
            PlayError::Text(error) => error.into(),
            PlayError::Ended(_) => Self::Ended { text: ended() },
            PlayError::Refused(refusal) => Self::Refused { reasons: reasons(&refusal) },
            PlayError::Hand(error) => Self::of_hand(error),
        }
    }

    /// Writes the failure as it is thrown.
    pub(crate) fn into_json(self) -> String {
        json(&self)
    }
}

impl From<TextError> for Failure {
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
