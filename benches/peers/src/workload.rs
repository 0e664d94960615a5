use entourage_kernel::{Evaluate, Presentation, Random};

use crate::Outcome;
use crate::check::{Shown, check, check_against_cozy, shown};
use crate::games::{Depths, Visitor};
use crate::measure::rate;
use crate::perft::Walk;
use crate::playout::playout;
use crate::positions::positions;
use crate::{cozy, shak};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Perft with leaf moves written into an array on the stack.
    Listed,
    /// Perft with leaf moves only counted.
    Counted,
    Playouts,
}

pub struct Workload {
    pub game: &'static str,
    /// `start` for the start position; `middle-1`, `middle-2` and so on for middle-game positions.
    pub position: String,
    pub mode: Mode,
    /// Performs the task once; returns the number of leaves or plies.
    work: Box<dyn FnMut() -> u64>,
    /// Highest measured rate, in leaves or plies per second of CPU time.
    pub best: f64,
}

impl Workload {
    fn new(game: &'static str, position: &str, mode: Mode, work: impl FnMut() -> u64 + 'static) -> Self {
        Self { game, position: position.to_owned(), mode, work: Box::new(work), best: 0.0 }
    }

    pub fn measure(&mut self) {
        self.best = self.best.max(rate(&mut self.work));
    }
}

/// Returns the tasks for other libraries, beginning with the one to which all perft rates are compared.
pub fn peers() -> Vec<Workload> {
    let (cozy, shakmaty) = (cozy_chess::Board::default(), shakmaty::Chess::default());
    let cozy_counted = cozy.clone();
    let [mut random_cozy, mut random_shakmaty] = [(), ()].map(|()| Random::new(1));
    vec![
        Workload::new("cozy-chess", "start", Mode::Listed, move || cozy::listed(&cozy, 6)),
        Workload::new("cozy-chess", "start", Mode::Counted, move || cozy::counted(&cozy_counted, 6)),
        Workload::new("shakmaty", "start", Mode::Listed, move || shak::listed(&shakmaty, 6)),
        Workload::new("cozy-chess", "start", Mode::Playouts, move || cozy::playout(&mut random_cozy)),
        Workload::new("shakmaty", "start", Mode::Playouts, move || shak::playout(&mut random_shakmaty)),
    ]
}

/// Collects the benchmark tasks of games, after checking that each game generates the correct moves.
pub struct Collect {
    pub workloads: Vec<Workload>,
}

impl Visitor for Collect {
    fn visit<R: Evaluate + Presentation>(&mut self, game: &'static str, rules: R, depths: Depths) -> Outcome {
        let texts: Vec<String> = positions(game).map(str::to_owned).collect();
        self.add_all(game, &rules, depths, &texts, &|position| shown(game, &rules, position))?;
        if game == "chess" {
            let start = rules.write_position(&rules.start());
            check_against_cozy(&rules, &[texts, vec![start]].concat(), depths.middle)?;
        }
        Ok(())
    }
}

impl Collect {
    /// Adds tasks for a game's start and middle-game positions, after checking the moves generated in each position.
    pub fn add_all<R: Evaluate>(
        &mut self,
        game: &'static str,
        rules: &R,
        depths: Depths,
        texts: &[String],
        shown: Shown<'_, R::Position>,
    ) -> Outcome {
        let start = rules.start();
        self.add(game, "start", rules, &start, depths.start, shown)?;
        for (index, text) in texts.iter().enumerate() {
            let position = rules.read_position(text).map_err(|error| format!("{game}: {text}: {error:?}"))?;
            self.add(game, &format!("middle-{}", index + 1), rules, &position, depths.middle, shown)?;
        }
        let (rules, mut random) = (rules.clone(), Random::new(1));
        let work = move || playout(&rules, &start, &mut random);
        self.workloads.push(Workload::new(game, "start", Mode::Playouts, work));
        Ok(())
    }

    fn add<R: Evaluate>(
        &mut self,
        game: &'static str,
        name: &str,
        rules: &R,
        position: &R::Position,
        depth: u32,
        shown: Shown<'_, R::Position>,
    ) -> Outcome {
        // Four plies suffice as a check.
        check(game, rules, position, depth.min(4), shown)?;
        let [mut listed, mut counted] = [(), ()].map(|()| Walk::new(rules.clone(), position, depth));
        self.workloads.push(Workload::new(game, name, Mode::Listed, move || listed.listed()));
        self.workloads.push(Workload::new(game, name, Mode::Counted, move || counted.counted()));
        Ok(())
    }
}
