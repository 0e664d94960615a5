use entourage_kernel::Kind;

/// The royal child: minor while a parent lives, then major (power 1).
pub(crate) const TODDLER: Kind = Kind(0);
/// The father, whose sight keeps the Empress safe (power 6).
pub(crate) const EMPEROR: Kind = Kind(1);
/// The mother, who leaps to her Toddler's side (T7).
pub(crate) const EMPRESS: Kind = Kind(2);
/// The Guardian Angel, who protects its neighbours (power 4).
pub(crate) const ANGEL: Kind = Kind(3);
/// The Genius, who neutralises enemy neighbours (power 3).
pub(crate) const GENIUS: Kind = Kind(4);
/// The Phoenix, who flies to the other colour and spares its like (power 8).
pub(crate) const PHOENIX: Kind = Kind(5);
pub(crate) const ANDROID: Kind = Kind(6);
/// The Nurse, a bishop that trades places with the minor Toddler (power 2).
pub(crate) const NURSE: Kind = Kind(7);
/// The Soldier, who may become a Captain (power 9).
pub(crate) const SOLDIER: Kind = Kind(8);
pub(crate) const CAPTAIN: Kind = Kind(9);

pub(crate) const KINDS: usize = 10;

/// Kinds of which a side may have one at most, the Toddler's exactly one.
pub(crate) const UNIQUE: [Kind; 5] = [TODDLER, EMPEROR, EMPRESS, ANGEL, GENIUS];

/// Returns whether capturing a piece of this kind makes a Soldier a Captain (power 9).
#[inline]
pub(crate) const fn promotes_soldier(captured: Kind) -> bool {
    captured.0 != SOLDIER.0 && captured.0 != CAPTAIN.0
}
