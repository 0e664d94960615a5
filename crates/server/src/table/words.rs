//! What players are told about a game that takes no more events, or not this one.

use entourage_kernel::{Language, Side};
use entourage_registry::{AnyMatch, PlayError, open};
use entourage_store::Ending;

use super::{Frozen, Table};
use crate::degree_failure::DegreeFailure;
use crate::failure::{Failure, Part};

impl Table {
    /// Says why the game cannot be continued, if it cannot.
    pub(super) fn frozen(&self, language: Language) -> Option<String> {
        let Err(frozen) = &self.live else { return None };
        let began = &self.game.rules_version;
        Some(match (frozen, language) {
            (Frozen::OtherRules { now }, Language::English) => format!(
                "This game began under version {began} of its rules and keeps its record and result; the rules are at \
                 version {now} now, so it cannot be continued here."
            ),
            (Frozen::OtherRules { now }, Language::French) => format!(
                "Cette partie a commencé sous la version {began} de ses règles et garde son déroulement et son résultat ; \
                 les règles en sont à la version {now}, elle ne peut donc pas être continuée ici."
            ),
            (Frozen::UnknownGame, Language::English) => format!(
                "This server does not have the game \"{}\", so it can be looked at but not continued.",
                self.game.spec
            ),
            (Frozen::UnknownGame, Language::French) => format!(
                "Ce serveur ne connaît pas le jeu « {} » ; la partie peut être regardée mais pas continuée.",
                self.game.spec
            ),
            (Frozen::Unplayable, Language::English) => {
                "The rules do not accept the record of this game, so it can be looked at but not continued.".into()
            }
            (Frozen::Unplayable, Language::French) => {
                "Les règles n'acceptent pas le déroulement de cette partie ; elle peut être regardée mais pas continuée."
                    .into()
            }
        })
    }
}

/// Tells why a move is not played.
pub(super) fn refusal(live: &dyn AnyMatch, error: PlayError, language: Language) -> Failure {
    match error {
        PlayError::Text(error) => Failure::Text { part: Part::Move(None), error },
        PlayError::Ended(_) => Failure::Ended { index: None, text: over(live, language) },
        PlayError::Refused(refusal) => {
            Failure::Refused { index: None, reasons: live.refusal_sentences(&refusal, language) }
        }
        PlayError::Hand(error) => DegreeFailure::Hand(error).into(),
    }
}

/// Says that and how a game ended by its rules.
pub(super) fn over(live: &dyn AnyMatch, language: Language) -> String {
    let how = live.view(language).status_text;
    match language {
        Language::English => format!("The game is over: {how}."),
        Language::French => format!("La partie est finie : {how}."),
    }
}

/// Says that and how its players ended a game.
pub(super) fn ended(spec: &str, ending: Ending, language: Language) -> String {
    let name =
        |side: Side| open(spec).map(|rules| rules.metadata().sides[side.index()].get(language)).unwrap_or("");
    match (ending, language) {
        (Ending::Resigned(side), Language::English) => format!("The game is over: {} resigned.", name(side)),
        (Ending::Resigned(side), Language::French) => {
            format!("La partie est finie : abandon ({}).", name(side))
        }
        (Ending::Agreed, Language::English) => "The game is over: a draw by agreement.".into(),
        (Ending::Agreed, Language::French) => "La partie est finie : nulle par accord.".into(),
        (Ending::Flagged(side), Language::English) => {
            format!("The game is over: {} ran out of time.", name(side))
        }
        (Ending::Flagged(side), Language::French) => {
            format!("La partie est finie : temps écoulé ({}).", name(side))
        }
        (Ending::Lapsed, Language::English) => "The game was aborted: it did not begin in time.".into(),
        (Ending::Lapsed, Language::French) => "La partie a été annulée : elle n'a pas commencé à temps.".into(),
        (Ending::Aborted(_), Language::English) => "The game was aborted.".into(),
        (Ending::Aborted(_), Language::French) => "La partie a été annulée.".into(),
    }
}
