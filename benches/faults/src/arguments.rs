use std::path::PathBuf;

use load::Outcome;

use crate::fault::Kind;

pub const USAGE: &str = "\
Usage: faults --entourage FILE [OPTIONS]

Starts PostgreSQL, NATS, two servers and two workers of its own, plays on them, and lets one thing after another fail; then counts what of
all that was acknowledged is not there.

  --entourage FILE    the command whose servers are tried
  --postgres DIR      where initdb and postgres are (the newest of /usr/lib/postgresql/*/bin)
  --faults N          how many faults (500)
  --seed N            chance begins with it (1)
  --pairs N           pairs of players (12)
  --only KIND         faults of that kind alone, of `kill`, `pause`, `cut`, `hush`, `step` and `part`; may be said several times
  --apart             this program has a network for itself (`unshare --net`, as root): servers get networks of their own, and are parted
                      from PostgreSQL and NATS";

/// Holds what the command line asks for.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The command whose servers are tried.
    pub entourage: PathBuf,
    /// Where PostgreSQL's programs are, if that is said.
    pub postgres: Option<PathBuf>,
    /// How many faults there are to be.
    pub faults: u64,
    /// What chance begins with.
    pub seed: u64,
    /// How many pairs play.
    pub pairs: u64,
    /// Whether this program has a network for itself.
    pub apart: bool,
    only: Vec<Kind>,
}

impl Arguments {
    /// Reads the command line.
    ///
    /// # Errors
    /// An unknown option, a value that makes no sense, or no command.
    pub fn read(words: &[String]) -> Outcome<Self> {
        let (entourage, postgres, only) = (PathBuf::new(), None, Vec::new());
        let mut read = Self { entourage, postgres, faults: 500, seed: 1, pairs: 12, apart: false, only };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if word == "--apart" {
                read.apart = true;
                continue;
            }
            let value = words.next().ok_or_else(|| format!("a value is missing after {word}"))?;
            let number = |most: u64| number(word, value, most);
            match word.as_str() {
                "--entourage" => read.entourage = value.into(),
                "--postgres" => read.postgres = Some(value.into()),
                "--faults" => read.faults = number(100_000)?,
                "--seed" => read.seed = number(u64::MAX)?,
                "--pairs" => read.pairs = number(200)?,
                "--only" => read.only.push(kind(value)?),
                _ => return Err(format!("there is no option \"{word}\"; --help shows them")),
            }
        }
        if read.entourage.as_os_str().is_empty() {
            return Err("name the command whose servers are tried: --entourage FILE".into());
        }
        if read.only.contains(&Kind::Part) && !read.apart {
            return Err(
                "servers can be parted only where this program has a network for itself: --apart".into()
            );
        }
        Ok(read)
    }

    /// Lists the kinds of faults that there are to be.
    pub fn kinds(&self) -> Vec<Kind> {
        let all = Kind::ALL.map(|(_, kind)| kind).into_iter();
        let wanted = |kind: &Kind| match self.only.is_empty() {
            true => self.apart || *kind != Kind::Part,
            false => self.only.contains(kind),
        };
        all.filter(wanted).collect()
    }
}

fn kind(text: &str) -> Outcome<Kind> {
    let found = Kind::ALL.iter().find(|(name, _)| *name == text).map(|(_, kind)| *kind);
    found.ok_or_else(|| format!("--only: \"{text}\" is none of {}", Kind::ALL.map(|(name, _)| name).join(", ")))
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
    fn five_hundred_are_the_rule_and_wrong_options_are_named() {
        assert_eq!(read(&["--entourage", "x"]).unwrap().faults, 500);
        assert_eq!(read(&["--entourage", "x", "--faults", "2"]).unwrap().faults, 2);
        for (words, named) in [
            (&["--faults", "0"][..], "--faults"),
            (&["--bogus", "1"], "\"--bogus\""),
            (&["--seed"], "--seed"),
            (&["--pairs", "3"], "--entourage"),
            (&["--only", "rain"], "\"rain\""),
            (&["--entourage", "x", "--only", "part"], "--apart"),
        ] {
            assert!(read(words).unwrap_err().contains(named));
        }
    }

    #[test]
    fn servers_are_parted_where_that_is_possible() {
        let kinds = |words: &[&str]| read(&[&["--entourage", "x"], words].concat()).unwrap().kinds();
        assert_eq!((kinds(&[]).len(), kinds(&["--apart"]).len()), (5, 6));
        assert!(!kinds(&[]).contains(&Kind::Part));
        assert_eq!(kinds(&["--apart", "--only", "part", "--only", "kill"]), [Kind::Kill, Kind::Part]);
    }
}
