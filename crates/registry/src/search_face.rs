#[cfg(not(target_family = "wasm"))]
use std::any::Any;
#[cfg(not(target_family = "wasm"))]
use std::sync::atomic::AtomicBool;

use entourage_kernel::{Evaluate, History, Intent};
#[cfg(not(target_family = "wasm"))]
use entourage_search::Clock;
use entourage_search::{Best, Level, Limits, Options, Progress, Search, Variation};

#[cfg(not(target_family = "wasm"))]
use crate::match_face::Match;
use crate::{Alternative, AnySearch, SearchSettings, Thought};
#[cfg(not(target_family = "wasm"))]
use crate::{AnyMatch, Means};

pub(crate) struct SearchFace<R: Evaluate> {
    search: Search<R>,
    level: Option<Level>,
    seed: u64,
    variations: usize,
}

impl<R: Evaluate> SearchFace<R> {
    pub(crate) fn new(history: &History<R>, settings: SearchSettings) -> Self {
        let SearchSettings { level, table_mb, seed, threads, lines: variations } = settings;
        let options = match level {
            Some(level) => level.options(),
            None => Options { table_mb, threads, variations, ..Options::default() },
        };
        Self { search: Search::new(history, options), level, seed, variations: options.variations.max(1) }
    }

    fn thought(&self, done: bool, best: Option<&Best>) -> Thought {
        let chosen = match self.level {
            Some(level) if done => level.choose(&self.search, self.seed),
            _ => best.map(|best| best.intent),
        };
        describe(&self.search, self.variations, done, best, chosen)
    }

    fn is_spent(&self) -> bool {
        let limits = self.level.map_or(Limits::NONE, Level::limits);
        limits.depth.is_some_and(|depth| self.search.depth() >= depth)
            || limits.nodes.is_some_and(|nodes| self.search.nodes() >= nodes)
    }
}

impl<R: Evaluate> AnySearch for SearchFace<R> {
    #[cfg(not(target_family = "wasm"))]
    fn restart(&mut self, game: &(dyn AnyMatch + 'static)) -> bool {
        let game: &dyn Any = game;
        let Some(Match { history, .. }) = game.downcast_ref::<Match<R>>() else { return false };
        // What is remembered of positions holds under one set of options only.
        let same = history.rules().options() == self.search.rules().options();
        if same {
            self.search.restart(history);
        }
        same
    }

    #[cfg(not(target_family = "wasm"))]
    fn means(&self) -> Means {
        Means { table_mb: self.search.table_mb(), threads: self.search.threads() }
    }

    fn advance(&mut self, nodes: u64) -> Thought {
        let goal = self.search.nodes().saturating_add(nodes);
        let mut done = self.is_spent();
        while !done && self.search.nodes() < goal {
            // Small steps, so that a level's bound of positions is met as closely as when it plays at one go.
            let left = goal - self.search.nodes();
            done = self.search.advance(left.min(1024)) == Progress::Finished || self.is_spent();
        }
        self.thought(done, self.search.best().as_ref())
    }

    #[cfg(not(target_family = "wasm"))]
    fn choose_from(&mut self, moves: &[String]) {
        let rules = self.search.rules();
        let intents: Vec<Intent> = moves.iter().filter_map(|text| rules.read_move(text).ok()).collect();
        self.search.choose_from(&intents);
    }

    #[cfg(not(target_family = "wasm"))]
    fn run(
        &mut self,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let variations = self.variations;
        let best = self.search.run(limits, clock, stop, &mut |search| {
            let best = search.best();
            report(&describe(search, variations, false, best.as_ref(), best.as_ref().map(|best| best.intent)));
        });
        self.thought(true, best.as_ref())
    }
}

/// Writes down how far a search has come, with so many variations.
fn describe<R: Evaluate>(
    search: &Search<R>,
    variations: usize,
    done: bool,
    best: Option<&Best>,
    chosen: Option<Intent>,
) -> Thought {
    let write = |intent| search.rules().write_move(intent);
    let write_all = |moves: &[Intent]| moves.iter().map(|&intent| write(intent)).collect::<Vec<_>>();
    let others = search.ranking().iter().filter(|other| best.is_none_or(|best| best.intent != other.intent));
    let alternative = |other: &Variation| Alternative {
        depth: search.depth(),
        score: other.score,
        line: write_all(&other.moves),
    };
    Thought {
        done,
        depth: best.map_or(0, |best| best.depth),
        score: best.map_or_else(String::new, |best| best.score.to_string()),
        value: best.map(|best| best.score),
        nodes: search.nodes(),
        line: best.map_or_else(Vec::new, |best| write_all(&best.variation)),
        best: chosen.map(write),
        others: others.take(variations - 1).map(alternative).collect(),
        fullness: search.fullness(),
    }
}
