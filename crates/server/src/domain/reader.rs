use entourage_record::{Access, Seat};

use super::locale::Locale;

/// Tells for whom a game is described: what they may do in it, and in which words they read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader {
    /// Their seat.
    pub seat: Seat,
    /// Whether they created the game.
    pub host: bool,
    /// In which words they are answered.
    pub locale: Locale,
    /// When they ask, in milliseconds since 1970 (UTC).
    pub now: i64,
}

impl Reader {
    /// Describes who holds a key and asked in a locale, at a time.
    pub fn of(access: Access, locale: Locale, now: i64) -> Self {
        Self { seat: access.seat, host: access.host, locale, now }
    }
}
