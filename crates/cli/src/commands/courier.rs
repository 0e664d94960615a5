use std::io::{BufRead, Read, Write};
use std::path::Path;

use entourage_kernel::{Enforcement, Language, Problem};
use entourage_protocol::read_line;
use entourage_registry::view::Judgement;
use entourage_registry::{AnyMatch, CourierError, Replay, ReplayError, courier_text, unnumbered};

use crate::arguments::Variation;
use crate::failure::{Console, Failure, Outcome, one_line};
use crate::input::{self, MAX_LINE};

const MAX_LOG: u64 = 1 << 20;

/// Reads Game Courier turns, a settings file or a log, and prints the moves if all are allowed. Returns notes for the user.
pub fn import(
    console: &mut Console<'_>,
    game: &str,
    position: Option<&str>,
    enforcement: Enforcement,
    file: &Path,
) -> Outcome<Vec<Problem>> {
    let &mut Console { registry, ref mut out, .. } = console;
    let game = input::open(registry, game)?;
    let spec = game.spec();
    let (mut source, _) = input::source("FILE", file)?;
    // Settings files and logs start with an assignment.
    let is_log = source.fill_buf()?.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'$');
    let reading = if is_log {
        let mut text = Vec::new();
        source.take(MAX_LOG + 1).read_to_end(&mut text)?;
        if text.len() as u64 > MAX_LOG {
            let en = format!("settings files and logs can have at most {MAX_LOG} bytes");
            let fr = format!("un fichier de réglages ou un journal ne peut pas dépasser {MAX_LOG} octets");
            return Err(Failure::about("FILE", en, fr));
        }
        let text = input::text(&text).map_err(|error| Failure::invalid("FILE", &error))?;
        let preset = game.read_preset(text).map_err(|error| Failure::invalid("FILE", &error))?;
        let opening = preset.opening.filter(|_| position.is_none());
        let refused = opening.as_ref().and_then(|opening| opening.problem.clone());
        if let Some(error) = refused.as_ref().filter(|_| enforcement == Enforcement::Enforced) {
            return Err(Failure::invalid("FILE", error));
        }
        let begins = position.or(opening.as_ref().map(|opening| opening.text()));
        let mut reading = Reading::new(input::begin_by(registry, &spec, begins, enforcement)?);
        if !preset.ignored.is_empty() {
            let keys = preset.ignored.join(", ");
            reading.notes.push(Problem::new(
                format!("ignored settings, which do not affect the rules: {keys}"),
                format!("réglages ignorés, sans effet sur les règles\u{a0}: {keys}"),
            ));
        }
        if let Some(error) = refused {
            let start = reading.replay.played().start_text();
            reading.notes.push(error.problem.within(
                |why| format!("{why}. Manual moves start from {start}"),
                |why| format!("{why}. Les coups manuels partent de {start}"),
            ));
        }
        for (number, turn) in preset.turns {
            reading.turn(&format!("moves LINE {number}"), &turn)?;
        }
        reading
    } else {
        let mut reading = Reading::new(input::begin_by(registry, &spec, position, enforcement)?);
        reading.all(source)?;
        reading
    };
    reading.moves().iter().try_for_each(|text| writeln!(out, "{text}"))?;
    Ok(reading.notes)
}

pub fn print_notes(notes: &[Problem], language: Language, to: &mut impl Write) {
    for note in notes {
        let _ = writeln!(to, "entourage: {}", one_line(note.get(language)));
    }
}

pub fn export(
    console: &mut Console<'_>,
    variation: &Variation,
    enforcement: Enforcement,
    settings: bool,
) -> Outcome {
    let &mut Console { registry, ref mut out, .. } = console;
    let (position, moves) = input::split(&variation.rest);
    if moves.is_empty() {
        return Err(input::no_move());
    }
    let mut played = input::begin_by(registry, &variation.game, position, enforcement)?;
    input::play(played.as_mut(), moves)?;
    if settings {
        write!(out, "{}", courier_text(played.as_ref()))?;
    } else {
        played.courier_turns().iter().try_for_each(|turn| writeln!(out, "{turn}"))?;
    }
    Ok(())
}

struct Reading {
    replay: Replay,
    notes: Vec<Problem>,
    /// Whether the last manual move could not be checked against the rules.
    was_unknown: bool,
}

impl Reading {
    fn new(played: Box<dyn AnyMatch>) -> Self {
        Self { replay: Replay::new(played), notes: Vec::new(), was_unknown: false }
    }

    fn all(&mut self, mut lines: impl BufRead) -> Outcome {
        let mut line = Vec::new();
        for number in 1.. {
            let part = format!("LINE {number}");
            if !read_line(&mut lines, MAX_LINE, &mut line)? {
                break;
            }
            if input::without_break(&line).len() > MAX_LINE {
                let en = format!("turns can have at most {MAX_LINE} bytes");
                let fr = format!("un coup ne peut pas dépasser {MAX_LINE} octets");
                return Err(Failure::about(&part, en, fr));
            }
            let text =
                input::text(input::without_break(&line)).map_err(|error| Failure::invalid(&part, &error))?;
            self.turn(&part, text)?;
        }
        Ok(())
    }

    fn turn(&mut self, part: &str, text: &str) -> Outcome {
        let (before, text) = (self.replay.turns(), unnumbered(text).trim());
        self.replay.line(text).map_err(|error| {
            let turn = self.replay.turns();
            match error {
                ReplayError::Refused(error) => refused(self.replay.played(), part, turn, text, &error),
                ReplayError::Over(word) => {
                    let word = word.text();
                    let en = format!("turn {turn} \"{text}\" follows \"{word}\", which ends the game");
                    let fr = format!(
                        "le coup {turn} «\u{a0}{text}\u{a0}» suit «\u{a0}{word}\u{a0}», qui met fin à la partie"
                    );
                    Failure::about(part, en, fr)
                }
            }
        })?;
        if self.replay.turns() > before && self.replay.word().is_none() {
            self.judge(part, text);
        }
        Ok(())
    }

    /// Adds a note if the last move is a manual one that is illegal or cannot be checked.
    fn judge(&mut self, part: &str, text: &str) {
        let Some(hands) = self.replay.played().hands() else { return };
        let judged = |language| hands.judge_last(language);
        let (Some(en), Some(fr)) = (judged(Language::English), judged(Language::French)) else { return };
        let turn = self.replay.turns();
        let unknown = matches!(en, Judgement::Unknown { .. });
        let (en, fr) = match (en, fr) {
            (Judgement::Refused { reasons: en }, Judgement::Refused { reasons: fr }) => (
                format!("turn {turn} \"{text}\" is illegal. In Entourage notation: {}", input::reasons(&en)),
                format!(
                    "le coup {turn} «\u{a0}{text}\u{a0}» est illégal. En notation Entourage\u{a0}: {}",
                    input::reasons(&fr)
                ),
            ),
            // Of consecutive moves that cannot be checked, only the first is reported.
            (Judgement::Unknown { sentence: en }, Judgement::Unknown { sentence: fr }) if !self.was_unknown => {
                (
                    format!("the rules cannot check turn {turn} \"{text}\". In Entourage notation: {en}"),
                    format!(
                        "les règles ne permettent pas de vérifier le coup {turn} «\u{a0}{text}\u{a0}». En notation Entourage\u{a0}: {fr}"
                    ),
                )
            }
            _ => {
                self.was_unknown = unknown;
                return;
            }
        };
        self.was_unknown = unknown;
        self.notes.push(Problem::new(format!("{part}: {en}"), format!("{part}\u{a0}: {fr}")));
    }

    fn moves(&self) -> Vec<String> {
        let word = self.replay.word().map(|word| word.text().to_owned());
        self.replay.played().moves().into_iter().chain(word).collect()
    }
}

fn refused(played: &dyn AnyMatch, part: &str, turn: usize, text: &str, error: &CourierError) -> Failure {
    let Problem { mut en, mut fr, .. } = error.problem();
    if let CourierError::Illegal(Some(refusal)) = error {
        let [english, french] = input::refusal_reasons(played, refusal);
        en = format!("{en}. In Entourage notation: {english}");
        fr = format!("{fr}. En notation Entourage\u{a0}: {french}");
    }
    let en = format!("turn {turn} \"{text}\" is illegal: {en}");
    let fr = format!("le coup {turn} «\u{a0}{text}\u{a0}» est illégal\u{a0}: {fr}");
    Failure::about(part, en, fr)
}
