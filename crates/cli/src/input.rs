use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use entourage_kernel::{Degree, Language, Problem, TextError};
use entourage_registry::view::ReasonView;
use entourage_registry::{AnyGame, AnyMatch, PlayError, Registry};

use crate::definition;
use crate::failure::Failure;

/// The bytes of a line beyond which it is no position; every canonical one is far shorter.
pub const LONGEST_LINE: usize = 4096;

/// Names the place of a position that is read from standard input.
const STANDARD_INPUT: &str = "POSITION (stdin)";

/// Opens a game by its spec.
///
/// # Errors
/// No such game or option.
pub fn open(registry: &Registry, spec: &str) -> Result<Box<dyn AnyGame>, Failure> {
    let spec = definition::spec(registry, spec)?;
    registry.open(&spec).map_err(|error| Failure::reading("GAME", &error.into()))
}

/// Begins a game at the start, at a position, or for `-` at the position in the first line of standard input.
///
/// # Errors
/// The position is refused, or standard input cannot be read.
pub fn begin(game: &dyn AnyGame, position: Option<&str>) -> Result<Box<dyn AnyMatch>, Failure> {
    begin_with(position, |position| game.begin(position))
}

/// Begins a game of a degree just as [`begin`] does.
///
/// # Errors
/// As [`open`] and [`begin`], and a position that the degree refuses.
pub fn begin_by(
    registry: &Registry,
    spec: &str,
    position: Option<&str>,
    degree: Degree,
) -> Result<Box<dyn AnyMatch>, Failure> {
    let spec = open(registry, spec)?.spec();
    begin_with(position, |position| registry.begin(&spec, position, degree))
}

fn begin_with(
    position: Option<&str>,
    begin: impl Fn(Option<&str>) -> Result<Box<dyn AnyMatch>, TextError>,
) -> Result<Box<dyn AnyMatch>, Failure> {
    if position == Some("-") {
        let line = first_line(io::stdin().lock())?;
        return begin(Some(&line)).map_err(|error| Failure::reading(STANDARD_INPUT, &error));
    }
    begin(position).map_err(|error| Failure::reading("POSITION", &error))
}

/// Opens a game and begins it in one step.
///
/// # Errors
/// As [`open`] and [`begin`].
pub fn open_at(registry: &Registry, spec: &str, position: Option<&str>) -> Result<Box<dyn AnyMatch>, Failure> {
    begin(open(registry, spec)?.as_ref(), position)
}

/// Tells a position, which has a space or is `-`, from the moves that follow it.
pub fn split(rest: &[String]) -> (Option<&str>, &[String]) {
    match rest.split_first() {
        Some((first, moves)) if first.contains(' ') || first == "-" => (Some(first), moves),
        _ => (None, rest),
    }
}

/// Returns the move that a text means: itself where programs write so, and what it stands for in the short notation of the game's players.
///
/// # Errors
/// A text in that notation that no legal move fits, or several do; `index` tells which move it is.
pub fn meant<'t>(game: &dyn AnyMatch, index: usize, text: &'t str) -> Result<Cow<'t, str>, Failure> {
    if game.game().check_move_text(text).is_ok() {
        return Ok(Cow::Borrowed(text));
    }
    let problem = match game.read_short(text).as_deref() {
        // What is of neither notation is refused as a move that programs write.
        None => return Ok(Cow::Borrowed(text)),
        Some([meant]) => return Ok(Cow::Owned(meant.clone())),
        Some([]) => Problem::new(
            format!("\"{text}\" is no legal move here"),
            format!("«\u{a0}{text}\u{a0}» n'est pas un coup légal ici"),
        ),
        Some(several) => {
            let mut written: Vec<String> = several.iter().filter_map(|text| game.write_short(text)).collect();
            written.sort_unstable();
            let list = written.join(", ");
            Problem::new(
                format!("\"{text}\" could be any of {list}"),
                format!("«\u{a0}{text}\u{a0}» peut être {list}"),
            )
        }
    };
    Err(Failure::at(&format!("MOVE {}", index + 1), problem))
}

/// Plays moves in order, each as programs write it or in the short notation of the game's players.
///
/// # Errors
/// The first move that is unreadable, refused, or played after the end.
pub fn play(game: &mut dyn AnyMatch, moves: &[String]) -> Result<(), Failure> {
    for (index, text) in moves.iter().enumerate() {
        let meant = meant(game, index, text)?;
        game.play(&meant).map_err(|error| refused(game, index, text, error))?;
    }
    Ok(())
}

/// Makes the failure of a move at an index of a list that a game, as it stands, has refused just now.
pub fn refused(game: &dyn AnyMatch, index: usize, text: &str, error: PlayError) -> Failure {
    let part = format!("MOVE {}", index + 1);
    match error {
        PlayError::Text(error) => Failure::reading(&part, &error),
        PlayError::Ended(outcome) => {
            let en = format!("\"{text}\" comes after the end of the game ({outcome})");
            let fr = format!("«\u{a0}{text}\u{a0}» vient après la fin de la partie ({outcome})");
            Failure::about(&part, en, fr)
        }
        PlayError::Refused(refusal) => {
            let reasons = |language| {
                let reasons = game.refusal_sentences(&refusal, language);
                reasons.iter().map(reason).collect::<Vec<_>>().join(" ")
            };
            let en = format!("\"{text}\" is refused: {}", reasons(Language::English));
            let fr = format!("«\u{a0}{text}\u{a0}» est refusé\u{a0}: {}", reasons(Language::French));
            Failure::about(&part, en, fr)
        }
        PlayError::Hand(error) => Failure::at(&part, error.problem()),
    }
}

/// Returns the move, of which there is at most one.
///
/// # Errors
/// There are several.
pub fn one_move(moves: &[String]) -> Result<Option<&str>, Failure> {
    match moves {
        [] => Ok(None),
        [text] => Ok(Some(text)),
        [_, extra, ..] => {
            let en = format!("\"{extra}\": one move is explained at a time");
            let fr = format!("«\u{a0}{extra}\u{a0}»\u{a0}: un seul coup est expliqué à la fois");
            Err(Failure::about("MOVE 2", en, fr))
        }
    }
}

/// Makes the failure of a command that lacks a move.
pub fn no_move() -> Failure {
    let en = "a move is missing after the game or position";
    Failure::about("MOVE", en, "il manque un coup après le jeu ou la position")
}

/// Writes a reason: its sentence, then its squares and its ruling.
pub fn reason(reason: &ReasonView) -> String {
    let squares = reason.squares.join(" ");
    let details: Vec<&str> =
        [squares.as_str(), &reason.ruling].into_iter().filter(|text| !text.is_empty()).collect();
    if details.is_empty() {
        return reason.sentence.clone();
    }
    format!("{} [{}]", reason.sentence, details.join("; "))
}

fn first_line(mut input: impl BufRead) -> Result<String, Failure> {
    let mut line = Vec::new();
    input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    let line = without_break(&line);
    if line.len() > LONGEST_LINE {
        return Err(Failure::reading(STANDARD_INPUT, &too_long()));
    }
    text(line).map(ToOwned::to_owned).map_err(|error| Failure::reading(STANDARD_INPUT, &error))
}

/// Returns a line without its line break.
pub fn without_break(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Reads bytes as text.
///
/// # Errors
/// They are not UTF-8; the error names the first bytes that are not.
pub fn text(bytes: &[u8]) -> Result<&str, TextError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let most = (at + error.error_len().unwrap_or(bytes.len() - at)).min(bytes.len());
        TextError::new(
            bytes[at..most].escape_ascii().to_string(),
            at,
            Problem::new("these bytes are not UTF-8", "ces octets ne sont pas de l'UTF-8"),
        )
    })
}

/// Makes the error about a line longer than [`LONGEST_LINE`].
pub fn too_long() -> TextError {
    let en = format!("no position is longer than {LONGEST_LINE} bytes");
    let fr = format!("aucune position ne dépasse {LONGEST_LINE} octets");
    TextError::new("", LONGEST_LINE, Problem::new(en, fr))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_told_from_moves() {
        let words = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        assert_eq!(split(&words(&["1/1 w", "a1a2"])), (Some("1/1 w"), &words(&["a1a2"])[..]));
        assert_eq!(split(&words(&["-"])), (Some("-"), &[][..]));
        assert_eq!(split(&words(&["a1a2", "1/1 w"])).0, None);
        assert_eq!(split(&[]), (None, &[][..]));
    }

    #[test]
    fn bytes_that_are_no_text_are_named() {
        let error = text(b"abc\xff\xfedef").unwrap_err();
        assert_eq!((error.token.as_str(), error.at), ("\\xff", 3));
        assert_eq!(without_break(b"a b\r\n"), b"a b");
    }
}
