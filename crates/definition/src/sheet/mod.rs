//! What of a definition can be filled in like a form: read from its sentences, and written into exactly those that are concerned.
//!
//! What a sheet cannot show stays as it was written, comments too.

mod betza;
mod edit;
mod error;
mod goal;
mod names;
mod read;
mod rows;
mod said;
mod stride;
mod text;

pub use betza::betza;
pub use edit::{SheetEdit, edit};
pub use error::SheetError;
pub use goal::{Goal, GoalKind};
pub use read::sheet;
pub use stride::{Manner, Stride};

use entourage_kernel::Side;

/// What of a game can be filled in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The name of the game for people.
    pub title: String,
    /// The files and rows of the board; `None` where it is no rectangle, or is not said.
    pub board: Option<[u32; 2]>,
    /// The names of the two players' sides.
    pub sides: Option<[String; 2]>,
    /// The pieces, in the order of the text.
    pub pieces: Vec<SheetPiece>,
    /// What is where at the start, row by row from the top; `None` where it cannot be shown.
    pub start: Option<Vec<Vec<Option<SheetMan>>>>,
    /// How the game ends, as far as it is one of the usual ways.
    pub goals: Vec<Goal>,
    /// The sentences of the text itself that are not shown otherwise.
    pub by_hand: Vec<ByHand>,
}

/// What of a kind of piece can be filled in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetPiece {
    /// The name.
    pub name: String,
    /// The letter in positions.
    pub letter: char,
    /// What it is said to be worth.
    pub worth: Option<u32>,
    /// What it is called in French, where that is something else.
    pub french: Option<String>,
    /// Where it moves without taking anything.
    pub moves: Vec<Stride>,
    /// Where it captures.
    pub captures: Vec<Stride>,
    /// What it may become on the last row; the names of kinds.
    pub becomes: Vec<String>,
    /// Whether it is said in a game that this one is like.
    pub is_inherited: bool,
    /// What else is said of it.
    pub by_hand: Vec<ByHand>,
}

/// A piece that is somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SheetMan {
    /// The letter of its kind.
    pub letter: char,
    /// Whose it is.
    pub side: Side,
}

/// A sentence that only the text shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByHand {
    /// The line where it begins, from 1.
    pub line: u32,
    /// Its first line, without a comment.
    pub text: String,
}
