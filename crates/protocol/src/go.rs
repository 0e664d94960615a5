use std::fmt;

use entourage_kernel::{Text, TextError};

use crate::words::Words;

/// Bounds a search; the first bound reached ends it, and without any it goes on until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The plies to look ahead, at least 1, or `None`.
    pub depth: Option<u32>,
    /// The positions to look at, at least 1, or `None`.
    pub nodes: Option<u64>,
    /// The milliseconds to think, at least 1, or `None`.
    pub movetime: Option<u64>,
}

impl Go {
    /// Bounds nothing.
    pub const INFINITE: Self = Self { depth: None, nodes: None, movetime: None };

    /// Reads what follows `go`.
    pub(crate) fn read(mut words: Words) -> Result<Self, TextError> {
        let mut go = Self::INFINITE;
        let mut infinite = None;
        while let Some(word) = words.next() {
            let twice = match word.text {
                "depth" => {
                    let depth = words.number(1)?.try_into().unwrap_or(u32::MAX);
                    go.depth.replace(depth).is_some()
                }
                "nodes" => go.nodes.replace(words.number(1)?).is_some(),
                "movetime" => go.movetime.replace(words.number(1)?).is_some(),
                "infinite" => infinite.replace(word).is_some(),
                _ => {
                    let problem = Text::new(
                        "expected depth, nodes, movetime or infinite",
                        "il faut depth, nodes, movetime ou infinite",
                    );
                    return Err(word.error(problem));
                }
            };
            if twice {
                return Err(word.error(Text::new("this was said before", "ceci a déjà été dit")));
            }
        }
        match infinite {
            Some(word) if go != Self::INFINITE => {
                let problem =
                    Text::new("a bounded search is not infinite", "une recherche bornée n'est pas infinie");
                Err(word.error(problem))
            }
            _ => Ok(go),
        }
    }
}

/// Writes `go` with its bounds, or `go infinite`.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if *self == Self::INFINITE {
            return f.write_str(" infinite");
        }
        let bounds = [("depth", self.depth.map(u64::from)), ("nodes", self.nodes), ("movetime", self.movetime)];
        for (name, bound) in bounds {
            if let Some(bound) = bound {
                write!(f, " {name} {bound}")?;
            }
        }
        Ok(())
    }
}
