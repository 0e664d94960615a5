use std::str::FromStr;

/// Names a language that texts for people come in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// French.
    French,
}

impl Language {
    /// Returns the two-letter code, `en` or `fr`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }
}

/// Reads `en` or `fr`.
impl FromStr for Language {
    type Err = ();
    fn from_str(code: &str) -> Result<Self, ()> {
        match code {
            "en" => Ok(Self::English),
            "fr" => Ok(Self::French),
            _ => Err(()),
        }
    }
}

/// Holds a text for people in every language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text {
    /// The English text.
    pub en: &'static str,
    /// The French text.
    pub fr: &'static str,
}

impl Text {
    /// Makes a text.
    pub const fn new(en: &'static str, fr: &'static str) -> Self {
        Self { en, fr }
    }

    /// Makes a text that is left out of programs for browsers, where pages are loaded as they are read.
    pub const fn page(en: &'static str, fr: &'static str) -> Self {
        if cfg!(target_family = "wasm") { Self { en: "", fr: "" } } else { Self { en, fr } }
    }

    /// Returns the text in a language.
    pub const fn get(self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::French => self.fr,
        }
    }
}
