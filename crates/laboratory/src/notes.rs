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
    /// How many cards each side has, drawn anew for each game, where the game has a catalogue; 0 for a game without cards.
    #[serde(default)]
    pub cards: usize,
}

impl Default for Trial {
    fn default() -> Self {
        Self { level: 3, gap: 2, opening: 4, longest: 400, seed: 1, cards: 0 }
    }
}

/// Holds what was noted of one game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
    /// A sentence for each reason, by its code, as it was first met: in English and in French.
    #[serde(default)]
    pub sentences: BTreeMap<String, [String; 2]>,
    /// By how many pieces of each kind the first side was ahead, now and then where nothing had just been taken.
    #[serde(default)]
    pub material: Vec<Vec<i16>>,
    /// What would be otherwise without a power, by its code, where that was looked at.
    #[serde(default)]
    pub lacks: BTreeMap<String, Lack>,
    /// The cards of each side, by their codes, where they were drawn.
    #[serde(default)]
    pub cards: [Vec<String>; 2],
}

/// Counts what would be otherwise in a game without one of its powers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Lack {
    /// The moves of which it was asked whether they could have been made.
    pub moves: u32,
    /// Those among them that could not: the power allowed them.
    pub allowed: u32,
    /// The positions in which it was asked what the computer would have done.
    pub choices: u32,
    /// Those among them in which it would have done something else: the power decided the move.
    pub decided: u32,
    /// Whether it was asked if the game would have ended, 0 or 1.
    pub ends: u32,
    /// Whether it would not, or otherwise: the power decided the end.
    pub decided_ends: u32,
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
