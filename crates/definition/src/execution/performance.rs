use arrayvec::ArrayVec;
use entourage_kernel::{Effect as Change, Effects, Kind, Piece, Square, SquareQueue, SquareSet};

use super::{Chain, Memory, Pieces, Position, Reading};
use crate::model::{Board, Drive, Labels, MAX_MEMORIES, Model, Noted};

/// Maximum number of squares of a line: those of the board.
const MAX_LINE: usize = 127;

/// A board on which moves are carried out: a full position, or its pieces alone.
pub(crate) trait Table {
    fn pieces(&self) -> &Pieces;
    /// Removes and returns the piece on a square.
    fn lift(&mut self, square: Square) -> Option<Piece>;
    fn set(&mut self, square: Square, piece: Piece);
}

impl Table for Pieces {
    #[inline]
    fn pieces(&self) -> &Pieces {
        self
    }
    #[inline]
    fn lift(&mut self, square: Square) -> Option<Piece> {
        self.take(square)
    }
    #[inline]
    fn set(&mut self, square: Square, piece: Piece) {
        self.put(square, piece);
    }
}

impl Table for Position {
    #[inline]
    fn pieces(&self) -> &Pieces {
        self.placement()
    }
    #[inline]
    fn lift(&mut self, square: Square) -> Option<Piece> {
        self.take(square)
    }
    #[inline]
    fn set(&mut self, square: Square, piece: Piece) {
        self.take(square);
        self.put(square, piece);
    }
}

impl<T: Table> Table for &mut T {
    #[inline]
    fn pieces(&self) -> &Pieces {
        (**self).pieces()
    }
    #[inline]
    fn lift(&mut self, square: Square) -> Option<Piece> {
        (**self).lift(square)
    }
    #[inline]
    fn set(&mut self, square: Square, piece: Piece) {
        (**self).set(square, piece);
    }
}

/// The board and other results of a move, before the turn ends.
#[derive(Clone)]
pub(crate) struct Performance<T> {
    pub(crate) table: T,
    pub(crate) memory: Memory,
    pub(crate) effects: Effects,
    /// How the piece that moved can continue the turn; `None` if it cannot.
    pub(super) goes_on: Option<Chain>,
    /// Pieces that still have an extra move.
    pub(super) waiting: SquareQueue,
    pub(super) has_ended: bool,
    /// For each remembered square, labels of moves: if the opponent cannot make all of these, the square is forgotten.
    pub(super) doubts: [Labels; MAX_MEMORIES],
    /// The squares from which the player must choose one for a new piece.
    pub(crate) asked: SquareSet,
    /// Facts about the move that determine how counts change.
    pub(super) noted: Noted,
    pub(super) touched: SquareSet,
    changes: usize,
}

impl<T: Table> Performance<T> {
    #[inline]
    pub(super) fn new(board: &impl Reading, table: T) -> Self {
        let mut memory = *board.memory();
        let waiting = memory.chain.map_or_else(SquareQueue::default, |chain| chain.waiting);
        for (square, known) in memory.squares.iter_mut().zip(&board.model().squares) {
            if known.next_turn {
                *square = None;
            }
        }
        memory.chain = None;
        Self {
            table,
            memory,
            effects: Effects::new(),
            goes_on: None,
            waiting,
            has_ended: false,
            doubts: [0; MAX_MEMORIES],
            asked: SquareSet::EMPTY,
            noted: Noted::default(),
            touched: SquareSet::EMPTY,
            changes: 0,
        }
    }

    /// Returns whether the number of changes fits in `Effects`.
    pub(crate) fn is_possible(&self) -> bool {
        self.changes <= Effects::MAX
    }

    pub(super) fn change(&mut self, change: Change) {
        let table = &mut self.table;
        match change {
            Change::Move { from, to } => {
                if let Some(piece) = table.lift(from) {
                    table.set(to, piece);
                }
                self.touched |= SquareSet::of(from).with(to);
            }
            Change::Remove { square, .. } => {
                table.lift(square);
                self.touched.insert(square);
            }
            Change::Place { square, piece } | Change::Transform { square, to: piece, .. } => {
                table.set(square, piece);
                self.touched.insert(square);
            }
            Change::Swap { a, b } => {
                let (one, other) = (table.lift(a), table.lift(b));
                one.into_iter().for_each(|piece| table.set(b, piece));
                other.into_iter().for_each(|piece| table.set(a, piece));
                self.touched |= SquareSet::of(a).with(b);
            }
            Change::Pass => {}
        }
        self.effects.push(change);
        self.changes += 1;
    }

    pub(super) fn remove(&mut self, square: Square) {
        if let Some(piece) = self.table.pieces().piece_at(square) {
            self.change(Change::Remove { square, piece });
        }
    }

    /// Changes a piece's side; neutral pieces remain neutral.
    pub(super) fn turn(&mut self, square: Square, model: &Model) {
        let Some(from) = self.table.pieces().piece_at(square) else { return };
        let to = model.piece(from.kind(), !from.side());
        if to != from {
            self.change(Change::Transform { square, from, to });
        }
    }

    /// Moves the pieces on `targets` along their lines from `from`. Pieces on the same line keep their order.
    pub(super) fn drive(&mut self, board: &Board, from: Square, targets: SquareSet, drive: Drive) {
        for direction in board.directions() {
            let line = std::iter::successors(board.step(from, direction), |at| board.step(*at, direction));
            // The line begins at the end to which the pieces move.
            let mut line: ArrayVec<Square, MAX_LINE> = line.take(MAX_LINE).collect();
            if !drive.towards {
                line.reverse();
            }
            let mut free = 0;
            for (place, &square) in line.iter().enumerate() {
                if self.table.pieces().piece_at(square).is_none() {
                    continue;
                }
                let to = match targets.contains(square) {
                    true if drive.far => free,
                    true => free.max(place.saturating_sub(1)),
                    false => place,
                };
                if to < place {
                    self.change(Change::Move { from: square, to: line[to] });
                }
                free = to + 1;
            }
        }
    }

    pub(super) fn transform(&mut self, square: Square, kind: Kind) {
        if let Some(from) = self.table.pieces().piece_at(square).filter(|piece| piece.kind() != kind) {
            self.noted.changed = true;
            self.change(Change::Transform { square, from, to: Piece::new(kind, from.side()) });
        }
    }

    /// Sorts the pieces in hand by kind and closes gaps.
    pub(super) fn sort(&mut self, hand: &[Square]) {
        for (place, &here) in hand.iter().enumerate() {
            let kind = |square: Square| {
                self.table.pieces().piece_at(square).map_or(usize::MAX, |piece| piece.kind().index())
            };
            let Some(least) = hand[place..].iter().copied().min_by_key(|square| kind(*square)) else {
                continue;
            };
            if kind(least) < kind(here) {
                self.change(match kind(here) {
                    usize::MAX => Change::Move { from: least, to: here },
                    _ => Change::Swap { a: here, b: least },
                });
            }
        }
    }
}
