//! How it is answered what is not done because of how much the rules help.

use entourage_kernel::{Language, Text};
use entourage_registry::view::{FailureView, Judgement};
use entourage_registry::{CourierError, HandError};

use super::details::tell_offset;
use crate::domain::degree_error::DegreeError;

/// Says for people what is wrong.
pub(super) fn message(error: &DegreeError, language: Language) -> String {
    let say = |en, fr| Text::new(en, fr).get(language).to_owned();
    match error {
        DegreeError::Unknown => say(
            "A game is enforced, warned or free.",
            "Une partie est arbitrée (enforced), avec alertes (warned) ou libre (free).",
        ),
        DegreeError::Computer => {
            say("The computer plays by the rules only.", "L'ordinateur ne joue que selon les règles.")
        }
        DegreeError::Plan => say(
            "Moves are made ready only where the rules are enforced.",
            "On ne prépare des coups que là où les règles sont appliquées.",
        ),
        DegreeError::Hand(hand) => {
            let problem = hand.problem();
            match language {
                Language::English => format!("The turn is not taken: {}.", problem.get(language)),
                Language::French => format!("Le tour n'est pas accepté : {}.", problem.get(language)),
            }
        }
        DegreeError::Barred => say(
            "The rules refused this turn after a protest: choose another one.",
            "Les règles ont refusé ce tour après une réclamation : choisissez-en un autre.",
        ),
        DegreeError::NothingToProtest => say(
            "There is no turn of the other player to protest against, or the rules have judged it already.",
            "Il n'y a pas de tour adverse contre lequel réclamer, ou les règles l'ont déjà jugé.",
        ),
        DegreeError::Unjudged(scene) => {
            let judgement = scene.ask(|live| live.hands().and_then(|hands| hands.judge_last(language)));
            let Some(Judgement::Unknown { sentence: why }) = judgement else { return String::new() };
            match language {
                Language::English => format!("The rules cannot judge this turn. {why}"),
                Language::French => format!("Les règles ne peuvent pas juger ce tour. {why}"),
            }
        }
    }
}

/// Adds what programs may want to know more.
pub(super) fn detail(error: &DegreeError, told: &mut FailureView, language: Language) {
    let DegreeError::Hand(hand) = error else { return };
    told.reason = Some(hand.code());
    match hand {
        HandError::Legs(CourierError::Text(text)) => tell_offset(told, text, text.at, language),
        HandError::Allowed(moves) => told.moves = Some(moves.clone()),
        _ => {}
    }
}
