use entourage_kernel::{Board, Intent, Kind, Side};

/// Names a move by what it does to the pieces: the kind that moves and the square where it ends, in [`FOOTPRINTS`] places.
pub(crate) type Footprint = u16;

const SQUARES: usize = 128;
/// Kinds beyond the sixteenth share places with the first ones: history is advice, not truth.
const FOOTPRINTS: usize = 16 * SQUARES;
/// Bounds what is remembered of a move, for and against it.
pub(crate) const MOST: i32 = 1 << 13;

/// Remembers how well quiet moves did before, by themselves and after the moves that led to them.
pub(crate) struct Past {
    /// By side, first and last square.
    alone: Vec<i16>,
    /// After the opponent's or the mover's last ply, by the footprints of both.
    replies: Vec<i16>,
    /// After the ply before that.
    plans: Vec<i16>,
    /// The move that last refuted a ply, by the ply's side and footprint.
    counters: Vec<Option<Intent>>,
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
    pub fn new() -> Self {
        Self {
            alone: vec![0; 2 * SQUARES * SQUARES],
            replies: vec![0; FOOTPRINTS * FOOTPRINTS],
            plans: vec![0; FOOTPRINTS * FOOTPRINTS],
            counters: vec![None; 2 * FOOTPRINTS],
        }
    }

    /// Returns a legal move's footprint; a move without squares leaves that of nothing.
    #[inline]
    pub fn footprint<P: Board>(position: &P, intent: Intent) -> Footprint {
        let kind =
            intent.first().and_then(|from| position.piece_at(from)).map_or(Kind(0), |piece| piece.kind());
        let last = intent.last().map_or(SQUARES - 1, |square| square.index());
        ((kind.index() * SQUARES + last) % FOOTPRINTS) as Footprint
    }

    #[inline]
    fn slot(side: Side, intent: Intent) -> usize {
        let first = intent.first().map_or(SQUARES - 1, |square| square.index());
        let last = intent.last().map_or(SQUARES - 1, |square| square.index());
        (side.index() * SQUARES + first) * SQUARES + last
    }

    #[inline]
    fn pair(earlier: Footprint, footprint: Footprint) -> usize {
        usize::from(earlier) * FOOTPRINTS + usize::from(footprint)
    }

    /// Returns how well a quiet move did, within three times ±[`MOST`].
    #[inline]
    pub fn success<P: Board>(&self, position: &P, intent: Intent, context: Context) -> i32 {
        let mut success = i32::from(self.alone[Self::slot(position.side_to_move(), intent)]);
        if context.last.is_none() && context.before.is_none() {
            return success;
        }
        let footprint = Self::footprint(position, intent);
        if let Some(last) = context.last {
            success += i32::from(self.replies[Self::pair(last, footprint)]);
        }
        if let Some(before) = context.before {
            success += i32::from(self.plans[Self::pair(before, footprint)]);
        }
        success
    }

    /// Returns the move that last refuted the ply before, which was not `side`'s.
    #[inline]
    pub fn counter(&self, side: Side, context: Context) -> Option<Intent> {
        self.counters[side.index() * FOOTPRINTS + usize::from(context.last?)]
    }

    /// Learns that a quiet move refuted the ply before.
    pub fn learn_counter(&mut self, side: Side, context: Context, intent: Intent) {
        if let Some(last) = context.last {
            self.counters[side.index() * FOOTPRINTS + usize::from(last)] = Some(intent);
        }
    }

    /// Learns that a quiet move did well (a positive bonus) or badly.
    pub fn adjust<P: Board>(&mut self, position: &P, intent: Intent, context: Context, bonus: i32) {
        fn toward(success: &mut i16, bonus: i32) {
            // The nearer to its limit, the less it moves on.
            let now = i32::from(*success);
            *success = (now + bonus - now * bonus.abs() / MOST) as i16;
        }
        toward(&mut self.alone[Self::slot(position.side_to_move(), intent)], bonus);
        let footprint = Self::footprint(position, intent);
        if let Some(last) = context.last {
            toward(&mut self.replies[Self::pair(last, footprint)], bonus);
        }
        if let Some(before) = context.before {
            toward(&mut self.plans[Self::pair(before, footprint)], bonus);
        }
    }

    /// Halves what is remembered of single moves, for the next move of the game.
    pub fn fade(&mut self) {
        self.alone.iter_mut().for_each(|success| *success /= 2);
    }
}
