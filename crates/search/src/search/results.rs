use entourage_kernel::{Evaluate, Intent, sorted_indices};

use super::{MAX_DEPTH, Search};
use crate::score::{INFINITE, MATE, Score, is_proven};
use crate::{Best, Variation};

/// The minimum depth for aspiration windows, whose initial half-width is [`ASPIRATION_WINDOW`].
const MIN_ASPIRATION_DEPTH: usize = 4;
const ASPIRATION_WINDOW: i32 = 25;

impl<R: Evaluate> Search<R> {
    /// Returns the rules of the game that is searched.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Returns the position at the root of the search.
    pub fn position(&self) -> &R::Position {
        &self.root
    }

    /// Returns the root moves, the best first; none if the game is over.
    pub fn moves(&self) -> &[Intent] {
        &self.moves
    }

    /// Returns the moves with exact scores at the last finished depth, best first: all within `Options::slack` of the
    /// best score, and at least `Options::variations` moves if there are that many.
    pub fn ranking(&self) -> &[Variation] {
        &self.ranking
    }

    /// Returns the best move found so far, always a legal one; `None` if the game is over.
    pub fn best(&self) -> Option<Best> {
        Some(Best { nodes: self.nodes(), ..self.best.clone()? })
    }

    /// Returns the number of nodes searched so far, on all threads.
    pub fn nodes(&self) -> u64 {
        self.own_nodes() + self.helped
    }

    /// Estimates how much of the transposition table this search has filled, in permille.
    pub fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }

    /// Returns the size of the transposition table in mebibytes: as requested, rounded down to a power of two, or less if the
    /// system has less memory.
    pub fn table_mb(&self) -> usize {
        self.table.megabytes()
    }

    /// Returns the number of threads of the last [`run`](Self::run): as requested, or fewer if the machine has few processors or the
    /// system refused to start more.
    pub fn threads(&self) -> usize {
        1 + self.helpers
    }

    /// Returns the last depth finished, in plies.
    pub fn depth(&self) -> u32 {
        self.deepened as u32
    }

    /// Sets the aspiration window for a depth: around the last score, if only one variation is searched and that score is not proven.
    pub(super) fn set_aspiration_window(&mut self) {
        let options = &self.options;
        let has_aspiration_window = options.selective
            && options.variations == 1
            && options.slack == 0
            && self.depth >= MIN_ASPIRATION_DEPTH;
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
            variation: frame.pv.clone(),
        });
    }

    /// Handles the value of the root: finishes the depth, or widens the window to search it again.
    pub(super) fn finish_depth(&mut self) {
        let (value, intent) = (self.frames[0].best, self.root_best());
        let (initial_alpha, beta) = self.window;
        if value <= initial_alpha || value >= beta {
            self.widening = self.widening.saturating_mul(3);
            let is_wide = self.widening > 1_500 || is_proven(value);
            if value <= initial_alpha {
                self.window.0 = if is_wide { -INFINITE } else { value - self.widening };
            } else {
                self.window.1 = if is_wide { INFINITE } else { value + self.widening };
                // The move that failed high is searched first next time.
                if let Some(index) = self.moves.iter().position(|&other| Some(other) == intent) {
                    self.moves[..=index].rotate_right(1);
                }
            }
            return;
        }
        self.deepened = self.depth;
        if self.options.selective && !self.restricted {
            let frame = &self.frames[0];
            self.store(frame.key, intent, frame.static_eval, value, 0, self.depth, self.window);
        }
        std::mem::swap(&mut self.ranking, &mut self.next_ranking);
        if let Some(best) = &self.best {
            let chosen = best.intent;
            // Moves with exact scores are sorted for the next depth; the others keep their order.
            let mut ranking: Vec<Option<Variation>> =
                std::mem::take(&mut self.ranking).into_iter().map(Some).collect();
            let key = |index: usize| {
                let variation: &Option<Variation> = &ranking[index];
                variation.as_ref().map(|one| (-one.score.number(), one.intent != chosen))
            };
            let order = sorted_indices(ranking.len(), &mut |a, b| key(a).cmp(&key(b)));
            self.ranking.extend(order.into_iter().filter_map(|index| ranking[index].take()));
            let place = |intent: &Intent| {
                self.ranking.iter().position(|variation| variation.intent == *intent).unwrap_or(usize::MAX)
            };
            let places: Vec<usize> = self.moves.iter().map(place).collect();
            let order = sorted_indices(places.len(), &mut |a, b| places[a].cmp(&places[b]));
            self.moves = order.into_iter().map(|index| self.moves[index]).collect();
            // A proven result within this depth is final.
            let is_settled = |variation: &Variation| {
                let number = variation.score.number();
                is_proven(number) && MATE - number.abs() <= self.depth as i32
            };
            let is_over = self.ranking.iter().take(self.options.variations).all(is_settled);
            self.finished = self.depth >= MAX_DEPTH || is_over;
        }
        self.extend_variations();
    }

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

    /// Extends a line with moves from the transposition table, and truncates it where the game ends.
    fn extend(&mut self, moves: &mut Vec<Intent>) {
        let mut position = self.root.clone();
        let mut quiet_plies = self.quiet_plies;
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
            quiet_plies = self.quiet_after(&position, intent, quiet_plies);
            position = self.rules.play_unchecked(&position, intent);
            let key = self.rules.repetition_key(&position);
            // A repeated position was scored as a draw, so nothing after it was searched.
            if self.end(&position, quiet_plies).is_some() || key.is_some() && met.contains(&key) {
                break;
            }
            met.push(key);
        }
        moves.truncate(length);
    }
}
