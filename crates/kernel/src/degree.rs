use std::fmt;

crate::words! {
    /// How much the rules help the players of a game.
    #[derive(Default)]
    pub enum Degree: word {
        /// Only legal moves are made.
        #[default]
        Enforced = "enforced",
        /// Every move is judged; what the rules refuse may be insisted on.
        Warned = "warned",
        /// The hands do what they like, and the rules judge when they are asked.
        Free = "free",
    }
}

/// Writes `enforced`, `warned` or `free`.
impl fmt::Display for Degree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_round_trip_and_nothing_else_is_one() {
        for degree in Degree::ALL {
            assert_eq!(degree.to_string().parse(), Ok(degree));
        }
        for bad in ["", "Free", "free ", "none"] {
            assert_eq!(bad.parse::<Degree>(), Err(()), "{bad}");
        }
    }
}
