//! What sentences of every language and every game are put together with.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_in_upper_case_and_lists_end_with_a_conjunction() {
        assert_eq!((begin("écho.".into()), begin(String::new())), ("Écho.".into(), String::new()));
        let words = ["a", "b", "c"].map(String::from);
        assert_eq!([0, 1, 2, 3].map(|count| join(&words[..count], "or")), ["", "a", "a or b", "a, b or c"]);
    }
}
