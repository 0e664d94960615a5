use std::fmt;

use crate::{Misfit, Square};

/// A move as up to four squares, in the order in which a player clicks them, and a game-specific choice from 0 to 15
/// (0 for none, other values for promotions or special moves), packed into four bytes.
///
/// The lowest bits hold the last square, followed by the first square and the squares between. Each two-square move of
/// a piece is thus a constant plus the index of the target square, so lists of moves can be written fast.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Intent(u32);

const ABSENT: u32 = 127;
const NO_SQUARES: u32 = ABSENT | ABSENT << 7 | ABSENT << 14 | ABSENT << 21;

#[derive(Clone, Copy)]
enum Slot {
    Last = 0,
    First = 7,
    Second = 14,
    Third = 21,
}

impl Intent {
    /// Creates an intent with a choice and no squares. Panics if `choice` is above 15.
    #[inline]
    pub const fn choice_only(choice: u8) -> Self {
        assert!(choice < 16);
        Self(NO_SQUARES | (choice as u32) << 28)
    }

    /// Creates an intent from two squares, with choice 0.
    #[inline]
    pub const fn from_to(from: Square, to: Square) -> Self {
        Self((NO_SQUARES & !0x3FFF) | to.index() as u32 | (from.index() as u32) << 7)
    }

    /// Creates an intent from three squares, with choice 0.
    #[inline]
    pub const fn through(from: Square, middle: Square, to: Square) -> Self {
        Self(
            (NO_SQUARES & !0x1F_FFFF)
                | to.index() as u32
                | (from.index() as u32) << 7
                | (middle.index() as u32) << 14,
        )
    }

    /// Creates an intent from a list of squares, with choice 0. Panics if there are more than four squares.
    pub const fn of(squares: &[Square]) -> Self {
        match *squares {
            [] => Self(NO_SQUARES),
            [only] => Self(NO_SQUARES & !(ABSENT << 7) | (only.index() as u32) << 7),
            [from, to] => Self::from_to(from, to),
            [from, middle, to] => Self::through(from, middle, to),
            [from, second, third, to] => {
                Self(Self::through(from, second, to).0 & !(ABSENT << 21) | (third.index() as u32) << 21)
            }
            _ => panic!("an intent has at most four squares"),
        }
    }

    /// Creates an intent from a list of squares, with choice 0; fails if there are more than four.
    pub const fn try_of(squares: &[Square]) -> Result<Self, Misfit> {
        if squares.len() > 4 {
            return Err(Misfit::IntentSquares { found: squares.len() });
        }
        Ok(Self::of(squares))
    }

    /// Returns the intent with its choice replaced; fails if `choice` is above 15.
    pub const fn try_with_choice(self, choice: u8) -> Result<Self, Misfit> {
        if choice < 16 { Ok(self.with_choice(choice)) } else { Err(Misfit::Choice { found: choice }) }
    }

    /// Returns the intent with its choice replaced. Panics if `choice` is above 15.
    #[inline]
    pub const fn with_choice(self, choice: u8) -> Self {
        assert!(choice < 16);
        Self(self.0 & 0x0FFF_FFFF | (choice as u32) << 28)
    }

    /// Returns the choice, 0 to 15.
    #[inline]
    pub const fn choice(self) -> u8 {
        (self.0 >> 28) as u8
    }

    #[inline]
    const fn at(self, slot: Slot) -> Option<Square> {
        let index = self.0 >> slot as u32 & ABSENT;
        if index == ABSENT { None } else { Some(Square::new(index as usize)) }
    }

    /// Returns the square at an index (0 to 3), or `None` if the intent has fewer squares.
    #[inline]
    pub const fn square(self, index: usize) -> Option<Square> {
        match (index, self.at(Slot::Second), self.at(Slot::Third)) {
            (0, _, _) => self.at(Slot::First),
            (1, None, _) | (2, Some(_), None) | (3, _, Some(_)) => self.at(Slot::Last),
            (1, second, _) => second,
            (2, _, third) => third,
            _ => None,
        }
    }

    /// Returns the two squares if there are exactly two and the choice is 0.
    #[inline]
    pub const fn as_from_to(self) -> Option<[Square; 2]> {
        if self.0 >> 14 == NO_SQUARES >> 14 { self.ends() } else { None }
    }

    /// Returns the three squares if there are exactly three and the choice is 0.
    #[inline]
    pub const fn as_through(self) -> Option<[Square; 3]> {
        if self.0 >> 21 != NO_SQUARES >> 21 {
            return None;
        }
        match (self.at(Slot::First), self.at(Slot::Second), self.at(Slot::Last)) {
            (Some(from), Some(middle), Some(to)) => Some([from, middle, to]),
            _ => None,
        }
    }

    /// Returns the first square, where the moving piece starts.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        self.at(Slot::First)
    }

    /// Returns the last square, usually where the move ends.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        match self.at(Slot::Last) {
            None => self.first(),
            last => last,
        }
    }

    /// Returns the first and the last square, or `None` if there are fewer than two.
    #[inline]
    pub const fn ends(self) -> Option<[Square; 2]> {
        match (self.at(Slot::First), self.at(Slot::Last)) {
            (Some(from), Some(to)) => Some([from, to]),
            _ => None,
        }
    }

    /// Returns the squares in order.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..4).map_while(move |index| self.square(index))
    }

    /// Returns the number of squares, 0 to 4.
    pub fn len(self) -> usize {
        self.squares().count()
    }

    /// Returns whether the intent has no squares.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.first().is_none()
    }

    /// Returns the intent with a function applied to every square.
    pub fn map_squares(self, image: impl Fn(Square) -> Square) -> Self {
        let squares: arrayvec::ArrayVec<Square, 4> = self.squares().map(image).collect();
        Self::of(&squares).with_choice(self.choice())
    }

    /// Returns the packed representation, for storage in tables.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Creates an intent from the packed representation that [`bits`](Self::bits) returns.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl fmt::Debug for Intent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.squares()).finish()?;
        if self.choice() != 0 { write!(f, "={}", self.choice()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_choice_round_trip() {
        let [a, b, c, d] = [0, 126, 5, 77].map(Square::new);
        assert_eq!(Intent::of(&[a, b]), Intent::from_to(a, b));
        assert_eq!(Intent::of(&[a, b, c]), Intent::through(a, b, c));
        let four = Intent::of(&[a, b, c, d]).with_choice(15);
        assert_eq!(four.squares().collect::<Vec<_>>(), [a, b, c, d]);
        assert_eq!((four.choice(), four.len(), four.last()), (15, 4, Some(d)));
        let two = Intent::from_to(a, b);
        assert_eq!((two.as_from_to(), two.as_through()), (Some([a, b]), None));
        assert_eq!(Intent::through(a, b, c).as_through(), Some([a, b, c]));
        for other in [Intent::of(&[a]), Intent::through(a, b, c), Intent::from_to(a, b).with_choice(1)] {
            assert_eq!(other.as_from_to(), None);
        }
        assert_eq!((four.as_through(), Intent::of(&[a, b]).as_through()), (None, None));
        assert!(Intent::choice_only(1).is_empty());
        let one = Intent::of(&[a]);
        assert_eq!((one.first(), one.last(), one.square(1), one.len()), (Some(a), Some(a), None, 1));
        assert_eq!((one.ends(), four.ends()), (None, Some([a, d])));
        assert_eq!(Intent::of(&[]), Intent::choice_only(0));
        assert_eq!([0, 1, 2, 3, 4].map(|index| four.square(index)), [Some(a), Some(b), Some(c), Some(d), None]);
        assert_eq!([1, 2, 3].map(|index| Intent::through(a, b, c).square(index)), [Some(b), Some(c), None]);
        assert_eq!(Intent::from_bits(four.bits()), four);
    }
}
