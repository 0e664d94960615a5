use std::cell::Cell;

use entourage_definition::{Library, Report, Source, TextGame, check};
use entourage_kernel::{Adjudication, Rules};

use crate::{AnyGame, Definition, Gallery, OpenError, face};

/// Stands between the texts of a content: no text holds this sign.
const BETWEEN: char = '\0';

/// Defines a game by a text, and by those of the games that it is like.
#[derive(Clone, Debug)]
pub struct TextDefinition {
    content: Vec<u8>,
    game: TextGame,
}

/// Finds the texts of a content in their order: each is like the one behind it.
pub(crate) struct Behind<'c> {
    texts: Vec<&'c str>,
    found: Cell<usize>,
}

impl<'c> Behind<'c> {
    pub(crate) fn new(texts: &[&'c str]) -> Self {
        Self { texts: texts.to_vec(), found: Cell::new(0) }
    }
}

impl Library for Behind<'_> {
    fn find(&self, id: &str) -> Option<Source> {
        let index = self.found.get() + 1;
        self.found.set(index);
        self.texts.get(index).map(|text| Source::new(format!("{id}.game"), *text))
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

impl TextDefinition {
    /// Makes a definition of a text that was read and checked; `None` if it has errors.
    pub fn new(report: Report) -> Option<Self> {
        let texts: Vec<&str> = report.sources.iter().map(|source| source.text.as_str()).collect();
        let content = Self::content_of(&texts);
        Some(Self { content, game: report.game()? })
    }

    /// Returns the content of texts, whether they can be played or not: a game's own, then those of the games that it is like.
    pub fn content_of(texts: &[impl AsRef<str>]) -> Vec<u8> {
        let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
        texts.join(&BETWEEN.to_string()).into_bytes()
    }

    /// Makes a definition of the texts of another one, in their order; `None` if they have errors.
    pub fn of_texts(texts: &[&str]) -> Option<Self> {
        let first = Source::new("game", *texts.first()?);
        Self::new(check(first, &Behind::new(texts)))
    }

    /// Returns how the game calls itself.
    pub fn name(&self) -> &str {
        &self.game.metadata().id
    }

    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn rules(&self) -> &TextGame {
        &self.game
    }

    /// Returns the texts of a definition's content: its own, then those of the games that it is like.
    pub fn texts(definition: &dyn Definition) -> Vec<String> {
        String::from_utf8_lossy(definition.content()).split(BETWEEN).map(str::to_owned).collect()
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
        gallery: &Gallery,
    ) -> Result<Box<dyn AnyGame>, OpenError> {
        let game = self.game.named(name, &|metadata, wanted| gallery.draw(metadata, wanted));
        Ok(face(game.with_options(options).map_err(OpenError::Options)?, adjudication)?)
    }
}
