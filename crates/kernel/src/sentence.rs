//! What sentences of every language and every game are put together with.

use crate::Language;

/// Begins a sentence: its first letter in upper case.
pub fn begin(text: String) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Joins words with commas and, before the last, a conjunction: `a, b and c`.
pub fn join(words: &[String], conjunction: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [all @ .., last] => format!("{} {conjunction} {last}", all.join(", ")),
    }
}

/// Puts a number before a noun, which is given in the singular and in the plural: `1 error`, `2 errors`.
///
/// Nothing is counted in the plural in English, and in the singular in French.
pub fn counted(language: Language, number: u64, one: &str, several: &str) -> String {
    let is_one = number == 1 || number == 0 && language == Language::French;
    format!("{number} {}", if is_one { one } else { several })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_in_upper_case_and_lists_end_with_a_conjunction() {
        assert_eq!((begin("écho.".into()), begin(String::new())), ("Écho.".into(), String::new()));
        let words = ["a", "b", "c"].map(String::from);
        let games = |number| {
            let en = counted(Language::English, number, "game", "games");
            [en, counted(Language::French, number, "partie", "parties")]
        };
        assert_eq!(games(0), ["0 games", "0 partie"]);
        assert_eq!(games(1), ["1 game", "1 partie"]);
        assert_eq!(games(2), ["2 games", "2 parties"]);
        assert_eq!([0, 1, 2, 3].map(|count| join(&words[..count], "or")), ["", "a", "a or b", "a, b or c"]);
    }
}
