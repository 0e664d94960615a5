//! A small game for fast tests, on 5 × 5 squares: kings step, rooks slide, men step orthogonally and become rooks when they capture.
//! Its variants cover special cases of the search: passes that can end the game, turns of two plies, stalemate, and repetition
//! keys that differ from the hash.

use std::borrow::Cow;
use std::sync::LazyLock;

use entourage_kernel::{
    Board, Coordinates, Courier, Cover, Effect, Effects, Evaluate, FormField, FormRow, Hue, Intent, Kind,
    Metadata, MoveSink, Outcome, Party, Piece, PieceKind, Placement, Position, PositionForm, Random, Reading,
    Reason, Refusal, Repetition, RowOrder, Rules, SharedStr, Side, Specimens, Square, State, Text, TextError,
    Topology, Weight, form_rows, mix,
};

const WIDTH: i32 = 5;
const KING: Kind = Kind(0);
const ROOK: Kind = Kind(1);
const MAN: Kind = Kind(2);
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const ASKEW: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
pub const PASS: Intent = Intent::choice_only(1);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skirmish {
    /// A side that is not in check may pass; two passes draw. Checkmate wins.
    Passing,
    /// No passes; a side without moves that is not in check is stalemated.
    Strict,
    /// Like `Strict`, but the side that repeats a position for the third time wins, or loses if it gave check with every move.
    Recurring,
    /// A turn is two plies or a pass; there is no check, and a captured king loses.
    Double,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Turn {
    passes: u8,
    halfway: bool,
}

impl State for Turn {
    fn key(&self) -> u64 {
        if *self == Self::default() { 0 } else { mix(u64::from(self.passes) << 1 | u64::from(self.halfway)) }
    }
}

pub type Field = Position<Turn, 3>;

fn step(square: Square, (dx, dy): (i32, i32)) -> Option<Square> {
    let (x, y) = (square.index() as i32 % WIDTH + dx, square.index() as i32 / WIDTH + dy);
    ((0..WIDTH).contains(&x) && (0..WIDTH).contains(&y)).then(|| Square::new((y * WIDTH + x) as usize))
}

fn targets(field: &Field, from: Square, piece: Piece, visit: &mut dyn FnMut(Square)) {
    let ways = STRAIGHT.iter().chain(if piece.kind() == KING { &ASKEW[..] } else { &[] });
    for &way in ways {
        let mut at = from;
        while let Some(to) = step(at, way) {
            if field.piece_at(to).is_none_or(|other| other.side() != piece.side()) {
                visit(to);
            }
            if piece.kind() != ROOK || field.piece_at(to).is_some() {
                break;
            }
            at = to;
        }
    }
}

fn is_attacked(field: &Field, side: Side) -> bool {
    let king = field.placement().of(side, KING);
    let mut found = false;
    for (from, piece) in field.placement().pieces().filter(|(_, piece)| piece.side() != side) {
        targets(field, from, piece, &mut |to| found |= king.contains(to));
    }
    found
}

static TOPOLOGY: LazyLock<Topology> =
    LazyLock::new(|| Topology::grid(5, 5, |row| 5 - row, |file, row| (file + row) % 2 == 0));
const ROWS: [FormRow; 5] = form_rows(5, RowOrder::Rising);
const NAME: Text = Text::new("Skirmish", "Escarmouche");
static METADATA: Metadata = Metadata {
    id: SharedStr::new("skirmish"),
    name: NAME,
    tagline: NAME,
    goal: NAME,
    hue: Hue::Walnut,
    cover: Cover { position: SharedStr::new(""), moves: Cow::Borrowed(&[]), squares: Cow::Borrowed(&[]) },
    rules_version: SharedStr::new("1"),
    sides: [NAME, NAME],
    kinds: Cow::Borrowed(&KINDS),
    options: Cow::Borrowed(&[]),
    marks: Cow::Borrowed(&[]),
    relations: Cow::Borrowed(&[]),
    powers: Cow::Borrowed(&[]),
    form: PositionForm {
        fields: Cow::Borrowed(&[
            FormField::Rows(Cow::Borrowed(&ROWS)),
            FormField::Turn([SharedStr::new("1"), SharedStr::new("2")]),
        ]),
    },
    courier: Courier { labels: Cow::Borrowed(&[]), coordinates: Coordinates::Ours },
    alerts: Cow::Borrowed(&[]),
    causes: Cow::Borrowed(&[]),
    credits: Cow::Borrowed(&[]),
    rules_page: NAME,
};

static KINDS: [PieceKind; 3] = [kind('k', "King", "Roi"), kind('r', "Rook", "Tour"), kind('m', "Man", "Homme")];

const fn kind(letter: char, en: &'static str, fr: &'static str) -> PieceKind {
    PieceKind {
        letters: [letter.to_ascii_uppercase(), letter],
        name: Text::new(en, fr),
        description: Text::new(en, fr),
        art: SharedStr::EMPTY,
        weight: Weight::Plain,
        lamp: None,
        chapter: SharedStr::EMPTY,
    }
}

static REPETITIONS: [Repetition; 2] = [
    Repetition {
        occurrence: 3,
        warners: [false, true],
        winner: Some(Party::ToMove),
        cause: SharedStr::new("perpetual"),
    },
    Repetition {
        occurrence: 3,
        warners: [false, false],
        winner: Some(Party::Waiting),
        cause: SharedStr::new("third"),
    },
];

impl Rules for Skirmish {
    type Position = Field;
    fn metadata(&self) -> &Metadata {
        &METADATA
    }
    fn topology(&self) -> &Topology {
        &TOPOLOGY
    }
    fn start(&self) -> Field {
        read("rmkmr...............RMKMR", Side::First)
    }
    fn terminal(&self, position: &Field) -> Option<Outcome> {
        for side in Side::BOTH {
            if position.placement().of(side, KING).is_empty() {
                return Some(Outcome::win(!side, "king"));
            }
        }
        (position.state().passes == 2).then(|| Outcome::draw("passes"))
    }
    fn repetitions(&self) -> &[Repetition] {
        if *self == Self::Recurring { &REPETITIONS } else { &[] }
    }
    fn stranded(&self, position: &Field) -> Outcome {
        match self.alert(position) {
            Some(_) => Outcome::win(!position.side(), "mate"),
            None => Outcome::draw("stalemate"),
        }
    }
    fn alert(&self, position: &Field) -> Option<&str> {
        (*self != Self::Double && is_attacked(position, position.side())).then_some("check")
    }
    fn generate(&self, position: &Field, moves: &mut impl MoveSink) {
        if self.terminal(position).is_some() {
            return;
        }
        let side = position.side();
        for (from, piece) in position.placement().pieces().filter(|(_, piece)| piece.side() == side) {
            targets(position, from, piece, &mut |to| {
                let intent = Intent::from_to(from, to);
                if *self == Self::Double || !is_attacked(&self.play_unchecked(position, intent), side) {
                    moves.push(intent);
                }
            });
        }
        if ![Self::Strict, Self::Recurring].contains(self) && !is_attacked(position, side) {
            moves.push(PASS);
        }
    }
    fn judge(&self, position: &Field, intent: Intent) -> Result<(), Refusal> {
        if self.list_moves(position).contains(&intent) {
            Ok(())
        } else {
            Err(Reason::new("illegal", "", []).into())
        }
    }
    fn effects(&self, position: &Field, intent: Intent) -> Effects {
        let mut effects = Effects::new();
        let (Some(from), Some(to)) = (intent.square(0), intent.square(1)) else {
            effects.push(Effect::Pass);
            return effects;
        };
        if let Some(piece) = position.piece_at(to) {
            effects.push(Effect::Remove { square: to, piece });
        }
        effects.push(Effect::Move { from, to });
        if let Some(piece) = position.piece_at(from)
            && piece.kind() == MAN
            && effects.len() == 2
        {
            effects.push(Effect::Transform { square: to, from: piece, to: Piece::new(ROOK, piece.side()) });
        }
        effects
    }
    fn play_unchecked(&self, position: &Field, intent: Intent) -> Field {
        let mut next = *position;
        self.effects(position, intent).into_iter().for_each(|effect| next.apply(effect));
        let passes = if intent == PASS { position.state().passes + 1 } else { 0 };
        let halfway = *self == Self::Double && intent != PASS && !position.state().halfway;
        next.set_turn(if halfway { position.side() } else { !position.side() }, Turn { passes, halfway });
        next
    }
    fn repetition_key(&self, position: &Field) -> Option<u64> {
        (!position.state().halfway).then(|| position.hash() ^ position.state().key())
    }
    fn set_up(&self, reading: &Reading<'_>) -> Result<Field, TextError> {
        Ok(Position::new(reading.placed().collect(), reading.side, Turn::default()))
    }
}

impl Specimens for Skirmish {
    fn scatter(&self, random: &mut Random) -> Option<Field> {
        let mut placement = Placement::EMPTY;
        for side in Side::BOTH {
            placement.put(Square::new(random.below(25)), Piece::new(KING, side));
        }
        for _ in 0..2 + random.below(6) {
            let piece = Piece::new(if random.one_in(2) { ROOK } else { MAN }, Side::BOTH[random.below(2)]);
            let square = Square::new(random.below(25));
            if placement.piece_at(square).is_none() {
                placement.put(square, piece);
            }
        }
        let field = Position::new(placement, Side::BOTH[random.below(2)], Turn::default());
        (placement.kind(KING).len() == 2 && !is_attacked(&field, !field.side())).then_some(field)
    }
}

fn worth(piece: Piece) -> i32 {
    [1_000, 500, 100][piece.kind().index()]
}

impl Evaluate for Skirmish {
    fn evaluate(&self, position: &Field) -> i32 {
        let place =
            |square: Square, piece: Piece| (mix(piece.index() as u64 * 64 + square.index() as u64) % 21) as i32;
        position
            .placement()
            .pieces()
            .map(|(square, piece)| {
                let value = worth(piece) + place(square, piece);
                if piece.side() == position.side() { value } else { -value }
            })
            .sum()
    }
    fn noisy_moves(&self, position: &Field, moves: &mut Vec<Intent>) {
        moves.extend(self.list_moves(position).into_iter().filter(|&intent| self.gain(position, intent) > 0));
    }
    fn gain(&self, position: &Field, intent: Intent) -> i32 {
        intent.square(1).and_then(|to| position.piece_at(to)).map_or(0, worth)
    }
    fn stake(&self, position: &Field, intent: Intent) -> i32 {
        intent.first().and_then(|from| position.piece_at(from)).map_or(0, worth)
    }
}

pub fn read(rows: &str, side: Side) -> Field {
    let mut placement = Placement::EMPTY;
    for (index, letter) in rows.chars().enumerate() {
        let owner = if letter.is_uppercase() { Side::First } else { Side::Second };
        let kind = match letter.to_ascii_lowercase() {
            'k' => KING,
            'r' => ROOK,
            'm' => MAN,
            _ => continue,
        };
        placement.put(Square::new(index), Piece::new(kind, owner));
    }
    Position::new(placement, side, Turn::default())
}
