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
            "This game began under version {began} of its rules; its moves and result remain unchanged. The current \
             version is {now}, so the game cannot be continued."
        ),
        (Frozen::OtherRules { began, now }, Language::French) => format!(
            "Cette partie a commencé avec la version {began} de ses règles ; ses coups et son résultat restent inchangés. \
             La version actuelle est {now} : la partie ne peut plus être poursuivie."
        ),
        (Frozen::UnknownGame { spec }, Language::English) => {
            format!("This server does not have the game \"{spec}\". You can view the game, but not continue it.")
        }
        (Frozen::UnknownGame { spec }, Language::French) => format!(
            "Ce serveur ne propose pas le jeu « {spec} ». Vous pouvez consulter la partie, mais pas la poursuivre."
        ),
        (Frozen::Unplayable, Language::English) => {
            "The moves of this game break the current rules. You can view the game, but not continue it.".into()
        }
        (Frozen::Unplayable, Language::French) => {
            "Les coups de cette partie enfreignent les règles actuelles. Vous pouvez la consulter, mais pas la poursuivre.".into()
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
        (Ending::Agreed, Language::English) => "The game is over: draw by agreement.".into(),
        (Ending::Agreed, Language::French) => "La partie est finie : nulle par accord mutuel.".into(),
        (Ending::Flagged(side), Language::English) => {
            format!("The game is over: {} ran out of time.", name(side))
        }
        (Ending::Flagged(side), Language::French) => {
            format!("La partie est finie : temps écoulé ({}).", name(side))
        }
        (Ending::Absent(side), Language::English) => {
            format!("The game is over: {} did not show up.", name(side))
        }
        (Ending::Absent(side), Language::French) => format!("La partie est finie : forfait ({}).", name(side)),
        (Ending::Lapsed, Language::English) => "The game was aborted: it did not begin in time.".into(),
        (Ending::Lapsed, Language::French) => "La partie a été annulée : elle n'a pas commencé à temps.".into(),
        (Ending::Aborted(_), Language::English) => "The game was aborted.".into(),
        (Ending::Aborted(_), Language::French) => "La partie a été annulée.".into(),
    }
}
