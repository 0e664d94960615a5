//! What is not done in a game because of how much the rules help in it.

use entourage_kernel::{Language, Text};
use entourage_registry::{CourierError, HandError};
use serde_json::{Map, Value};

use crate::failure::tell_place;

/// Says why a turn by hand, a protest, or what needs enforced rules is not taken.
#[derive(Clone, Debug)]
pub(crate) enum DegreeFailure {
    /// The word is no degree.
    Unknown,
    /// The computer plays by the rules.
    Computer,
    /// Moves are made ready in enforced games only.
    Plan,
    /// The turn by hand is not taken, or a move where hands play.
    Hand(HandError),
    /// A protest gave this turn back to its player, who must choose another.
    Barred,
    /// The game is not free, or no turn of the other side stands last that the rules have not judged.
    NothingToProtest,
    /// The rules cannot judge the turn; the text says why, in the language of the request.
    Unjudged(String),
}

impl DegreeFailure {
    /// Returns the word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown | Self::Computer | Self::Plan => "degree",
            Self::Hand(_) => "hand",
            Self::Barred => "barred",
            Self::NothingToProtest => "no-protest",
            Self::Unjudged(_) => "unjudged",
        }
    }

    /// Says for people what is wrong.
    pub fn message(&self, language: Language) -> String {
        let say = |en, fr| Text::new(en, fr).get(language).to_owned();
        match self {
            Self::Unknown => say(
                "A game is enforced, warned or free.",
                "Une partie est arbitrée (enforced), avec alertes (warned) ou libre (free).",
            ),
            Self::Computer => {
                say("The computer plays by the rules only.", "L'ordinateur ne joue que selon les règles.")
            }
            Self::Plan => say(
                "Moves are made ready only where the rules are enforced.",
                "On ne prépare des coups que là où les règles sont appliquées.",
            ),
            Self::Hand(error) => {
                let problem = error.problem();
                match language {
                    Language::English => format!("The turn is not taken: {}.", problem.get(language)),
                    Language::French => format!("Le tour n'est pas accepté : {}.", problem.get(language)),
                }
            }
            Self::Barred => say(
                "The rules refused this turn after a protest: choose another one.",
                "Les règles ont refusé ce tour après une réclamation : choisissez-en un autre.",
            ),
            Self::NothingToProtest => say(
                "There is no turn of the other player to protest against, or the rules have judged it already.",
                "Il n'y a pas de tour adverse contre lequel réclamer, ou les règles l'ont déjà jugé.",
            ),
            Self::Unjudged(why) => match language {
                Language::English => format!("The rules cannot judge this turn. {why}"),
                Language::French => format!("Les règles ne peuvent pas juger ce tour. {why}"),
            },
        }
    }

    /// Adds what programs may want to know more.
    pub fn detail(&self, error: &mut Map<String, Value>, language: Language) {
        let Self::Hand(hand) = self else { return };
        error.insert("reason".into(), hand.code().into());
        match hand {
            HandError::Legs(CourierError::Text(text)) => tell_place(error, text, text.at, language),
            HandError::Allowed(moves) => {
                error.insert("moves".into(), moves.as_slice().into());
            }
            _ => {}
        }
    }
}
