use crate::{Intent, SmallSet, Square, SquareSet};

/// A receiver of generated moves; most methods add many at once. Generators are compiled separately for each sink type.
pub trait MoveSink {
    /// Adds a single move.
    fn push(&mut self, intent: Intent);
    /// Adds one move for each square in `ends`: the move that follows `path` and ends on that square.
    #[inline]
    fn fan(&mut self, path: Path, ends: SquareSet) {
        ends.into_iter().for_each(|end| self.push(path.to(end)));
    }
    /// Adds a two-square move for each square in `ends`: to that square, from the square whose index is lower by `by`.
    #[inline]
    fn shift(&mut self, ends: SquareSet, by: isize) {
        for end in ends {
            let start = Square::new((end.index() as isize - by) as usize);
            self.fan(Path::from(start), SquareSet::of(end));
        }
    }
    /// Adds one move for each 1 bit in `sets`: for bit `b` of `sets[s]`, the move that `intent(s, b)` returns.
    ///
    /// `intent` may also be called for bit 64; that result is discarded.
    #[inline]
    fn each<const SETS: usize>(&mut self, sets: [u64; SETS], intent: impl Fn(usize, usize) -> Intent) {
        push_each(self, sets, intent);
    }
    /// Like [`fan`](Self::fan) for a small set, using [`each`](Self::each).
    #[inline(always)]
    fn fan_small(&mut self, path: Path, ends: SmallSet) {
        self.each([ends.0], |_, end| path.to(Square::new(end)));
    }
    /// Like [`shift`](Self::shift) for several small sets, each with its own distance, using [`each`](Self::each).
    #[inline(always)]
    fn shift_small<const SETS: usize>(&mut self, sets: [SmallSet; SETS], by: [isize; SETS]) {
        self.each(sets.map(|ends| ends.0), |set, end| {
            let start = (end as isize - by[set]) as usize & 63;
            Intent::from_to(Square::new(start), Square::new(end))
        });
    }
    /// Returns whether the generator can stop because no more moves are needed.
    #[inline]
    fn is_full(&self) -> bool {
        false
    }
}

/// Implements [`MoveSink::each`] by adding the moves one at a time.
#[inline]
fn push_each<S: MoveSink + ?Sized, const SETS: usize>(
    sink: &mut S,
    sets: [u64; SETS],
    intent: impl Fn(usize, usize) -> Intent,
) {
    for (set, mut bits) in sets.into_iter().enumerate() {
        while bits != 0 {
            sink.push(intent(set, bits.trailing_zeros() as usize));
            bits &= bits - 1;
        }
    }
}

/// A move without its last square, shared by moves that differ only in that square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path(u32);

impl Path {
    /// Creates the path of two-square moves from a square, with choice 0.
    #[inline]
    pub const fn from(from: Square) -> Self {
        Self(Intent::from_to(from, Square::new(0)).bits())
    }

    /// Creates the path of three-square moves from a square through another, with choice 0.
    #[inline]
    pub const fn through(from: Square, middle: Square) -> Self {
        Self(Intent::through(from, middle, Square::new(0)).bits())
    }

    /// Returns the path with another choice for its moves. Panics if `choice` is above 15.
    #[inline]
    pub const fn with_choice(self, choice: u8) -> Self {
        Self(Intent::from_bits(self.0).with_choice(choice).bits())
    }

    /// Returns the move that follows the path and ends on a square.
    #[inline]
    pub const fn to(self, end: Square) -> Intent {
        self.pack(end.index() as u32)
    }

    #[inline]
    const fn pack(self, number: u32) -> Intent {
        // The bits of the last square are zero, so adding its number is one instruction.
        Intent::from_bits(self.0.wrapping_add(number))
    }

    /// Returns whether the moves on this path pass through a middle square.
    #[inline]
    pub const fn is_bent(self) -> bool {
        Intent::from_bits(self.0).square(2).is_some()
    }
}

impl MoveSink for Vec<Intent> {
    #[inline]
    fn push(&mut self, intent: Intent) {
        self.push(intent);
    }
    #[inline]
    fn fan(&mut self, path: Path, ends: SquareSet) {
        push_all(self, ends, |number| path.pack(number));
    }
    #[inline]
    fn shift(&mut self, ends: SquareSet, by: isize) {
        push_all(self, ends, shifted(by));
    }
}

#[inline]
fn push_all(moves: &mut Vec<Intent>, ends: SquareSet, pack: impl Fn(u32) -> Intent) {
    let mut push_half = |mut bits: u64, offset: u32| {
        while bits != 0 {
            moves.push(pack(offset + bits.trailing_zeros()));
            bits &= bits - 1;
        }
    };
    push_half(ends.0 as u64, 0);
    push_half((ends.0 >> 64) as u64, 64);
}

/// Returns a function from a target index to the two-square move that starts `by` indices lower.
#[inline]
fn shifted(by: isize) -> impl Fn(u32) -> Intent {
    // In every move, the two squares are equally far apart, so each move is `first` plus a multiple of a constant.
    let first = Intent::from_to(Square::new(0), Square::new(0)).bits().wrapping_sub((by as u32) << 7);
    move |number| Intent::from_bits(first.wrapping_add(number.wrapping_mul(1 | 1 << 7)))
}

/// A sink that counts moves instead of listing them.
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

/// A sink that records whether there is any move and then stops the generator.
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

/// A list of moves with fixed capacity on the stack, for loops that must not allocate. Panics if the capacity is exceeded.
#[derive(Clone)]
pub struct MoveList<const CAPACITY: usize> {
    moves: [Intent; CAPACITY],
    len: usize,
}

impl<const CAPACITY: usize> MoveList<CAPACITY> {
    /// Creates an empty list.
    pub const fn new() -> Self {
        Self { moves: [Intent::choice_only(0); CAPACITY], len: 0 }
    }

    /// Returns the moves.
    #[inline]
    pub fn as_slice(&self) -> &[Intent] {
        &self.moves[..self.len]
    }

    /// Removes all moves from the list.
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

/// Number of moves written at a time, without a branch per move, which would be mispredicted at the end of every set.
/// Surplus moves written after the last move of a set are overwritten by the moves of the next set.
const STRIDE: usize = 4;
const ROOM: usize = 128 + STRIDE;

impl<const CAPACITY: usize> MoveList<CAPACITY> {
    /// Adds a move for every square of a set; `move_to` may be called with an invalid index for a move that is overwritten.
    #[inline]
    fn extend(&mut self, ends: SquareSet, move_to: impl Fn(u32) -> Intent) {
        let Some(room) = self.moves.get_mut(self.len..).and_then(|rest| rest.first_chunk_mut::<ROOM>()) else {
            return self.extend_near_the_end(ends, move_to);
        };
        let (low, high) = (ends.0 as u64, (ends.0 >> 64) as u64);
        let lows = low.count_ones() as usize;
        write(room, 0, low, &move_to);
        write(room, lows, high, |number| move_to(number + 64));
        self.len += lows + high.count_ones() as usize;
    }

    /// Like `extend`, but near the end of the array, where surplus moves would not fit.
    #[cold]
    fn extend_near_the_end(&mut self, ends: SquareSet, move_to: impl Fn(u32) -> Intent) {
        ends.into_iter().for_each(|end| self.push(move_to(end.index() as u32)));
    }
}

/// Writes one move for each bit of one half of a set, starting at index `at`.
#[inline]
fn write(room: &mut [Intent; ROOM], mut at: usize, mut bits: u64, move_to: impl Fn(u32) -> Intent) {
    while bits != 0 {
        for slot in &mut room[at & 127..][..STRIDE] {
            *slot = move_to(bits.trailing_zeros());
            bits &= bits.wrapping_sub(1);
        }
        at += STRIDE;
    }
}

/// Like [`STRIDE`], for [`MoveSink::each`], whose sets are small.
const CHUNK: usize = 3;

impl<const CAPACITY: usize> MoveList<CAPACITY> {
    /// Like `each`, but near the end of the array, where surplus moves would not fit.
    #[cold]
    #[inline(never)]
    fn each_near_the_end<const SETS: usize>(
        &mut self,
        sets: [u64; SETS],
        intent: impl Fn(usize, usize) -> Intent,
    ) {
        push_each(self, sets, intent);
    }
}

impl<const CAPACITY: usize> MoveSink for MoveList<CAPACITY> {
    #[inline]
    fn push(&mut self, intent: Intent) {
        self.moves[self.len] = intent;
        self.len += 1;
    }
    #[inline]
    fn fan(&mut self, path: Path, ends: SquareSet) {
        self.extend(ends, |number| path.pack(number));
    }
    #[inline]
    fn shift(&mut self, ends: SquareSet, by: isize) {
        self.extend(ends, shifted(by));
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
                for slot in &mut self.moves[at..at + CHUNK] {
                    *slot = intent(set, rest.trailing_zeros() as usize);
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
    fn sinks_agree_on_paths() {
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
        assert_eq!((Path::from(b).with_choice(4).is_bent(), Path::through(b, a).is_bent()), (false, true));
    }

    #[test]
    fn sinks_agree_on_bits() {
        let sets = [1 << 63 | 0b1101, 0, 0b11];
        let intent = |set: usize, bit: usize| Intent::from_to(Square::new(set), Square::new(bit));
        let (mut count, mut any, mut none) = (MoveCount::default(), AnyMove::default(), AnyMove::default());
        // The array is exactly as long as the list of moves, to detect writes past its end.
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

    #[test]
    fn a_move_list_agrees_with_a_vector_up_to_its_capacity() {
        let mut random = crate::Random::new(5);
        for _ in 0..200 {
            let (mut moves, mut list) = (Vec::new(), MoveList::<200>::new());
            loop {
                let bits =
                    |random: &mut crate::Random| u128::from(random.bits()) << 64 | u128::from(random.bits());
                let ends =
                    SquareSet(bits(&mut random) & bits(&mut random) & bits(&mut random) & (u128::MAX >> 1));
                if moves.len() + ends.len() > 200 {
                    break;
                }
                let start = Square::new(random.below(127));
                moves.fan(Path::from(start), ends);
                list.fan(Path::from(start), ends);
                let stepped = SquareSet(ends.0 & !0xFFF);
                if moves.len() + stepped.len() <= 200 {
                    moves.shift(stepped, 12);
                    list.shift(stepped, 12);
                }
                assert_eq!(list.as_slice(), moves);
            }
        }
    }
}
