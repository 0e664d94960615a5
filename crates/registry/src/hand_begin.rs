//! How games begin in which hands decide.

use std::sync::Arc;

use entourage_courier::{CourierError, Vocabulary, read_board};
use entourage_kernel::{Degree, Problem, Text, TextError};

use crate::hand_match::{HandMatch, Standing, Stretch};
use crate::{AnyGame, AnyMatch, Notation, Registry};

impl Registry {
    /// Begins a game of a spec and a degree from a position string, or from the start.
    ///
    /// Where hands decide it may also begin as they left a board that its rules do not know, as such a game writes its position:
    /// `Ka1,Pe2,-c3 1`, what stands where, which spaces are missing (in free games), and the side to move.
    /// In a list of its moves a turn by hand is `~` and its legs in one word, `~Pe2-e4;Q-e8`, or `~pass`.
    ///
    /// # Errors
    /// A spec that cannot be read, or a position that is not canonical or that the rules, or the degree, refuse.
    pub fn begin(
        &self,
        spec: &str,
        position: Option<&str>,
        degree: Degree,
    ) -> Result<Box<dyn AnyMatch>, TextError> {
        let game = self.open(spec)?;
        let error = match game.begin(position) {
            Ok(begun) if degree == Degree::Enforced => return Ok(begun),
            Ok(begun) => {
                return Ok(Box::new(HandMatch::new(game, degree, begun)));
            }
            Err(error) => error,
        };
        let ours = Vocabulary::ours(game.metadata(), game.topology());
        let squares = game.topology().squares.len();
        let Some(board) = position.and_then(|text| read_board(text, squares, &ours)) else { return Err(error) };
        let (diagram, side) = board?;
        if degree == Degree::Enforced {
            let problem = Text::new(
                "only games played by hand, warned or free, begin from such a board",
                "seules les parties jouées à la main, avec alertes ou libres, partent d'un tel plateau",
            );
            return Err(TextError::new("", 0, problem));
        }
        if let Some(square) = diagram.removed().next().filter(|_| degree != Degree::Free) {
            let problem = Problem::naming(&game.metadata().courier, |voice| {
                CourierError::Space(voice.square(game.topology(), square)).problem()
            });
            return Err(TextError::new("", 0, problem));
        }
        let usual = game.begin(None)?;
        let mut begun = HandMatch::new(game, degree, usual);
        begun.stretches[0].standing = begun.stand(diagram, side);
        Ok(Box::new(begun))
    }
}

impl HandMatch {
    fn new(game: Box<dyn AnyGame>, degree: Degree, usual: Box<dyn AnyMatch>) -> Self {
        let stretches = vec![Stretch { turn: None, standing: Standing::Ruled(usual.clone()) }];
        Self { game: Arc::from(game), degree, notation: Notation::default(), usual, stretches }
    }
}
