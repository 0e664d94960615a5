use crate::Square;

/// An ordered list of up to eight distinct squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SquareQueue(u64);

impl SquareQueue {
    /// Maximum number of squares in the list.
    pub const LIMIT: usize = 8;

    /// Appends a square, unless it is already in the list or the list is full.
    #[inline]
    pub fn push(&mut self, square: Square) {
        let known = self.squares().count();
        if known < Self::LIMIT && !self.squares().any(|other| other == square) {
            self.0 |= (square.index() as u64 + 1) << (8 * known);
        }
    }

    /// Removes and returns the first square.
    #[inline]
    pub fn pop(&mut self) -> Option<Square> {
        let first = self.squares().next();
        self.0 >>= 8;
        first
    }

    /// Returns the squares in order.
    #[inline]
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..Self::LIMIT)
            .map(move |index| self.0 >> (8 * index) & 0xFF)
            .take_while(|&byte| byte != 0)
            .map(|byte| Square::new(byte as usize - 1))
    }

    /// Returns whether the list is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns a value that is equal only for equal lists, and 0 for the empty list.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_keeps_its_order_and_holds_each_square_once() {
        let [a, b] = [0, 126].map(Square::new);
        let mut queue = SquareQueue::default();
        for square in [b, a, b] {
            queue.push(square);
        }
        assert_eq!(queue.squares().collect::<Vec<_>>(), [b, a]);
        assert_eq!((queue.pop(), queue.pop(), queue.pop()), (Some(b), Some(a), None));
        assert!(queue.is_empty());
    }

    #[test]
    fn a_full_queue_takes_no_more() {
        let mut queue = SquareQueue::default();
        (0..20).map(Square::new).for_each(|square| queue.push(square));
        assert_eq!(queue.squares().count(), SquareQueue::LIMIT);
    }
}
