//! Replays games in Game Courier's notation.

use entourage_kernel::Enforcement;

use crate::hand_match::SIGN;
use crate::{AnyMatch, CourierError, CourierTurn, HandError, Notation, PlayError, Word, unnumbered};

/// Replays turns in Game Courier's notation at any level of rule enforcement; records the first turn that is refused.
///
/// With enforced rules, the replay stops there. With warnings, refused turns are played as manual moves; with rule enforcement off, all
/// turns are. A label that does not match the piece always stops the replay; with warnings, so does a leg that removes a space.
pub struct Replay {
    played: Box<dyn AnyMatch>,
    /// The game up to the first refused turn; `None` if rules are enforced, or if they do not allow the start position.
    judge: Option<Box<dyn AnyMatch>>,
    refused: Option<Refused>,
    turns: usize,
    word: Option<Word>,
}

/// The first turn that the rules refuse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The turn's number, from 1.
    pub turn: usize,
    /// The turn's text.
    pub text: String,
    /// Why the rules refuse the turn.
    pub why: CourierError,
}

/// Why a turn was not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// The game has already ended with this keyword.
    Over(Word),
    /// The turn cannot be parsed, is refused by the rules, or cannot be carried out.
    Refused(CourierError),
}

impl Replay {
    /// Continues a game from its current state; a game with manual moves must still be at its start.
    pub fn new(played: Box<dyn AnyMatch>) -> Self {
        let judge = played.hands().and_then(|hands| hands.under_rules());
        Self { played, judge, refused: None, turns: 0, word: None }
    }

    /// Plays a turn, with or without its number. Blank lines and comments are skipped.
    ///
    /// # Errors
    /// If the turn cannot be played; the game is then unchanged.
    pub fn line(&mut self, line: &str) -> Result<(), ReplayError> {
        let line = unnumbered(line).trim();
        if line.is_empty() || line.starts_with("//") && !self.says_moves(line) {
            return Ok(());
        }
        self.turns += 1;
        if let Some(word) = self.word {
            return Err(ReplayError::Over(word));
        }
        let done = match self.played.enforcement() {
            Enforcement::Enforced => {
                let done = self.by_rules(line);
                let refused =
                    |why: &CourierError| Refused { turn: self.turns, text: line.to_owned(), why: why.clone() };
                self.refused = done.as_ref().err().map(refused);
                done
            }
            Enforcement::Warned | Enforcement::Free => {
                self.ask(line);
                self.by_hand(line)
            }
        };
        done.map_err(ReplayError::Refused)
    }

    /// Returns the game so far.
    pub fn played(&self) -> &dyn AnyMatch {
        self.played.as_ref()
    }

    /// Returns the game up to the first turn that the rules refuse; `None` if they do not allow the start position.
    pub fn lawful(&self) -> Option<&dyn AnyMatch> {
        match self.played.enforcement() {
            Enforcement::Enforced => Some(self.played.as_ref()),
            _ => self.judge.as_deref(),
        }
    }

    /// Returns the first turn that the rules refuse, if there is one.
    pub fn refused(&self) -> Option<&Refused> {
        self.refused.as_ref()
    }

    /// Returns the number of turns so far, including a refused one.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// Returns the keyword with which the players ended the game.
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
        if self.played.enforcement() == Enforcement::Warned {
            match self.by_rules(line) {
                Err(error @ (CourierError::Text(_) | CourierError::Ended(_))) => return Err(error),
                // The rules refuse the turn: play it as a manual move.
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
            // The turn was ambiguous: its interpretations differ only in state that the board does not show.
            Err(PlayError::Hand(HandError::Allowed(moves))) => {
                let played = moves.iter().all(|text| self.played.play(text).is_ok());
                if played { Ok(()) } else { Err(CourierError::Illegal(None)) }
            }
            Err(PlayError::Hand(HandError::Legs(error))) => Err(error),
            Err(PlayError::Hand(HandError::Enforcement(_))) => Err(CourierError::Illegal(None)),
            Err(PlayError::Text(error)) => Err(error.into()),
            Err(PlayError::Ended(outcome)) => Err(CourierError::Ended(outcome)),
            Err(PlayError::Refused(refusal)) => Err(CourierError::Illegal(Some(refusal))),
        }
    }

    /// Returns whether a comment line is a turn, because plies that do not change the board are written as comments.
    fn says_moves(&self, line: &str) -> bool {
        let taken = |game: &dyn AnyMatch| game.copy().play_courier(line, Notation::Courier).is_ok();
        taken(self.played()) || self.refused.is_none() && self.judge.as_deref().is_some_and(taken)
    }
}
