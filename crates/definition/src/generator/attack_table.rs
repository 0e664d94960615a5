//! Builds tables that map a square to the squares from which pieces of a kind could capture on it, ignoring powers and conditions.

use entourage_kernel::{Kind, Side, Square, SquareSet};

use super::geometry::{PerSquare, ROWS, Tables, bits};
use super::group::{starts, victims};
use super::shape::{Shape, ends_empty, last_onto};
use crate::model::{
    Change, Clause, DirectionWords, Directions, How, Kinds, Leg, Line, Model, Onto, Place, Step, Subject,
    Walker, Whose,
};

/// The squares from which pieces of a kind and side could capture; each table is indexed by the target square.
pub(super) struct AttackTable {
    pub(super) kind: Kind,
    pub(super) zone: PerSquare<SquareSet>,
    pub(super) royal_zone: PerSquare<SquareSet>,
    /// Squares from which the pieces capture a royal piece, whatever is in between.
    pub(super) near: PerSquare<SquareSet>,
    /// Squares from which the pieces capture a royal piece if all squares in between are empty.
    pub(super) far: PerSquare<SquareSet>,
    pub(super) bent: Vec<Bent>,
    /// Squares from which the pieces could capture a royal piece by one of the moves in `bent`.
    pub(super) bent_zone: PerSquare<SquareSet>,
    /// Squares from which the pieces could capture a royal piece by moves that the tables do not analyse further.
    pub(super) wild: PerSquare<SquareSet>,
}

/// A move in several legs (parts), of which all but the last end on empty squares.
pub(super) struct Bent {
    pub(super) lender: usize,
    pub(super) line: usize,
    pub(super) way: usize,
    pub(super) exchanged: bool,
    pub(super) last: PerSquare<SquareSet>,
}

/// Builds the attack tables of a side's pieces; also returns whether the tables are exact for royal targets.
pub(super) fn attack_tables(model: &Model, side: Side, tables: &Tables<'_>) -> (Vec<AttackTable>, bool) {
    let mut is_exact = true;
    let all = (0..model.kinds.len()).map(|kind| {
        let comes = |wanted| may_be(model, kind, wanted);
        let passes = comes(|change| matches!(change, Change::Through(_)));
        let wraps = comes(|change| matches!(change, Change::Wrapped));
        let mut draft =
            Draft { model, side, tables, attack_table: AttackTable::new(kind), passes, wraps, is_exact: true };
        for (lender, exchanged) in strides(model, kind) {
            for (index, line) in model.lines_of(lender).iter().enumerate().filter(|(_, line)| line.takes()) {
                draft.add(lender, index, line, exchanged);
            }
        }
        is_exact &= draft.is_exact;
        draft.attack_table.finished()
    });
    (all.collect(), is_exact)
}

/// Lists the kinds and cards whose moves `kind` can make; the flag is set if straight and diagonal moves are exchanged.
pub(super) fn strides(model: &Model, kind: usize) -> Vec<(usize, bool)> {
    let mut kinds: Kinds = 1 << kind;
    let mut can_be_exchanged = false;
    for clause in &model.clauses {
        if receivers(clause) >> kind & 1 == 0 {
            continue;
        }
        match &clause.change {
            Change::WalkAs(walker) | Change::AlsoWalkAs(walker, _) => {
                kinds |= match walker {
                    Walker::It => clause.givers,
                    Walker::Kind(kind) => 1 << kind.index(),
                };
            }
            Change::Exchanged => can_be_exchanged = true,
            _ => {}
        }
    }
    let of_kinds = (0..model.kinds.len()).filter(|lender| kinds >> lender & 1 != 0);
    let cards = model.cards.as_ref().filter(|cards| cards.bearers >> kind & 1 != 0);
    let of_cards = cards.map_or(0, |cards| cards.list.len());
    let lenders = of_kinds.chain(model.kinds.len()..model.kinds.len() + of_cards);
    lenders
        .flat_map(|lender| [false, true].map(|exchanged| (lender, exchanged)))
        .filter(|(_, exchanged)| can_be_exchanged || !exchanged)
        .collect()
}

fn may_be(model: &Model, kind: usize, wanted: fn(&Change) -> bool) -> bool {
    let mut clauses = model.clauses.iter().filter(|clause| receivers(clause) >> kind & 1 != 0);
    clauses.any(|clause| wanted(&clause.change))
}

fn receivers(clause: &Clause) -> Kinds {
    match &clause.subject {
        Subject::It => clause.givers,
        Subject::Everybody => u32::MAX,
        Subject::Noun(noun) => noun.kinds,
    }
}

impl AttackTable {
    fn new(kind: usize) -> Self {
        let table = || Box::new([SquareSet::EMPTY; ROWS]);
        Self {
            kind: Kind(kind as u8),
            zone: table(),
            royal_zone: table(),
            near: table(),
            far: table(),
            bent: Vec::new(),
            bent_zone: table(),
            wild: table(),
        }
    }

    fn finished(mut self) -> Self {
        for (square, zone) in self.royal_zone.iter_mut().enumerate() {
            *zone = self.near[square] | self.far[square] | self.bent_zone[square] | self.wild[square];
        }
        self
    }
}

struct Draft<'m> {
    model: &'m Model,
    side: Side,
    tables: &'m Tables<'m>,
    attack_table: AttackTable,
    /// Whether a power can let the pieces pass over others, so that blockers do not count.
    passes: bool,
    /// Whether the pieces can use wrapped rows, so that plain steps do not cover all of their moves.
    wraps: bool,
    is_exact: bool,
}

impl Draft<'_> {
    fn add(&mut self, lender: usize, index: usize, line: &Line, exchanged: bool) {
        let starts: Vec<Square> = starts(line, self.side, self.tables).into_iter().collect();
        let everywhere = !line.capturing.is_empty();
        for &from in &starts {
            let ways = line.ways.iter();
            let taken = ways.fold(SquareSet::EMPTY, |all, legs| all | self.takes(line, legs, from, exchanged));
            let taken = if everywhere || self.wraps { self.tables.geometry.all } else { taken };
            enter(&mut self.attack_table.zone[..], from, taken);
        }
        let royals = self.model.royals();
        let taken = victims(line, self.tables.all_kinds) & royals;
        if taken == 0 {
            return;
        }
        self.is_exact &= line.condition.is_none() && taken == royals;
        if self.wraps || line.capturing.iter().any(|noun| noun.kinds & royals != 0) {
            let all = self.tables.geometry.all;
            self.is_exact = false;
            starts.iter().for_each(|from| enter(&mut self.attack_table.wild[..], *from, all));
        }
        if self.wraps {
            return;
        }
        if let Some(shape) = Shape::new(line, exchanged, self.tables).filter(|_| !self.passes) {
            self.add_shape(&shape, line, &starts);
            shape.bent.iter().for_each(|way| self.add_bent(lender, index, *way, line, exchanged, &starts));
            return;
        }
        for (way, legs) in line.ways.iter().enumerate() {
            let bends = legs.split_last().is_some_and(|(last, before)| {
                before.iter().all(ends_empty) && (ends_empty(last) || matches!(last, Leg::Strike(_)))
            });
            if bends && !self.passes && line.capturing.is_empty() && line.only_to.is_none() {
                self.add_bent(lender, index, way, line, exchanged, &starts);
            } else {
                self.is_exact = false;
                for &from in &starts {
                    let taken = self.takes(line, legs, from, exchanged);
                    enter(&mut self.attack_table.wild[..], from, taken);
                }
            }
        }
    }

    fn add_shape(&mut self, shape: &Shape, line: &Line, starts: &[Square]) {
        let side = self.side.index();
        let plain = |onto: &Onto| match onto {
            Onto::Noun(noun) => {
                noun.relations.is_empty()
                    && noun.call.is_none()
                    && matches!(noun.whose, Whose::Enemy | Whose::Any)
            }
            _ => true,
        };
        self.is_exact &= line.ways.iter().filter_map(|legs| last_onto(legs)).all(plain);
        for &from in starts {
            if let Some(leaps) = &shape.leaps {
                enter(&mut self.attack_table.near[..], from, leaps[side][from.index()]);
            }
            if let Some(spans) = &shape.spans {
                enter(&mut self.attack_table.far[..], from, spans[side][from.index()]);
            }
            let rays = self.tables.geometry.sight(from, shape.slides[side], SquareSet::EMPTY);
            enter(&mut self.attack_table.far[..], from, rays);
        }
    }

    fn add_bent(
        &mut self,
        lender: usize,
        index: usize,
        way: usize,
        line: &Line,
        exchanged: bool,
        starts: &[Square],
    ) {
        self.is_exact = false;
        let legs = &line.ways[way];
        for &from in starts {
            let taken = self.takes(line, legs, from, exchanged);
            enter(&mut self.attack_table.bent_zone[..], from, taken);
        }
        let mut last = Box::new([SquareSet::EMPTY; ROWS]);
        for from in self.tables.board.squares() {
            let ends = match legs.last() {
                Some(Leg::Step(step)) => self.leads(&step.how, from, exchanged),
                Some(Leg::Strike(words)) => self.tables.geometry.towards(from, self.meant(*words, exchanged)),
                _ => self.tables.geometry.all,
            };
            enter(&mut last[..], from, ends);
        }
        self.attack_table.bent.push(Bent { lender, line: index, way, exchanged, last });
    }

    fn place(&self, place: &Place) -> SquareSet {
        match place.whose {
            Whose::Any => place.squares[0] | place.squares[1],
            Whose::Enemy => place.squares[(!self.side).index()],
            _ => place.squares[self.side.index()],
        }
    }

    fn meant(&self, words: DirectionWords, exchanged: bool) -> Directions {
        let words = if exchanged { words.exchanged() } else { words };
        if words.meets(DirectionWords::FOLLOWING) {
            return Directions::MAX;
        }
        self.tables.board.meant(words, self.side, None)
    }

    fn leads(&self, how: &How, from: Square, exchanged: bool) -> SquareSet {
        let geometry = self.tables.geometry;
        match how {
            How::Step(words) => geometry.towards(from, self.meant(*words, exchanged)),
            How::Slide { directions, .. } => {
                geometry.sight(from, self.meant(*directions, exchanged), SquareSet::EMPTY)
            }
            How::Leap(by) => geometry.leaps(from, *by, self.side),
            How::Ride(by) => geometry.rides(from, *by, self.side).iter().flatten().copied().collect(),
            How::To(crate::model::Target::Place(place)) => self.place(place),
            How::To(_) => geometry.all,
        }
    }

    fn takes(&self, line: &Line, legs: &[Leg], from: Square, exchanged: bool) -> SquareSet {
        let geometry = self.tables.geometry;
        let (mut at, mut taken) = (SquareSet::of(from), SquareSet::EMPTY);
        for (index, leg) in legs.iter().enumerate() {
            let spread = |leads: &dyn Fn(Square) -> SquareSet| {
                at.into_iter().fold(SquareSet::EMPTY, |all, square| all | leads(square))
            };
            match leg {
                Leg::Step(Step { how, onto }) => {
                    let leaps = matches!(how, How::Slide { leaping: Some(_), .. });
                    let ends = spread(&|square| self.leads(how, square, exchanged));
                    let lands = match onto {
                        Onto::Noun(_) => true,
                        Onto::Unsaid => index + 1 == legs.len() && line.captures && line.capturing.is_empty(),
                        _ => false,
                    };
                    if leaps || lands {
                        taken |= ends;
                    }
                    at = ends;
                }
                Leg::Swap(_) => at = geometry.all,
                Leg::Push(words, _) => {
                    at = spread(&|square| geometry.towards(square, self.meant(*words, exchanged)));
                }
                Leg::Strike(words) => {
                    taken |= spread(&|square| geometry.towards(square, self.meant(*words, exchanged)));
                }
                Leg::Jump { directions, over } => {
                    at = spread(&|square| {
                        let land = |direction: usize| {
                            (0..=over.len()).try_fold(square, |at, _| geometry.step(at, direction))
                        };
                        bits(self.meant(*directions, exchanged)).filter_map(land).collect()
                    });
                }
            }
        }
        taken
    }
}

/// Adds `from` to the table entry of each square in `taken`: the squares on which a piece on `from` could capture.
fn enter(table: &mut [SquareSet], from: Square, taken: SquareSet) {
    taken.without(from).into_iter().for_each(|square| table[square.index()].insert(from));
}
