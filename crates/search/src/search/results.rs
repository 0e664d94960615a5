use entourage_kernel::{Evaluate, Intent};

use super::{DEEPEST, Search};
use crate::score::{INFINITE, MATE, Score, is_proven};
use crate::{Best, Line};

/// The depth from which the value is sought near the last one, and how far around it first.
const AIMED_DEPTH: usize = 4;
const AIM: i32 = 25;

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
    /// least as many as lines were asked for, if there are as many moves.
    pub fn ranking(&self) -> &[Line] {
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

    /// Returns the last depth finished, in plies.
    pub fn depth(&self) -> u32 {
        self.deepened as u32
    }

    /// Sets the window for a depth: around the last value, where one value is sought and that was an estimate.
    pub(super) fn aim(&mut self) {
        let options = &self.options;
        let is_aimed =
            options.selective && options.lines == 1 && options.slack == 0 && self.depth >= AIMED_DEPTH;
        let last = self.best.as_ref().map(|best| best.score.number()).filter(|&score| !is_proven(score));
        self.widening = AIM;
        self.window = match last {
            Some(last) if is_aimed => (last - AIM, last + AIM),
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
            line: frame.line.clone(),
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
                if let Some(place) = self.moves.iter().position(|&other| Some(other) == intent) {
                    self.moves[..=place].rotate_right(1);
                }
            }
            return;
        }
        self.deepened = self.depth;
        if self.options.selective {
            let frame = &self.frames[0];
            self.remember(frame.key, intent, frame.estimate, value, 0, self.depth, self.window);
        }
        std::mem::swap(&mut self.ranking, &mut self.next_ranking);
        if let Some(best) = &self.best {
            let chosen = best.intent;
            // Exact scores order the next depth; the rest keep their order.
            self.ranking.sort_by_key(|line| (-line.score.number(), line.intent != chosen));
            let place = |intent: &Intent| {
                self.ranking.iter().position(|line| line.intent == *intent).unwrap_or(usize::MAX)
            };
            self.moves.sort_by_cached_key(place);
            // A proven end within this depth cannot be bettered.
            let is_settled = |line: &Line| {
                let number = line.score.number();
                is_proven(number) && MATE - number.abs() <= self.depth as i32
            };
            let is_over = self.ranking.iter().take(self.options.lines).all(is_settled);
            self.finished = self.depth >= DEEPEST || is_over;
        }
        self.extend_lines();
    }

    /// Follows the table where the lines asked for were cut short by it.
    fn extend_lines(&mut self) {
        let mut ranking = std::mem::take(&mut self.ranking);
        for Line { line, .. } in ranking.iter_mut().take(self.options.lines) {
            self.extend(line);
        }
        if let (Some(best), Some(first)) = (&mut self.best, ranking.first())
            && best.intent == first.intent
        {
            best.line.clone_from(&first.line);
        }
        self.ranking = ranking;
    }

    /// Follows the table from the end of a line.
    fn extend(&mut self, line: &mut Vec<Intent>) {
        let mut position = self.root.clone();
        for &intent in &*line {
            position = self.rules.play_unchecked(&position, intent);
        }
        while line.len() < self.depth {
            let hash = entourage_kernel::Board::hash(&position);
            let Some(intent) = self.table.find(hash).and_then(|entry| entry.intent) else { break };
            self.generated.clear();
            self.rules.legal_moves(&position, &mut self.generated);
            if !self.generated.contains(&intent) {
                break;
            }
            line.push(intent);
            position = self.rules.play_unchecked(&position, intent);
        }
    }
}
