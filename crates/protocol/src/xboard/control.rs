use entourage_kernel::TextError;

use crate::words::{Word, Words};

/// Tells how much time an engine has for its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// So many milliseconds for each move.
    EachMove(u64),
    /// A clock.
    Clock {
        /// The moves after which the time is given again, or `None` if it is for the whole game.
        moves: Option<u32>,
        /// The milliseconds of each such stretch.
        base: u64,
        /// The milliseconds that every move adds.
        increment: u64,
    },
}

/// The most milliseconds that are kept: a year or so.
const LONGEST: u64 = 1 << 35;

impl Control {
    /// Reads what follows `level`: moves, minutes or `minutes:seconds`, and the seconds that every move adds.
    pub(super) fn read_level(words: &mut Words) -> Result<Self, TextError> {
        let [moves, base, increment] = [
            words.expect(super::command::COUNT)?,
            words.expect(super::command::DURATION)?,
            words.expect(super::command::DURATION)?,
        ];
        let count = super::command::count(moves)?;
        let (minutes, seconds) = base.text.split_once(':').unwrap_or((base.text, "0"));
        // A stray letter behind the time is nothing to stumble over.
        let seconds = seconds.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        let base = match (milliseconds(minutes), milliseconds(seconds)) {
            (Some(minutes), Some(seconds)) => minutes.saturating_mul(60).saturating_add(seconds).min(LONGEST),
            _ => return Err(super::command::no_duration(base)),
        };
        let increment = duration(increment)?;
        Ok(Self::Clock { moves: u32::try_from(count).ok().filter(|&moves| moves > 0), base, increment })
    }

    /// Reads what follows `st`: the seconds for each move.
    pub(super) fn read_each(words: &mut Words) -> Result<Self, TextError> {
        duration(words.expect(super::command::DURATION)?).map(Self::EachMove)
    }
}

fn duration(word: Word) -> Result<u64, TextError> {
    milliseconds(word.text).ok_or_else(|| super::command::no_duration(word))
}

/// Reads seconds, of which thousandths count, as milliseconds.
fn milliseconds(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(part) {
        return None;
    }
    // What is too long for a number is longer than anybody waits.
    let whole = whole.parse().unwrap_or(LONGEST);
    let thousandths: String = part.chars().chain("000".chars()).take(3).collect();
    Some(whole.saturating_mul(1000).saturating_add(thousandths.parse().unwrap_or(0)).min(LONGEST))
}
