//! Explains the technical terms that occur on a page.

use super::page::Page;
use super::phrase::{Phrase, phrase};
use crate::model::{Model, Shape};

/// Terms in the order in which they are explained: shapes of boards (`*` for all), words that need the explanation, and the
/// explanation in English and French.
const TERMS: &str = include_str!("glossary.tsv");

pub(super) fn glossary(model: &Model, page: &Page) -> Vec<Phrase> {
    let shape = match model.board.shape {
        Shape::Grid => "grid",
        Shape::Rows => "rows",
        Shape::Files => "files",
    };
    let explain = |line: &'static str| {
        let mut cells = line.split('\t');
        let [shapes, words, en, fr] = [(); 4].map(|()| cells.next().unwrap_or_default());
        let is_meant = shapes == "*" || shapes.split(',').any(|one| one == shape);
        let is_used = words.split('|').any(|word| page.mentions(word));
        (is_meant && is_used).then(|| phrase(en, fr))
    };
    TERMS.lines().filter_map(explain).collect()
}
