use std::any::Any;

use entourage_definition::TextGame;
use entourage_kernel::{Evaluate, Presentation};
use entourage_solver::{Composition, CompositionError, Progress, Task};

use crate::match_face::Match;
use crate::{AnyMatch, Visitor, visit_built_in};

type Solved = Result<Composition, CompositionError>;

/// Solves the current position of a built-in game as a composition, without the moves that led to it; see [`Composition::solve`].
/// `None` for other games.
///
/// This and [`solve_text_composition`] are not methods of [`AnyMatch`], so that browser modules contain only what they use.
pub fn solve_composition(game: &dyn AnyMatch, task: Task, report: &mut dyn FnMut(Progress)) -> Option<Solved> {
    let mut attempt = Attempt { game, task, report, solved: None };
    visit_built_in(&mut attempt);
    attempt.solved
}

/// Solves the current position of a game from a definition as a composition, like [`solve_composition`]. `None` for other games.
pub fn solve_text_composition(
    game: &dyn AnyMatch,
    task: Task,
    report: &mut dyn FnMut(Progress),
) -> Option<Solved> {
    let mut attempt = Attempt { game, task, report, solved: None };
    attempt.solve::<TextGame>();
    attempt.solved
}

/// Solves the position if the game has the visited type.
struct Attempt<'a> {
    game: &'a dyn AnyMatch,
    task: Task,
    report: &'a mut dyn FnMut(Progress),
    solved: Option<Solved>,
}

impl Attempt<'_> {
    fn solve<R: Evaluate + Presentation>(&mut self) {
        if let Some(game) = (self.game as &dyn Any).downcast_ref::<Match<R>>() {
            let adjudication = game.history.adjudication();
            self.solved =
                Some(Composition::solve(game.rules(), adjudication, game.position(), self.task, self.report));
        }
    }
}

impl Visitor for Attempt<'_> {
    fn visit<R: Evaluate + Presentation + Default>(&mut self, _: &'static str) {
        self.solve::<R>();
    }
}
