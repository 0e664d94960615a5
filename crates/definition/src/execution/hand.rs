use entourage_kernel::{Kind, mix};

use crate::model::MAX_CARDS;

/// A side's cards: the kind that bears each card, and which cards are spent.
///
/// Contains one byte per card: 0 if the side does not have the card, otherwise the bearer's kind + 1.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Hand(u128);

const SPENT: u128 = 0x80;
const WHO: u128 = 0x7F;
const _: () = assert!(MAX_CARDS * 8 <= u128::BITS as usize && Kind::LIMIT < WHO as usize);

impl Hand {
    const fn entry(self, card: usize) -> u128 {
        self.0 >> (8 * card) & 0xFF
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn give(&mut self, card: usize, kind: Kind) {
        self.lose(card);
        self.0 |= (kind.index() as u128 + 1) << (8 * card);
    }

    pub(crate) fn spend(&mut self, card: usize) {
        self.0 |= SPENT << (8 * card);
    }

    pub(crate) fn lose(&mut self, card: usize) {
        self.0 &= !(0xFF << (8 * card));
    }

    pub(crate) fn bearer(self, card: usize) -> Option<Kind> {
        let who = self.entry(card) & WHO;
        (who > 0).then(|| Kind(who as u8 - 1))
    }

    pub(crate) fn is_spent(self, card: usize) -> bool {
        self.entry(card) & SPENT != 0
    }

    pub(crate) fn cards(self) -> impl Iterator<Item = (usize, Kind)> {
        (0..MAX_CARDS).filter_map(move |card| Some((card, self.bearer(card)?)))
    }

    /// Returns a hash of the hand; 0 if the side has no card.
    pub(crate) fn key(self) -> u64 {
        if self.is_empty() { 0 } else { mix(self.0 as u64 ^ mix((self.0 >> 64) as u64 ^ 5)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_assigned_spent_and_lost_independently() {
        for card in 0..MAX_CARDS {
            let mut hand = Hand::default();
            let other = (card + 1) % MAX_CARDS;
            hand.give(card, Kind(3));
            hand.give(other, Kind(0));
            hand.spend(card);
            assert_eq!((hand.bearer(card), hand.is_spent(card)), (Some(Kind(3)), true));
            assert_eq!((hand.bearer(other), hand.is_spent(other)), (Some(Kind(0)), false));
            assert_eq!(hand.cards().count(), 2);
            hand.lose(card);
            assert_eq!(hand.cards().collect::<Vec<_>>(), [(other, Kind(0))]);
            hand.lose(other);
            assert!(hand.is_empty() && hand.key() == 0);
        }
    }
}
