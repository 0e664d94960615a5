use entourage_kernel::{Evaluate, History, Intent};
use entourage_search::{Best, Level, Limits, Options, Progress, Search, Variation};

use crate::{Alternative, AnySearch, SearchSettings, Thought};

pub(crate) struct SearchFace<R: Evaluate> {
    pub(crate) search: Search<R>,
    level: Option<Level>,
    seed: u64,
    pub(crate) variations: usize,
}

impl<R: Evaluate> SearchFace<R> {
    pub(crate) fn new(history: &History<R>, settings: SearchSettings) -> Self {
        let options = options(settings);
        let variations = options.variations.max(1);
        Self { search: Search::new(history, options), level: settings.level, seed: settings.seed, variations }
    }

    /// Starts over with an empty transposition table, whose memory is reused if its size stays the same.
    pub(crate) fn reset(&mut self, history: &History<R>, settings: SearchSettings) {
        let options = options(settings);
        self.search.reset(history, options);
        (self.level, self.seed, self.variations) = (settings.level, settings.seed, options.variations.max(1));
    }

    pub(crate) fn thought(&self, done: bool, best: Option<&Best>) -> Thought {
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

fn options(SearchSettings { level, table_mb, threads, lines, .. }: SearchSettings) -> Options {
    level.map_or(Options { table_mb, threads, variations: lines, ..Options::default() }, Level::options)
}

impl<R: Evaluate> AnySearch for SearchFace<R> {
    fn advance(&mut self, nodes: u64) -> Thought {
        let goal = self.search.nodes().saturating_add(nodes);
        let mut done = self.is_spent();
        while !done && self.search.nodes() < goal {
            // Search in small steps, so that slicing does not overshoot a level's node limit.
            let left = goal - self.search.nodes();
            done = self.search.advance(left.min(1024)) == Progress::Finished || self.is_spent();
        }
        self.thought(done, self.search.best().as_ref())
    }
}

pub(crate) fn describe<R: Evaluate>(
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
        fullness: search.hashfull(),
    }
}
