use entourage_registry::kernel::{Language, Problem, TextError};
use entourage_registry::view::{ReasonView, RulesFailure};
use entourage_registry::{CourierError, HandError, OpenError, PlayError, SetupError};
use wasm_bindgen::JsValue;

use crate::json;

/// Why a call failed; thrown as JSON.
#[derive(PartialEq, Eq, Debug)]
pub struct Failure(pub(crate) RulesFailure);

impl Failure {
    pub(crate) fn of_setup(error: &SetupError, language: Language) -> Self {
        let cards = error.cards().into_iter().map(str::to_owned).collect();
        Self(RulesFailure::Setup { code: error.code(), message: error.sentence(language), cards })
    }

    /// Converts an error in a typed move; `reasons` returns the reasons why the move is illegal, if that is the error.
    pub(crate) fn of_typing(
        error: CourierError,
        reasons: impl FnOnce(&entourage_registry::kernel::Refusal) -> Vec<ReasonView>,
    ) -> Self {
        let (code, problem) = (error.code(), error.problem());
        match error {
            CourierError::Text(error) => error.into(),
            CourierError::Illegal(Some(refusal)) => Self::typed(code, problem, reasons(&refusal)),
            _ => Self::typed(code, problem, Vec::new()),
        }
    }

    pub(crate) fn of_hand(error: HandError) -> Self {
        let (code, problem) = (error.code(), error.problem());
        match error {
            HandError::Legs(CourierError::Text(error)) => error.into(),
            _ => Self::typed(code, problem, Vec::new()),
        }
    }

    pub(crate) fn of_play(
        error: PlayError,
        ended: impl FnOnce() -> String,
        reasons: impl FnOnce(&entourage_registry::kernel::Refusal) -> Vec<ReasonView>,
    ) -> Self {
        match error {
            PlayError::Text(error) => error.into(),
            PlayError::Ended(_) => Self(RulesFailure::Ended { text: ended() }),
            PlayError::Refused(refusal) => Self(RulesFailure::Refused { reasons: reasons(&refusal) }),
            PlayError::Hand(error) => Self::of_hand(error),
        }
    }

    fn typed(code: &'static str, problem: Problem, reasons: Vec<ReasonView>) -> Self {
        Self(RulesFailure::Typed { code, problem: problem.into(), reasons })
    }

    pub fn into_json(self) -> String {
        json(&self.0)
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        failure.into_json().into()
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        let problem = Problem::new(format!("invalid JSON: {error}"), format!("JSON invalide\u{a0}: {error}"));
        TextError::new("", error.column().saturating_sub(1), problem).into()
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        TextError::from(error).into()
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Self {
        Self(error.into())
    }
}
