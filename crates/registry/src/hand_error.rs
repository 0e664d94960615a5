use entourage_courier::CourierError;
use entourage_kernel::{Enforcement, Problem};

/// Why a manual move, or an ordinary move in a game with manual moves, is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HandError {
    /// The rule enforcement does not allow the move: `Free` requires manual moves, `Enforced` forbids them.
    Enforcement(Enforcement),
    /// The rules allow the manual move, so it must be played as these ordinary moves.
    Allowed(Vec<String>),
    /// The manual move cannot be parsed or carried out.
    Legs(CourierError),
}

impl HandError {
    /// Returns the error code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Enforcement(_) => "degree",
            Self::Allowed(_) => "allowed",
            Self::Legs(error) => error.code(),
        }
    }

    /// Returns the error message.
    pub fn problem(&self) -> Problem {
        match self {
            Self::Enforcement(Enforcement::Free) => Problem::new(
                "rule enforcement is off: enter the move manually, step by step",
                "l'application des règles est désactivée\u{a0}: saisissez un coup manuel, étape par étape",
            ),
            Self::Enforcement(_) => Problem::new(
                "the rules are enforced in this game: manual moves are not allowed",
                "les règles sont appliquées dans cette partie\u{a0}: les coups manuels ne sont pas autorisés",
            ),
            Self::Allowed(moves) => {
                let moves = moves.join(" ");
                Problem::new(
                    format!("the rules allow this move: play it as {moves}"),
                    format!("les règles autorisent ce coup\u{a0}: jouez {moves}"),
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
