use std::sync::atomic::{AtomicI16, AtomicU32, Ordering::Relaxed};

use entourage_kernel::{Board, Intent, Kind, Rules, Side};
use prefetch_index::prefetch_index;

use crate::table::NO_INTENT;

/// Names a move by what it does to the pieces: the kind that moves and the square where it ends.
pub(crate) type Footprint = u16;

/// Bounds what is remembered of a move, for and against it.
pub(crate) const MOST: i32 = 1 << 13;

/// Remembers how well quiet moves did before, by themselves and after the moves that led to them, for any number of threads.
///
/// Of two threads that learn of a move at once one may learn in vain.
pub(crate) struct Past {
    /// The squares, and one for moves without any.
    squares: usize,
    /// The number of different footprints.
    footprints: usize,
    /// By side, first and last square.
    alone: Vec<AtomicI16>,
    /// After the opponent's or the mover's last ply, by the footprints of both.
    replies: Vec<AtomicI16>,
    /// After the ply before that.
    plans: Vec<AtomicI16>,
    /// What followed a ply that nothing is known of, by footprint.
    nothing: Vec<AtomicI16>,
    /// The packed move that last refuted a ply, by the ply's side and footprint.
    counters: Vec<AtomicU32>,
}

/// Says after what a move is considered.
#[derive(Clone, Copy, Default)]
pub(crate) struct Context {
    /// The ply before, if there was one.
    pub last: Option<Footprint>,
    /// The ply before that.
    pub before: Option<Footprint>,
}

impl Past {
    /// Remembers nothing yet; the tables are as large as the game asks for, so that they stay near the processor.
    pub fn new<R: Rules>(rules: &R) -> Self {
        let squares = rules.topology().squares.len() + 1;
        let footprints = rules.metadata().kinds.len() * squares;
        Self {
            squares,
            footprints,
            alone: zeros(2 * squares * squares),
            replies: zeros(footprints * footprints),
            plans: zeros(footprints * footprints),
            nothing: zeros(footprints),
            counters: (0..2 * footprints).map(|_| AtomicU32::new(NO_INTENT)).collect(),
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
            past: self,
            alone: &self.alone[side.index() * size..][..size],
            replies: context.last.map_or(&self.nothing, |last| &self.replies[row(last)]),
            plans: context.before.map_or(&self.nothing, |before| &self.plans[row(before)]),
        }
    }

    /// Asks for what followed the ply before, so that it is at hand when a node's moves are ranked.
    #[inline]
    pub fn fetch(&self, context: Context) {
        const LINE: usize = 64 / size_of::<i16>();
        if let Some(last) = context.last {
            for place in (self.pair(last, 0)..self.pair(last + 1, 0)).step_by(LINE) {
                prefetch_index(&self.replies, place);
            }
        }
    }

    /// Returns the move that last refuted the ply before, which was not `side`'s.
    #[inline]
    pub fn counter(&self, side: Side, context: Context) -> Option<Intent> {
        let bits = self.counters[side.index() * self.footprints + usize::from(context.last?)].load(Relaxed);
        (bits != NO_INTENT).then(|| Intent::from_bits(bits))
    }

    /// Learns that a quiet move refuted the ply before.
    pub fn learn_counter(&self, side: Side, context: Context, intent: Intent) {
        if let Some(last) = context.last {
            self.counters[side.index() * self.footprints + usize::from(last)].store(intent.bits(), Relaxed);
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
        toward(&self.alone[slot], bonus);
        let footprint = self.footprint(position, intent);
        if let Some(last) = context.last {
            let pair = self.pair(last, footprint);
            toward(&self.replies[pair], bonus);
        }
        if let Some(before) = context.before {
            let pair = self.pair(before, footprint);
            toward(&self.plans[pair], bonus);
        }
    }

    /// Halves what is remembered of single moves, for the next move of the game.
    pub fn fade(&self) {
        self.alone.iter().for_each(|success| success.store(success.load(Relaxed) / 2, Relaxed));
    }
}

/// Tells how well a side's quiet moves at one node did before.
#[derive(Clone, Copy)]
pub(crate) struct Advice<'a> {
    past: &'a Past,
    alone: &'a [AtomicI16],
    /// What followed the plies before, by footprint.
    replies: &'a [AtomicI16],
    plans: &'a [AtomicI16],
}

impl Advice<'_> {
    /// Returns how well a quiet move did, within three times ±[`MOST`].
    #[inline]
    pub fn success<P: Board>(&self, position: &P, intent: Intent) -> i32 {
        let slot = self.past.slot(Side::First, intent);
        let footprint = usize::from(self.past.footprint(position, intent));
        [&self.alone[slot], &self.replies[footprint], &self.plans[footprint]]
            .map(|success| i32::from(success.load(Relaxed)))
            .iter()
            .sum()
    }
}

fn zeros(count: usize) -> Vec<AtomicI16> {
    (0..count).map(|_| AtomicI16::new(0)).collect()
}
