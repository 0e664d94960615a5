use entourage_kernel::{Board, Part, Side, Square, SquareQueue, TextError};

use crate::cells::Cells;
use crate::geometry::TOPOLOGY;
use crate::law;
use crate::position::Position;
use crate::problems::*;
use crate::rule::Rule;
use crate::rules::sacrifice;
use crate::turn::{Moving, Stage, Turn};

const STAGES: [(Stage, &str); 3] =
    [(Stage::Main, "main="), (Stage::Second, "second="), (Stage::Extra, "extra=")];

/// Parses a PHASE field without checking it against the position.
pub(super) fn read(field: Part<'_>) -> Result<Turn, TextError> {
    match field.text {
        "-" => return Ok(Turn::Start { passes: 0 }),
        "p" => return Ok(Turn::Start { passes: 1 }),
        "pp" => return Ok(Turn::Start { passes: 2 }),
        "free" => return Ok(Turn::Acting),
        _ => {}
    }
    let mut items = field.split(',').peekable();
    let first = items
        .next()
        .and_then(|item| STAGES.into_iter().find_map(|(stage, word)| Some((stage, item.after(word)?))));
    let Some((stage, at)) = first else {
        return Err(field.error(PHASE));
    };
    let at = square(at)?;
    let mut moving = Moving { stage, at, barred: Cells::EMPTY, jolted: SquareQueue::default() };
    if let Some(list) = items.peek().and_then(|item| item.after("off=")) {
        let squares = squares(list)?;
        error_if(list, !squares.is_sorted_by(|a, b| a < b), BARRED_ORDER)?;
        moving.barred = squares.into_iter().collect();
        items.next();
    }
    if let Some(list) = items.peek().and_then(|item| item.after("jolt=")) {
        let squares = squares(list)?;
        for &square in &squares {
            moving.jolted.push(square);
        }
        error_if(list, squares.len() > 6 || moving.jolted.squares().count() != squares.len(), JOLTED_TWICE)?;
        items.next();
    }
    match items.next() {
        None => Ok(Turn::Moving(moving)),
        Some(item) => Err(item.error(PHASE_END)),
    }
}

fn square(field: Part<'_>) -> Result<Square, TextError> {
    TOPOLOGY.find(field.text).ok_or_else(|| field.error(SPACE))
}

fn squares(field: Part<'_>) -> Result<Vec<Square>, TextError> {
    field.split('+').map(square).collect()
}

/// Checks that a turn can reach the position's phase: the piece that continues exists, carries the Rule and has a move.
pub(super) fn check(position: &Position, field: Part<'_>) -> Result<(), TextError> {
    let state = &position.state;
    let Turn::Moving(moving) = state.turn else { return Ok(()) };
    let side = position.side;
    let team = state.team(side);
    let Some(piece) = position.piece_at(moving.at).filter(|piece| piece.side() == side) else {
        return Err(field.error(MOVER));
    };
    error_if(field, moving.in_chain() && !moving.barred.contains(moving.at), UNBARRED)?;
    let fits = match moving.stage {
        Stage::Main => {
            moving.in_chain() && (moving.jolted.is_empty() || team.is_bound(Rule::Jolt, piece.kind()))
        }
        Stage::Second => moving.jolted.is_empty() && sacrifice::moves_twice(position, moving.at),
        Stage::Extra => team.has(Rule::Jolt) && is_jolted(position, side, moving.at),
    };
    error_if(field, !fits, NO_TURN)?;
    error_if(
        field,
        !moving.jolted.squares().all(|square| square != moving.at && is_jolted(position, side, square)),
        JOLTED,
    )?;
    error_if(field, !law::has_move(position, &moving), NO_MOVE)?;
    Ok(())
}

fn is_jolted(position: &Position, side: Side, square: Square) -> bool {
    position.pieces.nonwhite(side).contains(square)
}

pub(super) fn write(turn: Turn) -> String {
    let moving = match turn {
        Turn::Start { passes } => return ["-", "p", "pp"][usize::from(passes.min(2))].to_owned(),
        Turn::Acting => return "free".to_owned(),
        Turn::Moving(moving) => moving,
    };
    let word = STAGES.iter().find(|(stage, _)| *stage == moving.stage).map_or("", |(_, word)| word);
    let mut text = word.to_owned();
    text.push_str(TOPOLOGY.name(moving.at));
    push_list(",off=", moving.barred.squares().into_iter(), &mut text);
    push_list(",jolt=", moving.jolted.squares(), &mut text);
    text
}

fn push_list(word: &str, squares: impl Iterator<Item = Square>, text: &mut String) {
    for (i, square) in squares.enumerate() {
        text.push_str(if i == 0 { word } else { "+" });
        text.push_str(TOPOLOGY.name(square));
    }
}
