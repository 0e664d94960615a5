use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

/// Load tests and fault injection for Entourage's servers, on this machine.
#[derive(Parser, Debug)]
#[command(name = "scenarios", args_override_self = true)]
pub struct Options {
    #[command(subcommand)]
    pub scenario: Scenario,
}

#[derive(Subcommand, Debug)]
pub enum Scenario {
    /// Measures the latency of moves between players under the load of thousands of players.
    ///
    /// Starts the servers and, if needed, PostgreSQL and NATS.
    Load(LoadOptions),
    /// Plays on a server while it is killed, its disk fills up, its clock jumps, connections are reset, clients do not read and requests
    /// flood the server; then checks that no acknowledged move is lost.
    Soak(SoakOptions),
    /// Plays on two servers while one component after another fails; then checks that no acknowledged move is lost.
    ///
    /// Starts PostgreSQL, NATS, two servers and two workers.
    Faults(FaultsOptions),
    /// Simulates a day of users on two servers (accounts, seeks, three tournaments, moderation) while processes are killed; then checks
    /// all results.
    ///
    /// Starts PostgreSQL, NATS, two servers, a worker and nginx.
    Day(DayOptions),
    /// Measures how long edits of studies take until a user on another server process receives them.
    ///
    /// Starts PostgreSQL, NATS and two servers.
    Studies(StudiesOptions),
}

#[derive(Args, Clone, Debug)]
pub struct StudiesOptions {
    /// Path of the `entourage` binary to measure
    #[arg(long, value_name = "FILE")]
    pub entourage: PathBuf,
    /// Number of studies that are edited at the same time
    #[arg(long, value_name = "N", default_value = "20", value_parser = from_1_to(500))]
    pub studies: usize,
    /// Total edits per second of all studies
    #[arg(long, value_name = "N", default_value = "20", value_parser = from_1_to(10_000))]
    pub rate: usize,
    /// Seconds of measurement
    #[arg(long, value_name = "N", default_value = "30", value_parser = from_1_to(600))]
    pub seconds: usize,
    /// Latency limit (99th percentile); exceeding it is a failure
    #[arg(long, value_name = "MS", default_value = "100", value_parser = from_1_to(10_000))]
    pub limit: usize,
    /// Folder with the programs initdb and postgres [default: the newest /usr/lib/postgresql/*/bin]
    #[arg(long, value_name = "DIR")]
    pub postgres: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
pub struct LoadOptions {
    /// Path of the `entourage` binary to measure
    #[arg(long, value_name = "FILE")]
    pub entourage: PathBuf,
    /// Number of games, each with two sockets
    #[arg(long, value_name = "N", default_value = "2500", value_parser = from_1_to(5_000))]
    pub games: usize,
    /// Total moves per second of all games
    #[arg(long, value_name = "N", default_value = "300", value_parser = from_1_to(MAX_RATE))]
    pub rate: usize,
    /// Seconds per tested rate
    #[arg(long, value_name = "N", default_value = "8", value_parser = from_1_to(120))]
    pub seconds: usize,
    /// Test the first rate for this many minutes instead of --seconds, to observe rare events
    #[arg(long, value_name = "N", value_parser = from_1_to(600))]
    pub minutes: Option<usize>,
    /// Latency limit (99th percentile) in the search for the maximum rate
    #[arg(long, value_name = "MS", default_value = "50", value_parser = from_1_to(10_000))]
    pub limit: usize,
    /// Do not search for the maximum rate
    #[arg(long)]
    pub no_search: bool,
    /// Measure only this server configuration; can be repeated
    #[arg(long, value_name = "NAME")]
    pub only: Vec<Name>,
    /// Folder with the programs initdb and postgres [default: the newest /usr/lib/postgresql/*/bin]
    #[arg(long, value_name = "DIR")]
    pub postgres: Option<PathBuf>,
    /// Send moves by HTTP requests instead of WebSockets
    #[arg(long)]
    pub requests: bool,
    /// Game to play [default: the first one in the registry]
    #[arg(long, value_name = "SPEC")]
    pub game: Option<String>,
    /// The data directory for SQLite [default: a temporary folder]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Name {
    /// One process with SQLite
    Sqlite,
    /// One process with PostgreSQL and NATS
    Postgres,
    /// Two processes, with the players of each game on different ones
    Two,
    /// Two processes, with both players of a game on the same one
    Together,
}

/// Maximum tested rate, in moves per second.
pub const MAX_RATE: u64 = 100_000;

#[derive(Args, Clone, Debug)]
pub struct SoakOptions {
    /// Path of the `entourage` binary to test
    #[arg(long, value_name = "FILE")]
    pub entourage: PathBuf,
    /// Duration in minutes, at most a week
    #[arg(long, value_name = "N", default_value = "60", value_parser = from_1_to(7 * 24 * 60))]
    pub minutes: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Number of player pairs
    #[arg(long, value_name = "N", default_value = "60", value_parser = from_1_to(500))]
    pub pairs: usize,
    /// Memory limit of the server; exceeding it is a failure
    #[arg(long, value_name = "MIB", default_value = "512", value_parser = from_1_to(1 << 20))]
    pub memory: usize,
    /// Folder for all files [default: a temporary folder]
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
pub struct FaultsOptions {
    /// Path of the `entourage` binary to test
    #[arg(long, value_name = "FILE")]
    pub entourage: PathBuf,
    /// Folder with the programs initdb and postgres [default: the newest /usr/lib/postgresql/*/bin]
    #[arg(long, value_name = "DIR")]
    pub postgres: Option<PathBuf>,
    /// Number of faults
    #[arg(long, value_name = "N", default_value = "500", value_parser = from_1_to(100_000))]
    pub faults: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Number of player pairs
    #[arg(long, value_name = "N", default_value = "12", value_parser = from_1_to(200))]
    pub pairs: usize,
    /// Inject only faults of this kind; can be repeated
    #[arg(long, value_name = "KIND")]
    pub only: Vec<Kind>,
    /// Also partition the network between servers, PostgreSQL and NATS; needs root in a new network namespace (`unshare --net`)
    #[arg(long = "partitions", alias = "apart")]
    pub apart: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Kind {
    /// Kill a process
    Kill,
    /// Pause a process
    Pause,
    /// Reset connections
    #[value(alias = "cut")]
    Reset,
    /// Let connections hang
    #[value(alias = "hush")]
    Hang,
    /// Set a server's clock
    #[value(alias = "step")]
    Clock,
    /// Partition the network
    #[value(alias = "part")]
    Partition,
}

impl FaultsOptions {
    pub fn kinds(&self) -> Result<Vec<Kind>, String> {
        if self.only.contains(&Kind::Partition) && !self.apart {
            return Err("--only partition requires --partitions and a network namespace".into());
        }
        let is_selected = |kind: &Kind| match self.only.is_empty() {
            true => self.apart || *kind != Kind::Partition,
            false => self.only.contains(kind),
        };
        Ok(Kind::value_variants().iter().copied().filter(is_selected).collect())
    }
}

#[derive(Args, Clone, Debug)]
pub struct DayOptions {
    /// Path of the `entourage` binary to test
    #[arg(long, value_name = "FILE")]
    pub entourage: PathBuf,
    /// Folder with the programs initdb and postgres [default: the newest /usr/lib/postgresql/*/bin]
    #[arg(long, value_name = "DIR")]
    pub postgres: Option<PathBuf>,
    /// Folder of game definitions that the servers offer
    #[arg(long, value_name = "DIR")]
    pub texts: PathBuf,
    /// Number of games started through seeks
    #[arg(long, value_name = "N", default_value = "1000", value_parser = from_1_to(100_000))]
    pub games: usize,
    /// Number of users, at least 40, so that three tournaments have enough players
    #[arg(long, value_name = "N", default_value = "200", value_parser = RangedU64ValueParser::<usize>::new().range(40..=2_000))]
    pub accounts: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// New folder for the data and logs of all processes [default: a temporary folder]
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
}

fn from_1_to(max: u64) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=max)
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
    fn invalid_options_are_reported() {
        for (words, named) in [
            ("load --games 0", "--games"),
            ("load --games 1000000", "5000"),
            ("load --only three", "three"),
            ("soak --minutes 2", "--entourage"),
            ("soak --entourage x --minutes 0", "--minutes"),
            ("faults --entourage x --seed", "--seed"),
            ("faults --entourage x --only rain", "rain"),
            ("day --entourage x", "--texts"),
            ("studies --entourage x --studies 0", "--studies"),
            ("day --entourage x --texts y --accounts 12", "40"),
            ("day --entourage x --texts y --bogus 1", "--bogus"),
        ] {
            let error = read(words).unwrap_err();
            assert!(error.exit_code() == 2 && error.to_string().contains(named), "{words}: {error}");
        }
        assert_eq!(read("day --help").unwrap_err().kind(), ErrorKind::DisplayHelp);
    }

    #[test]
    fn partitions_need_a_network_namespace() {
        let kinds = |words: &str| faults(words).kinds();
        assert_eq!((kinds("--pairs 3").unwrap().len(), kinds("--partitions").unwrap().len()), (5, 6));
        assert!(!kinds("--pairs 3").unwrap().contains(&Kind::Partition));
        assert_eq!(kinds("--apart --only part --only kill"), Ok(vec![Kind::Kill, Kind::Partition]));
        assert!(kinds("--only partition").unwrap_err().contains("--partitions"));
    }
}
