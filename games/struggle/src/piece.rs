use entourage_kernel::Kind;

/// The royal piece: captured or brought home, it decides the game; no Rule binds to it.
pub(crate) const WHITE: Kind = Kind(0);
/// A nonwhite piece.
pub(crate) const BLACK: Kind = Kind(1);
/// The piece that Torus traditionally belongs to.
pub(crate) const BLUE: Kind = Kind(2);
/// A nonwhite piece.
pub(crate) const GREEN: Kind = Kind(3);
/// A nonwhite piece.
pub(crate) const RED: Kind = Kind(4);
/// A nonwhite piece.
pub(crate) const YELLOW: Kind = Kind(5);
/// A converted piece; no Rule is bound to it.
pub(crate) const GREY: Kind = Kind(6);

/// The number of kinds.
pub(crate) const KINDS: usize = 7;

/// The kinds a Rule may be bound to, in the order of notation.
pub(crate) const COLOURS: [Kind; 5] = [BLACK, BLUE, GREEN, RED, YELLOW];

/// Capital letters of the kinds.
pub(crate) const LETTERS: [char; KINDS] = ['W', 'K', 'B', 'G', 'R', 'Y', 'X'];
