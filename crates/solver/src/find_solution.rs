use entourage_kernel::{Board, Evaluate};

use crate::{Distance, Solution, SolutionError, Solver};

impl<R: Evaluate> Solver<R> {
    /// Returns the solution of the win that was found, if the attacker is to move and the solution is unique and small enough for
    /// [`Solution::check`]. Searches about `nodes` more nodes at most, and gives up otherwise.
    pub fn solution(&mut self, nodes: u64) -> Option<Solution> {
        let plies = self.distance().most;
        let root = self.root.clone();
        let is_sought =
            root.side_to_move() == self.attacker() && (1..=SolutionError::MAX_PLIES).contains(&plies);
        if !is_sought || self.end(&root).is_some() {
            return None;
        }
        let goal = self.nodes.saturating_add(nodes);
        self.tree(&root, plies, goal).filter(|tree| tree.branches().count() == 1)
    }

    /// Returns the tree for a position that is won within `plies`; `None` if the attacker has a choice before the last move.
    fn tree(&mut self, position: &R::Position, plies: u16, goal: u64) -> Option<Solution> {
        let mut moves = Vec::new();
        self.rules.legal_moves(position, &mut moves);
        let attacks = position.side_to_move() == self.attacker();
        let mut branches: Vec<_> =
            moves.iter().map(|&intent| (intent, self.rules.play_unchecked(position, intent))).collect();
        if attacks {
            let mut kept = Vec::new();
            if branches.iter().any(|(_, child)| self.end(child) == Some(Distance::WON)) {
                branches.retain(|(_, child)| self.end(child) == Some(Distance::WON));
            } else {
                for (intent, child) in branches {
                    let ended = self.end(&child).is_some();
                    if !ended && self.settle_before(&child, plies - 1, goal)? {
                        kept.push((intent, child));
                    }
                    if kept.len() > 1 {
                        return None;
                    }
                }
                branches = kept;
            }
        }
        if branches.is_empty() {
            return None;
        }
        let mut tree = Vec::with_capacity(branches.len());
        for (intent, child) in branches {
            let then = match self.end(&child) {
                Some(Distance::WON) => Solution::default(),
                Some(_) => return None,
                None => self.tree(&child, plies - 1, goal)?,
            };
            tree.push((self.rules.write_move(intent), then));
        }
        Some(Solution::of(tree)).filter(|tree| tree.size() <= SolutionError::MAX_MOVES)
    }
}
