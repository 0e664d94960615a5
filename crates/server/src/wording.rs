use crate::domain::{End, Frozen};
use entourage_kernel::{Language, Side, Text};
use entourage_record::Ending;

pub(crate) fn over(end: &End, language: Language) -> String {
    match end {
        End::Players { sides, ending } => by_players(sides.as_ref(), *ending, language),
        End::Rules(scene) => {
            let how = scene.ask(|live| live.view(language).status_text);
            match language {
                Language::English => format!("The game is over: {how}."),
                Language::French => format!("La partie est finie : {how}."),
            }
        }
    }
}

pub(crate) fn frozen(frozen: &Frozen, language: Language) -> String {
    match (frozen, language) {
        (Frozen::OtherRules { began, now }, Language::English) => format!(
            "This game began under version {began} of its rules and keeps its record and result; the rules are at \
             version {now} now, so it cannot be continued here."
        ),
        (Frozen::OtherRules { began, now }, Language::French) => format!(
            "Cette partie a commencé sous la version {began} de ses règles et garde son déroulement et son résultat ; \
             les règles en sont à la version {now}, elle ne peut donc pas être continuée ici."
        ),
        (Frozen::UnknownGame { spec }, Language::English) => {
            format!("This server does not have the game \"{spec}\", so it can be looked at but not continued.")
        }
        (Frozen::UnknownGame { spec }, Language::French) => format!(
            "Ce serveur ne connaît pas le jeu « {spec} » ; la partie peut être regardée mais pas continuée."
        ),
        (Frozen::Unplayable, Language::English) => {
            "The rules do not accept the record of this game, so it can be looked at but not continued.".into()
        }
        (Frozen::Unplayable, Language::French) => {
            "Les règles n'acceptent pas le déroulement de cette partie ; elle peut être regardée mais pas continuée.".into()
        }
    }
}

fn by_players(sides: Option<&[Text; 2]>, ending: Ending, language: Language) -> String {
    let name = |side: Side| sides.map_or("", |sides| sides[side.index()].get(language));
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
