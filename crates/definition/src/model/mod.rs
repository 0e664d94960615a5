//! The checked model: plain data in which every name is resolved, for one edition of a game.

mod board;
mod direction;
mod event;
mod notation;
mod noun;
mod power;
mod walk;

pub(crate) use board::{Board, Direction, Directions, Shape};
pub(crate) use direction::DirectionWords;
pub(crate) use event::{Deed, Effect, Event};
pub(crate) use notation::{Field, MoveForm, Placeholder, Template};
pub(crate) use noun::{Call, Condition, Noun, Place, PlaceWords, Reference, Relation, Whose};
pub(crate) use power::{Change, Clause, Power, Subject, Walker};
pub(crate) use walk::{Act, ActEffect, How, Leg, Line, Onto, Step, Target, TargetLimit};

use entourage_kernel::{Kind, Square, SquareSet};

/// A set of kinds, one bit each.
pub(crate) type Kinds = u32;
/// A set of labels, one bit each.
pub(crate) type Labels = u32;

/// Bounds the remembered squares, and the counts, of a game.
pub(crate) const MOST_MEMORIES: usize = 4;
/// Bounds the labels of a game.
pub(crate) const MOST_LABELS: usize = 32;

/// Holds a whole game in one edition.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) by: Option<String>,
    /// The editions, the usual one first.
    pub(crate) editions: Vec<String>,
    /// The edition of this model, by its place among them.
    pub(crate) edition: usize,
    pub(crate) board: Board,
    /// The squares beside the board in which a side holds pieces, in order and without a gap.
    pub(crate) hands: [Vec<Square>; 2],
    pub(crate) sides: [SideWords; 2],
    pub(crate) kinds: Vec<KindModel>,
    pub(crate) zones: Vec<Zone>,
    /// The names of labels.
    pub(crate) labels: Vec<String>,
    pub(crate) calls: Vec<Call>,
    pub(crate) powers: Vec<Power>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) events: Vec<Event>,
    pub(crate) castlings: Vec<Castling>,
    /// The remembered squares.
    pub(crate) squares: Vec<SquareMemory>,
    pub(crate) counts: Vec<CountMemory>,
    pub(crate) royal: Option<Royal>,
    pub(crate) pass: Pass,
    pub(crate) ends: Vec<End>,
    pub(crate) repetition: bool,
    pub(crate) fields: Vec<Field>,
    pub(crate) start: String,
    pub(crate) start_span: crate::source::Span,
    pub(crate) needs: Vec<Need>,
    /// How moves are written; the first form is the usual one.
    pub(crate) forms: Vec<MoveForm>,
    /// The form of each label's moves.
    pub(crate) label_forms: Vec<usize>,
    /// The forms of moves in which the mover becomes what its player chooses.
    pub(crate) becoming_forms: Vec<(Kind, usize)>,
    /// The forms of moves in which a power lets a piece become something where it stands.
    pub(crate) mutation_forms: Vec<(usize, Kind, usize)>,
    pub(crate) pass_form: Option<usize>,
    pub(crate) end_form: Option<usize>,
}

/// Names a side.
#[derive(Clone, Debug)]
pub(crate) struct SideWords {
    pub(crate) name: String,
    pub(crate) word: String,
}

/// Holds a named set of squares, for each side as it sees them.
#[derive(Clone, Debug)]
pub(crate) struct Zone {
    pub(crate) name: String,
    pub(crate) squares: [SquareSet; 2],
    /// Whether it is the same for both sides.
    pub(crate) is_shared: bool,
}

/// Holds a kind of piece with its own lines.
#[derive(Clone, Debug)]
pub(crate) struct KindModel {
    pub(crate) letter: char,
    pub(crate) name: String,
    pub(crate) french: Option<String>,
    pub(crate) lines: Vec<Line>,
    pub(crate) acts: Vec<Act>,
}

/// Holds a square that a position remembers.
#[derive(Clone, Debug)]
pub(crate) struct SquareMemory {
    pub(crate) name: String,
    /// Whether it is kept through the next turn, not only through this one.
    pub(crate) next_turn: bool,
}

/// Holds a count that a position remembers.
#[derive(Clone, Debug)]
pub(crate) struct CountMemory {
    pub(crate) name: String,
    pub(crate) from: u16,
    pub(crate) more: u16,
    /// After whose moves it grows, by the side's number; after everybody's where none is given.
    pub(crate) side: Option<usize>,
    /// What it is after a capture, or after a move of one of these kinds.
    pub(crate) again: Option<(u16, Kinds)>,
}

/// Holds one castling of one side.
#[derive(Clone, Debug)]
pub(crate) struct Castling {
    pub(crate) letter: char,
    /// The side, 0 or 1.
    pub(crate) side: usize,
    pub(crate) royal: Kind,
    pub(crate) partner: Kind,
    pub(crate) royal_way: [Square; 2],
    pub(crate) partner_way: [Square; 2],
    /// What must be empty: all between the two, and where they go.
    pub(crate) between: Vec<Square>,
    /// What the royal piece crosses.
    pub(crate) crossed: Vec<Square>,
}

/// Says which kind is royal.
#[derive(Clone, Debug)]
pub(crate) struct Royal {
    pub(crate) kind: Kind,
    pub(crate) warning: String,
    /// When it may be left threatened.
    pub(crate) exception: Option<Condition>,
}

/// Says when a player may pass.
#[derive(Clone, Debug)]
pub(crate) enum Pass {
    Never,
    Unless(Condition),
    WhenNoOtherMove,
}

/// Holds one way in which a game ends, for the player to move, or at once for the one who moves.
#[derive(Clone, Debug)]
pub(crate) struct End {
    pub(crate) result: EndResult,
    pub(crate) cause: String,
    pub(crate) at_once: bool,
    pub(crate) when: EndWhen,
    /// Whether it asks if there is a move.
    pub(crate) asks_moves: bool,
}

/// Tells what an end means for the player of whom it speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndResult {
    Win,
    Loss,
    Draw,
}

/// Tells when a game ends.
#[derive(Clone, Debug)]
pub(crate) enum EndWhen {
    Passes(u8),
    Condition(Condition),
}

/// Says what every position has.
#[derive(Clone, Debug)]
pub(crate) struct Need {
    pub(crate) what: NeedKind,
    /// When it need not hold.
    pub(crate) unless: Option<NeedUnless>,
    /// The sentence, for people.
    pub(crate) sentence: String,
}

/// Tells when a need need not hold.
#[derive(Clone, Debug)]
pub(crate) enum NeedUnless {
    GameIsWon,
    Condition(Condition),
}

/// Tells what a need asks for, of the side to move.
#[derive(Clone, Debug)]
pub(crate) enum NeedKind {
    /// So many of a set, for the side to move or for either.
    Number {
        noun: Noun,
        least: u32,
        most: u32,
        each_side: bool,
    },
    /// At most so many of each kind for either side.
    EachKind {
        most: u32,
    },
    /// Nothing of a set, for either side as it sees itself.
    None {
        noun: Noun,
        each_side: bool,
    },
    /// Nothing on a place but these.
    OnlyOn {
        place: Place,
        nouns: Vec<Noun>,
    },
    NotThreatened(Noun),
}

impl Model {
    /// Tells whether a zone, by its place, is what sides have in hand.
    pub(crate) fn is_hand(&self, zone: usize) -> bool {
        !self.hands[0].is_empty()
            && self
                .zones
                .get(zone)
                .is_some_and(|zone| zone.squares[0] == self.hands[0].iter().copied().collect())
    }

    /// Returns a set of all kinds.
    pub(crate) fn all_kinds(&self) -> Kinds {
        if self.kinds.len() >= 32 { u32::MAX } else { (1 << self.kinds.len()) - 1 }
    }
}
