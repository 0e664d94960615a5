use entourage_registry::kernel::{Language, Problem, TextError};
use entourage_registry::solver::SolutionError;

/// Why a puzzle is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleError {
    /// The line is longer than [`Puzzle::MAX_LINE`](crate::Puzzle::MAX_LINE).
    Long,
    /// The line is not JSON, or lacks fields or has others.
    Json(String),
    /// The version of the format is unknown.
    Version(u32),
    /// The puzzle has another licence than [`Puzzle::LICENCE`](crate::Puzzle::LICENCE).
    Licence(String),
    /// The line differs from the one that [`Puzzle::write`](crate::Puzzle::write) writes.
    NotCanonical,
    /// The game cannot be opened.
    Game(Box<TextError>),
    /// The puzzle was made for another version of the rules than the current one, which follows.
    Rules(String),
    /// The side to move, the number of turns or the themes differ from the given, correct value.
    Wrong(&'static str, String),
    /// The solution is wrong.
    Solution(SolutionError),
    /// An earlier puzzle has the same position.
    Duplicate,
    /// The puzzle of another game, seed or source, so that the generator cannot continue after it.
    Other,
}

impl PuzzleError {
    /// Returns the error message.
    pub fn problem(&self) -> Problem {
        match self {
            Self::Long => Problem::new("the line is too long", "la ligne est trop longue"),
            Self::Json(error) => {
                Problem::new(format!("not a puzzle: {error}"), format!("pas un problème\u{a0}: {error}"))
            }
            Self::Version(found) => Problem::new(
                format!("unknown version {found} of the format"),
                format!("version {found} du format inconnue"),
            ),
            Self::Licence(found) => {
                Problem::new(format!("unexpected licence {found:?}"), format!("licence inattendue {found:?}"))
            }
            Self::NotCanonical => Problem::new(
                "the line is not in canonical form (repeated or reordered keys, or extra spaces)",
                "la ligne n'est pas sous forme canonique (clés répétées ou dans un autre ordre, ou espaces en trop)",
            ),
            Self::Game(error) => {
                Problem::new(error.message(Language::English), error.message(Language::French))
            }
            Self::Rules(now) => Problem::new(
                format!("the puzzle is for another version of the rules; the current one is {now}"),
                format!(
                    "le problème est pour une autre version des règles\u{a0}; la version actuelle est {now}"
                ),
            ),
            Self::Wrong(field, value) => Problem::new(
                format!("\"{field}\" must be {value}"),
                format!("«\u{a0}{field}\u{a0}» doit être {value}"),
            ),
            Self::Solution(error) => error.problem(),
            Self::Duplicate => Problem::new(
                "an earlier puzzle has the same position",
                "un problème précédent a la même position",
            ),
            Self::Other => Problem::new(
                "the puzzle is of another game, seed, source or set of limits; choose another file",
                "le problème est d'un autre jeu, d'une autre graine, d'une autre origine ou d'autres limites\u{a0}; choisissez un autre fichier",
            ),
        }
    }
}

impl From<SolutionError> for PuzzleError {
    fn from(error: SolutionError) -> Self {
        Self::Solution(error)
    }
}
