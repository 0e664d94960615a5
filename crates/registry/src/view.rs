//! The shapes in which command, server and browser see a game: plain data, sentences in one language.

use serde::{Deserialize, Serialize};

/// Describes a game to a page.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)] // The names are those of the kernel's metadata.
pub struct GameInfo {
    pub id: &'static str,
    pub spec: String,
    pub name: &'static str,
    pub tagline: &'static str,
    pub rules_version: &'static str,
    pub sides: [&'static str; 2],
    pub kinds: Vec<KindView>,
    pub board: BoardView,
    pub options: Vec<OptionView>,
    pub marks: Vec<MarkView>,
    pub relations: Vec<RelationKindView>,
    /// The number of strengths of the computer player.
    pub levels: usize,
    /// The start position.
    pub start: String,
    /// What players choose from before the game, if anything.
    pub catalogue: Option<CatalogueView>,
    /// How Game Courier's players name the pieces and squares.
    pub courier: CourierView,
    pub credits: Vec<CreditView>,
}

/// Tells how Game Courier's players name a game's pieces and squares.
#[derive(Clone, Debug, Serialize)]
pub struct CourierView {
    /// The labels of the kinds, by side.
    pub labels: [Vec<String>; 2],
    /// The coordinates of the squares in the board's order; `None` where they are ours.
    pub coordinates: Option<Vec<String>>,
    /// What stands beside the board, in the order of its labels; `None` where it is ours.
    pub beside: Option<Vec<String>>,
}

/// Describes what players choose from before a game.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)] // The names are those of the kernel's catalogue.
pub struct CatalogueView {
    pub cards: Vec<CardView>,
    pub picks: usize,
    /// Indices of kinds.
    pub arranged: Vec<usize>,
    /// Names of squares, by side.
    pub places: [&'static [&'static str]; 2],
    /// The pairs of cards, by index, that one player may not combine under these options.
    pub bans: Vec<[usize; 2]>,
}

/// Describes a card that players choose.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct CardView {
    pub code: &'static str,
    pub name: &'static str,
    pub summary: &'static str,
    pub text: &'static str,
    /// The index of the kind it is bound to by default.
    pub bound: Option<usize>,
    pub once: bool,
    pub costs_piece: bool,
    pub examples: Vec<ExampleView>,
}

/// Shows a card at work.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct ExampleView {
    pub caption: &'static str,
    pub position: &'static str,
    pub moves: &'static [&'static str],
}

/// Describes a kind of piece.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct KindView {
    pub letters: [char; 2],
    pub name: &'static str,
    pub description: &'static str,
    pub art: &'static str,
    /// A simple figure of its own.
    pub figure: FigureView,
}

/// Describes a simple figure that stands for a kind of piece.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FigureView {
    /// The outline, an SVG path of 88 × 88 units around the origin.
    pub outline: &'static str,
    /// How far below the origin the middle of its letter lies.
    pub middle: f32,
}

/// Describes a board to draw; the unit is a square's width, `y` grows downwards.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct BoardView {
    pub squares: Vec<SquareView>,
    pub labels: Vec<LabelView>,
    pub width: f32,
    pub height: f32,
}

/// Describes a square to draw.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct SquareView {
    pub name: &'static str,
    pub x: f32,
    pub y: f32,
    pub outline: &'static str,
    pub shade: u8,
}

/// Describes a coordinate beside the board.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct LabelView {
    pub text: &'static str,
    pub x: f32,
    pub y: f32,
}

/// Describes an option of a game.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct OptionView {
    pub code: &'static str,
    pub name: &'static str,
    pub choices: Vec<ChoiceView>,
}

/// Describes a choice of an option.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct ChoiceView {
    pub code: &'static str,
    pub name: &'static str,
    pub description: &'static str,
}

/// Describes a mark that pieces may carry.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct MarkView {
    pub code: &'static str,
    pub name: &'static str,
    /// The shape to show it by, an SVG path of 24 × 24 units around the origin; the page has its own for `None`.
    pub shape: Option<&'static str>,
}

/// Describes a relation between pieces.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct RelationKindView {
    pub code: &'static str,
    pub felt: &'static str,
    pub exerted: &'static str,
    /// The influence's code.
    pub influence: &'static str,
}

/// Thanks somebody.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct CreditView {
    pub role: &'static str,
    pub who: &'static str,
    pub link: Option<&'static str>,
    pub licence: Option<&'static str>,
}

/// Says where a piece stands on a board set up by hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlacedView {
    /// Its square.
    pub square: String,
    /// Its owner, 1 or 2.
    pub side: usize,
    /// The index of its kind.
    pub kind: usize,
}

/// Describes a board set up by hand, whether or not the rules allow it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DraftView {
    /// The pieces.
    pub pieces: Vec<PlacedView>,
    /// The side to move, 1 or 2.
    pub side: usize,
    /// What else the position knows, in the order of the game's words.
    pub words: Vec<String>,
}

/// Describes a word of a game's position strings.
#[derive(Clone, Debug, Serialize)]
pub struct FormWordView {
    /// What it is.
    pub name: &'static str,
    /// How it is written.
    pub hint: &'static str,
    /// The word that says nothing special.
    pub plain: &'static str,
}

/// Tells what a text says of a position.
#[derive(Clone, Debug, Serialize)]
pub struct SketchView {
    /// The position as the game writes it; the text itself where that cannot be said.
    pub text: String,
    /// Whether the text was in Game Courier's form.
    pub courier: bool,
    /// The text from which games by hand begin where the rules do not.
    pub board: Option<String>,
    /// What stands where; `None` where the text has not the form of a position.
    pub draft: Option<DraftView>,
    /// The words of the game's positions.
    pub words: Vec<FormWordView>,
    /// The squares that the rules object to.
    pub squares: Vec<&'static str>,
}

/// Describes a moment of a game.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The position string.
    pub position: String,
    /// The side to move, 1 or 2.
    pub side: usize,
    /// The number of plies played.
    pub ply: usize,
    /// The status words.
    pub status: String,
    /// The status for people.
    pub status_text: String,
    /// The alert's code, if one applies.
    pub alert: Option<&'static str>,
    /// The pieces that the alert warns of.
    pub alert_squares: Vec<&'static str>,
    /// How the game ended, if it did.
    pub ended: Option<EndView>,
    /// The pieces on the board.
    pub pieces: Vec<PieceView>,
    /// The legal moves, sorted by their text.
    pub moves: Vec<MoveView>,
    /// The relations between pieces.
    pub relations: Vec<RelationView>,
    /// Facts about the whole position.
    pub conditions: Vec<ReasonView>,
    /// The pass.
    pub pass: PassView,
    /// The plies since the last capture.
    pub quiet_plies: u32,
    /// Whether hands made of the board what is no position of the rules; where they are not silent, the conditions say why.
    #[serde(skip_serializing_if = "is_false")]
    pub adrift: bool,
    /// The spaces that hands removed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<&'static str>,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// Says what the rules say of a turn by hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum Judgement {
    /// They allow it, as these moves.
    Allowed {
        /// The canonical texts.
        moves: Vec<String>,
    },
    /// They refuse it.
    Refused {
        /// Every reason.
        reasons: Vec<ReasonView>,
    },
    /// They cannot judge it: it was not made in a position of theirs.
    Unknown {
        /// Why not.
        sentence: String,
    },
}

/// Tells how a game ended.
#[derive(Clone, Debug, Serialize)]
pub struct EndView {
    /// The winner, 1 or 2, or `None` for a draw.
    pub winner: Option<usize>,
    /// The cause's code.
    pub cause: &'static str,
    /// The result with its cause, for people.
    pub text: String,
}

/// Describes a piece on the board.
#[derive(Clone, Debug, Serialize)]
pub struct PieceView {
    /// Its square.
    pub square: &'static str,
    /// Its owner, 1 or 2.
    pub side: usize,
    /// The index of its kind.
    pub kind: usize,
    /// The codes of the marks it carries.
    pub marks: Vec<&'static str>,
    /// What powers touch it now, and which it exerts, in sentences.
    pub powers: Vec<String>,
}

/// Describes a legal move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveView {
    /// The canonical text.
    pub text: String,
    /// The squares to click, in order.
    pub squares: Vec<&'static str>,
    /// What tells it from other moves of the same squares, if there are any.
    pub choice: Option<String>,
    /// The manner's code.
    pub manner: &'static str,
    /// The squares of captured pieces.
    pub captures: Vec<&'static str>,
    /// The whole way of the moving piece.
    pub legs: Vec<&'static str>,
    /// The kind that the moving piece becomes, if it changes.
    pub becomes: Option<usize>,
    /// How Game Courier's players write it, where a person reads their notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// What the move does, in a sentence.
    pub sentence: String,
    /// What it does, in order.
    pub effects: Vec<EffectView>,
    /// Facts to tell before it is completed.
    pub notices: Vec<ReasonView>,
}

/// Describes one effect of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(missing_docs)] // The names are those of the kernel's effects.
pub enum EffectView {
    Move { from: &'static str, to: &'static str },
    Remove { square: &'static str, kind: usize, side: usize },
    Place { square: &'static str, kind: usize, side: usize },
    Transform { square: &'static str, kind: usize, side: usize },
    Swap { a: &'static str, b: &'static str },
    Pass,
}

/// Describes a relation between two pieces.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct RelationView {
    pub kind: &'static str,
    pub from: &'static str,
    pub to: &'static str,
    /// The influence's code.
    pub influence: &'static str,
}

/// Puts a reason, a notice or a condition into words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReasonView {
    /// The game's code.
    pub code: &'static str,
    /// The squares concerned.
    pub squares: Vec<&'static str>,
    /// The ruling, power or section.
    pub ruling: &'static str,
    /// The sentence.
    pub sentence: String,
}

/// Tells about passing.
#[derive(Clone, Debug, Serialize)]
pub struct PassView {
    /// Whether the game has a pass at all.
    pub known: bool,
    /// The move's text if it is legal now.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// Why it is not legal now, in a sentence.
    pub reason: Option<String>,
}

/// Describes a move played.
#[derive(Clone, Debug, Serialize)]
pub struct MoveRecord {
    /// Its number, from 1.
    pub ply: usize,
    /// Who played it, 1 or 2.
    pub side: usize,
    /// The canonical text.
    pub text: String,
    /// How Game Courier's players write it, where a person reads their notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// What it did, in a sentence.
    pub sentence: String,
    /// The squares that were clicked, in order.
    pub squares: Vec<&'static str>,
    /// What tells it from other moves of the same squares, if there are any.
    pub choice: Option<String>,
    /// The kind that the piece became.
    pub becomes: Option<usize>,
    /// The whole way of the moving piece.
    pub legs: Vec<&'static str>,
    /// The manner's code.
    pub manner: &'static str,
    /// The squares of captured pieces.
    pub captures: Vec<&'static str>,
    /// What it did, in order.
    pub effects: Vec<EffectView>,
    /// The position after it.
    pub position: String,
    /// The alert that it gave, if any.
    pub alert: Option<&'static str>,
    /// Whether it was made by hand, and no rule was heard.
    #[serde(rename = "byHand", skip_serializing_if = "is_false")]
    pub by_hand: bool,
}

/// Explains a move.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// Whether it is legal.
    pub legal: bool,
    /// The canonical text.
    pub text: String,
    /// What a legal one does, in a sentence; empty for a refused one.
    pub sentence: String,
    /// Every reason why it is refused.
    pub reasons: Vec<ReasonView>,
    /// Facts to tell before a legal one is completed.
    pub notices: Vec<ReasonView>,
}
