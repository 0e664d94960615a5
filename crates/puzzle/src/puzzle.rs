use entourage_registry::solver::Solution;
use serde::{Deserialize, Serialize};

use crate::PuzzleError;

/// A puzzle: "win in `win_in` turns".
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The version of the format.
    pub puzzle: u32,
    /// The spec of the game, including options.
    pub game: String,
    /// The version of the game's rules.
    pub rules: String,
    /// The position string.
    pub position: String,
    /// The number of the side that moves and wins.
    pub side: usize,
    /// The number of the side's turns in the main line of the solution.
    pub win_in: usize,
    /// The number of plies within which the side wins, counting both sides' plies.
    pub plies: u16,
    /// The solution, with every defence.
    pub solution: Solution,
    /// Codes of facts about the solution, as listed in docs/PUZZLES.md.
    pub themes: Vec<String>,
    /// Where the generator found the puzzle; `None` if a person composed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// Always [`LICENCE`](Self::LICENCE).
    pub licence: String,
}

/// Where the generator found a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The generator's seed; absent if the game is a stored one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of the game: from 0 in self-play, from 1 in a file of stored games.
    pub game: u64,
    /// The number of plies played before the position.
    pub ply: usize,
}

impl Puzzle {
    /// The current version of the format.
    pub const VERSION: u32 = 1;
    /// The licence of all puzzles.
    pub const LICENCE: &str = "CC0-1.0";
    /// Maximum length of a line in bytes.
    pub const MAX_LINE: usize = 1 << 16;

    /// Parses a line without its line break. Does not check the solution, which [`PuzzleGame::check`](crate::PuzzleGame::check) does.
    pub fn read(line: &str) -> Result<Self, PuzzleError> {
        if line.len() > Self::MAX_LINE {
            return Err(PuzzleError::Long);
        }
        let puzzle: Self = serde_json::from_str(line).map_err(|error| PuzzleError::Json(error.to_string()))?;
        if puzzle.puzzle != Self::VERSION {
            return Err(PuzzleError::Version(puzzle.puzzle));
        }
        if puzzle.licence != Self::LICENCE {
            return Err(PuzzleError::Licence(puzzle.licence));
        }
        // Also excludes repeated keys, other orders of fields and other spellings of numbers and texts.
        if puzzle.write() != line {
            return Err(PuzzleError::NotCanonical);
        }
        Ok(puzzle)
    }

    /// Returns the ID of the position, which is part of the puzzle's address: a 64-bit FNV-1a hash in base 36.
    pub fn id(&self) -> String {
        identify(&self.position)
    }

    /// Returns the ID of a position in the game with this spec, for puzzles of several games.
    pub fn id_among_games(spec: &str, position: &str) -> String {
        identify(&format!("{spec}\n{position}"))
    }

    /// Estimates the difficulty: the number of plies plus the binary logarithm of the number of lines.
    pub fn difficulty(&self) -> f64 {
        f64::from(self.plies) + (self.solution.lines() as f64).log2()
    }

    /// Writes the puzzle as a line without its line break.
    pub fn write(&self) -> String {
        // Maps with text keys, texts and numbers can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

const ID_DIGITS: usize = 13;

fn identify(text: &str) -> String {
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    let mut rest = text.bytes().fold(0xcbf2_9ce4_8422_2325, hash);
    let mut digits = [b'0'; ID_DIGITS];
    for digit in digits.iter_mut().rev() {
        *digit = b"0123456789abcdefghijklmnopqrstuvwxyz"[(rest % 36) as usize];
        rest /= 36;
    }
    digits.into_iter().map(char::from).collect()
}
