use crate::Outcome;
use std::str::FromStr;
use std::time::Duration;

use entourage_registry::Registry;

/// Parsed arguments of a command: games, and options with values.
#[derive(PartialEq, Eq, Debug)]
pub struct Words<'a> {
    /// The specified games, or all games by default.
    pub games: Vec<&'a str>,
    pub is_all: bool,
    values: Vec<(&'a str, &'a str)>,
}

impl<'a> Words<'a> {
    pub fn read(words: &[&'a str], options: &[&str]) -> Outcome<Self> {
        let (mut games, mut values) = (Vec::new(), Vec::new());
        let registry = Registry::built_in();
        let known = registry.games();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            if options.contains(&word) {
                values.push((word, *words.next().ok_or_else(|| format!("{word} requires a value"))?));
            } else if known.contains(&word) {
                games.push(word);
            } else {
                return Err(format!("unknown game \"{word}\"; known games: {}", known.join(", ")));
            }
        }
        let is_all = games.is_empty();
        if is_all {
            games.extend(known);
        }
        Ok(Self { games, is_all, values })
    }

    pub fn value(&self, option: &str) -> Option<&'a str> {
        self.values.iter().rfind(|(name, _)| *name == option).map(|&(_, value)| value)
    }

    /// Returns the value of `--rounds`, which must be above 0.
    pub fn rounds(&self, usual: u32) -> Result<u32, String> {
        self.number("--rounds", usual, "a whole number above 0", |&rounds| rounds > 0)
    }

    /// Returns the value of `--seconds`, which must be above 0 and at most 10,000.
    pub fn seconds(&self, usual: f64) -> Outcome<Duration> {
        let range = "a number above 0 and at most 10000";
        let seconds = self.number("--seconds", usual, range, |&seconds| seconds > 0.0 && seconds <= 1e4)?;
        Ok(Duration::from_secs_f64(seconds))
    }

    fn number<T: FromStr>(&self, option: &str, usual: T, range: &str, is_fit: fn(&T) -> bool) -> Outcome<T> {
        let Some(value) = self.value(option) else { return Ok(usual) };
        let number = value.parse().ok().filter(is_fit);
        number.ok_or_else(|| format!("{option}: expected {range}, not \"{value}\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_options_are_parsed() {
        let read = |words: &[&'static str]| Words::read(words, &["--rounds", "--seconds"]);
        let words = read(&["chess", "--seconds", "0.5", "--rounds", "7", "--rounds", "2"]).unwrap();
        assert_eq!((words.games.as_slice(), words.value("--rounds")), (&["chess"][..], Some("2")));
        assert_eq!((words.rounds(3), words.seconds(2.0)), (Ok(2), Ok(Duration::from_millis(500))));
        let words = read(&[]).unwrap();
        assert_eq!(words.games, Registry::built_in().games());
        assert_eq!((words.rounds(3), words.seconds(2.0)), (Ok(3), Ok(Duration::from_secs(2))));
        for words in [&["--seconds"][..], &["checkers"], &["--json", "a.json"]] {
            assert!(read(words).is_err(), "{words:?}");
        }
        for words in [["--seconds", "0"], ["--seconds", "nan"], ["--seconds", "10001"], ["--seconds", "a"]] {
            assert!(read(&words).unwrap().seconds(2.0).is_err(), "{words:?}");
        }
        for words in [["--rounds", "0"], ["--rounds", "-1"], ["--rounds", "1.5"]] {
            assert!(read(&words).unwrap().rounds(3).is_err(), "{words:?}");
        }
    }
}
