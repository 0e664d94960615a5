//! French translations of common English names in definitions.

use super::phrase::{Phrase, capital, phrase};
use super::words::escaped;
use crate::model::Model;

const SIDES: &[(&str, &str)] = &[
    ("White", "Blancs"),
    ("Black", "Noirs"),
    ("Red", "Rouges"),
    ("Blue", "Bleus"),
    ("Green", "Verts"),
    ("Yellow", "Jaunes"),
    ("North", "Nord"),
    ("South", "Sud"),
    ("Player 1", "Joueur 1"),
    ("Player 2", "Joueur 2"),
];

const WORDS: &[(&str, &str)] = &[
    ("advance", "avance"),
    ("capture", "capture"),
    ("check", "échec"),
    ("catapult", "catapulte"),
    ("checkmate", "échec et mat"),
    ("double step", "double pas"),
    ("en passant", "en passant"),
    ("explosion", "explosion"),
    ("fifty-moves", "cinquante coups"),
    ("goal", "but"),
    ("jump", "saut"),
    ("no-move", "aucun coup"),
    ("passes", "passes"),
    ("perpetual-check", "échec perpétuel"),
    ("promotion", "promotion"),
    ("repetition", "répétition"),
    ("stalemate", "pat"),
    ("step", "pas"),
    ("suicide", "suicide"),
    ("swap", "échange"),
    ("teleport", "téléportation"),
    ("threat", "menace"),
    ("white-captured", "blanc capturé"),
    ("threat-and-capture", "menace et prise"),
    ("three-left", "plus que trois pièces"),
];

fn find(list: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    list.iter().find(|(known, _)| *known == word).map(|(_, french)| *french)
}

pub(super) fn side(model: &Model, name: &str) -> Phrase {
    phrase(name, model.in_french(name).or(find(SIDES, name)).unwrap_or(name))
}

pub(super) fn code(model: &Model, code: &str) -> Phrase {
    let plain = code.replace('-', " ");
    let french = model.in_french(code).or(find(WORDS, code)).map(str::to_owned);
    phrase(plain.clone(), french.unwrap_or(plain))
}

pub(super) fn label(model: &Model, name: &str) -> Phrase {
    let french = model.in_french(name).or(find(WORDS, name)).unwrap_or(name);
    phrase(format!("\"{}\"", escaped(name)), guillemets(french))
}

pub(super) fn quoted(model: &Model, name: &str) -> Phrase {
    phrase(format!("\"{}\"", escaped(name)), guillemets(model.in_french(name).unwrap_or(name)))
}

pub(super) fn guillemets(name: &str) -> String {
    format!("«\u{a0}{}\u{a0}»", escaped(name))
}

pub(super) fn heading(model: &Model, word: &str) -> Phrase {
    let Phrase { en, fr } = code(model, word);
    phrase(escaped(&capital(&en)), escaped(&capital(&fr)))
}
