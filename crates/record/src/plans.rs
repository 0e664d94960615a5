use entourage_kernel::Side;

use crate::{Course, Plan, Reply, Seat, Version};

/// Holds what each side has ready.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plans([Option<Ready>; 2]);

/// Holds what a side has ready from a place of the game on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ready {
    /// The number of moves that stand where it begins.
    pub after: usize,
    /// What is ready.
    pub plan: Plan,
}

impl Ready {
    /// Returns the text under which databases keep it; nothing where nothing is ready.
    pub fn stored(&self) -> String {
        if self.plan.is_empty() { String::new() } else { format!("{} {}", self.after, self.plan) }
    }

    /// Returns the version of what a side has ready, nothing included.
    pub fn version(ready: Option<&Self>) -> Version {
        Version::of(&ready.map(Self::stored).unwrap_or_default())
    }

    /// Reads what a database keeps; `None` if it is no plan.
    pub fn of_stored(text: &str) -> Option<Self> {
        let (after, plan) = text.split_once(' ')?;
        let plan: Plan = plan.parse().ok()?;
        Some(Self { after: after.parse().ok()?, plan }).filter(|ready| !ready.plan.is_empty())
    }
}

impl Plans {
    /// Returns what a side has ready.
    pub fn of(&self, side: Side) -> Option<&Ready> {
        self.0[side.index()].as_ref()
    }

    /// Has a side ready for something else; an empty plan is none.
    pub fn set(&mut self, side: Side, ready: Ready) {
        self.0[side.index()] = Some(ready).filter(|ready| !ready.plan.is_empty());
    }

    /// Returns the reply that is due when these moves stand, and drops plans that the game has left.
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

    /// Lists what of these plans is to be stored where a database has others.
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
    fn replies_are_due_when_the_whole_turn_was_played_and_not_before() {
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
        // A game that has gone elsewhere leaves a plan, and so does one that has gone back.
        for gone in [&["a", "x"][..], &[]] {
            let mut plans = same.clone();
            assert_eq!(plans.take_due(&moves(gone)), None);
            assert_eq!(plans, Plans::default());
        }
    }

    #[test]
    fn rows_that_are_no_plans_are_told() {
        for bad in ["", "3", "3 ", "x a > b", "-1 a > b", "3 a >", "3  a > b"] {
            assert_eq!(Ready::of_stored(bad), None, "{bad}");
        }
    }
}
