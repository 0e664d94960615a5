//! The checked model: plain data in which every name is resolved, for one edition of a game.

mod army;
mod board;
mod card;
mod direction;
mod event;
mod lot;
mod notation;
mod noun;
mod power;
mod walk;

pub(crate) use army::{Army, MOST_ARMIES};
pub(crate) use board::{Board, Direction, Directions, Shape};
pub(crate) use card::{Card, Cards, MOST_CARDS};
pub(crate) use direction::DirectionWords;
pub(crate) use event::{Choice, Deed, Effect, Event, Marking, Remembered, Spot};
pub(crate) use lot::{Lot, LotLimit};
pub(crate) use notation::{Field, MoveForm, Placeholder, Template};
pub(crate) use noun::{Call, Condition, Noun, Place, PlaceWords, Reference, Relation, Whose};
pub(crate) use power::{Change, Clause, Power, Subject, Walker};
pub(crate) use walk::{Act, ActEffect, How, Leap, Leg, Length, Line, Onto, Step, Target, TargetLimit};

use entourage_kernel::{Kind, Outcome, Party, Piece, Side, Square, SquareSet};

/// A set of kinds, one bit each.
pub(crate) type Kinds = u32;
/// A set of labels, one bit each.
pub(crate) type Labels = u32;

pub(crate) const MOST_MEMORIES: usize = 4;
pub(crate) const MOST_MARKS: usize = 2;
pub(crate) const MOST_COUNTS: usize = 6;
/// The highest number that a count reaches; it stays there.
pub(crate) const HIGHEST_COUNT: u16 = 9_999;
pub(crate) const MOST_LABELS: usize = 32;

#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) by: Option<String>,
    pub(crate) thanks: Vec<Thanks>,
    /// The editions, the usual one first.
    pub(crate) editions: Vec<String>,
    pub(crate) edition: usize,
    pub(crate) board: Board,
    /// The squares beside the board in which a side holds pieces, in order and without a gap.
    pub(crate) hands: [Vec<Square>; 2],
    pub(crate) sides: [SideWords; 2],
    /// How names of the game are called in French; of one named twice the last counts.
    pub(crate) french: Vec<(String, String)>,
    pub(crate) kinds: Vec<KindModel>,
    /// The kinds whose pieces are of nobody's side.
    pub(crate) blocks: Kinds,
    pub(crate) zones: Vec<Zone>,
    pub(crate) labels: Vec<String>,
    pub(crate) calls: Vec<Call>,
    pub(crate) powers: Vec<Power>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) events: Vec<Event>,
    pub(crate) castlings: Vec<Castling>,
    pub(crate) cards: Option<Cards>,
    /// What each player chooses from before the game, that of the start first.
    pub(crate) armies: Vec<Army>,
    pub(crate) lot: Option<Lot>,
    pub(crate) squares: Vec<SquareMemory>,
    pub(crate) marks: Vec<String>,
    pub(crate) counts: Vec<CountMemory>,
    pub(crate) royal: Option<Royal>,
    pub(crate) pass: Pass,
    pub(crate) must_capture: bool,
    pub(crate) ends: Vec<End>,
    pub(crate) repetitions: Vec<Repetition>,
    pub(crate) fields: Vec<Field>,
    pub(crate) start: String,
    pub(crate) start_span: crate::source::Span,
    pub(crate) needs: Vec<Need>,
    /// How moves are written; the first form is the usual one.
    pub(crate) forms: Vec<MoveForm>,
    pub(crate) label_forms: Vec<usize>,
    /// The forms of moves in which the mover becomes what its player chooses.
    pub(crate) becoming_forms: Vec<(Kind, usize)>,
    /// For each form, that of the same moves where something is put on a square that the player chooses.
    pub(crate) putting_forms: Vec<Option<usize>>,
    /// The forms of moves in which a power lets a piece become something where it is.
    pub(crate) mutation_forms: Vec<(usize, Kind, usize)>,
    pub(crate) pass_form: Option<usize>,
    pub(crate) end_form: Option<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Thanks {
    /// What for, such as `Tested by`, in English and French.
    pub(crate) role: [String; 2],
    pub(crate) who: String,
}

#[derive(Clone, Debug)]
pub(crate) struct SideWords {
    pub(crate) name: String,
    pub(crate) word: String,
}

#[derive(Clone, Debug)]
pub(crate) struct Zone {
    pub(crate) name: String,
    pub(crate) squares: [SquareSet; 2],
    pub(crate) is_shared: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct KindModel {
    pub(crate) letter: char,
    pub(crate) name: String,
    pub(crate) french: Option<String>,
    /// What it is worth to the computer, in hundredths of a pawn; estimated where nothing is said.
    pub(crate) worth: Option<u16>,
    /// The piece of the house whose picture it has, by its English name.
    pub(crate) drawn_as: Option<String>,
    /// Its label at Game Courier, where that is not its letter.
    pub(crate) label: Option<String>,
    pub(crate) lines: Vec<Line>,
    pub(crate) acts: Vec<Act>,
    /// Whether its pieces are of nobody's side: they stand in everybody's way.
    pub(crate) is_block: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct SquareMemory {
    pub(crate) name: String,
    /// Whether it is kept through the next turn, not only through this one.
    pub(crate) next_turn: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct CountMemory {
    pub(crate) name: String,
    pub(crate) from: u16,
    pub(crate) more: u16,
    /// After whose moves it grows, by the side's number; after everybody's where none is given.
    pub(crate) side: Option<usize>,
    pub(crate) again: Option<Again>,
    /// What it is when it comes to how many.
    pub(crate) back: Option<[u16; 2]>,
    pub(crate) gains: Vec<Gain>,
    /// Whether it decides more than ends, so that positions that differ in it are different ones.
    pub(crate) is_felt: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Again {
    pub(crate) value: u16,
    pub(crate) captures: bool,
    pub(crate) changes: bool,
    pub(crate) kinds: Kinds,
    pub(crate) labels: Labels,
}

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Noted {
    pub(crate) moved: Option<Kind>,
    pub(crate) label: Option<usize>,
    pub(crate) captured: bool,
    pub(crate) changed: bool,
}

impl Again {
    pub(crate) fn follows(&self, noted: Noted) -> bool {
        self.captures && noted.captured
            || self.changes && noted.changed
            || noted.moved.is_some_and(|kind| self.kinds >> kind.index() & 1 != 0)
            || noted.label.is_some_and(|label| self.labels >> label & 1 != 0)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Gain {
    pub(crate) more: u16,
    pub(crate) side: Option<usize>,
    /// The kinds of which one is captured; a check is given where there are none.
    pub(crate) captured: Option<Kinds>,
}

impl Model {
    pub(crate) fn in_french(&self, name: &str) -> Option<&str> {
        self.french.iter().rev().find(|(known, _)| known == name).map(|(_, french)| french.as_str())
    }

    /// Returns whether the game has a name: of a zone, a label, a power and the like, an end, a side or an edition.
    pub(crate) fn has_name(&self, name: &str) -> bool {
        let zones = self.zones.iter().map(|zone| &zone.name);
        let calls = self.calls.iter().map(|call| &call.name);
        let powers = self.powers.iter().map(|power| &power.name);
        let squares = self.squares.iter().map(|square| &square.name);
        let counts = self.counts.iter().map(|count| &count.name);
        let ends = self.ends.iter().map(|end| &end.cause);
        let repetitions = self.repetitions.iter().map(|repetition| &repetition.cause);
        let sides = self.sides.iter().map(|side| &side.name);
        let warnings = self.royal.iter().map(|royal| &royal.warning);
        let found = zones.chain(calls).chain(powers).chain(squares).chain(counts).chain(ends);
        let found = found.chain(repetitions).chain(sides).chain(warnings).chain(&self.labels);
        let mut found = found.chain(&self.editions).chain(&self.marks);
        found.any(|known| known == name)
    }

    pub(crate) fn askers(&self) -> Kinds {
        let asking = self.events.iter().filter(|event| event.effect.asks_square());
        asking.fold(0, |kinds, event| kinds | event.noun.kinds)
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = &Line> {
        let given = self.cards.iter().flat_map(|cards| &cards.list).flat_map(|card| &card.lines);
        self.kinds.iter().flat_map(|kind| &kind.lines).chain(given)
    }

    /// Returns the lines of a kind, or behind all kinds those of a card.
    pub(crate) fn lines_of(&self, lender: usize) -> &[Line] {
        match self.kinds.get(lender) {
            Some(kind) => &kind.lines,
            None => self.cards.as_ref().map_or(&[], |cards| &cards.list[lender - self.kinds.len()].lines),
        }
    }

    pub(crate) fn changes_walks(&self) -> bool {
        self.clauses.iter().any(Clause::changes_walks)
    }

    pub(crate) fn counts_checks(&self) -> bool {
        self.counts.iter().flat_map(|count| &count.gains).any(|gain| gain.captured.is_none())
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Castling {
    pub(crate) letter: char,
    pub(crate) side: usize,
    pub(crate) royal: Kind,
    pub(crate) partner: Kind,
    pub(crate) royal_way: [Square; 2],
    pub(crate) partner_way: [Square; 2],
    /// Whether it is written as a move onto the partner, since a step of the royal piece may be written otherwise.
    pub(crate) is_onto_partner: bool,
    /// What must be empty: all between the two, and where they go.
    pub(crate) between: Vec<Square>,
    pub(crate) crossed: Vec<Square>,
}

impl Castling {
    /// Finds what two pieces cross that castle along one row; `None` where it is not one.
    pub(crate) fn path(
        board: &Board,
        royal_way: [Square; 2],
        partner_way: [Square; 2],
    ) -> Option<(Vec<Square>, Vec<Square>)> {
        let ([from, to], [partner, beside]) = (royal_way, partner_way);
        let crossed = board.row_between(from, to)?;
        let mut between = board.row_between(from, partner)?;
        let beyond = board.row_between(partner, beside)?;
        for square in [to, beside].into_iter().chain(crossed.iter().copied()).chain(beyond) {
            if square != from && square != partner && !between.contains(&square) {
                between.push(square);
            }
        }
        Some((between, crossed))
    }

    /// Returns the squares by which it is written: where the royal piece goes, or where its partner is at home.
    pub(crate) fn written(&self) -> [Square; 2] {
        let [from, to] = self.royal_way;
        [from, if self.is_onto_partner { self.partner_way[0] } else { to }]
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Royal {
    pub(crate) kinds: Kinds,
    pub(crate) danger: Danger,
    pub(crate) warning: String,
    pub(crate) exception: Option<Condition>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Danger {
    /// When any is threatened; none may be lost.
    Any,
    /// When all are threatened; all but one may be lost.
    All,
    /// When one that is the last of its kind is threatened; all but that one may be lost.
    Last,
}

#[derive(Clone, Debug)]
pub(crate) enum Pass {
    Never,
    Unless(Condition),
    WhenNoOtherMove,
}

#[derive(Clone, Debug)]
pub(crate) struct End {
    pub(crate) result: EndResult,
    /// The side of which it speaks, where it is not the player to move or the one who moves.
    pub(crate) side: Option<Side>,
    pub(crate) cause: String,
    pub(crate) at_once: bool,
    pub(crate) when: Condition,
    pub(crate) asks_moves: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndResult {
    Win,
    Loss,
    Draw,
}

#[derive(Clone, Debug)]
pub(crate) struct Repetition {
    /// The occurrence that counts, from 2.
    pub(crate) occurrence: u32,
    /// Whose every move since must have given check: of the player to move, and of the other one.
    pub(crate) warners: [bool; 2],
    pub(crate) result: EndResult,
    pub(crate) side: Option<Side>,
    pub(crate) cause: String,
}

impl Repetition {
    fn is_plain(&self) -> bool {
        self.result == EndResult::Draw && self.warners == [false; 2]
    }
}

impl From<&Repetition> for entourage_kernel::Repetition {
    fn from(repetition: &Repetition) -> Self {
        let whose = repetition.side.map_or(Party::ToMove, Party::Side);
        let other = repetition.side.map_or(Party::Waiting, |side| Party::Side(!side));
        Self {
            occurrence: repetition.occurrence,
            warners: repetition.warners,
            winner: match repetition.result {
                EndResult::Win => Some(whose),
                EndResult::Loss => Some(other),
                EndResult::Draw => None,
            },
            cause: repetition.cause.clone().into(),
        }
    }
}

impl End {
    /// Returns the side of which an end speaks when a side is to move, or moves where it ends the game at once.
    pub(crate) fn speaks_of(&self, side: Side) -> Side {
        self.side.unwrap_or(if self.at_once { !side } else { side })
    }

    pub(crate) fn outcome(&self, side: Side) -> Outcome {
        match self.result {
            EndResult::Win => Outcome::win(side, self.cause.clone()),
            EndResult::Loss => Outcome::win(!side, self.cause.clone()),
            EndResult::Draw => Outcome::draw(self.cause.clone()),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Need {
    pub(crate) what: NeedKind,
    pub(crate) unless: Option<NeedUnless>,
    pub(crate) sentence: String,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum NeedUnless<C = Condition> {
    GameIsWon,
    Condition(C),
}

/// What is needed; `NotAllThreatened` means that there is none of a set, or one that is not threatened.
#[derive(Clone, Debug)]
pub(crate) enum NeedKind {
    Number { noun: Noun, least: u32, most: u32, each_side: bool },
    EachKind { most: u32 },
    None { noun: Noun, each_side: bool },
    OnlyOn { place: Place, nouns: Vec<Noun> },
    NotThreatened(Noun),
    NotAllThreatened(Noun),
}

impl Model {
    pub(crate) fn is_hand(&self, zone: usize) -> bool {
        !self.hands[0].is_empty()
            && self
                .zones
                .get(zone)
                .is_some_and(|zone| zone.squares[0] == self.hands[0].iter().copied().collect())
    }

    pub(crate) fn without_cards(&self) -> Self {
        let mut bare = self.clone();
        bare.cards = None;
        bare.clauses.retain(|clause| clause.card.is_none());
        bare.events.retain(|event| event.card.is_none());
        bare
    }

    /// Returns the kind of which there are most at the start, royal pieces and some others left out.
    pub(crate) fn ordinary_kind(&self, others: Kinds) -> Kind {
        let count = |kind: &usize| {
            let letter = self.kinds[*kind].letter;
            self.start.chars().filter(|sign| *sign == letter).count()
        };
        let others = others | self.royals();
        let kinds = (0..self.kinds.len()).filter(|kind| others >> kind & 1 == 0);
        Kind(kinds.max_by_key(count).unwrap_or(0) as u8)
    }

    /// Returns the occurrence of a position that draws, if that is all that is said of repetition.
    pub(crate) fn drawn_repetition(&self) -> Option<u32> {
        let all = self.repetitions.iter();
        all.clone().all(Repetition::is_plain).then(|| all.map(|each| each.occurrence).min()).flatten()
    }

    pub(crate) fn danger(&self) -> Danger {
        self.royal.as_ref().map_or(Danger::Any, |royal| royal.danger)
    }

    pub(crate) fn royals(&self) -> Kinds {
        self.royal.as_ref().map_or(0, |royal| royal.kinds)
    }

    /// Creates a piece of a kind for a side; those of nobody are written as the first side's.
    pub(crate) fn piece(&self, kind: Kind, side: Side) -> Piece {
        Piece::new(kind, if self.blocks >> kind.index() & 1 != 0 { Side::First } else { side })
    }

    /// Returns a set of all kinds whose pieces are of a side.
    pub(crate) fn all_kinds(&self) -> Kinds {
        let all = if self.kinds.len() >= 32 { u32::MAX } else { (1 << self.kinds.len()) - 1 };
        all & !self.blocks
    }
}
