use entourage_kernel::Intent;

/// Ranks gains ahead of all else, and what they bring beside them.
pub(crate) const GAIN: i32 = 1 << 24;
/// Ranks gains that cost more than they bring, behind all quiet moves.
const POOR: i32 = -1 << 24;

/// Holds a legal move with what it wins at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    pub intent: Intent,
    /// What it wins at once, 0 if it is quiet.
    pub gain: i32,
    /// What the exchange comes to, if the move was found to be poor.
    pub loss: i32,
}

/// Holds a legal move with what orders it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    pub intent: Intent,
    /// Higher is tried first.
    pub rank: i32,
    /// What it wins at once, 0 if it is quiet.
    pub gain: i32,
    /// What the exchange comes to that it begins, if it was found to be poor.
    pub loss: i32,
}

impl Candidate {
    /// Makes a move that has not been found to be poor.
    pub fn new(intent: Intent, rank: i32, gain: i32) -> Self {
        Self { intent, rank, gain, loss: 0 }
    }

    /// Tells whether the move is ranked among gains that have not been found to be poor.
    #[inline]
    pub fn promises(&self) -> bool {
        self.rank > GAIN / 2
    }
}

/// Lists the moves of a node, those taken up before all others.
///
/// The ranks stand apart, so that the highest is found by looking at several at once.
#[derive(Default)]
pub(crate) struct Candidates {
    moves: Vec<Move>,
    ranks: Vec<i32>,
}

impl Candidates {
    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.ranks.clear();
    }

    /// Adds a ranked move.
    #[inline]
    pub fn push(&mut self, Candidate { intent, rank, gain, loss }: Candidate) {
        self.moves.push(Move { intent, gain, loss });
        self.ranks.push(rank);
    }

    /// Lists moves in place of what there was, not ranked yet.
    pub fn list(&mut self, intents: &[Intent]) {
        self.clear();
        self.moves.extend(intents.iter().map(|&intent| Move { intent, gain: 0, loss: 0 }));
        self.ranks.resize(intents.len(), 0);
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns the moves before a place.
    pub fn before(&self, place: usize) -> &[Move] {
        &self.moves[..place]
    }

    /// Returns the moves from a place on, with their ranks, in the order of their places.
    pub fn parts_mut(&mut self, from: usize) -> (&mut [Move], &mut [i32]) {
        (&mut self.moves[from..], &mut self.ranks[from..])
    }

    /// Returns the move at a place.
    ///
    /// # Panics
    /// If there are fewer moves.
    #[inline]
    pub fn get(&self, place: usize) -> Candidate {
        let Move { intent, gain, loss } = self.moves[place];
        Candidate { intent, rank: self.ranks[place], gain, loss }
    }

    /// Puts a move first and ranks it before all others, if it is listed; tells whether it is.
    pub fn put_first(&mut self, intent: Intent, gain: impl FnOnce() -> i32) -> bool {
        let Some(place) = self.moves.iter().position(|other| other.intent == intent) else { return false };
        self.moves.swap(0, place);
        self.moves[0].gain = gain();
        self.ranks[0] = i32::MAX;
        true
    }

    /// Takes the highest-ranked of the moves from `next` on, the first of equals, and puts it at `next`.
    #[inline]
    pub fn pick(&mut self, next: usize) -> Option<Candidate> {
        let rest = self.ranks.get(next..)?;
        let best = rest.iter().copied().max()?;
        let (chunks, _) = rest.as_chunks::<CHUNK>();
        let holds_best = |chunk: &[i32; CHUNK]| chunk.iter().fold(false, |found, &rank| found | (rank == best));
        let passed = CHUNK * chunks.iter().take_while(|chunk| !holds_best(chunk)).count();
        let place = next + passed + rest[passed..].iter().position(|&rank| rank == best)?;
        self.moves.swap(next, place);
        self.ranks.swap(next, place);
        Some(self.get(next))
    }

    /// Puts a gain that turned out to be poor behind all quiet moves.
    pub fn demote(&mut self, place: usize, loss: i32) {
        self.moves[place].loss = loss;
        self.ranks[place] = POOR + self.moves[place].gain;
    }

    /// Drops the quiet moves from a place on: they rank below one that was left out. What ends a turn or passes stays.
    pub fn drop_quiets(&mut self, from: usize) {
        let mut kept = from;
        for place in from..self.moves.len() {
            let Move { intent, gain, .. } = self.moves[place];
            if gain != 0 || intent.is_empty() {
                self.moves.swap(kept, place);
                self.ranks.swap(kept, place);
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        self.ranks.truncate(kept);
    }
}

/// The ranks compared at once.
const CHUNK: usize = 8;
