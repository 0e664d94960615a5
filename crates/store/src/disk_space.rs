#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiskSpace {
    /// Free bytes; `None` if unknown.
    pub free: Option<u64>,
    /// Bytes reserved for games in progress. If less space is free, no game can be created.
    pub reserved: u64,
}

impl DiskSpace {
    const MAX_RESERVED: u64 = 64 << 20;

    /// Describes a disk of `all` bytes, of which `free` are free; at most a tenth of the disk is reserved.
    pub fn of(free: u64, all: u64) -> Self {
        Self { free: Some(free), reserved: Self::MAX_RESERVED.min(all / 10) }
    }

    pub const UNKNOWN: Self = Self { free: None, reserved: Self::MAX_RESERVED };

    /// Returns whether there is space for new games.
    pub fn is_enough(self) -> bool {
        self.free.is_none_or(|free| free >= self.reserved)
    }
}

#[cfg(test)]
mod tests {
    use super::DiskSpace;

    #[test]
    fn new_games_stop_before_the_disk_is_full() {
        let large = 100 << 30;
        assert!(DiskSpace::of(65 << 20, large).is_enough() && !DiskSpace::of(63 << 20, large).is_enough());
        assert!(
            DiskSpace::of(400 << 10, 3 << 20).is_enough() && !DiskSpace::of(200 << 10, 3 << 20).is_enough()
        );
        assert!(DiskSpace::UNKNOWN.is_enough());
    }
}
