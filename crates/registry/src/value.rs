use std::any::Any;

use entourage_definition::TextGame;
use entourage_kernel::Side;
use entourage_solver::{Distance, Settings, Solver};

use crate::AnyMatch;
use crate::match_face::Match;
use crate::view::ValueView;

/// Number of positions that are searched for one side before the search turns to the other.
const SLICE: u64 = 500;
const TABLE_MB: usize = 4;

/// Solves the current position of a game from a definition, without the moves that led to it, by searching about `nodes` positions
/// for the win of each side; `None` if they are not enough, and for built-in games.
pub fn value(game: &dyn AnyMatch, nodes: u64) -> Option<ValueView> {
    let game: &Match<TextGame> = (game as &dyn Any).downcast_ref()?;
    let settings = |attacker| Settings { attacker, table_mb: TABLE_MB };
    // Both wins are searched for in turn, so that a short win of either side is found soon.
    let mut solvers =
        Side::BOTH.map(|side| Solver::new(game.rules().clone(), *game.position(), settings(side)));
    // The number of rounds is limited, because positions that are already known do not count as nodes.
    for _ in 0..=nodes / SLICE {
        for solver in solvers.iter_mut().filter(|solver| !solver.is_solved()) {
            solver.advance(SLICE, u16::MAX - 1);
            let plies = solver.distance().most;
            if plies != Distance::NEVER {
                return Some(ValueView { winner: solver.attacker().number() as u8, plies });
            }
        }
        if solvers.iter().all(Solver::is_solved) {
            return Some(ValueView { winner: 0, plies: 0 });
        }
    }
    None
}
