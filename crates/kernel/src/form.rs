use std::borrow::Cow;

use crate::{SharedStr, Square, Text};

/// How a game writes its positions: fields separated by one space.
///
/// This is what a board editor needs to know about a game. It does not imply legality: every string accepted by
/// [`Rules::read_position`](crate::Rules::read_position) has this form, but not the other way round.
#[derive(Clone, Debug)]
pub struct PositionForm {
    /// The fields in order, including the rows and the side to move.
    pub fields: Cow<'static, [FormField]>,
}

/// One field of a position string.
#[derive(Clone, Debug)]
pub enum FormField {
    /// Rows joined by `/`: letters of pieces, and decimal counts of empty squares between them.
    Rows(Cow<'static, [FormRow]>),
    /// The pieces on squares beside the rows, such as `[N|-]`.
    Beside(Cow<'static, [Square]>),
    /// The side to move, with a word for each side.
    Turn([SharedStr; 2]),
    /// A game-specific word.
    Word(FormWord),
}

/// A row of squares with consecutive indices.
#[derive(Clone, Copy, Debug)]
pub struct FormRow {
    /// The first square.
    pub first: Square,
    /// The row's number in notation.
    pub number: usize,
    /// The number of squares.
    pub width: usize,
}

/// A game-specific word of a position string.
#[derive(Clone, Debug)]
pub struct FormWord {
    /// Its name, as a title.
    pub name: Text,
    /// Its name with an article, for use in a sentence.
    pub noun: Text,
    /// How to write it.
    pub hint: Text,
    /// The default word, for a board set up from scratch.
    pub plain: SharedStr,
}

/// The end of the board from which rows are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowOrder {
    /// The row written first is number 1.
    Falling,
    /// The row written last is number 1.
    Rising,
}

/// Returns the rows of a rectangle whose squares are numbered row by row, in the order they are written. Panics if
/// there are more than [`Square::LIMIT`] squares.
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
