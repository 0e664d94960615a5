use entourage_kernel::{Board, Evaluate, Intent, Rules, Side};

use crate::history::{Context, Past};
use crate::table::NO_INTENT;

/// Orders the moves most likely to refute first: the remembered move, gains, killers, then quiet moves by past success.
pub(crate) struct Ordering {
    /// Two quiet refutations per ply.
    killers: Vec<[Option<Intent>; 2]>,
    pub past: Past,
}

/// Holds a legal move with what orders it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    pub intent: Intent,
    /// Higher is tried first.
    pub rank: i32,
    /// What it wins at once, 0 if it is quiet.
    pub gain: i32,
}

const GAIN: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const PASS: i32 = -1 << 22;
/// Ranks gains that cost more than they bring, behind all quiet moves.
const POOR: i32 = -1 << 24;
/// Marks a move to be ranked by past success.
const QUIET: i32 = i32::MIN;

impl Candidate {
    /// Lists a move that has not been ranked yet.
    pub fn unranked(intent: Intent) -> Self {
        Self { intent, rank: 0, gain: 0 }
    }

    /// Tells whether the move is ranked among gains that have not been found to be poor.
    #[inline]
    pub fn promises(&self) -> bool {
        self.rank > GAIN / 2
    }

    /// Puts a gain that turned out to be poor behind all quiet moves.
    pub fn demote(&mut self) {
        self.rank = POOR + self.gain;
    }
}

impl Ordering {
    pub fn new<R: Rules>(rules: &R) -> Self {
        Self { killers: Vec::new(), past: Past::new(rules) }
    }

    /// Ranks legal moves of a node.
    pub fn rank<R: Evaluate>(
        &self,
        rules: &R,
        position: &R::Position,
        candidates: &mut [Candidate],
        ply: usize,
        context: Context,
    ) {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let counter = self.past.counter(position.side_to_move(), context);
        let favourites =
            [killers[0], killers[1], counter].map(|favourite| favourite.map_or(NO_INTENT, Intent::bits));
        for candidate in &mut *candidates {
            let intent = candidate.intent;
            candidate.gain = rules.gain(position, intent);
            candidate.rank = if candidate.gain != 0 {
                rank_gain(rules, position, intent, candidate.gain)
            } else if intent.is_empty() {
                PASS
            } else {
                match favourites.iter().position(|&favourite| favourite == intent.bits()) {
                    Some(place) => KILLER + 2 - place as i32,
                    None => QUIET,
                }
            };
        }
        // In a loop of its own, so that many of these far-off numbers are on their way at once.
        let advice = self.past.advice(context);
        for candidate in candidates.iter_mut().filter(|candidate| candidate.rank == QUIET) {
            candidate.rank = advice.success(position, candidate.intent);
        }
    }

    /// Learns that a quiet move refuted what came before it, and that the quiet ones tried ahead of it did not.
    pub fn learn<P: Board>(
        &mut self,
        position: &P,
        intent: Intent,
        tried: &[Candidate],
        ply: usize,
        depth: usize,
        context: Context,
    ) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(intent) {
            *killers = [Some(intent), killers[0]];
        }
        let side: Side = position.side_to_move();
        self.past.learn_counter(side, context, intent);
        let bonus = (16 * depth * depth + 32 * depth).min(1_200) as i32;
        self.past.adjust(position, intent, context, bonus);
        for other in tried.iter().filter(|other| other.gain == 0 && other.intent != intent) {
            self.past.adjust(position, other.intent, context, -bonus);
        }
    }

    /// Forgets the killers and fades the rest, for the next move of the game.
    pub fn fade(&mut self) {
        self.killers.clear();
        self.past.fade();
    }
}

/// Ranks a legal move by what it wins at once and, among equals, by how little it puts at risk.
#[inline]
pub(crate) fn rank_gain<R: Evaluate>(rules: &R, position: &R::Position, intent: Intent, gain: i32) -> i32 {
    GAIN + 16 * gain - rules.stake(position, intent)
}

/// Takes the highest-ranked of the moves from `next` on and puts it at `next`.
#[inline]
pub(crate) fn pick(moves: &mut [Candidate], next: usize) -> Option<Candidate> {
    let rest = moves.get(next..)?;
    if rest.is_empty() {
        return None;
    }
    // The rank, and the nearer of two equals; four at a time, which need not wait for each other.
    let worth = |place: usize, candidate: &Candidate| i64::from(candidate.rank) << 16 | (0xFFFF - place as i64);
    let mut best = [i64::MIN; LANES];
    let (fours, others) = rest.as_chunks::<LANES>();
    for (four, candidates) in fours.iter().enumerate() {
        for lane in 0..LANES {
            best[lane] = best[lane].max(worth(LANES * four + lane, &candidates[lane]));
        }
    }
    for (place, candidate) in others.iter().enumerate() {
        best[0] = best[0].max(worth(LANES * fours.len() + place, candidate));
    }
    let best = best.into_iter().fold(i64::MIN, i64::max);
    let place = 0xFFFF - (best & 0xFFFF) as usize;
    moves.swap(next, next + place);
    Some(moves[next])
}

/// The moves compared at once.
const LANES: usize = 4;
