use super::page::Section;
use super::phrase::{Phrase, phrase};
use super::words::{Words, escaped};
use crate::model::{Army, Model};

pub(super) fn armies(model: &Model, section: &mut Section) {
    if model.armies.is_empty() {
        return;
    }
    section.prose(phrase(
        "Before the game, each player chooses an army; the board shows the first one. The pieces of each army, from left to right:",
        "Avant la partie, chaque joueur choisit une armée\u{a0}; le plateau montre la première. Les pièces de chaque armée, de gauche à droite\u{a0}:",
    ));
    for army in &model.armies {
        let told = pieces(model, army);
        section.item(phrase(
            format!("**{}**: {}", escaped(&army.title), told.en),
            format!("**{}**\u{a0}: {}", escaped(army.french()), told.fr),
        ));
    }
}

pub(super) fn pieces(model: &Model, army: &Army) -> Phrase {
    let words = Words::of_player(model);
    Phrase::join(army.kinds.iter().map(|kind| words.name(*kind)), ", ", ", ").with(".", ".")
}
