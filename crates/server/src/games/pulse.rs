/// What changes in a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pulse {
    /// The version that the game has at least, where it is known to have been raised since the room was opened.
    pub version: i64,
    /// Counts what happened since the room was opened.
    pub events: u64,
    /// Counts what the players said to each other.
    pub remarks: u64,
    /// Counts how often somebody took back what they had said.
    pub unsaid: u64,
    /// Counts how often a player wished the game deleted, or kept.
    pub wishes: u64,
    /// Counts how often clocks changed without an event.
    pub clocks: u64,
    /// Counts how often ratings have followed from the game.
    pub ratings: u64,
    /// Counts how often a key was replaced.
    pub keys: u64,
    /// The number of connections that play each side.
    pub players: [usize; 2],
    /// The number of those that look on.
    pub watchers: usize,
}

impl Pulse {
    /// Counts that anything may have happened.
    pub fn stir(&mut self) {
        for count in [
            &mut self.events,
            &mut self.remarks,
            &mut self.unsaid,
            &mut self.wishes,
            &mut self.clocks,
            &mut self.ratings,
            &mut self.keys,
        ] {
            *count += 1;
        }
    }
}
