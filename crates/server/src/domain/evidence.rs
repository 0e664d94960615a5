use entourage_record::Player;

/// Holds what those who keep order see of a game.
#[derive(Clone, Debug)]
pub(crate) struct Evidence {
    /// The spec.
    pub spec: String,
    /// The position; `None` before it has begun, or where its rules are not at hand.
    pub position: Option<String>,
    /// Who plays.
    pub players: [Player; 2],
    /// The record.
    pub record: String,
}
