use entourage_kernel::Text;

use super::words::escaped;

/// A text in both languages, so that no construct can be described in only one of them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Phrase {
    pub(super) en: String,
    pub(super) fr: String,
}

pub(super) fn phrase(en: impl Into<String>, fr: impl Into<String>) -> Phrase {
    Phrase { en: en.into(), fr: fr.into() }
}

/// Formats a phrase from an English and a French format string with the same arguments.
macro_rules! both {
    ($en:literal, $fr:literal, $($part:expr),+ $(,)?) => {
        $crate::rules::phrase::phrase(format!($en, $($part.en),+), format!($fr, $($part.fr),+))
    };
}
pub(super) use both;

impl Phrase {
    /// Creates a phrase with the same text in both languages, for names.
    pub(super) fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { fr: text.clone(), en: text }
    }

    pub(super) fn plain(&self) -> Text {
        Text::made(plain(&self.en), plain(&self.fr))
    }

    pub(super) fn text(self) -> Text {
        Text::made(self.en, self.fr)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.en.is_empty()
    }

    pub(super) fn and(mut self, more: &Self) -> Self {
        self.en.push_str(&more.en);
        self.fr.push_str(&more.fr);
        self
    }

    pub(super) fn with(self, en: &str, fr: &str) -> Self {
        self.and(&phrase(en, fr))
    }

    /// Appends an optional phrase after a separator.
    pub(super) fn more(self, sign: &str, more: Option<Self>) -> Self {
        match more {
            Some(more) => self.with(sign, sign).and(&more),
            None => self,
        }
    }

    pub(super) fn capital(self) -> Self {
        phrase(capital(&self.en), capital(&self.fr))
    }

    pub(super) fn escaped(&self) -> Self {
        phrase(escaped(&self.en), escaped(&self.fr))
    }

    /// Removes leading articles.
    pub(super) fn bare(&self) -> Self {
        let bare = |words: &str, articles: &[&str]| {
            articles.iter().find_map(|article| words.strip_prefix(article)).unwrap_or(words).to_owned()
        };
        phrase(bare(&self.en, &["an ", "a "]), bare(&self.fr, &["les ", "une ", "un "]))
    }

    pub(super) fn uncapital(&self) -> Self {
        let small = |text: &str| {
            let mut letters = text.chars();
            letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
        };
        phrase(small(&self.en), small(&self.fr))
    }

    pub(super) fn join(parts: impl IntoIterator<Item = Self>, en: &str, fr: &str) -> Self {
        let parts = parts.into_iter();
        parts.reduce(|all, part| all.with(en, fr).and(&part)).unwrap_or_default()
    }

    pub(super) fn list(parts: impl IntoIterator<Item = Self>, en: &str, fr: &str) -> Self {
        let mut parts: Vec<Self> = parts.into_iter().collect();
        match (parts.pop(), parts.is_empty()) {
            (Some(last), false) => {
                Self::join(parts, ", ", ", ").with(&format!(" {en} "), &format!(" {fr} ")).and(&last)
            }
            (last, _) => last.unwrap_or_default(),
        }
    }

    pub(super) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::list(parts, "and", "et")
    }

    pub(super) fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::list(parts, "or", "ou")
    }
}

/// Removes Markdown escapes.
pub(super) fn plain(text: &str) -> String {
    text.replace('\\', "")
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
