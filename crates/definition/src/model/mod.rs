//! The checked model: plain data with all names resolved, for one edition of a game.

mod army;
mod board;
mod card;
mod direction;
mod event;
mod notation;
mod noun;
mod power;
mod shuffle;
mod walk;

pub(crate) use army::{Army, MAX_ARMIES};
pub(crate) use board::{Board, Direction, Directions, Shape};
pub(crate) use card::{Card, Cards, MAX_CARDS};
pub(crate) use direction::DirectionWords;
pub(crate) use event::{Choice, Deed, Effect, Event, Marking, Remembered, Spot};
pub(crate) use notation::{Field, MoveForm, Placeholder, Template};
pub(crate) use noun::{Call, Condition, Noun, Place, PlaceWords, Reference, Relation, Whose};
pub(crate) use power::{Change, Clause, Power, Subject, Walker};
pub(crate) use shuffle::{Shuffle, ShuffleLimit};
pub(crate) use walk::{Act, ActEffect, Drive, How, Leap, Leg, Length, Line, Onto, Step, Target, TargetLimit};

use entourage_kernel::{Kind, Outcome, Party, Piece, Side, Square, SquareSet};

/// A bit set of kinds.
pub(crate) type Kinds = u32;
/// A bit set of labels.
pub(crate) type Labels = u32;

pub(crate) const MAX_MEMORIES: usize = 4;
pub(crate) const MAX_MARKS: usize = 2;
pub(crate) const MAX_COUNTS: usize = 6;
/// Maximum value of a count; a count that would exceed it stays at this value.
pub(crate) const MAX_COUNT: u16 = 9_999;
pub(crate) const MAX_LABELS: usize = 32;

#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) by: Option<String>,
    pub(crate) thanks: Vec<CreditLine>,
    /// Names of the editions, the default edition first.
    pub(crate) editions: Vec<String>,
    pub(crate) edition: usize,
    pub(crate) board: Board,
    /// Each side's squares off the board that hold pieces in hand, in order.
    pub(crate) hands: [Vec<Square>; 2],
    pub(crate) sides: [SideWords; 2],
    /// Names with their French translations; the last translation of a name takes precedence.
    pub(crate) french: Vec<(String, String)>,
    pub(crate) kinds: Vec<KindModel>,
    /// The kinds of neutral pieces.
    pub(crate) blocks: Kinds,
    pub(crate) zones: Vec<Zone>,
    pub(crate) labels: Vec<String>,
    pub(crate) calls: Vec<Call>,
    pub(crate) powers: Vec<Power>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) events: Vec<Event>,
    pub(crate) castlings: Vec<Castling>,
    pub(crate) cards: Option<Cards>,
    /// The armies that players can choose before the game, the army in the starting position first.
    pub(crate) armies: Vec<Army>,
    pub(crate) lot: Option<Shuffle>,
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
    /// Formats of move notation, the ordinary format first.
    pub(crate) forms: Vec<MoveForm>,
    pub(crate) label_forms: Vec<usize>,
    /// The formats of moves in which the player chooses the kind that the moving piece becomes, each with that kind.
    pub(crate) becoming_forms: Vec<(Kind, usize)>,
    /// For each format, the format used if the player also chooses the square for a new piece.
    pub(crate) putting_forms: Vec<Option<usize>>,
    /// Mutations (changes of a piece's kind) that powers allow: index of the power, new kind, and index of the format.
    pub(crate) mutation_forms: Vec<(usize, Kind, usize)>,
    pub(crate) pass_form: Option<usize>,
    pub(crate) end_form: Option<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CreditLine {
    /// The role, such as `Tested by`, in English and French.
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
    /// The irregular plurals in English and French; regular ones are derived.
    pub(crate) plurals: [Option<String>; 2],
    /// Value for the computer, in hundredths of a pawn; estimated if `None`.
    pub(crate) worth: Option<u16>,
    /// English name of the bundled piece whose picture this kind uses.
    pub(crate) drawn_as: Option<String>,
    /// Game Courier label, if it differs from the letter.
    pub(crate) label: Option<String>,
    pub(crate) lines: Vec<Line>,
    pub(crate) acts: Vec<Act>,
    /// Whether pieces of this kind are neutral and block both sides.
    pub(crate) is_block: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct SquareMemory {
    pub(crate) name: String,
    /// Whether the square is still remembered during the next turn.
    pub(crate) next_turn: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct CountMemory {
    pub(crate) name: String,
    pub(crate) from: u16,
    pub(crate) more: u16,
    /// The side whose moves increase the count; both sides if `None`.
    pub(crate) side: Option<usize>,
    pub(crate) again: Option<Again>,
    /// The count goes back to the first value when it reaches the second one.
    pub(crate) back: Option<[u16; 2]>,
    pub(crate) gains: Vec<Gain>,
    /// Whether the count affects play, not only how the game ends; positions with different values are then not equal.
    pub(crate) is_felt: bool,
}

impl CountMemory {
    /// Returns whether any move can increase the count.
    pub(crate) fn grows(&self) -> bool {
        self.more > 0 || self.gains.iter().any(|gain| gain.more > 0)
    }
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
    /// The kinds whose capture increases the count; `None` if checks increase it.
    pub(crate) captured: Option<Kinds>,
}

impl Model {
    pub(crate) fn in_french(&self, name: &str) -> Option<&str> {
        self.french.iter().rev().find(|(known, _)| known == name).map(|(_, french)| french.as_str())
    }

    /// Returns whether a zone, label, power, end condition, side or other element of the game has this name.
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

    pub(crate) fn kinds_that_choose_squares(&self) -> Kinds {
        let asking = self.events.iter().filter(|event| event.effect.asks_square());
        asking.fold(0, |kinds, event| kinds | event.noun.kinds)
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = &Line> {
        let given = self.cards.iter().flat_map(|cards| &cards.list).flat_map(|card| &card.lines);
        self.kinds.iter().flat_map(|kind| &kind.lines).chain(given)
    }

    /// Returns the lines of a kind or card; cards are numbered after all kinds.
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
    pub(crate) span: crate::source::Span,
    pub(crate) letter: char,
    pub(crate) side: usize,
    pub(crate) royal: Kind,
    pub(crate) partner: Kind,
    pub(crate) royal_way: [Square; 2],
    pub(crate) partner_way: [Square; 2],
    /// Whether castling is written as a move onto the partner, because a step of the royal piece could have the same notation.
    pub(crate) is_onto_partner: bool,
    /// Squares that must be empty: those between the two pieces, and their destinations.
    pub(crate) between: Vec<Square>,
    pub(crate) crossed: Vec<Square>,
}

impl Castling {
    /// Returns the squares that must be empty and those that the royal piece crosses; `None` unless the castling is along one row.
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

    /// Returns the two squares that denote castling in move notation.
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
    /// A side is in danger if any of its royal pieces is threatened; it must not lose any of them.
    Any,
    /// A side is in danger if all its royal pieces are threatened; it can lose all but one of them.
    All,
    /// A side is in danger if its last royal piece of a kind is threatened; it must keep at least one of each kind.
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
    pub(crate) span: crate::source::Span,
    pub(crate) result: EndResult,
    /// The side to which the condition applies; `None` for the side to move, or the side that just moved if `at_once`.
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
    pub(crate) span: crate::source::Span,
    /// The number of occurrences that ends the game, at least 2.
    pub(crate) occurrence: u32,
    /// Whether all moves since the first occurrence must give check, for the side to move and for its opponent.
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
    /// Returns the side to which the end condition applies; `side` is the side to move.
    pub(crate) fn side_concerned(&self, side: Side) -> Side {
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

/// A requirement for valid positions. `NotAllThreatened`: the set is empty, or not every piece in it is threatened.
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

    /// Returns the kind with the most pieces at the start, excluding royal kinds and `others`.
    pub(crate) fn ordinary_kind(&self, others: Kinds) -> Kind {
        let count = |kind: &usize| {
            let letter = self.kinds[*kind].letter;
            self.start.chars().filter(|sign| *sign == letter).count()
        };
        let others = others | self.royals();
        let kinds = (0..self.kinds.len()).filter(|kind| others >> kind & 1 == 0);
        Kind(kinds.max_by_key(count).unwrap_or(0) as u8)
    }

    /// Returns how many occurrences of a position draw the game; `None` unless all repetition rules are plain draws.
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

    /// Creates a piece of a kind for a side; neutral pieces are stored as the first side's.
    pub(crate) fn piece(&self, kind: Kind, side: Side) -> Piece {
        Piece::new(kind, if self.blocks >> kind.index() & 1 != 0 { Side::First } else { side })
    }

    /// Returns the kinds that are not neutral.
    pub(crate) fn all_kinds(&self) -> Kinds {
        let all = if self.kinds.len() >= 32 { u32::MAX } else { (1 << self.kinds.len()) - 1 };
        all & !self.blocks
    }
}
