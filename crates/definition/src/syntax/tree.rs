//! The syntax tree: a definition as written, before names are resolved.

mod walk;

use crate::source::Span;

pub(crate) use crate::model::{EndResult, Whose};
pub(crate) use walk::{Directions, Leg, LegKind, Piece, PieceLine, PieceLineKind, TargetLimit, Walk};

/// The line below `royal` that begins with `in danger`.
pub(crate) type Danger = (crate::model::Danger, Span);

// Model types with unresolved names.
pub(crate) type Length = crate::model::Length<Number>;
pub(crate) type NeedUnless = crate::model::NeedUnless<Condition>;
pub(crate) type Onto = crate::model::Onto<Noun, Name>;
pub(crate) type Reference = crate::model::Reference<Noun>;
pub(crate) type Target = crate::model::Target<Place, TargetLimit>;
pub(crate) type Walker = crate::model::Walker<Name>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Number {
    pub(crate) value: u32,
    pub(crate) span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Item {
    pub(crate) span: Span,
    pub(crate) edition: Option<Name>,
    pub(crate) what: What,
}

/// The content of an item.
///
/// With `FreeHand`, kinds without defined moves can move and capture on any square, or on any square of a place.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum What {
    Language(Number),
    Game { id: Name, title: String, by: Option<String>, like: Option<Name> },
    Edition { name: Name, usual: bool },
    Sides([Side; 2]),
    Board(Board),
    Beside(Vec<Name>),
    Hands(Number),
    Zone { name: Name, parts: Vec<ZonePart> },
    Wrap(Wrap),
    Cards(Vec<CardsLine>),
    Card(Card),
    Army(Army),
    Shuffle(Shuffle),
    Piece(Piece),
    Every { but: Vec<Name>, lines: Vec<PieceLine> },
    FreeHand(Option<Place>),
    Call { name: Name, noun: Noun, condition: Option<Condition> },
    Power(Power),
    After(Event),
    Feature { name: Name, items: Vec<Item> },
    Credits(Vec<CreditLine>),
    French(Vec<(Quoted, Quoted)>),
    Without(Name),
    WithoutEdition(Name),
    WithoutRoyal,
    Castling { royal: Name, partner: Name, ways: Vec<CastlingWay> },
    Remember { name: Name, memory: Memory },
    Royal { kinds: Vec<Name>, warning: Quoted, danger: Option<Danger>, exception: Option<Condition> },
    Pass(Pass),
    MustCapture,
    Ends(Vec<End>),
    Position(Quoted),
    Start(Quoted),
    Needs(Vec<NeedLine>),
    Written(Vec<(WrittenFor, Quoted)>),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CreditLine {
    pub(crate) role: Quoted,
    pub(crate) french: Option<Quoted>,
    pub(crate) who: Quoted,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Quoted {
    pub(crate) text: String,
    pub(crate) span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Side {
    pub(crate) name: Name,
    pub(crate) word: Name,
}

/// A board. `lengths` contains the length of each row of hexagons from the bottom, or of each file from the left.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Board {
    Grid { files: Number, rows: Number, top: Option<Number> },
    Hexagons { in_files: bool, lengths: Vec<Number> },
}

/// The directions in which moves can continue across an edge of the board to the opposite edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Wrap {
    pub(crate) sideways: bool,
    pub(crate) forward: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CardsLine {
    pub(crate) span: Span,
    pub(crate) what: CardsLineKind,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum CardsLineKind {
    Takes(Number),
    Bearers { but: Vec<Name> },
    LostWithPiece,
    Ordered,
    Never([Name; 2]),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Army {
    pub(crate) name: Name,
    pub(crate) title: String,
    pub(crate) title_french: Option<String>,
    pub(crate) place: Place,
    pub(crate) kinds: Vec<Name>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Shuffle {
    pub(crate) place: Place,
    pub(crate) but: Vec<Name>,
    pub(crate) lines: Vec<ShuffleLine>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ShuffleLine {
    pub(crate) span: Span,
    pub(crate) what: ShuffleLineKind,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ShuffleLineKind {
    OppositeColours(Name),
    Between(Name, Name),
    Apart,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Card {
    pub(crate) name: Name,
    pub(crate) title: String,
    pub(crate) title_french: Option<String>,
    pub(crate) usual: Option<Name>,
    pub(crate) once: bool,
    pub(crate) lines: Vec<CardLine>,
    pub(crate) says: Option<String>,
    pub(crate) french: Option<String>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CardLine {
    pub(crate) span: Span,
    pub(crate) what: CardLineKind,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum CardLineKind {
    Walk(PieceLine),
    Clause(ClauseLine),
    Event(Event),
    Stays(Vec<Name>),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ZonePart {
    pub(crate) from: Name,
    pub(crate) to: Option<Name>,
    pub(crate) side: Option<Name>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Place {
    pub(crate) span: Span,
    pub(crate) whose: Option<Whose>,
    pub(crate) what: PlaceKind,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum PlaceKind {
    Zone(Name),
    Rows(Number, Number),
    LastRow,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Noun {
    pub(crate) span: Span,
    pub(crate) whose: Option<Whose>,
    pub(crate) another: bool,
    pub(crate) what: NounKind,
    pub(crate) but: Vec<Name>,
    pub(crate) relations: Vec<Relation>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum NounKind {
    Piece,
    Enemy,
    Kinds(Vec<Name>),
    Call(Name),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Relation {
    pub(crate) span: Span,
    pub(crate) what: RelationKind,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum RelationKind {
    NextTo(Reference),
    Before,
    Behind,
    BeforeOrBehind,
    Between(Box<Noun>, Directions),
    Sight(Option<Box<Noun>>),
    SameKind,
    Attacked,
    Enclosed(Option<Directions>),
    Guarded,
    Attacking,
    Guarding,
    Withdrawn,
    Approached,
    Jumped,
    FileCrossesRow(Box<Noun>),
    RowCrossesFile(Box<Noun>),
    Theirs,
    On(Place),
    Away(Box<TargetLimit>),
    NotCalled(Name),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Condition {
    pub(crate) span: Span,
    pub(crate) what: ConditionKind,
}

/// A condition. `Unsaid` is a relation without a subject of its own, which refers to the subject of the sentence.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ConditionKind {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    NoMove,
    Count { noun: Noun, least: u32, most: u32 },
    It { relation: Relation, positive: bool },
    Unsaid { relation: Relation },
    ItIsNamed(Name),
    Threatened { noun: Noun, positive: bool },
    ItThreatened { positive: bool },
    AllThreatened { noun: Noun, positive: bool },
    Attack { who: Noun, whom: Box<Noun>, positive: bool },
    More { noun: Noun, than: Box<Noun>, by: u32 },
    InRow { noun: Noun, least: Number },
    EnemyHasMove { positive: bool },
    Passes(Number),
    NotThreatenedBefore,
    ThreatenIt { least: Number },
    MayThen(Name),
    MemoryAtLeast { memory: Name, least: Number },
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Power {
    pub(crate) name: Name,
    pub(crate) giver: Giver,
    pub(crate) line: ClauseLine,
    pub(crate) says: Option<String>,
    pub(crate) french: Option<String>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ClauseLine {
    pub(crate) main_action: bool,
    pub(crate) while_giver: Option<Condition>,
    pub(crate) subject: Subject,
    pub(crate) clause: Clause,
    pub(crate) condition: Option<(Condition, bool)>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Giver {
    Kinds(Vec<Name>),
    Any { but: Vec<Name> },
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Subject {
    It,
    Nobody(Span),
    Noun(Noun),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Clause {
    /// Forbids all captures: `nobody can capture`.
    CanCapture,
    CannotMove,
    CannotCapture(Option<Noun>),
    CannotBeCaptured(Vec<Name>),
    CannotMake(Name),
    CapturedOnlyWhile(Condition),
    WalkAs(Walker),
    AlsoWalkAs(Walker, Option<Place>),
    Exchanged,
    Wrapped,
    OneSquare,
    Through(Noun),
    StopOn(Place),
    MayBecome(Name),
    Must {
        label: Option<Name>,
        duty: Condition,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Event {
    pub(crate) trigger: Trigger,
    pub(crate) effect: Effect,
    pub(crate) condition: Option<Condition>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Trigger {
    pub(crate) noun: Noun,
    pub(crate) deed: Deed,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Deed {
    Captures(Option<Noun>),
    Arrives(Place),
    Leaves(Place),
    Moves,
    Makes { labels: Vec<Name>, onto: Option<Place>, over: Option<Noun>, main_action: bool },
    IsCaptured { by: Vec<Name> },
    Castles,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Effect {
    Becomes { kinds: Vec<Name>, most: Vec<(Number, Name)>, may: bool },
    Put { noun: Noun, spot: Spot },
    Removed { it: bool, noun: Option<Noun> },
    Captured(Noun),
    Turned(Noun),
    Driven(Noun, crate::model::Drive),
    Transformed(Noun, Name),
    Remember { memory: Name, what: crate::model::Remembered },
    Mark { marks: Name, what: crate::model::Marking },
    Again { label: Name, captured_by: Name },
    Extra { by: Vec<Name> },
}

/// The square where a piece is put. With `Chosen`, the player chooses it; with `goes`, an existing piece of the kind moves there.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Spot {
    Left,
    Place { place: Place, if_empty: bool },
    Chosen { limits: Vec<TargetLimit>, goes: bool },
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CastlingWay {
    pub(crate) letter: Name,
    /// Start and destination of the royal piece, then of the partner.
    pub(crate) squares: [Name; 4],
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Memory {
    Square { next_turn: bool },
    Squares,
    Count(Count),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Count {
    pub(crate) from: u32,
    pub(crate) more: u32,
    pub(crate) side: Option<Name>,
    /// The value to which the count is reset, and the causes that reset the count.
    pub(crate) again: Option<(u32, Vec<Cause>)>,
    /// The count goes back to the first value when it reaches the second one.
    pub(crate) back: Option<[u32; 2]>,
    pub(crate) gains: Vec<Gain>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Cause {
    Capture,
    Move(Noun),
    Change,
    Label(Name),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Gain {
    pub(crate) more: u32,
    pub(crate) span: Span,
    pub(crate) captured: Option<Noun>,
    pub(crate) side: Option<Name>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Pass {
    Unless(Condition),
    WhenNoOtherMove,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct End {
    pub(crate) span: Span,
    pub(crate) edition: Option<Name>,
    pub(crate) result: EndResult,
    pub(crate) side: Option<Name>,
    pub(crate) cause: Quoted,
    pub(crate) at_once: bool,
    pub(crate) when: EndWhen,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum EndWhen {
    /// A position occurs for the `occurrence`th time. `warners`: whether all moves since the first
    /// occurrence must give check, for the side to move and for its opponent.
    Repetition {
        occurrence: u32,
        warners: [bool; 2],
    },
    Condition(Condition),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct NeedLine {
    pub(crate) needs: Vec<(Need, Span)>,
    pub(crate) unless: Option<NeedUnless>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Need {
    Number { exactly: bool, number: Number, noun: Noun, each_side: bool },
    EachKind { most: Number },
    NoneOn { noun: Noun, place: Place },
    OnlyOn { place: Place, nouns: Vec<Noun> },
    NotThreatened(Noun),
    NotAllThreatened(Noun),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum WrittenFor {
    Becoming(Span),
    Label(Name),
}
