use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::day::Day;
use crate::judge::Findings;
use crate::mishap::Done;

/// What came of the day, as a table.
pub struct Report {
    rows: Vec<(String, String)>,
    kinds: BTreeMap<String, (usize, Duration)>,
    /// What must never be.
    pub faults: Vec<String>,
}

impl Report {
    /// Gathers it.
    pub fn new(day: &Day, findings: Findings, done: &[Done], lasted: Duration) -> Self {
        let mut kinds: BTreeMap<String, (usize, Duration)> = BTreeMap::new();
        for done in done {
            let (count, most) = kinds.entry(done.mishap.to_string()).or_default();
            *count += 1;
            *most = (*most).max(done.recovered.unwrap_or(Duration::MAX));
        }
        let kills = done.iter().filter(|done| done.mishap.is_kill()).count();
        let answers = day.answers.borrow();
        let all: u64 = answers.values().sum();
        let failed: u64 = answers.range(500..).map(|(_, count)| count).sum();
        let faults = day.faults();
        for (asked, (count, wait)) in day.limits.borrow().iter() {
            eprintln!("day: limited {count} times, for {wait} s at most: {asked}");
        }
        let mut rows = vec![
            (
                "accounts founded, and signed in again".to_owned(),
                format!("{}, {}", day.founded.get(), day.returned.get()),
            ),
            ("kills, and everything else that was done".to_owned(), format!("{kills}, {}", done.len() - kills)),
            (
                "something was not there for, in all".to_owned(),
                format!("{:.0} s", day.outages.lasted().as_secs_f64()),
            ),
            (
                "requests answered, of these 5xx, and not answered".to_owned(),
                format!("{all}, {failed}, {}", day.unanswered.get()),
            ),
            (
                "WebSockets cut off in the middle, of these by the server's word".to_owned(),
                format!("{}, {}", day.cut.get(), day.farewells.borrow().values().sum::<u64>()),
            ),
            ("events acknowledged".to_owned(), day.book.acknowledged().to_string()),
        ];
        rows.extend(findings.figures);
        rows.push(("5xx while nothing was killed".to_owned(), day.unexcused().len().to_string()));
        rows.push(("lost, doubled, out of order, or computed otherwise".to_owned(), faults.len().to_string()));
        rows.push(("lasted".to_owned(), format!("{:.0} s", lasted.as_secs_f64())));
        Self { rows, kinds, faults }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| what | how much |\n|---|---:|")?;
        self.rows.iter().try_for_each(|(what, figure)| writeln!(f, "| {what} | {figure} |"))?;
        writeln!(f, "\n| what was done | how often | well again after, at most |\n|---|---:|---:|")?;
        self.kinds.iter().try_for_each(|(kind, (count, most))| {
            writeln!(f, "| {kind} | {count} | {:.2} s |", most.as_secs_f64())
        })
    }
}
