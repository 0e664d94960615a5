use serde::{Deserialize, Serialize};

/// Shows what of a game's text can be filled in like a form.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Sheet"))]
pub struct SheetView {
    pub title: String,
    /// The files and rows of the board; none where it is no rectangle.
    pub board: Option<[u32; 2]>,
    pub sides: Option<[String; 2]>,
    pub pieces: Vec<SheetPieceView>,
    /// The letters that stand on the squares at the start, row by row from the top, small ones the second side's, and empty ones for nothing; none where the form cannot show it.
    pub start: Option<Vec<Vec<String>>>,
    /// How the game ends, as far as it is in one of the usual ways.
    pub goals: Vec<GoalView>,
    /// The sentences of the text that are not shown otherwise.
    pub by_hand: Vec<ByHandView>,
}

/// Shows what of a piece can be filled in.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "SheetPiece"))]
pub struct SheetPieceView {
    pub name: String,
    pub letter: String,
    pub worth: Option<u32>,
    /// What it is called in French, where that is something else.
    pub french: Option<String>,
    /// Where it moves without taking anything.
    pub moves: Vec<StrideView>,
    pub captures: Vec<StrideView>,
    pub becomes: Vec<String>,
    /// Whether it is said in a game that this one is like.
    pub is_inherited: bool,
    pub by_hand: Vec<ByHandView>,
}

/// Points at a square from where a piece stands, to the left and to the right alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Stride"))]
pub struct StrideView {
    pub manner: MannerView,
    /// The files aside.
    pub files: u8,
    /// The rows ahead; behind where negative.
    pub rows: i8,
}

/// How a square is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "StrideManner"))]
pub enum MannerView {
    Step,
    /// Over empty squares, as far as one likes.
    Slide,
    Leap,
}

/// Names a usual way in which a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "GoalKind"))]
pub enum GoalKindView {
    /// A royal piece is threatened, and there is no move.
    Checkmate,
    /// A side has none of a piece left.
    Captured,
    /// A piece reaches the last row.
    Reaches,
    NothingLeft,
    StuckLoses,
    StuckDraws,
    /// The same position comes a third time.
    Repetition,
}

/// Holds a usual way in which a game ends.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Goal"))]
pub struct GoalView {
    pub kind: GoalKindView,
    pub piece: Option<String>,
}

/// Shows a sentence that only the text shows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "ByHand"))]
pub struct ByHandView {
    /// Its line, from 1; that of the other game's text where the piece is said there.
    pub line: u32,
    pub text: String,
}

/// What is filled in.
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
    /// What a piece is called in both languages, its letter and its worth.
    Piece {
        /// How it was called.
        piece: String,
        name: String,
        letter: char,
        worth: Option<u32>,
        /// What it is called in French, where that is something else.
        french: Option<String>,
    },
    /// A piece is no more.
    Remove {
        piece: String,
    },
    Walk {
        piece: String,
        moves: Vec<StrideView>,
        captures: Vec<StrideView>,
    },
    /// What a piece may become on the last row.
    Becomes {
        piece: String,
        into: Vec<String>,
    },
    /// What stands on a square at the start.
    Put {
        /// The row from the top and the place in it, from 0.
        square: [usize; 2],
        /// The letter, a small one the second side's; none for nothing.
        man: Option<char>,
    },
    /// Whether the game ends in a usual way.
    Goal {
        goal: GoalView,
        holds: bool,
    },
}
