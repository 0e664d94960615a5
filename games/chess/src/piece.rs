use entourage_kernel::Kind;

pub(crate) const KING: Kind = Kind(0);
pub(crate) const QUEEN: Kind = Kind(1);
pub(crate) const ROOK: Kind = Kind(2);
pub(crate) const BISHOP: Kind = Kind(3);
pub(crate) const KNIGHT: Kind = Kind(4);
pub(crate) const PAWN: Kind = Kind(5);

pub(crate) const KINDS: usize = 6;

/// The kinds to which a pawn can promote. In the intent of a promotion, the choice is the number of the kind.
pub(crate) const PROMOTIONS: [Kind; 4] = [QUEEN, ROOK, BISHOP, KNIGHT];
