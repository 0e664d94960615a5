use entourage_record::Entry;

/// Tells what has been added to a game that somebody knows up to an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Growth {
    /// The version of the game now.
    pub version: i64,
    /// The events after those that are known.
    pub entries: Vec<Entry>,
}
