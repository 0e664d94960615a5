use entourage_definition::{Report, TextGame};
use entourage_kernel::{Adjudication, Rules};

use crate::{AnyGame, Definition, OpenError, face};

/// Defines a game by a text, and by those of the games that it is like.
#[derive(Clone, Debug)]
pub struct TextDefinition {
    content: Vec<u8>,
    game: TextGame,
}

impl TextDefinition {
    /// Makes a definition of a text that was read and checked; `None` if it has errors.
    pub fn new(report: Report) -> Option<Self> {
        let texts: Vec<&str> = report.sources.iter().map(|source| source.text.as_str()).collect();
        // No text holds this sign.
        let content = texts.join("\0").into_bytes();
        Some(Self { content, game: report.game()? })
    }
}

impl Definition for TextDefinition {
    fn content(&self) -> &[u8] {
        &self.content
    }

    fn open(
        &self,
        name: &str,
        options: &[&str],
        adjudication: Adjudication,
    ) -> Result<Box<dyn AnyGame>, OpenError> {
        let game = self.game.named(name).with_options(options).map_err(OpenError::Options)?;
        Ok(face(game, adjudication)?)
    }
}
