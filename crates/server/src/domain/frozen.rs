/// Says why a stored game cannot be continued.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Frozen {
    /// It began under other rules.
    OtherRules {
        /// The version that it began under.
        began: String,
        /// The version of the rules now.
        now: String,
    },
    /// This server does not have the game or its options.
    UnknownGame {
        /// The spec.
        spec: String,
    },
    /// The rules of this version do not take its record.
    Unplayable,
}
