use entourage_registry::view::{GameInfo, View};

/// Shows a game at a glance, as everybody may see it.
pub(crate) struct Preview {
    /// The game that is played.
    pub info: GameInfo,
    /// The board as it stands.
    pub view: View,
    /// The squares of the last move, if there was one.
    pub last: Vec<String>,
}
