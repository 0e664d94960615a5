use std::fmt;

use crate::{Language, Problem, limits};

/// Why a game or a move exceeds the kernel's limits or is inconsistent.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are named for what they hold")]
pub enum Misfit {
    /// The number of squares is not between 1 and [`Square::LIMIT`](crate::Square::LIMIT).
    Squares { found: usize },
    /// A square has no name, or the same name as another.
    SquareName { name: String },
    /// The number of kinds of piece is not between 1 and [`Kind::LIMIT`](crate::Kind::LIMIT).
    Kinds { found: usize },
    /// The number of Game Courier labels differs from the number of kinds.
    Labels { found: usize, kinds: usize },
    /// The position form lacks or repeats the rows or the side to move, or contains a repeated or unknown square.
    Form,
    /// There are more than `Catalogue::LIMIT` cards, or fewer than a player picks, or a card or kind does not exist.
    Cards { found: usize },
    /// The position string of the start position does not parse back to the same position.
    Start,
    /// An intent has more than four squares.
    IntentSquares { found: usize },
    /// The choice of an intent is above 15.
    Choice { found: u8 },
    /// A square of an intent is not on the board.
    OffBoard { index: usize },
    /// A move has more than [`Effects::MAX`](crate::Effects::MAX) effects.
    Effects,
    /// An effect is impossible after the preceding ones: a piece, square or kind is missing, or a square is occupied.
    Effect { index: usize },
}

impl Misfit {
    /// The code of the [`Reason`](crate::Reason) for refusing a move that exceeds a limit or has an impossible effect.
    pub const CODE: &str = "misfit";

    /// Returns the error message in English and French.
    pub fn problem(&self) -> Problem {
        use limits::{MAX_CARDS, MAX_EFFECTS, MAX_KINDS, MAX_SQUARES};

        let (en, fr) = match self {
            Self::Squares { found } => (
                format!("a board has 1 to {MAX_SQUARES} squares, not {found}"),
                format!("un plateau a de 1 à {MAX_SQUARES} cases, et non {found}"),
            ),
            Self::SquareName { name } => (
                format!("every square needs a unique name; \"{name}\" is empty or repeated"),
                format!("chaque case doit avoir un nom unique\u{a0}; «\u{a0}{name}\u{a0}» est vide ou répété"),
            ),
            Self::Kinds { found } => (
                format!("a game has 1 to {MAX_KINDS} kinds of piece, not {found}"),
                format!("un jeu a de 1 à {MAX_KINDS} types de pièces, et non {found}"),
            ),
            Self::Labels { found, kinds } => (
                format!("{kinds} kinds of piece need {kinds} labels, not {found}"),
                format!("il faut {kinds} étiquettes pour {kinds} types de pièces, et non {found}"),
            ),
            Self::Form => (
                "a position string must have one field for the rows and one for the side to move, and use each square at most once".to_owned(),
                "une position doit comporter un champ pour les rangées et un champ pour le trait, et chaque case au plus une fois".to_owned(),
            ),
            Self::Cards { found } => (
                format!("a catalogue can have at most {MAX_CARDS} cards and can refer only to these; this one has {found}"),
                format!("un catalogue peut compter au plus {MAX_CARDS} cartes et ne peut citer qu'elles\u{a0}; celui-ci en compte {found}"),
            ),
            Self::Start => (
                "the start position changes when it is written and parsed again".to_owned(),
                "la position de départ change quand elle est écrite puis relue".to_owned(),
            ),
            Self::IntentSquares { found } => (
                format!("a move has at most four squares, not {found}"),
                format!("un coup a au plus quatre cases, et non {found}"),
            ),
            Self::Choice { found } => (
                format!("a choice is a number from 0 to 15, not {found}"),
                format!("un choix est un nombre de 0 à 15, et non {found}"),
            ),
            Self::OffBoard { index } => (
                format!("square {index} is not on the board"),
                format!("la case {index} n'est pas sur le plateau"),
            ),
            Self::Effects => (
                format!("a move has at most {MAX_EFFECTS} effects"),
                format!("un coup a au plus {MAX_EFFECTS} effets"),
            ),
            Self::Effect { index } => (
                format!("effect {} of the move cannot be applied to the board", index + 1),
                format!("l'effet {} du coup ne peut pas être appliqué au plateau", index + 1),
            ),
        };
        Problem::new(en, fr)
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.problem().get(Language::English))
    }
}

impl std::error::Error for Misfit {}
