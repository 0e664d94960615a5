use entourage_kernel::Kind;

/// Holds one field of a position's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Field {
    Rows,
    /// What stands on the squares beside the board.
    Beside,
    Side,
    Castling,
    Passes,
    /// Passes, or a chain under way.
    Phase,
    /// The cards of a side, by its number.
    Cards(usize),
    Square(usize),
    Marks(usize),
    Count(usize),
    /// A word that is always the same.
    Dash,
}

/// Holds one form of moves' texts; its place in the list is the choice of the intents that are written so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MoveForm {
    pub(crate) template: Template,
    /// The kind that the mover becomes by choice, or where it stands.
    pub(crate) becomes: Option<Kind>,
}

/// Holds the text of a form of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Template {
    /// A word that has no square.
    Word(String),
    Parts(Vec<Placeholder>),
}

/// Holds a part of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Placeholder {
    Literal(String),
    /// The square where the mover stood.
    From,
    /// The square where it arrives.
    To,
    /// The square of what is taken.
    Taken,
    /// The square of what is jumped, by its place on the way.
    Over(usize),
    /// The square of whom an act concerns.
    Target,
    /// The square on which something is put.
    Put,
    /// The letter of what it becomes, small or capital.
    Becomes {
        small: bool,
    },
}

impl Template {
    /// Lists the squares that the text names, in order, each once.
    pub(crate) fn squares(&self) -> Vec<&Placeholder> {
        let Self::Parts(parts) = self else { return Vec::new() };
        let mut found: Vec<&Placeholder> = Vec::new();
        for part in parts {
            let is_square = !matches!(part, Placeholder::Literal(_) | Placeholder::Becomes { .. });
            if is_square && !found.contains(&part) {
                found.push(part);
            }
        }
        found
    }
}
