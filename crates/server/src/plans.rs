//! Moves that a side has ready for the other's: checked against the rules, and what is due of them.

use std::collections::HashSet;

use entourage_kernel::{Language, Side, TextError};
use entourage_registry::{AnyMatch, PlayError};
use entourage_store::{Branch, Course, Plan, Ply, Reply, Seat};

use crate::talk_failure::{PlanFault, PlanProblem, TalkFailure};

/// Holds what each side has ready.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Plans([Option<Ready>; 2]);

/// Holds what a side has ready from a place of the game on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ready {
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

    /// Has a side ready for something else, or for nothing.
    pub fn set(&mut self, side: Side, ready: Option<Ready>) {
        self.0[side.index()] = ready.filter(|ready| !ready.plan.is_empty());
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

/// Checks a side's plan by the rules, from a position in which the other side is to move.
pub(crate) fn check(
    plan: &Plan,
    live: &dyn AnyMatch,
    side: Side,
    language: Language,
) -> Result<(), TalkFailure> {
    Checking { side, language, line: Vec::new() }.plan(plan, live)
}

/// Walks through a plan.
struct Checking {
    side: Side,
    language: Language,
    /// The plies played up to here.
    line: Vec<String>,
}

impl Checking {
    fn plan(&mut self, plan: &Plan, live: &dyn AnyMatch) -> Result<(), TalkFailure> {
        let mut known = HashSet::new();
        for Branch { turn, reply } in &plan.branches {
            let depth = self.line.len();
            let mut live = live.copy();
            let first = &turn[0];
            if !known.insert(turn.iter().map(|ply| ply.text.as_str()).collect::<Vec<_>>()) {
                return Err(self.failure(first, PlanProblem::Twice));
            }
            self.turn(turn, live.as_mut(), !self.side)?;
            if live.status().outcome().is_some() {
                let last = turn.last().unwrap_or(first);
                let reply = match reply {
                    Reply::Play { turn, .. } => &turn[0],
                    Reply::Resign => last,
                };
                return Err(self.failure(reply, PlanProblem::Ended));
            }
            if let Reply::Play { turn, then } = reply {
                self.turn(turn, live.as_mut(), self.side)?;
                if let (true, Some(branch)) = (live.status().outcome().is_some(), then.branches.first()) {
                    return Err(self.failure(&branch.turn[0], PlanProblem::Ended));
                }
                self.plan(then, live.as_ref())?;
            }
            self.line.truncate(depth);
        }
        Ok(())
    }

    /// Plays a side's whole turn.
    fn turn(&mut self, turn: &[Ply], live: &mut dyn AnyMatch, side: Side) -> Result<(), TalkFailure> {
        for ply in turn {
            if live.status().outcome().is_some() {
                return Err(self.failure(ply, PlanProblem::Ended));
            }
            if live.side_to_move() != side {
                return Err(self.failure(ply, PlanProblem::OtherTurn));
            }
            live.play(&ply.text).map_err(|error| {
                let problem = match error {
                    PlayError::Text(error) => PlanProblem::Unreadable(error),
                    PlayError::Ended(_) => PlanProblem::Ended,
                    PlayError::Refused(refusal) => {
                        PlanProblem::Refused(live.refusal_sentences(&refusal, self.language))
                    }
                    // Plans are made in enforced games only, which know no turns by hand.
                    PlayError::Hand(error) => {
                        PlanProblem::Unreadable(TextError::new(&ply.text, 0, error.problem()))
                    }
                };
                self.failure(ply, problem)
            })?;
            self.line.push(ply.text.clone());
        }
        match (turn.last(), live.status().outcome()) {
            (Some(last), None) if live.side_to_move() == side => {
                Err(self.failure(last, PlanProblem::Unfinished))
            }
            _ => Ok(()),
        }
    }

    fn failure(&self, ply: &Ply, problem: PlanProblem) -> TalkFailure {
        let fault = PlanFault { text: ply.text.clone(), at: ply.at, line: self.line.clone(), problem };
        TalkFailure::Plan(Box::new(fault))
    }
}

#[cfg(test)]
#[path = "../tests/common/random_turn.rs"]
mod random_turn;

#[cfg(test)]
mod tests {
    use entourage_registry::{games, open};

    use super::random_turn::random_turn;
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
        plans.set(Side::First, Some(kept.clone()));
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

    /// In every game of the registry, turns of several plies among them.
    #[test]
    fn what_the_rules_allow_is_taken_and_what_they_refuse_is_named() {
        let mut random = entourage_kernel::Random::new(7);
        for name in games() {
            let game = open(name).unwrap();
            for _ in 0..20 {
                let start = game.begin(None).unwrap();
                let mut live = start.copy();
                let side = !live.side_to_move();
                let plies: Option<Vec<_>> = (0..4).map(|_| random_turn(live.as_mut(), &mut random)).collect();
                let Some(turns) = plies else { continue };
                let turns: Vec<String> = turns.iter().map(|plies| plies.join(" ")).collect();
                let text = format!("{} > {} {{ {} > {} }}", turns[0], turns[1], turns[2], turns[3]);
                let plan: Plan = text.parse().unwrap();
                check(&plan, start.as_ref(), side, Language::English)
                    .unwrap_or_else(|failure| panic!("{name}: {text}: {}", failure.message(Language::English)));
                let fails = |text: &str| {
                    let plan: Plan = text.parse().unwrap();
                    match check(&plan, start.as_ref(), side, Language::French) {
                        Err(TalkFailure::Plan(fault)) => {
                            let PlanFault { text, at, line, problem } = *fault;
                            (text, at, line.len(), problem)
                        }
                        other => panic!("{name}: {text}: {other:?}"),
                    }
                };
                let plies = |turn: &str| turn.split(' ').count();
                let (bad, at, depth, problem) = fails(&format!("{} > {} {{ zz9 > a }}", turns[0], turns[1]));
                assert_eq!((bad.as_str(), depth), ("zz9", plies(&turns[0]) + plies(&turns[1])));
                assert_eq!(at, turns[0].len() + turns[1].len() + 6);
                assert!(matches!(problem, PlanProblem::Unreadable(_)), "{problem:?}");
                let twice = fails(&format!("{0} > {1}; {0} > resign", turns[0], turns[1]));
                assert!(matches!(twice.3, PlanProblem::Twice), "{name}: {twice:?}");
                let over = fails(&format!("{} {} > {}", turns[0], turns[1], turns[2]));
                assert!(matches!(over.3, PlanProblem::OtherTurn), "{name}: {over:?}");
                if let Some((part, _)) = turns[0].rsplit_once(' ') {
                    let short = fails(&format!("{part} > {}", turns[1]));
                    assert!(matches!(short.3, PlanProblem::Unfinished), "{name}: {short:?}");
                }
            }
        }
    }
}
