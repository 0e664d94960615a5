use entourage_kernel::{Square, mix};

use crate::cells::Cells;

/// Tells how far a turn has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// Nothing has been done yet; so many turns before were passes: 0, 1 or, in a finished game, 2.
    Start { passes: u8 },
    /// Free actions were taken, the main action is to come.
    Acting,
    /// A piece may go on.
    Moving(Moving),
}

/// Describes who may go on, and who comes after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moving {
    pub(crate) stage: Stage,
    /// Where the piece stands.
    pub(crate) at: Square,
    /// The spaces on which its chain may not land, its own included (G2); empty before its first jump.
    pub(crate) barred: Cells,
    /// The jolted pieces whose extra moves come after this piece's.
    pub(crate) jolted: Queue,
}

/// Names the part of a turn in which a piece moves (G8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// The main action: a chain under way.
    Main,
    /// The second move that Sacrifice gives.
    Second,
    /// The extra move that Jolt gives.
    Extra,
}

impl Moving {
    /// Tells whether the piece has begun a chain of jumps, and so may only jump on.
    #[inline]
    pub(crate) fn in_chain(&self) -> bool {
        !self.barred.is_empty()
    }
}

impl Turn {
    /// Returns well-spread bits, equal for equal turns.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        match self {
            Self::Start { passes } => u64::from(*passes),
            Self::Acting => 3,
            Self::Moving(moving) => {
                let number = 4 + moving.stage as u64 + 8 * moving.at.index() as u64;
                mix(number ^ mix(moving.barred.bits() ^ mix(moving.jolted.0)))
            }
        }
    }
}

/// Lists up to eight squares in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Queue(u64);

impl Queue {
    /// Adds a square at the end, unless it is listed already.
    #[inline]
    pub(crate) fn push(&mut self, square: Square) {
        if !self.squares().any(|other| other == square) {
            let index = self.squares().count();
            self.0 |= (square.index() as u64 + 1) << (8 * index);
        }
    }

    /// Takes the first square out.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Square> {
        let first = self.squares().next();
        self.0 >>= 8;
        first
    }

    /// Lists the squares in order.
    pub(crate) fn squares(self) -> impl Iterator<Item = Square> {
        (0..8)
            .map(move |index| self.0 >> (8 * index) & 0xFF)
            .take_while(|&byte| byte != 0)
            .map(|byte| Square::new(byte as usize - 1))
    }

    /// Tells whether no square is listed.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_keeps_its_order_and_holds_each_square_once() {
        let [a, b] = [0, 46].map(Square::new);
        let mut queue = Queue::default();
        for square in [b, a, b] {
            queue.push(square);
        }
        assert_eq!(queue.squares().collect::<Vec<_>>(), [b, a]);
        assert_eq!((queue.pop(), queue.pop(), queue.pop()), (Some(b), Some(a), None));
        assert!(queue.is_empty());
    }
}
