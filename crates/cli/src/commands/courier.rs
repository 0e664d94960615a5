use std::io::{BufRead, Read, Write};
use std::path::Path;

use entourage_kernel::{Degree, Language, Problem};
use entourage_protocol::read_line;
use entourage_registry::view::Judgement;
use entourage_registry::{AnyMatch, CourierError, Replay, ReplayError, courier_text, unnumbered};

use crate::arguments::Variation;
use crate::failure::{Console, Failure, Outcome, one_line};
use crate::input::{self, LONGEST_LINE};

const LONGEST_LOG: u64 = 1 << 20;

/// Reads turns, a settings file or a log, and prints our moves once all of them are legal; returns notes for the
/// user.
pub fn import(
    console: &mut Console<'_>,
    game: &str,
    position: Option<&str>,
    degree: Degree,
    file: &Path,
) -> Outcome<Vec<Problem>> {
    let &mut Console { registry, ref mut out, .. } = console;
    let game = input::open(registry, game)?;
    let spec = game.spec();
    let (mut source, _) = input::source("FILE", file)?;
    // Settings files and logs begin with an assignment, turns do not.
    let is_log = source.fill_buf()?.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'$');
    let reading = if is_log {
        let mut text = Vec::new();
        source.take(LONGEST_LOG + 1).read_to_end(&mut text)?;
        if text.len() as u64 > LONGEST_LOG {
            let en = format!("no settings file or log is longer than {LONGEST_LOG} bytes");
            let fr = format!("aucun réglage ni journal ne dépasse {LONGEST_LOG} octets");
            return Err(Failure::about("FILE", en, fr));
        }
        let text = input::text(&text).map_err(|error| Failure::reading("FILE", &error))?;
        let preset = game.read_preset(text).map_err(|error| Failure::reading("FILE", &error))?;
        let opening = preset.opening.filter(|_| position.is_none());
        let refused = opening.as_ref().and_then(|opening| opening.problem.clone());
        if let Some(error) = refused.as_ref().filter(|_| degree == Degree::Enforced) {
            return Err(Failure::reading("FILE", error));
        }
        let begins = position.or(opening.as_ref().map(|opening| opening.text()));
        let mut reading = Reading::new(input::begin_by(registry, &spec, begins, degree)?);
        if !preset.ignored.is_empty() {
            let keys = preset.ignored.join(", ");
            reading.notes.push(Problem::new(
                format!("passed over, as the rules need nothing of it: {keys}"),
                format!("laissé de côté, car les règles n'en ont pas besoin\u{a0}: {keys}"),
            ));
        }
        if let Some(error) = refused {
            let start = reading.replay.played().start_text();
            reading.notes.push(error.problem.within(
                |why| format!("{why}. It begins by hand from {start}"),
                |why| format!("{why}. Elle commence à la main depuis {start}"),
            ));
        }
        for (number, turn) in preset.turns {
            reading.turn(&format!("moves LINE {number}"), &turn)?;
        }
        reading
    } else {
        let mut reading = Reading::new(input::begin_by(registry, &spec, position, degree)?);
        reading.all(source)?;
        reading
    };
    reading.moves().iter().try_for_each(|text| writeln!(out, "{text}"))?;
    Ok(reading.notes)
}

pub fn tell(notes: &[Problem], language: Language, to: &mut impl Write) {
    for note in notes {
        let _ = writeln!(to, "entourage: {}", one_line(note.get(language)));
    }
}

pub fn export(console: &mut Console<'_>, variation: &Variation, degree: Degree, settings: bool) -> Outcome {
    let &mut Console { registry, ref mut out, .. } = console;
    let (position, moves) = input::split(&variation.rest);
    if moves.is_empty() {
        return Err(input::no_move());
    }
    let mut played = input::begin_by(registry, &variation.game, position, degree)?;
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
    silent: bool,
}

impl Reading {
    fn new(played: Box<dyn AnyMatch>) -> Self {
        Self { replay: Replay::new(played), notes: Vec::new(), silent: false }
    }

    fn all(&mut self, mut lines: impl BufRead) -> Outcome {
        let mut line = Vec::new();
        for number in 1.. {
            let part = format!("LINE {number}");
            if !read_line(&mut lines, LONGEST_LINE, &mut line)? {
                break;
            }
            if input::without_break(&line).len() > LONGEST_LINE {
                let en = format!("no turn is longer than {LONGEST_LINE} bytes");
                let fr = format!("aucun tour ne dépasse {LONGEST_LINE} octets");
                return Err(Failure::about(&part, en, fr));
            }
            let text =
                input::text(input::without_break(&line)).map_err(|error| Failure::reading(&part, &error))?;
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
                    let en = format!("turn {turn} \"{text}\" comes after \"{word}\"");
                    let fr = format!("le tour {turn} «\u{a0}{text}\u{a0}» vient après «\u{a0}{word}\u{a0}»");
                    Failure::about(part, en, fr)
                }
            }
        })?;
        if self.replay.turns() > before && self.replay.word().is_none() {
            self.judge(part, text);
        }
        Ok(())
    }

    /// Notes the rules' verdict on a manual move just made.
    fn judge(&mut self, part: &str, text: &str) {
        let Some(hands) = self.replay.played().hands() else { return };
        let judged = |language| hands.judge_last(language);
        let (Some(en), Some(fr)) = (judged(Language::English), judged(Language::French)) else { return };
        let turn = self.replay.turns();
        let unknown = matches!(en, Judgement::Unknown { .. });
        let (en, fr) = match (en, fr) {
            (Judgement::Refused { reasons: en }, Judgement::Refused { reasons: fr }) => {
                let said = |reasons: &[_]| input::reasons(reasons);
                (
                    format!("the rules refuse turn {turn} \"{text}\". In our coordinates: {}", said(&en)),
                    format!(
                        "les règles refusent le tour {turn} «\u{a0}{text}\u{a0}». Dans nos coordonnées\u{a0}: {}",
                        said(&fr)
                    ),
                )
            }
            // Reported once, where it begins.
            (Judgement::Unknown { sentence: en }, Judgement::Unknown { sentence: fr }) if !self.silent => (
                format!("the rules cannot judge turn {turn} \"{text}\". In our coordinates: {en}"),
                format!(
                    "les règles ne peuvent pas juger le tour {turn} «\u{a0}{text}\u{a0}». Dans nos coordonnées\u{a0}: {fr}"
                ),
            ),
            _ => {
                self.silent = unknown;
                return;
            }
        };
        self.silent = unknown;
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
        en = format!("{en}. In our coordinates: {english}");
        fr = format!("{fr}. Dans nos coordonnées\u{a0}: {french}");
    }
    let en = format!("turn {turn} \"{text}\" is refused: {en}");
    let fr = format!("le tour {turn} «\u{a0}{text}\u{a0}» est refusé\u{a0}: {fr}");
    Failure::about(part, en, fr)
}
