use entourage_kernel::{Coordinates, Courier, shared_strs};

use crate::geometry::SIZE;

/// The notation of Jeremy Good's Game Courier preset: piece labels, and rows numbered from the bottom.
pub(crate) const COURIER: Courier = Courier {
    // In the order of the kinds: Toddler, Emperor, Empress, Guardian Angel, Genius, Phoenix, Android, Nurse, Soldier, Captain.
    labels: shared_strs!["T", "E", "F", "I", "W", "L", "M", "X", "S", "C"],
    coordinates: Coordinates::Made(|name| {
        let (file, row) = name.split_at(1);
        let row: usize = row.parse().unwrap_or_default();
        format!("{file}{}", SIZE + 1 - row)
    }),
};
