//! Builds the trees of a solution.

use entourage_kernel::{Board, Evaluate, Intent};

use super::search::{After, Result, Search};
use super::{Branch, Role, Stipulation};

impl<R: Evaluate> Search<'_, R> {
    pub(super) fn branches(
        &mut self,
        at: &R::Position,
        moves: &[Intent],
        turns: u16,
        role: Role,
    ) -> Result<Vec<Branch>> {
        moves.iter().map(|&intent| self.branch(at, intent, turns, role)).collect()
    }

    fn branch(&mut self, at: &R::Position, intent: Intent, turns: u16, role: Role) -> Result<Branch> {
        let side = at.side_to_move();
        let After { next, turns: left, outcome, is_open } = self.step(at, intent, turns)?;
        let mut branch = Branch::skip(side, Vec::new());
        branch.text = self.rules.write_move(intent);
        branch.role = role;
        branch.sign = match outcome {
            Some(outcome) if outcome.winner.is_some() => "#",
            Some(_) => "=",
            None if self.rules.alert(&next).is_some() => "+",
            None => "",
        };
        if is_open && role != Role::Refutation {
            if self.is_choice(&next) {
                branch.then = self.continuations(&next, left)?;
                if self.task.stipulation == Stipulation::Series && left < turns {
                    branch.then = vec![Branch::skip(!side, branch.then)];
                }
            } else {
                self.add_replies(&next, left, &mut branch)?;
            }
        }
        self.past.pop();
        Ok(branch)
    }

    /// Returns all lines if both sides cooperate, and otherwise the moves that reach the goal in the fewest turns.
    fn continuations(&mut self, at: &R::Position, turns: u16) -> Result<Vec<Branch>> {
        if self.task.stipulation.is_cooperative() {
            let moves = self.solving(at, turns)?;
            return self.branches(at, &moves, turns, Role::Plain);
        }
        let (fewest, moves) = self.shortest(at, turns)?;
        let role = if moves.len() > 1 { Role::Dual } else { Role::Plain };
        self.branches(at, &moves, fewest, role)
    }

    fn shortest(&mut self, at: &R::Position, turns: u16) -> Result<(u16, Vec<Intent>)> {
        for fewest in 1..=turns {
            let moves = self.solving(at, fewest)?;
            if !moves.is_empty() {
                return Ok((fewest, moves));
            }
        }
        Ok((turns, Vec::new()))
    }

    /// Adds the replies to a move, and its threats if it ends a turn.
    fn add_replies(&mut self, at: &R::Position, turns: u16, branch: &mut Branch) -> Result<()> {
        let is_new_turn = branch.side == self.first;
        let (mut fewest, mut threats) = (turns, Vec::new());
        if let Some(turned) = self.turned(at).filter(|_| is_new_turn && turns > 0) {
            self.past.push(self.rules, false, &turned);
            (fewest, threats) = self.shortest(&turned, turns)?;
            branch.threats = Some(self.branches(&turned, &threats, fewest, Role::Plain)?);
            self.past.pop();
        }
        for intent in self.ordered(at) {
            if !self.reaches(at, intent, turns)? {
                branch.then.push(self.branch(at, intent, turns, Role::Refutation)?);
            } else if self.allows_any(at, intent, turns, &threats, fewest)? {
                branch.omitted += 1;
            } else {
                branch.then.push(self.branch(at, intent, turns, Role::Plain)?);
            }
        }
        Ok(())
    }

    /// Returns whether one of the threats still reaches the goal in time after a reply.
    fn allows_any(
        &mut self,
        at: &R::Position,
        reply: Intent,
        turns: u16,
        threats: &[Intent],
        fewest: u16,
    ) -> Result<bool> {
        let After { next, is_open, .. } = self.step(at, reply, turns)?;
        let mut found = false;
        if is_open && self.is_choice(&next) && !threats.is_empty() {
            let legal = self.rules.list_moves(&next);
            for &threat in threats.iter().filter(|threat| legal.contains(threat)) {
                found = found || self.reaches(&next, threat, fewest)?;
            }
        }
        self.past.pop();
        Ok(found)
    }

    /// Returns the moves that do not reach the goal because of at most `most` replies, where at least one other reply fails.
    pub(super) fn tries(&mut self, at: &R::Position, turns: u16, most: usize) -> Result<Vec<Branch>> {
        let mut tries = Vec::new();
        for intent in self.ordered(at) {
            if self.reaches(at, intent, turns)? {
                continue;
            }
            let After { next, turns: left, is_open, .. } = self.step(at, intent, turns)?;
            let (mut then, mut is_try) = (Vec::new(), false);
            if is_open && self.is_choice(&next) {
                then = self.tries(&next, left, most)?;
            } else if is_open {
                let (mut refutations, replies) = (0, self.ordered(&next));
                for &reply in &replies {
                    if refutations <= most && !self.reaches(&next, reply, left)? {
                        refutations += 1;
                    }
                }
                is_try = (1..=most.min(replies.len().saturating_sub(1))).contains(&refutations);
            }
            self.past.pop();
            if is_try {
                tries.push(self.branch(at, intent, turns, Role::Try)?);
            } else if !then.is_empty() {
                let text = self.rules.write_move(intent);
                tries.push(Branch { text, ..Branch::skip(at.side_to_move(), then) });
            }
        }
        Ok(tries)
    }

    /// Returns the moves of the other side, to move in `turned`, after which the goal is reached.
    pub(super) fn set_play(&mut self, turned: &R::Position, turns: u16) -> Result<Vec<Branch>> {
        self.past.push(self.rules, false, turned);
        let moves = self.solving(turned, turns)?;
        let set_play = self.branches(turned, &moves, turns, Role::Plain)?;
        self.past.pop();
        Ok(set_play)
    }
}
