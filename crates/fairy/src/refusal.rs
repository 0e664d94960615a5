use std::fmt;

use entourage_kernel::{Language, Problem};

/// Bounds how much of an option's name is repeated.
const MOST_SHOWN: usize = 60;

/// Says which option of a variant the language of text games cannot say, and where it is set.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Refusal {
    /// The name of the option, as the configuration writes it.
    pub option: String,
    /// The line that sets it, from 1; `None` where a variant that is built in does, or nothing.
    pub line: Option<u32>,
    /// Why it is refused.
    pub reason: Reason,
}

/// Tells why an option is refused.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// The line is neither a comment nor an option with a value.
    Unread,
    /// The line begins a section and does not end its name.
    Heading,
    /// The line stands before every section.
    NoSection,
    /// The section has no name.
    NoName,
    /// A variant that is built in has this name; it counts.
    BuiltIn,
    /// The section in this line has this name already; it counts.
    Again(u32),
    /// No such option is known.
    Unknown,
    /// The option has no such value.
    Value(String),
    /// No variant has this name.
    NoVariant,
    /// The variant that it is like is not known.
    NoParent(String),
    /// The variant that it is like was refused for what cannot be read.
    Parent(String),
    /// The language has no words for it.
    NoWords,
    /// The language has no words for it together with another option.
    NoWordsWith(&'static str),
    /// The piece moves in a way for which the language has no words, in Betza's letters.
    Walk(String),
    /// The start is not one that can be read.
    Start,
    /// There is more of something than a game may have.
    TooMany(&'static str),
}

/// Returns as much of an option's name as is repeated.
pub(crate) fn shortened(option: &str) -> String {
    option.chars().take(MOST_SHOWN).collect()
}

impl Refusal {
    pub(crate) fn new(option: &str, line: Option<u32>, reason: Reason) -> Self {
        Self { option: shortened(option), line, reason }
    }

    /// Says in every language which option is refused and why, in one clause.
    pub fn problem(&self) -> Problem {
        let option = &self.option;
        let (en, fr) = match &self.reason {
            Reason::Unread => (
                "this is no option with a value".to_owned(),
                "ce n'est pas une option avec sa valeur".to_owned(),
            ),
            Reason::Heading => (
                "the heading of a section ends with ]".to_owned(),
                "le titre d'une section finit par ]".to_owned(),
            ),
            Reason::NoSection => (
                "this stands before the first section and is passed over".to_owned(),
                "ceci précède la première section et est passé".to_owned(),
            ),
            Reason::NoName => (
                "this section has no name and is passed over".to_owned(),
                "cette section n'a pas de nom et est passée".to_owned(),
            ),
            Reason::BuiltIn => (
                "Fairy-Stockfish has a variant of this name built in, which counts; this section is passed over"
                    .to_owned(),
                "Fairy-Stockfish a déjà une variante de ce nom, qui compte\u{a0}; cette section est passée".to_owned(),
            ),
            Reason::Again(line) => (
                format!("the section in line {line} has this name, and counts; this one is passed over"),
                format!("la section de la ligne {line} porte ce nom et compte\u{a0}; celle-ci est passée"),
            ),
            Reason::Unknown => ("no such option is known".to_owned(), "cette option est inconnue".to_owned()),
            Reason::Value(value) => (
                format!("it has no value \"{value}\""),
                format!("elle n'a pas de valeur «\u{a0}{value}\u{a0}»"),
            ),
            Reason::NoVariant => {
                ("no variant is called so".to_owned(), "aucune variante ne s'appelle ainsi".to_owned())
            }
            Reason::NoParent(parent) => (
                format!("no variant is called {parent} before this one"),
                format!("aucune variante ne s'appelle {parent} avant celle-ci"),
            ),
            Reason::Parent(parent) => (
                format!("{parent}, which it is like, cannot be read"),
                format!("{parent}, à laquelle elle ressemble, ne peut être lue"),
            ),
            Reason::NoWords => (
                "the language of text games has no words for it".to_owned(),
                "la langue des jeux en texte n'a pas de mots pour cela".to_owned(),
            ),
            Reason::NoWordsWith(other) => (
                format!("the language of text games has no words for it together with {other}"),
                format!("la langue des jeux en texte n'a pas de mots pour cela avec {other}"),
            ),
            Reason::Walk(betza) => (
                format!("the language of text games has no words for the walk {betza}"),
                format!("la langue des jeux en texte n'a pas de mots pour la marche {betza}"),
            ),
            Reason::Start => {
                ("this position cannot be read".to_owned(), "cette position ne peut être lue".to_owned())
            }
            Reason::TooMany(what) => (
                format!("a game may not have so many {}", of(what).en),
                format!("un jeu ne peut avoir autant de {}", of(what).fr),
            ),
        };
        Problem::new(format!("{option}: {en}"), format!("{option}\u{a0}: {fr}"))
    }
}

/// Names in every language what there is too much of.
fn of(what: &str) -> Problem {
    match what {
        "pieces" => Problem::new("kinds of piece", "sortes de pièces"),
        "squares" => Problem::new("squares", "cases"),
        "choices" => Problem::new("choices", "choix"),
        other => other.into(),
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "{line}: ")?;
        }
        f.write_str(self.problem().get(Language::English))
    }
}
