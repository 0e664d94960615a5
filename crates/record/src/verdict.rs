use serde::{Deserialize, Serialize};

entourage_kernel::words! {
    /// What the rules said of a turn that was protested against.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    #[cfg_attr(feature = "types", derive(ts_rs::TS))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum Verdict: word {
        /// They refuse the turn: it goes back to its player, who chooses another.
        Upheld = "upheld",
        /// They allow the turn, which stands.
        Rejected = "rejected",
    }
}

entourage_kernel::words! {
    /// Something that a seat keeps for itself.
    pub enum Paper: word {
        /// Notes.
        Notes = "notes",
        /// The moves that it has ready for the other's.
        Plan = "plan",
    }
}
