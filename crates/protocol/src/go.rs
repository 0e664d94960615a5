use std::fmt;

use entourage_kernel::{Side, Text, TextError};

use crate::ClockTime;
use crate::words::{Word, Words, missing};

/// Bounds a search; the first bound reached ends it, and without any it goes on until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The plies to look ahead, at least 1, or `None`.
    pub depth: Option<u32>,
    /// The positions to look at, at least 1, or `None`.
    pub nodes: Option<u64>,
    /// The milliseconds to think, at least 1, or `None`.
    pub movetime: Option<u64>,
    /// What the players' clocks show, by [`Side::index`], or `None` for whoever has no clock: it bounds the side to move.
    pub clocks: [Option<ClockTime>; 2],
    /// The moves, this one included and at least 1, until a clock gets more time; `None` if it must last for the whole game,
    /// and without clocks.
    pub movestogo: Option<u32>,
}

/// The words of both sides' clocks, and of what every move adds to them.
const LEFT: [&str; 2] = ["wtime", "btime"];
const INCREMENT: [&str; 2] = ["winc", "binc"];

/// Holds what has been read of the clocks.
#[derive(Default)]
struct Reading<'a> {
    left: [Option<i64>; 2],
    increment: [Option<u64>; 2],
    infinite: Option<Word<'a>>,
}

impl Go {
    /// Bounds nothing.
    pub const INFINITE: Self =
        Self { depth: None, nodes: None, movetime: None, clocks: [None; 2], movestogo: None };

    /// Names the word that tells the time left to a side.
    pub const fn clock_word(side: Side) -> &'static str {
        LEFT[side.index()]
    }

    /// Reads what follows `go`.
    pub(crate) fn read(mut words: Words) -> Result<Self, TextError> {
        let mut go = Self::INFINITE;
        let mut reading = Reading::default();
        while let Some(word) = words.next() {
            if go.take(word, &mut words, &mut reading)? {
                return Err(word.error(Text::new("this was said before", "ceci a déjà été dit")));
            }
        }
        for side in Side::BOTH.map(Side::index) {
            go.clocks[side] = match (reading.left[side], reading.increment[side]) {
                (Some(left), increment) => Some(ClockTime { left, increment: increment.unwrap_or(0) }),
                (None, Some(_)) => return Err(missing(words.end(), Text::new(LEFT[side], LEFT[side]))),
                (None, None) => None,
            };
        }
        if go.movestogo.is_some() && go.clocks == [None; 2] {
            return Err(missing(words.end(), Text::new("wtime or btime", "wtime ou btime")));
        }
        match reading.infinite {
            Some(word) if go != Self::INFINITE => {
                let problem =
                    Text::new("a bounded search is not infinite", "une recherche bornée n'est pas infinie");
                Err(word.error(problem))
            }
            _ => Ok(go),
        }
    }

    /// Takes in a word and the number that belongs to it; tells whether it was said before.
    fn take<'a>(
        &mut self,
        word: Word<'a>,
        words: &mut Words<'a>,
        reading: &mut Reading<'a>,
    ) -> Result<bool, TextError> {
        let few = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(match word.text {
            "depth" => self.depth.replace(few(words.number(1)?)).is_some(),
            "nodes" => self.nodes.replace(words.number(1)?).is_some(),
            "movetime" => self.movetime.replace(words.number(1)?).is_some(),
            "wtime" => reading.left[0].replace(words.whole_number()?).is_some(),
            "btime" => reading.left[1].replace(words.whole_number()?).is_some(),
            "winc" => reading.increment[0].replace(words.number(0)?).is_some(),
            "binc" => reading.increment[1].replace(words.number(0)?).is_some(),
            "movestogo" => self.movestogo.replace(few(words.number(1)?)).is_some(),
            "infinite" => reading.infinite.replace(word).is_some(),
            "ponder" => return Err(word.error(NO_PONDERING)),
            _ => {
                let problem = Text::new(
                    "expected depth, nodes, movetime, wtime, btime, winc, binc, movestogo or infinite",
                    "il faut depth, nodes, movetime, wtime, btime, winc, binc, movestogo ou infinite",
                );
                return Err(word.error(problem));
            }
        })
    }
}

/// Refuses to think on the opponent's time.
pub(crate) const NO_PONDERING: Text =
    Text::new("this engine thinks on its own time only", "ce moteur ne réfléchit que sur son propre temps");

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
        Ok(())
    }
}
