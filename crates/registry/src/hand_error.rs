use entourage_courier::CourierError;
use entourage_kernel::{Degree, Problem};

/// Why a manual turn, or a move in a game with manual moves, is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HandError {
    /// This degree allows only manual turns, or none.
    Degree(Degree),
    /// The rules allow the turn, so it must be played as these moves.
    Allowed(Vec<String>),
    /// The turn cannot be parsed or carried out.
    Legs(CourierError),
}

impl HandError {
    /// Returns the error code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Degree(_) => "degree",
            Self::Allowed(_) => "allowed",
            Self::Legs(error) => error.code(),
        }
    }

    /// Returns the error message.
    pub fn problem(&self) -> Problem {
        match self {
            Self::Degree(Degree::Free) => Problem::new(
                "with the rules off, every turn is made by hand, leg by leg",
                "sans les règles, chaque tour se joue à la main, étape par étape",
            ),
            Self::Degree(_) => Problem::new(
                "the rules are enforced in this game: no manual moves",
                "les règles sont appliquées dans cette partie\u{a0}: pas de coups à la main",
            ),
            Self::Allowed(moves) => {
                let moves = moves.join(" ");
                Problem::new(
                    format!("the rules allow this turn: play it as {moves}"),
                    format!("les règles permettent ce tour\u{a0}: il se joue {moves}"),
                )
            }
            Self::Legs(error) => error.problem(),
        }
    }
}

impl From<CourierError> for HandError {
    fn from(error: CourierError) -> Self {
        Self::Legs(error)
    }
}
