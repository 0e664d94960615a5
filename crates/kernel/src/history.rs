use crate::{Adjudication, Intent, Outcome, Refusal, Rules, Status};

/// Holds a game under way: where it began, the moves played, and the positions passed through.
#[derive(Clone, Debug)]
pub struct History<R: Rules> {
    rules: R,
    /// The organisers' options.
    adjudication: Adjudication,
    /// Those and the rules' own.
    in_force: Adjudication,
    positions: Vec<R::Position>,
    moves: Vec<Intent>,
    /// For each position, the number of plies since the last decisive move.
    quiet: Vec<u32>,
    /// Repetition keys of the positions.
    keys: Vec<Option<u64>>,
}

/// Says why a history takes no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HistoryError {
    /// The game is over.
    Ended(Outcome),
    /// The rules refuse the move.
    Refused(Refusal),
}

impl<R: Rules> History<R> {
    /// Begins a game at a position.
    pub fn new(rules: R, adjudication: Adjudication, start: R::Position) -> Self {
        let key = rules.repetition_key(&start);
        let in_force = adjudication.and(rules.adjudication());
        Self {
            rules,
            adjudication,
            in_force,
            positions: vec![start],
            moves: Vec::new(),
            quiet: vec![0],
            keys: vec![key],
        }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Returns the organisers' adjudication options.
    pub fn adjudication(&self) -> Adjudication {
        self.adjudication
    }

    /// Returns what ends this game by its past: the organisers' options and the rules' own.
    pub fn in_force(&self) -> Adjudication {
        self.in_force
    }

    /// Returns the position now.
    pub fn position(&self) -> &R::Position {
        &self.positions[self.moves.len()]
    }

    /// Lists the positions passed through, the first and the present one included.
    pub fn positions(&self) -> &[R::Position] {
        &self.positions
    }

    /// Lists the moves played.
    pub fn moves(&self) -> &[Intent] {
        &self.moves
    }

    /// Lists the repetition keys of the positions passed through since the last decisive move, the present one last.
    pub fn recent_keys(&self) -> impl Iterator<Item = u64> + '_ {
        let from = self.moves.len() - self.quiet[self.moves.len()] as usize;
        self.keys[from..].iter().copied().flatten()
    }

    /// Returns the number of plies since the last decisive move or the beginning.
    pub fn quiet_plies(&self) -> u32 {
        self.quiet[self.moves.len()]
    }

    /// Returns where the game stands; the rules' own endings come before adjudication.
    pub fn status(&self) -> Status {
        let status = self.rules.status(self.position());
        match (status, self.adjudicated()) {
            (Status::Ended(_), _) | (_, None) => status,
            (_, Some(outcome)) => Status::Ended(outcome),
        }
    }

    fn adjudicated(&self) -> Option<Outcome> {
        if let (Some(limit), Some(key)) = (self.in_force.repetition, self.keys[self.moves.len()]) {
            let occurrences = self.keys.iter().filter(|&&other| other == Some(key)).count();
            if occurrences >= limit as usize {
                return Some(Outcome::draw("repetition"));
            }
        }
        let quiet = self.in_force.quiet_limit.is_some_and(|limit| self.quiet_plies() >= 2 * limit);
        quiet.then(|| Outcome::draw("quiet-limit"))
    }

    /// Lists the legal moves; none if the game is over.
    pub fn legal_moves(&self) -> Vec<Intent> {
        let mut moves = Vec::new();
        if self.adjudicated().is_none() {
            self.rules.legal_moves(self.position(), &mut moves);
        }
        moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The game is over, or the rules refuse the move; the history is then unchanged.
    pub fn play(&mut self, intent: Intent) -> Result<(), HistoryError> {
        if let Status::Ended(outcome) = self.status() {
            return Err(HistoryError::Ended(outcome));
        }
        let next = self.rules.play(self.position(), intent).map_err(HistoryError::Refused)?;
        let quiet = if self.rules.is_decisive(self.position(), intent) { 0 } else { self.quiet_plies() + 1 };
        self.keys.push(self.rules.repetition_key(&next));
        self.positions.push(next);
        self.quiet.push(quiet);
        self.moves.push(intent);
        Ok(())
    }

    /// Takes the last move back and returns it, or `None` at the beginning.
    pub fn undo(&mut self) -> Option<Intent> {
        let intent = self.moves.pop()?;
        self.positions.pop();
        self.quiet.pop();
        self.keys.pop();
        Some(intent)
    }
}
