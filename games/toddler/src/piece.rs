use entourage_kernel::Kind;

/// The royal piece; minor while at least one of its parents (Emperor and Empress) is on the board, then major (power 1).
pub(crate) const TODDLER: Kind = Kind(0);
/// Shelters the Empress while he can see her along an open queen line (power 6).
pub(crate) const EMPEROR: Kind = Kind(1);
/// Can leap next to her Toddler (T7).
pub(crate) const EMPRESS: Kind = Kind(2);
pub(crate) const ANGEL: Kind = Kind(3);
pub(crate) const GENIUS: Kind = Kind(4);
pub(crate) const PHOENIX: Kind = Kind(5);
pub(crate) const ANDROID: Kind = Kind(6);
/// Can trade places with the minor Toddler (power 2).
pub(crate) const NURSE: Kind = Kind(7);
pub(crate) const SOLDIER: Kind = Kind(8);
pub(crate) const CAPTAIN: Kind = Kind(9);

pub(crate) const KINDS: usize = 10;

/// Kinds of which each side has at most one piece. Each side always has exactly one Toddler.
pub(crate) const UNIQUE: [Kind; 5] = [TODDLER, EMPEROR, EMPRESS, ANGEL, GENIUS];

/// Returns whether capturing a piece of this kind makes a Soldier a Captain (power 9).
#[inline]
pub(crate) const fn promotes_soldier(captured: Kind) -> bool {
    captured.0 != SOLDIER.0 && captured.0 != CAPTAIN.0
}
