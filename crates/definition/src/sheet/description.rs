//! Renames pieces in descriptions of powers and cards.

use entourage_kernel::Language;

use crate::check::singulars;
use crate::rules::grammar;

/// Renames a piece in a description, in singular and plural, and adjusts the English article.
///
/// The case must match: "they guard" does not refer to the Guard.
pub(super) fn called(text: &str, old: &str, new: &str, language: Language) -> String {
    let count = old.split(' ').count();
    let mut said = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if !is_of_word(first) {
            said.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let words = run(rest, count);
        match words.and_then(|words| one_or_several(words, old, new, language)) {
            Some(name) => {
                match language {
                    Language::English => article(&mut said, new),
                    Language::French => elide(&mut said, new),
                }
                said += &name;
                rest = &rest[words.map_or(0, str::len)..];
            }
            None => {
                let word = word(rest);
                said += word;
                rest = &rest[word.len()..];
            }
        }
    }
    said
}

fn is_of_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '-'
}

fn word(text: &str) -> &str {
    &text[..text.find(|sign| !is_of_word(sign)).unwrap_or(text.len())]
}

fn run(text: &str, count: usize) -> Option<&str> {
    let mut end = word(text).len();
    for _ in 1..count {
        let next = word(text[end..].strip_prefix(' ')?);
        if next.is_empty() {
            return None;
        }
        end += 1 + next.len();
    }
    Some(&text[..end])
}

fn one_or_several(words: &str, old: &str, new: &str, language: Language) -> Option<String> {
    if words == old {
        return Some(new.to_owned());
    }
    let is_several = match language {
        Language::English => singulars(words).iter().any(|word| word == old),
        Language::French => words == several(old, language),
    };
    is_several.then(|| several(new, language))
}

fn several(name: &str, language: Language) -> String {
    match language {
        Language::English => grammar::english_plural(name),
        Language::French => grammar::french_plural(name),
    }
}

/// Adjusts an English article at the end of a description to the name that follows.
fn article(said: &mut String, name: &str) {
    let before = said.trim_end_matches(' ');
    if before.len() == said.len() {
        return;
    }
    let last = &before[before.rfind(|sign| !is_of_word(sign)).map_or(0, |at| at + 1)..];
    let named = grammar::an(name);
    let article = named.split(' ').next().unwrap_or_default();
    let fitting = match last {
        "A" | "An" => article.replacen('a', "A", 1),
        "a" | "an" => article.to_owned(),
        _ => return,
    };
    said.truncate(before.len() - last.len());
    *said += &fitting;
    said.push(' ');
}

/// French words in the form before a consonant and in the form before a vowel; the first match applies.
///
/// The gender of the name is unknown, so an elided word expands to the most common form.
const ELIDED: [(&str, &str); 8] = [
    ("du ", "de l'"),
    ("au ", "à l'"),
    ("le ", "l'"),
    ("la ", "l'"),
    ("de ", "d'"),
    ("que ", "qu'"),
    ("ne ", "n'"),
    ("ce ", "cet "),
];

fn elide(said: &mut String, name: &str) {
    let is_vowel = grammar::elides(name);
    for (plain, elided) in ELIDED {
        let (from, to) = if is_vowel { (plain, elided) } else { (elided, plain) };
        let curly = from.replace('\'', "’");
        let Some(found) = [from, &curly].into_iter().find(|from| ends_with_word(said, from)) else { continue };
        let at = said.len() - found.len();
        let is_capital = said[at..].starts_with(char::is_uppercase);
        said.truncate(at);
        let mut letters = to.chars();
        match letters.next() {
            Some(first) if is_capital => said.extend(first.to_uppercase().chain(letters)),
            _ => *said += to,
        }
        return;
    }
}

fn ends_with_word(text: &str, words: &str) -> bool {
    let Some(at) = text.len().checked_sub(words.len()).filter(|at| text.is_char_boundary(*at)) else {
        return false;
    };
    text[at..].to_lowercase() == words && !text[..at].ends_with(is_of_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_in_singular_and_plural_with_their_article() {
        let english = |text: &str, old: &str, new: &str| called(text, old, new, Language::English);
        for (text, old, new, expected) in [
            ("A Runner next to its own Runners.", "Runner", "Otter", "An Otter next to its own Otters."),
            ("Beside an Otter, they runner.", "Otter", "Runner", "Beside a Runner, they runner."),
            ("Wolves and a Wolf's den", "Wolf", "Sentry", "Sentries and a Sentry's den"),
            ("Guardian Angels, no Angel.", "Guardian Angel", "Fox", "Foxes, no Angel."),
            ("Old-Guard, Guardian, Old Guard", "Guard", "Ox", "Old-Guard, Guardian, Old Ox"),
            ("Guardian", "Guardian Angel", "Ox", "Guardian"),
            ("", "Guard", "Ox", ""),
            ("A Guard and a Guard", "Guard", "Hour", "An Hour and an Hour"),
            ("An Ox", "Ox", "Unicorn", "A Unicorn"),
        ] {
            assert_eq!(english(text, old, new), expected);
        }
        let french = |text: &str, old: &str, new: &str| called(text, old, new, Language::French);
        assert_eq!(french("l'Ange et les Anges", "Ange", "Agneau"), "l'Agneau et les Agneaux");
        assert_eq!(french("Les Anges gardiens", "Ange gardien", "Preux"), "Les Preux");
        for (text, old, new, expected) in [
            ("L'Ange et les Anges de l'Ange", "Ange", "Veilleur", "Le Veilleur et les Veilleurs du Veilleur"),
            ("Le Veilleur obéit au Veilleur", "Veilleur", "Émir", "L'Émir obéit à l'Émir"),
            ("plus d’Anges qu'Ange ici", "Ange", "Garde", "plus de Gardes que Garde ici"),
            ("du Garde", "Garde", "Ange", "de l'Ange"),
            ("une foule Garde", "Garde", "Ange", "une foule Ange"),
        ] {
            assert_eq!(french(text, old, new), expected);
        }
    }
}
