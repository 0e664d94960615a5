//! How it is answered what the clocks of a game do not allow.

use entourage_kernel::{Language, Text};
use entourage_record::TimeError;

/// Says for people what is wrong.
pub(super) fn message(error: TimeError, language: Language) -> String {
    let text = match error {
        TimeError::NoClock => Text::new(
            "No clock runs in this game, or not yet.",
            "Aucune pendule ne tourne dans cette partie, ou pas encore.",
        ),
        TimeError::Paused => Text::new(
            "The game is paused; agree to go on first.",
            "La partie est en pause ; mettez-vous d'abord d'accord pour la reprendre.",
        ),
        TimeError::Going => Text::new("The game is not paused.", "La partie n'est pas en pause."),
        TimeError::Full => Text::new(
            "The other player's clock holds as much time as it may.",
            "La pendule de l'autre joueur contient autant de temps qu'elle le peut.",
        ),
        TimeError::Announced => Text::new(
            "A vacation is announced already; take it back first.",
            "Un congé est déjà annoncé ; retirez d'abord l'annonce.",
        ),
        TimeError::NotAnnounced => Text::new(
            "No vacation is announced, or it has begun.",
            "Aucun congé n'est annoncé, ou il a commencé.",
        ),
        TimeError::Ahead => Text::new(
            "A vacation is announced for an instant to come, at most 90 days ahead.",
            "Un congé s'annonce pour un moment à venir, au plus 90 jours à l'avance.",
        ),
    };
    text.get(language).to_owned()
}
