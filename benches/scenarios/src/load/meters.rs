use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;

use serde_json::Value;

use crate::Outcome;
use crate::service::output;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Figure {
    /// CPU seconds used by the servers.
    Servers,
    Postgres,
    Nats,
    /// CPU seconds used by this program.
    Generator,
    Transactions,
    Log,
    /// Messages published to NATS.
    Told,
    /// Messages delivered by NATS.
    Passed,
    /// Bytes delivered by NATS.
    Carried,
}

use Figure::{Carried, Generator, Log, Nats, Passed, Postgres, Servers, Told, Transactions};

/// Resources used, as totals or per second; resources that could not be measured are missing.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Used(BTreeMap<Figure, f64>);

impl Used {
    pub fn get(&self, figure: Figure) -> Option<f64> {
        self.0.get(&figure).copied()
    }

    fn set(&mut self, figure: Figure, value: Option<f64>) {
        self.0.extend(value.map(|value| (figure, value)));
    }

    /// Returns the increase since the earlier measurement `before`.
    pub fn since(&self, before: &Self) -> Self {
        let grown = |(figure, value): (&Figure, &f64)| Some((*figure, value - before.get(*figure)?));
        Self(self.0.iter().filter_map(grown).collect())
    }

    pub fn over(&self, count: f64) -> Self {
        Self(self.0.iter().map(|(figure, value)| (*figure, value / count)).collect())
    }
}

#[derive(Clone, Debug)]
pub struct Meters {
    pub servers: Vec<u32>,
    pub shared: Option<Shared>,
}

#[derive(Clone, Debug)]
pub struct Shared {
    pub postgres: u32,
    pub nats: u32,
    pub database: String,
    pub monitor_port: u16,
}

impl Meters {
    pub async fn read(&self) -> Outcome<Used> {
        let meters = self.clone();
        tokio::task::spawn_blocking(move || meters.look())
            .await
            .map_err(|error| format!("cannot read meters: {error}"))
    }

    /// Returns the memory of the servers, PostgreSQL and NATS in bytes, on Linux.
    pub fn memory(&self) -> [Option<u64>; 3] {
        let shared = |of: fn(&Shared) -> u32| self.shared.as_ref().and_then(|shared| memory(&[of(shared)]));
        [memory(&self.servers), shared(|shared| shared.postgres), shared(|shared| shared.nats)]
    }

    fn look(&self) -> Used {
        let mut used = Used::default();
        used.set(Servers, cpu_time(&self.servers));
        used.set(Generator, Stat::of("self").map(|stat| stat.seconds));
        if let Some(shared) = &self.shared {
            used.set(Postgres, cpu_time(&[shared.postgres]));
            used.set(Nats, cpu_time(&[shared.nats]));
            let [transactions, log] = ask_postgres(&shared.database);
            used.set(Transactions, transactions);
            used.set(Log, log);
            let stats = ask_nats(shared.monitor_port).unwrap_or_default();
            for (figure, field) in [(Told, "in_msgs"), (Passed, "out_msgs"), (Carried, "out_bytes")] {
                used.set(figure, stats[field].as_f64());
            }
        }
        used
    }
}

fn ask_postgres(database: &str) -> [Option<f64>; 2] {
    const QUESTION: &str =
        "SELECT (SELECT sum(xact_commit) FROM pg_stat_database), pg_current_wal_lsn() - '0/0'::pg_lsn";
    let mut ask = Command::new("psql");
    ask.args(["--no-psqlrc", "--tuples-only", "--no-align", "--field-separator", " ", "--command", QUESTION]);
    let text = output(ask.arg(database)).unwrap_or_default();
    let mut numbers = text.split_whitespace().map(|number| number.parse().ok());
    [numbers.next().flatten(), numbers.next().flatten()]
}

fn ask_nats(port: u16) -> Option<Value> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    // HTTP/1.0 responses are not chunked and end when the connection closes.
    stream.write_all(b"GET /varz HTTP/1.0\r\n\r\n").ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).ok()?;
    serde_json::from_str(text.split_once("\r\n\r\n")?.1).ok()
}

/// Returns the CPU seconds of processes and their descendants.
fn cpu_time(roots: &[u32]) -> Option<f64> {
    // The kernel adds the time of terminated children to the time of the parent.
    let used = family(roots).into_iter().filter_map(|process| Some(Stat::of(&process.to_string())?.with_ended));
    used.reduce(|all, one| all + one)
}

/// Returns the memory of processes and their descendants in bytes (PSS: shared memory is counted proportionally).
fn memory(roots: &[u32]) -> Option<u64> {
    let share = |process: u32| {
        let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
    };
    family(roots).into_iter().filter_map(share).reduce(|all, one| all + one)
}

fn family(roots: &[u32]) -> Vec<u32> {
    let numbers = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let all: Vec<(u32, u32)> =
        numbers.filter_map(|process| Some((process, Stat::of(&process.to_string())?.parent))).collect();
    let mut found = roots.to_vec();
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        found.extend(all.iter().filter(|(_, of)| *of == parent).map(|(process, _)| *process));
        next += 1;
    }
    found
}

struct Stat {
    parent: u32,
    seconds: f64,
    /// CPU time including terminated children.
    with_ended: f64,
}

impl Stat {
    fn of(process: &str) -> Option<Self> {
        Self::parse(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    fn parse(text: &str) -> Option<Self> {
        // See proc(5): the name in parentheses can contain any character; field 4 is the parent, 14 and 15 are user and system time, and
        // 16 and 17 are user and system time of terminated children.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |from: usize| -> Option<f64> {
            Some(fields.get(from)?.parse::<f64>().ok()? + fields.get(from + 1)?.parse::<f64>().ok()?)
        };
        // Linux always reports 100 ticks per second.
        let (own, ended) = (ticks(11)? / 100.0, ticks(13)? / 100.0);
        Some(Self { parent: fields.get(1)?.parse().ok()?, seconds: own, with_ended: own + ended })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_of_figures_is_computed() {
        let reading = |servers: f64| {
            let mut used = Used::default();
            used.set(Servers, Some(servers));
            used
        };
        let grown = reading(7.0).since(&reading(1.0)).over(3.0);
        assert_eq!(grown, reading(2.0));
        assert_eq!(grown.get(Nats), None);
    }

    #[test]
    fn descendants_are_included() {
        let mut child = Command::new("sh").args(["-c", "sleep 60 & wait"]).spawn().unwrap();
        assert!(family(&[std::process::id()]).contains(&child.id()));
        let meters = Meters { servers: vec![child.id()], shared: None };
        let used = meters.look();
        assert!(used.get(Servers).is_some_and(|seconds| seconds < 10.0) && used.get(Generator).is_some());
        assert_eq!(used.get(Postgres), None);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(memory(&[std::process::id()]).is_some_and(|bytes| bytes > 100_000));
    }

    #[test]
    fn stat_lines_are_parsed_with_any_name() {
        let stat = Stat::parse("7 (a) b) S 3 7 7 0 -1 4194560 1 0 0 0 250 50 100 25 20 0 1 0 9 9 9").unwrap();
        assert_eq!((stat.parent, stat.seconds, stat.with_ended), (3, 3.0, 4.25));
        assert!(Stat::parse("7 (a").is_none());
    }
}
