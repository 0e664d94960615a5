//! Describes how pieces are shuffled before the game.

use super::board::listed;
use super::page::Section;
use super::phrase::{Phrase, both, phrase};
use super::words::Words;
use crate::model::{Model, Shuffle, ShuffleLimit};

pub(super) fn shuffle(model: &Model, section: &mut Section) {
    let Some(lot) = &model.lot else { return };
    let [first, second] =
        lot.squares.each_ref().map(|squares| listed(model, squares.iter().copied().collect()));
    section.prose(both!(
        "Before the game, some pieces are shuffled at random among their squares: {}; {}.",
        "Avant la partie, des pièces sont mélangées au hasard entre leurs cases\u{a0}: {}\u{a0}; {}.",
        first,
        second
    ));
    section.prose(if lot.is_apart {
        phrase("Each side is shuffled separately.", "Chaque camp est mélangé séparément.")
    } else {
        phrase("Both sides have the same setup.", "Les deux camps ont la même disposition.")
    });
    stays(model, lot, section);
    for limit in &lot.limits {
        section.item(limit_sentence(model, *limit));
    }
    numbers(lot, section);
}

fn numbers(lot: &Shuffle, section: &mut Section) {
    if lot.starts == 0 {
        return;
    }
    let (count, last) = (lot.starts, lot.starts - 1);
    section.prose(phrase(
        format!(
            "There are {count} start positions, numbered from 0 to {last}. The option `lot=N` selects start position N, for example `lot={last}`."
        ),
        format!(
            "Il y a {count} positions de départ, numérotées de 0 à {last}. L'option `lot=N` choisit la position numéro N, par exemple `lot={last}`."
        ),
    ));
    section.prose(match lot.number {
        Some(number) => phrase(
            format!("This page shows start position {number}."),
            format!("Cette page montre la position de départ numéro {number}."),
        ),
        None => phrase(
            "Without a number, a game begins as shown above.",
            "Sans numéro, une partie commence comme ci-dessus.",
        ),
    });
}

fn stays(model: &Model, lot: &Shuffle, section: &mut Section) {
    let words = Words::of_player(model);
    let names = Phrase::all(words.names(lot.but));
    if !names.is_empty() {
        section.item(both!("{}: stays on its square.", "{}\u{a0}: reste sur sa case.", names));
    }
}

fn limit_sentence(model: &Model, limit: ShuffleLimit) -> Phrase {
    let words = Words::of_player(model);
    let named = |kind| words.name(kind);
    match limit {
        ShuffleLimit::OppositeColours(kind) => {
            let name = named(kind);
            both!(
                "{}: as evenly as possible on dark and light squares.",
                "{}\u{a0}: à égalité sur cases noires et blanches, à une près.",
                name
            )
        }
        ShuffleLimit::Between(kind, others) => {
            let (name, others) = (named(kind), named(others));
            both!(
                "{}: with a {} on its left and one on its right in its row.",
                "{}\u{a0}: avec, à sa gauche et à sa droite dans sa rangée\u{a0}: {}.",
                name,
                others
            )
        }
    }
}
