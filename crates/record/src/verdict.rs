use serde::{Deserialize, Serialize};

entourage_kernel::words! {
    /// The rules' verdict on a manual move against which a side has protested.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    #[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
    pub enum Verdict: word {
        /// The protest is upheld: the move is illegal and is undone, and the player must choose another.
        Upheld = "upheld",
        /// The protest is rejected: the move is legal, and the game continues.
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
