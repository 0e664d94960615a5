//! How what is not done with an account is answered.

use axum::http::StatusCode;
use entourage_kernel::{Language, Text};

use super::game_failure;
use crate::domain::account_error::{AccountError, NameFault, PasswordFault};

/// Returns the status of the answer.
pub(super) fn status(error: &AccountError) -> StatusCode {
    match error {
        AccountError::SignedOut => StatusCode::UNAUTHORIZED,
        AccountError::Credentials | AccountError::Stale => StatusCode::FORBIDDEN,
        AccountError::Attempts { .. } => StatusCode::TOO_MANY_REQUESTS,
        AccountError::NameTaken | AccountError::LastWay | AccountError::Changed => StatusCode::CONFLICT,
        AccountError::Unknown | AccountError::Link => StatusCode::NOT_FOUND,
        AccountError::Busy => StatusCode::SERVICE_UNAVAILABLE,
        AccountError::Name(_)
        | AccountError::Password(_)
        | AccountError::Ways
        | AccountError::Passkey
        | AccountError::Passkeys
        | AccountError::NoPasskeys => StatusCode::UNPROCESSABLE_ENTITY,
        AccountError::Failed(error) => game_failure::status(error),
    }
}

/// Says it in a sentence.
pub(super) fn message(error: &AccountError, language: Language) -> String {
    let text = match error {
        AccountError::SignedOut => {
            Text::new("You are not signed in here.", "Vous n'avez pas ouvert de session ici.")
        }
        AccountError::Credentials => Text::new(
            "This does not open an account: look at the name and at what you gave with it.",
            "Cela n'ouvre aucun compte : vérifiez le nom et ce que vous avez donné avec lui.",
        ),
        AccountError::Ways => Text::new(
            "Give a password, a recovery code or a passkey: one of them.",
            "Donnez un mot de passe, un code de secours ou une clé d'accès : l'un d'eux.",
        ),
        AccountError::Attempts { seconds } => {
            return match language {
                Language::English => {
                    format!("This name was tried too often. Try again in {seconds} s, or use a passkey.")
                }
                Language::French => format!(
                    "Ce nom a été essayé trop souvent. Réessayez dans {seconds} s, ou utilisez une clé d'accès."
                ),
            };
        }
        AccountError::Name(NameFault::Length) => {
            Text::new("A name has from 2 to 24 letters.", "Un nom a de 2 à 24 lettres.")
        }
        AccountError::Name(NameFault::Letters) => Text::new(
            "A name has letters and digits, with single spaces, dashes, dots or apostrophes between them.",
            "Un nom a des lettres et des chiffres, séparés au plus par un espace, un tiret, un point ou une apostrophe.",
        ),
        AccountError::Name(NameFault::Scripts) => Text::new(
            "A name is written in one script: letters of several would let it pass for another.",
            "Un nom s'écrit dans une seule écriture : en mêler plusieurs le ferait passer pour un autre.",
        ),
        AccountError::Name(NameFault::Reserved) => {
            Text::new("This name is kept for the house.", "Ce nom est réservé à la maison.")
        }
        AccountError::NameTaken => Text::new(
            "Somebody has this name, or one that looks like it.",
            "Quelqu'un a ce nom, ou un nom qui lui ressemble.",
        ),
        AccountError::Password(PasswordFault::Short) => {
            Text::new("A password has at least 8 characters.", "Un mot de passe a au moins 8 caractères.")
        }
        AccountError::Password(PasswordFault::Long) => {
            Text::new("A password has at most 128 characters.", "Un mot de passe a au plus 128 caractères.")
        }
        AccountError::Password(PasswordFault::Common) => Text::new(
            "This password is among the first that anybody would try. Some words that do not belong together make a good one.",
            "Ce mot de passe est parmi les premiers que l'on essaierait. Quelques mots sans rapport en font un bon.",
        ),
        AccountError::Stale => Text::new(
            "Please show once more that it is you: your password or passkey.",
            "Montrez encore une fois que c'est vous : mot de passe ou clé d'accès.",
        ),
        AccountError::LastWay => Text::new(
            "This is the only way into your account; add another before.",
            "C'est le seul accès à votre compte ; ajoutez-en un autre d'abord.",
        ),
        AccountError::Passkey => Text::new(
            "The passkey did not answer what it was asked, or took too long. Try again.",
            "La clé d'accès n'a pas répondu à la question, ou trop tard. Réessayez.",
        ),
        AccountError::Passkeys => Text::new(
            "This passkey is known already, or your account has as many as one may.",
            "Cette clé d'accès est déjà connue, ou votre compte en a autant que permis.",
        ),
        AccountError::NoPasskeys => Text::new(
            "This server is not reached by a name over a safe connection, so that there are no passkeys for it.",
            "Ce serveur n'est pas joint par un nom sur une connexion sûre : il n'y a pas de clés d'accès pour lui.",
        ),
        AccountError::Link => Text::new(
            "This link is good for nothing any more: it was used, or too much time has passed. Ask for another.",
            "Ce lien ne sert plus à rien : il a été utilisé, ou trop de temps a passé. Demandez-en un autre.",
        ),
        AccountError::Unknown => Text::new("Your account has no such thing.", "Votre compte n'a rien de tel."),
        AccountError::Changed => Text::new(
            "Your account was changed meanwhile; look again.",
            "Votre compte a changé entre-temps ; regardez de nouveau.",
        ),
        AccountError::Busy => Text::new(
            "Many people sign in just now: try again in a moment.",
            "Beaucoup de gens ouvrent une session : réessayez dans un instant.",
        ),
        AccountError::Failed(error) => return game_failure::message(error, language),
    };
    text.get(language).to_owned()
}
