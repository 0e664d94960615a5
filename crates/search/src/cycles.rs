use entourage_kernel::{Evaluate, History};

/// The occurrence that counts as a draw in games whose organisers count none: whoever is ahead must not go round for ever.
const CUSTOMARY: u32 = 3;

/// Recognises positions that recur, in the game so far or on the path under search.
pub(crate) struct Cycles {
    /// Sorted keys of positions that draw when they occur once more.
    worn: Vec<u64>,
    /// Keys along the path, the root's first.
    path: Vec<Option<u64>>,
}

/// Tells which recurrence makes a position a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Recurrence {
    /// It occurred often enough in the game before: true on every path.
    InGame,
    /// It occurred on this path, at this ply: true here, elsewhere perhaps not.
    OnPath(usize),
}

impl Cycles {
    /// Reads a game's past.
    pub fn new<R: Evaluate>(history: &History<R>) -> Self {
        let mut keys: Vec<u64> = history.keys().collect();
        keys.sort_unstable();
        let limit = history.in_force().repetition.unwrap_or(CUSTOMARY) as usize;
        let worn =
            keys.chunk_by(|a, b| a == b).filter(|run| run.len() + 1 >= limit).map(|run| run[0]).collect();
        Self { worn, path: Vec::new() }
    }

    /// Returns the same past without a path.
    pub fn at_root(&self) -> Self {
        Self { worn: self.worn.clone(), path: Vec::new() }
    }

    /// Looks for an earlier occurrence that makes a position a draw.
    pub fn recurrence(&self, key: Option<u64>) -> Option<Recurrence> {
        let key = key?;
        if self.worn.binary_search(&key).is_ok() {
            return Some(Recurrence::InGame);
        }
        self.path.iter().rposition(|&other| other == Some(key)).map(Recurrence::OnPath)
    }

    /// Adds a position to the path.
    pub fn push(&mut self, key: Option<u64>) {
        self.path.push(key);
    }

    /// Takes the last position off the path.
    pub fn pop(&mut self) {
        self.path.pop();
    }
}
