use crate::{Adjudication, Board, Intent, Outcome, Refusal, Rules, Side, Status, Warners};

/// Counts the plies from one position kept to the next. What is kept of a game weighs less the longer the steps, and taking a
/// ply back replays less the shorter they are.
const STRIDE: usize = 32;

/// Holds a game under way: where it began, the moves played, and where it stands.
#[derive(Clone, Debug)]
pub struct History<R: Rules> {
    rules: R,
    /// The organisers' options.
    adjudication: Adjudication,
    /// Those and the rules' own.
    in_force: Adjudication,
    /// The positions after every so many plies, the first one at the beginning.
    milestones: Vec<R::Position>,
    position: R::Position,
    moves: Vec<Intent>,
    /// For each position passed through, the number of plies since the last decisive move.
    quiet: Vec<u32>,
    /// Repetition keys of the positions passed through.
    keys: Vec<Option<u64>>,
    /// For each of these whose turn began there and whether they were warned, where the rules ask for it.
    turns: Vec<Option<(Side, bool)>>,
}

/// Returns whose turn begins in a position and whether they are warned, where the rules ask for it.
fn turn<R: Rules>(rules: &R, position: &R::Position, key: Option<u64>) -> Option<(Side, bool)> {
    if key.is_none() || rules.repetitions().is_empty() {
        return None;
    }
    Some((position.side_to_move(), rules.alert(position).is_some()))
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
        let turn = turn(&rules, &start, key);
        Self {
            rules,
            adjudication,
            in_force,
            milestones: vec![start.clone()],
            position: start,
            moves: Vec::new(),
            quiet: vec![0],
            keys: vec![key],
            turns: vec![turn],
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
        &self.position
    }

    /// Returns the position at the beginning.
    pub fn start(&self) -> &R::Position {
        &self.milestones[0]
    }

    /// Plays the moves again, and lists the positions after each.
    pub fn replayed(&self) -> impl Iterator<Item = R::Position> + '_ {
        self.moves.iter().scan(self.start().clone(), |position, &intent| {
            *position = self.rules.play_unchecked(position, intent);
            Some(position.clone())
        })
    }

    /// Lists the moves played.
    pub fn moves(&self) -> &[Intent] {
        &self.moves
    }

    /// Lists the repetition keys of all positions passed through, the present one last.
    pub fn keys(&self) -> impl Iterator<Item = u64> + '_ {
        self.keys.iter().copied().flatten()
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
            (status @ Status::Ended(_), _) | (status, None) => status,
            (_, Some(outcome)) => Status::Ended(outcome),
        }
    }

    /// Returns the occurrence of a position that first comes to anything, if any does.
    pub fn recurrence_limit(&self) -> Option<u32> {
        let own = self.rules.repetitions().iter().map(|repetition| repetition.occurrence).min();
        own.or(self.in_force.repetition)
    }

    /// Tells who has warned the other player by every move since a ply.
    pub fn warners_since(&self, ply: usize) -> Warners {
        let mut warners = Warners::default();
        let turns = self.turns.iter().skip(ply + 1).flatten();
        turns.for_each(|(side, is_warned)| warners.add(*side, *is_warned));
        warners
    }

    /// Lists the plies after which the position had a repetition key, the first one first.
    pub fn occurrences(&self, key: u64) -> Vec<usize> {
        let plies = self.keys.iter().enumerate().filter(|(_, other)| **other == Some(key));
        plies.map(|(ply, _)| ply).collect()
    }

    /// Returns what the recurrence of the position now comes to, if it does to anything.
    fn repeated(&self) -> Option<Outcome> {
        let limit = self.recurrence_limit()? as usize;
        let plies = self.occurrences(self.keys[self.moves.len()]?);
        if plies.len() < limit {
            return None;
        }
        let all = self.rules.repetitions();
        if all.is_empty() {
            return Some(Outcome::draw("repetition"));
        }
        all.iter().find_map(|repetition| {
            let first = plies.len().checked_sub(repetition.occurrence as usize)?;
            repetition.outcome(self.position.side_to_move(), self.warners_since(plies[first]))
        })
    }

    fn adjudicated(&self) -> Option<Outcome> {
        if let Some(outcome) = self.repeated() {
            return Some(outcome);
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
        let key = self.rules.repetition_key(&next);
        self.keys.push(key);
        self.turns.push(turn(&self.rules, &next, key));
        self.quiet.push(quiet);
        self.moves.push(intent);
        if self.moves.len().is_multiple_of(STRIDE) {
            self.milestones.push(next.clone());
        }
        self.position = next;
        Ok(())
    }

    /// Takes the last move back and returns it, or `None` at the beginning.
    pub fn undo(&mut self) -> Option<Intent> {
        let intent = self.moves.pop()?;
        self.quiet.pop();
        self.keys.pop();
        self.turns.pop();
        let passed = self.moves.len() / STRIDE;
        self.milestones.truncate(passed + 1);
        let again = self.moves[passed * STRIDE..].iter();
        self.position = again.fold(self.milestones[passed].clone(), |position, &intent| {
            self.rules.play_unchecked(&position, intent)
        });
        Some(intent)
    }
}
