use std::collections::HashMap;

use entourage_kernel::{Intent, Kind, Piece, Random, Side, Square, SquareSet};

use crate::execution::{Memory, Pieces};
use crate::law::{Deed, Scene};
use crate::model::{Change, Effect, Kinds, Leg, Line, Model};

/// Number of boards to try for each square: one without other pieces, and several with random other pieces.
const BOARDS: usize = 7;
const MAX_WAYS: usize = 1_000_000;

/// The squares that the first side's pieces can reach, estimated from a few boards.
pub(super) struct Reachable {
    reached: Vec<SquareSet>,
    comes_back: bool,
    /// A kind that has two moves with different labels but the same intent (move identifier), and that intent.
    pub(super) double: Option<(Kind, Intent)>,
}

impl Reachable {
    /// Finds the squares that each kind can reach; assumes that all squares are reachable if the search takes too long.
    pub(super) fn of(model: &Model, start: &Scene<'_>, stands: Kinds) -> Self {
        let kinds: Vec<Kind> =
            (0..model.kinds.len() as u8).filter(|kind| stands >> kind & 1 != 0).map(Kind).collect();
        let everywhere: SquareSet = model.board.squares().collect();
        let unknown = |kind: usize| if stands >> kind & 1 != 0 { everywhere } else { SquareSet::EMPTY };
        let reached = (0..model.kinds.len()).map(unknown).collect();
        let mut reachable = Self { reached, comes_back: false, double: None };
        let mut trial = Trial { model, kinds: &kinds, random: Random::new(3), left: MAX_WAYS, double: None };
        for kind in kinds.iter().copied() {
            let steps: Vec<[SquareSet; 2]> = model.board.squares().map(|from| trial.ends(kind, from)).collect();
            if trial.left == 0 {
                break;
            }
            let quiet = |from: Square| steps[from.index()][0].without(from);
            let returns = |from: Square| quiet(from).into_iter().any(|to| quiet(to).contains(from));
            reachable.comes_back |= model.board.squares().any(returns);
            reachable.reached[kind.index()] = closure(&steps, begins(model, start, kind));
        }
        reachable.double = trial.double;
        reachable
    }

    pub(super) fn reached(&self, kind: usize) -> SquareSet {
        self.reached[kind]
    }

    pub(super) fn comes_back(&self) -> bool {
        self.comes_back
    }
}

struct Trial<'m> {
    model: &'m Model,
    kinds: &'m [Kind],
    random: Random,
    left: usize,
    double: Option<(Kind, Intent)>,
}

impl Trial<'_> {
    fn ends(&mut self, kind: Kind, from: Square) -> [SquareSet; 2] {
        let mut found = [SquareSet::EMPTY; 2];
        for crowd in 0..BOARDS {
            let pieces = self.board(crowd, kind, from);
            let scene = Scene::new(self.model, pieces, Side::First, Memory::new(self.model));
            let mut actions = Vec::new();
            if self.left > 0 {
                scene.add_ways(from, false, &mut actions);
            }
            self.left = self.left.saturating_sub(actions.len());
            let mut labels: HashMap<Intent, Option<usize>> = HashMap::new();
            for action in &actions {
                let Deed::Walk { way, .. } = &action.deed else { continue };
                if way.taken.is_empty() && way.displaced.is_none() {
                    found[0].insert(way.to);
                }
                found[1].insert(way.to);
                if *labels.entry(action.intent).or_insert(way.label) != way.label {
                    self.double.get_or_insert((kind, action.intent));
                }
            }
        }
        found
    }

    fn board(&mut self, crowd: usize, kind: Kind, from: Square) -> Pieces {
        let mut pieces = Pieces::EMPTY;
        let on_board = |square: &Square| *square != from && self.model.board.place(*square).is_some();
        for square in self.model.board.squares().filter(on_board) {
            if crowd > 0
                && self.random.below(BOARDS) < crowd
                && let Some(kind) = self.random.pick(self.kinds)
            {
                let side = if self.random.one_in(2) { Side::First } else { Side::Second };
                pieces.put(square, Piece::new(*kind, side));
            }
        }
        pieces.put(from, Piece::new(kind, Side::First));
        pieces
    }
}

fn closure(steps: &[[SquareSet; 2]], begins: SquareSet) -> SquareSet {
    let mut reached = begins;
    let mut last = begins;
    while !last.is_empty() {
        let next = last.into_iter().fold(SquareSet::EMPTY, |all, square| all | steps[square.index()][1]);
        last = next - reached;
        reached |= next;
    }
    reached
}

/// Returns the squares where the first side's pieces of a kind can appear: at the start, or by an event.
fn begins(model: &Model, start: &Scene<'_>, kind: Kind) -> SquareSet {
    let all: SquareSet = model.board.squares().collect();
    let moves_others = |line: &Line| {
        let acts = |leg: &Leg| matches!(leg, Leg::Swap(_) | Leg::Push(..));
        line.pulling.is_some() || line.ways.iter().flatten().any(acts)
    };
    let is_moved = model.kinds.iter().flat_map(|kind| &kind.lines).any(moves_others);
    let is_made = model.events.iter().any(|event| match &event.effect {
        Effect::Becomes { kinds, .. } => kinds.contains(&kind),
        Effect::Put { kind: made, .. } | Effect::Transformed(_, made) => *made == kind,
        Effect::Driven(..) => true,
        _ => false,
    });
    let is_lent =
        model.clauses.iter().any(|clause| matches!(clause.change, Change::MayBecome(other) if other == kind));
    if is_made || is_lent || is_moved {
        return all;
    }
    let castled = model.castlings.iter().filter(|castling| castling.side == 0).flat_map(|castling| {
        let royal = (castling.royal == kind).then_some(castling.royal_way[1]);
        royal.into_iter().chain((castling.partner == kind).then_some(castling.partner_way[1]))
    });
    let mut stands = start.pieces.of(Side::First, kind);
    if stands.is_empty() {
        // If only the second side has the kind, mirror the squares.
        let others = start.pieces.of(Side::Second, kind).into_iter();
        stands = others.filter_map(|square| model.board.mirrored(square)).collect();
    }
    castled.fold(stands, |all, square| all.with(square))
}
