use std::fmt;

use entourage_kernel::{Language, Problem};

macro_rules! say {
    ($en:literal, $fr:literal) => {
        Problem::new(format!($en), format!($fr))
    };
}

const MOST_SHOWN: usize = 60;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Refusal {
    pub option: String,
    /// The line that sets it, from 1; `None` if it is built in or not set.
    pub line: Option<u32>,
    pub reason: Reason,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    Unread,
    Heading,
    NoSection,
    NoName,
    /// A built-in variant has this name and takes precedence.
    BuiltIn,
    /// The section on this line has this name and takes precedence.
    Again(u32),
    Unknown,
    Value(String),
    NoVariant,
    NoParent(String),
    /// The variant that it is based on cannot be read.
    Parent(String),
    NoWords,
    NoWordsWith(&'static str),
    Walk(String),
    Start,
    TooMany(&'static str),
}

pub(crate) fn shortened(option: &str) -> String {
    option.chars().take(MOST_SHOWN).collect()
}

impl Refusal {
    pub(crate) fn new(option: &str, line: Option<u32>, reason: Reason) -> Self {
        Self { option: shortened(option), line, reason }
    }

    pub fn problem(&self) -> Problem {
        let option = &self.option;
        let problem = match &self.reason {
            Reason::Unread => {
                Problem::new("this is no option with a value", "ce n'est pas une option avec sa valeur")
            }
            Reason::Heading => {
                Problem::new("the heading of a section ends with ]", "le titre d'une section finit par ]")
            }
            Reason::NoSection => Problem::new(
                "this stands before the first section and is passed over",
                "ceci précède la première section et est passé",
            ),
            Reason::NoName => Problem::new(
                "this section has no name and is passed over",
                "cette section n'a pas de nom et est passée",
            ),
            Reason::BuiltIn => Problem::new(
                "Fairy-Stockfish has a variant of this name built in, which counts; this section is passed over",
                "Fairy-Stockfish a déjà une variante de ce nom, qui compte\u{a0}; cette section est passée",
            ),
            Reason::Again(line) => say!(
                "the section in line {line} has this name, and counts; this one is passed over",
                "la section de la ligne {line} porte ce nom et compte\u{a0}; celle-ci est passée"
            ),
            Reason::Unknown => Problem::new("no such option is known", "cette option est inconnue"),
            Reason::Value(value) => {
                say!("it has no value \"{value}\"", "elle n'a pas de valeur «\u{a0}{value}\u{a0}»")
            }
            Reason::NoVariant => Problem::new("no variant is called so", "aucune variante ne s'appelle ainsi"),
            Reason::NoParent(parent) => say!(
                "no variant is called {parent} before this one",
                "aucune variante ne s'appelle {parent} avant celle-ci"
            ),
            Reason::Parent(parent) => say!(
                "{parent}, which it is like, cannot be read",
                "{parent}, à laquelle elle ressemble, ne peut être lue"
            ),
            Reason::NoWords => Problem::new(
                "the language of text games has no words for it",
                "la langue des jeux en texte n'a pas de mots pour cela",
            ),
            Reason::NoWordsWith(other) => say!(
                "the language of text games has no words for it together with {other}",
                "la langue des jeux en texte n'a pas de mots pour cela avec {other}"
            ),
            Reason::Walk(betza) => say!(
                "the language of text games has no words for the walk {betza}",
                "la langue des jeux en texte n'a pas de mots pour la marche {betza}"
            ),
            Reason::Start => Problem::new("this position cannot be read", "cette position ne peut être lue"),
            Reason::TooMany(what) => Problem::new(
                format!("a game may not have so many {}", of(what).en),
                format!("un jeu ne peut avoir autant de {}", of(what).fr),
            ),
        };
        problem.within(|en| format!("{option}: {en}"), |fr| format!("{option}\u{a0}: {fr}"))
    }
}

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

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// A hand has room for fewer pieces than could be captured; captures beyond that are lost.
    Hand,
    SetAgain {
        option: String,
        line: u32,
        again: u32,
    },
}

impl Note {
    pub fn problem(&self) -> Problem {
        match self {
            Self::Hand => Problem::new(
                "a hand holds fewer pieces than could be captured in all",
                "une main tient moins de pièces qu'on ne pourrait en capturer en tout",
            ),
            Self::SetAgain { option, line, again } => say!(
                "line {line} sets {option}, which line {again} sets again; the last counts",
                "la ligne {line} règle {option}, que la ligne {again} règle encore\u{a0}; la dernière compte"
            ),
        }
    }
}
