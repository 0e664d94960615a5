use entourage_kernel::{Coordinates, Courier, shared_strs};

pub(crate) const COURIER: Courier = Courier {
    // In the order of the kinds: King, Queen, Rook, Bishop, Knight, Pawn.
    labels: shared_strs!["K", "Q", "R", "B", "N", "P"],
    coordinates: Coordinates::Ours,
};
