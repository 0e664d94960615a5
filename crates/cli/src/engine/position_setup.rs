use entourage_kernel::{FormField, Language, Problem, TextError};
use entourage_protocol::Start;
use entourage_registry::{AnyGame, AnyMatch, PlayError, Registry};

use crate::failure::{Failure, Outcome};
use crate::input;

/// Sets up a position leniently, as GUIs send it, and adds a note for every correction.
///
/// Fields after the side to move can be missing, and invalid parts of these fields are dropped. GUIs continue after
/// a draw by repetition or move count until a player claims the draw, so the counts restart at such a position.
pub fn set_up(
    game: &dyn AnyGame,
    start: &Start,
    moves: &[String],
    notes: &mut Vec<Problem>,
) -> Outcome<Box<dyn AnyMatch>> {
    let begun = match start {
        Start::Default => game.begin(None),
        Start::Position(position) => game.begin(Some(position)),
        Start::Fen(position) => begin_lenient(game, position, notes),
    };
    let mut at = begun.map_err(|error| Failure::invalid("position", &error))?;
    for (index, text) in moves.iter().enumerate() {
        let mut played = at.play(text);
        if let Err(PlayError::Ended(_)) = played
            && let Some(uncounted) = at.uncounted()
        {
            at = uncounted;
            played = at.play(text);
        }
        played.map_err(|error| input::refused(at.as_ref(), index, text, error))?;
    }
    Ok(at.uncounted().unwrap_or(at))
}

/// Starts a game at a position whose last fields can be missing or partly invalid; adds a note for every correction.
pub fn begin_lenient(
    game: &dyn AnyGame,
    position: &str,
    notes: &mut Vec<Problem>,
) -> Result<Box<dyn AnyMatch>, TextError> {
    let fields = &game.metadata().form.fields;
    let adopted = game.adopt_position(position);
    let position = adopted.as_deref().unwrap_or(position);
    let mut words: Vec<String> = position.split_whitespace().map(str::to_owned).collect();
    for field in fields.iter().skip(words.len()) {
        match field {
            FormField::Word(word) => words.push(word.plain.to_string()),
            _ => break,
        }
    }
    loop {
        let text = words.join(" ");
        let error = match game.begin(Some(&text)) {
            Ok(begun) => return Ok(begun),
            Err(error) => error,
        };
        let index = text.bytes().take(error.at).filter(|&byte| byte == b' ').count();
        let (Some(FormField::Word(word)), true) = (fields.get(index), index < words.len()) else {
            return Err(error);
        };
        let taken = valid_letters(game, &words, index).unwrap_or_else(|| word.plain.to_string());
        // Each field is corrected only once.
        if words[index] == taken || words[index] == *word.plain {
            return Err(error);
        }
        let message = |language| error.message(language);
        notes.push(Problem::new(
            format!("position: {}; using {taken}", message(Language::English)),
            format!("position\u{a0}: {}\u{a0}; remplacé par {taken}", message(Language::French)),
        ));
        words[index] = taken;
    }
}

/// Returns a field without its invalid letters; `None` if no letters are left, or all letters are valid.
fn valid_letters(game: &dyn AnyGame, words: &[String], index: usize) -> Option<String> {
    let word = &words[index];
    if word.len() > MAX_FIELD {
        return None;
    }
    let mut tried = words.to_vec();
    let mut is_valid = |letter: char| {
        tried[index] = letter.to_string();
        let text = tried.join(" ");
        // Errors in other fields are ignored.
        match game.begin(Some(&text)) {
            Ok(_) => true,
            Err(error) => text.bytes().take(error.at).filter(|&byte| byte == b' ').count() != index,
        }
    };
    let kept: String = word.chars().filter(|&letter| is_valid(letter)).collect();
    (!kept.is_empty() && kept != *word).then_some(kept)
}

const MAX_FIELD: usize = 16;

/// The option for shuffled start positions, and its value for the standard start position. GUIs send whole positions,
/// so the value does not matter; with the option, castling is written as a king's move onto the rook.
const SHUFFLED: (&str, &str) = ("960=", "518");

/// Opens the game with or without shuffled start positions; `None` if the game does not support them.
pub fn reopen(registry: &Registry, game: &dyn AnyGame, wanted: bool) -> Option<Box<dyn AnyGame>> {
    let spec = game.spec();
    let (id, options) = spec.split_once(':').unwrap_or((&spec, ""));
    let (option, usual) = SHUFFLED;
    let is_shuffled = options.split(',').any(|word| word.starts_with(option));
    if is_shuffled == wanted {
        return registry.open(&spec).ok();
    }
    let shuffle = format!("{option}{usual}");
    let others = options.split(',').filter(|word| !word.is_empty() && !word.starts_with(option));
    let words: Vec<&str> = wanted.then_some(shuffle.as_str()).into_iter().chain(others).collect();
    let separator = if words.is_empty() { "" } else { ":" };
    registry.open(&format!("{id}{separator}{}", words.join(","))).ok()
}
