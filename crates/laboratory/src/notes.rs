use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// 1 to 8.
    pub level: u8,
    /// The handicap in levels of the weaker player in games that measure skill; 0 for no such games.
    pub gap: u8,
    /// The number of random moves at the start of each game.
    pub opening: u32,
    /// The ply after which a game is abandoned.
    pub longest: u32,
    pub seed: u64,
    /// The number of cards per side, drawn for each game; 0 for games without cards.
    #[serde(default)]
    pub cards: usize,
}

impl Default for Trial {
    fn default() -> Self {
        Self { level: 3, gap: 2, opening: 4, longest: 400, seed: 1, cards: 0 }
    }
}

/// Notes on one game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Notes {
    /// From 0.
    pub number: u32,
    /// The side, 1 or 2, that played at a lower level; 0 if neither did.
    pub weaker: u8,
    /// 1 or 2; 0 for a draw.
    pub winner: u8,
    /// The code of its end; `None` if it was abandoned.
    pub cause: Option<String>,
    pub plies: u32,
    /// The number of legal moves over all positions.
    pub choices: u64,
    /// By kind, in the game's order.
    pub kinds: Vec<Deeds>,
    /// The number of positions in which each power was active, by its code.
    pub at_work: BTreeMap<String, u32>,
    /// The number of tries refused for each reason, by its code.
    pub refused: BTreeMap<String, u32>,
    pub tries: u32,
    /// The number of moves that started or ended each power's effect, by its code.
    pub moved_by: BTreeMap<String, u32>,
    /// The codes of powers active at the end.
    pub at_end: Vec<String>,
    /// An example sentence for each reason's code, in English and French.
    #[serde(default)]
    pub sentences: BTreeMap<String, [String; 2]>,
    /// The first side's lead in pieces by kind, sampled in quiet positions.
    #[serde(default)]
    pub material: Vec<Vec<i16>>,
    /// The effects of each power's absence, by its code.
    #[serde(default)]
    pub lacks: BTreeMap<String, Lack>,
    /// The cards of each side, by their codes.
    #[serde(default)]
    pub cards: [Vec<String>; 2],
}

/// Effects of a power's absence in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Lack {
    /// Moves tried without the power.
    pub moves: u32,
    /// Moves that were illegal without the power.
    pub allowed: u32,
    /// Positions in which the computer chose again without the power.
    pub choices: u32,
    /// Positions in which it chose another move.
    pub decided: u32,
    /// 1 if the end was tried without the power.
    pub ends: u32,
    /// 1 if the game would not have ended, or differently.
    pub decided_ends: u32,
}

/// The actions of a kind's pieces in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Deeds {
    /// Pieces at the start.
    pub begun: u32,
    /// Pieces at the end.
    pub left: u32,
    pub moves: u32,
    pub captures: u32,
    /// Pieces captured by the opponent.
    pub lost: u32,
}
