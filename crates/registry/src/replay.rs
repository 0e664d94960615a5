//! Turns of Game Courier's players, one after the other.

use crate::{AnyMatch, CourierError, CourierTurn, Notation, Word};

/// Plays turns as Game Courier's players write them, up to the first that the rules refuse.
pub struct Replay {
    played: Box<dyn AnyMatch>,
    turns: usize,
    word: Option<Word>,
}

/// Says why a turn is not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// The game ended with this word before.
    Over(Word),
    /// The turn is none, or the rules refuse it.
    Refused(CourierError),
}

impl Replay {
    /// Goes on from a game under way.
    pub fn new(played: Box<dyn AnyMatch>) -> Self {
        Self { played, turns: 0, word: None }
    }

    /// Plays a line: a turn, or nothing where it is blank or a remark.
    ///
    /// # Errors
    /// Whatever the line is instead; nothing is played then.
    pub fn line(&mut self, line: &str) -> Result<(), ReplayError> {
        let line = line.trim();
        if line.is_empty() || line.starts_with("//") && !self.says_moves(line) {
            return Ok(());
        }
        self.turns += 1;
        if let Some(word) = self.word {
            return Err(ReplayError::Over(word));
        }
        match self.played.play_courier(line, Notation::Courier) {
            Ok(CourierTurn::Moves(_)) => {}
            Ok(CourierTurn::Word(word)) => self.word = Some(word),
            Err(error) => return Err(ReplayError::Refused(error)),
        }
        Ok(())
    }

    /// Returns the game as it has been played so far.
    pub fn played(&self) -> &dyn AnyMatch {
        self.played.as_ref()
    }

    /// Returns the number of turns so far, the one that was refused included.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// Returns the word with which the players ended the game.
    pub fn word(&self) -> Option<Word> {
        self.word
    }

    /// Tells whether a line that is a comment alone is a turn all the same, because its plies change nothing on the board.
    fn says_moves(&self, line: &str) -> bool {
        self.played.copy().play_courier(line, Notation::Courier).is_ok()
    }
}
