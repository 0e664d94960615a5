//! Game Courier's notation behind the object-safe face.

use std::str::FromStr;

use entourage_courier::{CourierError, Preset, Read, Vocabulary, Word, export, import, read_entry};
use entourage_kernel::{Evaluate, History, HistoryError, Language, Metadata, TextError, Topology, Voice};

use crate::view::CourierView;

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

fn words_of<R: Evaluate>(history: &History<R>, notation: Notation) -> Vocabulary {
    match notation {
        Notation::Ours => Vocabulary::ours(history.rules().metadata(), history.rules().topology()),
        Notation::Courier => vocabulary(history),
    }
}

/// Reads `ours` or `courier`.
impl FromStr for Notation {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "ours" => Ok(Self::Ours),
            "courier" => Ok(Self::Courier),
            _ => Err(()),
        }
    }
}

impl Notation {
    /// Returns the voice that names squares so.
    pub(crate) fn voice(self, metadata: &Metadata, language: Language) -> Voice {
        match self {
            Self::Ours => language.into(),
            Self::Courier => Voice::of_courier(language, &metadata.courier),
        }
    }
}

/// Returns the words in which moves are written for those who read a notation; `None` where they are as the game writes them.
pub(crate) fn written_in<R: Evaluate>(history: &History<R>, notation: Notation) -> Option<Vocabulary> {
    (notation == Notation::Courier).then(|| vocabulary(history))
}

/// Tells how Game Courier's players name the pieces and squares.
pub(crate) fn view(metadata: &Metadata, topology: &Topology) -> CourierView {
    let coordinate = metadata.courier.coordinate;
    let coordinates: Vec<String> = topology.all().map(|square| coordinate(topology.name(square))).collect();
    let ours = topology.all().zip(&coordinates).all(|(square, name)| topology.name(square) == name);
    let upper: Vec<String> = metadata.courier.labels.iter().map(|&label| label.to_owned()).collect();
    let lower = upper.iter().map(|label| label.to_lowercase()).collect();
    CourierView {
        labels: [upper, lower],
        beside: (!ours).then(|| beside(topology, &coordinates)),
        coordinates: (!ours).then_some(coordinates),
    }
}

/// Translates what stands beside a board: a square's whole name, or the part of the names along a row or a column.
fn beside(topology: &Topology, coordinates: &[String]) -> Vec<String> {
    let translate = |text: &str, x: f32, y: f32| {
        if let Some(square) = topology.find(text) {
            return coordinates[square.index()].clone();
        }
        let along = topology.squares.iter().zip(coordinates).find_map(|(square, coordinate)| {
            let (file, rank) = (square.name.strip_suffix(text), square.name.strip_prefix(text));
            match (file, rank) {
                (Some(file), _) if (square.y - y).abs() < 0.01 => coordinate.strip_prefix(file),
                (_, Some(rank)) if (square.x - x).abs() < 0.01 && !rank.is_empty() => {
                    let digits = coordinate.find(|letter: char| letter.is_ascii_digit());
                    digits.map(|end| &coordinate[..end])
                }
                _ => None,
            }
        });
        along.unwrap_or(text).to_owned()
    };
    topology.labels.iter().map(|label| translate(&label.text, label.x, label.y)).collect()
}

/// Finds the moves that a typed entry means.
pub(crate) fn typed<R: Evaluate>(
    history: &History<R>,
    entry: &str,
    notation: Notation,
) -> Result<Vec<String>, CourierError> {
    let rules = history.rules();
    let words = words_of(history, notation);
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
pub(crate) fn play<R: Evaluate>(
    history: &mut History<R>,
    turn: &str,
    notation: Notation,
) -> Result<CourierTurn, CourierError> {
    let moves = match import(history, turn, &words_of(history, notation))? {
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
