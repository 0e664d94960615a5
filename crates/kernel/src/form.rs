use std::borrow::Cow;

use crate::{SharedStr, Square, Text};

/// The format of a game's position strings: fields separated by one space.
///
/// The format contains what a board editor needs to know, but not which positions are legal: every string that
/// [`Rules::read_position`](crate::Rules::read_position) accepts has this form, but some strings of this form are rejected.
#[derive(Clone, Debug)]
pub struct PositionForm {
    /// All fields in order, including the rows and the side to move.
    pub fields: Cow<'static, [FormField]>,
}

/// One field of a position string.
#[derive(Clone, Debug)]
pub enum FormField {
    /// The rows of the board joined by `/`: piece letters, and decimal counts of the empty squares between them.
    Rows(Cow<'static, [FormRow]>),
    /// Squares that belong to no row, written like `[N|-]`: a piece letter for each square, or `-` if it is empty.
    Beside(Cow<'static, [Square]>),
    /// The side to move, written as the word for that side.
    Turn([SharedStr; 2]),
    /// A game-specific word, such as castling rights.
    Word(FormWord),
}

/// A row of the board, whose squares have consecutive indices.
#[derive(Clone, Copy, Debug)]
pub struct FormRow {
    /// The first square of the row.
    pub first: Square,
    /// The number of the row in the names of its squares, such as 4 for `e4`.
    pub number: usize,
    /// The number of squares in the row.
    pub width: usize,
}

/// A game-specific word of a position string.
#[derive(Clone, Debug)]
pub struct FormWord {
    /// The word's meaning as a title, such as `Castling rights`.
    pub name: Text,
    /// The same meaning with an article, for use in a sentence, such as `the castling rights`.
    pub noun: Text,
    /// A hint for people on how to write the word.
    pub hint: Text,
    /// The default word, for a board set up from scratch.
    pub plain: SharedStr,
}

/// The end of the board from which rows are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowOrder {
    /// The first row in the position string is number 1.
    Falling,
    /// The last row in the position string is number 1.
    Rising,
}

/// Returns the rows of a rectangular board in the order in which position strings contain them; squares are numbered
/// row by row. Panics if there are more than [`Square::LIMIT`] squares.
pub const fn form_rows<const ROWS: usize>(width: usize, order: RowOrder) -> [FormRow; ROWS] {
    let mut rows = [FormRow { first: Square::new(0), number: 0, width }; ROWS];
    let mut row = 0;
    while row < ROWS {
        rows[row].first = Square::new(row * width);
        rows[row].number = match order {
            RowOrder::Falling => row + 1,
            RowOrder::Rising => ROWS - row,
        };
        row += 1;
    }
    rows
}

impl PositionForm {
    /// Returns the word fields in order.
    pub fn words(&self) -> impl Iterator<Item = &FormWord> {
        self.fields.iter().filter_map(|field| match field {
            FormField::Word(word) => Some(word),
            _ => None,
        })
    }
}
