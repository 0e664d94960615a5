use serde::{Deserialize, Serialize};

entourage_kernel::words! {
    /// The rules' verdict on a manual turn that was protested against.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    #[cfg_attr(feature = "types", derive(ts_rs::TS))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum Verdict: word {
        /// The turn is illegal: it is undone, and its player chooses another.
        Upheld = "upheld",
        /// The turn is legal and stays.
        Rejected = "rejected",
    }
}

entourage_kernel::words! {
    /// A private text of a seat.
    pub enum PrivateText: word {
        /// Notes on the game.
        Notes = "notes",
        /// Conditional moves.
        Plan = "plan",
    }
}
