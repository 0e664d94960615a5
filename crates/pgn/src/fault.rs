use std::fmt;

use entourage_kernel::{Problem, Text};

use crate::{DEEPEST, LONGEST_GAME, MOST_MOVES, Place};

macro_rules! say {
    ($en:literal, $fr:literal) => {
        Problem::new(format!($en), format!($fr))
    };
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A tag is not written `[Name "value"]` in one line.
    Tag,
    RepeatedTag(String),
    UnclosedComment,
    /// What stands behind `$` is no number up to 255.
    Nag,
    NagFirst,
    VariationFirst,
    EmptyVariation,
    UnclosedVariation,
    StrayClose,
    StraySign(char),
    TooDeep,
    TooManyMoves,
    TooLong,
}

impl Fault {
    pub fn problem(&self) -> Problem {
        let said = |en, fr| Problem::from(Text::new(en, fr));
        match self {
            Self::Tag => said(
                "a tag is written [Name \"value\"], in one line",
                "une étiquette s'écrit [Nom \"valeur\"], en une ligne",
            ),
            Self::RepeatedTag(name) => {
                say!("the tag {name} is there twice", "l'étiquette {name} y est deux fois")
            }
            Self::UnclosedComment => said("this remark has no }", "cette remarque n'a pas de }"),
            Self::Nag => said("$ takes a number from 0 to 255", "$ veut un nombre de 0 à 255"),
            Self::NagFirst => said("a glyph stands behind a move", "un glyphe se place derrière un coup"),
            Self::VariationFirst => {
                said("a variation stands behind a move", "une variante se place derrière un coup")
            }
            Self::EmptyVariation => said("this variation has no move", "cette variante n'a pas de coup"),
            Self::UnclosedVariation => said("a variation has no )", "une variante n'a pas de )"),
            Self::StrayClose => said("no variation ends here", "aucune variante ne se termine ici"),
            Self::StraySign(sign) => {
                let sign = sign.escape_debug();
                say!("{sign} means nothing here", "{sign} ne veut rien dire ici")
            }
            Self::TooDeep => say!(
                "variations lie at most {DEEPEST} deep in each other",
                "les variantes s'emboîtent au plus {DEEPEST} fois"
            ),
            Self::TooManyMoves => say!(
                "a game has at most {MOST_MOVES} moves, with its variations",
                "une partie a au plus {MOST_MOVES} coups, variantes comprises"
            ),
            Self::TooLong => {
                say!("a game has at most {LONGEST_GAME} bytes", "une partie a au plus {LONGEST_GAME} octets")
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    pub fault: Fault,
    pub place: Place,
    /// Which game of its text it is in, from 1.
    pub game: u64,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, {}: {}", self.game, self.place, self.fault.problem().en)
    }
}

impl std::error::Error for SyntaxError {}
