use entourage_kernel::Kind;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Field {
    Rows,
    Beside,
    Side,
    Castling,
    Passes,
    /// The number of passes, or the state of a turn in progress.
    Phase,
    Cards(usize),
    Square(usize),
    Marks(usize),
    Count(usize),
    Dash,
}

/// A format of move notation. Moves that are written in this format have its index in `Model::forms` as the choice in their intents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MoveForm {
    pub(crate) template: Template,
    /// The kind that the mover becomes, by promotion or mutation.
    pub(crate) becomes: Option<Kind>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Template {
    Word(String),
    Parts(Vec<Placeholder>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Placeholder {
    Literal(String),
    From,
    To,
    Taken,
    /// The square of a jumped piece; the index counts the jumped pieces in path order.
    Over(usize),
    Target,
    Put,
    Becomes {
        small: bool,
    },
}

impl Template {
    /// Lists the square placeholders in order, each once.
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
