//! Armies that players choose before a game, as options in its spec: `1=mounted`, `2=mounted`.

use entourage_kernel::{
    Board, Draft, GameOption, Metadata, OptionChoice, Part, Piece, Problem, SharedStr, Side, Text, TextError,
};

use super::setup;
use crate::execution::{Pieces, Position};
use crate::model::{Army, Model};
use crate::rules;

pub(super) type Armies = [usize; 2];

const SIDES: [&str; 2] = ["1=", "2="];

pub(super) fn read(
    model: &Model,
    option: Part<'_>,
    armies: &mut Armies,
    given: &mut [bool; 2],
) -> Option<Result<(), TextError>> {
    if model.armies.is_empty() {
        return None;
    }
    let (side, value) = (0..2).find_map(|side| Some((side, option.after(SIDES[side])?)))?;
    if std::mem::replace(&mut given[side], true) {
        let problem =
            Text::new("this player's army is specified twice", "l'armée de ce joueur est indiquée deux fois");
        return Some(Err(option.error(problem)));
    }
    let found = model.armies.iter().position(|army| army.name == value.text);
    Some(found.map(|army| armies[side] = army).ok_or_else(|| {
        let names: Vec<&str> = model.armies.iter().map(|army| army.name.as_str()).collect();
        let names = names.join(", ");
        value.error(Problem::new(
            format!("unknown army; choose from {names}"),
            format!("armée inconnue\u{a0}; choix possibles\u{a0}: {names}"),
        ))
    }))
}

pub(super) fn options(model: &Model, armies: Armies) -> Vec<String> {
    let chosen = SIDES.iter().zip(armies).filter(|(_, army)| *army > 0);
    chosen.map(|(side, army)| format!("{side}{}", model.armies[army].name)).collect()
}

pub(super) fn offered(model: &Model) -> Vec<GameOption> {
    let of_side = |side: usize| {
        let choice = |(index, army): (usize, &Army)| OptionChoice {
            code: match index {
                0 => SharedStr::EMPTY,
                _ => format!("{}{}", SIDES[side], army.name).into(),
            },
            name: Text::made(army.title.clone(), army.french().to_owned()),
            description: rules::army_text(model, army),
            draws: None,
        };
        let name = rules::side_name(model, &model.sides[side].name);
        GameOption {
            code: SharedStr::new(["1", "2"][side]),
            name: Text::made(format!("Army: {}", name.en), format!("Armée\u{a0}: {}", name.fr)),
            choices: model.armies.iter().enumerate().map(choice).collect::<Vec<_>>().into(),
        }
    };
    if model.armies.is_empty() { Vec::new() } else { (0..2).map(of_side).collect() }
}

/// Replaces the default armies with the chosen ones, and removes castling rights whose pieces start on other squares.
pub(super) fn start(model: &Model, armies: Armies, start: &Position) -> Position {
    let (mut pieces, mut memory) = (*start.placement(), start.state());
    for (side, army) in Side::BOTH.into_iter().zip(armies) {
        let Some(army) = model.armies.get(army) else { continue };
        for (square, piece) in army.pieces(side) {
            pieces.take(square);
            pieces.put(square, piece);
        }
    }
    let stands = |pieces: &Pieces, square, piece| pieces.piece_at(square) == Some(piece);
    for (index, castling) in model.castlings.iter().enumerate() {
        let [royal, partner] =
            [castling.royal, castling.partner].map(|kind| Piece::new(kind, Side::BOTH[castling.side]));
        let is_home =
            stands(&pieces, castling.royal_way[0], royal) && stands(&pieces, castling.partner_way[0], partner);
        if !is_home {
            memory.rights &= !(1 << index);
        }
    }
    Position::new(pieces, start.side_to_move(), memory)
}

pub(super) fn fault(model: &Model, metadata: &Metadata, first: &Position) -> Option<Problem> {
    if model.armies.is_empty() {
        return None;
    }
    if start(model, [0; 2], first) != *first {
        return Some(Problem::new(
            "the first army must be the one in the starting position",
            "la première armée doit être celle de la position de départ",
        ));
    }
    let count = model.armies.len();
    (0..count * count).find_map(|pair| {
        let position = start(model, [pair / count, pair % count], first);
        let text = metadata.form.write(&Draft::of(&position, setup::words(model, &position)), metadata);
        let read = metadata.form.parse(&text, metadata).and_then(|reading| setup::set_up(model, &reading));
        read.err().map(|error| error.problem)
    })
}
