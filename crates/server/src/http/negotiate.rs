use axum::http::header::ACCEPT_LANGUAGE;

use crate::domain::Locale;
use crate::http::prelude::*;

/// Takes the language from `?lang=` or `Accept-Language`, and Game Courier's notation from `?squares=courier`.
impl<S: Sync> FromRequestParts<S> for Locale {
    type Rejection = Infallible;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let notation = queried(parts, "squares=").and_then(|word| word.parse().ok()).unwrap_or_default();
        Ok(Self { language: language(parts), notation })
    }
}

fn queried<'p>(parts: &'p Parts, field: &str) -> Option<&'p str> {
    parts.uri.query().unwrap_or("").split('&').find_map(|pair| pair.strip_prefix(field))
}

pub(crate) fn language(parts: &Parts) -> Language {
    if let Some(language) = queried(parts, "lang=").and_then(|code| code.parse().ok()) {
        return language;
    }
    let accepted = parts.headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    accepted.and_then(preferred).unwrap_or_default()
}

fn preferred(list: &str) -> Option<Language> {
    let mut best: Option<(f32, Language)> = None;
    for item in list.split(',') {
        let mut parts = item.split(';');
        let tag = parts.next().unwrap_or("").trim();
        let primary = tag.split('-').next().unwrap_or("").to_ascii_lowercase();
        let weight =
            parts.find_map(|part| part.trim().strip_prefix("q=")).map_or(Some(1.0), |q| q.parse().ok());
        if let (Ok(language), Some(weight)) = (primary.parse(), weight)
            && weight > best.map_or(0.0, |(most, _)| most)
        {
            best = Some((weight, language));
        }
    }
    best.map(|(_, language)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferred_known_language_is_chosen() {
        for (list, expected) in [
            ("fr", Some(Language::French)),
            ("fr-CH, fr;q=0.9, en;q=0.8", Some(Language::French)),
            ("de, en;q=0.5, fr;q=0.7", Some(Language::French)),
            ("EN-gb,fr", Some(Language::English)),
            ("fr;q=0, en;q=0.1", Some(Language::English)),
            ("fr;q=x, en;q=0.1", Some(Language::English)),
            ("fr;q=NaN", None),
            ("de, *", None),
            ("", None),
            (";;,,;q=", None),
        ] {
            assert_eq!(preferred(list), expected, "{list}");
        }
    }
}
