use serde::{Deserialize, Serialize};

/// The parts of a game definition that a form can edit.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Sheet"))]
pub struct SheetView {
    pub title: String,
    /// Numbers of files and ranks; `None` if the board is not a rectangle.
    pub board: Option<[u32; 2]>,
    pub sides: Option<[String; 2]>,
    pub pieces: Vec<SheetPieceView>,
    /// The start position, rank by rank from the top: piece letters (lower case for the second side), or empty strings
    /// for empty squares; `None` if the form cannot show it.
    pub start: Option<Vec<Vec<String>>>,
    pub goals: Vec<GoalView>,
    /// Sentences of the definition that the form does not show.
    pub by_hand: Vec<ByHandView>,
}

/// The parts of a piece that a form can edit.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "SheetPiece"))]
pub struct SheetPieceView {
    pub name: String,
    pub letter: String,
    pub worth: Option<u32>,
    /// The French name, if it differs.
    pub french: Option<String>,
    /// Moves without capture.
    pub moves: Vec<StrideView>,
    pub captures: Vec<StrideView>,
    pub becomes: Vec<String>,
    /// Whether the piece comes from a definition that the game extends.
    pub is_inherited: bool,
    pub by_hand: Vec<ByHandView>,
}

/// A destination relative to a piece, and how the piece gets there. Includes the mirror image across the piece's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Stride"))]
pub struct StrideView {
    pub manner: MannerView,
    /// Distance in files.
    pub files: u8,
    /// Distance in ranks forward; negative for backward.
    pub rows: i8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "StrideManner"))]
pub enum MannerView {
    Step,
    /// The piece moves any distance over empty squares.
    Slide,
    Leap,
}

/// A common ending of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "GoalKind"))]
pub enum GoalKindView {
    /// A royal piece is attacked and its side has no legal move.
    Checkmate,
    /// A side has lost all its pieces of the specified kind.
    Captured,
    /// A piece reaches the last rank.
    Reaches,
    NothingLeft,
    StuckLoses,
    StuckDraws,
    /// A position occurs for the third time.
    Repetition,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Goal"))]
pub struct GoalView {
    pub kind: GoalKindView,
    pub piece: Option<String>,
}

/// A sentence that can only be edited as text.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "ByHand"))]
pub struct ByHandView {
    /// Line number, from 1, in the source file.
    pub line: u32,
    pub text: String,
}

/// An edit of a form field.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "SheetEdit"))]
pub enum SheetEditView {
    Title {
        title: String,
    },
    Board {
        size: [u32; 2],
    },
    Side {
        side: u8,
        name: String,
    },
    Add {
        letter: char,
        name: String,
    },
    /// Changes the names, letter and value of a piece.
    Piece {
        piece: String,
        name: String,
        letter: char,
        worth: Option<u32>,
        /// The French name, if it differs.
        french: Option<String>,
    },
    Remove {
        piece: String,
    },
    Walk {
        piece: String,
        moves: Vec<StrideView>,
        captures: Vec<StrideView>,
    },
    /// Sets the pieces to which a piece can promote on the last rank.
    Becomes {
        piece: String,
        into: Vec<String>,
    },
    /// Sets a square of the start position.
    Put {
        /// Rank (from the top) and file, both from 0.
        square: [usize; 2],
        /// The piece letter, lower case for the second side; `None` clears the square.
        man: Option<char>,
    },
    /// Turns a win or draw condition on or off.
    Goal {
        goal: GoalView,
        holds: bool,
    },
}
