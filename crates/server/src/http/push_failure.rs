//! How it is answered that a browser is not told.

use entourage_kernel::{Language, Text};

use crate::domain::push_error::PushError;

/// Says for people what is wrong.
pub(super) fn message(error: PushError, language: Language) -> String {
    let text = match error {
        PushError::NotOffered => {
            Text::new("This server sends no notifications.", "Ce serveur n'envoie pas de notifications.")
        }
        PushError::Endpoint => Text::new(
            "This server does not know the service that brings this browser its notifications.",
            "Ce serveur ne connaît pas le service qui apporte ses notifications à ce navigateur.",
        ),
        PushError::Keys => Text::new(
            "The keys of this browser for notifications are none.",
            "Les clés de ce navigateur pour les notifications n'en sont pas.",
        ),
    };
    text.get(language).to_owned()
}
