use std::borrow::Cow;

use crate::{SharedStr, Square, Text};

/// Describes how a game writes its positions: fields with one space between them.
///
/// It is what a board set up by hand needs to know of a game. It says nothing of what the rules allow: every text that
/// [`Rules::read_position`](crate::Rules::read_position) takes is written so, but not the other way round.
#[derive(Clone, Debug)]
pub struct PositionForm {
    /// The fields in order; rows and the side to move are among them.
    pub fields: Cow<'static, [FormField]>,
}

/// Describes one field of a position string.
#[derive(Clone, Debug)]
pub enum FormField {
    /// Rows joined by `/`: letters of pieces, and decimal counts of empty squares between them.
    Rows(Cow<'static, [FormRow]>),
    /// What stands on squares beside the rows, such as `[N|-]`.
    Beside(Cow<'static, [Square]>),
    /// The side to move, by the word for each side.
    Turn([SharedStr; 2]),
    /// Something else that a position knows.
    Word(FormWord),
}

/// Describes a row of squares with rising numbers.
#[derive(Clone, Copy, Debug)]
pub struct FormRow {
    /// The first square.
    pub first: Square,
    /// The number by which people call the row.
    pub number: usize,
    /// The number of squares.
    pub width: usize,
}

/// Describes a word that is no piece and no side.
#[derive(Clone, Debug)]
pub struct FormWord {
    /// What it is, as a title.
    pub name: Text,
    /// What it is, with its article and within a sentence.
    pub noun: Text,
    /// How it is written.
    pub hint: Text,
    /// The word that says nothing special, for a board set up anew.
    pub plain: SharedStr,
}

/// From which side of the board rows are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowOrder {
    /// The row that is written first has the number 1.
    Falling,
    /// The row that is written last has the number 1.
    Rising,
}

/// Returns the rows of a rectangle whose squares are numbered row by row, in the order in which they are written.
///
/// # Panics
/// If there are more squares than a board may have.
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
    /// Lists the words among the fields, in order.
    pub fn words(&self) -> impl Iterator<Item = &FormWord> {
        self.fields.iter().filter_map(|field| match field {
            FormField::Word(word) => Some(word),
            _ => None,
        })
    }
}
