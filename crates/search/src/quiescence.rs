use entourage_kernel::{Board, Evaluate, Intent};

use crate::candidates::{Candidate, Candidates};
use crate::ordering::rank_gain;
use crate::score::{DRAW, INFINITE, MATE, is_proven, outcome_score, score_from_table, score_to_table};
use crate::transposition_table::{Bound, Entry, TranspositionTable};

pub(crate) const MAX_QUIESCENCE_PLIES: usize = 16;
/// The number of plies of quiescence in which all moves of a side in check are searched.
pub(crate) const MAX_ALERT_PLIES: usize = 6;
/// The margin of delta pruning, added to the gain of the capture, in centipawns.
const DELTA_MARGIN: i32 = 150;

/// The limit on quiet plies in games without such a limit, so high that no search can reach it.
pub(crate) const UNLIMITED: u32 = u32::MAX;

#[derive(Clone, Copy)]
pub(crate) struct NodeInfo {
    /// Whether the side to move is in check (`Rules::alert`), so that all its moves are searched.
    pub alerted: bool,
    /// The static evaluation, if it was computed.
    pub static_eval: Option<i32>,
}

/// Quiescence search: plays out captures at the leaves, so that only quiet positions are evaluated.
///
/// A side that is not in check (`Rules::alert`) can stand pat; a side in check has all its moves searched, during the
/// first [`MAX_ALERT_PLIES`] plies. The value depends on the position and on the quiet plies left, not on the line.
#[derive(Default)]
pub(crate) struct Quiescence {
    pub nodes: u64,
    /// Whether unpromising captures are pruned and the transposition table is used.
    selective: bool,
    generated: Vec<Intent>,
    ranked: Vec<Candidates>,
}

impl Quiescence {
    pub fn new(selective: bool) -> Self {
        Self { selective, ..Self::default() }
    }

    /// Returns the value of a position that is not terminal, `ply` plies below the root, within a window (fail-soft). After
    /// `adjudicated` more quiet plies, the game is drawn.
    #[expect(clippy::too_many_arguments, reason = "parts of the search and properties of the node")]
    pub fn value<R: Evaluate>(
        &mut self,
        rules: &R,
        table: &TranspositionTable,
        position: &R::Position,
        info: NodeInfo,
        window: (i32, i32),
        ply: usize,
        depth: usize,
        adjudicated: u32,
    ) -> i32 {
        let (mut alpha, beta) = window;
        let mover = position.side_to_move();
        let key = position.hash();
        let known = if self.selective { table.find(key) } else { None };
        let plies_left = rules.plies_to_quiet_end(position).unwrap_or(UNLIMITED).min(adjudicated);
        if let Some(value) = known.and_then(|entry| cutoff(&entry, window, ply, plies_left)) {
            return value;
        }
        self.generated.clear();
        let mut best;
        let mut static_eval = None;
        if info.alerted {
            rules.legal_moves(position, &mut self.generated);
            if self.generated.is_empty() {
                return outcome_score(rules.stranded(position), mover, ply);
            }
            best = -INFINITE;
        } else {
            // A selective search does not detect stalemate in quiet leaves.
            if !self.selective && !rules.has_moves(position) {
                return outcome_score(rules.stranded(position), mover, ply);
            }
            let stand_pat = info.static_eval.or_else(|| known?.static_eval);
            let stand_pat = stand_pat.unwrap_or_else(|| rules.evaluate(position));
            static_eval = Some(stand_pat);
            best = known.and_then(|entry| refine(&entry, stand_pat)).unwrap_or(stand_pat);
            if best >= beta || depth >= MAX_QUIESCENCE_PLIES {
                if self.selective && known.is_none() {
                    let entry = Entry {
                        intent: None,
                        score: best,
                        static_eval,
                        depth: 0,
                        bound: Bound::Lower,
                        is_fresh: true,
                    };
                    table.store(key, entry);
                }
                return best;
            }
            alpha = alpha.max(best);
            rules.noisy_moves(position, &mut self.generated);
        }
        if self.ranked.len() <= depth {
            self.ranked.resize_with(depth + 1, Candidates::default);
        }
        let mut moves = std::mem::take(&mut self.ranked[depth]);
        moves.clear();
        let hash_move = known.and_then(|entry| entry.intent);
        for &intent in &self.generated {
            let gain = rules.gain(position, intent);
            let rank = match gain {
                _ if hash_move == Some(intent) => i32::MAX,
                0 => 0,
                _ => rank_gain(rules, position, intent, gain),
            };
            moves.push(Candidate::new(intent, rank, gain));
        }
        let mut best_intent = None;
        let mut next = 0;
        while let Some(Candidate { intent, gain, .. }) = moves.pick(next) {
            next += 1;
            if self.selective && best > -20_000 {
                if let Some(stand_pat) = static_eval {
                    let most = stand_pat + gain + DELTA_MARGIN;
                    if most <= alpha && !is_proven(alpha) {
                        best = best.max(most);
                        continue;
                    }
                }
                // Static exchange evaluation, only if the capturing piece is worth more than what it wins.
                if gain < rules.stake(position, intent) && rules.static_exchange(position, intent) < 0 {
                    continue;
                }
            }
            let child = rules.play_unchecked(position, intent);
            if self.selective {
                table.prefetch(child.hash());
            }
            self.nodes += 1;
            let value = if let Some(outcome) = rules.terminal(&child) {
                outcome_score(outcome, mover, ply + 1)
            } else {
                let alerted = depth + 1 < MAX_ALERT_PLIES && rules.alert(&child).is_some();
                let info = NodeInfo { alerted, static_eval: None };
                let (ply, depth) = (ply + 1, depth + 1);
                let adjudicated = match adjudicated {
                    UNLIMITED => UNLIMITED,
                    _ if rules.is_decisive(position, intent) => UNLIMITED,
                    left => left.saturating_sub(1),
                };
                if adjudicated == 0 && rules.has_moves(&child) || rules.is_dead(&child) {
                    DRAW
                } else if child.side_to_move() == mover {
                    self.value(rules, table, &child, info, (alpha, beta), ply, depth, adjudicated)
                } else {
                    -self.value(rules, table, &child, info, (-beta, -alpha), ply, depth, adjudicated)
                }
            };
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_intent = Some(intent);
                }
            }
            if best >= beta {
                break;
            }
        }
        self.ranked[depth] = moves;
        if self.selective {
            let bound = if best >= beta {
                Bound::Lower
            } else if best_intent.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let score = score_to_table(best, ply);
            table
                .store(key, Entry { intent: best_intent, score, static_eval, depth: 0, bound, is_fresh: true });
        }
        best
    }
}

/// Returns the value of a table entry within a window, if it allows a cutoff.
///
/// A win or loss that takes more than `plies_left` plies is not valid: the quiet limit would draw the game first.
pub(crate) fn cutoff(entry: &Entry, window: (i32, i32), ply: usize, plies_left: u32) -> Option<i32> {
    if is_proven(entry.score) && MATE - entry.score.abs() > i32::try_from(plies_left).unwrap_or(i32::MAX) {
        return None;
    }
    let value = score_from_table(entry.score, ply);
    let usable = match entry.bound {
        Bound::None => false,
        Bound::Upper => value <= window.0,
        Bound::Lower => value >= window.1,
        Bound::Exact => true,
    };
    usable.then_some(value)
}

/// Returns the score of a table entry if it is a better estimate than the static evaluation.
pub(crate) fn refine(entry: &Entry, static_eval: i32) -> Option<i32> {
    let better = match entry.bound {
        Bound::None => false,
        Bound::Upper => entry.score < static_eval,
        Bound::Lower => entry.score > static_eval,
        Bound::Exact => true,
    };
    (better && !is_proven(entry.score)).then_some(entry.score)
}
