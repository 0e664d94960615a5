//! Starts games at any level of rule enforcement.

use std::sync::Arc;

use entourage_courier::{CourierError, Vocabulary, read_board};
use entourage_kernel::{Enforcement, Problem, Text, TextError};

use crate::hand_match::{HandMatch, Standing, Stretch};
use crate::{AnyGame, AnyMatch, Notation, Registry};

impl Registry {
    /// Starts a game from a position string, or from the start position.
    ///
    /// A game with manual moves can also start from a board that the rules do not allow, such as `Ka1,Pe2,-c3 1`: pieces, missing spaces
    /// (only with rule enforcement off), and the side to move. In the list of moves, a manual move is `~` followed by its legs in one word,
    /// such as `~Pe2-e4;Q-e8`, or `~pass`.
    ///
    /// # Errors
    /// If the spec cannot be parsed, or the position is not canonical or not allowed by the rules or the rule enforcement.
    pub fn begin(
        &self,
        spec: &str,
        position: Option<&str>,
        enforcement: Enforcement,
    ) -> Result<Box<dyn AnyMatch>, TextError> {
        let game = self.open(spec)?;
        let error = match game.begin(position) {
            Ok(begun) if enforcement == Enforcement::Enforced => return Ok(begun),
            Ok(begun) => {
                return Ok(Box::new(HandMatch::new(game, enforcement, begun)));
            }
            Err(error) => error,
        };
        let ours = Vocabulary::ours(game.metadata(), game.topology());
        let squares = game.topology().squares.len();
        let Some(board) = position.and_then(|text| read_board(text, squares, &ours)) else { return Err(error) };
        let (diagram, side) = board?;
        if enforcement == Enforcement::Enforced {
            let problem = Text::new(
                "the rules do not allow this position; set rule enforcement to warnings or off",
                "les règles n'autorisent pas cette position\u{a0}; limitez leur application aux avertissements ou désactivez-la",
            );
            return Err(TextError::new("", 0, problem));
        }
        if let Some(square) = diagram.removed().next().filter(|_| enforcement != Enforcement::Free) {
            let problem = Problem::naming(&game.metadata().courier, |voice| {
                CourierError::Space(voice.square(game.topology(), square)).problem()
            });
            return Err(TextError::new("", 0, problem));
        }
        let usual = game.begin(None)?;
        let mut begun = HandMatch::new(game, enforcement, usual);
        begun.stretches[0].standing = begun.stand(diagram, side);
        Ok(Box::new(begun))
    }
}

impl HandMatch {
    fn new(game: Box<dyn AnyGame>, enforcement: Enforcement, usual: Box<dyn AnyMatch>) -> Self {
        let stretches = vec![Stretch { turn: None, standing: Standing::Ruled(usual.clone()) }];
        Self { game: Arc::from(game), enforcement, notation: Notation::default(), usual, stretches }
    }
}
