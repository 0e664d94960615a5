use std::fmt;

use entourage_kernel::{Language, Outcome, Piece, Problem, Refusal, Square, TextError};

use crate::Vocabulary;

macro_rules! say {
    ($en:literal, $fr:literal) => {
        Problem::new(format!($en), format!($fr))
    };
}

/// Why a turn cannot be read as moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CourierError {
    /// The text is not a turn.
    Text(TextError),
    /// The game is over.
    Ended(Outcome),
    /// The label differs from the piece's.
    WrongLabel {
        /// The label written.
        written: String,
        /// The label of the piece.
        standing: String,
        /// The coordinate.
        coordinate: String,
    },
    /// No piece is on this coordinate.
    Nobody(String),
    /// This space is not on the board.
    NoSpace(String),
    /// Spaces can only be removed and added in games without rules.
    Space(String),
    /// The position is unknown to the rules, so nothing is legal or illegal in it.
    Adrift(Problem),
    /// No game here has pieces in hand.
    NoHand,
    /// No legal turn does this; with the refusal of the move it seems to mean.
    Illegal(Option<Refusal>),
    /// The legal move it seems to mean does more; with its text.
    Incomplete(String),
    /// The legal move it seems to mean does less; with its text.
    Excessive(String),
    /// The legal move it seems to mean does something else; with its text.
    Otherwise(String),
    /// The turn is incomplete.
    Unfinished,
    /// Several legal turns do this; with their texts.
    Ambiguous(Vec<String>),
}

impl CourierError {
    pub(crate) fn nobody(square: Square, words: &Vocabulary) -> Self {
        Self::Nobody(words.coordinate(square).to_owned())
    }

    pub(crate) fn no_space(square: Square, words: &Vocabulary) -> Self {
        Self::NoSpace(words.coordinate(square).to_owned())
    }

    pub(crate) fn wrong_label(written: Piece, standing: Piece, at: Square, words: &Vocabulary) -> Self {
        Self::WrongLabel {
            written: words.label(written).to_owned(),
            standing: words.label(standing).to_owned(),
            coordinate: words.coordinate(at).to_owned(),
        }
    }

    /// Returns the code of the kind of error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Ended(_) => "ended",
            Self::WrongLabel { .. } => "wrong-label",
            Self::Nobody(_) => "nobody",
            Self::NoSpace(_) => "no-space",
            Self::Space(_) => "space",
            Self::Adrift(_) => "adrift",
            Self::NoHand => "no-hand",
            Self::Illegal(_) => "illegal",
            Self::Incomplete(_) => "incomplete",
            Self::Excessive(_) => "excessive",
            Self::Otherwise(_) => "otherwise",
            Self::Unfinished => "unfinished",
            Self::Ambiguous(_) => "ambiguous",
        }
    }

    /// Describes the error in one clause, without the reasons of a refusal.
    pub fn problem(&self) -> Problem {
        match self {
            Self::Text(error) => {
                Problem::new(error.message(Language::English), error.message(Language::French))
            }
            Self::Ended(outcome) => say!("the game is over ({outcome})", "la partie est finie ({outcome})"),
            Self::WrongLabel { written, standing, coordinate } => say!(
                "the piece on {coordinate} is {standing}, not {written}",
                "la pièce en {coordinate} est {standing}, non {written}"
            ),
            Self::Nobody(coordinate) => {
                say!("no piece stands on {coordinate}", "aucune pièce ne se trouve en {coordinate}")
            }
            Self::NoSpace(coordinate) => {
                say!("the space {coordinate} was removed", "la case {coordinate} a été retirée")
            }
            Self::Space(coordinate) => say!(
                "the rules keep the space {coordinate}: spaces come and go in games without rules only",
                "les règles gardent la case {coordinate} : seules les parties sans règles retirent et ajoutent des cases"
            ),
            Self::Adrift(why) => why.clone().within(
                |why| format!("the rules know no such position: {why}"),
                |why| format!("les règles ne connaissent pas de telle position\u{a0}: {why}"),
            ),
            Self::NoHand => Problem::new(
                "no piece of this game comes from a hand",
                "aucune pièce de ce jeu ne vient d'une réserve",
            ),
            Self::Illegal(_) => Problem::new("no legal move does this", "aucun coup légal ne fait cela"),
            Self::Incomplete(whole) => {
                say!("the move does more: {whole}", "le coup fait davantage\u{a0}: {whole}")
            }
            Self::Excessive(whole) => {
                say!("the move does less than this: {whole}", "le coup fait moins que cela\u{a0}: {whole}")
            }
            Self::Otherwise(whole) => say!(
                "the move that this seems to mean is written {whole}",
                "le coup dont il semble s'agir s'écrit {whole}"
            ),
            Self::Unfinished => {
                Problem::new("the turn has to go on from there", "le tour doit continuer à partir de là")
            }
            Self::Ambiguous(moves) => {
                let list = moves.join(", ");
                say!("this could be any of {list}", "cela peut être {list}")
            }
        }
    }
}

impl From<TextError> for CourierError {
    fn from(error: TextError) -> Self {
        Self::Text(error)
    }
}

pub(crate) fn wrong(
    token: impl Into<String>,
    at: usize,
    en: impl Into<String>,
    fr: impl Into<String>,
) -> TextError {
    TextError::new(token, at, Problem::new(en, fr))
}

impl fmt::Display for CourierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem().en)
    }
}

impl std::error::Error for CourierError {}
