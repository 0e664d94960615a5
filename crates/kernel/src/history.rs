use crate::past::recurrence_limit;
use crate::{Adjudication, Intent, Outcome, Past, Refusal, Rules, Status};

/// Plies between two stored positions; larger values use less memory, smaller ones make undo faster.
const STRIDE: usize = 32;

/// A game in progress: its start position, the moves played, and the current position.
#[derive(Clone, Debug)]
pub struct History<R: Rules> {
    rules: R,
    adjudication: Adjudication,
    in_force: Adjudication,
    milestones: Vec<R::Position>,
    position: R::Position,
    moves: Vec<Intent>,
    past: Past,
}

/// Why a move cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HistoryError {
    /// The game is over.
    Ended(Outcome),
    /// The rules refuse the move.
    Refused(Refusal),
}

impl<R: Rules> History<R> {
    /// Starts a game from a position; `adjudication` holds the options chosen for this game, not those of the rules.
    pub fn new(rules: R, adjudication: Adjudication, start: R::Position) -> Self {
        let in_force = adjudication.and(rules.adjudication());
        let past = Past::new(&rules, &start);
        Self {
            rules,
            adjudication,
            in_force,
            milestones: vec![start.clone()],
            position: start,
            moves: Vec::new(),
            past,
        }
    }

    /// Returns the rules under which the game is played.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Returns the adjudication options chosen for this game, without those of the rules.
    pub fn adjudication(&self) -> Adjudication {
        self.adjudication
    }

    /// Returns the adjudication in force: the options chosen for this game combined with those of the rules.
    pub fn in_force(&self) -> Adjudication {
        self.in_force
    }

    /// Returns the current position.
    pub fn position(&self) -> &R::Position {
        &self.position
    }

    /// Returns the start position.
    pub fn start(&self) -> &R::Position {
        &self.milestones[0]
    }

    /// Replays the moves and returns the position after each of them.
    pub fn replayed(&self) -> impl Iterator<Item = R::Position> + '_ {
        self.moves.iter().scan(self.start().clone(), |position, &intent| {
            *position = self.rules.play_unchecked(position, intent);
            Some(position.clone())
        })
    }

    /// Returns the moves played so far, in order.
    pub fn moves(&self) -> &[Intent] {
        &self.moves
    }

    /// Returns the position history on which repetition and draw rules depend.
    pub fn past(&self) -> &Past {
        &self.past
    }

    /// Returns the number of plies since the last decisive move ([`Rules::is_decisive`]) or since the start.
    pub fn quiet_plies(&self) -> u32 {
        self.past.quiet_plies()
    }

    /// Returns the status of the game; endings by the rules take precedence over adjudication.
    pub fn status(&self) -> Status {
        let status = self.rules.status(self.position());
        match (status, self.adjudicated()) {
            (status @ Status::Ended(_), _) | (status, None) => status,
            (_, Some(outcome)) => Status::Ended(outcome),
        }
    }

    /// Returns how many times a position must occur for the game to end; `None` if repetition never ends the game.
    pub fn recurrence_limit(&self) -> Option<u32> {
        recurrence_limit(&self.rules, self.in_force)
    }

    fn adjudicated(&self) -> Option<Outcome> {
        self.past.outcome(&self.rules, self.in_force, &self.position)
    }

    /// Returns the legal moves; none if the game is over.
    pub fn legal_moves(&self) -> Vec<Intent> {
        if self.adjudicated().is_none() { self.rules.list_moves(self.position()) } else { Vec::new() }
    }

    /// Plays a move. Fails if the game is over or the rules refuse the move; the history is then unchanged.
    pub fn play(&mut self, intent: Intent) -> Result<(), HistoryError> {
        if let Status::Ended(outcome) = self.status() {
            return Err(HistoryError::Ended(outcome));
        }
        let next = self.rules.play(self.position(), intent).map_err(HistoryError::Refused)?;
        self.past.push(&self.rules, self.rules.is_decisive(&self.position, intent), &next);
        self.moves.push(intent);
        if self.moves.len().is_multiple_of(STRIDE) {
            self.milestones.push(next.clone());
        }
        self.position = next;
        Ok(())
    }

    /// Undoes the last move and returns it, or `None` at the start.
    pub fn undo(&mut self) -> Option<Intent> {
        let intent = self.moves.pop()?;
        self.past.pop();
        let passed = self.moves.len() / STRIDE;
        self.milestones.truncate(passed + 1);
        let again = self.moves[passed * STRIDE..].iter();
        self.position = again.fold(self.milestones[passed].clone(), |position, &intent| {
            self.rules.play_unchecked(&position, intent)
        });
        Some(intent)
    }
}
