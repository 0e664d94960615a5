use crate::{Courier, Language, Text, Voice};

/// An error message about a text, as one clause in each language: what is wrong, or what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The English clause.
    pub en: String,
    /// The French clause.
    pub fr: String,
    /// The same message with Game Courier's names of squares and pieces, if they differ.
    theirs: Option<Box<Self>>,
}

impl Problem {
    /// Creates a message from its English and French clauses.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self { en: en.into(), fr: fr.into(), theirs: None }
    }

    /// Creates a message that mentions squares or pieces; `say` formats the message with the names that a voice uses.
    pub fn naming(courier: &Courier, say: impl Fn(Voice<'_>) -> Self) -> Self {
        let [ours, theirs] = [Language::English.into(), Voice::of_courier(Language::English, courier)].map(say);
        let theirs = (ours != theirs).then(|| Box::new(theirs));
        Self { theirs, ..ours }
    }

    /// Returns the message with Game Courier's names of squares and pieces.
    pub fn for_courier(self) -> Self {
        self.theirs.map_or_else(|| Self::new(self.en, self.fr), |theirs| *theirs)
    }

    /// Embeds the clause of each language in a larger clause.
    pub fn within(self, english: impl Fn(&str) -> String, french: impl Fn(&str) -> String) -> Self {
        let put = |problem: &Self| Self::new(english(&problem.en), french(&problem.fr));
        let theirs = self.theirs.as_deref().map(|theirs| Box::new(put(theirs)));
        Self { theirs, ..put(&self) }
    }

    /// Returns the clause in a language.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::French => &self.fr,
        }
    }

    /// Returns whether the clause is empty in at least one language.
    pub fn is_empty(&self) -> bool {
        self.en.is_empty() || self.fr.is_empty()
    }
}

impl<T: Into<String>> From<T> for Problem {
    fn from(text: T) -> Self {
        let text = text.into();
        Self::new(text.clone(), text)
    }
}

impl From<Text> for Problem {
    fn from(text: Text) -> Self {
        Self::new(text.en, text.fr)
    }
}
