use std::sync::atomic::{AtomicI16, AtomicU32, Ordering::Relaxed};

use entourage_kernel::{Board, Intent, Kind, Rules, Side};
use prefetch_index::prefetch_index;

use crate::transposition_table::NO_INTENT;

/// The key of a move in the history tables: the kind of the moving piece and the target square.
pub(crate) type PieceTo = u16;

pub(crate) const MAX_HISTORY: i32 = 1 << 13;

/// Statistics on how well quiet moves have done, on their own (butterfly history) and after the moves that led to them
/// (continuation history), shared by any number of threads.
///
/// Of two concurrent updates to the same entry, one can be lost.
pub(crate) struct HistoryHeuristic {
    /// The number of squares, plus one for moves without squares.
    squares: usize,
    piece_to_count: usize,
    butterfly: Vec<AtomicI16>,
    /// The continuation history after the opponent's last move; `follow_up_history` is for the mover's own last move.
    countermove_history: Vec<AtomicI16>,
    follow_up_history: Vec<AtomicI16>,
    /// Used instead of the continuation history if the earlier move is unknown.
    unknown: Vec<AtomicI16>,
    /// For each side and opponent's move, the packed move that last refuted it.
    countermoves: Vec<AtomicU32>,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Context {
    pub last: Option<PieceTo>,
    pub before: Option<PieceTo>,
}

impl HistoryHeuristic {
    /// Creates empty tables, only as large as the game needs, so that they stay in the cache.
    pub fn new<R: Rules>(rules: &R) -> Self {
        let squares = rules.topology().squares.len() + 1;
        let piece_to_count = rules.metadata().kinds.len() * squares;
        Self {
            squares,
            piece_to_count,
            butterfly: zeros(2 * squares * squares),
            countermove_history: zeros(piece_to_count * piece_to_count),
            follow_up_history: zeros(piece_to_count * piece_to_count),
            unknown: zeros(piece_to_count),
            countermoves: (0..2 * piece_to_count).map(|_| AtomicU32::new(NO_INTENT)).collect(),
        }
    }

    /// Returns a legal move's key in the history tables; all moves without squares have the same target.
    #[inline]
    pub fn piece_to<P: Board>(&self, position: &P, intent: Intent) -> PieceTo {
        let kind =
            intent.first().and_then(|from| position.piece_at(from)).map_or(Kind(0), |piece| piece.kind());
        let last = intent.last().map_or(self.squares - 1, |square| square.index());
        (kind.index() * self.squares + last) as PieceTo
    }

    #[inline]
    fn slot(&self, side: Side, intent: Intent) -> usize {
        let first = intent.first().map_or(self.squares - 1, |square| square.index());
        let last = intent.last().map_or(self.squares - 1, |square| square.index());
        (side.index() * self.squares + first) * self.squares + last
    }

    #[inline]
    fn pair(&self, earlier: PieceTo, piece_to: PieceTo) -> usize {
        usize::from(earlier) * self.piece_to_count + usize::from(piece_to)
    }

    /// Returns the history tables for a side's quiet moves at a node.
    #[inline]
    pub fn quiet_history(&self, side: Side, context: Context) -> QuietHistory<'_> {
        let row = |earlier: PieceTo| self.pair(earlier, 0)..self.pair(earlier + 1, 0);
        let size = self.squares * self.squares;
        QuietHistory {
            heuristic: self,
            butterfly: &self.butterfly[side.index() * size..][..size],
            countermove_history: context
                .last
                .map_or(&self.unknown, |last| &self.countermove_history[row(last)]),
            follow_up_history: context
                .before
                .map_or(&self.unknown, |before| &self.follow_up_history[row(before)]),
        }
    }

    /// Prefetches the history for the opponent's last move, before the moves of a node are ranked.
    #[inline]
    pub fn prefetch(&self, context: Context) {
        const CACHE_LINE: usize = 64 / size_of::<i16>();
        if let Some(last) = context.last {
            for index in (self.pair(last, 0)..self.pair(last + 1, 0)).step_by(CACHE_LINE) {
                prefetch_index(&self.countermove_history, index);
            }
        }
    }

    /// Returns the move that last refuted the opponent's last move.
    #[inline]
    pub fn countermove(&self, side: Side, context: Context) -> Option<Intent> {
        let bits =
            self.countermoves[side.index() * self.piece_to_count + usize::from(context.last?)].load(Relaxed);
        (bits != NO_INTENT).then(|| Intent::from_bits(bits))
    }

    pub fn set_countermove(&self, side: Side, context: Context, intent: Intent) {
        if let Some(last) = context.last {
            self.countermoves[side.index() * self.piece_to_count + usize::from(last)]
                .store(intent.bits(), Relaxed);
        }
    }

    /// Updates the history of a quiet move; the bonus is positive if the move did well.
    pub fn update<P: Board>(&self, position: &P, intent: Intent, context: Context, bonus: i32) {
        fn adjust(entry: &AtomicI16, bonus: i32) {
            // The closer the entry is to its limit, the smaller the change.
            let now = i32::from(entry.load(Relaxed));
            entry.store((now + bonus - now * bonus.abs() / MAX_HISTORY) as i16, Relaxed);
        }
        let slot = self.slot(position.side_to_move(), intent);
        adjust(&self.butterfly[slot], bonus);
        let piece_to = self.piece_to(position, intent);
        if let Some(last) = context.last {
            let pair = self.pair(last, piece_to);
            adjust(&self.countermove_history[pair], bonus);
        }
        if let Some(before) = context.before {
            let pair = self.pair(before, piece_to);
            adjust(&self.follow_up_history[pair], bonus);
        }
    }

    /// Halves the butterfly history before the search for the next move of the game.
    pub fn age(&self) {
        self.butterfly.iter().for_each(|entry| entry.store(entry.load(Relaxed) / 2, Relaxed));
    }
}

/// The history of a side's quiet moves at one node.
#[derive(Clone, Copy)]
pub(crate) struct QuietHistory<'a> {
    heuristic: &'a HistoryHeuristic,
    butterfly: &'a [AtomicI16],
    countermove_history: &'a [AtomicI16],
    follow_up_history: &'a [AtomicI16],
}

impl QuietHistory<'_> {
    /// Returns the history score of a quiet move, within ±3 × [`MAX_HISTORY`].
    #[inline]
    pub fn score<P: Board>(&self, position: &P, intent: Intent) -> i32 {
        let slot = self.heuristic.slot(Side::First, intent);
        let piece_to = usize::from(self.heuristic.piece_to(position, intent));
        [&self.butterfly[slot], &self.countermove_history[piece_to], &self.follow_up_history[piece_to]]
            .map(|entry| i32::from(entry.load(Relaxed)))
            .iter()
            .sum()
    }
}

fn zeros(count: usize) -> Vec<AtomicI16> {
    (0..count).map(|_| AtomicI16::new(0)).collect()
}
