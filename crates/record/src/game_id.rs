use crate::bits::{Bits, written_as_bits};

/// Names a game by 128 random bits, inside the server and its database. It opens nothing: a [`Key`](crate::Key) does.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GameId(Bits);

impl GameId {
    /// Returns the id of the game's rematch, always the same one, so that a game has one rematch at most.
    pub fn next(self) -> Self {
        Self(self.0.derive(b"rematch of "))
    }
}

written_as_bits!(GameId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_stay_out_of_logs_and_have_one_rematch() {
        let id = GameId::from_bits([7; 16]);
        assert_eq!(format!("{id:?}"), "GameId(…)");
        assert_eq!(id.to_string().parse(), Ok(id));
        assert!(id.next() == id.next() && id.next() != id && id.next().next() != id);
    }
}
