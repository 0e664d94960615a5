use crate::{Adjudication, Board, Outcome, Rules, Side, Warners};

/// The cause of a draw in a position that neither side can win.
const DEAD: &str = "dead-position";

/// What repetition and draw rules need to know about a game's history: position keys, which moves gave check, and the
/// number of plies since the last decisive move ([`Rules::is_decisive`]).
#[derive(Clone, Debug)]
pub struct Past {
    /// For each position, the number of plies since the last decisive move.
    quiet: Vec<u32>,
    keys: Vec<Option<u64>>,
    /// For each position, the side to move and whether it is in check; `None` mid-turn, or if no rule needs this.
    turns: Vec<Option<(Side, bool)>>,
}

fn turn<R: Rules>(rules: &R, position: &R::Position, key: Option<u64>) -> Option<(Side, bool)> {
    if key.is_none() || rules.repetitions().is_empty() {
        return None;
    }
    Some((position.side_to_move(), rules.alert(position).is_some()))
}

/// Returns how many times a position must occur for the game to end; `None` if repetition never ends the game.
pub(crate) fn recurrence_limit<R: Rules>(rules: &R, in_force: Adjudication) -> Option<u32> {
    let own = rules.repetitions().iter().map(|repetition| repetition.occurrence).min();
    own.or(in_force.repetition)
}

impl Past {
    /// Creates a history that contains only the start position.
    pub fn new<R: Rules>(rules: &R, start: &R::Position) -> Self {
        let key = rules.repetition_key(start);
        Self { quiet: vec![0], keys: vec![key], turns: vec![turn(rules, start, key)] }
    }

    /// Records the position after a move, and whether the move was decisive.
    pub fn push<R: Rules>(&mut self, rules: &R, is_decisive: bool, next: &R::Position) {
        let quiet = if is_decisive { 0 } else { self.quiet_plies() + 1 };
        let key = rules.repetition_key(next);
        self.keys.push(key);
        self.turns.push(turn(rules, next, key));
        self.quiet.push(quiet);
    }

    /// Removes the position after the last move; the start position is kept.
    pub fn pop(&mut self) {
        if self.plies() > 0 {
            self.keys.pop();
            self.turns.pop();
            self.quiet.pop();
        }
    }

    /// Returns the number of moves recorded.
    pub fn plies(&self) -> usize {
        self.keys.len() - 1
    }

    /// Returns the number of plies since the last decisive move or since the start.
    pub fn quiet_plies(&self) -> u32 {
        self.quiet[self.plies()]
    }

    /// Returns the repetition keys of all positions, the current one last.
    pub fn keys(&self) -> impl Iterator<Item = u64> + '_ {
        self.keys.iter().copied().flatten()
    }

    /// Returns the repetition keys of the positions since the last decisive move, the current one last.
    pub fn recent_keys(&self) -> impl Iterator<Item = u64> + '_ {
        let from = self.plies() - self.quiet_plies() as usize;
        self.keys[from..].iter().copied().flatten()
    }

    /// Returns which sides have given check (or another alert) with each of their moves since the given ply.
    pub fn warners_since(&self, ply: usize) -> Warners {
        let mut warners = Warners::default();
        let turns = self.turns.iter().skip(ply + 1).flatten();
        turns.for_each(|(side, is_warned)| warners.add(*side, *is_warned));
        warners
    }

    /// Returns the plies at which a repetition key occurred, in ascending order.
    pub fn occurrences(&self, key: u64) -> Vec<usize> {
        let plies = self.keys.iter().enumerate().filter(|(_, other)| **other == Some(key));
        plies.map(|(ply, _)| ply).collect()
    }

    /// Returns how often the current position has occurred, including now; 1 if the rules do not count this position.
    pub fn recurrence(&self) -> usize {
        let now = self.keys[self.plies()];
        if now.is_none() { 1 } else { self.keys.iter().filter(|key| **key == now).count() }
    }

    /// Returns the outcome if the history ends the game under the adjudication in force; `position` is the current position.
    pub fn outcome<R: Rules>(
        &self,
        rules: &R,
        in_force: Adjudication,
        position: &R::Position,
    ) -> Option<Outcome> {
        if let Some(outcome) = self.repeated(rules, in_force, position) {
            return Some(outcome);
        }
        if self.plies() > 0 && rules.is_dead(position) {
            return Some(Outcome::draw(DEAD));
        }
        let quiet = in_force.quiet_limit.is_some_and(|limit| self.quiet_plies() >= 2 * limit);
        quiet.then(|| Outcome::draw("quiet-limit"))
    }

    fn repeated<R: Rules>(&self, rules: &R, in_force: Adjudication, position: &R::Position) -> Option<Outcome> {
        let limit = recurrence_limit(rules, in_force)? as usize;
        if self.recurrence() < limit {
            return None;
        }
        let all = rules.repetitions();
        if all.is_empty() {
            return Some(Outcome::draw("repetition"));
        }
        let plies = self.occurrences(self.keys[self.plies()]?);
        all.iter().find_map(|repetition| {
            let first = plies.len().checked_sub(repetition.occurrence as usize)?;
            repetition.outcome(position.side_to_move(), self.warners_since(plies[first]))
        })
    }
}
