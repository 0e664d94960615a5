/// The room on the disk of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// The bytes that are free; `None` where the system does not say.
    pub free: Option<u64>,
    /// The bytes that are kept for games in progress: with less than these, no game may begin.
    pub kept: u64,
}

impl Room {
    /// The most that is kept for games in progress: 64 MiB.
    const KEPT: u64 = 64 << 20;

    /// Describes a disk of so many bytes, some of them free: a tenth of a small one is kept.
    pub fn of(free: u64, all: u64) -> Self {
        Self { free: Some(free), kept: Self::KEPT.min(all / 10) }
    }

    /// Describes a disk of which nothing is known.
    pub const UNKNOWN: Self = Self { free: None, kept: Self::KEPT };

    /// Returns whether there is room for more games.
    pub fn is_enough(self) -> bool {
        self.free.is_none_or(|free| free >= self.kept)
    }
}

#[cfg(test)]
mod tests {
    use super::Room;

    #[test]
    fn games_end_before_moves() {
        let large = 100 << 30;
        assert!(Room::of(65 << 20, large).is_enough() && !Room::of(63 << 20, large).is_enough());
        assert!(Room::of(400 << 10, 3 << 20).is_enough() && !Room::of(200 << 10, 3 << 20).is_enough());
        assert!(Room::UNKNOWN.is_enough());
    }
}
