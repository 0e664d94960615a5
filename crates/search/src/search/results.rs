use entourage_kernel::{Evaluate, Intent};

use super::{DEEPEST, Search};
use crate::score::{INFINITE, MATE, Score, is_proven};
use crate::{Best, Variation};

/// The depth from which the value is sought near the last one, and how far around it first (aspiration windows).
const ASPIRATION_DEPTH: usize = 4;
const ASPIRATION_WINDOW: i32 = 25;

impl<R: Evaluate> Search<R> {
    /// Returns the rules of the game searched.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Returns the position searched.
    pub fn position(&self) -> &R::Position {
        &self.root
    }

    /// Lists the legal moves, the best known first; none if the game is over.
    pub fn moves(&self) -> &[Intent] {
        &self.moves
    }

    /// Lists moves with exact scores at the last finished depth, the best first: all those within the slack, and at
    /// least as many as variations were asked for, if there are as many moves.
    pub fn ranking(&self) -> &[Variation] {
        &self.ranking
    }

    /// Returns the best move known, always a legal one; `None` if the game is over.
    pub fn best(&self) -> Option<Best> {
        Some(Best { nodes: self.nodes(), ..self.best.clone()? })
    }

    /// Returns the positions looked at so far, on all threads.
    pub fn nodes(&self) -> u64 {
        self.own_nodes() + self.helped
    }

    /// Estimates how much of the transposition table this search has filled, in thousandths.
    pub fn fullness(&self) -> u32 {
        self.table.fullness()
    }

    /// Returns the size of the transposition table in mebibytes: what was asked for, rounded down to a power of two, or less where
    /// the system did not give so much.
    pub fn table_mb(&self) -> usize {
        self.table.megabytes()
    }

    /// Returns the threads on which the last [`run`](Self::run) thought: those asked for, or fewer where the machine has few
    /// processors or the system refused them.
    pub fn threads(&self) -> usize {
        1 + self.helpers
    }

    /// Returns the last depth finished, in plies.
    pub fn depth(&self) -> u32 {
        self.deepened as u32
    }

    /// Sets the aspiration window for a depth: around the last value, where one value is sought and that was an estimate.
    pub(super) fn set_aspiration_window(&mut self) {
        let options = &self.options;
        let has_aspiration_window = options.selective
            && options.variations == 1
            && options.slack == 0
            && self.depth >= ASPIRATION_DEPTH;
        let last = self.best.as_ref().map(|best| best.score.number()).filter(|&score| !is_proven(score));
        self.widening = ASPIRATION_WINDOW;
        self.window = match last {
            Some(last) if has_aspiration_window => (last - ASPIRATION_WINDOW, last + ASPIRATION_WINDOW),
            _ => (-INFINITE, INFINITE),
        };
    }

    pub(super) fn note_best(&mut self) {
        let frame = &self.frames[0];
        let Some(intent) = self.root_best() else { return };
        self.best = Some(Best {
            intent,
            score: Score::new(frame.best),
            depth: self.depth as u32,
            nodes: 0,
            variation: frame.variation.clone(),
        });
    }

    /// Takes in the root's value: the depth is finished, or must be searched again with a wider window.
    pub(super) fn finish_depth(&mut self) {
        let (value, intent) = (self.frames[0].best, self.root_best());
        let (floor, beta) = self.window;
        if value <= floor || value >= beta {
            self.widening = self.widening.saturating_mul(3);
            let is_wide = self.widening > 1_500 || is_proven(value);
            if value <= floor {
                self.window.0 = if is_wide { -INFINITE } else { value - self.widening };
            } else {
                self.window.1 = if is_wide { INFINITE } else { value + self.widening };
                // What beat the window is tried first when it is searched again.
                if let Some(index) = self.moves.iter().position(|&other| Some(other) == intent) {
                    self.moves[..=index].rotate_right(1);
                }
            }
            return;
        }
        self.deepened = self.depth;
        if self.options.selective && !self.restricted {
            let frame = &self.frames[0];
            self.remember(frame.key, intent, frame.estimate, value, 0, self.depth, self.window);
        }
        std::mem::swap(&mut self.ranking, &mut self.next_ranking);
        if let Some(best) = &self.best {
            let chosen = best.intent;
            // Exact scores order the next depth; the rest keep their order.
            self.ranking.sort_by_key(|variation| (-variation.score.number(), variation.intent != chosen));
            let index = |intent: &Intent| {
                self.ranking.iter().position(|variation| variation.intent == *intent).unwrap_or(usize::MAX)
            };
            self.moves.sort_by_cached_key(index);
            // A proven end within this depth cannot be bettered.
            let is_settled = |variation: &Variation| {
                let number = variation.score.number();
                is_proven(number) && MATE - number.abs() <= self.depth as i32
            };
            let is_over = self.ranking.iter().take(self.options.variations).all(is_settled);
            self.finished = self.depth >= DEEPEST || is_over;
        }
        self.extend_variations();
    }

    /// Follows the table where the variations asked for were cut short by it.
    fn extend_variations(&mut self) {
        let mut ranking = std::mem::take(&mut self.ranking);
        for Variation { moves, .. } in ranking.iter_mut().take(self.options.variations) {
            self.extend(moves);
        }
        if let (Some(best), Some(first)) = (&mut self.best, ranking.first())
            && best.intent == first.intent
        {
            best.variation.clone_from(&first.moves);
        }
        self.ranking = ranking;
    }

    /// Follows the table from the end of a variation, and cuts it short where the game is over.
    fn extend(&mut self, moves: &mut Vec<Intent>) {
        let mut position = self.root.clone();
        let mut quiet = self.quiet;
        let mut met = vec![self.rules.repetition_key(&position)];
        let mut length = 0;
        while length < moves.len().max(self.depth) {
            let intent = match moves.get(length) {
                Some(&intent) => intent,
                None => {
                    let hash = entourage_kernel::Board::hash(&position);
                    let Some(intent) = self.table.find(hash).and_then(|entry| entry.intent) else { break };
                    self.generated.clear();
                    self.rules.legal_moves(&position, &mut self.generated);
                    if !self.generated.contains(&intent) {
                        break;
                    }
                    moves.push(intent);
                    intent
                }
            };
            length += 1;
            quiet = self.quiet_after(&position, intent, quiet);
            position = self.rules.play_unchecked(&position, intent);
            let key = self.rules.repetition_key(&position);
            // A position that was on the way before was valued as a draw: what would follow it was not searched.
            if self.end(&position, quiet).is_some() || key.is_some() && met.contains(&key) {
                break;
            }
            met.push(key);
        }
        moves.truncate(length);
    }
}
