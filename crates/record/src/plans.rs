use entourage_kernel::Side;

use crate::{Course, Plan, Reply, Seat, Version};

/// The conditional moves of both sides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plans([Option<Ready>; 2]);

/// A side's conditional moves, and the point in the game at which they begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ready {
    /// Number of moves from the start of the game after which the plan begins.
    pub after: usize,
    /// The conditional moves from that point on.
    pub plan: Plan,
}

impl Ready {
    /// Returns the text to store; empty for an empty plan.
    pub fn stored(&self) -> String {
        if self.plan.is_empty() { String::new() } else { format!("{} {}", self.after, self.plan) }
    }

    /// Returns the version of a side's stored plan; without a plan, the version of the empty text.
    pub fn version(ready: Option<&Self>) -> Version {
        Version::of(&ready.map(Self::stored).unwrap_or_default())
    }

    /// Parses stored text; `None` if it is invalid.
    pub fn of_stored(text: &str) -> Option<Self> {
        let (after, plan) = text.split_once(' ')?;
        let plan: Plan = plan.parse().ok()?;
        Some(Self { after: after.parse().ok()?, plan }).filter(|ready| !ready.plan.is_empty())
    }
}

impl Plans {
    /// Returns a side's plan.
    pub fn of(&self, side: Side) -> Option<&Ready> {
        self.0[side.index()].as_ref()
    }

    /// Replaces a side's plan; an empty plan removes it.
    pub fn set(&mut self, side: Side, ready: Ready) {
        self.0[side.index()] = Some(ready).filter(|ready| !ready.plan.is_empty());
    }

    /// Returns the reply that the game's moves trigger, if any, and drops plans that no longer match these moves.
    pub fn take_due(&mut self, moves: &[String]) -> Option<(Side, Reply)> {
        for side in Side::BOTH {
            let Some(Ready { after, plan }) = &self.0[side.index()] else { continue };
            let reply = match moves.get(*after..).map(|played| plan.course(played)) {
                Some(Course::Waits) => continue,
                Some(Course::Answers(reply)) => Some(reply.clone()),
                Some(Course::Left) | None => None,
            };
            self.0[side.index()] = None;
            if let Some(reply) = reply {
                return Some((side, reply));
            }
        }
        None
    }

    /// Returns the seats whose plans differ from those in `stored`, each with the text to store.
    pub fn changes(&self, stored: &Self) -> Vec<(Seat, String)> {
        let changed = Side::BOTH.into_iter().filter(|side| self.of(*side) != stored.of(*side));
        changed.map(|side| (Seat::Side(side), self.of(side).map(Ready::stored).unwrap_or_default())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ready(after: usize, text: &str) -> Ready {
        Ready { after, plan: text.parse().unwrap() }
    }

    fn moves(list: &[&str]) -> Vec<String> {
        list.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn a_reply_is_due_only_after_the_whole_turn() {
        let mut plans = Plans::default();
        let kept = ready(1, "b c > d { e > f }");
        plans.set(Side::First, kept.clone());
        assert_eq!(Ready::of_stored(&kept.stored()), Some(kept.clone()));
        assert_eq!(plans.take_due(&moves(&["a"])), None);
        assert_eq!(plans.take_due(&moves(&["a", "b"])), None);
        let same = plans.clone();
        assert_eq!(plans.changes(&same), []);
        let (side, reply) = plans.take_due(&moves(&["a", "b", "c"])).unwrap();
        assert_eq!((side, &reply), (Side::First, &kept.plan.branches[0].reply));
        assert_eq!(plans.changes(&same), [(Seat::Side(Side::First), String::new())]);
        // A plan is dropped when the game deviates from it, or when moves before the plan's start are taken back.
        for gone in [&["a", "x"][..], &[]] {
            let mut plans = same.clone();
            assert_eq!(plans.take_due(&moves(gone)), None);
            assert_eq!(plans, Plans::default());
        }
    }

    #[test]
    fn invalid_rows_are_rejected() {
        for bad in ["", "3", "3 ", "x a > b", "-1 a > b", "3 a >", "3  a > b"] {
            assert_eq!(Ready::of_stored(bad), None, "{bad}");
        }
    }
}
