//! Descriptions of games, positions and moves, derived from the rules.

use serde::{Deserialize, Serialize};

/// What a client needs to display a game and offer its options.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct GameInfo {
    pub id: String,
    pub spec: String,
    pub name: String,
    pub tagline: String,
    pub goal: String,
    #[cfg_attr(feature = "schema", ts(type = "Hue"))]
    pub hue: &'static str,
    pub cover: CoverView,
    pub rules_version: String,
    pub sides: [String; 2],
    pub kinds: Vec<KindView>,
    pub board: BoardView,
    pub options: Vec<OptionView>,
    pub marks: Vec<MarkView>,
    pub relations: Vec<RelationKindView>,
    pub powers: Vec<PowerView>,
    /// Number of strength levels of the computer player.
    pub levels: usize,
    pub start: String,
    /// The cards to choose from before the game, if any.
    pub catalogue: Option<CatalogueView>,
    /// How Game Courier names pieces and squares.
    pub courier: CourierView,
    pub credits: Vec<CreditView>,
}

/// A thumbnail of a game: a position and a few moves from it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Cover"))]
pub struct CoverView {
    pub position: String,
    pub moves: Vec<String>,
    pub squares: Vec<String>,
}

/// How Game Courier names a game's pieces and squares.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "CourierInfo"))]
pub struct CourierView {
    pub labels: [Vec<String>; 2],
    /// Square names in board order; `None` if they are the same as Entourage's.
    pub coordinates: Option<Vec<String>>,
    /// Labels beside the board, in the order of `BoardInfo.labels`; `None` if they are the same as Entourage's.
    pub beside: Option<Vec<String>>,
}

/// The cards that players choose from before a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "CatalogueInfo"))]
pub struct CatalogueView {
    pub cards: Vec<CardView>,
    pub picks: usize,
    pub arranged: Vec<usize>,
    /// Names of the squares on which each side arranges its pieces.
    pub places: [Vec<String>; 2],
    /// Pairs of card indices that a player cannot combine under the chosen options.
    pub bans: Vec<[usize; 2]>,
}

/// A card that players can choose.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "CardInfo"))]
pub struct CardView {
    pub code: String,
    pub name: String,
    pub summary: String,
    pub text: String,
    /// Index of the kind of piece to which the card is bound by default.
    pub bound: Option<usize>,
    pub once: bool,
    pub costs_piece: bool,
    pub examples: Vec<ExampleView>,
}

/// An example of a card's effect.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Example"))]
pub struct ExampleView {
    pub caption: String,
    pub position: String,
    pub moves: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Kind"))]
pub struct KindView {
    pub letters: [char; 2],
    pub name: String,
    pub description: String,
    pub art: String,
    /// How prominently the kind is drawn.
    #[cfg_attr(feature = "schema", ts(type = "Weight"))]
    pub weight: &'static str,
    /// The aura that shows the kind's power over other pieces, if the kind has such a power.
    #[cfg_attr(feature = "schema", ts(type = "Aura | null"))]
    pub lamp: Option<&'static str>,
    /// Static value for the computer player, in centipawns (hundredths of the least valuable piece).
    pub worth: i32,
    /// Anchor of the section on the rules page about the kind's moves.
    pub chapter: String,
    /// Number of simultaneous attackers needed to capture such a piece.
    #[serde(rename = "fallsTo")]
    pub falls_to: usize,
    pub figure: FigureView,
}

/// A simple glyph for a kind of piece.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Figure"))]
pub struct FigureView {
    /// SVG path in a box of 88 × 88 units centred on the origin.
    pub outline: &'static str,
    /// Vertical offset of the piece letter's centre from the origin; positive values move the letter down.
    pub middle: f32,
}

/// The geometry of a board; the unit is the width of a square, and `y` grows downwards.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "BoardInfo"))]
pub struct BoardView {
    pub squares: Vec<SquareView>,
    pub labels: Vec<LabelView>,
    pub width: f32,
    pub height: f32,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "BoardSquare"))]
pub struct SquareView {
    pub name: String,
    pub x: f32,
    pub y: f32,
    #[cfg_attr(feature = "schema", ts(type = "\"square\" | \"hexagon\" | \"turned\" | \"disc\""))]
    pub outline: &'static str,
    pub shade: u8,
}

/// A coordinate label beside the board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "BoardLabel"))]
pub struct LabelView {
    pub text: String,
    pub x: f32,
    pub y: f32,
}

/// A rules option of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "OptionInfo"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = OptionInfo))]
pub struct OptionView {
    pub code: String,
    pub name: String,
    pub choices: Vec<ChoiceView>,
}

/// A value of an option.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "Choice"), schema(as = Choice))]
pub struct ChoiceView {
    pub code: String,
    pub name: String,
    pub description: String,
    /// For a random choice, the number of outcomes; a spec selects one with `CODE=NUMBER`, counted from 0.
    pub draws: Option<u32>,
}

/// A mark that pieces can carry.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Mark"))]
pub struct MarkView {
    pub code: String,
    pub name: String,
    /// What the mark means, if the name is not self-explanatory.
    pub meaning: Option<String>,
    /// SVG path in a box of 24 × 24 units centred on the origin; `None` for the default shape.
    pub shape: Option<String>,
}

/// An ability or a restriction that pieces have because of other pieces.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "PowerInfo"))]
pub struct PowerView {
    pub code: String,
    /// What the power does, in a sentence.
    pub text: String,
}

/// A kind of relation between pieces.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "RelationInfo"))]
pub struct RelationKindView {
    pub code: String,
    pub felt: String,
    pub exerted: String,
    #[cfg_attr(feature = "schema", ts(type = "Influence"))]
    pub influence: &'static str,
    /// The aura that shows the relation on the board.
    #[cfg_attr(feature = "schema", ts(type = "Aura"))]
    pub aura: &'static str,
    /// Anchor of the ruling or section on the rules page.
    pub ruling: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "Credit"), schema(as = Credit))]
pub struct CreditView {
    pub role: String,
    pub who: String,
    pub link: Option<String>,
    pub licence: Option<String>,
}

/// A piece on a board that is set up manually.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Placed"))]
pub struct PlacedView {
    pub square: String,
    #[cfg_attr(feature = "schema", ts(type = "Side"))]
    pub side: usize,
    pub kind: usize,
}

/// A board set up manually, whether or not the rules allow it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Draft"))]
pub struct DraftView {
    pub pieces: Vec<PlacedView>,
    #[cfg_attr(feature = "schema", ts(type = "Side"))]
    pub side: usize,
    /// The game-specific fields of the position, in the order of the game's notation.
    pub words: Vec<String>,
}

/// A field of a game's position notation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "FormWord"))]
pub struct FormWordView {
    pub name: String,
    pub hint: String,
    /// The field's default value.
    pub plain: String,
}

/// A position parsed from text.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct SketchView {
    /// The position in canonical notation, or the input if it cannot be parsed.
    pub text: String,
    /// Whether the text was in Game Courier notation.
    pub courier: bool,
    /// The board from which a game with manual moves can start, if the rules reject the position.
    pub board: Option<String>,
    /// The board; `None` if the input cannot be parsed as a position.
    pub draft: Option<DraftView>,
    pub words: Vec<FormWordView>,
    pub squares: Vec<String>,
}

/// The pieces on a board, without their moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Placement"))]
pub struct PlacementView {
    pub pieces: Vec<PieceView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<_>"))]
    pub removed: Vec<String>,
}

/// The preview of a move: the resulting board and, if the move ends the game, the result.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Foresight"))]
pub struct ForesightView {
    pub placement: PlacementView,
    pub ended: Option<EndView>,
}

/// A position with its legal moves and all other information to display.
#[derive(Clone, Default, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct View {
    pub position: String,
    #[cfg_attr(feature = "schema", ts(type = "Side"))]
    pub side: usize,
    pub ply: usize,
    pub status: String,
    pub status_text: String,
    pub alert: Option<String>,
    pub alert_squares: Vec<String>,
    pub ended: Option<EndView>,
    pub pieces: Vec<PieceView>,
    /// Legal moves, sorted by text.
    pub moves: Vec<MoveView>,
    pub relations: Vec<RelationView>,
    /// Facts about the position as a whole.
    pub conditions: Vec<ReasonView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<_>"))]
    pub cards: Vec<HeldCardView>,
    /// Marks that moves have left on squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<_>"))]
    pub traces: Vec<TraceView>,
    pub pass: PassView,
    /// Plies since the last capture or other decisive move.
    pub quiet_plies: u32,
    /// Whether manual moves led to a position that the rules forbid; in `warned` games, `conditions` gives the reason.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<_>"))]
    pub adrift: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<_>"))]
    pub removed: Vec<String>,
}

/// The squares that carry a mark of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Trace"))]
pub struct TraceView {
    pub name: String,
    pub squares: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "HeldCard"))]
pub struct HeldCardView {
    pub card: usize,
    #[cfg_attr(feature = "schema", ts(type = "Side"))]
    pub side: usize,
    /// Square of the piece to which the card is bound; `None` if the card applies to the whole side.
    pub square: Option<String>,
    /// Whether the card is used up and no longer has an effect.
    pub spent: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// The rules' verdict on a manual move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub enum Judgement {
    Allowed {
        /// The legal moves that are equivalent to the manual move, in canonical notation.
        moves: Vec<String>,
    },
    Refused {
        reasons: Vec<ReasonView>,
    },
    /// The move cannot be checked, since it started from a position that the rules do not allow.
    Unknown {
        sentence: String,
    },
}

/// The result of a game.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Ending"))]
pub struct EndView {
    /// The winning side, 1 or 2; `None` for a draw.
    #[cfg_attr(feature = "schema", ts(type = "Side | null"))]
    pub winner: Option<usize>,
    pub cause: String,
    pub cause_text: String,
    /// The result and its cause as human-readable text.
    pub text: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct PieceView {
    pub square: String,
    #[cfg_attr(feature = "schema", ts(type = "Side"))]
    pub side: usize,
    pub kind: usize,
    pub marks: Vec<String>,
    /// Sentences about the powers that affect the piece and the powers that it exerts.
    pub powers: Vec<String>,
    /// Description of the piece including its marks and cards, unless the description of its kind is enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub about: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct MoveView {
    /// Canonical notation.
    pub text: String,
    /// The squares to select, in order.
    pub squares: Vec<String>,
    /// What distinguishes the move from others with the same squares, if there are any.
    pub choice: Option<String>,
    #[cfg_attr(feature = "schema", ts(type = "Manner"))]
    pub manner: &'static str,
    pub captures: Vec<String>,
    /// The path of the moving piece.
    pub legs: Vec<String>,
    /// The kind that the moving piece becomes, if it changes.
    pub becomes: Option<usize>,
    /// The move in the game's short notation, if it has one, or in Game Courier's if the user prefers that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub written: Option<String>,
    pub sentence: String,
    pub effects: Vec<EffectView>,
    /// Warnings to show before the move is completed.
    pub notices: Vec<ReasonView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub enum EffectView {
    Move {
        from: String,
        to: String,
    },
    Remove {
        square: String,
        kind: usize,
        #[cfg_attr(feature = "schema", ts(type = "Side"))]
        side: usize,
    },
    Place {
        square: String,
        kind: usize,
        #[cfg_attr(feature = "schema", ts(type = "Side"))]
        side: usize,
    },
    Transform {
        square: String,
        kind: usize,
        #[cfg_attr(feature = "schema", ts(type = "Side"))]
        side: usize,
    },
    Swap {
        a: String,
        b: String,
    },
    Pass,
}

/// A relation between two pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct RelationView {
    pub kind: String,
    pub from: String,
    pub to: String,
    #[cfg_attr(feature = "schema", ts(type = "Influence"))]
    pub influence: &'static str,
}

/// A reason, notice or condition with its message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), schema(as = Reason))]
pub struct ReasonView {
    pub code: String,
    pub squares: Vec<String>,
    /// Anchor of the ruling or section on the rules page; empty if there is none.
    pub ruling: String,
    pub sentence: String,
}

/// Whether the player to move can pass, and if not, why.
#[derive(Clone, Default, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct PassView {
    pub known: bool,
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// Message that explains why passing is illegal now.
    pub reason: Option<String>,
}

/// A move in the game's history.
#[derive(Clone, Default, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct MoveRecord {
    /// Ply number, from 1.
    pub ply: usize,
    /// Index of the kind of the piece on the first selected square, if any.
    pub kind: Option<usize>,
    #[cfg_attr(feature = "schema", ts(type = "Side"))]
    pub side: usize,
    /// Canonical notation.
    pub text: String,
    /// The move in the game's short notation, if it has one, or in Game Courier's if the user prefers that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub written: Option<String>,
    pub sentence: String,
    /// The selected squares, in order.
    pub squares: Vec<String>,
    /// What distinguishes the move from others with the same squares, if there are any.
    pub choice: Option<String>,
    pub becomes: Option<usize>,
    /// The path of the moving piece.
    pub legs: Vec<String>,
    #[cfg_attr(feature = "schema", ts(type = "Manner"))]
    pub manner: &'static str,
    pub captures: Vec<String>,
    pub effects: Vec<EffectView>,
    pub position: String,
    pub alert: Option<String>,
    /// Whether the move was made manually, without checking the rules.
    #[serde(rename = "byHand", skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<_>"))]
    pub by_hand: bool,
}

/// Explains what a move does, or why it is illegal.
#[derive(Clone, Default, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Explanation {
    pub legal: bool,
    /// Canonical notation.
    pub text: String,
    /// What a legal move does, in a sentence; empty for an illegal one.
    pub sentence: String,
    pub reasons: Vec<ReasonView>,
    /// Warnings to show before a legal move is completed.
    pub notices: Vec<ReasonView>,
}
