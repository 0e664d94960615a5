use entourage_kernel::Kind;

/// The king, royal.
pub(crate) const KING: Kind = Kind(0);
/// The queen.
pub(crate) const QUEEN: Kind = Kind(1);
/// The rook.
pub(crate) const ROOK: Kind = Kind(2);
/// The bishop.
pub(crate) const BISHOP: Kind = Kind(3);
/// The knight.
pub(crate) const KNIGHT: Kind = Kind(4);
/// The pawn.
pub(crate) const PAWN: Kind = Kind(5);

/// The number of kinds.
pub(crate) const KINDS: usize = 6;

/// What a pawn may become; a kind's number is the choice of the promoting intent.
pub(crate) const PROMOTIONS: [Kind; 4] = [QUEEN, ROOK, BISHOP, KNIGHT];
