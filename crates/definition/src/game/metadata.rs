//! Builds the metadata of a game from its model.

use entourage_kernel::{
    Coordinates, Courier, Cover, Credit, GameOption, Hue, Metadata, Named, OptionChoice, PieceKind, SharedStr,
    Side, Text, Weight,
};

use super::form::form;
use super::{armies, relations};
use crate::model::{Card, Cards, Model, Power};
use crate::rules::{self, capital};

pub(crate) fn metadata(model: &Model, id: &str, cover: Option<&Cover>) -> Metadata {
    let kinds: Vec<PieceKind> = model
        .kinds
        .iter()
        .enumerate()
        .map(|(index, kind)| {
            let name = Text::made(kind.name.clone(), kind.french.clone().unwrap_or_else(|| kind.name.clone()));
            let is_royal = model.royals() >> index & 1 != 0;
            PieceKind {
                letters: [kind.letter, kind.letter.to_ascii_lowercase()],
                description: rules::description(model, index),
                art: art(kind.letter),
                weight: if is_royal { Weight::Heart } else { Weight::Plain },
                lamp: relations::lamp(model, index),
                chapter: rules::chapter(model, index).into(),
                name,
            }
        })
        .collect();
    let named = |code: &str| Named { code: code.to_owned().into(), text: rules::code_name(model, code) };
    let no_move = (!rules::mentions_no_move(model)).then_some("no-move");
    let mut causes: Vec<Named> = Vec::new();
    // The kernel already defines the end cause of a plain draw by repetition.
    let said = if model.drawn_repetition().is_some() { &[][..] } else { &model.repetitions[..] };
    let repetitions = said.iter().map(|repetition| repetition.cause.as_str());
    for cause in model.ends.iter().map(|end| end.cause.as_str()).chain(no_move).chain(repetitions) {
        if causes.iter().all(|known| known.code != cause) {
            causes.push(named(cause));
        }
    }
    let alerts: Vec<Named> = model
        .royal
        .iter()
        .map(|royal| {
            let warning = rules::code_name(model, &royal.warning);
            let text =
                Text::made(format!("{}!", capital(&warning.en)), format!("{}\u{a0}!", capital(&warning.fr)));
            Named { code: royal.warning.clone().into(), text }
        })
        .collect();
    let plain = || Cover {
        position: model.start.clone().into(),
        moves: Vec::new().into(),
        squares: model.board.topology.squares.iter().take(1).map(|square| square.name.clone()).collect(),
    };
    let credits: Vec<Credit> = model
        .by
        .iter()
        .map(|who| Credit {
            role: Text::new("Invented by", "Inventé par"),
            who: who.clone().into(),
            link: None,
            licence: None,
        })
        .chain(model.thanks.iter().map(|thanks| {
            let [en, fr] = thanks.role.clone();
            Credit { role: Text::made(en, fr), who: thanks.who.clone().into(), link: None, licence: None }
        }))
        .collect();
    let title: SharedStr = model.title.clone().into();
    Metadata {
        id: id.to_owned().into(),
        name: Text::made(title.clone(), title),
        tagline: tagline(model),
        goal: rules::goal(model),
        hue: Hue::Walnut,
        cover: cover.cloned().unwrap_or_else(plain),
        rules_version: SharedStr::new("1"),
        sides: Side::BOTH.map(|side| rules::side_name(model, &model.sides[side.index()].name)),
        courier: Courier {
            labels: kinds
                .iter()
                .zip(&model.kinds)
                .map(|(kind, known)| known.label.clone().unwrap_or_else(|| kind.letters[0].to_string()).into())
                .collect::<Vec<SharedStr>>()
                .into(),
            coordinates: Coordinates::Ours,
        },
        kinds: kinds.into(),
        form: form(model),
        options: options(model).into(),
        marks: relations::mark_names(model).into(),
        relations: relations::kinds(model).into(),
        powers: powers(model).into(),
        alerts: alerts.into(),
        causes: causes.into(),
        credits: credits.into(),
        rules_page: Text::new("", ""),
    }
}

fn powers(model: &Model) -> Vec<entourage_kernel::Power> {
    let relations = relations::kinds(model);
    let known = |(power, _): &(usize, &Power)| model.clauses.iter().any(|clause| clause.power == *power);
    let described = |(index, power): (usize, &Power)| {
        let code = SharedStr::from(power.name.clone());
        entourage_kernel::Power {
            text: rules::power_text(model, index),
            relation: relations.iter().any(|kind| kind.code == code).then(|| code.clone()),
            // A move that the power forbids is refused with the power's code as the reason.
            reason: Some(code.clone()),
            code,
        }
    };
    model.powers.iter().enumerate().filter(known).map(described).collect()
}

fn art(letter: char) -> SharedStr {
    format!("<text fill=\"currentColor\" x=\"256\" y=\"380\" font-size=\"380\" text-anchor=\"middle\">{letter}</text>").into()
}

fn tagline(model: &Model) -> Text {
    if let Some(cards) = &model.cards {
        return card_list(cards);
    }
    let told = model.powers.iter().find_map(Power::description);
    told.map_or_else(
        || Text::new("A game defined in a text file.", "Un jeu défini par un fichier texte."),
        |[en, fr]| Text::made(en.to_owned(), fr.to_owned()),
    )
}

fn card_list(cards: &Cards) -> Text {
    let (most, all) = (cards.most, cards.list.len());
    let names = |pick: fn(&Card) -> &str| cards.list.iter().take(3).map(pick).collect::<Vec<&str>>().join(", ");
    let more = cards.list.len() > 3;
    Text::made(
        format!(
            "Up to {most} of {all} cards for each player: {}{}.",
            names(|card| &card.title),
            if more { " and more" } else { "" }
        ),
        format!(
            "Jusqu'à {most} cartes sur {all} pour chaque joueur\u{a0}: {}{}.",
            names(Card::french),
            if more { " et d'autres" } else { "" }
        ),
    )
}

fn options(model: &Model) -> Vec<GameOption> {
    let armies = armies::offered(model);
    if model.editions.len() < 2 {
        return armies;
    }
    let choice = |(index, edition): (usize, &String)| {
        let french = model.in_french(edition).unwrap_or(edition);
        OptionChoice {
            code: if index == 0 { SharedStr::EMPTY } else { edition.clone().into() },
            name: Text::made(capital(edition), capital(french)),
            description: Text::new("An edition of the rules.", "Une édition des règles."),
            draws: None,
        }
    };
    let editions = GameOption {
        code: SharedStr::new("edition"),
        name: Text::new("Edition", "Édition"),
        choices: model.editions.iter().enumerate().map(choice).collect::<Vec<_>>().into(),
    };
    std::iter::once(editions).chain(armies).collect()
}
