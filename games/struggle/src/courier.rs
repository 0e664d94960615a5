use entourage_kernel::{Coordinates, Courier, shared_strs};

/// Game Courier notation. Uses the letters and spaces of Entourage notation, because no preset of the game is known.
pub(crate) const COURIER: Courier = Courier {
    // In the order of the kinds: White, Black, Blue, Green, Red, Yellow, and the converted grey.
    labels: shared_strs!["W", "K", "B", "G", "R", "Y", "X"],
    coordinates: Coordinates::Ours,
};
