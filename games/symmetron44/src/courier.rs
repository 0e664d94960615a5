use entourage_kernel::Courier;

/// The letters and squares of our own position strings: no preset of the game is known.
pub(crate) const COURIER: Courier = Courier {
    // In the order of the kinds: Pawn, Bawn, Knight, Reducer, SHS, the Advancers Rook and Bishop,
    // the Dragons Bishop and Rook, King.
    labels: &["P", "B", "N", "R", "H", "A", "V", "D", "G", "K"],
    coordinate: str::to_owned,
};
