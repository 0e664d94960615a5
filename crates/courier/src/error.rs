use entourage_kernel::{Language, Outcome, Piece, Problem, Refusal, Square, TextError};

use crate::Vocabulary;

macro_rules! say {
    ($en:literal, $fr:literal) => {
        Problem::new(format!($en), format!($fr))
    };
}

/// Why a turn cannot be converted to moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.problem().en)]
pub enum CourierError {
    /// The text cannot be parsed as a turn.
    Text(#[from] TextError),
    /// The game is over.
    Ended(Outcome),
    /// The label differs from that of the piece on the coordinate.
    #[allow(missing_docs, reason = "fields are named for what they hold")]
    WrongLabel { written: String, standing: String, coordinate: String },
    /// There is no piece on the coordinate.
    NoPiece(String),
    /// The space was removed from the board.
    NoSpace(String),
    /// The turn removes or adds a space, which is possible only in games without rules.
    Space(String),
    /// The rules refuse the current position, so the legality of moves cannot be determined.
    Adrift(Problem),
    /// The turn drops a piece, but games have no pieces in hand.
    NoHand,
    /// No legal turn has the effect of the entered turn; contains the refusal of the move that was probably meant.
    Illegal(Option<Refusal>),
    /// The legal move that was probably meant does more than the entered turn; contains the move's text.
    Incomplete(String),
    /// The legal move that was probably meant does less than the entered turn; contains the move's text.
    Excessive(String),
    /// The legal move that was probably meant is written differently; contains the move's text.
    Otherwise(String),
    /// The legs match legal moves, but more moves are needed to finish the turn.
    Unfinished,
    /// Several legal turns have the same effect as the entered turn; contains the text of each.
    Ambiguous(Vec<String>),
}

impl CourierError {
    pub(crate) fn wrong_label(written: Piece, standing: Piece, at: Square, words: &Vocabulary) -> Self {
        Self::WrongLabel {
            written: words.label(written).to_owned(),
            standing: words.label(standing).to_owned(),
            coordinate: words.coordinate(at).to_owned(),
        }
    }

    /// Returns the stable code of the error variant.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Ended(_) => "ended",
            Self::WrongLabel { .. } => "wrong-label",
            Self::NoPiece(_) => "nobody",
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

    /// Describes the error in one clause, without the reasons for a refusal.
    pub fn problem(&self) -> Problem {
        match self {
            Self::Text(error) => {
                Problem::new(error.message(Language::English), error.message(Language::French))
            }
            Self::Ended(outcome) => say!("the game is over ({outcome})", "la partie est finie ({outcome})"),
            Self::WrongLabel { written, standing, coordinate } => say!(
                "the piece on {coordinate} is {standing}, not {written}",
                "la pièce en {coordinate} est {standing}, et non {written}"
            ),
            Self::NoPiece(coordinate) => {
                say!("there is no piece on {coordinate}", "il n'y a pas de pièce en {coordinate}")
            }
            Self::NoSpace(coordinate) => {
                say!("the space {coordinate} was removed", "la case {coordinate} a été retirée")
            }
            Self::Space(coordinate) => say!(
                "the space {coordinate} cannot be removed or added in a game with rules",
                "la case {coordinate} ne peut pas être retirée ou ajoutée dans une partie avec règles"
            ),
            Self::Adrift(why) => why.clone().within(
                |why| format!("the rules do not allow this position: {why}"),
                |why| format!("les règles n'admettent pas cette position\u{a0}: {why}"),
            ),
            Self::NoHand => {
                Problem::new("this game has no pieces in hand", "ce jeu n'a pas de pièces en réserve")
            }
            Self::Illegal(_) => {
                Problem::new("no legal move makes these changes", "aucun coup légal ne produit ces changements")
            }
            Self::Incomplete(whole) => {
                say!("this is only part of the move {whole}", "ce n'est qu'une partie du coup {whole}")
            }
            Self::Excessive(whole) => {
                say!("this does more than the legal move {whole}", "cela va au-delà du coup légal {whole}")
            }
            Self::Otherwise(whole) => say!(
                "the move that you seem to mean is written {whole}",
                "le coup que vous semblez vouloir jouer s'écrit {whole}"
            ),
            Self::Unfinished => Problem::new("the turn is not finished", "le tour n'est pas terminé"),
            Self::Ambiguous(moves) => {
                let list = moves.join(", ");
                say!("this could be any of {list}", "coup ambigu\u{a0}: {list}")
            }
        }
    }
}
