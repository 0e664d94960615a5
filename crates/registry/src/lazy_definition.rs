use std::sync::OnceLock;

use entourage_kernel::{Adjudication, Text, TextError};

use crate::{AnyGame, Definition, Gallery, OpenError, TextDefinition};

/// A game definition that is parsed when its game is first opened.
pub struct LazyDefinition {
    content: Vec<u8>,
    read: OnceLock<Option<TextDefinition>>,
}

impl LazyDefinition {
    /// Creates a definition from the content of a [`TextDefinition`].
    pub fn new(content: Vec<u8>) -> Self {
        Self { content, read: OnceLock::new() }
    }

    fn read(&self) -> Option<&TextDefinition> {
        let read = || {
            let texts = TextDefinition::texts(self);
            TextDefinition::of_texts(&texts.iter().map(String::as_str).collect::<Vec<_>>())
        };
        self.read.get_or_init(read).as_ref()
    }
}

impl Definition for LazyDefinition {
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
        let unread = || {
            let problem = Text::new(
                "this version of Entourage cannot read the definition of this game",
                "cette version d'Entourage ne peut pas lire la définition de ce jeu",
            );
            OpenError::Options(TextError::new("", 0, problem))
        };
        self.read().ok_or_else(unread)?.open(name, options, adjudication, gallery)
    }
}
