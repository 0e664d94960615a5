use entourage_kernel::{Adjudication, Board, Effect, Evaluate, Intent};

use crate::check_solution::Enumeration;
use crate::{Solution, SolutionError};

entourage_kernel::words! {
    /// A fact about a solution, which the rules alone determine. The first move is the attacker's first move of the solution.
    pub enum Theme: code {
        /// The first move neither captures nor gives an alert, and does not win at once.
        Quiet = "quiet",
        /// The defender can capture the piece that has made the first move, for more than that move has won.
        Sacrifice = "sacrifice",
        /// In the main line, a move of the attacker changes the kind of one of their pieces and gains material.
        Promotion = "promotion",
        /// In the main line, the attacker passes.
        Pass = "pass",
        /// In the main line, the defender always has exactly one legal move.
        Forced = "forced",
        /// The first move gives no alert, and threatens to win at once on at least two squares.
        DoubleThreat = "double-threat",
        /// The first move gives no alert and threatens nothing: if the defender could pass, the attacker would not win in time.
        Zugzwang = "zugzwang",
    }
}

impl Solution {
    /// Returns the themes of a solution that [`check`](Self::check) accepts, in the order in which [`Theme`] lists them.
    ///
    /// # Errors
    /// If the position or a move cannot be parsed, or more than `moves` moves would have to be examined.
    pub fn themes<R: Evaluate>(
        &self,
        rules: &R,
        adjudication: Adjudication,
        position: &str,
        moves: u64,
    ) -> Result<Vec<Theme>, SolutionError> {
        let start = rules.read_position(position).map_err(|error| SolutionError::Position(Box::new(error)))?;
        let attacker = start.side_to_move();
        let mut found = Vec::new();
        let (mut at, mut is_turn_start) = (start.clone(), true);
        let (mut promotes, mut passes, mut choices) = (false, false, Vec::new());
        let line = self.main_line();
        for text in &line {
            let intent = read(rules, text)?;
            if at.side_to_move() == attacker {
                passes |= is_turn_start && rules.pass() == Some(intent);
                let changes = rules.effects(&at, intent).iter().any(|effect| match *effect {
                    Effect::Transform { from, to, .. } => from.side() == attacker && to.side() == attacker,
                    _ => false,
                });
                promotes |= changes && rules.gain(&at, intent) > 0;
            } else {
                choices.push(rules.count_moves(&at));
            }
            let next = rules.play_unchecked(&at, intent);
            is_turn_start = next.side_to_move() != at.side_to_move();
            at = next;
        }
        let mut add = |theme, holds: bool| found.extend(holds.then_some(theme));
        let first = line.first().map(|text| read(rules, text)).transpose()?;
        // The position after the first move, if it is then the defender's turn.
        let after = first.map(|first| rules.play_unchecked(&start, first));
        let after = after.filter(|after| line.len() > 1 && after.side_to_move() != attacker);
        let is_alert = after.as_ref().is_some_and(|after| rules.alert(after).is_some());
        if let (Some(first), Some(after)) = (first, &after) {
            add(Theme::Quiet, !is_alert && !takes(rules, &start, first));
            let mut is_lost = false;
            for (text, _) in self.0.values().flat_map(Self::branches) {
                is_lost |= is_sacrificed(rules, &start, first, after, read(rules, text)?);
            }
            add(Theme::Sacrifice, is_lost);
        }
        add(Theme::Promotion, promotes);
        add(Theme::Pass, passes);
        add(Theme::Forced, !choices.is_empty() && choices.iter().all(|&count| count == 1));
        let threat = after.filter(|_| !is_alert);
        if let Some(turned) =
            threat.and_then(|after| rules.turned(&after)).filter(|turned| rules.outcome(turned).is_none())
        {
            let mut wins = Vec::new();
            rules.legal_moves(&turned, &mut wins);
            wins.retain(|&intent| {
                let outcome = rules.outcome(&rules.play_unchecked(&turned, intent));
                outcome.is_some_and(|outcome| outcome.winner == Some(attacker))
            });
            let squares = |intent: &Intent| intent.last();
            add(Theme::DoubleThreat, wins.iter().any(|one| squares(one) != squares(&wins[0])));
            let plies = self.plies().saturating_sub(2);
            let threatens = !wins.is_empty()
                || Enumeration::new(rules, adjudication, &turned, moves).wins(&turned, plies, None)?;
            add(Theme::Zugzwang, !threatens);
        }
        Ok(found)
    }
}

fn read<R: Evaluate>(rules: &R, text: &str) -> Result<Intent, SolutionError> {
    rules.read_move(text).map_err(|_| SolutionError::Illegal { line: Vec::new(), text: text.to_owned() })
}

/// Returns whether a move removes an enemy piece, or makes one its own.
fn takes<R: Evaluate>(rules: &R, position: &R::Position, intent: Intent) -> bool {
    let mover = position.side_to_move();
    rules.effects(position, intent).iter().any(|effect| match effect {
        Effect::Remove { piece, .. } => piece.side() != mover,
        Effect::Transform { from, to, .. } => from.side() != mover && to.side() == mover,
        _ => false,
    })
}

/// Returns whether the reply captures the piece that has made the first move, for more than the first move has won.
fn is_sacrificed<R: Evaluate>(
    rules: &R,
    start: &R::Position,
    first: Intent,
    after: &R::Position,
    reply: Intent,
) -> bool {
    let moved = rules.effects(start, first).iter().rev().find_map(|effect| match effect {
        Effect::Move { to, .. } => Some(*to),
        _ => None,
    });
    let is_captured = rules.effects(after, reply).iter().any(|effect| match effect {
        Effect::Remove { square, piece } => Some(*square) == moved && piece.side() == start.side_to_move(),
        _ => false,
    });
    is_captured && rules.gain(after, reply) > rules.gain(start, first)
}
