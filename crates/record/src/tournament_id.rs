use crate::bits::{Bits, written_as_bits};

/// Names a tournament by 128 random bits, in its address and in the database. It opens nothing but looking on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TournamentId(Bits);

written_as_bits!(TournamentId);

impl TournamentId {
    /// Returns the bits.
    pub const fn bits(self) -> [u8; 16] {
        self.0.0
    }
}
