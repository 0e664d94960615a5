//! The games of this house and how deep each is walked.

use entourage_chess::Chess;
use entourage_kernel::{Evaluate, Rules};
use entourage_struggle::Struggle;
use entourage_symmetron44::Symmetron;
use entourage_toddler::Toddler;

/// Bounds the moves of a position of any game here.
pub const MOST_MOVES: usize = 1024;

/// Says how deep a game's trees are walked, in plies.
#[derive(Clone, Copy, Debug)]
pub struct Depths {
    /// From the start.
    pub start: u32,
    /// From a middle-game position.
    pub middle: u32,
}

/// Does something with each game, compiled for it.
pub trait Visitor {
    /// Visits one game.
    fn visit<R: Evaluate>(&mut self, game: &'static str, rules: R, depths: Depths);
}

/// Shows every game to a visitor.
pub fn visit(visitor: &mut impl Visitor) {
    visitor.visit("toddler", plain::<Toddler>(), Depths { start: 4, middle: 3 });
    visitor.visit("symmetron44", plain::<Symmetron>(), Depths { start: 4, middle: 4 });
    visitor.visit("struggle", plain::<Struggle>(), Depths { start: 5, middle: 5 });
    visitor.visit("chess", plain::<Chess>(), Depths { start: 6, middle: 4 });
}

/// Makes the rules of a game without options.
///
/// # Panics
/// If the game does not allow that.
pub fn plain<R: Rules>() -> R {
    R::from_options(&[]).expect("every game can be played without options")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_the_registry_is_measured() {
        struct Names(Vec<&'static str>);
        impl Visitor for Names {
            fn visit<R: Evaluate>(&mut self, game: &'static str, _: R, _: Depths) {
                self.0.push(game);
            }
        }
        let mut names = Names(Vec::new());
        visit(&mut names);
        assert_eq!(names.0, entourage_registry::games());
    }
}
