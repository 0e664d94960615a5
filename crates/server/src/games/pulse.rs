/// Counts of what has changed in a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pulse {
    /// The lowest version that the game can have, if it is known to have changed since the room was opened.
    pub version: i64,
    pub events: u64,
    pub remarks: u64,
    pub unsaid: u64,
    pub wishes: u64,
    pub clocks: u64,
    pub ratings: u64,
    pub keys: u64,
    /// Connections of each side's players.
    pub players: [usize; 2],
    pub watchers: usize,
}

impl Pulse {
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
