use std::path::PathBuf;

use load::Outcome;

pub const USAGE: &str = "\
Usage: day --entourage FILE [OPTIONS]

Starts PostgreSQL, NATS, two servers, a worker and a proxy of its own, and lets people live a day in small there: accounts, games by seeks,
three tournaments, moderators at work, processes killed throughout. Then everything that came of it is held to what was acknowledged.

  --entourage FILE    the command whose servers are tried
  --postgres DIR      where initdb and postgres are (the newest of /usr/lib/postgresql/*/bin)
  --texts DIR         the games written as text that the servers offer
  --games N           how many games there are to be by seeks (1000)
  --accounts N        how many people there are, from 40 on (200)
  --seed N            chance begins with it (1)
  --keep DIR          a folder, which does not exist yet, for everything that the processes write; a temporary one without";

/// The fewest people who fill three tournaments and leave some for seeks and order.
const FEWEST: usize = 40;

/// Holds what the command line asks for.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The command whose servers are tried.
    pub entourage: PathBuf,
    /// Where PostgreSQL's programs are, if that is said.
    pub postgres: Option<PathBuf>,
    /// The games written as text.
    pub texts: PathBuf,
    /// How many games there are to be by seeks.
    pub games: usize,
    /// How many people there are.
    pub accounts: usize,
    /// What chance begins with.
    pub seed: u64,
    /// Where everything that is written stays.
    pub keep: Option<PathBuf>,
}

impl Arguments {
    /// Reads the command line.
    ///
    /// # Errors
    /// An unknown option, a value that makes no sense, or something that is missing.
    pub fn read(words: &[String]) -> Outcome<Self> {
        let (entourage, texts) = (PathBuf::new(), PathBuf::new());
        let mut read =
            Self { entourage, postgres: None, texts, games: 1000, accounts: 200, seed: 1, keep: None };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| format!("a value is missing after {word}"))?;
            match word.as_str() {
                "--entourage" => read.entourage = value.into(),
                "--postgres" => read.postgres = Some(value.into()),
                "--texts" => read.texts = value.into(),
                "--games" => read.games = number(word, value, 1, 100_000)? as usize,
                "--accounts" => read.accounts = number(word, value, FEWEST as u64, 2_000)? as usize,
                "--seed" => read.seed = number(word, value, 1, u64::MAX)?,
                "--keep" => read.keep = Some(value.into()),
                _ => return Err(format!("there is no option \"{word}\"; --help shows them")),
            }
        }
        for (option, path) in [("--entourage", &read.entourage), ("--texts", &read.texts)] {
            if path.as_os_str().is_empty() {
                return Err(format!("{option} is missing; --help shows what it is"));
            }
        }
        Ok(read)
    }
}

fn number(option: &str, text: &str, least: u64, most: u64) -> Outcome<u64> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("{option}: \"{text}\" is no number from {least} to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Outcome<Arguments> {
        Arguments::read(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_thousand_games_are_the_rule_and_wrong_options_are_named() {
        let usual = read(&["--entourage", "x", "--texts", "y"]).unwrap();
        assert_eq!((usual.games, usual.accounts, usual.seed), (1000, 200, 1));
        for (words, named) in [
            (&["--games", "0"][..], "--games"),
            (&["--accounts", "12"], "from 40"),
            (&["--bogus", "1"], "\"--bogus\""),
            (&["--seed"], "--seed"),
            (&["--texts", "y"], "--entourage"),
            (&["--entourage", "x"], "--texts"),
        ] {
            assert!(read(words).unwrap_err().contains(named), "{words:?}");
        }
    }
}
