//! Reads the parts of a definition that a form can edit, and writes changes back to exactly the affected sentences.
//!
//! Everything that a sheet cannot show, including comments, remains unchanged.

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
    /// The numbers of files and rows; `None` if the board is not rectangular or not stated.
    pub board: Option<[u32; 2]>,
    /// The names of the two sides; `None` if the definition does not state them.
    pub sides: Option<[String; 2]>,
    /// The pieces, in source order.
    pub pieces: Vec<SheetPiece>,
    /// The starting position, row by row from the top; `None` if a sheet cannot show it.
    pub start: Option<Vec<Vec<Option<PlacedPiece>>>>,
    /// The common end conditions that the game has.
    pub goals: Vec<Goal>,
    /// The definition's own sentences that no other field covers.
    pub by_hand: Vec<ByHand>,
}

/// The parts of a kind of piece that a form can edit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetPiece {
    /// The English name.
    pub name: String,
    /// The letter in positions.
    pub letter: char,
    /// The value for the computer player, in pawns; estimated if `None`.
    pub worth: Option<u32>,
    /// The French name, if different.
    pub french: Option<String>,
    /// The moves that do not capture.
    pub moves: Vec<Stride>,
    /// The moves that capture.
    pub captures: Vec<Stride>,
    /// The names of the kinds to which the piece can promote on the last row.
    pub becomes: Vec<String>,
    /// Whether the piece is inherited from another game.
    pub is_inherited: bool,
    /// Sentences about the piece that no other field covers.
    pub by_hand: Vec<ByHand>,
}

/// A piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedPiece {
    /// The letter of the piece's kind.
    pub letter: char,
    /// The side that owns the piece.
    pub side: Side,
}

/// A sentence that can only be edited as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByHand {
    /// The number of the line where the sentence begins, from 1.
    pub line: u32,
    /// The sentence's first line, without comment.
    pub text: String,
}
