use entourage_kernel::sentence::counted;
use entourage_kernel::{Language, Problem};

use super::Progress;

/// Why a composition was not solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompositionError {
    /// The game is over in the position.
    Over,
    /// The rules do not allow the other side's turn to be skipped.
    NoSkip,
    /// The limit on examined positions is reached, or a line has more than 500 plies.
    Limit(Progress),
}

impl CompositionError {
    /// Returns the error message.
    pub fn problem(&self) -> Problem {
        match *self {
            Self::Over => Problem::new("the game is already over", "la partie est déjà finie"),
            Self::NoSkip => Problem::new(
                "series play is not available: the rules do not allow the other side's turn to be skipped here",
                "le jeu en série n'est pas disponible\u{a0}: les règles ne permettent pas de sauter le tour de l'autre camp ici",
            ),
            Self::Limit(Progress { positions, turns, done, total }) => {
                let [en, fr] = [(Language::English, "turn", "turns"), (Language::French, "tour", "tours")]
                    .map(|(language, one, many)| counted(language, turns.into(), one, many));
                Problem::new(
                    format!(
                        "stopped after {positions} positions; within {en}, {done} of {total} first moves examined"
                    ),
                    format!(
                        "arrêt après {positions} positions\u{a0}; en {fr}, premiers coups examinés\u{a0}: {done} sur {total}"
                    ),
                )
            }
        }
    }
}
