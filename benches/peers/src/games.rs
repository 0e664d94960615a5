//! The built-in games, each with the depths to which its perft is measured.

use crate::Outcome;
use entourage_kernel::{Evaluate, Presentation};
use entourage_registry::visit_built_in;

/// Maximum number of moves in a position of any game.
pub const MOST_MOVES: usize = 1024;

#[derive(Clone, Copy, Debug)]
pub struct Depths {
    /// Depth in plies from the start position.
    pub start: u32,
    /// Depth in plies from middle-game positions.
    pub middle: u32,
}

/// A callback that is generic over the rules of a game.
pub trait Visitor {
    fn visit<R: Evaluate + Presentation>(&mut self, game: &'static str, rules: R, depths: Depths) -> Outcome;
}

const USUAL: Depths = Depths { start: 3, middle: 3 };
const DEPTHS: [(&str, Depths); 4] = [
    ("toddler", Depths { start: 4, middle: 3 }),
    ("symmetron44", Depths { start: 4, middle: 4 }),
    ("struggle", Depths { start: 5, middle: 5 }),
    ("chess", Depths { start: 6, middle: 4 }),
];

/// Calls `visitor` for each of the built-in `games`, and stops at the first error.
pub fn visit(games: &[&str], visitor: &mut impl Visitor) -> Outcome {
    struct Chosen<'a, V>(&'a [&'a str], &'a mut V, Outcome);
    impl<V: Visitor> entourage_registry::Visitor for Chosen<'_, V> {
        fn visit<R: Evaluate + Presentation + Default>(&mut self, id: &'static str) {
            let Self(games, visitor, outcome) = self;
            if games.contains(&id) && outcome.is_ok() {
                let depths = DEPTHS.iter().find(|(game, _)| *game == id).map_or(USUAL, |(_, depths)| *depths);
                *outcome = visitor.visit(id, R::default(), depths);
            }
        }
    }
    let mut chosen = Chosen(games, visitor, Ok(()));
    visit_built_in(&mut chosen);
    chosen.2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_the_registry_is_measured() {
        struct Names(Vec<&'static str>);
        impl Visitor for Names {
            fn visit<R: Evaluate + Presentation>(&mut self, game: &'static str, _: R, _: Depths) -> Outcome {
                self.0.push(game);
                Ok(())
            }
        }
        let (mut names, registry) = (Names(Vec::new()), entourage_registry::Registry::built_in());
        visit(registry.games(), &mut names).unwrap();
        assert_eq!(names.0, registry.games());
    }
}
