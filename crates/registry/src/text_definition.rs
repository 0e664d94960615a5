use std::cell::Cell;

use entourage_definition::{Library, Report, Source, TextGame, check};
use entourage_kernel::{Adjudication, Rules};

use crate::{AnyGame, Definition, Gallery, OpenError, face};

/// Separator of source files in a definition's content; no source file contains it.
const BETWEEN: char = '\0';

/// A game definition, with the definitions that it extends.
#[derive(Clone, Debug)]
pub struct TextDefinition {
    content: Vec<u8>,
    game: TextGame,
}

/// The source files of a definition in order, each extending the next.
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
    /// Creates a definition from the report of its check; `None` if there are errors.
    pub fn new(report: Report) -> Option<Self> {
        let texts: Vec<&str> = report.sources.iter().map(|source| source.text.as_str()).collect();
        let content = Self::content_of(&texts);
        Some(Self { content, game: report.game()? })
    }

    /// Joins the source files of a game and the games it extends, with or without errors, into a definition's content.
    pub fn content_of(texts: &[impl AsRef<str>]) -> Vec<u8> {
        let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
        texts.join(&BETWEEN.to_string()).into_bytes()
    }

    /// Creates a definition from its source files, in order; `None` if they have errors.
    pub fn of_texts(texts: &[&str]) -> Option<Self> {
        let first = Source::new("game", *texts.first()?);
        Self::new(check(first, &Behind::new(texts)))
    }

    /// Returns the game's identifier.
    pub fn name(&self) -> &str {
        &self.game.metadata().id
    }

    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn rules(&self) -> &TextGame {
        &self.game
    }

    /// Splits a definition's content into source files: that of the game, then those of the games it extends.
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
