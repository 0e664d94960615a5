//! Proves forced wins in any game, using only its rules.
//!
//! A proof shows that *the attacker can force a won position within `n` plies, whatever the other side does*, counting the plies
//! of both sides. [`Solver`] finds the smallest such `n` by depth-first proof-number search, for 1 ply, then 2 and so on, so that
//! refutations on the way are results too: *no win within `n`*. Cycles need no special treatment, because a
//! line that returns to a position has fewer plies left.
//!
//! A win is returned as a [`Proof`], with one claim for each position, which [`Proof::verify`] checks against the rules without
//! any search. Refutations cannot be checked this way: they rely on the search, and on 64-bit hashes to distinguish positions.
//!
//! A short win whose first move is the only one to win is a puzzle. Its [`Solution`] is a tree of moves, which
//! [`Solution::check`] checks by the rules alone, including that there is no second solution.
//!
//! [`Composition::solve`] finds all solutions of a position with a stipulation, such as a problem that a composer is working on.

#![warn(missing_docs)]

mod bounds;
mod check_solution;
mod checkpoint;
mod composition;
mod extract;
mod find_solution;
mod proof;
mod proof_text;
mod solution;
mod solver;
mod table;
mod themes;
mod verify;

pub use bounds::Distance;
pub use check_solution::SolutionError;
pub use checkpoint::CheckpointError;
pub use composition::{Branch, Composition, CompositionError, Progress, Role, Stipulation, Task};
pub use extract::NoProof;
pub use find_solution::NoSolution;
pub use proof::{Claim, Proof, Reply};
pub use solution::Solution;
pub use solver::{Settings, Solver};
pub use themes::Theme;
pub use verify::ProofError;
