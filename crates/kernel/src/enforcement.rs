use std::fmt;

crate::words! {
    /// How strictly the rules are enforced in a game.
    #[derive(Default)]
    pub enum Enforcement: word {
        /// Only legal moves can be played.
        #[default]
        Enforced = "enforced",
        /// Every move is checked, but players can play an illegal one after a warning.
        Warned = "warned",
        /// Pieces can be moved freely; the rules are checked only on request.
        Free = "free",
    }
}

/// Formats the rule enforcement as `enforced`, `warned` or `free`.
impl fmt::Display for Enforcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_round_trip_and_others_are_rejected() {
        for enforcement in Enforcement::ALL {
            assert_eq!(enforcement.to_string().parse(), Ok(enforcement));
        }
        for bad in ["", "Free", "free ", "none"] {
            assert_eq!(bad.parse::<Enforcement>(), Err(()), "{bad}");
        }
    }
}
