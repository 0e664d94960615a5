use entourage_kernel::{Board, Evaluate, Intent};

use crate::candidates::{Candidate, Candidates};
use crate::ordering::rank_gain;
use crate::score::{DRAW, INFINITE, MATE, from_node_to_root, from_root_to_node, is_proven, of_outcome};
use crate::transposition_table::{Bound, Entry, TranspositionTable};

pub(crate) const LONGEST_EXCHANGE: usize = 16;
/// The plies during which a side in alert tries all its moves.
pub(crate) const ALERTED: usize = 6;
/// What a gain may lack to the window, beside its worth, and still be tried (delta pruning).
const DELTA_MARGIN: i32 = 150;

/// Stands for more quiet plies than a search can reach.
pub(crate) const ENDLESS: u32 = u32::MAX;

#[derive(Clone, Copy)]
pub(crate) struct Impression {
    /// Whether the side to move is warned, so that it tries all its moves.
    pub alerted: bool,
    /// What the position seems to be worth by itself (its static evaluation), if it was asked.
    pub estimate: Option<i32>,
}

/// Plays exchanges out at the leaves, so that only quiet positions are estimated: quiescence search.
///
/// A side may always stop and take the estimate (stand pat), unless it is in alert (`Rules::alert`): then all its
/// moves are tried, during the first [`ALERTED`] plies. The value depends on the position and the quiet plies left alone, never on
/// the path that led there.
#[derive(Default)]
pub(crate) struct Quiescence {
    pub nodes: u64,
    /// Whether exchanges that promise nothing are left out, and the table is used.
    selective: bool,
    generated: Vec<Intent>,
    ranked: Vec<Candidates>,
}

impl Quiescence {
    pub fn new(selective: bool) -> Self {
        Self { selective, ..Self::default() }
    }

    /// Values a position that is not terminal, `ply` plies below the root, within a window (fail-soft); so many quiet plies more
    /// are adjudicated a draw.
    #[expect(clippy::too_many_arguments, reason = "the search's parts, and what it knows of the position")]
    pub fn value<R: Evaluate>(
        &mut self,
        rules: &R,
        table: &TranspositionTable,
        position: &R::Position,
        impression: Impression,
        window: (i32, i32),
        ply: usize,
        depth: usize,
        adjudicated: u32,
    ) -> i32 {
        let (mut alpha, beta) = window;
        let mover = position.side_to_move();
        let key = position.hash();
        let known = if self.selective { table.find(key) } else { None };
        let plies_left = rules.plies_to_quiet_end(position).unwrap_or(ENDLESS).min(adjudicated);
        if let Some(value) = known.and_then(|entry| cutoff(&entry, window, ply, plies_left)) {
            return value;
        }
        self.generated.clear();
        let mut best;
        let mut estimate = None;
        if impression.alerted {
            rules.legal_moves(position, &mut self.generated);
            if self.generated.is_empty() {
                return of_outcome(rules.stranded(position), mover, ply);
            }
            best = -INFINITE;
        } else {
            // Selective search forgoes telling a stalemate among leaves from a quiet position.
            if !self.selective && !rules.has_moves(position) {
                return of_outcome(rules.stranded(position), mover, ply);
            }
            let standing = impression.estimate.or_else(|| known?.estimate);
            let standing = standing.unwrap_or_else(|| rules.evaluate(position));
            estimate = Some(standing);
            best = known.and_then(|entry| sharpen(&entry, standing)).unwrap_or(standing);
            if best >= beta || depth >= LONGEST_EXCHANGE {
                if self.selective && known.is_none() {
                    let entry = Entry {
                        intent: None,
                        score: best,
                        estimate,
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
                if let Some(standing) = estimate {
                    let most = standing + gain + DELTA_MARGIN;
                    if most <= alpha && !is_proven(alpha) {
                        best = best.max(most);
                        continue;
                    }
                }
                // Static exchange evaluation, only where the piece that captures is worth more than what it wins.
                if gain < rules.stake(position, intent) && rules.static_exchange(position, intent) < 0 {
                    continue;
                }
            }
            let child = rules.play_unchecked(position, intent);
            if self.selective {
                table.fetch(child.hash());
            }
            self.nodes += 1;
            let value = if let Some(outcome) = rules.terminal(&child) {
                of_outcome(outcome, mover, ply + 1)
            } else {
                let alerted = depth + 1 < ALERTED && rules.alert(&child).is_some();
                let impression = Impression { alerted, estimate: None };
                let (ply, depth) = (ply + 1, depth + 1);
                let adjudicated = match adjudicated {
                    ENDLESS => ENDLESS,
                    _ if rules.is_decisive(position, intent) => ENDLESS,
                    left => left.saturating_sub(1),
                };
                if adjudicated == 0 && rules.has_moves(&child) || rules.is_dead(&child) {
                    DRAW
                } else if child.side_to_move() == mover {
                    self.value(rules, table, &child, impression, (alpha, beta), ply, depth, adjudicated)
                } else {
                    -self.value(rules, table, &child, impression, (-beta, -alpha), ply, depth, adjudicated)
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
            let score = from_root_to_node(best, ply);
            table.store(key, Entry { intent: best_intent, score, estimate, depth: 0, bound, is_fresh: true });
        }
        best
    }
}

/// Returns the value of a position that an entry tells within a window, if it tells one: a transposition cutoff.
///
/// A win or loss that takes more than the quiet plies left was found where there were more of them, and is not to be trusted.
pub(crate) fn cutoff(entry: &Entry, window: (i32, i32), ply: usize, plies_left: u32) -> Option<i32> {
    if is_proven(entry.score) && MATE - entry.score.abs() > i32::try_from(plies_left).unwrap_or(i32::MAX) {
        return None;
    }
    let value = from_node_to_root(entry.score, ply);
    let usable = match entry.bound {
        Bound::None => false,
        Bound::Upper => value <= window.0,
        Bound::Lower => value >= window.1,
        Bound::Exact => true,
    };
    usable.then_some(value)
}

/// Returns a better estimate than a position's own from what was searched before, if there is one.
pub(crate) fn sharpen(entry: &Entry, estimate: i32) -> Option<i32> {
    let better = match entry.bound {
        Bound::None => false,
        Bound::Upper => entry.score < estimate,
        Bound::Lower => entry.score > estimate,
        Bound::Exact => true,
    };
    (better && !is_proven(entry.score)).then_some(entry.score)
}
