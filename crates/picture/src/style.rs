use std::str::FromStr;

use entourage_registry::Notation;

/// Chooses how a position is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Style {
    /// The colours.
    pub theme: Theme,
    /// How pieces are told apart.
    pub pieces: Pieces,
    /// Whose labels and coordinates are written.
    pub notation: Notation,
    /// Whether the second side's home is drawn below.
    pub flipped: bool,
    /// Whether the coordinates beside the board are left out.
    pub bare: bool,
}

/// Names the colours of a picture: those of its board, by day or by night.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Theme {
    /// The colours of the board.
    pub board: Colours,
    /// Whether they are those for dark surroundings.
    pub dark: bool,
}

/// Names the colours of a board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Colours {
    /// Warm paper by day, cool slate by night.
    #[default]
    Paper,
    /// A lawn.
    Green,
    /// The sea.
    Sea,
    /// Burnt clay.
    Clay,
    /// Greys alone, as in print.
    Print,
}

impl Colours {
    /// Lists all.
    pub const ALL: [Self; 5] = [Self::Paper, Self::Green, Self::Sea, Self::Clay, Self::Print];

    /// Returns the word for them.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Green => "green",
            Self::Sea => "sea",
            Self::Clay => "clay",
            Self::Print => "print",
        }
    }
}

/// Tells how pieces are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Pieces {
    /// By the art of their kind, with a letter where kinds differ by colour alone.
    #[default]
    Pictures,
    /// By their labels.
    Letters,
    /// By a simple figure of each kind, with its label.
    Figures,
}

impl Theme {
    /// Lists the words for themes, as they are shown to people.
    pub const WORDS: &str = "light|dark|green|green-dark|sea|sea-dark|clay|clay-dark|print|print-dark";
}

impl Pieces {
    /// Lists the words for sets of pieces, as they are shown to people.
    pub const WORDS: &str = "pictures|letters|figures";
}

impl FromStr for Theme {
    type Err = ();

    /// Reads one of [`WORDS`](Self::WORDS).
    fn from_str(text: &str) -> Result<Self, ()> {
        let (word, dark) = match text {
            "light" => ("paper", false),
            "dark" => ("paper", true),
            "paper" | "paper-dark" => return Err(()),
            _ => text.strip_suffix("-dark").map_or((text, false), |word| (word, true)),
        };
        let board = Colours::ALL.into_iter().find(|board| board.word() == word).ok_or(())?;
        Ok(Self { board, dark })
    }
}

impl FromStr for Pieces {
    type Err = ();

    /// Reads one of [`WORDS`](Self::WORDS).
    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "pictures" => Ok(Self::Pictures),
            "letters" => Ok(Self::Letters),
            "figures" => Ok(Self::Figures),
            _ => Err(()),
        }
    }
}

/// Holds the colours of a theme, named by what they are for; the page's style sheets have the same.
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
        let (squares, edge, label) = self.board();
        if self.dark {
            Palette {
                ground: "#172028",
                squares,
                edge,
                label,
                last: "#d2b552",
                alarm: "#ff5a40",
                sides: [
                    ["#fbf7ee", "#27221b", "#e2dccd", "#262019"],
                    ["#2a2f35", "#07090b", "#9fb0bc", "#f3f0e6"],
                ],
                badge: "#f4c22b",
                badge_ink: "#2a1e07",
                bond: "#063d2e",
            }
        } else {
            Palette {
                ground: "#fcf9f3",
                squares,
                edge,
                label,
                last: "#e3c55f",
                alarm: "#c8351f",
                sides: [
                    ["#fffdf6", "#3f3120", "#efe4cd", "#33271a"],
                    ["#3b3836", "#12100f", "#b8a988", "#f7eedb"],
                ],
                badge: "#f4c22b",
                badge_ink: "#2a1e07",
                bond: "#15604a",
            }
        }
    }

    /// Returns the colours of the squares, light, dark and special, of their edges, and of the coordinates beside them.
    const fn board(self) -> ([&'static str; 3], &'static str, &'static str) {
        match (self.board, self.dark) {
            (Colours::Paper, false) => (["#f1e5cd", "#d4ba8e", "#c3cbb6"], "#b59a6b", "#6d5a3c"),
            (Colours::Paper, true) => (["#8ea3b2", "#647b8d", "#7d9a8d"], "#4b6070", "#9aaab5"),
            (Colours::Green, false) => (["#edf1da", "#acc48f", "#d8cda6"], "#83a05f", "#4c6134"),
            (Colours::Green, true) => (["#9db396", "#718c6a", "#a8a27c"], "#4f6649", "#a3b79c"),
            (Colours::Sea, false) => (["#e3eef5", "#a4c2d8", "#c6dac5"], "#7397b3", "#3c607c"),
            (Colours::Sea, true) => (["#93b0cd", "#6789ab", "#83a996"], "#456482", "#98b2cc"),
            (Colours::Clay, false) => (["#f7e5da", "#dbab93", "#cfcbac"], "#b97f63", "#7d4a33"),
            (Colours::Clay, true) => (["#b89b91", "#93756a", "#9d9d83"], "#6d5147", "#bd9f94"),
            (Colours::Print, false) => (["#ffffff", "#c9c9c9", "#e3e3e3"], "#6f6f6f", "#454545"),
            (Colours::Print, true) => (["#b5b5b5", "#878787", "#9d9d9d"], "#525252", "#b0b0b0"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THEME: &str = include_str!("../../../web/src/styles/theme.css");
    const BOARDS: &str = include_str!("../../../web/src/styles/boards.css");

    fn themes() -> impl Iterator<Item = Theme> {
        Colours::ALL.into_iter().flat_map(|board| [false, true].map(|dark| Theme { board, dark }))
    }

    /// Finds the value of a variable in the page's style sheet.
    fn of_page(theme: Theme, variable: &str) -> &'static str {
        let sheet = match theme.board {
            Colours::Paper => THEME,
            board => BOARDS.split_once(&format!("[data-board=\"{}\"]", board.word())).unwrap().1,
        };
        let values =
            sheet.split_once(&format!("--{variable}: light-dark(")).unwrap().1.split_once(')').unwrap().0;
        let (light, dark) = values.split_once(", ").unwrap();
        if theme.dark { dark } else { light }
    }

    #[test]
    fn words_are_read_and_nothing_else() {
        let words: Vec<&str> = Theme::WORDS.split('|').collect();
        let read: Vec<Theme> = words.iter().map(|word| word.parse().unwrap()).collect();
        assert!(themes().all(|theme| read.contains(&theme)) && read.len() == themes().count());
        assert!(Pieces::WORDS.split('|').all(|word| word.parse::<Pieces>().is_ok()));
        for word in ["", "paper", "paper-dark", "dark-dark", "light-dark", "Green", "pink"] {
            assert!(word.parse::<Theme>().is_err(), "{word}");
        }
    }

    #[test]
    fn the_page_has_the_same_colours() {
        for theme in themes() {
            let Palette { squares, edge, label, .. } = theme.palette();
            let names = ["square-light", "square-dark", "square-special", "square-edge", "label"];
            for (name, colour) in names.into_iter().zip(squares.into_iter().chain([edge, label])) {
                assert_eq!(of_page(theme, name), colour, "{theme:?} {name}");
            }
        }
    }

    /// Returns the relative luminance of a colour, as the WCAG define it.
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_theme_keeps_contrast() {
        for theme in themes() {
            let Palette { ground, squares, label, sides, .. } = theme.palette();
            assert!(contrast(label, ground) >= 4.5, "{theme:?}: {label} on {ground}");
            for square in squares {
                // Marks lie on a halo: one of the two stands out from the square, and they from each other.
                let paper = Theme { board: Colours::Paper, ..theme };
                let halo = of_page(paper, "halo");
                for mark in ["target", "capture"].map(|name| of_page(paper, name)) {
                    let seen = contrast(mark, square).max(contrast(halo, square));
                    assert!(seen >= 3.0 && contrast(mark, halo) >= 4.5, "{theme:?}: {mark} on {square}");
                }
                // A piece shows by its fill or by its rim.
                for [fill, rim, ..] in sides {
                    let seen = contrast(fill, square).max(contrast(rim, square));
                    assert!(seen >= 3.0, "{theme:?}: {fill} or {rim} on {square}");
                }
            }
            for (name, square) in [("label-on-light", squares[0]), ("label-on-dark", squares[1])] {
                let label = of_page(theme, name);
                assert!(contrast(label, square) >= 3.0, "{theme:?}: {label} on {square}");
            }
            assert!(contrast(squares[0], squares[1]) >= 1.3, "{theme:?}");
            for [fill, _, _, glyph] in sides {
                assert!(contrast(fill, glyph) >= 4.5, "{theme:?}");
            }
        }
    }
}
