use std::fmt;

use entourage_kernel::{Problem, Text};

use crate::{MAX_DEPTH, MAX_GAME_BYTES, MAX_MOVES, Place};

macro_rules! say {
    ($en:literal, $fr:literal) => {
        Problem::new(format!($en), format!($fr))
    };
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A tag is not written as `[Name "value"]` on one line.
    Tag,
    RepeatedTag(String),
    UnclosedComment,
    /// `$` is not followed by a number up to 255.
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
                "a tag must be written as [Name \"value\"] on one line",
                "une étiquette s'écrit [Nom \"valeur\"], sur une ligne",
            ),
            Self::RepeatedTag(name) => {
                say!("the tag {name} is repeated", "l'étiquette {name} est répétée")
            }
            Self::UnclosedComment => {
                said("this comment has no closing }", "ce commentaire n'a pas de } fermante")
            }
            Self::Nag => {
                said("$ must be followed by a number from 0 to 255", "$ doit être suivi d'un nombre de 0 à 255")
            }
            Self::NagFirst => said("a glyph must follow a move", "un glyphe doit suivre un coup"),
            Self::VariationFirst => said("a variation must follow a move", "une variante doit suivre un coup"),
            Self::EmptyVariation => said("this variation has no move", "cette variante n'a pas de coup"),
            Self::UnclosedVariation => {
                said("this variation has no closing )", "cette variante n'a pas de ) fermante")
            }
            Self::StrayClose => said("this ) closes no variation", "cette ) ne ferme aucune variante"),
            Self::StraySign(sign) => {
                let sign = sign.escape_debug();
                say!("unexpected {sign}", "{sign} inattendu")
            }
            Self::TooDeep => say!(
                "variations can be nested at most {MAX_DEPTH} deep",
                "les variantes s'emboîtent au plus {MAX_DEPTH} fois"
            ),
            Self::TooManyMoves => say!(
                "a game has at most {MAX_MOVES} moves, including variations",
                "une partie a au plus {MAX_MOVES} coups, variantes comprises"
            ),
            Self::TooLong => {
                say!(
                    "a game has at most {MAX_GAME_BYTES} bytes",
                    "une partie a au plus {MAX_GAME_BYTES} octets"
                )
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    pub fault: Fault,
    pub place: Place,
    /// The number of the game in the text, from 1.
    pub game: u64,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, {}: {}", self.game, self.place, self.fault.problem().en)
    }
}

impl std::error::Error for SyntaxError {}
