//! Random setup.

use super::board::listed;
use super::page::Section;
use super::said::{Said, both, said};
use super::words::Words;
use crate::model::{Lot, LotLimit, Model};

pub(super) fn lot(model: &Model, section: &mut Section) {
    let Some(lot) = &model.lot else { return };
    let [first, second] =
        lot.squares.each_ref().map(|squares| listed(model, squares.iter().copied().collect()));
    section.prose(both!("Before the game a lot is drawn, and pieces are shuffled among the squares where they stand: {}; {}.", "Avant la partie on tire au sort, et des pièces sont mélangées entre les cases où elles se trouvent\u{a0}: {}\u{a0}; {}.", first, second));
    section.prose(if lot.is_apart {
        said("Each side is shuffled by itself.", "Chaque camp est mélangé pour soi.")
    } else {
        said("Both sides stand alike.", "Les deux camps se placent de même.")
    });
    stays(model, lot, section);
    for limit in &lot.limits {
        section.item(told(model, *limit));
    }
    numbers(lot, section);
}

fn numbers(lot: &Lot, section: &mut Section) {
    if lot.starts == 0 {
        return;
    }
    let (count, last) = (lot.starts, lot.starts - 1);
    section.prose(said(
        format!(
            "There are {count} starts, numbered from 0 to {last}. `lot=N` behind the name of the game asks for start number N, such as `lot={last}`."
        ),
        format!(
            "Il y a {count} départs, numérotés de 0 à {last}. `lot=N` derrière le nom du jeu demande le départ numéro N, comme `lot={last}`."
        ),
    ));
    section.prose(match lot.number {
        Some(number) => said(
            format!("This page shows start number {number}."),
            format!("Cette page montre le départ numéro {number}."),
        ),
        None => said(
            "Without a number a game begins as it is shown above.",
            "Sans numéro, une partie commence comme il est montré ci-dessus.",
        ),
    });
}

fn stays(model: &Model, lot: &Lot, section: &mut Section) {
    let words = Words::of_player(model);
    let names = Said::all(words.names(lot.but));
    if !names.is_empty() {
        section.item(both!("{}: stays where it stands.", "{}\u{a0}: reste à sa place.", names));
    }
}

fn told(model: &Model, limit: LotLimit) -> Said {
    let words = Words::of_player(model);
    let named = |kind| words.name(kind);
    match limit {
        LotLimit::OppositeColours(kind) => {
            let name = named(kind);
            both!(
                "{}: as many on dark squares as on light ones, or one more or less.",
                "{}\u{a0}: autant sur cases noires que sur cases blanches, à une près.",
                name
            )
        }
        LotLimit::Between(kind, others) => {
            let (name, others) = (named(kind), named(others));
            both!(
                "{}: in its row a {} stands on its left, and one on its right.",
                "{}\u{a0}: dans sa rangée se trouve à sa gauche et à sa droite\u{a0}: {}.",
                name,
                others
            )
        }
    }
}
