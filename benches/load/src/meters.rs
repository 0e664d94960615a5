//! What the servers and all that they need take of the machine, read before and after.

use std::process::{Command, Stdio};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::Outcome;
use crate::process;

/// What is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// Seconds of processor time of the servers.
    Servers,
    /// The same of PostgreSQL, all of its processes.
    Postgres,
    /// The same of NATS.
    Nats,
    /// The same of this program.
    Generator,
    /// Transactions that PostgreSQL has carried through.
    Transactions,
    /// Bytes that PostgreSQL has added to its log, which it keeps before it says that something is kept.
    Log,
    /// Messages that NATS was told.
    Told,
    /// Messages that NATS has passed on.
    Passed,
    /// Bytes of these.
    Carried,
}

impl Figure {
    const ALL: [Self; 9] = [
        Self::Servers,
        Self::Postgres,
        Self::Nats,
        Self::Generator,
        Self::Transactions,
        Self::Log,
        Self::Told,
        Self::Passed,
        Self::Carried,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Servers => "servers",
            Self::Postgres => "postgres",
            Self::Nats => "nats",
            Self::Generator => "generator",
            Self::Transactions => "transactions",
            Self::Log => "log",
            Self::Told => "told",
            Self::Passed => "passed",
            Self::Carried => "carried",
        }
    }
}

/// Holds each figure that could be read, as it stands, or as it grew in a second.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Used([Option<f64>; Figure::ALL.len()]);

impl Used {
    /// Returns a figure.
    pub fn get(&self, figure: Figure) -> Option<f64> {
        self.0[figure as usize]
    }

    /// Returns by how much each has grown since an earlier reading.
    pub fn since(self, before: Self) -> Self {
        self.with(|figure, now| Some(now - before.get(figure)?))
    }

    /// Divides each.
    pub fn over(self, count: f64) -> Self {
        self.with(|_, value| Some(value / count))
    }

    fn with(self, change: impl Fn(Figure, f64) -> Option<f64>) -> Self {
        Self(Figure::ALL.map(|figure| change(figure, self.get(figure)?)))
    }
}

impl Serialize for Used {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for figure in Figure::ALL {
            if let Some(value) = self.get(figure) {
                map.serialize_entry(figure.name(), &value)?;
            }
        }
        map.end()
    }
}

/// Says what is read.
#[derive(Clone, Debug)]
pub struct Meters {
    /// The servers, by their numbers.
    pub servers: Vec<u32>,
    /// What they share, if they share anything.
    pub shared: Option<Shared>,
}

/// Says where what servers share can be read.
#[derive(Clone, Copy, Debug)]
pub struct Shared {
    /// The number of PostgreSQL's first process.
    pub postgres: u32,
    /// The number of NATS.
    pub nats: u32,
    /// Where PostgreSQL listens.
    pub postgres_port: u16,
    /// Where NATS tells what it has carried.
    pub monitor_port: u16,
}

impl Meters {
    /// Reads everything, apart from whatever else is going on.
    ///
    /// # Errors
    /// No thread can be had.
    pub async fn read(&self) -> Outcome<Used> {
        let meters = self.clone();
        tokio::task::spawn_blocking(move || meters.look()).await.map_err(|error| format!("no reading: {error}"))
    }

    /// Returns the bytes of memory that the servers occupy, and that PostgreSQL and NATS do, where the system tells.
    pub fn memory(&self) -> [Option<u64>; 3] {
        let shared =
            |of: fn(&Shared) -> u32| self.shared.as_ref().and_then(|shared| process::memory(&[of(shared)]));
        [process::memory(&self.servers), shared(|shared| shared.postgres), shared(|shared| shared.nats)]
    }

    fn look(&self) -> Used {
        let mut used = Used::default();
        let mut put = |figure: Figure, value: Option<f64>| used.0[figure as usize] = value;
        put(Figure::Servers, process::processor_time(&self.servers));
        put(Figure::Generator, process::own_cpu());
        if let Some(shared) = &self.shared {
            put(Figure::Postgres, process::processor_time(&[shared.postgres]));
            put(Figure::Nats, process::processor_time(&[shared.nats]));
            let [transactions, log] = database(shared.postgres_port);
            put(Figure::Transactions, transactions);
            put(Figure::Log, log);
            let told = broker(shared.monitor_port);
            let number = |name: &str| told.as_ref().and_then(|told| told[name].as_f64());
            put(Figure::Told, number("in_msgs"));
            put(Figure::Passed, number("out_msgs"));
            put(Figure::Carried, number("out_bytes"));
        }
        used
    }
}

/// Asks PostgreSQL how many transactions there were, and how long its log is.
fn database(port: u16) -> [Option<f64>; 2] {
    const QUESTION: &str =
        "SELECT (SELECT sum(xact_commit) FROM pg_stat_database), pg_current_wal_lsn() - '0/0'::pg_lsn";
    let mut ask = Command::new("psql");
    ask.args(["--no-psqlrc", "--tuples-only", "--no-align", "--field-separator", " ", "--command", QUESTION]);
    ask.arg(load::backing::database(port)).stdin(Stdio::null()).stderr(Stdio::null());
    let told = ask.output().ok().filter(|told| told.status.success());
    let text = told.map(|told| String::from_utf8_lossy(&told.stdout).into_owned()).unwrap_or_default();
    let mut numbers = text.split_whitespace().map(|number| number.parse().ok());
    [numbers.next().flatten(), numbers.next().flatten()]
}

/// Asks NATS what it has carried.
fn broker(port: u16) -> Option<Value> {
    let mut answer = ureq::get(format!("http://127.0.0.1:{port}/varz")).call().ok()?;
    serde_json::from_str(&answer.body_mut().read_to_string().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_by_how_much_they_grew() {
        let reading = |servers: f64| {
            let mut used = Used::default();
            used.0[Figure::Servers as usize] = Some(servers);
            used
        };
        let grown = reading(7.0).since(reading(1.0)).over(3.0);
        assert_eq!(grown, reading(2.0));
        assert_eq!(grown.get(Figure::Nats), None);
        assert_eq!(serde_json::to_string(&grown).unwrap(), "{\"servers\":2.0}");
    }

    #[test]
    fn a_process_is_read_with_all_that_it_has_started() {
        let mut child = Command::new("sh").args(["-c", "sleep 60 & wait"]).spawn().unwrap();
        let meters = Meters { servers: vec![child.id()], shared: None };
        let used = meters.look();
        assert!(used.get(Figure::Servers).is_some_and(|seconds| seconds < 10.0));
        assert!(used.get(Figure::Generator).is_some());
        assert_eq!(used.get(Figure::Postgres), None);
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
