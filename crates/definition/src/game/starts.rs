//! Random start positions, as an option of a game's spec: `lot=518`.

use entourage_kernel::{
    Board, Draft, GameOption, Kind, Metadata, OptionChoice, Part, Piece, Problem, Random, SharedStr, Side,
    Square, Text, TextError,
};

use super::setup;
use crate::diagnostic::{Code, Diagnostic};
use crate::execution::{Pieces, Position};
use crate::model::{Castling, Model, Need, NeedKind, Shuffle, ShuffleLimit};

const LOT: &str = "lot=";
/// Maximum number of permutations of the shuffled pieces, including invalid ones.
const MAX_ORDERS: u64 = 500_000;
const MAX_STARTS: u64 = 1_000_000_000;
/// Maximum number of start positions to check for errors; if a game has more, an evenly spread sample is checked.
const MAX_TRIED: u32 = 1024;
const SEED: u64 = 1024;

/// The start positions of a game with shuffled pieces, in lexicographic order; pieces are ordered as in the definition.
#[derive(Clone, Debug)]
pub(super) struct Starts {
    sides: [Shuffled; 2],
    is_apart: bool,
    count: u32,
}

#[derive(Clone, Debug)]
struct Shuffled {
    squares: Vec<Square>,
    kinds: Vec<Kind>,
    limits: Vec<Check>,
    ways: u32,
}

#[derive(Clone, Debug)]
enum Check {
    /// The pieces of `kind` are divided evenly between light and dark squares. `beside` counts those that are not
    /// shuffled, by the colour of their squares; for each square with a shuffled piece, `dark` is whether it is dark.
    Colours { kind: Kind, beside: [usize; 2], dark: Vec<bool> },
    /// Each piece of `kind` is between two of kind `others` in its row. `rows` are the rows with shuffled squares.
    Between { kind: Kind, others: Kind, rows: Vec<Vec<Stand>> },
}

/// The piece on a square: an index into the order of the shuffled pieces, or a piece that is not shuffled.
#[derive(Clone, Copy, Debug)]
enum Stand {
    Place(usize),
    Always(Kind),
}

impl Starts {
    pub(super) fn new(model: &Model, start: &Position) -> Option<Result<Self, Problem>> {
        model.lot.as_ref().map(|lot| Self::of(model, lot, start.placement()))
    }

    fn of(model: &Model, lot: &Shuffle, pieces: &Pieces) -> Result<Self, Problem> {
        let [first, mut second] = Side::BOTH.map(|side| standing(lot, pieces, side));
        let kinds = |squares: &[Square]| -> Vec<Kind> {
            squares.iter().filter_map(|at| kind_at(pieces, *at)).collect()
        };
        if !lot.is_apart && kinds(&first) != kinds(&second) {
            turn_rows(model, &mut second);
        }
        if !lot.is_apart && kinds(&first) != kinds(&second) {
            return Err(Problem::new(
                "the two sides have different pieces to shuffle: add `each side by itself`",
                "les deux camps ont des pièces différentes à mélanger\u{a0}: ajoutez «\u{a0}each side by itself\u{a0}»",
            ));
        }
        let mut sides = Vec::new();
        for (side, squares) in Side::BOTH.into_iter().zip([first, second]) {
            let kinds = kinds(&squares);
            if orders(&kinds) > MAX_ORDERS {
                return Err(Problem::new(
                    format!(
                        "the shuffled pieces have {} possible orders; the limit is {MAX_ORDERS}",
                        orders(&kinds)
                    ),
                    format!(
                        "les pièces mélangées ont {} ordres possibles\u{a0}; la limite est de {MAX_ORDERS}",
                        orders(&kinds)
                    ),
                ));
            }
            let limits =
                lot.limits.iter().map(|limit| Check::new(model, pieces, side, *limit, &squares)).collect();
            let mut shuffled = Shuffled { squares, kinds, limits, ways: 1 };
            if lot.is_apart || side == Side::First {
                shuffled.ways = shuffled.count();
            }
            sides.push(shuffled);
        }
        let Ok(sides) = <[Shuffled; 2]>::try_from(sides) else { return Err(no_choice()) };
        let [first, second] = sides.each_ref().map(|side| u64::from(side.ways));
        let count = first * second;
        if count > MAX_STARTS {
            return Err(Problem::new(
                format!("there would be {count} start positions; the limit is {MAX_STARTS}"),
                format!("il y aurait {count} positions de départ\u{a0}; la limite est de {MAX_STARTS}"),
            ));
        }
        match u32::try_from(count) {
            Ok(count @ 2..) => Ok(Self { sides, is_apart: lot.is_apart, count }),
            _ => Err(no_choice()),
        }
    }

    pub(super) fn count(&self) -> u32 {
        self.count
    }

    fn orders(&self, number: u32) -> Option<[Vec<Kind>; 2]> {
        let [first, second] = &self.sides;
        let order = first.order(number / second.ways)?;
        let opposite = if self.is_apart { second.order(number % second.ways)? } else { order.clone() };
        Some([order, opposite])
    }

    /// Checks all start positions, or an evenly spread sample; returns the problem of the first invalid position.
    fn fault(&self, model: &Model, metadata: &Metadata, start: &Position) -> Option<Problem> {
        let mut random = Random::new(SEED);
        let [first, second] = self.sides.each_ref().map(|side| side.spread(&mut random));
        let all = if self.is_apart { first.len() * second.len() } else { first.len() };
        let tried = all.min(MAX_TRIED as usize);
        for index in 0..tried {
            let (mut number, order) = first[index * first.len() / tried].clone();
            let mut opposite = order.clone();
            if self.is_apart {
                let place = if tried == all { index % second.len() } else { random.below(second.len()) };
                number = number * self.sides[1].ways + second[place].0;
                opposite.clone_from(&second[place].1);
            }
            if let Err(problem) = random_start(model, metadata, self, start, &[order, opposite]) {
                return Some(Problem::new(
                    format!("start position {number} is not valid: {}", problem.en),
                    format!("la position de départ numéro {number} n'est pas valable\u{a0}: {}", problem.fr),
                ));
            }
        }
        None
    }
}

pub(super) fn fault(model: &mut Model, metadata: &Metadata, start: &Position) -> Option<Diagnostic> {
    let span = model.lot.as_ref()?.span;
    let problem = match Starts::new(model, start)? {
        Ok(starts) => {
            model.lot.iter_mut().for_each(|lot| lot.starts = starts.count);
            starts.fault(model, metadata, start)?
        }
        Err(problem) => problem,
    };
    Some(Code::Start.at(span).error(
        format!("This random start is not valid: {}.", problem.en),
        format!("Ce départ tiré au sort n'est pas valable\u{a0}: {}.", problem.fr),
    ))
}

/// Warns that only a sample of the start positions was checked, if it matters where the shuffled pieces start.
pub(super) fn sample_warning(model: &Model) -> Option<Diagnostic> {
    let lot = model.lot.as_ref().filter(|lot| lot.starts > MAX_TRIED)?;
    let asks = |need: &Need| match &need.what {
        NeedKind::Number { noun, .. } => !noun.relations.is_empty() || noun.call.is_some(),
        NeedKind::EachKind { .. } => false,
        _ => true,
    };
    if model.castlings.is_empty() && !model.needs.iter().any(asks) {
        return None;
    }
    let count = lot.starts;
    let warning = Code::Start.at(lot.span).warning(format!(
            "There are {count} start positions. A sample of {MAX_TRIED} was checked and is valid; the others were not checked."
        ), format!(
            "Il y a {count} positions de départ. Un échantillon de {MAX_TRIED} a été vérifié et est valable\u{a0}; les autres n'ont pas été vérifiées."
        ));
    Some(warning.with_help(
        "A start position that does not meet the requirements below `needs` is refused when a player chooses it. To have all of them checked, shuffle fewer pieces.",
        "Une position de départ qui ne satisfait pas aux exigences sous «\u{a0}needs\u{a0}» est refusée quand un joueur la choisit. Pour que toutes soient vérifiées, mélangez moins de pièces.",
    ))
}

fn no_choice() -> Problem {
    Problem::new("the shuffled pieces have only one possible order", "ces pièces n'ont qu'un ordre possible")
}

pub(super) fn read(starts: Option<&Starts>, option: Part<'_>) -> Option<Result<u32, TextError>> {
    let (starts, value) = starts.zip(option.after(LOT))?;
    let number = value.text.parse().ok().filter(|number: &u32| number.to_string() == value.text);
    Some(number.filter(|number| *number < starts.count).ok_or_else(|| {
        let most = starts.count - 1;
        value.error(Problem::new(
            format!("expected the number of a start position, from 0 to {most}"),
            format!("attendu\u{a0}: le numéro d'une position de départ, de 0 à {most}"),
        ))
    }))
}

pub(super) fn option(number: u32) -> String {
    format!("{LOT}{number}")
}

pub(super) fn option_form() -> String {
    format!("{LOT}N")
}

pub(super) fn offered(starts: &Starts) -> GameOption {
    let count = starts.count;
    GameOption {
        code: SharedStr::new("lot"),
        name: Text::new("Start", "Position de départ"),
        choices: vec![
            OptionChoice {
                code: SharedStr::new("lot"),
                name: Text::new("Random", "Tiré au sort"),
                description: Text::made(
                    format!("One of {count} start positions, drawn at random when the game begins."),
                    format!("L'une des {count} positions de départ, tirée au sort au début de la partie."),
                ),
                draws: Some(count),
            },
            OptionChoice {
                code: SharedStr::EMPTY,
                name: Text::new("Standard", "Classique"),
                description: Text::new("The standard starting position.", "La position de départ classique."),
                draws: None,
            },
        ]
        .into(),
    }
}

pub(super) fn drawn(
    model: &Model,
    metadata: &Metadata,
    starts: &Starts,
    start: &Position,
    number: u32,
) -> Result<Model, Problem> {
    let orders = starts.orders(number).ok_or_else(no_choice)?;
    let mut drawn = random_start(model, metadata, starts, start, &orders)?;
    drawn.lot.iter_mut().for_each(|lot| lot.number = Some(number));
    Ok(drawn)
}

fn random_start(
    model: &Model,
    metadata: &Metadata,
    starts: &Starts,
    start: &Position,
    orders: &[Vec<Kind>; 2],
) -> Result<Model, Problem> {
    let mut pieces = *start.placement();
    let mut moved: Vec<(Square, Square)> = Vec::new();
    for ((side, shuffled), order) in Side::BOTH.into_iter().zip(&starts.sides).zip(orders) {
        for square in &shuffled.squares {
            pieces.take(*square);
        }
        for (square, kind) in shuffled.squares.iter().zip(order) {
            pieces.put(*square, Piece::new(*kind, side));
        }
        moved.extend(shuffled.moved(order));
    }
    let now = |square: Square| moved.iter().find(|(from, _)| *from == square).map_or(square, |(_, to)| *to);
    let mut drawn = model.clone();
    drawn.castlings =
        model.castlings.iter().filter_map(|castling| moved_castling(model, castling, now)).collect();
    if drawn.castlings.len() < model.castlings.len() {
        return Err(Problem::new(
            "the castling pieces would start in different rows",
            "les pièces du roque se trouveraient au départ sur des rangées différentes",
        ));
    }
    let position = Position::new(pieces, start.side_to_move(), start.state());
    drawn.start = metadata.form.write(&Draft::of(&position, setup::words(&drawn, &position)), metadata);
    let read = metadata.form.parse(&drawn.start, metadata);
    read.and_then(|reading| setup::set_up(&drawn, &reading)).map_err(|error| error.problem)?;
    Ok(drawn)
}

/// Maps the start squares of a castling with `now`, keeping the destinations; `None` if the pieces are not in one row.
fn moved_castling(model: &Model, castling: &Castling, now: impl Fn(Square) -> Square) -> Option<Castling> {
    let royal_way = [now(castling.royal_way[0]), castling.royal_way[1]];
    let partner_way = [now(castling.partner_way[0]), castling.partner_way[1]];
    let (between, crossed) = Castling::path(&model.board, royal_way, partner_way)?;
    Some(Castling { royal_way, partner_way, between, crossed, is_onto_partner: true, ..castling.clone() })
}

fn standing(lot: &Shuffle, pieces: &Pieces, side: Side) -> Vec<Square> {
    let is_shuffled = |square: &Square| {
        let piece = pieces.piece_at(*square);
        piece.is_some_and(|piece| piece.side() == side && lot.but >> piece.kind().index() & 1 == 0)
    };
    lot.squares[side.index()].iter().copied().filter(is_shuffled).collect()
}

fn kind_at(pieces: &Pieces, square: Square) -> Option<Kind> {
    pieces.piece_at(square).map(Piece::kind)
}

/// Reverses the order of squares in each row, for the other side's point of view.
fn turn_rows(model: &Model, squares: &mut [Square]) {
    let row = |square: &Square| model.board.place(*square).map(|(row, _)| row);
    for one in squares.chunk_by_mut(|a, b| row(a) == row(b)) {
        one.reverse();
    }
}

fn orders(kinds: &[Kind]) -> u64 {
    let mut count: u64 = 1;
    for (index, kind) in kinds.iter().enumerate() {
        let same = kinds[..=index].iter().filter(|other| *other == kind).count() as u64;
        // Multinomial coefficient of the kinds so far; the division is exact.
        count = count.saturating_mul(index as u64 + 1) / same;
    }
    count
}

impl Shuffled {
    /// Visits every order that satisfies the limits, until `visit` returns false.
    fn each(&self, mut visit: impl FnMut(&[Kind]) -> bool) {
        let mut order = self.kinds.clone();
        order.sort_unstable();
        loop {
            if self.limits.iter().all(|limit| limit.holds(&order)) && !visit(&order) {
                return;
            }
            // Next permutation in lexicographic order.
            let Some(at) = (1..order.len()).rev().find(|at| order[at - 1] < order[*at]) else { return };
            let with = (at..order.len()).rev().find(|with| order[at - 1] < order[*with]).unwrap_or(at);
            order.swap(at - 1, with);
            order[at..].reverse();
        }
    }

    fn count(&self) -> u32 {
        let mut count = 0;
        self.each(|_| {
            count += 1;
            true
        });
        count
    }

    /// Lists all orders with their numbers, or, if there are too many, one at random from each of several equal ranges.
    fn spread(&self, random: &mut Random) -> Vec<(u32, Vec<Kind>)> {
        let regions = self.ways.min(MAX_TRIED);
        let bound = |region: u32| (u64::from(self.ways) * u64::from(region) / u64::from(regions)) as u32;
        let mut pick =
            |region: u32| bound(region) + random.below((bound(region + 1) - bound(region)) as usize) as u32;
        let (mut number, mut next, mut found) = (0, pick(0), Vec::new());
        self.each(|order| {
            if number == next {
                found.push((number, order.to_vec()));
                next = pick(found.len() as u32);
            }
            number += 1;
            found.len() < regions as usize
        });
        found
    }

    fn order(&self, number: u32) -> Option<Vec<Kind>> {
        let (mut left, mut found) = (number, None);
        self.each(|order| {
            if left == 0 {
                found = Some(order.to_vec());
                return false;
            }
            left -= 1;
            true
        });
        found
    }

    /// Returns each shuffled piece's old square and its square in `order`; pieces of one kind stay in sequence.
    fn moved(&self, order: &[Kind]) -> Vec<(Square, Square)> {
        let before = |kinds: &[Kind], at: usize| kinds[..at].iter().filter(|kind| **kind == kinds[at]).count();
        let place = |from: usize| {
            let same = (0..order.len()).filter(|to| order[*to] == self.kinds[from]);
            same.clone().nth(before(&self.kinds, from))
        };
        (0..self.kinds.len())
            .filter_map(|from| Some((self.squares[from], self.squares[place(from)?])))
            .collect()
    }
}

impl Check {
    fn new(model: &Model, pieces: &Pieces, side: Side, limit: ShuffleLimit, squares: &[Square]) -> Self {
        let is_dark =
            |square: Square| model.board.place(square).is_some_and(|(row, file)| (row + file) % 2 == 0);
        match limit {
            ShuffleLimit::OppositeColours(kind) => {
                let mut beside = [0; 2];
                for square in pieces.of(side, kind).into_iter().filter(|square| !squares.contains(square)) {
                    beside[usize::from(is_dark(square))] += 1;
                }
                Self::Colours { kind, beside, dark: squares.iter().map(|square| is_dark(*square)).collect() }
            }
            ShuffleLimit::Between(kind, others) => {
                let mut rows: Vec<usize> = squares
                    .iter()
                    .filter_map(|square| model.board.place(*square))
                    .map(|(row, _)| row)
                    .collect();
                rows.dedup();
                let stand = |square: Square| match squares.iter().position(|other| *other == square) {
                    Some(place) => Some(Stand::Place(place)),
                    None => pieces
                        .piece_at(square)
                        .filter(|piece| piece.side() == side)
                        .map(|piece| Stand::Always(piece.kind())),
                };
                let in_row = |row: &usize| {
                    (0..).map_while(|place| model.board.at(*row, place)).filter_map(stand).collect()
                };
                Self::Between { kind, others, rows: rows.iter().map(in_row).collect() }
            }
        }
    }

    fn holds(&self, order: &[Kind]) -> bool {
        match self {
            Self::Colours { kind, beside, dark } => {
                let mut found = *beside;
                for (other, is_dark) in order.iter().zip(dark) {
                    found[usize::from(*is_dark)] += usize::from(other == kind);
                }
                found[0].abs_diff(found[1]) <= 1
            }
            Self::Between { kind, others, rows } => rows.iter().all(|row| {
                let is = |stand: &Stand, wanted: &Kind| match stand {
                    Stand::Place(place) => order.get(*place) == Some(wanted),
                    Stand::Always(kind) => kind == wanted,
                };
                let first = row.iter().position(|stand| is(stand, others));
                let last = row.iter().rposition(|stand| is(stand, others));
                let is_between =
                    |at: usize| first.is_some_and(|first| first < at) && last.is_some_and(|last| at < last);
                row.iter().enumerate().filter(|(_, stand)| is(stand, kind)).all(|(at, _)| is_between(at))
            }),
        }
    }
}
