//! What people are told of a model.

use entourage_kernel::{
    Coordinates, Courier, Cover, Credit, GameOption, Hue, Metadata, Named, OptionChoice, PieceKind, SharedStr,
    Side, Text, Weight,
};

use super::form::{capital, form};
use super::relations;
use crate::model::Model;

/// Describes a model under a name by which the registry knows it; without a cover the start stands on the box.
pub(crate) fn metadata(model: &Model, id: &str, cover: Option<&Cover>) -> Metadata {
    let kinds: Vec<PieceKind> = model
        .kinds
        .iter()
        .enumerate()
        .map(|(index, kind)| {
            let name = Text::made(kind.name.clone(), kind.french.clone().unwrap_or_else(|| kind.name.clone()));
            let is_royal = model.royal.as_ref().is_some_and(|royal| royal.kind.index() == index);
            PieceKind {
                letters: [kind.letter, kind.letter.to_ascii_lowercase()],
                description: Text::made(
                    format!("{}: see the rules.", kind.name),
                    format!("{}\u{a0}: voir les règles.", name.fr),
                ),
                art: art(kind.letter),
                weight: if is_royal { Weight::Heart } else { Weight::Plain },
                lamp: relations::lamp(model, index),
                chapter: SharedStr::new("moves"),
                name,
            }
        })
        .collect();
    let named = |code: &str| Named { code: code.to_owned().into(), text: Text::made(words(code), words(code)) };
    let mut causes: Vec<Named> = Vec::new();
    for cause in model.ends.iter().map(|end| end.cause.as_str()).chain(["no-move"]) {
        if causes.iter().all(|known| known.code != cause) {
            causes.push(named(cause));
        }
    }
    let alerts: Vec<Named> = model
        .royal
        .iter()
        .map(|royal| {
            let text = format!("{}!", capital(&royal.warning));
            Named { code: royal.warning.clone().into(), text: Text::made(text.clone(), text) }
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
        .collect();
    let title: SharedStr = model.title.clone().into();
    Metadata {
        id: id.to_owned().into(),
        name: Text::made(title.clone(), title),
        tagline: Text::new("A game written as text.", "Un jeu écrit en texte."),
        hue: Hue::Walnut,
        cover: cover.cloned().unwrap_or_else(plain),
        rules_version: SharedStr::new("1"),
        sides: Side::BOTH.map(|side| {
            let name: SharedStr = model.sides[side.index()].name.clone().into();
            Text::made(name.clone(), name)
        }),
        courier: Courier {
            labels: kinds
                .iter()
                .map(|kind| kind.letters[0].to_string().into())
                .collect::<Vec<SharedStr>>()
                .into(),
            coordinates: Coordinates::Ours,
        },
        kinds: kinds.into(),
        form: form(model),
        options: options(model).into(),
        marks: Vec::new().into(),
        relations: relations::kinds(model).into(),
        alerts: alerts.into(),
        causes: causes.into(),
        credits: credits.into(),
        rules_page: page(model),
    }
}

/// Draws a piece as its letter.
fn art(letter: char) -> SharedStr {
    format!("<text x=\"256\" y=\"380\" font-size=\"380\" text-anchor=\"middle\">{letter}</text>").into()
}

fn words(code: &str) -> String {
    code.replace('-', " ")
}

/// Offers the editions, the usual one first.
fn options(model: &Model) -> Vec<GameOption> {
    if model.editions.len() < 2 {
        return Vec::new();
    }
    let choice = |(index, edition): (usize, &String)| {
        let name: SharedStr = capital(edition).into();
        OptionChoice {
            code: if index == 0 { SharedStr::EMPTY } else { edition.clone().into() },
            name: Text::made(name.clone(), name),
            description: Text::new("An edition of the rules.", "Une édition des règles."),
        }
    };
    vec![GameOption {
        code: SharedStr::new("edition"),
        name: Text::new("Edition", "Édition"),
        choices: model.editions.iter().enumerate().map(choice).collect::<Vec<_>>().into(),
    }]
}

/// Writes a page with an anchor for everything that a reason cites.
fn page(model: &Model) -> Text {
    let made = |title: &str, moves: &str, royal: &str, power: &str, end: &str, french: bool| {
        let mut page = format!("# {title}\n\n## {moves} {{#moves}}\n\n## {royal} {{#royal}}\n");
        for known in &model.powers {
            let says = if french { &known.french } else { &known.says };
            let says = says.clone().unwrap_or_default();
            page.push_str(&format!("\n## {power} {0} {{#power-{0}}}\n\n{says}\n", known.name));
        }
        let mut causes: Vec<&str> = Vec::new();
        for cause in model.ends.iter().map(|end| end.cause.as_str()) {
            if !causes.contains(&cause) {
                page.push_str(&format!("\n## {end} {0} {{#{0}}}\n", cause));
                causes.push(cause);
            }
        }
        page
    };
    Text::made(
        made(&model.title, "Moves", "Royal pieces", "Power", "End", false),
        made(&model.title, "Coups", "Pièces royales", "Pouvoir", "Fin", true),
    )
}
