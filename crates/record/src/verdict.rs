use serde::{Deserialize, Serialize};

entourage_kernel::words! {
    /// The rules' verdict on a manual move against which a side has protested.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    #[cfg_attr(feature = "types", derive(ts_rs::TS))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum Verdict: word {
        /// The move is illegal: it is undone, and the player must choose another.
        Upheld = "upheld",
        /// The move is legal, so the game continues from it.
        Rejected = "rejected",
    }
}

entourage_kernel::words! {
    /// A kind of text that the server stores for a seat and does not show to other players.
    pub enum PrivateText: word {
        /// The player's notes on the game.
        Notes = "notes",
        /// The player's conditional moves.
        Plan = "plan",
    }
}
