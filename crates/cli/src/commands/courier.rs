use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use entourage_kernel::{Language, Problem};
use entourage_protocol::read_line;
use entourage_registry::{AnyMatch, CourierError, Replay, ReplayError};

use crate::arguments::Line;
use crate::failure::{Failure, one_line};
use crate::input::{self, LONGEST_LINE};

/// The bytes beyond which no settings file or log is read.
const LONGEST_LOG: u64 = 1 << 20;

/// Reads turns, or a settings file or log, and prints our moves once all of them are known to be legal.
///
/// # Errors
/// A wrong game or position, an unreadable file, or the first turn that is refused.
pub fn import(game: &str, position: Option<&str>, file: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let game = input::open(game)?;
    let mut source: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let open = File::open(file).map_err(|error| {
            Failure::at("FILE", one_line(&format!("\"{}\" cannot be read: {error}", file.display())))
        })?;
        Box::new(BufReader::new(open))
    };
    // Every settings file and log begins with an assignment, and no turn does.
    let is_log = source.fill_buf()?.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'$');
    let moves = if is_log {
        let mut text = Vec::new();
        source.take(LONGEST_LOG + 1).read_to_end(&mut text)?;
        if text.len() as u64 > LONGEST_LOG {
            let en = format!("no settings file or log is longer than {LONGEST_LOG} bytes");
            let fr = format!("aucun réglage ni journal ne dépasse {LONGEST_LOG} octets");
            return Err(Failure::at("FILE", Problem::new(en, fr)));
        }
        let text = input::text(&text).map_err(|error| Failure::reading("FILE", &error))?;
        let preset = game.read_preset(text).map_err(|error| Failure::reading("FILE", &error))?;
        let begins = position.or(preset.position.as_deref());
        let mut reading = Reading::new(input::begin(game.as_ref(), begins)?);
        for (number, turn) in preset.turns {
            reading.turn(&format!("moves LINE {number}"), &turn)?;
        }
        reading.moves()
    } else {
        let mut reading = Reading::new(input::begin(game.as_ref(), position)?);
        reading.all(source)?;
        reading.moves()
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

/// Holds a game that is being read.
struct Reading(Replay);

impl Reading {
    fn new(played: Box<dyn AnyMatch>) -> Self {
        Self(Replay::new(played))
    }

    fn all(&mut self, mut lines: impl BufRead) -> Result<(), Failure> {
        let mut line = Vec::new();
        for number in 1.. {
            let place = format!("LINE {number}");
            if !read_line(&mut lines, LONGEST_LINE, &mut line)? {
                break;
            }
            if input::without_break(&line).len() > LONGEST_LINE {
                let en = format!("no turn is longer than {LONGEST_LINE} bytes");
                let fr = format!("aucun tour ne dépasse {LONGEST_LINE} octets");
                return Err(Failure::at(&place, Problem::new(en, fr)));
            }
            let text =
                input::text(input::without_break(&line)).map_err(|error| Failure::reading(&place, &error))?;
            self.turn(&place, text)?;
        }
        Ok(())
    }

    fn turn(&mut self, place: &str, text: &str) -> Result<(), Failure> {
        self.0.line(text).map_err(|error| {
            let (text, turn) = (text.trim(), self.0.turns());
            match error {
                ReplayError::Refused(error) => refused(self.0.played(), place, turn, text, &error),
                ReplayError::Over(word) => {
                    let word = word.text();
                    let en = format!("turn {turn} \"{text}\" comes after \"{word}\"");
                    let fr = format!("le tour {turn} «\u{a0}{text}\u{a0}» vient après «\u{a0}{word}\u{a0}»");
                    Failure::at(place, Problem::new(en, fr))
                }
            }
        })
    }

    /// Lists the moves, and the word that ended the game.
    fn moves(&self) -> Vec<String> {
        let word = self.0.word().map(|word| word.text().to_owned());
        self.0.played().moves().into_iter().chain(word).collect()
    }
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
