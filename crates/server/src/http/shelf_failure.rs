//! How what is not done with a game that somebody wrote is answered.

use axum::http::StatusCode;
use entourage_kernel::{Language, Text};
use entourage_registry::view::FailureView;

use super::game_failure::{malformed, too_large};
use crate::domain::shelf_error::ShelfError;

/// Returns the status of the answer.
pub(super) fn status(error: &ShelfError) -> StatusCode {
    match error {
        ShelfError::Unknown => StatusCode::NOT_FOUND,
        ShelfError::Form => StatusCode::BAD_REQUEST,
        ShelfError::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ShelfError::Taken { .. } => StatusCode::CONFLICT,
        ShelfError::Foreign => StatusCode::FORBIDDEN,
        ShelfError::Busy => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// Says it in a sentence.
pub(super) fn message(error: &ShelfError, language: Language) -> String {
    let text = match error {
        ShelfError::Form => {
            return malformed("texts: that of the game, and those of the games that it is like", language);
        }
        ShelfError::TooLarge => return too_large(language),
        ShelfError::Disagreement { position } => match language {
            Language::English => {
                return format!(
                    "The two readings of its rules differ in the position {position}: please tell us."
                );
            }
            Language::French => {
                return format!(
                    "Les deux lectures de ses règles diffèrent dans la position {position} : dites-le-nous, s'il vous plaît."
                );
            }
        },
        ShelfError::Unknown => Text::new("There is no such game here.", "Ce jeu n'existe pas ici."),
        ShelfError::Licence => Text::new("This licence is not offered.", "Cette licence n'est pas proposée."),
        ShelfError::Faults(_) => Text::new(
            "The text has errors: it is no game yet.",
            "Le texte a des erreurs : ce n'est pas encore un jeu.",
        ),
        ShelfError::Taken { .. } => Text::new(
            "Somebody else has handed this very text in; it can be played.",
            "Quelqu'un d'autre a déposé ce même texte ; on peut y jouer.",
        ),
        ShelfError::TooMany => Text::new(
            "You have handed in as many games as one person may.",
            "Vous avez déposé autant de jeux qu'une personne le peut.",
        ),
        ShelfError::Foreign => Text::new("Only its author may do this.", "Seul son auteur peut faire cela."),
        ShelfError::NoOrigin => Text::new(
            "The game from which this one was made is not public.",
            "Le jeu dont celui-ci est tiré n'est pas public.",
        ),
        ShelfError::Withdrawn => Text::new(
            "Its author has withdrawn this game: games under way go on, and none begins.",
            "Son auteur a retiré ce jeu : les parties en cours continuent, et aucune ne commence.",
        ),
        ShelfError::Hidden => Text::new(
            "This game was hidden by whoever runs the server: games under way go on, and none begins.",
            "Ce jeu a été masqué par qui tient le serveur : les parties en cours continuent, et aucune ne commence.",
        ),
        ShelfError::Unanswered(_) => Text::new(
            "Before everybody is shown the game, its warnings want an answer: mend the line, or say \"# meant: CODE\" at its end.",
            "Avant que tous voient le jeu, ses avertissements attendent une réponse : corrigez la ligne, ou écrivez « # meant: CODE » à sa fin.",
        ),
        ShelfError::TooSlow => Text::new(
            "Playing this game takes the server too long to show it to everybody.",
            "Jouer à ce jeu prend trop de temps au serveur pour le montrer à tous.",
        ),
        ShelfError::Busy => Text::new(
            "Other games are being looked at: try again in a moment.",
            "D'autres jeux sont en cours d'examen : réessayez dans un instant.",
        ),
    };
    text.get(language).to_owned()
}

/// Adds what programs want to know of it.
pub(super) fn detail(error: &ShelfError, told: &mut FailureView) {
    match error {
        ShelfError::Faults(faults) | ShelfError::Unanswered(faults) => told.diagnostics = Some(faults.clone()),
        ShelfError::Taken { id } => told.id = Some(id.clone()),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_asks_too_early_is_told_to_ask_again_and_others_what_to_mend() {
        let differ = ShelfError::Disagreement { position: "4/4 w".to_owned() };
        for (error, expected) in [
            (ShelfError::Busy, 503),
            (ShelfError::TooSlow, 422),
            (ShelfError::TooMany, 422),
            (differ.clone(), 422),
            (ShelfError::Unanswered(Vec::new()), 422),
        ] {
            assert_eq!(status(&error).as_u16(), expected, "{error:?}");
            let [en, fr] = [Language::English, Language::French].map(|language| message(&error, language));
            assert!(en != fr && en.ends_with('.') && fr.ends_with('.'), "{en} {fr}");
        }
        for language in [Language::English, Language::French] {
            assert!(message(&differ, language).contains("4/4 w"));
        }
    }
}
