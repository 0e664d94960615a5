use entourage_registry::kernel::{Text, TextError};
use entourage_registry::{AnyMatch, PlayError};

use crate::failure::Failure;

pub(crate) fn lay_out(spec: &str, start: &str, moves: &[String]) -> Result<Box<dyn AnyMatch>, Failure> {
    let mut game = crate::REGISTRY.open(spec)?.begin(Some(start))?;
    for text in moves {
        play(game.as_mut(), text)?;
    }
    Ok(game)
}

fn play(game: &mut dyn AnyMatch, text: &str) -> Result<(), Failure> {
    // The web client has already played these moves, so a failure indicates a bug.
    game.play(text).map_err(|error| match error {
        PlayError::Text(error) => error.into(),
        PlayError::Ended(_) => {
            let problem =
                Text::new("the game is over before this move", "la partie est terminée avant ce coup");
            TextError::new(text, 0, problem).into()
        }
        PlayError::Refused(_) => {
            let problem = Text::new("this move is illegal", "ce coup est illégal");
            TextError::new(text, 0, problem).into()
        }
        PlayError::Hand(error) => TextError::new(text, 0, error.problem()).into(),
    })
}
