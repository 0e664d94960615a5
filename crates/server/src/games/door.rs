use entourage_record::{GameId, Key};

/// Tells how somebody comes to a game.
#[derive(Clone, Copy)]
pub(crate) enum Door {
    /// With a key to it.
    Key(Key),
    /// By its name, which opens looking on while its players show the game to everybody.
    Name(GameId),
}
