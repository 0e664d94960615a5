use std::fmt;
use std::path::Path;

use serde::Serialize;

use crate::Outcome;
use crate::arguments::Arguments;
use crate::trial::Trial;

/// Holds everything measured.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    games: usize,
    /// Milliseconds.
    limit: f64,
    /// The game that Entourage played.
    game: String,
    /// One for each server.
    pub rows: Vec<Row>,
}

/// Holds what was measured of one server.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// How many sockets were open.
    pub sockets: usize,
    /// How many bytes it grew by as they were opened.
    pub memory: Option<u64>,
    /// How it fared at the rate asked for.
    pub asked: Trial,
    /// How it fared at the greatest rate at which moves were seen in time.
    pub most: Option<Trial>,
}

impl Report {
    /// Begins without anything measured.
    pub fn new(arguments: &Arguments) -> Self {
        let limit = arguments.limit.as_secs_f64() * 1e3;
        Self { games: arguments.games, limit, game: arguments.game.clone(), rows: Vec::new() }
    }

    /// Writes everything as JSON, if somebody wants it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, file: Option<&Path>) -> Outcome {
        let Some(file) = file else { return Ok(()) };
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        std::fs::write(file, text + "\n").map_err(|error| format!("cannot write {}: {error}", file.display()))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{} games of two players each; Entourage plays {}\n", self.games, self.game)?;
        writeln!(
            f,
            "| server | sockets | memory a socket | moves/s | p50 ms | p99 ms | max ms | server, cores | generator, cores |"
        )?;
        writeln!(f, "|---|---:|---:|---:|---:|---:|---:|---:|---:|")?;
        for row in &self.rows {
            let memory = row
                .memory
                .map_or("?".to_owned(), |bytes| format!("{:.1} KB", bytes as f64 / 1e3 / row.sockets as f64));
            writeln!(f, "| {} | {} | {memory} | {} |", row.name, row.sockets, cells(&row.asked))?;
            if let Some(most) = &row.most {
                writeln!(
                    f,
                    "| {}, greatest rate at p99 <= {} ms | {} | | {} |",
                    row.name,
                    self.limit,
                    row.sockets,
                    cells(most)
                )?;
            }
        }
        if let [one, other, ..] = &self.rows[..]
            && let (Some(ours), Some(theirs)) = (&one.most, &other.most)
        {
            writeln!(
                f,
                "\n{} takes {:.2} times the moves of {}.",
                one.name,
                ours.seen / theirs.seen,
                other.name
            )?;
        }
        Ok(())
    }
}

fn cells(trial: &Trial) -> String {
    let share = |share: Option<f64>| share.map_or("?".to_owned(), |share| format!("{share:.2}"));
    let latency = trial.latency;
    format!(
        "{:.0} | {:.1} | {:.1} | {:.1} | {} | {}",
        trial.seen,
        latency.p50,
        latency.p99,
        latency.max,
        share(trial.server),
        share(trial.generator)
    )
}

impl Trial {
    /// Says in one line how it went.
    pub fn line(&self, holds: bool) -> String {
        let share = |share: Option<f64>| share.unwrap_or(f64::NAN);
        let verdict = if holds { "holds" } else { "does not hold" };
        format!(
            "{:.0} moves/s: {:.0} seen, p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms, server {:.2} and generator {:.2} cores: {verdict}",
            self.asked,
            self.seen,
            self.latency.p50,
            self.latency.p99,
            self.latency.max,
            share(self.server),
            share(self.generator)
        )
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::latency::Latency;

    #[test]
    fn a_rate_holds_if_it_is_kept_and_seen_in_time() {
        let latency = Latency { p50: 1.0, p99: 49.0, max: 400.0 };
        let trial = Trial { asked: 100.0, seen: 99.0, latency, server: None, generator: None };
        let limit = Duration::from_millis(50);
        assert!(trial.holds(limit));
        assert!(!Trial { seen: 90.0, ..trial }.holds(limit));
        assert!(!trial.holds(Duration::from_millis(48)));
    }
}
