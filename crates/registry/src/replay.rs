//! Turns of Game Courier's players, one after the other.

use entourage_kernel::Degree;

use crate::hand_match::SIGN;
use crate::{AnyMatch, CourierError, CourierTurn, HandError, Notation, PlayError, Word, unnumbered};

/// Plays turns as Game Courier's players write them, in a game of any degree, and names the first that the rules refuse.
///
/// Under enforced rules that is where it ends. In a warned game what the rules refuse is done by hand, in a free game everything is, as far as
/// it can be: a label that is not the piece's stops the replay in every degree, and in a warned one a space that would go.
pub struct Replay {
    played: Box<dyn AnyMatch>,
    /// The game as far as the rules take it, where hands play on; `None` where they do not begin.
    judge: Option<Box<dyn AnyMatch>>,
    refused: Option<Refused>,
    turns: usize,
    word: Option<Word>,
}

/// Names the first turn that the rules refuse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Its number, from 1.
    pub turn: usize,
    /// How it is written.
    pub text: String,
    /// Why they refuse it.
    pub why: CourierError,
}

/// Why a turn is not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// The game ended with this word before.
    Over(Word),
    /// The turn is none, or the rules refuse it, or hands cannot do it.
    Refused(CourierError),
}

impl Replay {
    /// Goes on from a game under way, or begins with one in which hands decide.
    pub fn new(played: Box<dyn AnyMatch>) -> Self {
        let judge = played.hands().and_then(|hands| hands.under_rules());
        Self { played, judge, refused: None, turns: 0, word: None }
    }

    /// Plays a line: a turn, with or without its number, or nothing where it is blank or a remark.
    ///
    /// # Errors
    /// Whatever the line is instead; nothing is played then.
    pub fn line(&mut self, line: &str) -> Result<(), ReplayError> {
        let line = unnumbered(line).trim();
        if line.is_empty() || line.starts_with("//") && !self.says_moves(line) {
            return Ok(());
        }
        self.turns += 1;
        if let Some(word) = self.word {
            return Err(ReplayError::Over(word));
        }
        let done = match self.played.degree() {
            Degree::Enforced => {
                let done = self.by_rules(line);
                let refused =
                    |why: &CourierError| Refused { turn: self.turns, text: line.to_owned(), why: why.clone() };
                self.refused = done.as_ref().err().map(refused);
                done
            }
            Degree::Warned | Degree::Free => {
                self.ask(line);
                self.by_hand(line)
            }
        };
        done.map_err(ReplayError::Refused)
    }

    /// Returns the game as it has been played so far.
    pub fn played(&self) -> &dyn AnyMatch {
        self.played.as_ref()
    }

    /// Returns the game up to the first turn that the rules refuse; `None` where they do not begin so.
    pub fn lawful(&self) -> Option<&dyn AnyMatch> {
        match self.played.degree() {
            Degree::Enforced => Some(self.played.as_ref()),
            _ => self.judge.as_deref(),
        }
    }

    /// Returns the first turn that the rules refuse, if there is one.
    pub fn refused(&self) -> Option<&Refused> {
        self.refused.as_ref()
    }

    /// Returns the number of turns so far, the one that was refused included.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// Returns the word with which the players ended the game.
    pub fn word(&self) -> Option<Word> {
        self.word
    }

    fn ask(&mut self, line: &str) {
        if let (Some(judge), None) = (&mut self.judge, &self.refused)
            && let Err(why) = judge.play_courier(line, Notation::Courier)
        {
            self.refused = Some(Refused { turn: self.turns, text: line.to_owned(), why });
        }
    }

    fn by_rules(&mut self, line: &str) -> Result<(), CourierError> {
        if let CourierTurn::Word(word) = self.played.play_courier(line, Notation::Courier)? {
            self.word = Some(word);
        }
        Ok(())
    }

    fn by_hand(&mut self, line: &str) -> Result<(), CourierError> {
        if self.played.degree() == Degree::Warned {
            match self.by_rules(line) {
                Err(error @ (CourierError::Text(_) | CourierError::Ended(_))) => return Err(error),
                // Hands may do what rules refuse.
                Err(_) => {}
                Ok(()) => return Ok(()),
            }
        }
        if let Some(word) = Word::ending(line) {
            self.word = Some(word);
            return Ok(());
        }
        let Some(hands) = self.played.hands() else { return Err(CourierError::Illegal(None)) };
        let turn = hands.turn_by_hand(line, Notation::Courier)?;
        match self.played.play(&format!("{SIGN}{turn}")) {
            Ok(()) => Ok(()),
            // It could mean several moves, which differ in what the board does not show.
            Err(PlayError::Hand(HandError::Allowed(moves))) => {
                let played = moves.iter().all(|text| self.played.play(text).is_ok());
                if played { Ok(()) } else { Err(CourierError::Illegal(None)) }
            }
            Err(PlayError::Hand(HandError::Legs(error))) => Err(error),
            Err(PlayError::Hand(HandError::Degree(_))) => Err(CourierError::Illegal(None)),
            Err(PlayError::Text(error)) => Err(error.into()),
            Err(PlayError::Ended(outcome)) => Err(CourierError::Ended(outcome)),
            Err(PlayError::Refused(refusal)) => Err(CourierError::Illegal(Some(refusal))),
        }
    }

    /// Returns whether a line that is a comment alone is a turn all the same, because its plies change nothing on the board.
    fn says_moves(&self, line: &str) -> bool {
        let taken = |game: &dyn AnyMatch| game.copy().play_courier(line, Notation::Courier).is_ok();
        taken(self.played()) || self.refused.is_none() && self.judge.as_deref().is_some_and(taken)
    }
}
