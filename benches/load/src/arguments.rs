use std::path::PathBuf;
use std::time::Duration;

use entourage_registry::Registry;

use crate::Outcome;
use crate::contender::{Contender, Kept};

pub const USAGE: &str = "\
Usage: load [OPTIONS]

Starts servers on this machine, with a database and a broker of their own where they share them, has thousands of players move in them, and measures how long a move takes
from the player who makes it to the one who sees it.

  --entourage FILE    the command to measure
  --boardgame DIR     the folder of the boardgame.io server to measure beside it, its packages installed
  --games N           games, each with two sockets (2500)
  --rate N            moves a second, over all games (300)
  --seconds N         how long each rate is held (8)
  --minutes N         how long the first rate is held instead, so that what happens seldom is seen, too
  --limit MS          the time within which 99 of 100 moves must be seen, when the greatest rate is sought (50)
  --no-search         leave the search for the greatest rate out
  --only NAME         measure that alone, of `sqlite`, `postgres`, `two`, `together` and `boardgame`; may be said several times.
                      `postgres` is one process on PostgreSQL and NATS, `two` are two, the players of each game on different ones,
                      and `together` two with both players of a game on one
  --postgres DIR      where initdb and postgres are (the newest of /usr/lib/postgresql/*/bin)
  --requests          send Entourage's moves by HTTP requests instead of by the sockets
  --game SPEC         the game that Entourage plays (the first of the registry)
  --data DIR          where Entourage keeps its games in SQLite meanwhile (a temporary folder)
  --json FILE         write the results there too";

/// The most games: beyond, one machine has too few ports.
const MOST_GAMES: usize = 5_000;
/// The most moves a second that are tried.
pub const MOST_RATE: f64 = 100_000.0;
/// The most seconds that a rate is held.
const MOST_SECONDS: u64 = 120;
/// The most minutes that the first rate is held.
const MOST_MINUTES: u64 = 600;
/// What can be measured.
const CONTENDERS: [&str; 5] = ["sqlite", "postgres", "two", "together", "boardgame"];

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
    minutes: Option<u64>,
    only: Vec<String>,
    postgres: Option<PathBuf>,
    /// The greatest 99th percentile allowed.
    pub limit: Duration,
    /// Whether the greatest rate is sought.
    pub search: bool,
    /// Whether moves go by requests.
    pub requests: bool,
    /// The game to play.
    pub game: String,
    data: Option<PathBuf>,
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
            minutes: None,
            only: Vec::new(),
            postgres: None,
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
                "--minutes" => arguments.minutes = Some(number(word, &value()?, MOST_MINUTES)?),
                "--only" => arguments.only.push(contender(&value()?)?),
                "--postgres" => arguments.postgres = Some(value()?.into()),
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
        let shared = |processes, apart| Kept::Shared { programs: self.postgres.clone(), processes, apart };
        let contender = |name: &str| {
            let kept = match name {
                "boardgame" => return Some(Contender::Boardgame { folder: self.boardgame.clone()? }),
                "postgres" => shared(1, false),
                "two" => shared(2, true),
                "together" => shared(2, false),
                _ => Kept::Alone(self.data.clone()),
            };
            Some(Contender::Entourage { file: self.entourage.clone()?, kept, requests: self.requests })
        };
        let wanted = |name: &&str| self.only.is_empty() || self.only.iter().any(|only| only == name);
        let all: Vec<Contender> = CONTENDERS.into_iter().filter(wanted).filter_map(contender).collect();
        match all.is_empty() {
            true => Err("nothing to measure: name --entourage FILE or --boardgame DIR".into()),
            false => Ok(all),
        }
    }

    /// Returns how long a rate is held.
    pub fn time(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }

    /// Returns how long the first one is held.
    pub fn held(&self) -> Duration {
        self.minutes.map_or(self.time(), |minutes| Duration::from_secs(60 * minutes))
    }
}

fn contender(name: &str) -> Outcome<String> {
    match CONTENDERS.contains(&name) {
        true => Ok(name.to_owned()),
        false => Err(format!("--only: \"{name}\" is none of {}", CONTENDERS.join(", "))),
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
            (&["--only", "three"], "\"three\""),
        ] {
            assert!(read(words).unwrap_err().contains(named));
        }
        assert!(read(&[]).unwrap().contenders().is_err());
    }

    #[test]
    fn everything_is_measured_or_what_is_named() {
        let names = |words: &[&str]| {
            let words = [&["--entourage", "e", "--boardgame", "b"], words].concat();
            read(&words).unwrap().contenders().unwrap().iter().map(Contender::name).collect::<Vec<_>>()
        };
        assert_eq!(names(&[]).len(), CONTENDERS.len());
        assert_eq!(names(&["--only", "boardgame", "--only", "sqlite"]), ["Entourage, SQLite", "boardgame.io"]);
        assert_eq!(names(&["--only", "two"]), ["Entourage, two processes, players apart"]);
        let long = read(&["--seconds", "3", "--minutes", "2"]).unwrap();
        assert_eq!((long.time().as_secs(), long.held().as_secs()), (3, 120));
    }
}
