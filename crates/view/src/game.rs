//! The shapes in which the rules describe a game and its moments.

use serde::{Deserialize, Serialize};

/// Describes a game to a page.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GameInfo {
    pub id: String,
    pub spec: String,
    pub name: String,
    pub tagline: String,
    #[cfg_attr(feature = "types", ts(type = "Hue"))]
    pub hue: &'static str,
    pub cover: CoverView,
    pub rules_version: String,
    pub sides: [String; 2],
    pub kinds: Vec<KindView>,
    pub board: BoardView,
    pub options: Vec<OptionView>,
    pub marks: Vec<MarkView>,
    pub relations: Vec<RelationKindView>,
    /// The number of strengths of the computer player.
    pub levels: usize,
    pub start: String,
    /// What players choose from before the game, if anything.
    pub catalogue: Option<CatalogueView>,
    /// How Game Courier's players name the pieces and squares.
    pub courier: CourierView,
    pub credits: Vec<CreditView>,
}

/// Shows a game at a glance.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Cover"))]
pub struct CoverView {
    pub position: String,
    pub moves: Vec<String>,
    pub squares: Vec<String>,
}

/// How Game Courier's players name a game's pieces and squares.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "CourierInfo"))]
pub struct CourierView {
    pub labels: [Vec<String>; 2],
    /// The coordinates of the squares in the board's order; `None` where they are ours.
    pub coordinates: Option<Vec<String>>,
    /// What stands beside the board, in the order of its labels; `None` where it is ours.
    pub beside: Option<Vec<String>>,
}

/// Describes what players choose from before a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "CatalogueInfo"))]
pub struct CatalogueView {
    pub cards: Vec<CardView>,
    pub picks: usize,
    pub arranged: Vec<usize>,
    /// Names of squares, by side.
    pub places: [Vec<String>; 2],
    /// The pairs of cards, by index, that one player may not combine under these options.
    pub bans: Vec<[usize; 2]>,
}

/// Describes a card that players choose.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "CardInfo"))]
pub struct CardView {
    pub code: String,
    pub name: String,
    pub summary: String,
    pub text: String,
    /// The index of the kind it is bound to by default.
    pub bound: Option<usize>,
    pub once: bool,
    pub costs_piece: bool,
    pub examples: Vec<ExampleView>,
}

/// Shows a card at work.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Example"))]
pub struct ExampleView {
    pub caption: String,
    pub position: String,
    pub moves: Vec<String>,
}

/// Describes a kind of piece.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Kind"))]
pub struct KindView {
    pub letters: [char; 2],
    pub name: String,
    pub description: String,
    pub art: String,
    /// How plain it is to see.
    #[cfg_attr(feature = "types", ts(type = "Weight"))]
    pub weight: &'static str,
    /// The light that it wears, where its power touches others.
    #[cfg_attr(feature = "types", ts(type = "Aura | null"))]
    pub lamp: Option<&'static str>,
    /// What it is worth to the computer player by itself, in hundredths of the smallest piece's worth.
    pub worth: i32,
    /// The anchor of the section of the rules page that tells how it moves.
    pub chapter: String,
    /// How many must attack it together before it can be captured.
    #[serde(rename = "fallsTo")]
    pub falls_to: usize,
    pub figure: FigureView,
}

/// Describes a simple figure that stands for a kind of piece.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Figure"))]
pub struct FigureView {
    /// The outline, an SVG path of 88 × 88 units around the origin.
    pub outline: &'static str,
    /// How far below the origin the middle of its letter lies.
    pub middle: f32,
}

/// Describes a board to draw; the unit is a square's width, `y` grows downwards.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "BoardInfo"))]
pub struct BoardView {
    pub squares: Vec<SquareView>,
    pub labels: Vec<LabelView>,
    pub width: f32,
    pub height: f32,
}

/// Describes a square to draw.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "BoardSquare"))]
pub struct SquareView {
    pub name: String,
    pub x: f32,
    pub y: f32,
    #[cfg_attr(feature = "types", ts(type = "\"square\" | \"hexagon\" | \"turned\" | \"disc\""))]
    pub outline: &'static str,
    pub shade: u8,
}

/// Describes a coordinate beside the board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "BoardLabel"))]
pub struct LabelView {
    pub text: String,
    pub x: f32,
    pub y: f32,
}

/// Describes an option of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "OptionInfo"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = OptionInfo))]
pub struct OptionView {
    pub code: String,
    pub name: String,
    pub choices: Vec<ChoiceView>,
}

/// Describes a choice of an option.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Choice"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Choice))]
pub struct ChoiceView {
    pub code: String,
    pub name: String,
    pub description: String,
    /// How many numbers one is drawn from, if one is: the word in the spec is then followed by `=` and the number, from 0.
    pub draws: Option<u32>,
}

/// Describes a mark that pieces may carry.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Mark"))]
pub struct MarkView {
    pub code: String,
    pub name: String,
    /// What it means for the piece that carries it, where its name does not say all.
    pub meaning: Option<String>,
    /// The shape to show it by, an SVG path of 24 × 24 units around the origin; the page has its own for `None`.
    pub shape: Option<String>,
}

/// Describes a relation between pieces.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "RelationInfo"))]
pub struct RelationKindView {
    pub code: String,
    pub felt: String,
    pub exerted: String,
    #[cfg_attr(feature = "types", ts(type = "Influence"))]
    pub influence: &'static str,
    /// The code of the light in which it is drawn.
    #[cfg_attr(feature = "types", ts(type = "Aura"))]
    pub aura: &'static str,
    /// The anchor of the ruling or section of the rules page that tells of it.
    pub ruling: String,
}

/// Thanks somebody.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Credit"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Credit))]
pub struct CreditView {
    pub role: String,
    pub who: String,
    pub link: Option<String>,
    pub licence: Option<String>,
}

/// Where a piece stands on a board set up by hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Placed"))]
pub struct PlacedView {
    pub square: String,
    #[cfg_attr(feature = "types", ts(type = "Side"))]
    pub side: usize,
    pub kind: usize,
}

/// Describes a board set up by hand, whether or not the rules allow it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Draft"))]
pub struct DraftView {
    pub pieces: Vec<PlacedView>,
    #[cfg_attr(feature = "types", ts(type = "Side"))]
    pub side: usize,
    /// What else the position knows, in the order of the game's words.
    pub words: Vec<String>,
}

/// Describes a word of a game's position strings.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "FormWord"))]
pub struct FormWordView {
    pub name: String,
    pub hint: String,
    /// The word that says nothing special.
    pub plain: String,
}

/// What a text says of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SketchView {
    /// The position as the game writes it; the text itself where that cannot be said.
    pub text: String,
    /// Whether the text was in Game Courier's form.
    pub courier: bool,
    /// The text from which games by hand begin where the rules do not.
    pub board: Option<String>,
    /// What stands where; `None` where the text has not the form of a position.
    pub draft: Option<DraftView>,
    pub words: Vec<FormWordView>,
    pub squares: Vec<String>,
}

/// Describes what stands on the board, without what can be done there.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Placement"))]
pub struct PlacementView {
    pub pieces: Vec<PieceView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub removed: Vec<String>,
}

/// Describes what a move leads to that is not played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Foresight"))]
pub struct ForesightView {
    pub placement: PlacementView,
    pub ended: Option<EndView>,
}

/// Describes a moment of a game.
#[derive(Clone, Default, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct View {
    pub position: String,
    #[cfg_attr(feature = "types", ts(type = "Side"))]
    pub side: usize,
    pub ply: usize,
    pub status: String,
    pub status_text: String,
    pub alert: Option<String>,
    pub alert_squares: Vec<String>,
    pub ended: Option<EndView>,
    pub pieces: Vec<PieceView>,
    /// The legal moves, sorted by their text.
    pub moves: Vec<MoveView>,
    pub relations: Vec<RelationView>,
    /// Facts about the whole position.
    pub conditions: Vec<ReasonView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub cards: Vec<HeldCardView>,
    /// The marks that moves have left on squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub traces: Vec<TraceView>,
    pub pass: PassView,
    /// The plies since the last capture.
    pub quiet_plies: u32,
    /// Whether hands made of the board what is no position of the rules; where they are not silent, the conditions say why.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub adrift: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub removed: Vec<String>,
}

/// Which squares carry a mark that moves have left there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Trace"))]
pub struct TraceView {
    pub name: String,
    pub squares: Vec<String>,
}

/// Describes a card that a player has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "HeldCard"))]
pub struct HeldCardView {
    pub card: usize,
    #[cfg_attr(feature = "types", ts(type = "Side"))]
    pub side: usize,
    /// The square of the piece that it is bound to; `None` for a card of the whole team.
    pub square: Option<String>,
    /// Whether it is used up, so that it does nothing any more.
    pub spent: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// What the rules say of a turn by hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Judgement {
    Allowed {
        /// The canonical texts.
        moves: Vec<String>,
    },
    Refused {
        reasons: Vec<ReasonView>,
    },
    /// They cannot judge it: it was not made in a position of theirs.
    Unknown {
        sentence: String,
    },
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Ending"))]
pub struct EndView {
    /// The winner, 1 or 2, or `None` for a draw.
    #[cfg_attr(feature = "types", ts(type = "Side | null"))]
    pub winner: Option<usize>,
    pub cause: String,
    pub cause_text: String,
    /// The result with its cause, for people.
    pub text: String,
}

/// Describes a piece on the board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PieceView {
    pub square: String,
    #[cfg_attr(feature = "types", ts(type = "Side"))]
    pub side: usize,
    pub kind: usize,
    pub marks: Vec<String>,
    /// What powers touch it now, and which it exerts, in sentences.
    pub powers: Vec<String>,
    /// What it is by what it carries, where the description of its kind does not say all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub about: Option<String>,
}

/// Describes a legal move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MoveView {
    /// The canonical text.
    pub text: String,
    /// The squares to click, in order.
    pub squares: Vec<String>,
    /// What tells it from other moves of the same squares, if there are any.
    pub choice: Option<String>,
    #[cfg_attr(feature = "types", ts(type = "Manner"))]
    pub manner: &'static str,
    pub captures: Vec<String>,
    /// The whole way of the moving piece.
    pub legs: Vec<String>,
    /// The kind that the moving piece becomes, if it changes.
    pub becomes: Option<usize>,
    /// How the game's players write it, where they have a short notation; how Game Courier's do, where a person reads theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub written: Option<String>,
    pub sentence: String,
    pub effects: Vec<EffectView>,
    /// Facts to tell before it is completed.
    pub notices: Vec<ReasonView>,
}

/// Describes one effect of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum EffectView {
    Move {
        from: String,
        to: String,
    },
    Remove {
        square: String,
        kind: usize,
        #[cfg_attr(feature = "types", ts(type = "Side"))]
        side: usize,
    },
    Place {
        square: String,
        kind: usize,
        #[cfg_attr(feature = "types", ts(type = "Side"))]
        side: usize,
    },
    Transform {
        square: String,
        kind: usize,
        #[cfg_attr(feature = "types", ts(type = "Side"))]
        side: usize,
    },
    Swap {
        a: String,
        b: String,
    },
    Pass,
}

/// Describes a relation between two pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RelationView {
    pub kind: String,
    pub from: String,
    pub to: String,
    #[cfg_attr(feature = "types", ts(type = "Influence"))]
    pub influence: &'static str,
}

/// Puts a reason, a notice or a condition into words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Reason))]
pub struct ReasonView {
    pub code: String,
    pub squares: Vec<String>,
    /// The anchor of the ruling or section of the rules page that says so; empty where none does.
    pub ruling: String,
    pub sentence: String,
}

/// Whether a player can pass.
#[derive(Clone, Default, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PassView {
    pub known: bool,
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// Why it is not legal now, in a sentence.
    pub reason: Option<String>,
}

/// Describes a move played.
#[derive(Clone, Default, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MoveRecord {
    /// Its number, from 1.
    pub ply: usize,
    /// The kind of the piece that moved first, if one did.
    pub kind: Option<usize>,
    #[cfg_attr(feature = "types", ts(type = "Side"))]
    pub side: usize,
    /// The canonical text.
    pub text: String,
    /// How the game's players write it, where they have a short notation; how Game Courier's do, where a person reads theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub written: Option<String>,
    pub sentence: String,
    /// The squares that were clicked, in order.
    pub squares: Vec<String>,
    /// What tells it from other moves of the same squares, if there are any.
    pub choice: Option<String>,
    /// The kind that the piece became.
    pub becomes: Option<usize>,
    /// The whole way of the moving piece.
    pub legs: Vec<String>,
    #[cfg_attr(feature = "types", ts(type = "Manner"))]
    pub manner: &'static str,
    pub captures: Vec<String>,
    pub effects: Vec<EffectView>,
    pub position: String,
    pub alert: Option<String>,
    /// Whether it was made by hand, and no rule was heard.
    #[serde(rename = "byHand", skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub by_hand: bool,
}

/// Explains a move.
#[derive(Clone, Default, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Explanation {
    pub legal: bool,
    /// The canonical text.
    pub text: String,
    /// What a legal one does, in a sentence; empty for a refused one.
    pub sentence: String,
    pub reasons: Vec<ReasonView>,
    /// Facts to tell before a legal one is completed.
    pub notices: Vec<ReasonView>,
}
