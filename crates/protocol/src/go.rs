use std::fmt;

use entourage_kernel::{Problem, Side, Text, TextError};

use crate::words::{Word, Words, missing};

/// The limits of a search; the first one reached ends it. Without any it goes on until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// In plies, at least 1.
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// In milliseconds, at least 1.
    pub movetime: Option<u64>,
    /// Searches for a win within this many moves, at least 1.
    pub mate: Option<u32>,
    /// The players' clocks by [`Side::index`]; they limit the side to move.
    pub clocks: [Option<ClockTime>; 2],
    /// Moves until the next time control, this one included, at least 1; `None` if the time is for the whole game or
    /// without clocks.
    pub movestogo: Option<u32>,
    /// Whether the answer waits for `stop`. Always true without any limit.
    pub infinite: bool,
    /// Whether to search on the opponent's time: the answer waits for `ponderhit`, from which the time counts, or
    /// `stop`.
    pub ponder: bool,
    pub searchmoves: Vec<String>,
}

const LEFT: [&str; 2] = ["wtime", "btime"];
const INCREMENT: [&str; 2] = ["winc", "binc"];
/// The words that may follow `go`; each ends the list after `searchmoves`.
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
struct Reading {
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

    /// No limits, as a base for struct updates.
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

    /// Parses what follows `go`, and adds a remark on everything that is ignored or corrected.
    ///
    /// A host that sends `go` waits for an answer, so it is never refused: an unreadable or too small limit becomes
    /// the smallest one, an unknown word is ignored, and the last of repeated words counts.
    pub(crate) fn read(mut words: Words, remarks: &mut Vec<TextError>) -> Self {
        let mut go = Self::BOUNDED;
        let mut reading = Reading::default();
        while let Some(word) = words.next() {
            if go.take(word, &mut words, &mut reading, remarks) {
                remarks.push(word.error(Text::new("this was said before", "ceci a déjà été dit")));
            }
        }
        for side in Side::BOTH.map(Side::index) {
            go.clocks[side] = match (reading.left[side], reading.increment[side]) {
                (Some(left), increment) => Some(ClockTime { left, increment: increment.unwrap_or(0) }),
                (None, Some(increment)) => {
                    remarks.push(missing(words.end(), Text::new(LEFT[side], LEFT[side])));
                    Some(ClockTime { left: 0, increment })
                }
                (None, None) => None,
            };
        }
        if go.clocks != [None; 2] {
            go.movestogo = reading.movestogo;
        } else if reading.movestogo.is_some() {
            remarks.push(missing(words.end(), Text::new("wtime or btime", "wtime ou btime")));
        }
        go.infinite = reading.infinite || !go.is_bounded();
        go
    }

    fn is_bounded(&self) -> bool {
        let Self { depth, nodes, movetime, mate, clocks, .. } = self;
        depth.is_some() || nodes.is_some() || movetime.is_some() || mate.is_some() || *clocks != [None; 2]
    }

    /// Parses a word and its arguments; returns whether it was given before.
    fn take<'a>(
        &mut self,
        word: Word<'a>,
        words: &mut Words<'a>,
        reading: &mut Reading,
        remarks: &mut Vec<TextError>,
    ) -> bool {
        let few = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let mut number = |least: u64| words.number_or(least, &WORDS, remarks);
        match word.text {
            "depth" => self.depth.replace(few(number(1))).is_some(),
            "nodes" => self.nodes.replace(number(1)).is_some(),
            "movetime" => self.movetime.replace(number(1)).is_some(),
            "mate" => self.mate.replace(few(number(1))).is_some(),
            "wtime" => reading.left[0].replace(words.whole_number_or(0, &WORDS, remarks)).is_some(),
            "btime" => reading.left[1].replace(words.whole_number_or(0, &WORDS, remarks)).is_some(),
            "winc" => reading.increment[0].replace(number(0)).is_some(),
            "binc" => reading.increment[1].replace(number(0)).is_some(),
            // Some hosts always send this word, with 0 for none.
            "movestogo" => {
                let moves = Some(few(number(0))).filter(|&moves| moves > 0);
                std::mem::replace(&mut reading.movestogo, moves).is_some()
            }
            "infinite" => std::mem::replace(&mut reading.infinite, true),
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
                let fr = format!("il faut un mot de {known}\u{a0}; ceci est ignoré");
                let problem = Problem::new(format!("expected one of {known}; this is passed over"), fr);
                remarks.push(word.error(problem));
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
    /// In milliseconds; negative if overdrawn.
    pub left: i64,
    pub increment: u64,
}
