//! Rules for account names, and detection of confusable names.

use crate::domain::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{GeneralSecurityProfile, MixedScript, skeleton};

const MIN_LENGTH: usize = 2;
const MAX_LENGTH: usize = 24;
const SEPARATORS: [char; 6] = [' ', '-', '_', '.', '\'', '’'];
const RESERVED: [&str; 22] = [
    "admin",
    "administrateur",
    "administrator",
    "anonyme",
    "anonymous",
    "computer",
    "entourage",
    "guest",
    "help",
    "host",
    "invite",
    "invité",
    "moderateur",
    "moderator",
    "modérateur",
    "nobody",
    "ordinateur",
    "root",
    "server",
    "serveur",
    "support",
    "system",
];

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Name {
    pub text: String,
    /// Normalised forms that no other name can share; the first is the key for lookups.
    pub forms: Vec<String>,
}

impl Name {
    pub fn new(text: &str) -> Result<Self, Error> {
        // Cheap check before normalisation.
        if text.len() > MAX_LENGTH * 4 * 2 {
            return Err(Error::NameLength);
        }
        let text: String = text.trim().nfkc().collect();
        if !(MIN_LENGTH..=MAX_LENGTH).contains(&text.chars().count()) {
            return Err(Error::NameLength);
        }
        let mut after_letter = false;
        for letter in text.chars() {
            let joins = SEPARATORS.contains(&letter);
            // Allow the letters, digits and combining marks in Unicode's identifier profile.
            let belongs =
                joins || (letter.is_alphanumeric() || is_combining_mark(letter)) && letter.identifier_allowed();
            if !belongs || joins && !after_letter {
                return Err(Error::NameLetters);
            }
            after_letter = !joins;
        }
        if !after_letter || !text.chars().any(char::is_alphabetic) {
            return Err(Error::NameLetters);
        }
        let words = text.split(|letter| SEPARATORS.contains(&letter));
        if !words.clone().all(MixedScript::is_single_script) || !bare(&text).as_str().is_single_script() {
            return Err(Error::NameScripts);
        }
        let forms = forms(&text);
        let kept = RESERVED.iter().flat_map(|word| self::forms(word)).any(|form| forms.contains(&form));
        if kept { Err(Error::NameReserved) } else { Ok(Self { text, forms }) }
    }

    pub fn sought(text: &str) -> Option<String> {
        (text.len() <= MAX_LENGTH * 4 * 2).then(|| folded(&text.trim().nfkc().collect::<String>()))
    }
}

fn forms(text: &str) -> Vec<String> {
    let (mut forms, seen) = (vec![folded(text)], lower(&skeleton(&bare(text)).collect::<String>()));
    if !forms.contains(&seen) {
        forms.push(seen);
    }
    forms
}

fn folded(text: &str) -> String {
    lower(&skeleton(&lower(&bare(text))).collect::<String>())
}

fn bare(text: &str) -> String {
    text.chars().filter(|letter| !SEPARATORS.contains(letter)).collect()
}

fn lower(text: &str) -> String {
    text.to_uppercase().to_lowercase().nfkc().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_of_any_script_are_accepted_unchanged() {
        for name in [
            "Ada",
            "Zoé",
            "Jean-Luc",
            "O'Neill",
            "d’Arc",
            "李小龍",
            "Ольга",
            "さくら",
            "محمد",
            "Bob 2",
            "J. R. R.",
        ] {
            match Name::new(name) {
                Ok(read) => assert_eq!(read.text, name.trim_end_matches('.')),
                Err(fault) => assert!(name.ends_with('.') && fault == Error::NameLetters, "{name} {fault:?}"),
            }
        }
        assert_eq!(Name::new("  Ada ").unwrap().text, "Ada");
        assert_eq!(Name::new("Ａｄａ").unwrap().text, "Ada", "full-width letters are normalised");
    }

    #[test]
    fn invalid_names_are_refused_with_a_reason() {
        let long = "a".repeat(25);
        for (text, fault) in [
            ("", Error::NameLength),
            ("a", Error::NameLength),
            (&long, Error::NameLength),
            (&"a".repeat(10_000), Error::NameLength),
            ("a\u{202e}b", Error::NameLetters),
            ("a\u{200d}b", Error::NameLetters),
            ("a\nb", Error::NameLetters),
            ("a\0b", Error::NameLetters),
            ("a  b", Error::NameLetters),
            ("-ab", Error::NameLetters),
            ("ab-", Error::NameLetters),
            ("12", Error::NameLetters),
            ("a<b>", Error::NameLetters),
            ("🦉🦉", Error::NameLetters),
            ("Аda", Error::NameScripts),
            ("Аdа Ltd", Error::NameScripts),
            ("Admin", Error::NameReserved),
            ("a.d.m.i.n", Error::NameReserved),
            ("Entourage", Error::NameReserved),
            ("Invité", Error::NameReserved),
        ] {
            assert_eq!(Name::new(text), Err(fault), "{text:?}");
        }
    }

    #[test]
    fn confusable_names_share_a_form() {
        let alike = |one: &str, other: &str| {
            let (one, other) = (Name::new(one).unwrap(), Name::new(other).unwrap());
            one.forms.iter().any(|form| other.forms.contains(form))
        };
        for (one, other) in [
            ("Ada", "ADA"),
            ("Ada", "ａｄａ"),
            ("Bill", "BiII"),
            ("Bill", "Bi11"),
            ("Jean-Luc", "jean luc"),
            ("Straße", "STRASSE"),
            ("Соса", "Coca"),
            ("ΑΒΓ", "αβγ"),
            ("modern", "modem"),
        ] {
            assert!(alike(one, other) && alike(other, one), "{one} {other}");
        }
        for (one, other) in [("Ada", "Ade"), ("Zoé", "Zoe"), ("Bill", "Bull")] {
            assert!(!alike(one, other), "{one} {other}");
        }
    }

    proptest! {
        #[test]
        fn valid_names_are_found_by_their_first_form(text in "\\PC{0,40}|[a-zA-Zé0-9 .-]{0,26}") {
            if let Ok(name) = Name::new(&text) {
                prop_assert_eq!(Name::sought(&text), Some(name.forms[0].clone()));
                prop_assert_eq!(Name::new(&name.text), Ok(name));
            }
        }
    }
}
