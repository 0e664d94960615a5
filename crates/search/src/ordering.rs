use entourage_kernel::{Board, Evaluate, Intent, Side};

/// Orders the moves most likely to refute first: the remembered move, gains, killers, then quiet moves by past success.
pub(crate) struct Ordering {
    /// Two quiet refutations per ply.
    killers: Vec<[Option<Intent>; 2]>,
    /// Past success of quiet moves by side, first and last square.
    success: Vec<i32>,
}

/// Pairs a move with its rank; higher is tried first.
pub(crate) type Ranked = (i32, Intent);

const SQUARES: usize = 128;
const REMEMBERED: i32 = i32::MAX;
const GAIN: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const MOST_SUCCESS: i32 = 1 << 20;
const PASS: i32 = -1;

impl Ordering {
    pub fn new() -> Self {
        Self { killers: Vec::new(), success: vec![0; 2 * SQUARES * SQUARES] }
    }

    fn slot(side: Side, intent: Intent) -> usize {
        let first = intent.first().map_or(SQUARES - 1, |square| square.index());
        let last = intent.last().map_or(SQUARES - 1, |square| square.index());
        (side.index() * SQUARES + first) * SQUARES + last
    }

    /// Ranks a legal move in a full-width node.
    pub fn rank<R: Evaluate>(
        &self,
        rules: &R,
        position: &R::Position,
        intent: Intent,
        remembered: Option<Intent>,
        ply: usize,
    ) -> i32 {
        if remembered == Some(intent) {
            return REMEMBERED;
        }
        let rank = rank_gain(rules, position, intent);
        if rank != 0 {
            return rank;
        }
        if intent.is_empty() {
            return PASS;
        }
        match self.killers.get(ply) {
            Some(killers) if killers[0] == Some(intent) => KILLER + 1,
            Some(killers) if killers[1] == Some(intent) => KILLER,
            _ => self.success[Self::slot(position.side_to_move(), intent)],
        }
    }

    /// Learns that a quiet move refuted what came before it, and that those tried ahead of it did not.
    pub fn learn(&mut self, side: Side, intent: Intent, tried: &[Ranked], ply: usize, depth: usize) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(intent) {
            *killers = [Some(intent), killers[0]];
        }
        let bonus = (depth * depth).min(400) as i32;
        self.adjust(side, intent, bonus);
        for &(rank, other) in tried {
            if rank < GAIN / 2 && other != intent {
                self.adjust(side, other, -bonus);
            }
        }
    }

    /// Moves a success towards its limit in proportion to what is missing.
    fn adjust(&mut self, side: Side, intent: Intent, bonus: i32) {
        let success = &mut self.success[Self::slot(side, intent)];
        let toward = if bonus > 0 { MOST_SUCCESS - *success } else { *success };
        *success += bonus * (toward / 1024);
    }

    /// Halves all successes and forgets the killers, for the next move of the game.
    pub fn fade(&mut self) {
        self.killers.clear();
        self.success.iter_mut().for_each(|success| *success /= 2);
    }
}

/// Ranks a legal move by what it wins at once and, among equals, by how little it puts at risk; 0 if it wins nothing.
pub(crate) fn rank_gain<R: Evaluate>(rules: &R, position: &R::Position, intent: Intent) -> i32 {
    match rules.gain(position, intent) {
        0 => 0,
        gain => GAIN + 16 * gain - rules.stake(position, intent),
    }
}

/// Takes the highest-ranked of the moves from `next` on and puts it at `next`.
pub(crate) fn pick(moves: &mut [Ranked], next: usize) -> Option<Intent> {
    let (offset, _) = moves.get(next..)?.iter().enumerate().rev().max_by_key(|(_, ranked)| ranked.0)?;
    moves.swap(next, next + offset);
    Some(moves[next].1)
}
