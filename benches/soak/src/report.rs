use std::fmt;
use std::time::Duration;

use load::latency::Latency;

use crate::soak::Soak;
use crate::tally::Tally;

/// Within how many milliseconds 99 of 100 moves must be seen.
const LIMIT: f64 = 200.0;
/// How many steps of the date a server may overlook, where it is killed before it has looked.
const BLIND: u64 = 5;

/// What came of a soak.
pub struct Report<'a> {
    soak: &'a Soak,
    time: Duration,
    /// The most bytes of memory allowed.
    memory: u64,
    latency: Option<Latency>,
    jumps: usize,
}

impl<'a> Report<'a> {
    /// Sums a soak up that took so long and whose server may occupy so many bytes.
    pub fn new(soak: &'a Soak, time: Duration, memory: u64) -> Self {
        let latency = Latency::of(soak.tally.times().iter().map(|(time, _)| *time).collect());
        Self { soak, time, memory, latency, jumps: soak.server.jumps() }
    }

    /// Lists why the soak has failed.
    pub fn failures(&self) -> Vec<String> {
        failures(&self.soak.tally, self.latency, self.memory, self.jumps)
    }

    /// Says in one line how it stands.
    pub fn line(&self) -> String {
        let tally = &self.soak.tally;
        let latency = self.latency.map_or("no move measured".into(), told);
        format!(
            "{} moves, {latency}; {} kills, {} full disks, {} steps, {} cuts; memory {} MiB at most; {} faults",
            Tally::of(&tally.moves),
            self.soak.server.away.count(),
            self.soak.full.count(),
            Tally::of(&tally.steps),
            Tally::of(&tally.cuts),
            Tally::of(&tally.memory) >> 20,
            tally.faults().0
        )
    }
}

/// Lists what is wrong with what was counted, the times of moves, the bytes of memory allowed, and the steps of the date that the server
/// has told of.
fn failures(tally: &Tally, latency: Option<Latency>, memory: u64, jumps: usize) -> Vec<String> {
    let mut failures = Vec::new();
    let (count, first) = tally.faults();
    if let Some(first) = first.first() {
        failures.push(format!("{count} faults, the first of them: {first}"));
    }
    match latency {
        None => failures.push("no move was measured".into()),
        Some(latency) if latency.p99 >= LIMIT => {
            failures.push(format!("99 of 100 moves take {:.1} ms, and not less than {LIMIT}", latency.p99));
        }
        Some(_) => {}
    }
    if Tally::of(&tally.memory) > memory {
        failures.push(format!("the server occupies more than {} MiB", memory >> 20));
    }
    let refusals = tally.refusals();
    if !refusals.is_empty() {
        failures.push(format!("moves of players were refused without an excuse: {refusals:?}"));
    }
    if jumps == 0 && Tally::of(&tally.steps) > BLIND {
        failures.push("the date was set and the server has not seen it".into());
    }
    failures
}

fn told(latency: Latency) -> String {
    format!("p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms", latency.p50, latency.p99, latency.max)
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (soak, tally) = (self.soak, &self.soak.tally);
        let mut row = |what: &str, told: String| writeln!(f, "| {what} | {told} |");
        row("what", "how much".into())?;
        row("---", "---".into())?;
        row("time", format!("{} s", self.time.as_secs()))?;
        row("games begun by players", Tally::of(&tally.games).to_string())?;
        row("moves acknowledged and seen by both", Tally::of(&tally.moves).to_string())?;
        row("games held to what players know", Tally::of(&tally.checks).to_string())?;
        row("faults: lost, changed, doubled or out of order", tally.faults().0.to_string())?;
        row(
            "kills",
            format!(
                "{}, {:.1} s away in all",
                soak.server.away.count(),
                soak.server.away.total().as_secs_f64()
            ),
        )?;
        row(
            "full disks",
            format!(
                "{}, {:.1} s in all, on {}",
                soak.full.count(),
                soak.full.total().as_secs_f64(),
                soak.disk.kind
            ),
        )?;
        row("moves refused meanwhile, or to players cut off", Tally::of(&tally.excused).to_string())?;
        row("starts that a full disk has prevented", Tally::of(&tally.starts).to_string())?;
        row(
            "steps of the date",
            format!("{}, of which the server has told {}", Tally::of(&tally.steps), self.jumps),
        )?;
        row("connections cut", Tally::of(&tally.cuts).to_string())?;
        row("connections that stood still", Tally::of(&tally.freezes).to_string())?;
        row("readers who did not read", Tally::of(&tally.readers).to_string())?;
        for (kind, [answered, refused]) in tally.floods() {
            row(&format!("flood of {kind}"), format!("{answered} answered, {refused} refused"))?;
        }
        let times = tally.times();
        row("moves measured", times.len().to_string())?;
        row("a move of players left in peace", self.latency.map_or("?".into(), told))?;
        for (what, fresh) in [("… just after a start of the server", true), ("… at any other time", false)]
        {
            let some: Vec<Duration> = times.iter().filter(|one| one.1 == fresh).map(|one| one.0).collect();
            let count = some.len();
            row(what, format!("{}, {count} moves", Latency::of(some).map_or("?".into(), told)))?;
        }
        row("memory at most", format!("{} MiB of {}", Tally::of(&tally.memory) >> 20, self.memory >> 20))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMORY: u64 = 100 << 20;
    const GOOD: Option<Latency> = Some(Latency { p50: 1.0, p99: 199.0, max: 900.0 });

    #[test]
    fn all_is_well_where_nothing_is_lost_and_nobody_waits() {
        let tally = Tally::default();
        tally.memory.store(MEMORY, std::sync::atomic::Ordering::Relaxed);
        tally.steps.store(9, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(failures(&tally, GOOD, MEMORY, 8), Vec::<String>::new());
    }

    #[test]
    fn each_of_what_must_not_be_fails_a_soak() {
        let tally = Tally::default();
        let said = |latency, memory, jumps| failures(&tally, latency, memory, jumps).join("\n");
        assert!(said(None, MEMORY, 1).contains("measured"));
        let late = Some(Latency { p50: 1.0, p99: 200.0, max: 900.0 });
        assert!(said(late, MEMORY, 1).contains("200.0 ms"));
        tally.memory.store(MEMORY + 1, std::sync::atomic::Ordering::Relaxed);
        assert!(said(GOOD, MEMORY, 1).contains("100 MiB"));
        tally.memory.store(0, std::sync::atomic::Ordering::Relaxed);
        tally.steps.store(9, std::sync::atomic::Ordering::Relaxed);
        assert!(said(GOOD, MEMORY, 0).contains("date"));
        tally.refuse("limited");
        assert!(said(GOOD, MEMORY, 1).contains("limited"));
        tally.fault("one is lost".into());
        assert!(said(GOOD, MEMORY, 1).contains("1 faults, the first of them: one is lost"));
    }
}
