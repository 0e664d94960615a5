use entourage_kernel::{Adjudication, Board, Intent, Random, Rules, Square};

use crate::lane::Lane;

/// The numbering of a game's moves by first and last square, and by index among the legal moves that share both.
///
/// With `S` squares and `W` ways (actions per slot), the slot of a move is `from * S + to`, or `S * S + square` with a
/// single square, or `S * S + S` without squares. A slot's actions are `slot * W` and the next `W - 1`: first the plain
/// move, then moves with a choice or intermediate squares, in the order of [`Intent::bits`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Actions {
    squares: usize,
    ways: usize,
}

/// The error returned if more legal moves share their first and last square than the numbering allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("more than {ways} legal moves share their first and last square; use more ways")]
pub struct TooFewWays {
    /// The number of ways ([`Actions::ways`]), which is too low.
    pub ways: usize,
}

fn order(intent: Intent) -> (bool, u32) {
    (intent.choice() != 0 || intent.len() > 2, intent.bits())
}

/// The number of random games in a survey, and the maximum plies of each.
const SURVEY: (u64, usize) = (64, 300);

impl Actions {
    /// Upper limit of [`ways`](Self::ways), the number of legal moves that can share their first and last square.
    pub const MAX_WAYS: usize = 64;

    /// Creates the numbering for a board of `squares` squares, where up to `ways` moves share their first and last square; `ways` is
    /// clamped to 1 to [`MAX_WAYS`](Self::MAX_WAYS).
    pub fn new(squares: usize, ways: usize) -> Self {
        Self { squares: squares.clamp(1, Square::LIMIT), ways: ways.clamp(1, Self::MAX_WAYS) }
    }

    /// Creates a game's numbering. The number of ways is the number needed in a fixed set of random games, rounded up
    /// to a power of two, and doubled if moves have intermediate squares, because games outside the set can have more.
    pub fn survey<R: Rules>(rules: &R) -> Self {
        let squares = rules.topology().squares.len();
        let all = Self::new(squares, Self::MAX_WAYS);
        let (games, plies) = SURVEY;
        let (mut most, mut goes_through) = (1, false);
        let mut slots = Vec::new();
        for seed in 0..games {
            let mut random = Random::new(seed);
            let mut lane = Lane::begin(rules);
            for _ in 0..plies {
                slots.clear();
                slots.extend(lane.moves.iter().map(|&intent| all.slot(intent)));
                slots.sort_unstable();
                goes_through |= lane.moves.iter().any(|intent| intent.len() > 2);
                most = slots.chunk_by(|a, b| a == b).map(<[usize]>::len).fold(most, usize::max);
                let Some(&intent) = random.pick(&lane.moves) else { break };
                if lane.play(rules, Adjudication::NONE, intent).is_some() {
                    break;
                }
            }
        }
        Self::new(squares, most.next_power_of_two() * if goes_through { 2 } else { 1 })
    }

    /// Returns the number of actions.
    pub const fn count(self) -> usize {
        (self.squares * self.squares + self.squares + 1) * self.ways
    }

    /// Returns the number of squares.
    pub const fn squares(self) -> usize {
        self.squares
    }

    /// Returns the maximum number of moves that share their first and last square.
    pub const fn ways(self) -> usize {
        self.ways
    }

    fn slot(self, intent: Intent) -> usize {
        match (intent.ends(), intent.first()) {
            (Some([from, to]), _) => from.index() * self.squares + to.index(),
            (None, Some(only)) => self.squares * self.squares + only.index(),
            (None, None) => self.squares * self.squares + self.squares,
        }
    }

    /// Returns the number of a legal move's action; `None` if the move is not legal or there are too few [`ways`](Self::ways).
    pub fn number(self, legal: &[Intent], intent: Intent) -> Option<usize> {
        let slot = self.slot(intent);
        let before = legal.iter().filter(|&&other| self.slot(other) == slot && order(other) < order(intent));
        let way = before.count();
        (way < self.ways && legal.contains(&intent)).then_some(slot * self.ways + way)
    }

    /// Returns the legal move with an action number, if there is one.
    pub fn find(self, legal: &[Intent], action: usize) -> Option<Intent> {
        let (slot, way) = (action / self.ways, action % self.ways);
        let mut first = legal.iter().copied().filter(|&intent| self.slot(intent) == slot);
        let intent = first.next()?;
        if way == 0 && first.next().is_none() {
            return Some(intent);
        }
        let mut sharing: Vec<Intent> =
            legal.iter().copied().filter(|&intent| self.slot(intent) == slot).collect();
        sharing.sort_unstable_by_key(|&intent| order(intent));
        sharing.get(way).copied()
    }

    /// Checks that there are enough [`ways`](Self::ways) for the legal moves. Fails if too many share their first and last square.
    pub fn check(self, legal: &[Intent]) -> Result<(), TooFewWays> {
        let is_plain = |intent: &Intent| intent.choice() == 0 && intent.len() <= 2;
        // No two plain moves have the same two squares.
        let too_few = legal.iter().filter(|intent| !is_plain(intent)).any(|&intent| {
            let slot = self.slot(intent);
            legal.iter().filter(|&&other| self.slot(other) == slot).count() > self.ways
        });
        if too_few { Err(TooFewWays { ways: self.ways }) } else { Ok(()) }
    }

    /// Sets the entries of legal actions and clears all others; if a slot has too few ways, some moves are left out.
    /// Panics if the mask does not have [`count`](Self::count) entries.
    pub fn write_mask(self, legal: &[Intent], mask: &mut [bool]) {
        assert_eq!(mask.len(), self.count(), "an entry for every action");
        mask.fill(false);
        for &intent in legal {
            let at = self.slot(intent) * self.ways;
            if let Some(free) = mask[at..at + self.ways].iter_mut().find(|taken| !**taken) {
                *free = true;
            }
        }
    }
}

pub(crate) fn mover<B: Board>(position: &B) -> u8 {
    position.side_to_move() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(index: usize) -> Square {
        Square::new(index)
    }

    #[test]
    fn every_legal_move_has_an_action_of_its_own() {
        let [a, b, c] = [0, 1, 2].map(square);
        let legal = [
            Intent::from_to(a, b).with_choice(2),
            Intent::from_to(a, b),
            Intent::through(a, c, b),
            Intent::from_to(b, a),
            Intent::of(&[c]),
            Intent::choice_only(1),
        ];
        let actions = Actions::new(3, 4);
        assert_eq!(actions.count(), 13 * 4);
        let numbers: Vec<_> = legal.iter().map(|&intent| actions.number(&legal, intent).unwrap()).collect();
        assert_eq!((numbers[1], numbers[3], numbers[4], numbers[5]), (4, 12, 44, 48));
        assert!(
            numbers.iter().zip(legal).all(|(&action, intent)| actions.find(&legal, action) == Some(intent))
        );
        let mut mask = vec![true; actions.count()];
        actions.write_mask(&legal, &mut mask);
        let set: Vec<usize> = (0..mask.len()).filter(|&action| mask[action]).collect();
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        assert_eq!(set, sorted);
        assert_eq!(actions.check(&legal), Ok(()));
        assert_eq!(Actions::new(3, 2).check(&legal), Err(TooFewWays { ways: 2 }));
        assert_eq!(actions.find(&legal, 7), None);
        assert_eq!(actions.number(&legal, Intent::from_to(c, a)), None);
        assert_eq!(actions.find(&legal, usize::MAX), None);
    }
}
