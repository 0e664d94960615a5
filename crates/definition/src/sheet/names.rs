//! Renames a piece throughout a definition, including descriptions of powers and cards but not comments.

use entourage_kernel::Language;

use super::description::called;
use crate::check::singulars;
use crate::rules::grammar;
use crate::syntax::{TokenKind, tokens};

/// Renames a piece in all sentences, in its quoted name in the definition, and in descriptions in the languages `said`.
pub(super) fn renamed(text: &str, old: &str, new: &str, said: &[Language]) -> String {
    each_line(text, |line| renamed_in(line, old, new, said))
}

pub(super) fn renamed_in_descriptions(text: &str, old: &str, new: &str, language: Language) -> String {
    each_line(text, |line| match description_of(line) {
        Some((spoken, from, to)) if spoken == language => {
            line[..from].to_owned() + &called(&line[from..to], old, new, language) + &line[to..]
        }
        _ => line.to_owned(),
    })
}

fn each_line(text: &str, change: impl Fn(&str) -> String) -> String {
    let mut lines: Vec<String> = text.lines().map(change).collect();
    if text.ends_with('\n') {
        lines.push(String::new());
    }
    lines.join("\n")
}

fn description_of(line: &str) -> Option<(Language, usize, usize)> {
    let found = tokens(line, 0, 1).ok()?;
    let [first, quoted, ..] = found.as_slice() else { return None };
    let language = match first.text {
        "says" => Language::English,
        "fr" => Language::French,
        _ => return None,
    };
    let from = place(line, quoted.text) + 1;
    (quoted.kind == TokenKind::Quoted).then(|| (language, from, from + quoted.unquoted().len()))
}

fn place(line: &str, part: &str) -> usize {
    part.as_ptr() as usize - line.as_ptr() as usize
}

fn renamed_in(line: &str, old: &str, new: &str, said: &[Language]) -> String {
    if let Some((language, ..)) = description_of(line) {
        return if said.contains(&language) {
            renamed_in_descriptions(line, old, new, language)
        } else {
            line.to_owned()
        };
    }
    let Ok(found) = tokens(line, 0, 1) else { return line.to_owned() };
    let is_capital = |text: &str| text.chars().next().is_some_and(char::is_uppercase);
    // Use the new plural only if the parser recognises it as a plural of the new name.
    let several =
        Some(grammar::english_plural(new)).filter(|word| singulars(word).iter().any(|one| one == new));
    let several = several.as_deref().unwrap_or(new);
    // The parts of the line to replace, from left to right.
    let mut parts: Vec<(usize, usize, &str)> = Vec::new();
    let is_piece = found.first().is_some_and(|token| token.text == "piece")
        || found.iter().take(2).map(|token| token.text).eq(["also", "piece"]);
    let mut index = 0;
    while index < found.len() {
        let token = found[index];
        match token.kind {
            TokenKind::Word if is_capital(token.text) => {
                let run = found[index..]
                    .iter()
                    .take_while(|next| next.kind == TokenKind::Word && is_capital(next.text))
                    .count();
                let last = found[index + run - 1];
                let words: Vec<&str> = found[index..index + run].iter().map(|token| token.text).collect();
                let words = words.join(" ");
                if singulars(&words).iter().any(|word| word == old) {
                    let name = if words == old { new } else { several };
                    parts.push((place(line, token.text), place(line, last.text) + last.text.len(), name));
                }
                index += run;
                continue;
            }
            TokenKind::Quoted
                if is_piece
                    && token.unquoted().split('/').next() == Some(old)
                    && index > 0
                    && is_capital(found[index - 1].text) =>
            {
                // The plural of the old name, as in `Man/Men`, is dropped.
                let start = place(line, token.text) + 1;
                parts.push((start, start + token.unquoted().len(), new));
            }
            _ => {}
        }
        index += 1;
    }
    let mut text = line.to_owned();
    for (from, to, name) in parts.into_iter().rev() {
        text.replace_range(from..to, name);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "piece G \"Guard\" fr \"Garde\"  # a Guard\n  moves: step any\npower of Guard: own Guards next to it cannot move\n  says \"A Guard stands.\"  # a Guard\n  fr \"Un Guard, des Gardes.\"\npiece O \"Old Guard\"\n";

    #[test]
    fn a_piece_is_renamed_wherever_it_is_named() {
        let renamed = |said: &[Language]| renamed(TEXT, "Guard", "Night Watch", said);
        let expected = "piece G \"Night Watch\" fr \"Garde\"  # a Guard\n  moves: step any\npower of Night Watch: own Night Watches next to it cannot move\n  says \"A Night Watch stands.\"  # a Guard\n  fr \"Un Guard, des Gardes.\"\npiece O \"Old Guard\"\n";
        assert_eq!(renamed(&[Language::English]), expected);
        let both = expected.replace("Un Guard", "Un Night Watch");
        assert_eq!(renamed(&[Language::English, Language::French]), both);
        assert_eq!(renamed(&[]), expected.replace("A Night Watch", "A Guard"));
    }

    #[test]
    fn descriptions_are_renamed_in_the_given_languages_only() {
        let found = renamed_in_descriptions(TEXT, "Garde", "Veilleur", Language::French);
        assert_eq!(found, TEXT.replace("des Gardes", "des Veilleurs"));
    }
}
