use entourage_kernel::Text;
use entourage_record::Ending;

use super::scene::Scene;

/// Tells how a game ended.
#[derive(Clone, Debug)]
pub(crate) enum End {
    /// By its players, or by their clocks.
    Players {
        /// What the sides are called, where the game is known.
        sides: Option<[Text; 2]>,
        /// What they did.
        ending: Ending,
    },
    /// By its rules, as it stands in this match.
    Rules(Scene),
}
