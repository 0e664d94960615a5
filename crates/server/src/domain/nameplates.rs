/// What stands beside the players of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Nameplates {
    /// The names of those who have one.
    pub names: [Option<String>; 2],
    /// Whether programs play under these names.
    pub bots: [bool; 2],
}
