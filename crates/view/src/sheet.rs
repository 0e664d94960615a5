use serde::{Deserialize, Serialize};

/// Shows what of a game's text can be filled in like a form.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Sheet"))]
pub struct SheetView {
    /// The name of the game for people.
    pub title: String,
    /// The files and rows of the board; none where it is no rectangle.
    pub board: Option<[u32; 2]>,
    /// The names of the two sides.
    pub sides: Option<[String; 2]>,
    /// The pieces, in the order of the text.
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
    /// The name.
    pub name: String,
    /// The letter in positions.
    pub letter: String,
    /// What it is said to be worth to the computer.
    pub worth: Option<u32>,
    /// What it is called in French, where that is something else.
    pub french: Option<String>,
    /// Where it moves without taking anything.
    pub moves: Vec<StrideView>,
    /// Where it captures.
    pub captures: Vec<StrideView>,
    /// What it may become on the last row.
    pub becomes: Vec<String>,
    /// Whether it is said in a game that this one is like.
    pub is_inherited: bool,
    /// What else is said of it.
    pub by_hand: Vec<ByHandView>,
}

/// Points at a square from where a piece stands, to the left and to the right alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Stride"))]
pub struct StrideView {
    /// How it is reached.
    pub manner: MannerView,
    /// The files aside.
    pub files: u8,
    /// The rows ahead; behind where negative.
    pub rows: i8,
}

/// Tells how a square is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "StrideManner"))]
pub enum MannerView {
    /// By one step.
    Step,
    /// Over empty squares, as far as one likes.
    Slide,
    /// Over anything.
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
    /// A side has no piece left.
    NothingLeft,
    /// Who cannot move loses.
    StuckLoses,
    /// Who cannot move draws.
    StuckDraws,
    /// The same position comes a third time.
    Repetition,
}

/// Holds a usual way in which a game ends.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Goal"))]
pub struct GoalView {
    /// Which way.
    pub kind: GoalKindView,
    /// The piece that it is about, if it is about one.
    pub piece: Option<String>,
}

/// Shows a sentence that only the text shows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "ByHand"))]
pub struct ByHandView {
    /// Its line, from 1; that of the other game's text where the piece is said there.
    pub line: u32,
    /// What its first line says.
    pub text: String,
}

/// Says what is filled in.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "SheetEdit"))]
pub enum SheetEditView {
    /// The name of the game.
    Title {
        /// The name.
        title: String,
    },
    /// The size of the board.
    Board {
        /// The files and rows.
        size: [u32; 2],
    },
    /// How a side is called.
    Side {
        /// The side, 1 or 2.
        side: u8,
        /// A word.
        name: String,
    },
    /// A new piece.
    Add {
        /// The letter.
        letter: char,
        /// The name.
        name: String,
    },
    /// What a piece is called in both languages, its letter and its worth.
    Piece {
        /// How it was called.
        piece: String,
        /// How it is called.
        name: String,
        /// The letter.
        letter: char,
        /// What it is worth to the computer, where that is said.
        worth: Option<u32>,
        /// What it is called in French, where that is something else.
        french: Option<String>,
    },
    /// A piece is no more.
    Remove {
        /// The piece.
        piece: String,
    },
    /// Where a piece goes.
    Walk {
        /// The piece.
        piece: String,
        /// Where it moves.
        moves: Vec<StrideView>,
        /// Where it captures.
        captures: Vec<StrideView>,
    },
    /// What a piece may become on the last row.
    Becomes {
        /// The piece.
        piece: String,
        /// What it may become.
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
        /// The way.
        goal: GoalView,
        /// Whether it does.
        holds: bool,
    },
}
