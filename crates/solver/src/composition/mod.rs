//! Solves compositions: positions with a stipulation such as "win in 2", for which every solution is sought.

mod branch;
mod error;
mod search;
mod text;
mod tree;

use entourage_kernel::{Adjudication, Board, Evaluate, Side};

pub use branch::{Branch, Role};
pub use error::CompositionError;
pub use search::Progress;

use search::Search;

entourage_kernel::words! {
    /// The goal of a composition, which must be reached within a number of turns of the side that moves first, that is, before
    /// that side would begin a further turn.
    pub enum Stipulation: code {
        /// The side that moves first forces a win.
        Win = "win",
        /// The side that moves first forces a draw; a win does not count.
        Draw = "draw",
        /// The side that moves first forces the other side to win.
        SelfWin = "self",
        /// Both sides cooperate so that the other side wins.
        Help = "help",
        /// The side that moves first wins by turns in a row; the other side's turns are skipped.
        Series = "series",
    }
}

impl Stipulation {
    /// Returns whether there is no defence, so that every solution is a line of moves.
    pub fn is_cooperative(self) -> bool {
        matches!(self, Self::Help | Self::Series)
    }
}

/// What to search for in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// The goal.
    pub stipulation: Stipulation,
    /// The number of turns, at least 1.
    pub turns: u16,
    /// Maximum number of refutations of a try; 0 for no tries.
    pub tries: usize,
    /// Whether to search for solutions that begin with the other side's turn.
    pub set_play: bool,
    /// Maximum number of positions to examine.
    pub limit: u64,
}

/// All solutions of a composition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Composition {
    /// The task.
    pub task: Task,
    /// The side that moves first.
    pub first: Side,
    /// The first moves that reach the goal, with every defence, or with all lines if both sides cooperate.
    pub keys: Vec<Branch>,
    /// The smallest number of turns within which the goal can be reached; `None` if there is no key.
    pub fewest: Option<u16>,
    /// First moves with few refutations.
    pub tries: Vec<Branch>,
    /// Moves of the other side, if it moved first, after which the goal is reached with one turn less; `None` if not asked for, or if
    /// the rules do not allow the position.
    pub set_play: Option<Vec<Branch>>,
}

impl Composition {
    /// Solves a position by enumeration. Adjudication and the rules on repeated positions count from the position.
    ///
    /// # Errors
    /// If the game is over, the rules do not allow the stipulation, or a limit is exceeded.
    pub fn solve<R: Evaluate>(
        rules: &R,
        adjudication: Adjudication,
        start: &R::Position,
        task: Task,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Self, CompositionError> {
        if rules.outcome(start).is_some() {
            return Err(CompositionError::Over);
        }
        let Task { stipulation, turns, tries, set_play, .. } = task;
        let is_series = stipulation == Stipulation::Series;
        if is_series && rules.turned(start).is_none() {
            return Err(CompositionError::NoSkip);
        }
        let mut search = Search::new(rules, adjudication, start, task, report);
        let (mut fewest, mut found) = (None, Vec::new());
        for turns in 1..=turns {
            found = search.solving(start, turns)?;
            fewest = fewest.or((!found.is_empty()).then_some(turns));
        }
        let keys = search.branches(start, &found, turns, Role::Key)?;
        let has_tries = tries > 0 && !stipulation.is_cooperative();
        let tries = if has_tries { search.tries(start, turns, tries)? } else { Vec::new() };
        let turned = search.turned(start).filter(|_| set_play && !is_series);
        let set_play = turned.map(|turned| search.set_play(&turned, turns - 1)).transpose()?;
        Ok(Self { task, first: start.side_to_move(), keys, fewest, tries, set_play })
    }

    /// Converts the solution to a single tree for a game record. Threats and set play follow [`Branch::SKIP`].
    pub fn into_tree(self) -> Vec<Branch> {
        let skips = self.set_play.filter(|set| !set.is_empty()).map(|set| Branch::skip(self.first, set));
        let roots = self.keys.into_iter().chain(self.tries).chain(skips);
        roots.map(Branch::with_threats_as_replies).collect()
    }
}
