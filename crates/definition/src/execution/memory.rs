use entourage_kernel::{Kind, Side, Square, SquareQueue, SquareSet, State, mix};

use super::Hand;
use crate::model::{CountMemory, Gain, Labels, MAX_COUNT, MAX_COUNTS, MAX_MARKS, MAX_MEMORIES, Model, Noted};

/// The state of a position besides its pieces and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Memory {
    /// The castling rights, one bit for each castling of the model.
    pub(crate) rights: u16,
    /// Number of consecutive passes before this turn, at most 2.
    pub(crate) passes: u8,
    pub(crate) squares: [Option<Square>; MAX_MEMORIES],
    pub(crate) marks: [SquareSet; MAX_MARKS],
    pub(crate) counts: [u16; MAX_COUNTS],
    /// What each count gained from checks and captures, or its whole value if it affects more than how the game ends.
    pub(crate) scores: [u16; MAX_COUNTS],
    pub(crate) chain: Option<Chain>,
    pub(crate) hands: [Hand; 2],
}

/// A turn in progress: the piece that can continue the turn, and the other pieces that still have an extra move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chain {
    pub(crate) at: Square,
    /// Squares on which the piece must not end a move.
    pub(crate) barred: SquareSet,
    pub(crate) labels: Labels,
    /// Whether this is an extra move of a piece that was jumped over in the main action.
    pub(crate) is_extra: bool,
    /// Other pieces that still have an extra move.
    pub(crate) waiting: SquareQueue,
}

impl Memory {
    /// Creates the memory at the start of a game, without castling rights.
    pub(crate) fn new(model: &Model) -> Self {
        let mut memory = Self::default();
        for (index, known) in model.counts.iter().enumerate() {
            memory.set_count(known, index, known.from);
        }
        memory
    }
}

impl Memory {
    pub(crate) fn count(&self, index: usize) -> u16 {
        self.counts[index].saturating_add(self.scores[index]).min(MAX_COUNT)
    }

    /// Sets a count. If the count affects more than end conditions, stores the value in `scores`, which `key` includes.
    pub(crate) fn set_count(&mut self, known: &CountMemory, index: usize, value: u16) {
        if known.is_felt {
            (self.counts[index], self.scores[index]) = (0, value);
        } else if known.gains.is_empty() {
            self.counts[index] = value;
        } else {
            (self.counts[index], self.scores[index]) = (known.from, value.saturating_sub(known.from));
        }
    }

    #[inline]
    pub(crate) fn run(&mut self, model: &Model, side: Side, noted: Noted) {
        for (index, known) in model.counts.iter().enumerate() {
            let count = if known.is_felt { &mut self.scores[index] } else { &mut self.counts[index] };
            if let Some(again) = known.again.filter(|again| again.follows(noted)) {
                *count = again.value;
            } else if known.side.is_none_or(|mover| mover == side.index()) {
                *count = count.saturating_add(known.more).min(MAX_COUNT);
            }
            if let Some([value, _]) = known.back.filter(|[_, most]| *count >= *most) {
                *count = value;
            }
        }
    }

    pub(crate) fn gain(&mut self, model: &Model, side: Side, captured: Option<Kind>) {
        for (score, known) in self.scores.iter_mut().zip(&model.counts) {
            let is_meant = |gain: &&Gain| {
                gain.side.is_none_or(|other| other == side.index())
                    && match (gain.captured, captured) {
                        (None, None) => true,
                        (Some(kinds), Some(kind)) => kinds >> kind.index() & 1 != 0,
                        _ => false,
                    }
            };
            let more =
                known.gains.iter().filter(is_meant).fold(0_u16, |sum, gain| sum.saturating_add(gain.more));
            *score = score.saturating_add(more).min(MAX_COUNT);
        }
    }
}

impl State for Memory {
    /// Returns a hash that omits `counts`, which affect only end conditions.
    #[inline]
    fn key(&self) -> u64 {
        let square = |square: Option<Square>| square.map_or(0, |square| 1 + square.index() as u64);
        let mut key = u64::from(self.rights) | u64::from(self.passes) << 16;
        for (index, remembered) in (3..).zip(self.squares) {
            key |= square(remembered) << (8 * index);
        }
        let chain = self.chain.map_or(0, |chain| {
            mix(chain.barred.0 as u64)
                ^ mix((chain.barred.0 >> 64) as u64 ^ 1)
                ^ mix(square(Some(chain.at)) + 7 + (u64::from(chain.is_extra) << 8))
                ^ mix(chain.waiting.bits() ^ 3)
        });
        let scores = match self.scores {
            [0, 0, 0, 0, 0, 0] => 0,
            scores => scores.iter().fold(0, |all, score| mix(all) ^ u64::from(*score)),
        };
        let marks = match self.marks {
            [SquareSet::EMPTY, SquareSet::EMPTY] => 0,
            marks => marks.iter().fold(5, |all, marks| mix(mix(all ^ marks.0 as u64) ^ (marks.0 >> 64) as u64)),
        };
        let [first, second] = self.hands.map(Hand::key);
        mix(key) ^ chain ^ scores ^ marks ^ first ^ second.rotate_left(17)
    }
}
