use entourage_kernel::Courier;

/// The letters and squares that every player knows.
pub(crate) const COURIER: Courier = Courier {
    // In the order of the kinds: King, Queen, Rook, Bishop, Knight, Pawn.
    labels: &["K", "Q", "R", "B", "N", "P"],
    coordinate: str::to_owned,
};
