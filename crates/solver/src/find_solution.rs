use entourage_kernel::{Board, Evaluate, Intent};

use crate::{Distance, Solution, SolutionError, Solver};

/// Why a position has no [`Solution`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the field names are self-explanatory")]
pub enum NoSolution {
    /// No win within the permitted number of plies is known.
    NoWin,
    /// After `line`, each of these moves wins in time; there can be more of them.
    Several { line: Vec<String>, moves: Vec<String> },
    /// The tree has more moves than [`SolutionError::MAX_MOVES`].
    Size,
    /// The search gave up.
    Effort,
}

impl<R: Evaluate> Solver<R> {
    /// Returns the solution of the win that was found, if the attacker is to move and the solution is unique and small enough for
    /// [`Solution::check`]. Searches about `nodes` more nodes at most, and gives up otherwise.
    ///
    /// # Errors
    /// If there is no such solution, or the search gave up.
    pub fn solution(&mut self, nodes: u64) -> Result<Solution, NoSolution> {
        let plies = self.distance().most;
        let root = self.root.clone();
        let is_sought =
            root.side_to_move() == self.attacker() && (1..=SolutionError::MAX_PLIES).contains(&plies);
        if !is_sought || self.end(&root).is_some() {
            return Err(NoSolution::NoWin);
        }
        let goal = self.nodes.saturating_add(nodes);
        let tree = self.tree(&root, plies, goal, &mut Vec::new())?;
        let moves: Vec<String> = tree.branches().map(|(text, _)| text.to_owned()).collect();
        if moves.len() == 1 { Ok(tree) } else { Err(NoSolution::Several { line: Vec::new(), moves }) }
    }

    /// Returns the tree for a position after `line` that is won within `plies`; fails if the attacker has a choice before the last move.
    fn tree(
        &mut self,
        position: &R::Position,
        plies: u16,
        goal: u64,
        line: &mut Vec<Intent>,
    ) -> Result<Solution, NoSolution> {
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
                    if !ended && self.settle_before(&child, plies - 1, goal).ok_or(NoSolution::Effort)? {
                        kept.push((intent, child));
                    }
                    if let [(first, _), (second, _)] = kept[..] {
                        let texts = |moves: &[Intent]| {
                            moves.iter().map(|&intent| self.rules.write_move(intent)).collect()
                        };
                        return Err(NoSolution::Several { line: texts(line), moves: texts(&[first, second]) });
                    }
                }
                branches = kept;
            }
        }
        if branches.is_empty() {
            return Err(NoSolution::NoWin);
        }
        let mut tree = Vec::with_capacity(branches.len());
        for (intent, child) in branches {
            let then = match self.end(&child) {
                Some(Distance::WON) => Solution::default(),
                Some(_) => return Err(NoSolution::NoWin),
                None => {
                    line.push(intent);
                    let then = self.tree(&child, plies - 1, goal, line)?;
                    line.pop();
                    then
                }
            };
            tree.push((self.rules.write_move(intent), then));
        }
        Some(Solution::of(tree)).filter(|tree| tree.size() <= SolutionError::MAX_MOVES).ok_or(NoSolution::Size)
    }
}
