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

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Notes {
    pub number: u32,
    /// The side, 1 or 2, that played at a lower level; 0 if neither did.
    pub weaker: u8,
    /// 1 or 2; 0 for a draw.
    pub winner: u8,
    /// The code of its end; `None` if it was abandoned.
    pub cause: Option<String>,
    pub plies: u32,
    pub choices: u64,
    /// By kind, in the game's order.
    pub kinds: Vec<Deeds>,
    /// The number of positions in which each power was active, by its code.
    pub at_work: BTreeMap<String, u32>,
    pub refused: BTreeMap<String, u32>,
    pub tries: u32,
    /// The number of moves that started or ended each power's effect, by its code.
    pub moved_by: BTreeMap<String, u32>,
    pub at_end: Vec<String>,
    /// An example sentence for each reason's code, in English and French.
    #[serde(default)]
    pub sentences: BTreeMap<String, [String; 2]>,
    /// The first side's lead in pieces by kind, sampled in quiet positions.
    #[serde(default)]
    pub material: Vec<Vec<i16>>,
    #[serde(default)]
    pub lacks: BTreeMap<String, Lack>,
    #[serde(default)]
    pub cards: [Vec<String>; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Lack {
    pub moves: u32,
    pub allowed: u32,
    /// Positions in which the computer chose again without the power.
    pub choices: u32,
    pub decided: u32,
    /// 1 if the end was tried without the power.
    pub ends: u32,
    /// 1 if the game would not have ended, or differently.
    pub decided_ends: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Deeds {
    pub begun: u32,
    pub left: u32,
    pub moves: u32,
    pub captures: u32,
    pub lost: u32,
}
