use entourage_kernel::{Problem, Text};

use crate::{MAX_DEPTH, MAX_GAME_BYTES, MAX_MOVES, Place};

/// Something unusual in a game that does not prevent reading it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    pub place: Place,
    pub problem: Problem,
}

macro_rules! say {
    ($en:literal, $fr:literal) => {
        Problem::new(format!($en), format!($fr))
    };
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A tag does not have the form `[Name "value"]` on one line.
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
    NoResult,
    NullMove,
    /// A text that is read as another, which is standard.
    ReadAs(String, String),
}

impl Fault {
    pub fn problem(&self) -> Problem {
        let said = |en, fr| Problem::from(Text::new(en, fr));
        match self {
            Self::Tag => said(
                "a tag must be written as [Name \"value\"] on one line",
                "une étiquette doit s'écrire [Nom \"valeur\"] sur une seule ligne",
            ),
            Self::RepeatedTag(name) => {
                say!("the tag `{name}` is repeated", "l'étiquette «\u{a0}{name}\u{a0}» est répétée")
            }
            Self::UnclosedComment => {
                said("this comment has no closing }", "il manque l'accolade fermante } de ce commentaire")
            }
            Self::Nag => {
                said("$ must be followed by a number from 0 to 255", "$ doit être suivi d'un nombre de 0 à 255")
            }
            Self::NagFirst => said("an annotation must follow a move", "une annotation doit suivre un coup"),
            Self::VariationFirst => said("a variation must follow a move", "une variante doit suivre un coup"),
            Self::EmptyVariation => said("this variation has no moves", "cette variante n'a aucun coup"),
            Self::UnclosedVariation => {
                said("this variation has no closing )", "il manque la parenthèse fermante de cette variante")
            }
            Self::StrayClose => said("this ) closes no variation", "cette parenthèse ne ferme aucune variante"),
            Self::StraySign(sign) => {
                let sign = sign.escape_debug();
                say!("unexpected character: {sign}", "caractère inattendu\u{a0}: {sign}")
            }
            Self::TooDeep => say!(
                "variations can be nested at most {MAX_DEPTH} levels deep",
                "les variantes peuvent être imbriquées sur {MAX_DEPTH} niveaux au plus"
            ),
            Self::TooManyMoves => say!(
                "a game can have at most {MAX_MOVES} moves, including variations",
                "une partie peut avoir au plus {MAX_MOVES} coups, variantes comprises"
            ),
            Self::NoResult => said(
                "the game ends without a result (1-0, 0-1, 1/2-1/2 or *)",
                "la partie se termine sans résultat (1-0, 0-1, 1/2-1/2 ou *)",
            ),
            Self::NullMove => said("null move (the player passes)", "coup nul (le joueur passe son tour)"),
            Self::ReadAs(text, read) => {
                let text = text.escape_debug();
                say!("{text} is read as {read}", "{text} est lu comme {read}")
            }
            Self::TooLong => {
                say!(
                    "a game can have at most {MAX_GAME_BYTES} bytes",
                    "une partie peut avoir au plus {MAX_GAME_BYTES} octets"
                )
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {}, {}: {}", .game, .place, .fault.problem().en)]
pub struct SyntaxError {
    pub fault: Fault,
    pub place: Place,
    /// The number of the game in the input, from 1.
    pub game: u64,
}
