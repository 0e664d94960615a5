use std::path::PathBuf;
use std::time::Duration;

use load::Outcome;

pub const USAGE: &str = "\
Usage: soak --entourage FILE [OPTIONS]

Plays on a server of its own while it is killed, its disk fills up, its date is set, connections are cut, readers do not read and
requests flood it, all at once; then counts what of all that was acknowledged is not there.

  --entourage FILE    the command whose server is tried
  --minutes N         how long (60)
  --seed N            chance begins with it (1)
  --pairs N           pairs of players (60)
  --memory MIB        the most that the server may occupy (512)
  --folder DIR        where the files of the soak lie meanwhile (a temporary folder)";

/// The most minutes: a week.
const MOST_MINUTES: u64 = 7 * 24 * 60;
/// The most pairs: each has an address of its own.
const MOST_PAIRS: u64 = 500;

/// Holds what the command line asks for.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The command whose server is tried.
    pub entourage: PathBuf,
    /// How long it is tried.
    pub time: Duration,
    /// What chance begins with.
    pub seed: u64,
    /// How many pairs play.
    pub pairs: usize,
    /// The most bytes of memory that the server may occupy.
    pub memory: u64,
    /// Where files lie.
    pub folder: Option<PathBuf>,
}

impl Arguments {
    /// Reads the command line.
    ///
    /// # Errors
    /// An unknown option, a value that makes no sense, or no command.
    pub fn read(words: &[String]) -> Outcome<Self> {
        let mut arguments = Self {
            entourage: PathBuf::new(),
            time: Duration::from_secs(3600),
            seed: 1,
            pairs: 60,
            memory: 512 << 20,
            folder: None,
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let value = words.next().cloned().ok_or_else(|| format!("a value is missing after {word}"))?;
            let number = |most: u64| number(word, &value, most);
            match word.as_str() {
                "--entourage" => arguments.entourage = value.into(),
                "--minutes" => arguments.time = Duration::from_secs(60 * number(MOST_MINUTES)?),
                "--seed" => arguments.seed = number(u64::MAX)?,
                "--pairs" => arguments.pairs = number(MOST_PAIRS)? as usize,
                "--memory" => arguments.memory = number(1 << 20)? << 20,
                "--folder" => arguments.folder = Some(value.into()),
                _ => return Err(format!("there is no option \"{word}\"; --help shows them")),
            }
        }
        match arguments.entourage.as_os_str().is_empty() {
            true => Err("name the command whose server is tried: --entourage FILE".into()),
            false => Ok(arguments),
        }
    }
}

fn number(option: &str, text: &str, most: u64) -> Outcome<u64> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("{option}: \"{text}\" is no number from 1 to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Outcome<Arguments> {
        Arguments::read(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn an_hour_is_the_rule_and_wrong_options_are_named() {
        assert_eq!(read(&["--entourage", "x"]).unwrap().time, Duration::from_secs(3600));
        assert_eq!(read(&["--entourage", "x", "--minutes", "2"]).unwrap().time, Duration::from_secs(120));
        for (words, named) in [
            (&["--minutes", "0"][..], "--minutes"),
            (&["--bogus", "1"], "\"--bogus\""),
            (&["--seed"], "--seed"),
            (&["--pairs", "3"], "--entourage"),
        ] {
            assert!(read(words).unwrap_err().contains(named));
        }
    }
}
