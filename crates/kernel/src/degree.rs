use std::fmt;
use std::str::FromStr;

/// Tells how much the rules help the players of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Degree {
    /// Only legal moves are made.
    #[default]
    Enforced,
    /// Every move is judged; what the rules refuse may be insisted on.
    Warned,
    /// The hands do what they like, and the rules judge when they are asked.
    Free,
}

impl Degree {
    /// Lists all degrees.
    pub const ALL: [Self; 3] = [Self::Enforced, Self::Warned, Self::Free];

    /// Returns the word for programs and databases.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Enforced => "enforced",
            Self::Warned => "warned",
            Self::Free => "free",
        }
    }
}

/// Writes `enforced`, `warned` or `free`.
impl fmt::Display for Degree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Degree {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|degree| degree.word() == text).ok_or(())
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
