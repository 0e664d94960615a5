use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

/// Puts Entourage's server under load and under faults, on this machine only.
#[derive(Parser, Debug)]
#[command(name = "scenarios", args_override_self = true)]
pub struct Options {
    #[command(subcommand)]
    pub scenario: Scenario,
}

#[derive(Subcommand, Debug)]
pub enum Scenario {
    /// Measures how long a move takes from the player who makes it to the opponent who sees it, under the load of thousands of players.
    ///
    /// Starts the servers, and PostgreSQL and NATS where servers share them.
    Load(LoadOptions),
    /// Plays on a server while it is killed, its disk fills up, its date is set, connections are cut, clients do not read and requests
    /// flood it, all at once; then counts what of all that was acknowledged is missing.
    Soak(SoakOptions),
    /// Plays on two servers and lets one thing after another fail; then counts what of all that was acknowledged is missing.
    ///
    /// Starts PostgreSQL, NATS, two servers and two workers.
    Faults(FaultsOptions),
    /// Simulates a day of people on two servers: accounts, games by seeks, three tournaments and moderators, while processes are killed;
    /// then checks the results against what was acknowledged.
    ///
    /// Starts PostgreSQL, NATS, two servers, a worker and nginx.
    Day(DayOptions),
}

#[derive(Args, Clone, Debug)]
pub struct LoadOptions {
    /// The command to measure
    #[arg(long, value_name = "FILE")]
    pub entourage: Option<PathBuf>,
    /// The folder of the boardgame.io server to measure beside it, its packages installed
    #[arg(long, value_name = "DIR")]
    pub boardgame: Option<PathBuf>,
    /// Games, each with two sockets
    #[arg(long, value_name = "N", default_value = "2500", value_parser = from_1_to(5_000))]
    pub games: usize,
    /// Moves per second, over all games
    #[arg(long, value_name = "N", default_value = "300", value_parser = from_1_to(MAX_RATE))]
    pub rate: usize,
    /// Seconds for which each rate is held
    #[arg(long, value_name = "N", default_value = "8", value_parser = from_1_to(120))]
    pub seconds: usize,
    /// Minutes for which the first rate is held instead, so that rare events are seen
    #[arg(long, value_name = "N", value_parser = from_1_to(600))]
    pub minutes: Option<usize>,
    /// The time within which 99 of 100 moves must be seen while searching for the greatest rate
    #[arg(long, value_name = "MS", default_value = "50", value_parser = from_1_to(10_000))]
    pub limit: usize,
    /// Don't search for the greatest rate
    #[arg(long)]
    pub no_search: bool,
    /// Measure only this; can be repeated
    #[arg(long, value_name = "NAME")]
    pub only: Vec<Name>,
    /// The folder of initdb and postgres [default: the newest of /usr/lib/postgresql/*/bin]
    #[arg(long, value_name = "DIR")]
    pub postgres: Option<PathBuf>,
    /// Send Entourage's moves by HTTP requests instead of by the sockets
    #[arg(long)]
    pub requests: bool,
    /// The game that Entourage plays [default: the first of the registry]
    #[arg(long, value_name = "SPEC")]
    pub game: Option<String>,
    /// Where Entourage keeps its games in SQLite [default: a temporary folder]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Also write the results to this file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

/// What can be measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Name {
    /// One process on SQLite
    Sqlite,
    /// One process on PostgreSQL and NATS
    Postgres,
    /// Two processes, the players of each game on different ones
    Two,
    /// Two processes, both players of a game on the same one
    Together,
    /// boardgame.io, its games in memory
    Boardgame,
}

/// The greatest number of moves per second that is tried.
pub const MAX_RATE: u64 = 100_000;

#[derive(Args, Clone, Debug)]
pub struct SoakOptions {
    /// The command to test
    #[arg(long, value_name = "FILE")]
    pub entourage: PathBuf,
    /// How long, up to a week
    #[arg(long, value_name = "N", default_value = "60", value_parser = from_1_to(7 * 24 * 60))]
    pub minutes: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Pairs of players
    #[arg(long, value_name = "N", default_value = "60", value_parser = from_1_to(500))]
    pub pairs: usize,
    /// The most memory that the server may occupy
    #[arg(long, value_name = "MIB", default_value = "512", value_parser = from_1_to(1 << 20))]
    pub memory: usize,
    /// Where the files are [default: a temporary folder]
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
pub struct FaultsOptions {
    /// The command to test
    #[arg(long, value_name = "FILE")]
    pub entourage: PathBuf,
    /// The folder of initdb and postgres [default: the newest of /usr/lib/postgresql/*/bin]
    #[arg(long, value_name = "DIR")]
    pub postgres: Option<PathBuf>,
    /// How many faults
    #[arg(long, value_name = "N", default_value = "500", value_parser = from_1_to(100_000))]
    pub faults: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Pairs of players
    #[arg(long, value_name = "N", default_value = "12", value_parser = from_1_to(200))]
    pub pairs: usize,
    /// Only faults of this kind; can be repeated
    #[arg(long, value_name = "KIND")]
    pub only: Vec<Kind>,
    /// This program has a network namespace for itself (`unshare --net`, as root): servers get network namespaces of their own and are
    /// disconnected from PostgreSQL and NATS
    #[arg(long)]
    pub apart: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Kind {
    Kill,
    Pause,
    Cut,
    Hush,
    Step,
    Part,
}

impl FaultsOptions {
    /// Lists the kinds of faults to cause.
    pub fn kinds(&self) -> Result<Vec<Kind>, String> {
        if self.only.contains(&Kind::Part) && !self.apart {
            return Err("`part` needs a network namespace for this program: --apart".into());
        }
        let is_wanted = |kind: &Kind| match self.only.is_empty() {
            true => self.apart || *kind != Kind::Part,
            false => self.only.contains(kind),
        };
        Ok(Kind::value_variants().iter().copied().filter(is_wanted).collect())
    }
}

#[derive(Args, Clone, Debug)]
pub struct DayOptions {
    /// The command to test
    #[arg(long, value_name = "FILE")]
    pub entourage: PathBuf,
    /// The folder of initdb and postgres [default: the newest of /usr/lib/postgresql/*/bin]
    #[arg(long, value_name = "DIR")]
    pub postgres: Option<PathBuf>,
    /// The game definitions that the servers offer
    #[arg(long, value_name = "DIR")]
    pub texts: PathBuf,
    /// How many games by seeks
    #[arg(long, value_name = "N", default_value = "1000", value_parser = from_1_to(100_000))]
    pub games: usize,
    /// How many people; fewer than 40 would not fill three tournaments
    #[arg(long, value_name = "N", default_value = "200", value_parser = RangedU64ValueParser::<usize>::new().range(40..=2_000))]
    pub accounts: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// A new folder for everything that the processes write [default: a temporary folder]
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
}

fn from_1_to(most: u64) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=most)
}

#[cfg(test)]
mod tests {
    use clap::error::ErrorKind;

    use super::*;

    fn read(words: &str) -> Result<Scenario, clap::Error> {
        Options::try_parse_from(["scenarios"].into_iter().chain(words.split(' ')))
            .map(|options| options.scenario)
    }

    fn faults(words: &str) -> FaultsOptions {
        match read(&format!("faults --entourage x {words}")) {
            Ok(Scenario::Faults(options)) => options,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn options_have_defaults_and_the_last_counts() {
        let Ok(Scenario::Load(load)) = read("load --games 10 --limit 20 --no-search --boardgame x") else {
            panic!()
        };
        assert_eq!((load.games, load.limit, load.no_search, load.seconds), (10, 20, true, 8));
        let Ok(Scenario::Soak(soak)) = read("soak --entourage x --minutes 5 --minutes 2") else { panic!() };
        assert_eq!((soak.minutes, soak.memory), (2, 512));
        let Ok(Scenario::Day(day)) = read("day --entourage x --texts y") else { panic!() };
        assert_eq!((day.games, day.accounts, day.seed), (1000, 200, 1));
        assert_eq!(faults("--faults 2").faults, 2);
    }

    #[test]
    fn wrong_options_are_named() {
        for (words, named) in [
            ("load --games 0", "--games"),
            ("load --games 1000000", "5000"),
            ("load --only three", "three"),
            ("soak --minutes 2", "--entourage"),
            ("soak --entourage x --minutes 0", "--minutes"),
            ("faults --entourage x --seed", "--seed"),
            ("faults --entourage x --only rain", "rain"),
            ("day --entourage x", "--texts"),
            ("day --entourage x --texts y --accounts 12", "40"),
            ("day --entourage x --texts y --bogus 1", "--bogus"),
        ] {
            let error = read(words).unwrap_err();
            assert!(error.exit_code() == 2 && error.to_string().contains(named), "{words}: {error}");
        }
        assert_eq!(read("day --help").unwrap_err().kind(), ErrorKind::DisplayHelp);
    }

    #[test]
    fn servers_are_disconnected_only_in_a_network_namespace() {
        let kinds = |words: &str| faults(words).kinds();
        assert_eq!((kinds("--pairs 3").unwrap().len(), kinds("--apart").unwrap().len()), (5, 6));
        assert!(!kinds("--pairs 3").unwrap().contains(&Kind::Part));
        assert_eq!(kinds("--apart --only part --only kill"), Ok(vec![Kind::Kill, Kind::Part]));
        assert!(kinds("--only part").unwrap_err().contains("--apart"));
    }
}
