//! French translations of common English names in definitions.

use super::phrase::{Phrase, capital, phrase};
use super::words::escaped;
use crate::model::Model;

/// English names with their translations: the kind of name (`side` or `word`), English, and French.
const NAMES: &str = include_str!("lexicon.tsv");

fn find(kind: &str, name: &str) -> Option<&'static str> {
    let mut entries =
        NAMES.lines().filter_map(|line| line.strip_prefix(kind)?.strip_prefix('\t')?.split_once('\t'));
    entries.find(|(known, _)| *known == name).map(|(_, french)| french)
}

pub(super) fn side(model: &Model, name: &str) -> Phrase {
    phrase(name, model.in_french(name).or(find("side", name)).unwrap_or(name))
}

pub(super) fn code(model: &Model, code: &str) -> Phrase {
    let plain = code.replace('-', " ");
    let french = model.in_french(code).or(find("word", code)).map(str::to_owned);
    phrase(plain.clone(), french.unwrap_or(plain))
}

pub(super) fn label(model: &Model, name: &str) -> Phrase {
    let french = model.in_french(name).or(find("word", name)).unwrap_or(name);
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
