//! How what is not done with a game is answered: status, sentence, and what else programs are told.

use axum::http::StatusCode;
use entourage_kernel::{Language, Text, TextError};
use entourage_registry::SetupError;
use entourage_registry::view::{FailureView, State};

use super::details::{sentences, tell_offset};
use super::state::state_of;
use super::{
    degree_failure, lobby_failure, order_failure, program_failure, push_failure, rating_failure, shelf_failure,
    time_failure, tournament_failure, writing_failure,
};
use crate::domain::game_error::{GameError, Part};
use crate::domain::snapshot::Snapshot;
use crate::wording;

/// Returns the status of the answer.
pub(super) fn status(error: &GameError) -> StatusCode {
    match error {
        GameError::NoGame => StatusCode::NOT_FOUND,
        GameError::Watching
        | GameError::OtherSide
        | GameError::Turn
        | GameError::Agreement
        | GameError::NotHost => StatusCode::FORBIDDEN,
        GameError::LongTurn => StatusCode::PAYLOAD_TOO_LARGE,
        GameError::NoSide | GameError::Token => StatusCode::BAD_REQUEST,
        GameError::Conflict(_)
        | GameError::Committed
        | GameError::Begun
        | GameError::Taken
        | GameError::KeyTaken
        | GameError::NoRematch
        | GameError::Asked => StatusCode::CONFLICT,
        GameError::Writing(error) => writing_failure::status(error),
        GameError::Order(error) => order_failure::status(error),
        GameError::Shelf(error) => shelf_failure::status(error),
        GameError::Rating(error) => rating_failure::status(*error),
        GameError::Lobby(error) => lobby_failure::status(*error),
        GameError::Tournament(error) => tournament_failure::status(*error),
        GameError::Program(error) => program_failure::status(*error),
        GameError::Unavailable | GameError::Full => StatusCode::SERVICE_UNAVAILABLE,
        GameError::Damaged | GameError::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// Says it in a sentence.
pub(super) fn message(error: &GameError, language: Language) -> String {
    let say = |en, fr| Text::new(en, fr).get(language).to_owned();
    let french = language == Language::French;
    match error {
        GameError::NoGame => say("There is no such game.", "Cette partie n'existe pas."),
        GameError::Watching => say(
            "This link is to watch the game, not to play it.",
            "Ce lien permet de regarder la partie, pas de la jouer.",
        ),
        GameError::OtherSide => {
            say("This link plays for the other side.", "Ce lien permet de jouer pour l'autre camp.")
        }
        GameError::NoSide => malformed("side: 1 or 2", language),
        GameError::Token => malformed("token: 1 to 32 small letters and digits", language),
        GameError::Turn => say("It is the other player's turn.", "C'est à l'autre joueur de jouer."),
        GameError::Agreement => say(
            "Both players must agree: the other one has not proposed this.",
            "Les deux joueurs doivent être d'accord : l'autre ne l'a pas proposé.",
        ),
        GameError::Offered => say(
            "This was proposed already; the other player answers, or makes a move.",
            "Cela a déjà été proposé ; à l'autre joueur de répondre, ou de jouer un coup.",
        ),
        GameError::NoOffer => say("Nothing is proposed.", "Rien n'est proposé."),
        GameError::Underway => say("The game is not over yet.", "La partie n'est pas encore finie."),
        GameError::Earnest => say(
            "A game is aborted before its second move only; after that it is resigned.",
            "Une partie s'annule avant son deuxième coup seulement ; ensuite, on l'abandonne.",
        ),
        GameError::Asked => say(
            "The other player wishes this game deleted, too: it goes only if you agree to that.",
            "L'autre joueur souhaite aussi effacer cette partie : elle ne disparaît que si vous en êtes d'accord.",
        ),
        GameError::Follows => say(
            "You play again: this game can be deleted when both have gone on to the next one.",
            "Vous rejouez : cette partie pourra être effacée quand les deux joueurs seront passés à la suivante.",
        ),
        GameError::Often => say("That is enough until the next move.", "Cela suffit jusqu'au prochain coup."),
        GameError::NoRematch => {
            say("The players have not agreed to play again.", "Les joueurs n'ont pas décidé de rejouer.")
        }
        GameError::Taken => {
            say("Somebody was faster: this side is taken.", "Quelqu'un a été plus rapide : ce camp est pris.")
        }
        GameError::NotHost => say(
            "Only the player who created the game may replace its links.",
            "Seul le joueur qui a créé la partie peut en remplacer les liens.",
        ),
        GameError::Begun => say(
            "The game has begun: its links cannot be replaced any more.",
            "La partie a commencé : ses liens ne peuvent plus être remplacés.",
        ),
        GameError::ClocksTogether => say(
            "Clocks are for two people apart, each with a seat.",
            "Les pendules sont pour deux personnes à distance, chacune avec sa place.",
        ),
        GameError::KeyTaken => {
            say("This key opens something else already.", "Cette clé ouvre déjà autre chose.")
        }
        GameError::KeyTogether => say(
            "Whoever creates a game draws a key to it only where one key plays both sides.",
            "Qui crée une partie n'en tire la clé que si une seule clé joue les deux camps.",
        ),
        GameError::WatchedOpen => say(
            "Others may watch from the beginning only where anybody may take the other side.",
            "D'autres ne peuvent regarder dès le début que si n'importe qui peut prendre l'autre camp.",
        ),
        GameError::ChoicesLate => say(
            "Players choose what they begin with at the start only, not beside a position or moves.",
            "Les joueurs choisissent leur début de partie au départ seulement, pas à côté d'une position ou de coups.",
        ),
        GameError::Text { part, error } => unreadable(*part, error, language),
        GameError::Players => say(
            "A player is a person or the computer at one of its levels.",
            "Un joueur est une personne ou l'ordinateur à l'un de ses niveaux.",
        ),
        GameError::Refused { index, scene, refusal } => {
            let reasons = scene.ask(|live| live.refusal_sentences(refusal, language));
            format!("{}{}", numbered(*index, language), sentences(&reasons))
        }
        GameError::Ended { index, end } => {
            format!("{}{}", numbered(*index, language), wording::over(end, language))
        }
        GameError::Takeback { standing: 0 } => {
            say("There is no move to take back.", "Il n'y a aucun coup à reprendre.")
        }
        GameError::Takeback { standing } if french => format!("On peut reprendre de 1 à {standing} coups."),
        GameError::Takeback { standing } => format!("From 1 to {standing} moves can be taken back."),
        GameError::LongTurn => too_large(language),
        GameError::TooLong { most } if french => {
            format!("La partie est trop longue : le serveur garde au plus {most} événements.")
        }
        GameError::TooLong { most } => format!("The game is too long: the server keeps at most {most} events."),
        GameError::Legs { most } if french => {
            format!("La partie est trop longue : ses tours à la main ont au plus {most} étapes en tout.")
        }
        GameError::Legs { most } => {
            format!("The game is too long: its turns by hand have at most {most} legs in all.")
        }
        GameError::Frozen(frozen) => {
            frozen.as_ref().map_or_else(String::new, |frozen| wording::frozen(frozen, language))
        }
        GameError::Setup(error) => error.sentence(language),
        GameError::Committed => {
            say("This player has committed another choice before.", "Ce joueur a déjà validé un autre choix.")
        }
        GameError::Vacation { left: 0 } => say(
            "A player who has days of vacation left takes them on their own turn, while their clock runs, or announces them.",
            "Un joueur à qui il reste des jours de congé les prend à son tour de jouer, quand sa pendule tourne, ou les annonce.",
        ),
        GameError::Vacation { left } if french => format!("On peut prendre de 1 à {left} jours de congé."),
        GameError::Vacation { left } => format!("From 1 to {left} days of vacation can be taken."),
        GameError::Time(error) => time_failure::message(*error, language),
        GameError::Preparing => say(
            "The game begins when both players have chosen.",
            "La partie commence quand les deux joueurs ont choisi.",
        ),
        GameError::Conflict(_) => {
            say("The game went on otherwise meanwhile.", "La partie a continué autrement entre-temps.")
        }
        GameError::Degree(error) => degree_failure::message(error, language),
        GameError::Writing(error) => writing_failure::message(error, language),
        GameError::Order(error) => order_failure::message(error, language),
        GameError::Shelf(error) => shelf_failure::message(error, language),
        GameError::Rating(error) => rating_failure::message(*error, language),
        GameError::Lobby(error) => lobby_failure::message(*error, language),
        GameError::Tournament(error) => tournament_failure::message(*error, language),
        GameError::Program(error) => program_failure::message(*error, language),
        GameError::Push(error) => push_failure::message(*error, language),
        GameError::NoMail => say("This server sends no e-mail.", "Ce serveur n'envoie pas de courriels."),
        GameError::Address => say("This is no e-mail address.", "Ce n'est pas une adresse de courriel."),
        GameError::Unavailable => say(
            "The server cannot reach its database just now.",
            "Le serveur n'a pas accès à sa base de données pour l'instant.",
        ),
        GameError::Full => say(
            "The server's disk is nearly full: no new game can begin for now. Games under way go on.",
            "Le disque du serveur est presque plein : aucune partie ne peut commencer pour l'instant. Les parties en cours continuent.",
        ),
        GameError::Damaged => say("The stored game is damaged.", "La partie conservée est endommagée."),
        GameError::Internal => internal(language),
    }
}

/// Adds what programs want to know of it.
pub(super) fn detail(error: &GameError, told: &mut FailureView, language: Language) {
    told.index = error.index();
    match error {
        GameError::Text { part, error } => {
            told.part = Some(part.code());
            tell_offset(told, error, error.at, language);
        }
        GameError::Setup(setup) => {
            told.reason = Some(setup.code());
            told.cards = Some(setup.cards().into_iter().map(str::to_owned).collect());
            if let SetupError::Text(error) = setup {
                tell_offset(told, error, error.at, language);
            }
        }
        GameError::Refused { scene, refusal, .. } => {
            told.reasons = Some(scene.ask(|live| live.refusal_sentences(refusal, language)));
        }
        GameError::Degree(error) => degree_failure::detail(error, told, language),
        GameError::Writing(error) => writing_failure::detail(error, told, language),
        GameError::Shelf(error) => shelf_failure::detail(error, told),
        _ => {}
    }
}

/// Returns the game as it stands, for whoever does not know what happened in it last.
pub(super) fn newest(error: &GameError, language: Language) -> Option<State> {
    let GameError::Conflict(snapshot) = error else { return None };
    Some(state_of(Snapshot::clone(snapshot), language))
}

/// Says that a request is not as it is to be.
pub(super) fn malformed(detail: &str, language: Language) -> String {
    match language {
        Language::English => format!("The request is malformed. {detail}"),
        Language::French => format!("La requête est mal formée. Détail : {detail}"),
    }
}

/// Says that a request is too large.
pub(super) fn too_large(language: Language) -> String {
    Text::new("The request is too large.", "La requête est trop grande.").get(language).to_owned()
}

/// Says that the fault is the server's.
pub(super) fn internal(language: Language) -> String {
    Text::new("The server has an error.", "Le serveur a rencontré une erreur.").get(language).to_owned()
}

fn unreadable(part: Part, error: &TextError, language: Language) -> String {
    let what = match part {
        Part::Spec => Text::new("The game cannot be read: ", "Le jeu demandé est illisible : "),
        Part::Position => Text::new("The position cannot be read: ", "La position est illisible : "),
        Part::Pace => Text::new("The pace cannot be read: ", "La cadence est illisible : "),
        Part::Move(None) => Text::new("The move cannot be read: ", "Le coup est illisible : "),
        Part::Move(index) => Text::made(numbered(index, Language::English), numbered(index, Language::French)),
    };
    format!("{}{}.", what.get(language), error.message(language))
}

/// Says which move of a list is meant.
fn numbered(index: Option<u16>, language: Language) -> String {
    match (index, language) {
        (None, _) => String::new(),
        (Some(index), Language::English) => format!("Move {}: ", index + 1),
        (Some(index), Language::French) => format!("Coup {} : ", index + 1),
    }
}
