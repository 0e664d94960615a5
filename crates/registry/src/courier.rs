//! Game Courier's notation behind the object-safe face.

use entourage_courier::{CourierError, Preset, Read, Vocabulary, Word, export, import, read_entry};
use entourage_kernel::{Evaluate, History, HistoryError, TextError};

/// Tells what a turn written in Game Courier's notation was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CourierTurn {
    /// Moves, as the game writes them.
    Moves(Vec<String>),
    /// A word that no rule knows: the player resigns, or calls the game drawn or won.
    Word(Word),
}

/// Names the labels and coordinates in which a person reads and types.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Notation {
    /// Those of our position strings.
    #[default]
    Ours,
    /// Those of Game Courier's players.
    Courier,
}

fn vocabulary<R: Evaluate>(history: &History<R>) -> Vocabulary {
    Vocabulary::new(history.rules().metadata(), history.rules().topology())
}

/// Finds the moves that a typed entry means.
pub(crate) fn typed<R: Evaluate>(
    history: &History<R>,
    entry: &str,
    notation: Notation,
) -> Result<Vec<String>, CourierError> {
    let rules = history.rules();
    let words = match notation {
        Notation::Ours => Vocabulary::ours(rules.metadata(), rules.topology()),
        Notation::Courier => vocabulary(history),
    };
    Ok(read_entry(history, entry, &words)?.into_iter().map(|intent| rules.write_move(intent)).collect())
}

/// Reads a settings file or a log.
pub(crate) fn preset<R: Evaluate>(rules: &R, text: &str) -> Result<Preset, TextError> {
    Preset::read(text, rules, &Vocabulary::new(rules.metadata(), rules.topology()))
}

/// Writes the moves played, a player's turn each.
pub(crate) fn turns<R: Evaluate>(history: &History<R>) -> Vec<String> {
    let words = vocabulary(history);
    let turns = export(history.rules(), &history.positions()[0], history.moves(), &words);
    turns.iter().map(|turn| turn.write(&words)).collect()
}

/// Plays the moves of a turn; nothing changes if there is an error.
pub(crate) fn play<R: Evaluate>(history: &mut History<R>, turn: &str) -> Result<CourierTurn, CourierError> {
    let moves = match import(history, turn, &vocabulary(history))? {
        Read::Moves(moves) => moves,
        Read::Word(word) => return Ok(CourierTurn::Word(word)),
    };
    let mut next = history.clone();
    for &intent in &moves {
        next.play(intent).map_err(|error| match error {
            HistoryError::Ended(outcome) => CourierError::Ended(outcome),
            HistoryError::Refused(refusal) => CourierError::Illegal(Some(refusal)),
        })?;
    }
    *history = next;
    Ok(CourierTurn::Moves(moves.into_iter().map(|intent| history.rules().write_move(intent)).collect()))
}
