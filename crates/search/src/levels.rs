use std::fmt;
use std::sync::atomic::AtomicBool;

use entourage_kernel::{Board, Evaluate, History, Intent, Random};

use crate::{Limits, NoClock, Options, Search};

/// A playing strength of the computer, from 1 (beginner) to 8 (full strength).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// How a level plays. Limits are in plies and nodes, never in time, so that a level plays the same on every machine.
struct Style {
    depth: u32,
    nodes: u64,
    /// The percentage of moves that are chosen at random.
    careless: usize,
    /// Maximum gap to the best score at which a move can be chosen, in centipawns.
    slack: i32,
}

// Ladder matches show that the levels are about equally far apart in every game. In some games, random moves weaken
// play more; in others, a lower depth does, so all steps but the last two change both.
const STYLES: [Style; 8] = [
    Style { depth: 1, nodes: 4_000, careless: 56, slack: 120 },
    Style { depth: 2, nodes: 4_000, careless: 36, slack: 150 },
    Style { depth: 3, nodes: 4_000, careless: 23, slack: 100 },
    Style { depth: 100, nodes: 750, careless: 9, slack: 40 },
    Style { depth: 100, nodes: 2_300, careless: 4, slack: 25 },
    Style { depth: 100, nodes: 7_500, careless: 1, slack: 10 },
    Style { depth: 100, nodes: 25_000, careless: 0, slack: 0 },
    Style { depth: 100, nodes: 150_000, careless: 0, slack: 0 },
];

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 8] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];

    /// Returns the level with the specified number, or `None` if the number is not from 1 to 8.
    pub const fn new(number: u8) -> Option<Self> {
        if matches!(number, 1..=8) { Some(Self(number)) } else { None }
    }

    /// Returns the number of the level, 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    fn style(self) -> &'static Style {
        &STYLES[usize::from(self.0 - 1)]
    }

    /// Returns the options of a search for this level.
    pub fn options(self) -> Options {
        let table_mb = if self.style().nodes > 20_000 { 16 } else { 1 };
        Options { table_mb, slack: self.style().slack, ..Options::default() }
    }

    /// Returns the limits of a search for this level.
    pub fn limits(self) -> Limits {
        Limits { depth: Some(self.style().depth), nodes: Some(self.style().nodes), ..Limits::NONE }
    }

    /// Chooses a move from the results so far of a search with this level's [`options`](Self::options); `None` if the game is over.
    ///
    /// The same seed gives the same move in the same position. A move other than the best one is never a pass, never
    /// ends the game without winning it, and never lets the opponent draw with the next ply.
    pub fn choose<R: Evaluate>(self, search: &Search<R>, seed: u64) -> Option<Intent> {
        let best = search.best()?;
        let style = self.style();
        let mut random = Random::new(seed ^ search.position().hash());
        let careless = random.below(100) < style.careless;
        if !careless && (style.slack == 0 || search.depth() < best.depth) {
            return Some(best.intent);
        }
        let number = best.score.number();
        let least = if number > 0 { (number - style.slack).max(1) } else { number - style.slack };
        let ranked = || search.ranking().iter().map(|variation| variation.intent);
        let pleasing = search.ranking().iter().filter(|variation| variation.score.number() >= least);
        let mut tolerable: Vec<Intent> = if careless {
            search.moves().to_vec()
        } else {
            pleasing.map(|variation| variation.intent).collect()
        };
        tolerable.retain(|&intent| intent == best.intent || !intent.is_empty());
        let fits = |intent: &Intent| !search.allows_draw(*intent);
        while let Some(&intent) = random.pick(&tolerable) {
            if fits(&intent) {
                return Some(intent);
            }
            tolerable.retain(|&other| other != intent);
        }
        // A search of one ply does not include the reply, so its best move can be one that allows a draw.
        ranked().filter(|intent| !intent.is_empty()).find(fits).or(Some(best.intent))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Searches a position and chooses a move with the strength of a level; `None` if the game is over.
pub fn choose_move<R: Evaluate>(history: &History<R>, level: Level, seed: u64) -> Option<Intent> {
    let mut search = Search::new(history, level.options());
    search.run(level.limits(), &NoClock, &AtomicBool::new(false), &mut |_| {});
    level.choose(&search, seed)
}
