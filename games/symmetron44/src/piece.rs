use entourage_kernel::Kind;

pub(crate) const PAWN: Kind = Kind(0);
pub(crate) const BAWN: Kind = Kind(1);
pub(crate) const KNIGHT: Kind = Kind(2);
pub(crate) const REDUCER: Kind = Kind(3);
/// The Self-Hippogonal-Symmetrizer, which makes adjacent friendly riders move diagonally instead of orthogonally and vice versa (power 1).
pub(crate) const SHS: Kind = Kind(4);
pub(crate) const ADVANCER_ROOK: Kind = Kind(5);
pub(crate) const ADVANCER_BISHOP: Kind = Kind(6);
pub(crate) const DRAGON_BISHOP: Kind = Kind(7);
pub(crate) const DRAGON_ROOK: Kind = Kind(8);
pub(crate) const KING: Kind = Kind(9);

pub(crate) const KINDS: usize = 10;

/// The kinds to which a Pawn or Bawn can promote (power 7).
pub(crate) const PROMOTIONS: [Kind; 3] = [DRAGON_ROOK, ADVANCER_BISHOP, KNIGHT];

/// Returns whether a kind is an Advancer or Dragon, which can be symmetrised and reduced.
#[inline]
pub(crate) const fn is_rider(kind: Kind) -> bool {
    kind.0 >= ADVANCER_ROOK.0 && kind.0 <= DRAGON_ROOK.0
}

/// Returns whether a kind neither captures nor can be captured (power 4).
#[inline]
pub(crate) const fn is_untouchable(kind: Kind) -> bool {
    matches!(kind, REDUCER | SHS)
}

/// Returns whether a kind is a Pawn or Bawn, which promote and mutate.
#[inline]
pub(crate) const fn is_foot(kind: Kind) -> bool {
    matches!(kind, PAWN | BAWN)
}
