use std::str::FromStr;

/// Chooses how a position is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Style {
    /// The colours.
    pub theme: Theme,
    /// How pieces are told apart.
    pub pieces: Pieces,
    /// Whether the second side's home is drawn below.
    pub flipped: bool,
    /// Whether the coordinates beside the board are left out.
    pub bare: bool,
}

/// Names the colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Theme {
    /// Warm paper.
    #[default]
    Light,
    /// Cool slate.
    Dark,
}

/// Tells how pieces are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Pieces {
    /// By the art of their kind, with a letter where kinds differ by colour alone.
    #[default]
    Pictures,
    /// By the letters of position strings.
    Letters,
}

impl FromStr for Theme {
    type Err = ();

    /// Reads `light` or `dark`.
    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "light" => Ok(Self::Light),
            "dark" => Ok(Self::Dark),
            _ => Err(()),
        }
    }
}

impl FromStr for Pieces {
    type Err = ();

    /// Reads `pictures` or `letters`.
    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "pictures" => Ok(Self::Pictures),
            "letters" => Ok(Self::Letters),
            _ => Err(()),
        }
    }
}

/// Holds the colours of a theme, named by what they are for; the page's style sheet has the same.
pub(crate) struct Palette {
    pub ground: &'static str,
    pub squares: [&'static str; 3],
    pub edge: &'static str,
    pub label: &'static str,
    pub last: &'static str,
    pub alarm: &'static str,
    /// Fill, rim, ring and glyph of each side's pieces.
    pub sides: [[&'static str; 4]; 2],
    pub badge: &'static str,
    pub badge_ink: &'static str,
    pub bond: &'static str,
}

impl Theme {
    pub(crate) const fn palette(self) -> Palette {
        match self {
            Self::Light => Palette {
                ground: "#fcf9f3",
                squares: ["#f1e5cd", "#d4ba8e", "#c3cbb6"],
                edge: "#b59a6b",
                label: "#6d5a3c",
                last: "#e3c55f",
                alarm: "#c8351f",
                sides: [
                    ["#fffdf6", "#3f3120", "#efe4cd", "#33271a"],
                    ["#3b3836", "#12100f", "#b8a988", "#f7eedb"],
                ],
                badge: "#f4c22b",
                badge_ink: "#2a1e07",
                bond: "#15604a",
            },
            Self::Dark => Palette {
                ground: "#172028",
                squares: ["#8ea3b2", "#647b8d", "#7d9a8d"],
                edge: "#4b6070",
                label: "#9aaab5",
                last: "#d2b552",
                alarm: "#ff5a40",
                sides: [
                    ["#fbf7ee", "#27221b", "#e2dccd", "#262019"],
                    ["#2a2f35", "#07090b", "#9fb0bc", "#f3f0e6"],
                ],
                badge: "#f4c22b",
                badge_ink: "#2a1e07",
                bond: "#063d2e",
            },
        }
    }
}
