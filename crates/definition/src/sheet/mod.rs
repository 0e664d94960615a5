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
pub(crate) mod rows;
mod stride;
mod text;

pub use betza::betza;
pub use edit::{SheetEdit, edit};
pub use error::SheetError;
pub use goal::{Goal, GoalKind};
pub use read::sheet;
pub use stride::{Manner, Stride};

use serde::{Serialize, Serializer};

/// The parts of a definition that a form can edit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Sheet {
    /// The title of the game.
    pub title: String,
    /// The numbers of files and rows; `None` if the board is not rectangular or not stated.
    pub board: Option<[u32; 2]>,
    /// The names of the two sides; `None` if the definition does not state them.
    pub sides: Option<[String; 2]>,
    /// The pieces, in source order.
    pub pieces: Vec<SheetPiece>,
    /// The starting position, row by row from the top: piece letters, in lower case for the second side (in JSON, empty
    /// squares are empty strings); `None` if a sheet cannot show it.
    #[serde(serialize_with = "write_start")]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<Vec<String>>>"))]
    pub start: Option<Vec<Vec<Option<char>>>>,
    /// The common end conditions that the game has.
    pub goals: Vec<Goal>,
    /// The definition's own sentences that no other field covers.
    pub by_hand: Vec<ByHand>,
}

/// The parts of a kind of piece that a form can edit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
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

/// A sentence that can only be edited as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ByHand {
    /// The number of the line where the sentence begins, from 1.
    pub line: u32,
    /// The sentence's first line, without comment.
    pub text: String,
}

/// Serialises empty squares as empty strings.
fn write_start<S: Serializer>(start: &Option<rows::Rows>, serializer: S) -> Result<S::Ok, S::Error> {
    let square = |man: &Option<char>| man.map_or_else(String::new, String::from);
    let row = |row: &Vec<Option<char>>| row.iter().map(square).collect::<Vec<_>>();
    start.as_ref().map(|rows| rows.iter().map(row).collect::<Vec<_>>()).serialize(serializer)
}
