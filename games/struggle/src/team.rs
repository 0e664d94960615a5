use entourage_kernel::{Kind, mix};

use crate::piece::{COLOURS, KINDS};
use crate::rules::Rule;

/// Holds a player's Rules: which, bound to which piece, and which of the once-only ones are spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Team {
    held: u16,
    spent: u16,
    /// The bound Rule of each kind, one more than its number; 0 for none.
    bound: [u8; KINDS],
}

impl Team {
    /// Adds a Rule that belongs to the whole team.
    pub(crate) fn hold(&mut self, rule: Rule) {
        self.held |= rule.bit();
    }

    /// Adds a Rule that belongs to one piece.
    pub(crate) fn bind(&mut self, rule: Rule, kind: Kind) {
        self.held |= rule.bit();
        self.bound[kind.index()] = rule as u8 + 1;
    }

    /// Spends a once-only Rule.
    pub(crate) fn spend(&mut self, rule: Rule) {
        self.spent |= rule.bit();
    }

    /// Takes away the Rule of a piece that is gone.
    pub(crate) fn lose(&mut self, kind: Kind) {
        if let Some(rule) = self.rule_of(kind) {
            self.held &= !rule.bit();
            self.spent &= !rule.bit();
            self.bound[kind.index()] = 0;
        }
    }

    /// Tells whether the team still has a Rule, spent or not.
    #[inline]
    pub(crate) fn has(self, rule: Rule) -> bool {
        self.held & rule.bit() != 0
    }

    /// Tells whether a once-only Rule is spent.
    #[inline]
    pub(crate) fn is_spent(self, rule: Rule) -> bool {
        self.spent & rule.bit() != 0
    }

    /// Tells whether the team has a Rule that is not spent.
    #[inline]
    pub(crate) fn may_use(self, rule: Rule) -> bool {
        self.held & !self.spent & rule.bit() != 0
    }

    /// Tells whether a Rule is bound to a kind, spent or not.
    #[inline]
    pub(crate) fn is_bound(self, rule: Rule, kind: Kind) -> bool {
        self.bound[kind.index()] == rule as u8 + 1
    }

    /// Returns the Rule bound to a kind, if any.
    #[inline]
    pub(crate) fn rule_of(self, kind: Kind) -> Option<Rule> {
        Rule::ALL.get(usize::from(self.bound[kind.index()]).wrapping_sub(1)).copied()
    }

    /// Returns the kind a Rule is bound to, if it is.
    pub(crate) fn kind_of(self, rule: Rule) -> Option<Kind> {
        COLOURS.into_iter().find(|&kind| self.is_bound(rule, kind))
    }

    /// Lists the team's Rules in the order of the table.
    pub(crate) fn rules(self) -> impl Iterator<Item = Rule> {
        Rule::ALL.into_iter().filter(move |&rule| self.has(rule))
    }

    /// Returns well-spread bits, equal for equal teams.
    #[inline]
    pub(crate) fn key(self) -> u64 {
        let bound = self.bound.iter().fold(0, |bits, &rule| bits << 4 | u64::from(rule));
        mix(u64::from(self.held) | u64::from(self.spent) << 16 | bound << 32)
    }
}
