use super::words::escaped;

/// The same words in both languages, so that no construct can be told in one alone.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Said {
    pub(super) en: String,
    pub(super) fr: String,
}

pub(super) fn said(en: impl Into<String>, fr: impl Into<String>) -> Said {
    Said { en: en.into(), fr: fr.into() }
}

/// Says something in both languages in which the same parts stand.
macro_rules! both {
    ($en:literal, $fr:literal, $($part:expr),+ $(,)?) => {
        $crate::rules::said::said(format!($en, $($part.en),+), format!($fr, $($part.fr),+))
    };
}
pub(super) use both;

impl Said {
    /// Says the same in both languages: a name that has no other.
    pub(super) fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { fr: text.clone(), en: text }
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
        self.and(&said(en, fr))
    }

    pub(super) fn capital(self) -> Self {
        said(capital(&self.en), capital(&self.fr))
    }

    pub(super) fn escaped(&self) -> Self {
        said(escaped(&self.en), escaped(&self.fr))
    }

    pub(super) fn uncapital(&self) -> Self {
        let small = |text: &str| {
            let mut letters = text.chars();
            letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
        };
        said(small(&self.en), small(&self.fr))
    }

    pub(super) fn join(parts: &[Self], en: &str, fr: &str) -> Self {
        let joined = |between: &str, pick: fn(&Self) -> &str| {
            parts.iter().map(pick).collect::<Vec<&str>>().join(between)
        };
        said(joined(en, |part| &part.en), joined(fr, |part| &part.fr))
    }

    pub(super) fn list(parts: &[Self], en: &str, fr: &str) -> Self {
        match parts.split_last() {
            Some((last, rest)) if !rest.is_empty() => {
                Self::join(rest, ", ", ", ").with(&format!(" {en} "), &format!(" {fr} ")).and(last)
            }
            Some((last, _)) => last.clone(),
            None => Self::default(),
        }
    }

    pub(super) fn all(parts: &[Self]) -> Self {
        Self::list(parts, "and", "et")
    }

    pub(super) fn any(parts: &[Self]) -> Self {
        Self::list(parts, "or", "ou")
    }
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
