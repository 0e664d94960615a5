use entourage_kernel::{Coordinates, Courier, shared_strs};

/// Game Courier notation. Uses the letters and squares of Entourage notation, because no preset of the game is known.
pub(crate) const COURIER: Courier = Courier {
    // In the order of the kinds: Pawn, Bawn, Knight, Reducer, SHS, the Advancers Rook and Bishop,
    // the Dragons Bishop and Rook, King.
    labels: shared_strs!["P", "B", "N", "R", "H", "A", "V", "D", "G", "K"],
    coordinates: Coordinates::Ours,
};
