use entourage_store::{Access, GameId, Key, Seat};

use crate::failure::Failure;
use crate::tables::{Tables, failed};

/// Tells how somebody comes to a game.
#[derive(Clone, Copy)]
pub(crate) enum Door {
    /// With a key to it.
    Key(Key),
    /// By its name, which opens looking on while its players show the game to everybody.
    Name(GameId),
}

impl Tables {
    /// Finds what somebody may do where he comes in.
    pub(crate) async fn enter(&self, door: Door) -> Result<Access, Failure> {
        match door {
            Door::Key(key) => self.access(key).await,
            Door::Name(game) if self.store().is_published(game).await.map_err(failed)? => {
                Ok(Access { game, seat: Seat::Watch, host: false, key: None })
            }
            Door::Name(_) => Err(Failure::NoGame),
        }
    }
}
