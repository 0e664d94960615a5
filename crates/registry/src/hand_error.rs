use entourage_courier::CourierError;
use entourage_kernel::{Degree, Problem};

/// Why a turn by hand is not taken, or a move where hands play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HandError {
    /// Games of this degree know turns by hand only, or none.
    Degree(Degree),
    /// The rules allow it, so that nothing has to be insisted on: it is played as these moves.
    Allowed(Vec<String>),
    /// It cannot be read or done.
    Legs(CourierError),
}

impl HandError {
    /// Returns the code of the kind of error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Degree(_) => "degree",
            Self::Allowed(_) => "allowed",
            Self::Legs(error) => error.code(),
        }
    }

    /// Returns what is wrong, in one clause.
    pub fn problem(&self) -> Problem {
        match self {
            Self::Degree(Degree::Free) => Problem::new(
                "in a free game every turn is made by hand, leg by leg",
                "dans une partie libre, chaque tour se fait à la main, étape par étape",
            ),
            Self::Degree(_) => Problem::new(
                "this game is played by its rules, not by hand",
                "cette partie se joue selon ses règles, pas à la main",
            ),
            Self::Allowed(moves) => {
                let moves = moves.join(" ");
                Problem::new(
                    format!("the rules allow this: it is played as {moves}"),
                    format!("les règles le permettent\u{a0}: cela se joue {moves}"),
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
