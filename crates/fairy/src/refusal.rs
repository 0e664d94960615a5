use std::fmt;

use entourage_kernel::{Language, Problem};

macro_rules! say {
    ($en:literal, $fr:literal) => {
        Problem::new(format!($en), format!($fr))
    };
}

const MAX_SHOWN: usize = 60;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Refusal {
    pub option: String,
    /// The line that sets the option, from 1; `None` if the option is set by a built-in variant or not set.
    pub line: Option<u32>,
    pub reason: Reason,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    Unread,
    Heading,
    NoSection,
    NoName,
    /// A built-in variant has the same name and takes precedence.
    BuiltIn,
    /// The section on this line has the same name and takes precedence.
    Again(u32),
    Unknown,
    Value(String),
    NoVariant,
    NoParent(String),
    Parent(String),
    Unsupported,
    UnsupportedWith(&'static str),
    Walk(String),
    Start,
    TooMany(&'static str),
}

pub(crate) fn shortened(option: &str) -> String {
    option.chars().take(MAX_SHOWN).collect()
}

impl Refusal {
    pub(crate) fn new(option: &str, line: Option<u32>, reason: Reason) -> Self {
        Self { option: shortened(option), line, reason }
    }

    pub fn problem(&self) -> Problem {
        let option = &self.option;
        let problem = match &self.reason {
            Reason::Unread => Problem::new("expected `option = value`", "attendu\u{a0}: option = valeur"),
            Reason::Heading => Problem::new(
                "the heading of a section must end with ]",
                "le titre d'une section doit finir par ]",
            ),
            Reason::NoSection => Problem::new(
                "ignored: this line is before the first section",
                "ligne ignorée\u{a0}: elle précède la première section",
            ),
            Reason::NoName => {
                Problem::new("ignored: this section has no name", "section ignorée\u{a0}: elle n'a pas de nom")
            }
            Reason::BuiltIn => Problem::new(
                "ignored: Fairy-Stockfish has a built-in variant with this name",
                "section ignorée\u{a0}: Fairy-Stockfish a déjà une variante de ce nom",
            ),
            Reason::Again(line) => say!(
                "ignored: the section on line {line} has the same name",
                "section ignorée\u{a0}: celle de la ligne {line} porte le même nom"
            ),
            Reason::Unknown => Problem::new("unknown option", "option inconnue"),
            Reason::Value(value) => {
                say!("\"{value}\" is not a valid value", "«\u{a0}{value}\u{a0}» n'est pas une valeur possible")
            }
            Reason::NoVariant => {
                Problem::new("there is no variant with this name", "il n'y a pas de variante de ce nom")
            }
            Reason::NoParent(parent) => say!(
                "there is no variant named {parent} before this one",
                "il n'y a pas de variante nommée {parent} avant celle-ci"
            ),
            Reason::Parent(parent) => say!(
                "the parent variant {parent} cannot be read",
                "la variante parente {parent} ne peut pas être lue"
            ),
            Reason::Unsupported => Problem::new(
                "not supported by the language of game definitions",
                "n'est pas pris en charge par le langage des définitions de jeux",
            ),
            Reason::UnsupportedWith(other) => say!(
                "not supported by the language of game definitions in combination with {other}",
                "n'est pas pris en charge par le langage des définitions de jeux en combinaison avec {other}"
            ),
            Reason::Walk(betza) => say!(
                "the language of game definitions does not support the moves {betza}",
                "le langage des définitions de jeux ne prend pas en charge la marche {betza}"
            ),
            Reason::Start => {
                Problem::new("this position cannot be read", "cette position ne peut pas être lue")
            }
            Reason::TooMany(what) => Problem::new(
                format!("a game cannot have that many {}", of(what).en),
                format!("un jeu ne peut pas avoir autant de {}", of(what).fr),
            ),
        };
        problem.within(|en| format!("{option}: {en}"), |fr| format!("{option}\u{a0}: {fr}"))
    }
}

fn of(what: &str) -> Problem {
    match what {
        "pieces" => Problem::new("kinds of pieces", "types de pièces"),
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
    /// White's pieces begin above Black's, so that each side moves away from the other.
    UpsideDown,
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
                "a hand has room for fewer pieces than can be captured in a game; further captured pieces are lost",
                "une main peut contenir moins de pièces qu'on ne peut en capturer dans une partie\u{a0}; les suivantes sont perdues",
            ),
            Self::UpsideDown => Problem::new(
                "in the start position, White's pieces are above Black's; is the position upside down?",
                "dans la position de départ, les pièces blanches sont au-dessus des noires\u{a0}; la position est-elle à l'envers\u{a0}?",
            ),
            Self::SetAgain { option, line, again } => say!(
                "{option} is set on line {line} and again on line {again}; the last value applies",
                "{option} est défini à la ligne {line} et de nouveau à la ligne {again}\u{a0}; la dernière valeur s'applique"
            ),
        }
    }
}
