use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::{JUMPED, Soak};
use crate::options::SoakOptions;
use crate::report::{Faults, Latency, Table};

/// Within how many milliseconds 99 of 100 moves must be seen.
const LIMIT: f64 = 200.0;
/// How many steps of the date a server may overlook, where it is killed before it has looked.
const BLIND: u64 = 5;

#[derive(Debug, Default)]
pub struct Tally {
    pub moves: AtomicU64,
    pub games: AtomicU64,
    /// Comparisons of a stored game with what its players know.
    pub checks: AtomicU64,
    pub starts: AtomicU64,
    pub steps: AtomicU64,
    pub cuts: AtomicU64,
    pub freezes: AtomicU64,
    pub readers: AtomicU64,
    /// The most bytes of memory that the server was seen to occupy.
    pub memory: AtomicU64,
    /// Refusals of moves while the server could store nothing, or to players whose connections are cut.
    pub excused: AtomicU64,
    /// Requests of each kind of flood that were answered and refused.
    floods: Mutex<BTreeMap<&'static str, [u64; 2]>>,
    /// Refusals without an excuse, by code.
    refusals: Mutex<BTreeMap<String, u64>>,
    /// How long moves took, and whether the server had just been started.
    pub times: Mutex<Vec<(Duration, bool)>>,
    pub faults: Faults,
}

impl Tally {
    pub fn flood(&self, kind: &'static str, refused: bool) {
        self.floods.lock().unwrap().entry(kind).or_default()[usize::from(refused)] += 1;
    }

    /// Notes a refusal without an excuse.
    pub fn refuse(&self, code: String) {
        *self.refusals.lock().unwrap().entry(code).or_default() += 1;
    }

    /// Sums up the times of moves that are chosen by whether the server had just been started.
    fn latency(&self, is_chosen: impl Fn(bool) -> bool) -> (usize, Option<Latency>) {
        let times = self.times.lock().unwrap();
        let chosen: Vec<Duration> = times.iter().filter(|one| is_chosen(one.1)).map(|one| one.0).collect();
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
    /// The most memory allowed, in mebibytes.
    memory: u64,
    latency: Option<Latency>,
    /// How often the server has logged that its date was set.
    jumps: usize,
}

impl<'a> Report<'a> {
    pub fn new(soak: &'a Soak, options: &SoakOptions, log: &Path) -> Self {
        let (_, latency) = soak.tally.latency(|_| true);
        let log = std::fs::read_to_string(log).unwrap_or_default();
        let jumps = log.lines().filter(|line| line.contains(JUMPED)).count();
        Self { soak, minutes: options.minutes, memory: options.memory as u64, latency, jumps }
    }

    pub fn failures(&self) -> Vec<String> {
        failures(&self.soak.tally, self.latency, self.memory, self.jumps)
    }

    pub fn line(&self) -> String {
        let tally = &self.soak.tally;
        format!(
            "{} moves, {}; {} kills, {} full disks, {} steps, {} cuts; memory {} MiB at most; {} faults",
            of(&tally.moves),
            shown(self.latency),
            self.soak.server.away.count(),
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
        Some(latency) if latency.p99 >= LIMIT => {
            failures.push(format!("99 of 100 moves take {:.1} ms, and not less than {LIMIT}", latency.p99));
        }
        Some(_) => {}
    }
    if of(&tally.memory) > memory << 20 {
        failures.push(format!("the server occupies more than {memory} MiB"));
    }
    let refusals = tally.refusals.lock().unwrap();
    if !refusals.is_empty() {
        failures.push(format!("moves of players were refused without an excuse: {refusals:?}"));
    }
    if jumps == 0 && of(&tally.steps) > BLIND {
        failures.push("the date was set and the server has not seen it".into());
    }
    failures
}

fn shown(latency: Option<Latency>) -> String {
    latency.map_or("no move measured".into(), |latency| latency.to_string())
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (soak, tally) = (self.soak, &self.soak.tally);
        let (away, full) = (&soak.server.away, &soak.full);
        let mut table = Table::new(&["what", "how much"]);
        table.row("time", format!("{} s", 60 * self.minutes));
        table.row("games begun by players", of(&tally.games));
        table.row("moves acknowledged and seen by both", of(&tally.moves));
        table.row("games held to what players know", of(&tally.checks));
        table.row("faults: lost, changed, doubled or out of order", tally.faults.count());
        table.row("kills", format!("{}, {:.1} s away in all", away.count(), away.total().as_secs_f64()));
        let lasted = full.total().as_secs_f64();
        table.row("full disks", format!("{}, {lasted:.1} s in all, on {}", full.count(), soak.disk.kind));
        table.row("moves refused meanwhile, or to players cut off", of(&tally.excused));
        table.row("starts that a full disk has prevented", of(&tally.starts));
        let steps = format!("{}, of which the server has told {}", of(&tally.steps), self.jumps);
        table.row("steps of the date", steps);
        table.row("connections cut", of(&tally.cuts));
        table.row("connections that stood still", of(&tally.freezes));
        table.row("readers who did not read", of(&tally.readers));
        for (kind, [answered, refused]) in tally.floods.lock().unwrap().iter() {
            table.row(&format!("flood of {kind}"), format!("{answered} answered, {refused} refused"));
        }
        table.row("moves measured", tally.times.lock().unwrap().len());
        table.row("a move of players left in peace", shown(self.latency));
        for (what, fresh) in [("… just after a start of the server", true), ("… at any other time", false)]
        {
            let (count, latency) = tally.latency(|one| one == fresh);
            table.row(what, format!("{}, {count} moves", shown(latency)));
        }
        table.row("memory at most", format!("{} MiB of {}", of(&tally.memory) >> 20, self.memory));
        table.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMORY: u64 = 100;
    const GOOD: Option<Latency> = Some(Latency { p50: 1.0, p99: 199.0, max: 900.0 });

    #[test]
    fn each_of_what_must_not_be_fails_a_soak() {
        let tally = Tally::default();
        tally.memory.store(MEMORY << 20, Ordering::Relaxed);
        tally.steps.store(9, Ordering::Relaxed);
        assert_eq!(failures(&tally, GOOD, MEMORY, 8), Vec::<String>::new());
        let failed = |latency, memory, jumps| failures(&tally, latency, memory, jumps).join("\n");
        assert!(failed(None, MEMORY, 1).contains("measured"));
        let late = Some(Latency { p50: 1.0, p99: 200.0, max: 900.0 });
        assert!(failed(late, MEMORY, 1).contains("200.0 ms"));
        assert!(failed(GOOD, MEMORY - 1, 1).contains("99 MiB"));
        assert!(failed(GOOD, MEMORY, 0).contains("date"));
        tally.refuse("limited".into());
        assert!(failed(GOOD, MEMORY, 1).contains("limited"));
        tally.faults.add("one is lost");
        assert!(failed(GOOD, MEMORY, 1).contains("1 faults, the first of them: one is lost"));
    }
}
