use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// The level of play: 1 to 8.
    pub level: u8,
    /// Level difference between the players in games that measure the effect of skill; 0 if there are no such games.
    pub gap: u8,
    /// Number of random plies at the start of each game.
    pub opening: u32,
    /// Maximum number of plies, after which a game is abandoned.
    pub longest: u32,
    pub seed: u64,
    /// Number of cards per side, drawn for each game; 0 for games without cards.
    #[serde(default)]
    pub cards: usize,
    /// Whether the openings of games between players of different levels are chosen so that neither side is ahead.
    #[serde(default)]
    pub balanced: bool,
}

impl Default for Trial {
    fn default() -> Self {
        Self { level: 3, gap: 2, opening: 4, longest: 400, seed: 1, cards: 0, balanced: false }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Notes {
    pub number: u32,
    /// The side (1 or 2) that played at the lower level; 0 if both played at the same level.
    pub weaker: u8,
    /// The side that won (1 or 2); 0 for a draw.
    pub winner: u8,
    /// The code for why the game ended; `None` if the game was abandoned.
    pub cause: Option<String>,
    pub plies: u32,
    pub choices: u64,
    /// The statistics of each kind of piece, in the order of the game's kinds.
    pub kinds: Vec<Deeds>,
    /// Number of positions in which each power was active, by the power's relation code.
    pub at_work: BTreeMap<String, u32>,
    pub refused: BTreeMap<String, u32>,
    pub tries: u32,
    /// Number of moves that started or ended each power's effect, by the power's relation code.
    pub moved_by: BTreeMap<String, u32>,
    pub at_end: Vec<String>,
    /// An example message for each reason code, in English and French.
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
    /// Number of positions in which the computer's preferred move was also computed without the power.
    pub choices: u32,
    pub decided: u32,
    /// 1 if the final position was also evaluated without the power.
    pub ends: u32,
    /// 1 if, without the power, the game would not have ended or would have ended differently.
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
