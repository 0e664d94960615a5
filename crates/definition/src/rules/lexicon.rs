//! French words for what definitions name in English only, as far as players of such games have them.

use super::said::{Said, capital, said};
use super::words::escaped;

/// The names of sides.
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

/// The causes of ends, the warnings, and the labels of lines.
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

/// Names a side.
pub(super) fn side(name: &str) -> Said {
    said(name, find(SIDES, name).unwrap_or(name))
}

/// Names a code of a definition: the cause of an end, a warning.
pub(super) fn code(code: &str) -> Said {
    let plain = code.replace('-', " ");
    said(plain.clone(), find(WORDS, code).map_or(plain, str::to_owned))
}

/// Names a label within a sentence: in quotation marks, for it is a word of this game.
pub(super) fn label(name: &str) -> Said {
    match find(WORDS, name) {
        Some(french) => said(format!("\"{}\"", escaped(name)), format!("«\u{a0}{french}\u{a0}»")),
        None => quoted(name),
    }
}

/// Puts a name in quotation marks.
pub(super) fn quoted(name: &str) -> Said {
    let name = escaped(name);
    said(format!("\"{name}\""), format!("«\u{a0}{name}\u{a0}»"))
}

/// Makes a heading of a code.
pub(super) fn heading(word: &str) -> Said {
    let Said { en, fr } = code(word);
    said(escaped(&capital(&en)), escaped(&capital(&fr)))
}
