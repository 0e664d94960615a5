use std::collections::HashSet;

use crate::domain::{Error, MatchSnapshot, PlanFault, PlanProblem};
use entourage_kernel::{Side, TextError};
use entourage_record::{Branch, Plan, Ply, Reply};
use entourage_registry::{AnyMatch, PlayError};

pub(crate) fn check(plan: &Plan, live: &dyn AnyMatch, side: Side) -> Result<(), Error> {
    Checking { side, variation: Vec::new() }.plan(plan, live)
}

struct Checking {
    side: Side,
    variation: Vec<String>,
}

impl Checking {
    fn plan(&mut self, plan: &Plan, live: &dyn AnyMatch) -> Result<(), Error> {
        let mut known = HashSet::new();
        for Branch { turn, reply } in &plan.branches {
            let depth = self.variation.len();
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
            self.variation.truncate(depth);
        }
        Ok(())
    }

    fn turn(&mut self, turn: &[Ply], live: &mut dyn AnyMatch, side: Side) -> Result<(), Error> {
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
                    PlayError::Refused(refusal) => PlanProblem::Refused(MatchSnapshot::of(live), refusal),
                    // Cannot happen: conditional moves require rules to be enforced.
                    PlayError::Hand(error) => {
                        PlanProblem::Unreadable(TextError::new(&ply.text, 0, error.problem()))
                    }
                };
                self.failure(ply, problem)
            })?;
            self.variation.push(ply.text.clone());
        }
        match (turn.last(), live.status().outcome()) {
            (Some(last), None) if live.side_to_move() == side => {
                Err(self.failure(last, PlanProblem::Unfinished))
            }
            _ => Ok(()),
        }
    }

    fn failure(&self, ply: &Ply, problem: PlanProblem) -> Error {
        let fault =
            PlanFault { text: ply.text.clone(), at: ply.at, variation: self.variation.clone(), problem };
        Error::Plan(Box::new(fault))
    }
}

#[cfg(test)]
#[path = "../tests/all/common/random_turn.rs"]
mod random_turn;

#[cfg(test)]
mod tests {
    use entourage_registry::Registry;

    use super::random_turn::random_turn;
    use super::*;

    #[test]
    fn legal_moves_are_accepted_and_illegal_ones_reported() {
        let mut random = entourage_kernel::Random::new(7);
        let registry = Registry::built_in();
        for name in registry.games() {
            let game = registry.open(name).unwrap();
            for _ in 0..20 {
                let start = game.begin(None).unwrap();
                let mut live = start.copy();
                let side = !live.side_to_move();
                let plies: Option<Vec<_>> = (0..4).map(|_| random_turn(live.as_mut(), &mut random)).collect();
                let Some(turns) = plies else { continue };
                let turns: Vec<String> = turns.iter().map(|plies| plies.join(" ")).collect();
                let text = format!("{} > {} {{ {} > {} }}", turns[0], turns[1], turns[2], turns[3]);
                let plan: Plan = text.parse().unwrap();
                check(&plan, start.as_ref(), side)
                    .unwrap_or_else(|failure| panic!("{name}: {text}: {failure:?}"));
                let fails = |text: &str| {
                    let plan: Plan = text.parse().unwrap();
                    match check(&plan, start.as_ref(), side) {
                        Err(Error::Plan(fault)) => {
                            let PlanFault { text, at, variation, problem } = *fault;
                            (text, at, variation.len(), problem)
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
