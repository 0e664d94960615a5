use std::str::FromStr;

use entourage_registry::Notation;

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Style {
    pub theme: Theme,
    pub pieces: Pieces,
    pub notation: Notation,
    /// Whether the second side is at the bottom.
    pub flipped: bool,
    /// Whether coordinates are left out.
    pub bare: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Theme {
    pub board: Colours,
    pub dark: bool,
}

entourage_registry::kernel::words! {
    #[derive(Default)]
    pub enum Colours: word {
        #[default]
        Own = "own",
        Green = "green",
        Sea = "sea",
        Clay = "clay",
        Print = "print",
    }
}

entourage_registry::kernel::words! {
    #[derive(Default)]
    pub enum Pieces: word {
        /// The picture of each kind, with a letter added if pictures of different kinds differ only by colour.
        #[default]
        Pictures = "pictures",
        Letters = "letters",
        /// A simple figure for each kind, with the kind's label.
        Figures = "figures",
    }
}

impl Theme {
    pub const WORDS: &str = "light|dark|green|green-dark|sea|sea-dark|clay|clay-dark|print|print-dark";
}

impl Pieces {
    pub const WORDS: &str = "pictures|letters|figures";
}

impl FromStr for Theme {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (word, dark) = match text {
            "light" => ("own", false),
            "dark" => ("own", true),
            "own" | "own-dark" => return Err(()),
            _ => text.strip_suffix("-dark").map_or((text, false), |word| (word, true)),
        };
        Ok(Self { board: word.parse()?, dark })
    }
}

/// The colours of a theme by use, the same as in the web client's style sheets.
pub(crate) struct Palette {
    pub ground: &'static str,
    pub board: Board,
    pub alarm: &'static str,
    pub sides: [Token; 2],
    /// Fill and glyph colours of royal pieces.
    pub heart: [&'static str; 2],
    pub muted: &'static str,
}

#[derive(Clone, Copy)]
pub(crate) struct Board {
    /// Colours of light, dark and special squares.
    pub squares: [&'static str; 3],
    pub edge: &'static str,
    pub rim: &'static str,
    /// The colour of the rim's side, below the top of the rim.
    pub rim_side: &'static str,
    pub mark: &'static str,
}

#[derive(Clone, Copy)]
pub(crate) struct Token {
    pub fill: &'static str,
    pub shade: &'static str,
    pub rim: &'static str,
    pub glyph: &'static str,
    /// Fill and glyph colours of pieces without a power.
    pub quiet: [&'static str; 2],
}

impl Theme {
    /// Returns the colours of the theme for a game's hue code, such as `jade`.
    pub(crate) fn palette(self, hue: &str) -> Palette {
        let board = self.board(hue);
        let [white_quiet, black_quiet] = match self.dark {
            false => [["#ece4d3", "#625a68"], ["#443c54", "#cfc6cc"]],
            true => [["#dcd3c2", "#544c5a"], ["#383046", "#cfc6cc"]],
        };
        let (white, black) = if self.dark { ("#f6edda", "#1c1726") } else { ("#fdf6e8", "#2a2338") };
        let (shade, rim) = if self.dark { ("#08060c", "#8f86a0") } else { ("#130e1c", "#7b7189") };
        Palette {
            ground: if self.dark { "#14111b" } else { "#eef0ec" },
            board,
            alarm: "#b5270f",
            sides: [
                Token { fill: white, shade: "#c5b79c", rim: "#cdbf9f", glyph: "#2a2338", quiet: white_quiet },
                Token { fill: black, shade, rim, glyph: "#f6ecda", quiet: black_quiet },
            ],
            heart: ["#ffbe3b", "#2a1c05"],
            muted: if self.dark { "#b9b0c4" } else { "#5a5366" },
        }
    }

    fn board(self, hue: &str) -> Board {
        use Colours::{Clay, Green, Own, Print, Sea};
        let [squares @ .., edge, rim, rim_side, mark] = match (self.board, self.dark) {
            (Own, false) => match hue {
                "jade" => ["#c1d5c9", "#aec7ba", "#d9d8b4", "#1e4a42", "#1e4a42", "#113029", "#17453c"],
                "iris" => ["#cfcee8", "#bcbbdd", "#e2cfe0", "#35316a", "#35316a", "#211e47", "#2c2960"],
                "rose" => ["#ecd3c5", "#e0bfae", "#e0bfae", "#5c2a3e", "#5c2a3e", "#3c1827", "#57253a"],
                _ => ["#e9d7b3", "#d2b887", "#dccb9f", "#4d3722", "#4d3722", "#312110", "#4a331d"],
            },
            (Own, true) => match hue {
                "jade" => ["#64827a", "#57766d", "#6f7c58", "#12332d", "#12332d", "#081a17", "#0c2420"],
                "iris" => ["#7a79a6", "#6b6a98", "#86719a", "#211f45", "#211f45", "#12112a", "#14122f"],
                "rose" => ["#8c6c68", "#7e5e59", "#7e5e59", "#3d1929", "#3d1929", "#200c15", "#1f0a13"],
                _ => ["#94815f", "#826f4f", "#8d7d55", "#2f2213", "#2f2213", "#1a1208", "#22170a"],
            },
            (Green, false) => ["#edf1da", "#acc48f", "#d8cda6", "#4f6338", "#4f6338", "#35441f", "#2c4414"],
            (Green, true) => ["#9db396", "#718c6a", "#a8a27c", "#2b3a28", "#2b3a28", "#182415", "#142810"],
            (Sea, false) => ["#e3eef5", "#a4c2d8", "#c6dac5", "#3a5a72", "#3a5a72", "#233c50", "#17405f"],
            (Sea, true) => ["#93b0cd", "#6789ab", "#83a996", "#23364a", "#23364a", "#121f2c", "#0a1f33"],
            (Clay, false) => ["#f7e5da", "#dbab93", "#cfcbac", "#70412c", "#70412c", "#4d2a1a", "#5a2a14"],
            (Clay, true) => ["#b89b91", "#93756a", "#9d9d83", "#3d2c26", "#3d2c26", "#241813", "#2b140c"],
            (Print, false) => ["#ffffff", "#c9c9c9", "#e3e3e3", "#4a4a4a", "#4a4a4a", "#2c2c2c", "#222222"],
            (Print, true) => ["#b5b5b5", "#878787", "#9d9d9d", "#2c2c2c", "#2c2c2c", "#161616", "#111111"],
        };
        Board { squares, edge, rim, rim_side, mark }
    }
}

#[cfg(test)]
mod tests {
    use entourage_kernel::Hue;

    use super::*;

    const THEME: &str = concat!(
        include_str!("../../../packages/board/src/colours.css"),
        include_str!("../../../web/src/styles/theme.css")
    );
    const BOARDS: &str = include_str!("../../../packages/board/src/boards.css");

    fn themes() -> impl Iterator<Item = (Theme, &'static str)> {
        let hues = Hue::ALL.into_iter().map(Hue::code);
        hues.flat_map(|hue| Colours::ALL.into_iter().map(move |board| (hue, board)))
            .flat_map(|(hue, board)| [false, true].map(|dark| (Theme { board, dark }, hue)))
    }

    /// Returns a variable's value in the web client's style sheets, from the theme's section or else from the common one.
    fn of_page((theme, hue): (Theme, &str), variable: &str) -> &'static str {
        let part = match theme.board {
            Colours::Own => THEME.split_once(&format!("[data-board=\"own\"] [data-hue=\"{hue}\"]")).unwrap().1,
            board => BOARDS.split_once(&format!("[data-board=\"{}\"]", board.word())).unwrap().1,
        };
        let part = part.split_once('}').unwrap().0;
        let named = format!("--{variable}: ");
        let value =
            part.split_once(&named).or_else(|| THEME.split_once(&named)).unwrap().1.split_once(';').unwrap().0;
        match value.strip_prefix("light-dark(") {
            Some(values) => {
                let (light, dark) = values.trim_end_matches(')').split_once(", ").unwrap();
                if theme.dark { dark } else { light }
            }
            None => value,
        }
    }

    #[test]
    fn theme_words_are_parsed_and_others_rejected() {
        let words: Vec<&str> = Theme::WORDS.split('|').collect();
        let read: Vec<Theme> = words.iter().map(|word| word.parse().unwrap()).collect();
        assert!(themes().all(|(theme, _)| read.contains(&theme)));
        assert_eq!(read.len() * Hue::ALL.len(), themes().count());
        assert!(Pieces::WORDS.split('|').all(|word| word.parse::<Pieces>().is_ok()));
        for word in ["", "own", "own-dark", "paper", "dark-dark", "light-dark", "Green", "pink"] {
            assert!(word.parse::<Theme>().is_err(), "{word}");
        }
    }

    #[test]
    fn the_page_has_the_same_colours() {
        for theme in themes() {
            let Palette { ground, board, alarm, sides: [white, black], heart, muted } =
                theme.0.palette(theme.1);
            let Board { squares, edge, rim, rim_side, mark } = board;
            for (name, colour) in [
                ("square-light", squares[0]),
                ("square-dark", squares[1]),
                ("square-special", squares[2]),
                ("square-edge", edge),
                ("rim", rim),
                ("lip", rim_side),
                ("target", mark),
                ("page", ground),
                ("muted", muted),
                ("alarm", alarm),
                ("heart", heart[0]),
                ("heart-glyph", heart[1]),
                ("white-fill", white.fill),
                ("white-shade", white.shade),
                ("white-rim", white.rim),
                ("white-glyph", white.glyph),
                ("white-quiet", white.quiet[0]),
                ("white-quiet-glyph", white.quiet[1]),
                ("black-fill", black.fill),
                ("black-shade", black.shade),
                ("black-rim", black.rim),
                ("black-glyph", black.glyph),
                ("black-quiet", black.quiet[0]),
                ("black-quiet-glyph", black.quiet[1]),
            ] {
                assert_eq!(of_page(theme, name), colour, "{theme:?} {name}");
            }
        }
    }

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
            let Palette { ground, board, sides, heart, muted, .. } = theme.0.palette(theme.1);
            let Board { squares, rim, mark, .. } = board;
            let label = of_page(theme, "label");
            assert!(contrast(label, rim) >= 4.5, "{theme:?}: {label} on {rim}");
            assert!(contrast(muted, ground) >= 4.5, "{theme:?}: {muted} on {ground}");
            for square in squares {
                assert!(contrast(mark, square) >= 3.0, "{theme:?}: {mark} on {square}");
                // An area is visible if its edge contrasts with the square or with the area's own fill.
                for (edge, body) in [("pool-edge", "pool"), ("hatch-edge", "hatch-ground")] {
                    let [edge, body] = [edge, body].map(|name| of_page(theme, name));
                    let seen = contrast(edge, square).max(contrast(edge, body));
                    assert!(seen >= 2.9, "{theme:?}: {edge} around {body} on {square}: {seen}");
                }
            }
            let seen = contrast(squares[0], squares[1]);
            assert!(seen >= 1.14, "{theme:?}: {seen}");
            let [white, black] = sides;
            assert!(contrast(white.fill, black.fill) >= 7.0, "{theme:?}");
            assert!(contrast(white.quiet[0], black.quiet[0]) >= 4.5, "{theme:?}");
            for Token { fill, glyph, quiet: [quiet, picture], .. } in sides {
                assert!(contrast(fill, glyph) >= 7.0 && contrast(quiet, picture) >= 4.5, "{theme:?}");
            }
            assert!(contrast(heart[0], heart[1]) >= 7.0);
        }
    }

    #[test]
    fn text_on_the_page_keeps_contrast() {
        for dark in [false, true] {
            let theme = (Theme { board: Colours::Own, dark }, "jade");
            let of = |name| of_page(theme, name);
            for ground in ["page", "surface", "raised", "sunken"] {
                for ink in ["ink", "muted", "accent", "good", "bad", "shelter", "silence", "sight"] {
                    let seen = contrast(of(ink), of(ground));
                    assert!(seen >= 4.5, "{ink} on {ground}, dark: {dark}: {seen}");
                }
                let seen = contrast(of("line-strong"), of(ground));
                assert!(seen >= 2.9, "{ground}, dark: {dark}: {seen}");
            }
            for (ink, ground) in [
                ("accent", "accent-soft"),
                ("bad", "bad-soft"),
                ("good", "good-soft"),
                ("shelter", "shelter-soft"),
                ("silence", "silence-soft"),
                ("sight", "sight-soft"),
                ("on-go", "go"),
                ("on-accent", "accent"),
            ] {
                let seen = contrast(of(ink), of(ground));
                assert!(seen >= 4.5, "{ink} on {ground}, dark: {dark}: {seen}");
            }
        }
    }
}
