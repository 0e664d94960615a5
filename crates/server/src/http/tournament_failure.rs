//! How it is answered what is not done with tournaments.

use axum::http::StatusCode;
use entourage_kernel::{Language, Text};

use crate::domain::tournament_error::TournamentError;

/// Returns the status of the answer.
pub(super) fn status(error: TournamentError) -> StatusCode {
    match error {
        TournamentError::Unknown | TournamentError::Nobody => StatusCode::NOT_FOUND,
        TournamentError::Range | TournamentError::Other => StatusCode::FORBIDDEN,
        TournamentError::Closed
        | TournamentError::Full
        | TournamentError::Few
        | TournamentError::Round
        | TournamentError::Changed => StatusCode::CONFLICT,
        TournamentError::Many | TournamentError::Terms | TournamentError::Length | TournamentError::Pace => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
    }
}

/// Says for people what is wrong.
pub(super) fn message(error: TournamentError, language: Language) -> String {
    let text = match error {
        TournamentError::Unknown => Text::new("There is no such tournament.", "Il n'y a pas de tel tournoi."),
        TournamentError::Nobody => {
            Text::new("Nobody of this name takes part.", "Personne de ce nom ne participe.")
        }
        TournamentError::Closed => Text::new(
            "It is too late for that in this tournament.",
            "Il est trop tard pour cela dans ce tournoi.",
        ),
        TournamentError::Full => {
            Text::new("As many take part in this tournament as may.", "Ce tournoi est complet.")
        }
        TournamentError::Range => Text::new(
            "This tournament is for players of another strength.",
            "Ce tournoi s'adresse à des joueurs d'une autre force.",
        ),
        TournamentError::Other => Text::new(
            "Only whoever organises the tournament may do that.",
            "Seule la personne qui organise le tournoi peut faire cela.",
        ),
        TournamentError::Few => {
            Text::new("A tournament begins with two at least.", "Un tournoi commence à deux au moins.")
        }
        TournamentError::Many => Text::new(
            "You organise as many tournaments as one may: end or cancel one of them.",
            "Vous organisez autant de tournois qu'on peut : terminez-en ou annulez-en un.",
        ),
        TournamentError::Terms => Text::new(
            "It begins within a year, takes from 2 to 500 people (a round robin no more than 50), and the lowest rating is not above the highest; there are bounds where there are ratings only.",
            "Il commence dans l'année, accueille de 2 à 500 personnes (un toutes-rondes 50 au plus), et le classement le plus bas ne dépasse pas le plus haut ; il n'y a de bornes que là où il y a des classements.",
        ),
        TournamentError::Length => Text::new(
            "A Swiss tournament has from 1 to 50 rounds, an arena lasts from 5 to 720 minutes, and a round robin says nothing.",
            "Un système suisse compte de 1 à 50 rondes, une arène dure de 5 à 720 minutes, et un toutes-rondes ne dit rien.",
        ),
        TournamentError::Pace => Text::new(
            "A tournament is played with clocks, and an arena in live games.",
            "Un tournoi se joue avec des pendules, et une arène en parties en direct.",
        ),
        TournamentError::Round => Text::new(
            "Only a round to come of a Swiss tournament can be sat out, and not more than half of them.",
            "On ne peut passer qu'une ronde à venir d'un système suisse, et pas plus de la moitié.",
        ),
        TournamentError::Changed => Text::new(
            "The tournament has changed meanwhile. Try again.",
            "Le tournoi a changé entre-temps. Réessayez.",
        ),
    };
    text.get(language).to_owned()
}
