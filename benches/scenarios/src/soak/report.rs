use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::{CLOCK_JUMPED, Soak};
use crate::options::SoakOptions;
use crate::report::{Faults, Latency, Table};

const MAX_P99: f64 = 200.0;
/// Maximum number of clock changes missing from the server's log because the server was killed first.
const MISSED_STEPS: u64 = 5;

#[derive(Debug, Default)]
pub struct Tally {
    pub moves: AtomicU64,
    pub games: AtomicU64,
    /// Number of comparisons of stored games with the players' records.
    pub checks: AtomicU64,
    pub starts: AtomicU64,
    pub steps: AtomicU64,
    pub cuts: AtomicU64,
    pub freezes: AtomicU64,
    pub readers: AtomicU64,
    pub memory: AtomicU64,
    /// Number of moves refused during outages, or to players behind the relay.
    pub excused: AtomicU64,
    /// How many requests were answered and how many were refused, by kind of flood.
    floods: Mutex<BTreeMap<&'static str, [u64; 2]>>,
    /// Number of unexcused refusals, by error code.
    refusals: Mutex<BTreeMap<String, u64>>,
    /// Latency of each move, and whether the server had just been started.
    pub times: Mutex<Vec<(Duration, bool)>>,
    pub faults: Faults,
}

impl Tally {
    pub fn flood(&self, kind: &'static str, refused: bool) {
        self.floods.lock().unwrap().entry(kind).or_default()[usize::from(refused)] += 1;
    }

    pub fn refuse(&self, code: String) {
        *self.refusals.lock().unwrap().entry(code).or_default() += 1;
    }

    /// Summarises the latencies that `is_selected` accepts; its argument is whether the server had just been started.
    fn latency(&self, is_selected: impl Fn(bool) -> bool) -> (usize, Option<Latency>) {
        let times = self.times.lock().unwrap();
        let chosen: Vec<Duration> = times.iter().filter(|one| is_selected(one.1)).map(|one| one.0).collect();
        (chosen.len(), Latency::of(chosen))
    }
}

pub fn add(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

fn of(count: &AtomicU64) -> u64 {
    count.load(Ordering::Relaxed)
}

pub struct Report<'a> {
    soak: &'a Soak,
    minutes: usize,
    memory: u64,
    latency: Option<Latency>,
    /// Number of clock changes that the server logged.
    jumps: usize,
}

impl<'a> Report<'a> {
    pub fn new(soak: &'a Soak, options: &SoakOptions, log: &Path) -> Self {
        let (_, latency) = soak.tally.latency(|_| true);
        let log = std::fs::read_to_string(log).unwrap_or_default();
        let jumps = log.lines().filter(|line| line.contains(CLOCK_JUMPED)).count();
        Self { soak, minutes: options.minutes, memory: options.memory as u64, latency, jumps }
    }

    pub fn failures(&self) -> Vec<String> {
        failures(&self.soak.tally, self.latency, self.memory, self.jumps)
    }

    pub fn line(&self) -> String {
        let tally = &self.soak.tally;
        format!(
            "{} moves, {}; {} kills, {} full disks, {} clock changes, {} resets; peak memory {} MiB; {} faults",
            of(&tally.moves),
            shown(self.latency),
            self.soak.server.downtime.count(),
            self.soak.full.count(),
            of(&tally.steps),
            of(&tally.cuts),
            of(&tally.memory) >> 20,
            tally.faults.count()
        )
    }
}

fn failures(tally: &Tally, latency: Option<Latency>, memory: u64, jumps: usize) -> Vec<String> {
    let mut failures: Vec<String> = tally.faults.failure().into_iter().collect();
    match latency {
        None => failures.push("no move was measured".into()),
        Some(latency) if latency.p99 >= MAX_P99 => {
            failures.push(format!(
                "the p99 latency is {:.1} ms, at or above the limit of {MAX_P99} ms",
                latency.p99
            ));
        }
        Some(_) => {}
    }
    if of(&tally.memory) > memory << 20 {
        failures.push(format!("the server used more than {memory} MiB of memory"));
    }
    let refusals = tally.refusals.lock().unwrap();
    if !refusals.is_empty() {
        failures.push(format!("moves were refused without an outage: {refusals:?}"));
    }
    if jumps == 0 && of(&tally.steps) > MISSED_STEPS {
        failures.push("the server did not log clock changes".into());
    }
    failures
}

fn shown(latency: Option<Latency>) -> String {
    latency.map_or("no move measured".into(), |latency| latency.to_string())
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (soak, tally) = (self.soak, &self.soak.tally);
        let (downtime, full) = (&soak.server.downtime, &soak.full);
        let mut table = Table::new(&["metric", "value"]);
        table.row("duration", format!("{} s", 60 * self.minutes));
        table.row("games started", of(&tally.games));
        table.row("moves acknowledged and received by both players", of(&tally.moves));
        table.row("comparisons of stored games", of(&tally.checks));
        table.row("faults: lost, changed, duplicated or out of order", tally.faults.count());
        table
            .row("kills", format!("{}, {:.1} s of downtime", downtime.count(), downtime.total().as_secs_f64()));
        let lasted = full.total().as_secs_f64();
        table.row("full disks", format!("{}, {lasted:.1} s in total, on {}", full.count(), soak.disk.kind));
        table.row("moves refused during outages, or to players behind the relay", of(&tally.excused));
        table.row("server starts that failed because of a full disk", of(&tally.starts));
        let steps = format!("{}, of which the server logged {}", of(&tally.steps), self.jumps);
        table.row("clock changes", steps);
        table.row("connections reset", of(&tally.cuts));
        table.row("connections frozen", of(&tally.freezes));
        table.row("clients that did not read", of(&tally.readers));
        for (kind, [answered, refused]) in tally.floods.lock().unwrap().iter() {
            table.row(&format!("flood of {kind}"), format!("{answered} answered, {refused} refused"));
        }
        table.row("moves measured", tally.times.lock().unwrap().len());
        table.row("latency without disruptions", shown(self.latency));
        for (what, fresh) in [("… just after a server start", true), ("… at any other time", false)] {
            let (count, latency) = tally.latency(|one| one == fresh);
            table.row(what, format!("{}, {count} moves", shown(latency)));
        }
        table.row("peak memory", format!("{} of {} MiB", of(&tally.memory) >> 20, self.memory));
        table.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMORY: u64 = 100;
    const GOOD: Option<Latency> = Some(Latency { p50: 1.0, p99: 199.0, max: 900.0 });

    #[test]
    fn every_violation_fails_the_soak() {
        let tally = Tally::default();
        tally.memory.store(MEMORY << 20, Ordering::Relaxed);
        tally.steps.store(9, Ordering::Relaxed);
        assert_eq!(failures(&tally, GOOD, MEMORY, 8), Vec::<String>::new());
        let failed = |latency, memory, jumps| failures(&tally, latency, memory, jumps).join("\n");
        assert!(failed(None, MEMORY, 1).contains("measured"));
        let late = Some(Latency { p50: 1.0, p99: 200.0, max: 900.0 });
        assert!(failed(late, MEMORY, 1).contains("200.0 ms"));
        assert!(failed(GOOD, MEMORY - 1, 1).contains("99 MiB"));
        assert!(failed(GOOD, MEMORY, 0).contains("clock"));
        tally.refuse("limited".into());
        assert!(failed(GOOD, MEMORY, 1).contains("limited"));
        tally.faults.add("one is lost");
        assert!(failed(GOOD, MEMORY, 1).contains("1 faults; the first: one is lost"));
    }
}
