use std::fmt;

use crate::{Language, Problem, limits};

/// What of a game made while the program runs does not fit what the kernel can hold.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are named for what they hold")]
pub enum Misfit {
    /// A board has from 1 to [`Square::LIMIT`](crate::Square::LIMIT) squares.
    Squares { found: usize },
    /// Two squares have the same name, or one has none.
    SquareName { name: String },
    /// A game has from 1 to [`Kind::LIMIT`](crate::Kind::LIMIT) kinds of piece.
    Kinds { found: usize },
    /// Each kind has a label of its own with Game Courier.
    Labels { found: usize, kinds: usize },
    /// The form of positions has just one field of rows and one for the side to move, and its squares are the board's, each once.
    Form,
    /// A catalogue has at most [`Catalogue::LIMIT`](crate::Catalogue::LIMIT) cards, a player picks no more than there are, and what it names exists.
    Cards { found: usize },
    /// The start does not read as it is written.
    Start,
    /// An intent has at most four squares.
    IntentSquares { found: usize },
    /// A choice is a number from 0 to 15.
    Choice { found: u8 },
    /// A square of an intent is not on the board.
    OffBoard { index: usize },
    /// A move has at most [`Effects::MOST`](crate::Effects::MOST) effects.
    Effects,
    /// An effect cannot happen after those before it: no such piece, square or kind is there, or a piece is in the way.
    Effect { index: usize },
}

impl Misfit {
    /// The code of the reason for which a move is refused that does not fit.
    pub const CODE: &str = "misfit";

    /// Explains for people what does not fit.
    pub fn problem(&self) -> Problem {
        use limits::{CARDS, EFFECTS, KINDS, SQUARES};

        let (en, fr) = match self {
            Self::Squares { found } => (
                format!("a board has from 1 to {SQUARES} squares; here it is {found}"),
                format!("un plateau a de 1 à {SQUARES} cases\u{a0}; ici c'est {found}"),
            ),
            Self::SquareName { name } => (
                format!("every square has a name of its own, and \"{name}\" is none"),
                format!("chaque case a un nom à elle, et «\u{a0}{name}\u{a0}» n'en est pas un"),
            ),
            Self::Kinds { found } => (
                format!("a game has from 1 to {KINDS} kinds of piece; here it is {found}"),
                format!("un jeu a de 1 à {KINDS} sortes de pièces\u{a0}; ici c'est {found}"),
            ),
            Self::Labels { found, kinds } => (
                format!("{kinds} kinds of piece have as many labels; here it is {found}"),
                format!("{kinds} sortes de pièces ont autant d'étiquettes\u{a0}; ici c'est {found}"),
            ),
            Self::Form => (
                "a position is written with one field of rows and one for the side to move, with squares of the board, each once".to_owned(),
                "une position s'écrit avec un champ de rangées et un pour le trait, avec des cases du plateau, chacune une fois".to_owned(),
            ),
            Self::Cards { found } => (
                format!("a catalogue has at most {CARDS} cards and names only what exists; here it is {found} cards"),
                format!("un catalogue a au plus {CARDS} cartes et ne nomme que ce qui existe\u{a0}; ici c'est {found} cartes"),
            ),
            Self::Start => (
                "the start does not read as it is written".to_owned(),
                "le départ ne se lit pas comme il s'écrit".to_owned(),
            ),
            Self::IntentSquares { found } => (
                format!("a move names at most four squares; here it is {found}"),
                format!("un coup nomme au plus quatre cases\u{a0}; ici c'est {found}"),
            ),
            Self::Choice { found } => (
                format!("a choice is a number from 0 to 15; here it is {found}"),
                format!("un choix est un nombre de 0 à 15\u{a0}; ici c'est {found}"),
            ),
            Self::OffBoard { index } => (
                format!("square {index} is not on the board"),
                format!("la case {index} n'est pas sur le plateau"),
            ),
            Self::Effects => (
                format!("a move has at most {EFFECTS} effects"),
                format!("un coup a au plus {EFFECTS} effets"),
            ),
            Self::Effect { index } => (
                format!("effect {} of the move cannot happen", index + 1),
                format!("l'effet {} du coup ne peut arriver", index + 1),
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
