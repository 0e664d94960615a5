use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Says how the computer plays a game against itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// The level of both players, 1 to 8.
    pub level: u8,
    /// How many levels less the weaker player has in games that ask whether skill matters; 0 for none of these.
    pub gap: u8,
    /// How many moves at random begin each game, so that no two are alike.
    pub opening: u32,
    /// After how many plies a game is given up.
    pub longest: u32,
    /// Determines openings and choices.
    pub seed: u64,
}

impl Default for Trial {
    fn default() -> Self {
        Self { level: 3, gap: 2, opening: 4, longest: 400, seed: 1 }
    }
}

/// Holds what was noted of one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Notes {
    /// Its number, from 0.
    pub number: u32,
    /// The side, 1 or 2, that played with less skill; 0 where both played alike.
    pub weaker: u8,
    /// The side that won, 1 or 2; 0 for a draw.
    pub winner: u8,
    /// Why it ended, by the game's code; nothing where it was given up.
    pub cause: Option<String>,
    /// The plies played.
    pub plies: u32,
    /// The legal moves of all positions together.
    pub choices: u64,
    /// What was done by the pieces of each kind, in the game's order.
    pub kinds: Vec<Deeds>,
    /// In how many positions each power was at work, by its code.
    pub at_work: BTreeMap<String, u32>,
    /// How many tries were refused for each reason, by its code.
    pub refused: BTreeMap<String, u32>,
    /// How many tries were made.
    pub tries: u32,
    /// How many moves began or ended each power's work, by its code.
    pub moved_by: BTreeMap<String, u32>,
    /// The powers at work where the game ended, by their codes.
    pub at_end: Vec<String>,
}

/// Counts what the pieces of a kind did in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Deeds {
    /// How many stood there when the game began.
    pub begun: u32,
    /// How many stood there when it ended.
    pub left: u32,
    /// The moves they made.
    pub moves: u32,
    /// The moves among them that took something.
    pub captures: u32,
    /// How many of them were taken by the other side.
    pub lost: u32,
}
