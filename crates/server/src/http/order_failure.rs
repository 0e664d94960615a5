//! How it is answered what is not done for the sake of order.

use axum::http::StatusCode;
use entourage_kernel::{Language, Text};
use entourage_scoresheet::date_of;

use crate::domain::order_error::{OrderError, Sentence};

/// Returns the status of the answer.
pub(super) fn status(error: &OrderError) -> StatusCode {
    match error {
        OrderError::Muted(_)
        | OrderError::Banned(_)
        | OrderError::Blocked
        | OrderError::Role
        | OrderError::Rank => StatusCode::FORBIDDEN,
        OrderError::Allowance { .. } => StatusCode::TOO_MANY_REQUESTS,
        OrderError::NoPerson | OrderError::NoComplaint => StatusCode::NOT_FOUND,
        OrderError::Unrestrained | OrderError::Listed => StatusCode::CONFLICT,
        OrderError::Unshown => StatusCode::UNPROCESSABLE_ENTITY,
        OrderError::Oneself | OrderError::Complaints | OrderError::Ties => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// Says it in a sentence.
pub(super) fn message(error: &OrderError, language: Language) -> String {
    let text = match error {
        OrderError::Muted(sentence) => {
            return sentenced(
                Text::new(
                    "You may not say anything in games",
                    "Vous ne pouvez plus rien dire dans les parties",
                ),
                sentence,
                language,
            );
        }
        OrderError::Banned(sentence) => {
            return sentenced(Text::new("This account is closed", "Ce compte est fermé"), sentence, language);
        }
        OrderError::Allowance { seconds } => {
            let minutes = seconds.div_ceil(60);
            return match language {
                Language::English => {
                    format!("That is as much as your account may in an hour. Try again in {minutes} min.")
                }
                Language::French => {
                    format!("C'est tout ce que votre compte peut en une heure. Réessayez dans {minutes} min.")
                }
            };
        }
        OrderError::Blocked => Text::new(
            "This person wants nothing to do with you.",
            "Cette personne ne souhaite pas avoir affaire à vous.",
        ),
        OrderError::Ties => Text::new(
            "You follow or block as many people as one may.",
            "Vous suivez ou bloquez autant de personnes que permis.",
        ),
        OrderError::Role => Text::new(
            "This is for those who keep order here.",
            "C'est réservé à ceux qui veillent au bon ordre ici.",
        ),
        OrderError::Rank => Text::new(
            "They keep as much order here as you do: ask whoever runs the server.",
            "Cette personne a autant de pouvoirs que vous ici : demandez à qui tient le serveur.",
        ),
        OrderError::NoPerson => Text::new("Nobody has this name.", "Personne n'a ce nom."),
        OrderError::NoComplaint => {
            Text::new("There is no such report, or it is closed.", "Ce signalement n'existe pas, ou est clos.")
        }
        OrderError::Oneself => Text::new("That is yourself.", "C'est vous-même."),
        OrderError::Complaints => Text::new(
            "You have as many reports open as one may. Wait until some are looked at.",
            "Vous avez autant de signalements ouverts que permis. Attendez que l'on en ait vu quelques-uns.",
        ),
        OrderError::Listed => Text::new("The game stands so already.", "Il en est déjà ainsi de ce jeu."),
        OrderError::Unshown => Text::new(
            "Only games that everybody is shown are listed for ratings.",
            "Seuls les jeux montrés à tous sont inscrits pour le classement.",
        ),
        OrderError::Unrestrained => Text::new("Nothing of that kind stands.", "Rien de tel n'est en vigueur."),
    };
    text.get(language).to_owned()
}

fn sentenced(what: Text, Sentence { until, reason }: &Sentence, language: Language) -> String {
    let what = what.get(language);
    let date = until.map(|until| date_of(until).replace('.', "-"));
    match (date, language) {
        (None, Language::English) => format!("{what}. The reason given: {reason}"),
        (None, Language::French) => format!("{what}. Raison donnée : {reason}"),
        (Some(date), Language::English) => format!("{what} until {date} (UTC). The reason given: {reason}"),
        (Some(date), Language::French) => format!("{what} jusqu'au {date} (UTC). Raison donnée : {reason}"),
    }
}
