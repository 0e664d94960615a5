use crate::Place;

/// The tags that every game has, in the order in which they come first.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Tells something of a game: `[Name "value"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name, of letters, digits and `_+#=:-`.
    pub name: String,
    /// The value, in one line.
    pub value: String,
    /// Where it stands.
    pub place: Place,
}

impl Tag {
    /// Makes a tag that was read nowhere.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into(), place: Place::default() }
    }

    /// Tells whether a byte may stand in a name.
    pub(crate) fn is_named_by(byte: u8) -> bool {
        byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte)
    }

    /// Returns what a tag of the roster says where nothing is known.
    pub(crate) fn unknown(name: &str) -> &'static str {
        if name == "Date" { "????.??.??" } else { "?" }
    }
}
