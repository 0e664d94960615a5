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
    /// Takes the moves of two squares that end on a set of squares and start `by` squares lower each.
    #[inline]
    fn shift(&mut self, ends: SquareSet, by: isize) {
        for end in ends {
            let start = Square::new((end.index() as isize - by) as usize);
            self.fan(Path::from(start), SquareSet::of(end));
        }
    }
    /// Takes one move for each bit of some sets: the one that a function makes of the set's place and the bit's number.
    ///
    /// The function may be asked for bit 64 as well, and its answer is then dropped.
    #[inline]
    fn each<const SETS: usize>(&mut self, sets: [u64; SETS], intent: impl Fn(usize, usize) -> Intent) {
        for (set, mut bits) in sets.into_iter().enumerate() {
            while bits != 0 {
                self.push(intent(set, bits.trailing_zeros() as usize));
                bits &= bits - 1;
            }
        }
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
    #[inline]
    fn shift(&mut self, ends: SquareSet, _: isize) {
        self.0 += ends.len() as u64;
    }
    #[inline]
    fn each<const SETS: usize>(&mut self, sets: [u64; SETS], _: impl Fn(usize, usize) -> Intent) {
        self.0 += sets.into_iter().map(|bits| u64::from(bits.count_ones())).sum::<u64>();
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
    fn each<const SETS: usize>(&mut self, sets: [u64; SETS], _: impl Fn(usize, usize) -> Intent) {
        self.0 |= sets.into_iter().any(|bits| bits != 0);
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

/// Moves are written so many at a time, those too many over again by whatever comes next: a branch for every move would
/// be guessed wrong at the end of every set.
const STRIDE: usize = 4;

impl<const CAPACITY: usize> MoveList<CAPACITY> {
    /// Writes the moves that go on to the squares of one half of a set, given as bits; `move_to` makes them of a bit's
    /// number, which may be 64 for a move that is then overwritten.
    #[inline]
    fn write(&mut self, mut bits: u64, move_to: impl Fn(u32) -> Intent) {
        let end = self.len + bits.count_ones() as usize;
        let mut strides = self.moves[self.len..].as_chunks_mut::<STRIDE>().0.iter_mut();
        while bits != 0 {
            let Some(places) = strides.next() else { return self.write_last(bits, end, move_to) };
            for place in places {
                *place = move_to(bits.trailing_zeros());
                bits &= bits.wrapping_sub(1);
            }
        }
        self.len = end;
    }

    /// Writes the last moves of a set, where less than a stride is left.
    #[cold]
    fn write_last(&mut self, bits: u64, end: usize, move_to: impl Fn(u32) -> Intent) {
        let start = end - bits.count_ones() as usize;
        for (place, square) in self.moves[start..end].iter_mut().zip(SquareSet(bits.into())) {
            *place = move_to(square.index() as u32);
        }
        self.len = end;
    }
}

/// The same where sets are short: the moves of each are written so many at a time.
const CHUNK: usize = 3;

impl<const CAPACITY: usize> MoveList<CAPACITY> {
    /// Takes a move for each bit of some sets where the array has no room to write too many.
    #[cold]
    #[inline(never)]
    fn each_near_the_end<const SETS: usize>(
        &mut self,
        sets: [u64; SETS],
        intent: impl Fn(usize, usize) -> Intent,
    ) {
        for (set, mut bits) in sets.into_iter().enumerate() {
            while bits != 0 {
                self.push(intent(set, bits.trailing_zeros() as usize));
                bits &= bits - 1;
            }
        }
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
        let high = Path { bits: path.bits + (64 << path.shift), ..path };
        self.write(ends.0 as u64, |number| Intent::from_bits(path.bits | number << path.shift));
        self.write((ends.0 >> 64) as u64, |number| Intent::from_bits(high.bits + (number << path.shift)));
    }
    #[inline]
    fn shift(&mut self, ends: SquareSet, by: isize) {
        // Start and end grow together: a move is the first square's plus so many times one more of both.
        let first = Intent::from_to(Square::new(0), Square::new(0)).bits();
        let move_to = |number: u32| {
            Intent::from_bits(first.wrapping_add(number.wrapping_mul(1 | 1 << 7)).wrapping_sub(by as u32))
        };
        self.write(ends.0 as u64, move_to);
        self.write((ends.0 >> 64) as u64, |number| move_to(number + 64));
    }
    #[inline(always)]
    fn each<const SETS: usize>(&mut self, sets: [u64; SETS], intent: impl Fn(usize, usize) -> Intent) {
        let mut len = self.len;
        for (set, bits) in sets.into_iter().enumerate() {
            let (mut rest, mut at) = (bits, len);
            loop {
                if at > CAPACITY.saturating_sub(CHUNK) {
                    return self.each_near_the_end(sets, intent);
                }
                for place in &mut self.moves[at..at + CHUNK] {
                    *place = intent(set, rest.trailing_zeros() as usize);
                    rest &= rest.wrapping_sub(1);
                }
                at += CHUNK;
                if rest == 0 {
                    break;
                }
            }
            len += bits.count_ones() as usize;
        }
        self.len = len;
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

    #[test]
    fn every_sink_takes_one_move_for_each_bit() {
        let sets = [1 << 63 | 0b1101, 0, 0b11];
        let intent = |set: usize, bit: usize| Intent::from_to(Square::new(set), Square::new(bit));
        let (mut count, mut any, mut none) = (MoveCount::default(), AnyMove::default(), AnyMove::default());
        // An array as long as the moves: nothing may be written past its end.
        let (mut moves, mut list) = (Vec::new(), MoveList::<6>::new());
        moves.each(sets, intent);
        count.each(sets, intent);
        any.each(sets, intent);
        none.each([0, 0], intent);
        list.each(sets, intent);
        let expected = [(0, 0), (0, 2), (0, 3), (0, 63), (2, 0), (2, 1)].map(|(set, bit)| intent(set, bit));
        assert_eq!((&moves[..], list.as_slice()), (&expected[..], &expected[..]));
        assert_eq!((count.0, any.0, none.0), (6, true, false));
    }
}
