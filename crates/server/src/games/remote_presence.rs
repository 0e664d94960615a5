//! Followers of games who are connected to other processes.

use std::time::Instant;

use crate::games::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Presence {
    /// Number of connections per side.
    pub players: [usize; 2],
    /// Number of these whose page is not visible, for example because another tab is in front of it.
    pub hidden: [usize; 2],
    pub watchers: usize,
}

impl Presence {
    pub fn and(self, other: Self) -> Self {
        let both =
            |one: [usize; 2], other: [usize; 2]| [0, 1].map(|side| one[side].saturating_add(other[side]));
        Self {
            players: both(self.players, other.players),
            hidden: both(self.hidden, other.hidden),
            watchers: self.watchers.saturating_add(other.watchers),
        }
    }

    /// Returns whether a page that shows the game to a player is visible.
    pub fn sees(&self, side: Side) -> bool {
        self.players[side.index()] > self.hidden[side.index()]
    }

    pub fn hide(&mut self, seat: Seat, by: isize) {
        for side in Side::BOTH.into_iter().filter(|side| seat.plays(*side)) {
            let count = &mut self.hidden[side.index()];
            *count = count.saturating_add_signed(by);
        }
    }

    pub fn count(&mut self, seat: Seat, by: isize) {
        for side in Side::BOTH {
            if seat.plays(side) {
                let count = &mut self.players[side.index()];
                *count = count.saturating_add_signed(by);
            }
        }
        if seat == Seat::Watch {
            self.watchers = self.watchers.saturating_add_signed(by);
        }
    }
}

/// The last report of each process; reports expire, because a process can end without a final one.
#[derive(Default)]
pub(crate) struct RemotePresence {
    games: HashMap<GameId, HashMap<u64, (Presence, Instant)>>,
}

impl RemotePresence {
    pub fn put(&mut self, game: GameId, process: u64, presence: Presence, until: Instant) {
        let processes = self.games.entry(game).or_default();
        match presence == Presence::default() {
            true => processes.remove(&process),
            false => processes.insert(process, (presence, until)),
        };
        if processes.is_empty() {
            self.games.remove(&game);
        }
    }

    pub fn of(&self, game: GameId) -> Presence {
        let processes = self.games.get(&game).into_iter().flat_map(HashMap::values);
        processes.fold(Presence::default(), |all, (presence, _)| all.and(*presence))
    }

    pub fn expire(&mut self, now: Instant) -> Vec<GameId> {
        let mut changed = Vec::new();
        self.games.retain(|game, processes| {
            let before = processes.len();
            processes.retain(|_, (_, until)| *until > now);
            if processes.len() < before {
                changed.push(*game);
            }
            !processes.is_empty()
        });
        changed
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn reports_are_added_up_and_expire() {
        let (mut elsewhere, now) = (RemotePresence::default(), Instant::now());
        let [game, other] = [1, 2].map(|bits| GameId::from_bits([bits; 16]));
        let presence = |first, watchers| Presence { players: [first, 0], watchers, ..Presence::default() };
        let [soon, late] = [1, 9].map(|seconds| now + Duration::from_secs(seconds));
        elsewhere.put(game, 1, presence(1, 2), soon);
        elsewhere.put(game, 2, presence(1, 1), late);
        elsewhere.put(other, 2, presence(0, 1), late);
        assert_eq!(elsewhere.of(game), presence(2, 3));
        elsewhere.put(game, 2, presence(0, 1), late);
        assert_eq!(elsewhere.of(game), presence(1, 3), "the last report counts");
        assert_eq!(elsewhere.expire(now + Duration::from_secs(2)), [game]);
        assert_eq!(elsewhere.of(game), presence(0, 1));
        elsewhere.put(other, 2, Presence::default(), late);
        elsewhere.put(game, 2, Presence::default(), late);
        assert!(elsewhere.games.is_empty());
    }
}
