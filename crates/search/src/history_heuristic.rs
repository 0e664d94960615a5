use std::sync::atomic::{AtomicI16, AtomicU32, Ordering::Relaxed};

use entourage_kernel::{Board, Intent, Kind, Rules, Side};
use prefetch_index::prefetch_index;

use crate::transposition_table::NO_INTENT;

/// Names a move by what it does to the pieces: the kind that moves and the square where it ends.
pub(crate) type Footprint = u16;

pub(crate) const MOST: i32 = 1 << 13;

/// Remembers how well quiet moves did before, by themselves (butterfly history) and after the moves that led to them
/// (continuation history), for any number of threads.
///
/// Of two threads that learn of a move at once one may learn in vain.
pub(crate) struct HistoryHeuristic {
    /// The squares, and one for moves without any.
    squares: usize,
    footprints: usize,
    butterfly: Vec<AtomicI16>,
    /// After the opponent's or the mover's last ply, by the footprints of both.
    countermove_history: Vec<AtomicI16>,
    follow_up_history: Vec<AtomicI16>,
    /// What followed a ply that nothing is known of, by footprint.
    unknown: Vec<AtomicI16>,
    /// The packed move that last refuted a ply, by the ply's side and footprint.
    countermoves: Vec<AtomicU32>,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Context {
    pub last: Option<Footprint>,
    pub before: Option<Footprint>,
}

impl HistoryHeuristic {
    /// Remembers nothing yet; the tables are as large as the game asks for, so that they stay near the processor.
    pub fn new<R: Rules>(rules: &R) -> Self {
        let squares = rules.topology().squares.len() + 1;
        let footprints = rules.metadata().kinds.len() * squares;
        Self {
            squares,
            footprints,
            butterfly: zeros(2 * squares * squares),
            countermove_history: zeros(footprints * footprints),
            follow_up_history: zeros(footprints * footprints),
            unknown: zeros(footprints),
            countermoves: (0..2 * footprints).map(|_| AtomicU32::new(NO_INTENT)).collect(),
        }
    }

    /// Returns a legal move's footprint; a move without squares leaves that of nothing.
    #[inline]
    pub fn footprint<P: Board>(&self, position: &P, intent: Intent) -> Footprint {
        let kind =
            intent.first().and_then(|from| position.piece_at(from)).map_or(Kind(0), |piece| piece.kind());
        let last = intent.last().map_or(self.squares - 1, |square| square.index());
        (kind.index() * self.squares + last) as Footprint
    }

    #[inline]
    fn slot(&self, side: Side, intent: Intent) -> usize {
        let first = intent.first().map_or(self.squares - 1, |square| square.index());
        let last = intent.last().map_or(self.squares - 1, |square| square.index());
        (side.index() * self.squares + first) * self.squares + last
    }

    #[inline]
    fn pair(&self, earlier: Footprint, footprint: Footprint) -> usize {
        usize::from(earlier) * self.footprints + usize::from(footprint)
    }

    /// Looks up what is remembered of a side's moves at a node.
    #[inline]
    pub fn advice(&self, side: Side, context: Context) -> Advice<'_> {
        let row = |earlier: Footprint| self.pair(earlier, 0)..self.pair(earlier + 1, 0);
        let size = self.squares * self.squares;
        Advice {
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

    /// Asks for what followed the ply before, so that it is at hand when a node's moves are ranked.
    #[inline]
    pub fn fetch(&self, context: Context) {
        const CACHE_LINE: usize = 64 / size_of::<i16>();
        if let Some(last) = context.last {
            for index in (self.pair(last, 0)..self.pair(last + 1, 0)).step_by(CACHE_LINE) {
                prefetch_index(&self.countermove_history, index);
            }
        }
    }

    /// Returns the move that last refuted the ply before, which was not `side`'s.
    #[inline]
    pub fn countermove(&self, side: Side, context: Context) -> Option<Intent> {
        let bits = self.countermoves[side.index() * self.footprints + usize::from(context.last?)].load(Relaxed);
        (bits != NO_INTENT).then(|| Intent::from_bits(bits))
    }

    pub fn learn_countermove(&self, side: Side, context: Context, intent: Intent) {
        if let Some(last) = context.last {
            self.countermoves[side.index() * self.footprints + usize::from(last)].store(intent.bits(), Relaxed);
        }
    }

    /// Learns that a quiet move did well (a positive bonus) or badly.
    pub fn adjust<P: Board>(&self, position: &P, intent: Intent, context: Context, bonus: i32) {
        fn toward(success: &AtomicI16, bonus: i32) {
            // The nearer to its limit, the less it moves on.
            let now = i32::from(success.load(Relaxed));
            success.store((now + bonus - now * bonus.abs() / MOST) as i16, Relaxed);
        }
        let slot = self.slot(position.side_to_move(), intent);
        toward(&self.butterfly[slot], bonus);
        let footprint = self.footprint(position, intent);
        if let Some(last) = context.last {
            let pair = self.pair(last, footprint);
            toward(&self.countermove_history[pair], bonus);
        }
        if let Some(before) = context.before {
            let pair = self.pair(before, footprint);
            toward(&self.follow_up_history[pair], bonus);
        }
    }

    /// Halves what is remembered of single moves, for the next move of the game.
    pub fn fade(&self) {
        self.butterfly.iter().for_each(|success| success.store(success.load(Relaxed) / 2, Relaxed));
    }
}

/// How well a side's quiet moves at one node did before.
#[derive(Clone, Copy)]
pub(crate) struct Advice<'a> {
    heuristic: &'a HistoryHeuristic,
    butterfly: &'a [AtomicI16],
    countermove_history: &'a [AtomicI16],
    follow_up_history: &'a [AtomicI16],
}

impl Advice<'_> {
    /// Returns how well a quiet move did, within three times ±[`MOST`].
    #[inline]
    pub fn success<P: Board>(&self, position: &P, intent: Intent) -> i32 {
        let slot = self.heuristic.slot(Side::First, intent);
        let footprint = usize::from(self.heuristic.footprint(position, intent));
        [&self.butterfly[slot], &self.countermove_history[footprint], &self.follow_up_history[footprint]]
            .map(|success| i32::from(success.load(Relaxed)))
            .iter()
            .sum()
    }
}

fn zeros(count: usize) -> Vec<AtomicI16> {
    (0..count).map(|_| AtomicI16::new(0)).collect()
}
