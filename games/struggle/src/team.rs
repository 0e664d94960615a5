use entourage_kernel::Kind;

use crate::piece::{GREY, WHITE};
use crate::rule::Rule;

/// A player's Rules, the pieces that carry them, and which single-use Rules are spent.
///
/// Each Rule has four bits: one is set if the Rule is spent, and three encode its holder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Team(u64);

const SPENT: u64 = 8;
const ONES: u64 = u64::from_ne_bytes([0x11; 8]);
/// Mask of a Rule's holder: 0 for none, otherwise the kind of the piece plus one.
const WHO: u64 = 7;
/// The holder of a Rule that belongs to the whole team: White's number, because White cannot carry a Rule.
const ALL: u64 = holder(WHITE);

const fn holder(kind: Kind) -> u64 {
    kind.index() as u64 + 1
}

const fn shift(rule: Rule) -> u32 {
    4 * rule as u32
}

impl Team {
    const fn entry(self, rule: Rule) -> u64 {
        self.0 >> shift(rule) & (SPENT | WHO)
    }

    pub(crate) fn hold(&mut self, rule: Rule) {
        self.0 |= ALL << shift(rule);
    }

    pub(crate) fn bind(&mut self, rule: Rule, kind: Kind) {
        debug_assert!(kind != WHITE && kind != GREY);
        self.0 |= holder(kind) << shift(rule);
    }

    pub(crate) fn spend(&mut self, rule: Rule) {
        self.0 |= SPENT << shift(rule);
    }

    #[inline]
    pub(crate) fn lose(&mut self, kind: Kind) {
        if let Some(rule) = self.rule_of(kind) {
            self.0 &= !((SPENT | WHO) << shift(rule));
        }
    }

    #[inline]
    pub(crate) fn is_plain(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) fn has(self, rule: Rule) -> bool {
        self.entry(rule) & WHO != 0
    }

    #[inline]
    pub(crate) fn is_spent(self, rule: Rule) -> bool {
        self.entry(rule) & SPENT != 0
    }

    #[inline]
    pub(crate) fn may_use(self, rule: Rule) -> bool {
        self.has(rule) && !self.is_spent(rule)
    }

    #[inline]
    pub(crate) fn is_bound(self, rule: Rule, kind: Kind) -> bool {
        self.entry(rule) & WHO == holder(kind)
    }

    #[inline]
    pub(crate) fn rule_of(self, kind: Kind) -> Option<Rule> {
        // White's number means the whole team, so it is excluded.
        let each = |bits| bits * ONES;
        let others = (self.0 & each(WHO)) ^ each(holder(kind));
        let found = !(others + each(WHO)) & each(SPENT);
        if found == 0 || kind == WHITE { None } else { Some(Rule::ALL[found.trailing_zeros() as usize / 4]) }
    }

    #[inline]
    pub(crate) fn kind_of(self, rule: Rule) -> Option<Kind> {
        match self.entry(rule) & WHO {
            0 | ALL => None,
            who => Some(Kind(who as u8 - 1)),
        }
    }

    #[inline]
    pub(crate) fn rules(self) -> impl Iterator<Item = Rule> {
        let mut held = (self.0 | self.0 >> 1 | self.0 >> 2) & ONES;
        std::iter::from_fn(move || {
            let rule = *Rule::ALL.get(held.trailing_zeros() as usize / 4)?;
            held &= held - 1;
            Some(rule)
        })
    }

    #[inline]
    pub(crate) fn key(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::COLOURS;

    #[test]
    fn rules_are_held_bound_spent_and_lost_independently() {
        for rule in Rule::ALL {
            let mut team = Team::default();
            team.hold(rule);
            assert!(team.has(rule) && team.may_use(rule) && team.kind_of(rule).is_none(), "{rule:?}");
            assert_eq!(team.rules().collect::<Vec<_>>(), [rule]);
            assert!([WHITE, GREY].into_iter().chain(COLOURS).all(|kind| team.rule_of(kind).is_none()));
            for (kind, other) in COLOURS.into_iter().zip(Rule::ALL.into_iter().filter(|&other| other != rule)) {
                let mut team = team;
                team.bind(other, kind);
                team.spend(other);
                assert_eq!((team.rule_of(kind), team.kind_of(other)), (Some(other), Some(kind)));
                assert!(team.is_bound(other, kind) && team.has(other) && !team.may_use(other));
                assert!(!team.is_bound(other, WHITE) && team.may_use(rule));
                team.lose(GREY);
                assert_eq!(team.rules().count(), 2);
                team.lose(kind);
                assert_eq!(team.rules().collect::<Vec<_>>(), [rule]);
            }
        }
    }
}
