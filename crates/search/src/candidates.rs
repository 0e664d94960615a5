use entourage_kernel::Intent;

/// The base rank of gains (moves that win material), above all other moves; the gain's value is added to it.
pub(crate) const GAIN: i32 = 1 << 24;
/// The rank of captures with a negative static exchange evaluation, below all quiet moves.
const LOSING: i32 = -1 << 24;
/// The rank of quiet moves that have not been ranked yet, above the ranked ones.
pub(crate) const UNRANKED: i32 = 1 << 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    pub intent: Intent,
    pub gain: i32,
    /// The static exchange evaluation if it is known to be negative, otherwise 0.
    pub loss: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    pub intent: Intent,
    pub rank: i32,
    pub gain: i32,
    /// The static exchange evaluation if it is known to be negative, otherwise 0.
    pub loss: i32,
}

impl Candidate {
    pub fn new(intent: Intent, rank: i32, gain: i32) -> Self {
        Self { intent, rank, gain, loss: 0 }
    }

    /// Returns whether the move is ranked as a gain and not known to lose the exchange.
    #[inline]
    pub fn is_good_capture(&self) -> bool {
        self.rank > GAIN / 2
    }
}

/// The moves of a node; those before the current one have been searched.
///
/// Ranks are stored in a separate list, with the maximum of each chunk, so that the best move is found without scanning all ranks.
#[derive(Default)]
pub(crate) struct Candidates {
    moves: Vec<Move>,
    /// The rank of each move, or [`TAKEN`] once it has been picked.
    ranks: Vec<i32>,
    /// The highest rank in each chunk of [`CHUNK`] moves; empty until needed.
    highest: Vec<i32>,
}

/// Number of moves per entry of `highest`.
const CHUNK: usize = 16;
const TAKEN: i32 = i32::MIN;

impl Candidates {
    pub fn clear(&mut self) {
        self.moves.clear();
        self.ranks.clear();
        self.highest.clear();
    }

    #[inline]
    pub fn push(&mut self, Candidate { intent, rank, gain, loss }: Candidate) {
        self.moves.push(Move { intent, gain, loss });
        self.ranks.push(rank);
    }

    pub fn list(&mut self, intents: &[Intent]) {
        self.clear();
        self.moves.extend(intents.iter().map(|&intent| Move { intent, gain: 0, loss: 0 }));
        self.ranks.resize(intents.len(), 0);
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    pub fn before(&self, index: usize) -> &[Move] {
        &self.moves[..index]
    }

    pub fn parts_mut(&mut self, from: usize) -> (&mut [Move], &mut [i32]) {
        self.highest.clear();
        (&mut self.moves[from..], &mut self.ranks[from..])
    }

    pub fn take_first(&mut self) -> Candidate {
        let candidate = self.get(0);
        self.ranks[0] = TAKEN;
        candidate
    }

    #[inline]
    pub fn get(&self, index: usize) -> Candidate {
        let Move { intent, gain, loss } = self.moves[index];
        Candidate { intent, rank: self.ranks[index], gain, loss }
    }

    /// Moves an intent to the front and gives it the highest rank; returns `false` if the list does not contain it.
    pub fn put_first(&mut self, intent: Intent, gain: impl FnOnce() -> i32) -> bool {
        let Some(index) = self.moves.iter().position(|other| other.intent == intent) else { return false };
        self.moves.swap(0, index);
        self.moves[0].gain = gain();
        self.ranks[0] = i32::MAX;
        true
    }

    /// Picks the highest-ranked move at or after index `next` (the first if tied) and swaps it with the move at `next`.
    #[inline]
    pub fn pick(&mut self, next: usize) -> Option<Candidate> {
        if next >= self.ranks.len() {
            return None;
        }
        if self.highest.is_empty() {
            self.highest.extend(self.ranks.chunks(CHUNK).map(highest));
        }
        let (mut chunk, mut best) = (0, TAKEN);
        for (index, &rank) in self.highest.iter().enumerate().skip(next / CHUNK) {
            if rank > best {
                (chunk, best) = (index, rank);
            }
        }
        let index = chunk * CHUNK + self.ranks[chunk * CHUNK..].iter().position(|&rank| rank == best)?;
        self.take(next, index)
    }

    #[inline]
    fn take(&mut self, next: usize, index: usize) -> Option<Candidate> {
        self.moves.swap(next, index);
        self.ranks.swap(next, index);
        let candidate = self.get(next);
        self.ranks[next] = TAKEN;
        for chunk in [next / CHUNK, index / CHUNK] {
            let end = self.ranks.len().min((chunk + 1) * CHUNK);
            self.highest[chunk] = highest(&self.ranks[chunk * CHUNK..end]);
        }
        Some(candidate)
    }

    /// Puts back a picked move that has not been ranked yet.
    pub fn put_back(&mut self, index: usize) {
        self.ranks[index] = UNRANKED;
        self.highest[index / CHUNK] = self.highest[index / CHUNK].max(UNRANKED);
    }

    /// Puts back a picked capture that was found to lose the exchange; it now ranks behind all quiet moves.
    pub fn demote(&mut self, index: usize, loss: i32) {
        self.moves[index].loss = loss;
        let rank = LOSING + self.moves[index].gain;
        self.ranks[index] = rank;
        self.highest[index / CHUNK] = self.highest[index / CHUNK].max(rank);
    }

    /// Removes the quiet moves at or after `from`, since they rank below a pruned move; keeps passes, ends of turns and
    /// the moves to `keep`.
    pub fn drop_quiets(&mut self, from: usize, keep: impl Fn(Intent) -> bool) {
        self.highest.clear();
        let mut kept = from;
        for index in from..self.moves.len() {
            let Move { intent, gain, .. } = self.moves[index];
            if gain != 0 || intent.is_empty() || keep(intent) {
                self.moves.swap(kept, index);
                self.ranks.swap(kept, index);
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        self.ranks.truncate(kept);
    }
}

#[inline]
fn highest(ranks: &[i32]) -> i32 {
    match ranks.first_chunk::<CHUNK>() {
        // The fixed length allows vectorisation.
        Some(chunk) => chunk.iter().fold(TAKEN, |highest, &rank| highest.max(rank)),
        None => ranks.iter().fold(TAKEN, |highest, &rank| highest.max(rank)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entourage_kernel::{Random, Square};

    #[test]
    fn the_best_move_is_picked_after_demotions_and_drops() {
        let mut random = Random::new(3);
        for _ in 0..200 {
            let count = random.below(100) + 1;
            let move_of = |index: usize| Intent::from_to(Square::new(index), Square::new(120));
            let mut candidates = Candidates::default();
            // The expected list, from a simple implementation.
            let mut plain = Vec::new();
            for index in 0..count {
                let gain = random.below(4) as i32;
                let candidate =
                    Candidate::new(move_of(index), GAIN * gain.min(1) + random.below(5) as i32, gain);
                candidates.push(candidate);
                plain.push(candidate);
            }
            let mut next = 0;
            while next < plain.len() {
                let best = plain[next..].iter().map(|candidate| candidate.rank).max().unwrap();
                let index = next + plain[next..].iter().position(|candidate| candidate.rank == best).unwrap();
                plain.swap(next, index);
                assert_eq!(candidates.pick(next), Some(plain[next]));
                if plain[next].gain == 0 && random.one_in(6) {
                    candidates.put_back(next);
                    plain[next].rank = UNRANKED;
                    continue;
                }
                if plain[next].is_good_capture() && random.one_in(3) {
                    candidates.demote(next, -7);
                    plain[next] = Candidate { rank: LOSING + plain[next].gain, loss: -7, ..plain[next] };
                    continue;
                }
                next += 1;
                if plain[next - 1].gain == 0 && random.one_in(8) {
                    candidates.drop_quiets(next, |intent| intent == move_of(1));
                    let mut index = 0;
                    plain.retain(|candidate| {
                        index += 1;
                        index <= next || candidate.gain != 0 || candidate.intent == move_of(1)
                    });
                }
            }
            assert_eq!((candidates.pick(next), candidates.len()), (None, plain.len()));
        }
    }
}
