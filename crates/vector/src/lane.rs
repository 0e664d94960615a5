use entourage_kernel::{Adjudication, Intent, Outcome, Past, Rules};

/// One game of a [`Vector`](crate::Vector). Moves are chosen from the legal ones and played without validation.
#[derive(Clone)]
pub(crate) struct Lane<R: Rules> {
    pub position: R::Position,
    pub past: Past,
    /// The legal moves; none if the game is over.
    pub moves: Vec<Intent>,
}

impl<R: Rules> Lane<R> {
    pub fn begin(rules: &R) -> Self {
        let position = rules.start();
        Self { past: Past::new(rules, &position), moves: rules.list_moves(&position), position }
    }

    /// Plays a legal move; returns the outcome if that ends the game.
    pub fn play(&mut self, rules: &R, in_force: Adjudication, intent: Intent) -> Option<Outcome> {
        let is_decisive = rules.is_decisive(&self.position, intent);
        let next = rules.play_unchecked(&self.position, intent);
        self.past.push(rules, is_decisive, &next);
        self.position = next;
        self.moves.clear();
        if let Some(outcome) = rules.terminal(&self.position) {
            return Some(outcome);
        }
        rules.legal_moves(&self.position, &mut self.moves);
        if self.moves.is_empty() {
            return Some(rules.stranded(&self.position));
        }
        let outcome = self.past.outcome(rules, in_force, &self.position);
        if outcome.is_some() {
            self.moves.clear();
        }
        outcome
    }
}
