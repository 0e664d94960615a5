use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use entourage_kernel::{Enforcement, Language, Problem, Refusal, TextError};
use entourage_registry::view::ReasonView;
use entourage_registry::{AnyGame, AnyMatch, PlayError, Registry};

use crate::arguments::Variation;
use crate::definition;
use crate::failure::{Failure, Outcome, one_line};

pub const MAX_LINE: usize = 4096;

/// Opens a file, or standard input for `-`; also returns the file's size. `part` is the location in errors.
pub fn source(part: &str, path: &Path) -> Outcome<(Box<dyn BufRead>, Option<u64>)> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin().lock()), None));
    }
    let unreadable =
        |error| Failure::at(part, one_line(&format!("cannot read \"{}\": {error}", path.display())));
    let file = File::open(path).map_err(unreadable)?;
    let size = file.metadata().ok().map(|known| known.len()).filter(|&size| size > 0);
    Ok((Box::new(BufReader::with_capacity(1 << 16, file)), size))
}

const STANDARD_INPUT: &str = "POSITION (stdin)";

pub fn open(registry: &Registry, spec: &str) -> Outcome<Box<dyn AnyGame>> {
    let spec = definition::spec(registry, spec)?;
    registry.open(&spec).map_err(|error| Failure::invalid("GAME", &error.into()))
}

/// Begins a game at its start position, at `position`, or for `-` at the position in the first line of standard input.
pub fn begin(game: &dyn AnyGame, position: Option<&str>) -> Outcome<Box<dyn AnyMatch>> {
    begin_with(position, |position| game.begin(position))
}

pub fn begin_by(
    registry: &Registry,
    spec: &str,
    position: Option<&str>,
    enforcement: Enforcement,
) -> Outcome<Box<dyn AnyMatch>> {
    let spec = open(registry, spec)?.spec();
    begin_with(position, |position| registry.begin(&spec, position, enforcement))
}

fn begin_with(
    position: Option<&str>,
    begin: impl Fn(Option<&str>) -> Result<Box<dyn AnyMatch>, TextError>,
) -> Outcome<Box<dyn AnyMatch>> {
    if position == Some("-") {
        let line = first_line(io::stdin().lock())?;
        return begin(Some(&line)).map_err(|error| Failure::invalid(STANDARD_INPUT, &error));
    }
    begin(position).map_err(|error| Failure::invalid("POSITION", &error))
}

pub fn open_at(registry: &Registry, spec: &str, position: Option<&str>) -> Outcome<Box<dyn AnyMatch>> {
    begin(open(registry, spec)?.as_ref(), position)
}

/// Separates the position from the moves: the first argument is a position if it contains a space or is `-`.
pub fn split(rest: &[String]) -> (Option<&str>, &[String]) {
    match rest.split_first() {
        Some((first, moves)) if first.contains(' ') || first == "-" => (Some(first), moves),
        _ => (None, rest),
    }
}

/// Converts a move from coordinate or short notation to coordinate notation; errors give the move number, `index` + 1.
pub fn meant<'t>(game: &dyn AnyMatch, index: usize, text: &'t str) -> Result<Cow<'t, str>, Failure> {
    if game.game().check_move_text(text).is_ok() {
        return Ok(Cow::Borrowed(text));
    }
    let problem = match game.read_short(text).as_deref() {
        // Return the text unchanged, so that playing it reports an error about coordinate notation.
        None => return Ok(Cow::Borrowed(text)),
        Some([meant]) => return Ok(Cow::Owned(meant.clone())),
        Some([]) => Problem::new(
            format!("\"{text}\" is not a legal move here"),
            format!("«\u{a0}{text}\u{a0}» n'est pas un coup légal ici"),
        ),
        Some(several) => {
            let mut written: Vec<String> = several.iter().filter_map(|text| game.write_short(text)).collect();
            written.sort_unstable();
            let list = written.join(", ");
            let fr = format!("«\u{a0}{text}\u{a0}» est ambigu\u{a0}: {list}");
            Problem::new(format!("\"{text}\" is ambiguous: {list}"), fr)
        }
    };
    Err(Failure::at(&format!("MOVE {}", index + 1), problem))
}

pub fn play(game: &mut dyn AnyMatch, moves: &[String]) -> Outcome {
    for (index, text) in moves.iter().enumerate() {
        let meant = meant(game, index, text)?;
        game.play(&meant).map_err(|error| refused(game, index, text, error))?;
    }
    Ok(())
}

pub fn refused(game: &dyn AnyMatch, index: usize, text: &str, error: PlayError) -> Failure {
    let part = format!("MOVE {}", index + 1);
    match error {
        PlayError::Text(error) => Failure::invalid(&part, &error),
        PlayError::Ended(outcome) => {
            let en = format!("cannot play \"{text}\": the game is over ({outcome})");
            let fr = format!("impossible de jouer «\u{a0}{text}\u{a0}»\u{a0}: la partie est finie ({outcome})");
            Failure::about(&part, en, fr)
        }
        PlayError::Refused(refusal) => {
            let [en, fr] = refusal_reasons(game, &refusal);
            let (en, fr) = (
                format!("\"{text}\" is illegal: {en}"),
                format!("«\u{a0}{text}\u{a0}» est illégal\u{a0}: {fr}"),
            );
            Failure::about(&part, en, fr)
        }
        PlayError::Hand(error) => Failure::at(&part, error.problem()),
    }
}

pub fn one_move(moves: &[String]) -> Outcome<Option<&str>> {
    match moves {
        [] => Ok(None),
        [text] => Ok(Some(text)),
        [_, extra, ..] => {
            let en = format!("unexpected \"{extra}\"; specify only one move");
            let fr = format!("«\u{a0}{extra}\u{a0}» en trop\u{a0}; indiquez un seul coup");
            Err(Failure::about("MOVE 2", en, fr))
        }
    }
}

pub fn no_move() -> Failure {
    let en = "a move is required after the game or position";
    Failure::about("MOVE", en, "il manque un coup après le jeu ou la position")
}

pub fn reason(reason: &ReasonView) -> String {
    let squares = reason.squares.join(" ");
    let details: Vec<&str> =
        [squares.as_str(), &reason.ruling].into_iter().filter(|text| !text.is_empty()).collect();
    if details.is_empty() {
        return reason.sentence.clone();
    }
    format!("{} [{}]", reason.sentence, details.join("; "))
}

pub fn reasons(reasons: &[ReasonView]) -> String {
    reasons.iter().map(reason).collect::<Vec<_>>().join(" ")
}

pub fn refusal_reasons(game: &dyn AnyMatch, refusal: &Refusal) -> [String; 2] {
    [Language::English, Language::French].map(|language| reasons(&game.refusal_sentences(refusal, language)))
}

pub fn played(registry: &Registry, variation: &Variation) -> Outcome<Box<dyn AnyMatch>> {
    let (position, moves) = split(&variation.rest);
    let mut game = open_at(registry, &variation.game, position)?;
    play(game.as_mut(), moves)?;
    Ok(game)
}

/// Plays moves, also after draws that no player claimed; each game after the first continues from such a draw.
pub fn played_on(registry: &Registry, variation: &Variation) -> Outcome<Vec<Box<dyn AnyMatch>>> {
    let (position, moves) = split(&variation.rest);
    let mut game = open_at(registry, &variation.game, position)?;
    let mut games = Vec::new();
    for (index, text) in moves.iter().enumerate() {
        if let Some(next) = game.uncounted() {
            games.push(std::mem::replace(&mut game, next));
        }
        let meant = meant(game.as_ref(), index, text)?;
        game.play(&meant).map_err(|error| refused(game.as_ref(), index, text, error))?;
    }
    games.push(game);
    Ok(games)
}

fn first_line(mut input: impl BufRead) -> Outcome<String> {
    let mut line = Vec::new();
    input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    let line = without_break(&line);
    if line.len() > MAX_LINE {
        return Err(Failure::invalid(STANDARD_INPUT, &too_long()));
    }
    text(line).map(ToOwned::to_owned).map_err(|error| Failure::invalid(STANDARD_INPUT, &error))
}

pub fn without_break(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

pub fn text(bytes: &[u8]) -> Result<&str, TextError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let most = (at + error.error_len().unwrap_or(bytes.len() - at)).min(bytes.len());
        TextError::new(
            bytes[at..most].escape_ascii().to_string(),
            at,
            Problem::new("invalid UTF-8", "UTF-8 non valide"),
        )
    })
}

pub fn too_long() -> TextError {
    let en = format!("positions can have at most {MAX_LINE} bytes");
    let fr = format!("une position ne peut pas dépasser {MAX_LINE} octets");
    TextError::new("", MAX_LINE, Problem::new(en, fr))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_separated_from_moves() {
        let words = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        assert_eq!(split(&words(&["1/1 w", "a1a2"])), (Some("1/1 w"), &words(&["a1a2"])[..]));
        assert_eq!(split(&words(&["-"])), (Some("-"), &[][..]));
        assert_eq!(split(&words(&["a1a2", "1/1 w"])).0, None);
        assert_eq!(split(&[]), (None, &[][..]));
    }

    #[test]
    fn invalid_bytes_are_reported() {
        let error = text(b"abc\xff\xfedef").unwrap_err();
        assert_eq!((error.token.as_str(), error.at), ("\\xff", 3));
        assert_eq!(without_break(b"a b\r\n"), b"a b");
    }
}
