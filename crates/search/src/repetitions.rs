use entourage_kernel::{Evaluate, History, Side, Warners, sorted_indices};

/// In games whose rules ignore repetition, this many occurrences score as a draw, to discourage endless repetition.
const CUSTOMARY: u32 = 3;

/// Detects positions that repeat, in the game so far or on the current line.
pub(crate) struct Repetitions {
    /// Sorted keys of positions whose next occurrence ends the game, with the sides that are giving perpetual check.
    near_limit: Vec<(u64, Warners)>,
    path: Vec<Visit>,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Visit {
    pub key: Option<u64>,
    /// The side to move and whether it is in check, if a turn begins in this position and the rules depend on checks.
    pub turn: Option<(Side, bool)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Recurrence {
    /// The position has occurred so often in the game that one more occurrence, on any line of the search, ends it.
    InGame,
    /// The position has already occurred at this ply of the current line.
    OnPath(usize),
}

impl Repetitions {
    pub fn new<R: Evaluate>(history: &History<R>) -> Self {
        let keys: Vec<u64> = history.past().keys().collect();
        let order = sorted_indices(keys.len(), &mut |a, b| keys[a].cmp(&keys[b]));
        let keys: Vec<u64> = order.into_iter().map(|index| keys[index]).collect();
        let limit = history.recurrence_limit().unwrap_or(CUSTOMARY) as usize;
        let is_near_limit = |run: &&[u64]| run.len() + 1 >= limit;
        let warners = |key: u64| match history.rules().repetitions() {
            [] => Warners::default(),
            _ => {
                let plies = history.past().occurrences(key);
                history.past().warners_since(plies[plies.len() + 1 - limit])
            }
        };
        let near_limit =
            keys.chunk_by(|a, b| a == b).filter(is_near_limit).map(|run| (run[0], warners(run[0]))).collect();
        Self { near_limit, path: Vec::new() }
    }

    pub fn at_root(&self) -> Self {
        Self { near_limit: self.near_limit.clone(), path: Vec::new() }
    }

    /// Returns why a position with this key counts as a repetition that ends the game, or `None` if it does not.
    pub fn recurrence(&self, key: Option<u64>) -> Option<Recurrence> {
        let key = key?;
        if self.near_limit.binary_search_by_key(&key, |(known, _)| *known).is_ok() {
            return Some(Recurrence::InGame);
        }
        self.path.iter().rposition(|visit| visit.key == Some(key)).map(Recurrence::OnPath)
    }

    /// Returns which sides have given check with every move since the first occurrence that counts towards the repetition.
    pub fn warners(&self, recurrence: Recurrence, visit: Visit) -> Warners {
        let in_game = || {
            let known = self.near_limit.iter().find(|(key, _)| Some(*key) == visit.key);
            known.map_or_else(Warners::default, |(_, warners)| *warners)
        };
        let (mut warners, first) = match recurrence {
            Recurrence::InGame => (in_game(), 0),
            Recurrence::OnPath(earlier) => (Warners::default(), earlier),
        };
        let turns = self.path.iter().skip(first + 1).chain([&visit]).filter_map(|visit| visit.turn);
        turns.for_each(|(side, is_warned)| warners.add(side, is_warned));
        warners
    }

    pub fn push(&mut self, visit: Visit) {
        self.path.push(visit);
    }

    pub fn pop(&mut self) {
        self.path.pop();
    }
}
