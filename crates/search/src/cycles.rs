use entourage_kernel::{Evaluate, History, Side, Warners};

/// The occurrence that counts as a draw in games whose organisers count none: whoever is ahead must not go round for ever.
const CUSTOMARY: u32 = 3;

/// Recognises positions that recur, in the game so far or on the path under search.
pub(crate) struct Cycles {
    /// Sorted keys of positions that come to something when they occur once more, with who has warned by every move since.
    worn: Vec<(u64, Warners)>,
    path: Vec<Visit>,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Visit {
    pub key: Option<u64>,
    /// Whose turn begins there and whether they are warned, where the rules ask for it.
    pub turn: Option<(Side, bool)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Recurrence {
    /// It occurred often enough in the game before: true on every path.
    InGame,
    /// It occurred on this path, at this ply: true here, elsewhere perhaps not.
    OnPath(usize),
}

impl Cycles {
    pub fn new<R: Evaluate>(history: &History<R>) -> Self {
        let mut keys: Vec<u64> = history.past().keys().collect();
        keys.sort_unstable();
        let limit = history.recurrence_limit().unwrap_or(CUSTOMARY) as usize;
        let is_worn = |run: &&[u64]| run.len() + 1 >= limit;
        let warners = |key: u64| match history.rules().repetitions() {
            [] => Warners::default(),
            _ => {
                let plies = history.past().occurrences(key);
                history.past().warners_since(plies[plies.len() + 1 - limit])
            }
        };
        let worn = keys.chunk_by(|a, b| a == b).filter(is_worn).map(|run| (run[0], warners(run[0]))).collect();
        Self { worn, path: Vec::new() }
    }

    /// Returns the same past without a path.
    pub fn at_root(&self) -> Self {
        Self { worn: self.worn.clone(), path: Vec::new() }
    }

    /// Looks for an earlier occurrence that ends the game.
    pub fn recurrence(&self, key: Option<u64>) -> Option<Recurrence> {
        let key = key?;
        if self.worn.binary_search_by_key(&key, |(worn, _)| *worn).is_ok() {
            return Some(Recurrence::InGame);
        }
        self.path.iter().rposition(|visit| visit.key == Some(key)).map(Recurrence::OnPath)
    }

    /// Returns who has warned by every move since the occurrence that makes a position recur.
    pub fn warners(&self, recurrence: Recurrence, visit: Visit) -> Warners {
        let worn = || {
            let known = self.worn.iter().find(|(key, _)| Some(*key) == visit.key);
            known.map_or_else(Warners::default, |(_, warners)| *warners)
        };
        let (mut warners, first) = match recurrence {
            Recurrence::InGame => (worn(), 0),
            Recurrence::OnPath(earlier) => (Warners::default(), earlier),
        };
        let turns = self.path.iter().skip(first + 1).chain([&visit]).filter_map(|visit| visit.turn);
        turns.for_each(|(side, is_warned)| warners.add(side, is_warned));
        warners
    }

    pub fn push(&mut self, visit: Visit) {
        self.path.push(visit);
    }

    /// Takes the last position off the path.
    pub fn pop(&mut self) {
        self.path.pop();
    }
}
