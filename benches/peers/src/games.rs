//! The games of this house and how deep each is walked.

use entourage_kernel::{Evaluate, Presentation};
use entourage_registry::visit_built_in;

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
    fn visit<R: Evaluate + Presentation>(&mut self, game: &'static str, rules: R, depths: Depths);
}

/// How deep the trees of a game are walked that says nothing of it below.
const USUAL: Depths = Depths { start: 3, middle: 3 };

/// How deep those of the others are walked.
const DEPTHS: [(&str, Depths); 4] = [
    ("toddler", Depths { start: 4, middle: 3 }),
    ("symmetron44", Depths { start: 4, middle: 4 }),
    ("struggle", Depths { start: 5, middle: 5 }),
    ("chess", Depths { start: 6, middle: 4 }),
];

/// Shows every game of the registry to a visitor.
pub fn visit(visitor: &mut impl Visitor) {
    struct All<'a, V>(&'a mut V);
    impl<V: Visitor> entourage_registry::Visitor for All<'_, V> {
        fn visit<R: Evaluate + Presentation + Default>(&mut self, id: &'static str) {
            let depths = DEPTHS.iter().find(|(game, _)| *game == id).map_or(USUAL, |(_, depths)| *depths);
            self.0.visit(id, R::default(), depths);
        }
    }
    visit_built_in(&mut All(visitor));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_the_registry_is_measured() {
        struct Names(Vec<&'static str>);
        impl Visitor for Names {
            fn visit<R: Evaluate + Presentation>(&mut self, game: &'static str, _: R, _: Depths) {
                self.0.push(game);
            }
        }
        let mut names = Names(Vec::new());
        visit(&mut names);
        assert_eq!(names.0, entourage_registry::Registry::built_in().games());
    }
}
