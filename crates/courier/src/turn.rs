mod reader;

use entourage_kernel::{Piece, Problem, Square, TextError};

use crate::Vocabulary;

/// The legs beyond which nobody's turn goes.
pub(crate) const MOST_LEGS: usize = 64;

/// Says that a turn has too many legs.
pub(crate) fn too_many() -> Problem {
    Problem::new(
        format!("a turn has at most {MOST_LEGS} legs"),
        format!("un tour a au plus {MOST_LEGS} étapes"),
    )
}

/// Holds one turn as it is typed: what the hands do, or a word, and a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// What is done.
    pub action: Action,
    /// What stands after `//`, without the spaces around it; empty if there is nothing.
    pub comment: String,
}

/// Tells what a turn does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// The pieces and spaces change leg by leg; never empty unless the turn is a comment alone.
    Legs(Vec<Leg>),
    /// The turn is a word.
    Word(Word),
}

/// Names what a player says instead of moving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// They pass.
    Pass,
    /// They give up.
    Resign,
    /// They call the game drawn.
    Drawn,
    /// They call the game won.
    Won,
}

impl Word {
    /// Lists all words.
    pub const ALL: [Self; 4] = [Self::Pass, Self::Resign, Self::Drawn, Self::Won];

    /// Returns the word by which a line ends the game, if it is one.
    pub fn ending(line: &str) -> Option<Self> {
        let said = line.split("//").next()?.trim();
        Self::ALL.into_iter().find(|word| *word != Self::Pass && word.text() == said)
    }

    /// Returns the word as it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Resign => "resign",
            Self::Drawn => "drawn",
            Self::Won => "won",
        }
    }
}

/// Describes one thing that the hands do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leg {
    /// A piece goes to a space and takes what stands there (`P e2-e4`).
    Move {
        /// What the text calls the piece, if it does.
        label: Option<Piece>,
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A piece is put on a space, in place of whatever stands there (`q-e8`).
    Put {
        /// The piece.
        piece: Piece,
        /// The space.
        at: Square,
    },
    /// A space is emptied, and brought back if it was removed (`@-e4`).
    Clear(Square),
    /// A space is emptied (`e4-`).
    Empty(Square),
    /// The space itself is removed (`-e4`).
    Cut(Square),
    /// A piece comes from the hand (`b*e5`).
    Drop {
        /// The piece.
        piece: Piece,
        /// Where it comes to stand.
        at: Square,
    },
}

impl Leg {
    /// Writes the leg.
    pub fn write(&self, words: &Vocabulary) -> String {
        let square = |square| words.coordinate(square);
        match *self {
            Self::Move { label: Some(piece), from, to } => {
                format!("{} {}-{}", words.label(piece), square(from), square(to))
            }
            Self::Move { label: None, from, to } => format!("{}-{}", square(from), square(to)),
            Self::Put { piece, at } => format!("{}-{}", words.label(piece), square(at)),
            Self::Clear(at) => format!("@-{}", square(at)),
            Self::Empty(at) => format!("{}-", square(at)),
            Self::Cut(at) => format!("-{}", square(at)),
            Self::Drop { piece, at } => format!("{}*{}", words.label(piece), square(at)),
        }
    }
}

impl Turn {
    /// Reads a turn; the letters of labels and coordinates must be as they are written.
    ///
    /// # Errors
    /// A text that is no turn's, an unknown label or coordinate.
    pub fn read(text: &str, words: &Vocabulary) -> Result<Self, TextError> {
        reader::read(text, words)
    }

    /// Writes the turn.
    pub fn write(&self, words: &Vocabulary) -> String {
        let action = match &self.action {
            Action::Legs(legs) => legs.iter().map(|leg| leg.write(words)).collect::<Vec<_>>().join("; "),
            Action::Word(word) => word.text().to_owned(),
        };
        match (action.is_empty(), self.comment.is_empty()) {
            (_, true) => action,
            (true, false) => format!("// {}", self.comment),
            (false, false) => format!("{action} // {}", self.comment),
        }
    }
}
