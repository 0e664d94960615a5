//! Describes the board, squares and zones, the sides, and the starting position.

use entourage_kernel::sentence::counted;
use entourage_kernel::{Kind, Language, Side, SquareSet};

use super::GameHooks;
use super::lexicon::{self, quoted};
use super::page::{Block, Section};
use super::phrase::{Phrase, both, phrase};
use super::words::{Words, code};
use crate::model::{Model, Shape};

pub(super) fn board(model: &Model, section: &mut Section) {
    section.prose(squares(model));
    let beside = &model.board.beside;
    if let ([first, .., last], [other, .., end]) = model.hands.each_ref().map(Vec::as_slice).into() {
        let name = |square: &entourage_kernel::Square| code(model.board.topology.name(*square));
        let number = model.hands[0].len();
        section.prose(phrase(
            format!(
                "Beside the board each side has room for {number} pieces in hand: {} to {} and {} to {}.",
                name(first), name(last), name(other), name(end)
            ),
            format!(
                "À côté du plateau chaque camp a de la place pour {number} pièces en main\u{a0}: de {} à {} et de {} à {}.",
                name(first), name(last), name(other), name(end)
            ),
        ));
    } else if !beside.is_empty() {
        let names = beside.iter().map(|square| Phrase::same(code(model.board.topology.name(*square))));
        let names = Phrase::all(names);
        section.prose(both!("Beside the board are the squares {}: they have no neighbours, and no direction leads there.", "À côté du plateau se trouvent les cases {}\u{a0}: elles n'ont pas de voisines, et aucune direction n'y mène.", names));
    }
    let [first, second] = [0, 1].map(|side| lexicon::side(model, &model.sides[side].name));
    section.prose(both!(
        "{} sits at the bottom and moves first; {} sits at the top.",
        "Le camp d'en bas ({}) joue en premier\u{a0}; celui d'en haut est l'autre ({}).",
        first.escaped(),
        second.escaped()
    ));
    for (_, zone) in model.zones.iter().enumerate().filter(|(index, _)| !model.is_hand(*index)) {
        let name = quoted(model, &zone.name);
        let [own, other] = zone.squares.map(|set| listed(model, set));
        section.item(if zone.is_shared {
            both!("The zone {}: {}.", "La zone {}\u{a0}: {}.", name, own)
        } else {
            both!(
                "The zone {}: {} for {}, {} for {}.",
                "La zone {}\u{a0}: {} ({}), {} ({}).",
                name,
                own,
                first.escaped(),
                other,
                second.escaped()
            )
        });
    }
}

fn squares(model: &Model) -> Phrase {
    let rows = &model.board.rows;
    let number = rows.len();
    let rises = rows.first().is_some_and(|row| row.number != 1) || number == 1;
    let (en, fr) =
        if rises { ("bottom to top", "de bas en haut") } else { ("top to bottom", "de haut en bas") };
    if model.board.shape == Shape::Grid {
        let files = rows.first().map_or(0, |row| row.width);
        let last = char::from(b'a' + (files.saturating_sub(1) % 26) as u8);
        let (columns, count) = (files as u64, number as u64);
        return phrase(
            format!(
                "The board has {}, `a` to `{last}`, and {}, `1` to `{number}` from {en}.",
                counted(Language::English, columns, "column", "columns"),
                counted(Language::English, count, "row", "rows")
            ),
            format!(
                "Le plateau a {}, de `a` à `{last}`, et {}, de `1` à `{number}` {fr}.",
                counted(Language::French, columns, "colonne", "colonnes"),
                counted(Language::French, count, "rangée", "rangées")
            ),
        );
    }
    if model.board.shape == Shape::Files {
        let heights: Vec<String> = rows.iter().map(|file| file.width.to_string()).collect();
        let heights = heights.join(", ");
        let all: usize = rows.iter().map(|file| file.width).sum();
        let last = rows.last().map_or("a", |file| model.board.topology.name(file.first));
        let last = last.trim_end_matches(|c: char| c.is_ascii_digit());
        return phrase(
            format!(
                "The board has {all} hexagons in {number} centred columns, from the left of {heights}. The columns are called `a` to `{last}`, without `j`; the squares of each are numbered from `1` at the bottom."
            ),
            format!(
                "Le plateau a {all} hexagones en {number} colonnes centrées, de gauche à droite de {heights}. Les colonnes s'appellent `a` à `{last}`, sans `j`\u{a0}; les cases de chacune sont numérotées à partir de `1` en bas."
            ),
        );
    }
    let widths: Vec<String> = rows.iter().rev().map(|row| row.width.to_string()).collect();
    let widths = widths.join(", ");
    let all: usize = rows.iter().map(|row| row.width).sum();
    phrase(
        format!(
            "The board has {all} hexagons in {number} centred rows, from the bottom of {widths}. A square is named by its place in the row, from `a` on the left, and by the number of the row, from {en}."
        ),
        format!(
            "Le plateau a {all} hexagones en {number} rangées centrées, de bas en haut de {widths}. Une case se nomme par sa place dans la rangée, `a` à gauche, et par le numéro de la rangée, {fr}."
        ),
    )
}

pub(super) fn listed(model: &Model, set: SquareSet) -> Phrase {
    let board = &model.board;
    let name = |square| board.topology.name(square);
    let places: Option<Vec<(usize, usize)>> = set.into_iter().map(|square| board.place(square)).collect();
    let corners = places.filter(|places| places.len() > 1).and_then(|places| {
        let rows = (places.iter().map(|place| place.0).min()?, places.iter().map(|place| place.0).max()?);
        let files = (places.iter().map(|place| place.1).min()?, places.iter().map(|place| place.1).max()?);
        let is_full =
            (rows.1 - rows.0 + 1) * (files.1 - files.0 + 1) == places.len() && board.shape == Shape::Grid;
        let (from, to) = (board.at(rows.0, files.0)?, board.at(rows.1, files.1)?);
        is_full.then_some((from, to))
    });
    if let Some((from, to)) = corners {
        let (from, to) = (code(name(from)), code(name(to)));
        return phrase(format!("{from} to {to}"), format!("de {from} à {to}"));
    }
    if set.is_empty() {
        return phrase("no square", "aucune case");
    }
    Phrase::join(set.into_iter().map(|square| Phrase::same(code(name(square)))), ", ", ", ")
}

pub(super) fn pieces(model: &Model, hooks: &GameHooks) -> Block {
    let [first, second] = [0, 1].map(|side| lexicon::side(model, &model.sides[side].name));
    let head = vec![phrase("Letters", "Lettres"), phrase("Piece", "Pièce"), first.escaped(), second.escaped()];
    let words = Words::of_player(model);
    let start = (hooks.start)(model);
    let mut rows = vec![head];
    for (index, kind) in model.kinds.iter().enumerate() {
        let named = Kind(index as u8);
        let counts = Side::BOTH.map(|side| {
            let count = start.as_ref().map_or(0, |start| start.pieces.of(side, named).len());
            Phrase::same(count.to_string())
        });
        let letters = match kind.is_block {
            true => code(&kind.letter.to_string()).to_string(),
            false => format!(
                "{} {}",
                code(&kind.letter.to_string()),
                code(&kind.letter.to_ascii_lowercase().to_string())
            ),
        };
        let [one, other] = counts;
        rows.push(vec![Phrase::same(letters), words.name(named), one, other]);
    }
    Block::Table(rows)
}
