use entourage_kernel::{Language, Problem, TextError};

/// Why an edit cannot be applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EditError {
    /// An ID, glyph, drawing or tag has the wrong form; contains the name of the field.
    Malformed(&'static str),
    NoChapter,
    NoNode,
    /// The ID of the new chapter or node is already in use.
    Taken,
    /// The same move has been added again since the node was deleted.
    SameMove,
    /// Only the owner of the study can delete another author's comment.
    NotAuthor,
    /// The study would exceed a limit; contains the limit.
    Full(usize),
    /// The game, the position or the move is not valid.
    Rules(Problem),
    /// The record cannot be read.
    Record(Problem),
}

impl EditError {
    pub(crate) fn of_text(error: &TextError) -> Self {
        Self::Rules(Problem::new(error.message(Language::English), error.message(Language::French)))
    }
}
