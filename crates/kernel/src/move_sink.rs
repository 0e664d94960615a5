use crate::{Intent, Square, SquareSet};

/// Receives the moves that a generator finds, many at a time.
///
/// Whoever lists moves, counts them or only asks whether there is one brings a sink of his own, and the
/// generator is compiled for it.
pub trait MoveSink {
    /// Takes one move.
    fn push(&mut self, intent: Intent);
    /// Takes the moves that go on from a path to each of a set of squares.
    #[inline]
    fn fan(&mut self, path: Path, ends: SquareSet) {
        ends.into_iter().for_each(|end| self.push(path.to(end)));
    }
    /// Tells whether no more moves are wanted.
    #[inline]
    fn is_full(&self) -> bool {
        false
    }
}

/// Holds the first squares and the choice of moves that differ in their last square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    bits: u32,
    shift: u32,
}

impl Path {
    /// Makes the path of moves of two squares that start on a square, with choice 0.
    #[inline]
    pub const fn from(from: Square) -> Self {
        Self { bits: Intent::from_to(from, Square::new(0)).bits(), shift: 7 }
    }

    /// Makes the path of moves of three squares that start on a square and pass through another, with choice 0.
    #[inline]
    pub const fn through(from: Square, middle: Square) -> Self {
        Self { bits: Intent::through(from, middle, Square::new(0)).bits(), shift: 14 }
    }

    /// Returns the path of moves with another choice.
    ///
    /// # Panics
    /// If `choice` is above 15.
    #[inline]
    pub const fn with_choice(self, choice: u8) -> Self {
        Self { bits: Intent::from_bits(self.bits).with_choice(choice).bits(), ..self }
    }

    /// Returns the move that ends on a square.
    #[inline]
    pub const fn to(self, end: Square) -> Intent {
        Intent::from_bits(self.bits | (end.index() as u32) << self.shift)
    }

    /// Returns the square where the moves start.
    #[inline]
    pub const fn start(self) -> Square {
        Square::new((self.bits & 127) as usize)
    }

    /// Tells whether the moves have a square between the first and the last.
    #[inline]
    pub const fn is_bent(self) -> bool {
        self.shift == 14
    }
}

impl MoveSink for Vec<Intent> {
    #[inline]
    fn push(&mut self, intent: Intent) {
        self.push(intent);
    }
    #[inline]
    fn fan(&mut self, path: Path, ends: SquareSet) {
        self.extend(ends.into_iter().map(|end| path.to(end)));
    }
}

/// Counts moves instead of listing them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MoveCount(pub u64);

impl MoveSink for MoveCount {
    #[inline]
    fn push(&mut self, _: Intent) {
        self.0 += 1;
    }
    #[inline]
    fn fan(&mut self, _: Path, ends: SquareSet) {
        self.0 += ends.len() as u64;
    }
}

/// Finds out whether there is a move, and wants no more when there is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AnyMove(pub bool);

impl MoveSink for AnyMove {
    #[inline]
    fn push(&mut self, _: Intent) {
        self.0 = true;
    }
    #[inline]
    fn fan(&mut self, _: Path, ends: SquareSet) {
        self.0 |= !ends.is_empty();
    }
    #[inline]
    fn is_full(&self) -> bool {
        self.0
    }
}

/// Lists moves in an array of its own, on the stack, for loops that may not allocate.
#[derive(Clone)]
pub struct MoveList<const CAPACITY: usize> {
    moves: [Intent; CAPACITY],
    len: usize,
}

impl<const CAPACITY: usize> MoveList<CAPACITY> {
    /// Makes an empty list.
    #[inline]
    pub const fn new() -> Self {
        Self { moves: [Intent::choice_only(0); CAPACITY], len: 0 }
    }

    /// Returns the moves.
    #[inline]
    pub fn as_slice(&self) -> &[Intent] {
        &self.moves[..self.len]
    }

    /// Forgets the moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<const CAPACITY: usize> Default for MoveList<CAPACITY> {
    fn default() -> Self {
        Self::new()
    }
}

/// # Panics
/// If a move finds no room.
impl<const CAPACITY: usize> MoveSink for MoveList<CAPACITY> {
    #[inline]
    fn push(&mut self, intent: Intent) {
        self.moves[self.len] = intent;
        self.len += 1;
    }
    #[inline]
    fn fan(&mut self, path: Path, ends: SquareSet) {
        let count = ends.len();
        let room = &mut self.moves[self.len..self.len + count];
        room.iter_mut().zip(ends).for_each(|(place, end)| *place = path.to(end));
        self.len += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sink_takes_the_same_moves() {
        let [a, b, c] = [3, 64, 126].map(Square::new);
        let ends: SquareSet = [a, c].into_iter().collect();
        let offer = |sink: &mut dyn FnMut(Path, SquareSet)| {
            sink(Path::from(b), ends);
            sink(Path::from(b).with_choice(4), ends);
            sink(Path::through(b, a), SquareSet::of(c));
        };
        let (mut moves, mut count, mut any, mut list) =
            (Vec::new(), MoveCount::default(), AnyMove::default(), MoveList::<5>::new());
        offer(&mut |path, ends| {
            moves.fan(path, ends);
            count.fan(path, ends);
            any.fan(path, ends);
            list.fan(path, ends);
        });
        let to = |end| Intent::from_to(b, end);
        assert_eq!(moves, [to(a), to(c), to(a).with_choice(4), to(c).with_choice(4), Intent::through(b, a, c)]);
        assert_eq!((count.0, any.0, list.as_slice()), (5, true, &moves[..]));
        assert_eq!((Path::from(b).start(), Path::through(b, a).is_bent()), (b, true));
    }
}
