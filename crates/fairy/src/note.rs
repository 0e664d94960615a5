use entourage_kernel::Problem;

/// Tells something of a game that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// A hand holds fewer pieces than could be captured in all; what comes to a full hand is lost.
    Hand,
    /// An option that a line sets is set again further down, which counts.
    SetAgain {
        /// The name of the option.
        option: String,
        /// The line that does not count, from 1.
        line: u32,
        /// The line after it that sets the option, from 1.
        again: u32,
    },
}

impl Note {
    /// Says it in every language, in one clause.
    pub fn problem(&self) -> Problem {
        match self {
            Self::Hand => Problem::new(
                "a hand holds fewer pieces than could be captured in all",
                "une main tient moins de pièces qu'on ne pourrait en capturer en tout",
            ),
            Self::SetAgain { option, line, again } => Problem::new(
                format!("line {line} sets {option}, which line {again} sets again; the last counts"),
                format!(
                    "la ligne {line} règle {option}, que la ligne {again} règle encore\u{a0}; la dernière compte"
                ),
            ),
        }
    }
}
