use std::path::PathBuf;
use std::time::Duration;

use entourage_registry::Registry;

use crate::Outcome;
use crate::contender::Contender;

pub const USAGE: &str = "\
Usage: load [OPTIONS]

Starts servers on this machine, has thousands of players move in them, and measures how long a move takes
from the player who makes it to the one who sees it.

  --entourage FILE    the command to measure
  --boardgame DIR     the folder of the boardgame.io server to measure beside it, its packages installed
  --games N           games, each with two sockets (2500)
  --rate N            moves a second, over all games (300)
  --seconds N         how long each rate is held (8)
  --limit MS          the time within which 99 of 100 moves must be seen, when the greatest rate is sought (50)
  --no-search         leave the search for the greatest rate out
  --requests          send Entourage's moves by HTTP requests instead of by the sockets
  --game SPEC         the game that Entourage plays (the first of the registry)
  --data DIR          where Entourage keeps its games meanwhile (a temporary folder)
  --json FILE         write the results there too";

/// The most games: beyond, one machine has too few ports.
const MOST_GAMES: usize = 5_000;
/// The most moves a second that are tried.
pub const MOST_RATE: f64 = 100_000.0;
/// The most seconds that a rate is held.
const MOST_SECONDS: u64 = 120;

/// Holds what the command line asks for.
#[derive(Clone, Debug)]
pub struct Arguments {
    entourage: Option<PathBuf>,
    boardgame: Option<PathBuf>,
    /// The number of games.
    pub games: usize,
    /// The rate held first, in moves a second.
    pub rate: f64,
    seconds: u64,
    /// The greatest 99th percentile allowed.
    pub limit: Duration,
    /// Whether the greatest rate is sought.
    pub search: bool,
    /// Whether moves go by requests.
    pub requests: bool,
    /// The game to play.
    pub game: String,
    /// Where the games are kept.
    pub data: Option<PathBuf>,
    /// Where the results go.
    pub json: Option<PathBuf>,
}

impl Arguments {
    /// Reads the command line.
    ///
    /// # Errors
    /// An unknown option, or a value that makes no sense.
    pub fn read(words: &[String]) -> Outcome<Self> {
        let mut arguments = Self {
            entourage: None,
            boardgame: None,
            games: 2_500,
            rate: 300.0,
            seconds: 8,
            limit: Duration::from_millis(50),
            search: true,
            requests: false,
            game: Registry::built_in().games()[0].to_owned(),
            data: None,
            json: None,
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().cloned().ok_or_else(|| format!("a value is missing after {word}"));
            match word.as_str() {
                "--entourage" => arguments.entourage = Some(value()?.into()),
                "--boardgame" => arguments.boardgame = Some(value()?.into()),
                "--games" => arguments.games = number(word, &value()?, MOST_GAMES as u64)? as usize,
                "--rate" => arguments.rate = number(word, &value()?, MOST_RATE as u64)? as f64,
                "--seconds" => arguments.seconds = number(word, &value()?, MOST_SECONDS)?,
                "--limit" => arguments.limit = Duration::from_millis(number(word, &value()?, 10_000)?),
                "--no-search" => arguments.search = false,
                "--requests" => arguments.requests = true,
                "--game" => arguments.game = value()?,
                "--data" => arguments.data = Some(value()?.into()),
                "--json" => arguments.json = Some(value()?.into()),
                _ => return Err(format!("there is no option \"{word}\"; --help shows them")),
            }
        }
        Ok(arguments)
    }

    /// Lists what is to be measured.
    ///
    /// # Errors
    /// Nothing is named.
    pub fn contenders(&self) -> Outcome<Vec<Contender>> {
        let entourage = self.entourage.iter().map(|file| {
            let (file, data) = (file.clone(), self.data.clone());
            Contender::Entourage { file, data, requests: self.requests }
        });
        let boardgame = self.boardgame.iter().map(|folder| Contender::Boardgame { folder: folder.clone() });
        let all: Vec<Contender> = entourage.chain(boardgame).collect();
        match all.is_empty() {
            true => Err("nothing to measure: name --entourage FILE or --boardgame DIR".into()),
            false => Ok(all),
        }
    }

    /// Returns how long a rate is held.
    pub fn time(&self) -> Duration {
        Duration::from_secs(self.seconds)
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
    fn wrong_options_are_named() {
        let good = read(&["--games", "10", "--limit", "20", "--no-search", "--boardgame", "x"]).unwrap();
        assert_eq!((good.games, good.search, good.contenders().unwrap().len()), (10, false, 1));
        for (words, named) in [
            (&["--games"][..], "--games"),
            (&["--games", "0"], "\"0\""),
            (&["--games", "1000000"], "--games"),
            (&["--bogus"], "\"--bogus\""),
        ] {
            assert!(read(words).unwrap_err().contains(named));
        }
        assert!(read(&[]).unwrap().contenders().is_err());
    }
}
