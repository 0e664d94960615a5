use entourage_kernel::{Effect, Intent, Rules};

use crate::any_position::{AnyPosition, At};
use crate::turn::{Action, Leg, Turn, Word};
use crate::{Diagram, Vocabulary};

/// Converts consecutive legal moves to Game Courier turns; consecutive moves by the same player form one turn.
///
/// Every leg has a label. A pass without other effects is written as `pass`. The end of a turn of several plies is implied
/// by the end of the line. Plies without effects on the board are written in the comment.
pub fn export<R: Rules>(rules: &R, start: &R::Position, moves: &[Intent], words: &Vocabulary) -> Vec<Turn> {
    export_from(Box::new(At::new(rules, start)), moves, words)
}

pub(crate) fn export_from<'a>(
    mut position: Box<dyn AnyPosition<'a> + 'a>,
    moves: &[Intent],
    words: &Vocabulary,
) -> Vec<Turn> {
    let mut turns = Vec::new();
    let mut moves = moves.iter().copied().peekable();
    while moves.peek().is_some() {
        let side = position.side();
        let (mut legs, mut spoken, mut passes) = (Vec::new(), Vec::new(), false);
        while let Some(intent) = moves.next_if(|_| position.side() == side) {
            let effects = position.effects(intent);
            if !effects.iter().all(|effect| matches!(effect, Effect::Pass)) {
                legs.extend(write_legs(Diagram::of(position.as_ref()), &effects));
            } else if position.pass() == Some(intent) {
                passes = true;
            } else if !intent.is_empty() {
                spoken.push(position.write_move(intent));
            }
            position = position.after(intent);
        }
        let action = if passes && legs.is_empty() { Action::Word(Word::Pass) } else { Action::Legs(legs) };
        turns.push(Turn { action, comment: spoken.join(" ") });
    }
    let round_trips = |turn: &Turn| {
        let text = turn.write(words);
        text.is_empty() || Turn::read(&text, words).as_ref() == Ok(turn)
    };
    debug_assert!(turns.iter().all(round_trips));
    turns
}

/// Formats one legal ply as part of a turn, or in the game's own notation if the turn would be empty.
pub fn write_ply<R: Rules>(rules: &R, position: &R::Position, ply: Intent, words: &Vocabulary) -> String {
    write_ply_at(&At::new(rules, position), ply, words)
}

pub(crate) fn write_ply_at(position: &dyn AnyPosition<'_>, ply: Intent, words: &Vocabulary) -> String {
    let turns = export_from(position.copy(), &[ply], words);
    let text: String = turns.iter().map(|turn| turn.write(words)).collect();
    if text.is_empty() { position.write_move(ply) } else { text }
}

fn write_legs(mut board: Diagram, effects: &[Effect]) -> Vec<Leg> {
    let (mut legs, mut taken) = (Vec::new(), Vec::new());
    for (index, &effect) in effects.iter().enumerate() {
        match effect {
            Effect::Move { from, to } => {
                legs.push(Leg::Move { label: board.piece_at(from), from, to });
                legs.append(&mut taken);
            }
            Effect::Remove { square, .. } => {
                let replaced = matches!(effects.get(index + 1), Some(Effect::Move { to, .. }) if *to == square);
                if !replaced {
                    taken.push(Leg::Empty(square));
                }
            }
            Effect::Place { square, piece } | Effect::Transform { square, to: piece, .. } => {
                legs.push(Leg::Put { piece, at: square });
            }
            Effect::Swap { a, b } => {
                legs.push(Leg::Move { label: board.piece_at(a), from: a, to: b });
                legs.extend(board.piece_at(b).map(|piece| Leg::Put { piece, at: a }));
            }
            Effect::Pass => {}
        }
        board.follow(effect);
    }
    legs.append(&mut taken);
    legs
}
