use crate::SharedStr;

crate::words! {
    /// Names a language that texts for people come in.
    #[derive(Default)]
    pub enum Language: code {
        /// English.
        #[default]
        English = "en",
        /// French.
        French = "fr",
    }
}

/// Holds a text for people in every language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// The English text.
    pub en: SharedStr,
    /// The French text.
    pub fr: SharedStr,
}

impl Text {
    /// Makes a text of the program itself.
    pub const fn new(en: &'static str, fr: &'static str) -> Self {
        Self { en: SharedStr::new(en), fr: SharedStr::new(fr) }
    }

    /// Makes a text while the program runs.
    pub fn made(en: impl Into<SharedStr>, fr: impl Into<SharedStr>) -> Self {
        Self { en: en.into(), fr: fr.into() }
    }

    /// Makes a text that is left out of programs for browsers, where pages are loaded as they are read.
    pub const fn page(en: &'static str, fr: &'static str) -> Self {
        if cfg!(target_family = "wasm") { Self::new("", "") } else { Self::new(en, fr) }
    }

    /// Returns the text in a language.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::French => &self.fr,
        }
    }
}
