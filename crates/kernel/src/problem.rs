use crate::{Language, Text};

/// Says in every language what is wrong with a text and what would be right, in one clause.
///
/// Made from one text it has the same words in every language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The English clause.
    pub en: String,
    /// The French clause.
    pub fr: String,
}

impl Problem {
    /// Makes a problem of its clauses.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self { en: en.into(), fr: fr.into() }
    }

    /// Returns the clause in a language.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::French => &self.fr,
        }
    }

    /// Tells whether the clause is missing in some language.
    pub fn is_empty(&self) -> bool {
        self.en.is_empty() || self.fr.is_empty()
    }
}

impl<T: Into<String>> From<T> for Problem {
    fn from(text: T) -> Self {
        let text = text.into();
        Self { en: text.clone(), fr: text }
    }
}

impl From<Text> for Problem {
    fn from(text: Text) -> Self {
        Self::new(text.en, text.fr)
    }
}
