use entourage_kernel::Kind;

/// The royal piece, which cannot carry a Rule.
pub(crate) const WHITE: Kind = Kind(0);
pub(crate) const BLACK: Kind = Kind(1);
pub(crate) const BLUE: Kind = Kind(2);
pub(crate) const GREEN: Kind = Kind(3);
pub(crate) const RED: Kind = Kind(4);
pub(crate) const YELLOW: Kind = Kind(5);
/// A converted piece, which cannot carry a Rule.
pub(crate) const GREY: Kind = Kind(6);

pub(crate) const KINDS: usize = 7;

pub(crate) const COLOURS: [Kind; 5] = [BLACK, BLUE, GREEN, RED, YELLOW];

pub(crate) const LETTERS: [char; KINDS] = ['W', 'K', 'B', 'G', 'R', 'Y', 'X'];
