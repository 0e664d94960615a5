//! The syntax tree: what a definition says, word for word, before any name is looked up.

use crate::source::Span;

/// Holds a name as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// Holds a number as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Number {
    pub(crate) value: u32,
    pub(crate) span: Span,
}

/// Holds one sentence of a definition with what stands below it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Item {
    pub(crate) span: Span,
    /// The edition in which it holds, where it does not hold in all.
    pub(crate) edition: Option<Name>,
    pub(crate) what: What,
}

/// Tells what a sentence is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum What {
    Language(Number),
    Game {
        id: Name,
        title: String,
        by: Option<String>,
        like: Option<Name>,
    },
    Edition {
        name: Name,
        usual: bool,
    },
    Sides([Side; 2]),
    Board(Board),
    Beside(Vec<Name>),
    /// So many squares beside the board hold what each side has in hand.
    Hands(Number),
    Zone {
        name: Name,
        parts: Vec<ZonePart>,
    },
    Piece(Piece),
    Every {
        but: Vec<Name>,
        lines: Vec<PieceLine>,
    },
    Call {
        name: Name,
        noun: Noun,
        condition: Option<Condition>,
    },
    Power(Power),
    After(Event),
    Feature {
        name: Name,
        items: Vec<Item>,
    },
    Without(Name),
    Castling {
        royal: Name,
        partner: Name,
        ways: Vec<CastlingWay>,
    },
    Remember {
        name: Name,
        memory: Memory,
    },
    Royal {
        kind: Name,
        warning: Quoted,
        exception: Option<Condition>,
    },
    Pass(Pass),
    Ends(Vec<End>),
    Position(Quoted),
    Start(Quoted),
    Needs(Vec<NeedLine>),
    Written(Vec<(WrittenFor, Quoted)>),
}

/// Holds what stands between quotation marks.
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

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Board {
    Grid {
        files: Number,
        rows: Number,
        top: Option<Number>,
    },
    /// In rows from the bottom, or in files from the left.
    Hexagons {
        in_files: bool,
        lengths: Vec<Number>,
    },
}

/// Names squares from one corner to the other, for all or for one side.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ZonePart {
    pub(crate) from: Name,
    pub(crate) to: Option<Name>,
    pub(crate) side: Option<Name>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Piece {
    /// Whether lines are added to a piece that stands already.
    pub(crate) also: bool,
    pub(crate) letter: Option<Name>,
    pub(crate) name: Name,
    pub(crate) short: Option<String>,
    pub(crate) french: Option<String>,
    pub(crate) like: Option<Name>,
    pub(crate) lines: Vec<PieceLine>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PieceLine {
    pub(crate) span: Span,
    pub(crate) edition: Option<Name>,
    pub(crate) what: PieceLineKind,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum PieceLineKind {
    Walk(Walk),
    Act { label: Name, effect: Effect, condition: Option<Condition> },
    NeverCaptures,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Walk {
    pub(crate) moves: bool,
    pub(crate) captures: bool,
    pub(crate) label: Option<Name>,
    pub(crate) ways: Vec<Vec<Leg>>,
    pub(crate) capturing: Vec<Noun>,
    pub(crate) condition: Option<Condition>,
    pub(crate) from: Option<(Place, bool)>,
    pub(crate) only_to: Option<Place>,
    pub(crate) no_attack: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Leg {
    pub(crate) span: Span,
    pub(crate) what: LegKind,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum LegKind {
    Step {
        directions: Directions,
        onto: Onto,
    },
    Slide {
        directions: Directions,
        exactly: Option<Number>,
        leaping: Option<Box<Noun>>,
        over: Option<Box<Noun>>,
        onto: Onto,
    },
    Leap {
        by: [Number; 2],
        onto: Onto,
    },
    Jump {
        directions: Directions,
        over: Vec<Option<Noun>>,
    },
    To(Target),
    Swap(Noun),
    Strike(Directions),
}

/// Names directions, each once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Directions {
    pub(crate) words: crate::model::DirectionWords,
    pub(crate) span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Onto {
    /// Whatever the verb asks for.
    Unsaid,
    Empty,
    Noun(Noun),
    Memory(Name),
}

/// Names squares to which a piece goes from anywhere.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Target {
    Place(Place),
    Any(Vec<TargetLimit>),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TargetLimit {
    OtherColour(Span),
    NextTo(Reference),
    NotNextTo(Reference),
    Of(Place),
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

/// Tells whose piece, or whose place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Whose {
    Own,
    Enemy,
    /// The same side's as the pieces on which a power acts.
    Their,
    /// The same side's as the piece of which it is said.
    Its,
    Any,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Noun {
    pub(crate) span: Span,
    pub(crate) whose: Option<Whose>,
    /// Not the piece on which the power acts.
    pub(crate) another: bool,
    pub(crate) what: NounKind,
    pub(crate) but: Vec<Name>,
    pub(crate) relations: Vec<Relation>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum NounKind {
    /// `piece`, `pieces`.
    Piece,
    /// `enemy`, `enemies`.
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
    Sight,
    SameKind,
    Attacked,
    Guarded,
    Withdrawn,
    Jumped,
    FileCrossesRow(Box<Noun>),
    RowCrossesFile(Box<Noun>),
    Theirs,
    On(Place),
    NotCalled(Name),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Reference {
    It,
    Noun(Box<Noun>),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Condition {
    pub(crate) span: Span,
    pub(crate) what: ConditionKind,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ConditionKind {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    NoMove,
    /// So many pieces are in a set.
    Count {
        noun: Noun,
        least: u32,
        most: u32,
    },
    It {
        relation: Relation,
        positive: bool,
    },
    /// The piece of which the sentence speaks, which is not said again.
    Unsaid {
        relation: Relation,
    },
    ItIsNamed(Name),
    Threatened {
        noun: Noun,
        positive: bool,
    },
    NotThreatenedBefore,
    ThreatenIt {
        least: Number,
    },
    GuardsIt(Noun),
    MayThen(Name),
    MemoryAtLeast {
        memory: Name,
        least: Number,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Power {
    pub(crate) name: Name,
    pub(crate) giver: Giver,
    pub(crate) while_giver: Option<Condition>,
    pub(crate) subject: Subject,
    pub(crate) clause: Clause,
    pub(crate) condition: Option<(Condition, bool)>,
    pub(crate) says: Option<String>,
    pub(crate) french: Option<String>,
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
    /// After `nobody`.
    CanCapture,
    CannotMove,
    CannotCapture(Option<Noun>),
    CannotBeCaptured(Vec<Name>),
    CannotMake(Name),
    CapturedOnlyWhile(Condition),
    WalkAs(Walker),
    AlsoWalkAs(Walker, Option<Place>),
    Exchanged,
    OneSquare,
    MayBecome(Name),
    MustBeNextTo(Noun),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Walker {
    It,
    Kind(Name),
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
    Makes { labels: Vec<Name>, onto: Option<Place> },
    IsCaptured { by: Vec<Name> },
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Effect {
    Becomes(Vec<Name>),
    Put { noun: Noun, place: Place, if_empty: bool },
    Removed { it: bool, noun: Option<Noun> },
    Captured(Noun),
    Remember { memory: Name, crossed: bool },
    Again { label: Name, captured_by: Name },
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CastlingWay {
    pub(crate) letter: Name,
    /// From and to of the royal piece, then of its partner.
    pub(crate) squares: [Name; 4],
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Memory {
    /// A square, kept until the end of the next turn, or of this one.
    Square {
        next_turn: bool,
    },
    Count(Count),
}

/// Says how a count runs.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Count {
    pub(crate) from: u32,
    pub(crate) more: u32,
    /// After whose moves it grows, where not after everybody's.
    pub(crate) side: Option<Name>,
    /// What it is after a capture, or after a move of one of these.
    pub(crate) again: Option<(u32, Noun)>,
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
    pub(crate) cause: Quoted,
    pub(crate) at_once: bool,
    pub(crate) when: EndWhen,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndResult {
    Win,
    Loss,
    Draw,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum EndWhen {
    Passes(Number),
    Repetition,
    Condition(Condition),
}

/// Says what positions are refused, and when not.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct NeedLine {
    pub(crate) needs: Vec<(Need, Span)>,
    pub(crate) unless: Option<NeedUnless>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum NeedUnless {
    GameIsWon,
    Condition(Condition),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Need {
    Number { exactly: bool, number: Number, noun: Noun, each_side: bool },
    EachKind { most: Number },
    NoneOn { noun: Noun, place: Place },
    OnlyOn { place: Place, nouns: Vec<Noun> },
    NotThreatened(Noun),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum WrittenFor {
    Becoming(Span),
    Label(Name),
}
