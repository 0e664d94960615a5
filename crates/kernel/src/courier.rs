/// Tells how Game Courier, where such games are played by correspondence, names a game's pieces and squares.
#[derive(Debug)]
pub struct Courier {
    /// The label of each kind of the first side, in index order, in upper case; the second side's is the same in lower case.
    pub labels: &'static [&'static str],
    /// Returns its coordinate for the square of a name.
    pub coordinate: fn(&str) -> String,
}
