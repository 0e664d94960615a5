use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use entourage_kernel::{Language, Problem};
use entourage_registry::{AnyMatch, CourierError, CourierTurn};

use crate::arguments::Line;
use crate::failure::{Failure, one_line};
use crate::input::{self, LONGEST_LINE};

/// Reads turns and prints our moves once all of them are known to be legal.
///
/// # Errors
/// A wrong game or position, an unreadable file, or the first turn that is refused.
pub fn import(game: &str, position: Option<&str>, file: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let mut played = input::open_at(game, position)?;
    let moves = if file == Path::new("-") {
        read(played.as_mut(), io::stdin().lock())?
    } else {
        let open = File::open(file).map_err(|error| {
            Failure::at("FILE", one_line(&format!("\"{}\" cannot be read: {error}", file.display())))
        })?;
        read(played.as_mut(), BufReader::new(open))?
    };
    moves.iter().try_for_each(|text| writeln!(out, "{text}"))?;
    Ok(())
}

/// Prints moves as turns.
///
/// # Errors
/// A wrong game, position or move, or a closed output.
pub fn export(line: &Line, out: &mut impl Write) -> Result<(), Failure> {
    let (position, moves) = input::split(&line.rest);
    if moves.is_empty() {
        return Err(input::no_move());
    }
    let mut played = input::open_at(&line.game, position)?;
    input::play(played.as_mut(), moves)?;
    played.courier_turns().iter().try_for_each(|turn| writeln!(out, "{turn}"))?;
    Ok(())
}

fn read(played: &mut dyn AnyMatch, mut lines: impl BufRead) -> Result<Vec<String>, Failure> {
    let (mut moves, mut turns, mut number) = (Vec::new(), 0, 0);
    let mut over = None;
    let mut line = Vec::new();
    loop {
        number += 1;
        let place = format!("LINE {number}");
        if !input::read_line(&mut lines, LONGEST_LINE, &mut line)? {
            return Ok(moves);
        }
        if input::without_break(&line).len() > LONGEST_LINE {
            let en = format!("no turn is longer than {LONGEST_LINE} bytes");
            let fr = format!("aucun tour ne dépasse {LONGEST_LINE} octets");
            return Err(Failure::at(&place, Problem::new(en, fr)));
        }
        let text =
            input::text(input::without_break(&line)).map_err(|error| Failure::reading(&place, &error))?;
        let text = text.trim();
        if text.is_empty() || text.starts_with("//") && !says_moves(played, text) {
            continue;
        }
        turns += 1;
        if let Some(word) = over {
            let en = format!("turn {turns} \"{text}\" comes after \"{word}\"");
            let fr = format!("le tour {turns} «\u{a0}{text}\u{a0}» vient après «\u{a0}{word}\u{a0}»");
            return Err(Failure::at(&place, Problem::new(en, fr)));
        }
        match played.play_courier(text).map_err(|error| refused(played, &place, turns, text, &error))? {
            CourierTurn::Moves(found) => moves.extend(found),
            CourierTurn::Word(word) => {
                over = Some(word.text());
                moves.push(word.text().to_owned());
            }
        }
    }
}

/// Tells whether a line that is a comment alone is a turn all the same, because its plies change nothing on the board.
fn says_moves(played: &dyn AnyMatch, text: &str) -> bool {
    played.copy().play_courier(text).is_ok()
}

fn refused(played: &dyn AnyMatch, place: &str, turn: usize, text: &str, error: &CourierError) -> Failure {
    let Problem { mut en, mut fr } = error.problem();
    if let CourierError::Illegal(Some(refusal)) = error {
        let reasons = |language| {
            let reasons = played.refusal_sentences(refusal, language);
            reasons.iter().map(input::reason).collect::<Vec<_>>().join(" ")
        };
        en = format!("{en}. In our coordinates: {}", reasons(Language::English));
        fr = format!("{fr}. Dans nos coordonnées\u{a0}: {}", reasons(Language::French));
    }
    let en = format!("turn {turn} \"{text}\" is refused: {en}");
    let fr = format!("le tour {turn} «\u{a0}{text}\u{a0}» est refusé\u{a0}: {fr}");
    Failure::at(place, Problem::new(en, fr))
}
