use crate::SharedStr;

crate::words! {
    /// A language of the user interface.
    #[derive(Default)]
    pub enum Language: code {
        /// English.
        #[default]
        English = "en",
        /// French.
        French = "fr",
    }
}

/// A text in every supported language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// The English text.
    pub en: SharedStr,
    /// The French text.
    pub fr: SharedStr,
}

impl Text {
    /// Creates a text from static strings.
    pub const fn new(en: &'static str, fr: &'static str) -> Self {
        Self { en: SharedStr::new(en), fr: SharedStr::new(fr) }
    }

    /// Creates a text from strings that are built at run time.
    pub fn made(en: impl Into<SharedStr>, fr: impl Into<SharedStr>) -> Self {
        Self { en: en.into(), fr: fr.into() }
    }

    /// Creates a long text, such as a rules page, that WebAssembly builds omit because browsers load pages on demand.
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
