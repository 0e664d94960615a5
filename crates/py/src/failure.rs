use entourage_kernel::{Language, Problem, TextError};
use entourage_registry::{AnyMatch, PlayError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::{PyErr, create_exception};

use crate::answers::Reason;

create_exception!(
    entourage,
    EntourageError,
    PyValueError,
    "An invalid argument, such as a spec, position, move or number."
);
create_exception!(
    entourage,
    IllegalMoveError,
    EntourageError,
    "An illegal move; the attribute `reasons` lists the reasons."
);

pub fn failure(sentence: impl ToString) -> PyErr {
    EntourageError::new_err(sentence.to_string())
}

pub fn unread(error: &TextError) -> PyErr {
    failure(error.message(Language::English))
}

pub fn problem(problem: &Problem) -> PyErr {
    failure(problem.get(Language::English))
}

pub fn unplayed(py: Python<'_>, game: &dyn AnyMatch, text: &str, error: PlayError) -> PyErr {
    let (sentence, reasons) = match error {
        PlayError::Text(error) => return unread(&error),
        PlayError::Ended(outcome) => {
            (format!("cannot play {text:?}: the game is over ({outcome})"), Vec::new())
        }
        PlayError::Refused(refusal) => {
            let reasons: Vec<Reason> =
                game.refusal_sentences(&refusal, Language::English).into_iter().map(Reason::from).collect();
            let sentences: Vec<&str> = reasons.iter().map(|reason| reason.sentence.as_str()).collect();
            (format!("{text:?} is illegal. {}", sentences.join(" ")), reasons)
        }
        PlayError::Hand(error) => {
            (format!("cannot play {text:?}: {}", error.problem().get(Language::English)), Vec::new())
        }
    };
    let error = IllegalMoveError::new_err(sentence);
    match error.value(py).setattr("reasons", reasons) {
        Ok(()) => error,
        Err(error) => error,
    }
}
