use std::fmt;

use entourage_kernel::{Problem, Side, Text, TextError};

use crate::words::{Word, Words, missing};

/// Search limits; the first one reached ends the search. Without limits, the search runs until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The maximum depth in plies, at least 1.
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// The search time in milliseconds, at least 1.
    pub movetime: Option<u64>,
    /// The number of moves, at least 1, within which to search for a win.
    pub mate: Option<u32>,
    /// The players' clocks by [`Side::index`]; only that of the side to move limits the search.
    pub clocks: [Option<ClockTime>; 2],
    /// The moves until the next time control, including this one; `None` if there is none, or if there are no clocks.
    pub movestogo: Option<u32>,
    /// Whether the engine waits for `stop` before it answers. Always true if there are no limits.
    pub infinite: bool,
    /// Whether to search on the opponent's time. The engine answers only after `stop` or `ponderhit`; the limits count from `ponderhit`.
    pub ponder: bool,
    pub searchmoves: Vec<String>,
}

const LEFT: [&str; 2] = ["wtime", "btime"];
const INCREMENT: [&str; 2] = ["winc", "binc"];
/// The words that can follow `go`; each of them ends the list of moves after `searchmoves`.
const WORDS: [&str; 12] = [
    "depth",
    "nodes",
    "movetime",
    "mate",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "searchmoves",
];

#[derive(Default)]
struct Parsed {
    left: [Option<i64>; 2],
    increment: [Option<u64>; 2],
    movestogo: Option<u32>,
    infinite: bool,
}

impl Go {
    pub const INFINITE: Self = {
        let mut go = Self::BOUNDED;
        go.infinite = true;
        go
    };

    /// A search that is neither infinite nor limited, for struct update syntax; callers must set at least one limit.
    pub const BOUNDED: Self = Self {
        depth: None,
        nodes: None,
        movetime: None,
        mate: None,
        clocks: [None; 2],
        movestogo: None,
        infinite: false,
        ponder: false,
        searchmoves: Vec::new(),
    };

    pub const fn clock_word(side: Side) -> &'static str {
        LEFT[side.index()]
    }

    /// Parses the words after `go`, and adds a warning for every word that is ignored or corrected.
    ///
    /// A GUI that sends `go` waits for an answer, so the command is never refused: an invalid limit becomes the smallest valid one, an
    /// unknown word is ignored, and if a word is repeated, the last occurrence counts.
    pub(crate) fn read(mut words: Words, warnings: &mut Vec<TextError>) -> Self {
        let mut go = Self::BOUNDED;
        let mut parsed = Parsed::default();
        while let Some(word) = words.next() {
            if go.take(word, &mut words, &mut parsed, warnings) {
                warnings.push(word.error(Text::new(
                    "this word is repeated; its last value is used",
                    "ce mot est répété\u{a0}; sa dernière valeur est retenue",
                )));
            }
        }
        for side in Side::BOTH.map(Side::index) {
            go.clocks[side] = match (parsed.left[side], parsed.increment[side]) {
                (Some(left), increment) => Some(ClockTime { left, increment: increment.unwrap_or(0) }),
                (None, Some(increment)) => {
                    warnings.push(missing(words.end(), Text::new(LEFT[side], LEFT[side])));
                    Some(ClockTime { left: 0, increment })
                }
                (None, None) => None,
            };
        }
        if go.clocks != [None; 2] {
            go.movestogo = parsed.movestogo;
        } else if parsed.movestogo.is_some() {
            warnings.push(missing(words.end(), Text::new("wtime or btime", "wtime ou btime")));
        }
        go.infinite = parsed.infinite || !go.is_bounded();
        go
    }

    fn is_bounded(&self) -> bool {
        let Self { depth, nodes, movetime, mate, clocks, .. } = self;
        depth.is_some() || nodes.is_some() || movetime.is_some() || mate.is_some() || *clocks != [None; 2]
    }

    /// Parses a word and its arguments; returns whether the word occurred before.
    fn take<'a>(
        &mut self,
        word: Word<'a>,
        words: &mut Words<'a>,
        parsed: &mut Parsed,
        warnings: &mut Vec<TextError>,
    ) -> bool {
        let few = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let mut number = |least: u64| words.number_or(least, &WORDS, warnings);
        match word.text {
            "depth" => self.depth.replace(few(number(1))).is_some(),
            "nodes" => self.nodes.replace(number(1)).is_some(),
            "movetime" => self.movetime.replace(number(1)).is_some(),
            "mate" => self.mate.replace(few(number(1))).is_some(),
            "wtime" => parsed.left[0].replace(words.whole_number_or(0, &WORDS, warnings)).is_some(),
            "btime" => parsed.left[1].replace(words.whole_number_or(0, &WORDS, warnings)).is_some(),
            "winc" => parsed.increment[0].replace(number(0)).is_some(),
            "binc" => parsed.increment[1].replace(number(0)).is_some(),
            // Some GUIs always send this word, with 0 if there is no time control.
            "movestogo" => {
                let moves = Some(few(number(0))).filter(|&moves| moves > 0);
                std::mem::replace(&mut parsed.movestogo, moves).is_some()
            }
            "infinite" => std::mem::replace(&mut parsed.infinite, true),
            "ponder" => std::mem::replace(&mut self.ponder, true),
            "searchmoves" => {
                let before = !self.searchmoves.is_empty();
                while let Some(word) = words.next_unless(&WORDS) {
                    self.searchmoves.push(word.text.to_owned());
                }
                before
            }
            _ => {
                let known = WORDS.join(", ");
                let fr = format!("ignoré\u{a0}; attendu\u{a0}: {known}");
                let problem = Problem::new(format!("ignored; expected one of {known}"), fr);
                warnings.push(word.error(problem));
                false
            }
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        let bounds = [
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("movetime", self.movetime),
            ("mate", self.mate.map(u64::from)),
        ];
        for (name, bound) in bounds {
            if let Some(bound) = bound {
                write!(f, " {name} {bound}")?;
            }
        }
        let clocks = || self.clocks.iter().enumerate().filter_map(|(side, clock)| Some((side, (*clock)?)));
        for (side, clock) in clocks() {
            write!(f, " {} {}", LEFT[side], clock.left)?;
        }
        for (side, clock) in clocks().filter(|(_, clock)| clock.increment > 0) {
            write!(f, " {} {}", INCREMENT[side], clock.increment)?;
        }
        if let Some(moves) = self.movestogo {
            write!(f, " movestogo {moves}")?;
        }
        if !self.searchmoves.is_empty() {
            write!(f, " searchmoves {}", self.searchmoves.join(" "))?;
        }
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockTime {
    /// The time left in milliseconds; negative when the clock has run out.
    pub left: i64,
    pub increment: u64,
}
