//! How it is answered what a player says, notes or prepares and is not taken.

use axum::http::StatusCode;
use entourage_kernel::{Language, Text, TextError};
use entourage_registry::view::FailureView;

use super::details::{sentences, tell_offset};
use crate::domain::plan_error::{PlanFault, PlanProblem};
use crate::domain::writing_error::{Words, WritingError};

/// Returns the status of the answer.
pub(super) fn status(error: &WritingError) -> StatusCode {
    match error {
        WritingError::TooFast => StatusCode::TOO_MANY_REQUESTS,
        WritingError::Stale { .. } => StatusCode::CONFLICT,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// Says it in a sentence.
pub(super) fn message(error: &WritingError, language: Language) -> String {
    let say = |en, fr| Text::new(en, fr).get(language).to_owned();
    match error {
        WritingError::Alone => {
            say("One key plays both sides of this game.", "Une seule clé joue les deux camps de cette partie.")
        }
        WritingError::Words(Words::Empty) => say("There are no words.", "Il n'y a aucun mot."),
        WritingError::Words(Words::TooLong(most)) => match language {
            Language::English => format!("At most {most} characters, please."),
            Language::French => format!("{most} caractères au plus, s'il vous plaît."),
        },
        WritingError::Words(Words::Unwritten) => say(
            "The text has a character that is not written, such as a control character.",
            "Le texte contient un caractère qui ne s'écrit pas, comme un caractère de contrôle.",
        ),
        WritingError::TooFast => say(
            "That is much in a short time: wait a moment.",
            "C'est beaucoup en peu de temps : attendez un instant.",
        ),
        WritingError::TooMuch => say(
            "You have said as much as can be said in one game.",
            "Vous avez dit tout ce qui peut l'être dans une partie.",
        ),
        WritingError::Stale { .. } => {
            say("This was changed elsewhere meanwhile.", "Cela a été modifié ailleurs entre-temps.")
        }
        WritingError::OwnTurn => say(
            "It is your turn: moves are prepared while the other player is to move.",
            "C'est à vous de jouer : les coups se préparent quand c'est à l'autre joueur.",
        ),
        WritingError::PlanText(text) => format!("{}.", text.message(language)),
        WritingError::Plan(fault) => plan_message(fault, language),
    }
}

/// Adds what programs want to know of it.
pub(super) fn detail(error: &WritingError, told: &mut FailureView, language: Language) {
    match error {
        WritingError::PlanText(text) => unreadable(told, text, text.at, language),
        WritingError::Plan(fault) => plan_detail(fault, told, language),
        WritingError::Stale { text, version } => {
            told.text = Some(text.clone());
            told.version = Some(*version);
        }
        _ => {}
    }
}

fn unreadable(told: &mut FailureView, text: &TextError, at: usize, language: Language) {
    told.reason = Some("text");
    tell_offset(told, text, at, language);
}

fn plan_message(fault: &PlanFault, language: Language) -> String {
    let PlanFault { text, variation, problem, .. } = fault;
    let after = match (variation.as_slice(), language) {
        ([], _) => String::new(),
        (variation, Language::English) => format!(" after {}", variation.join(" ")),
        (variation, Language::French) => format!(" après {}", variation.join(" ")),
    };
    let why = problem_sentence(problem, language);
    match language {
        Language::English => format!("\"{text}\"{after}: {why}"),
        Language::French => format!("« {text} »{after} : {why}"),
    }
}

fn plan_detail(fault: &PlanFault, told: &mut FailureView, language: Language) {
    told.line = Some(fault.variation.clone());
    if let PlanProblem::Unreadable(text) = &fault.problem {
        return unreadable(told, text, fault.at + text.at, language);
    }
    told.reason = Some(fault.problem.code());
    told.token = Some(fault.text.clone());
    told.at = Some(fault.at);
    if let PlanProblem::Refused(scene, refusal) = &fault.problem {
        told.reasons = Some(scene.ask(|live| live.refusal_sentences(refusal, language)));
    }
}

fn problem_sentence(problem: &PlanProblem, language: Language) -> String {
    let text = match problem {
        PlanProblem::Unreadable(error) => return format!("{}.", error.problem.get(language)),
        PlanProblem::Refused(scene, refusal) => {
            return sentences(&scene.ask(|live| live.refusal_sentences(refusal, language)));
        }
        PlanProblem::Ended => Text::new("the game is over before it.", "la partie est finie avant ce coup."),
        PlanProblem::OtherTurn => {
            Text::new("it is the other side's turn there.", "c'est alors à l'autre camp de jouer.")
        }
        PlanProblem::Unfinished => Text::new("the turn goes on after it.", "le tour continue après ce coup."),
        PlanProblem::Twice => Text::new("this turn has a reply already.", "ce tour a déjà une réponse."),
    };
    text.get(language).to_owned()
}
