//! The parts of a definition that a form can edit: read from its sentences, and written back into exactly the sentences concerned.
//!
//! Everything that a sheet cannot show stays as written, including comments.

mod betza;
mod description;
mod edit;
mod error;
mod goal;
mod names;
mod read;
mod rows;
mod stride;
mod text;

pub use betza::betza;
pub use edit::{SheetEdit, edit};
pub use error::SheetError;
pub use goal::{Goal, GoalKind};
pub use read::sheet;
pub use stride::{Manner, Stride};

use entourage_kernel::Side;

/// The parts of a definition that a form can edit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The title of the game.
    pub title: String,
    /// The files and rows of the board; `None` if it is not a rectangle or not stated.
    pub board: Option<[u32; 2]>,
    /// The names of the two sides.
    pub sides: Option<[String; 2]>,
    /// The pieces, in the order of the text.
    pub pieces: Vec<SheetPiece>,
    /// The starting position, row by row from the top; `None` if it cannot be shown.
    pub start: Option<Vec<Vec<Option<PlacedPiece>>>>,
    /// The common ends that the game has.
    pub goals: Vec<Goal>,
    /// The text's own sentences that the sheet does not show otherwise.
    pub by_hand: Vec<ByHand>,
}

/// The parts of a kind of piece that a form can edit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetPiece {
    /// The name.
    pub name: String,
    /// The letter in positions.
    pub letter: char,
    /// The stated value.
    pub worth: Option<u32>,
    /// The French name, if different.
    pub french: Option<String>,
    /// Its quiet moves.
    pub moves: Vec<Stride>,
    /// Its captures.
    pub captures: Vec<Stride>,
    /// The names of the kinds to which it promotes on the last row.
    pub becomes: Vec<String>,
    /// Whether it is inherited from another game.
    pub is_inherited: bool,
    /// Other sentences about it.
    pub by_hand: Vec<ByHand>,
}

/// A piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedPiece {
    /// The letter of its kind.
    pub letter: char,
    /// Its side.
    pub side: Side,
}

/// A sentence that only the text shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByHand {
    /// The line where it begins, from 1.
    pub line: u32,
    /// Its first line, without comment.
    pub text: String,
}
