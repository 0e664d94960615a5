use std::fmt;
use std::path::Path;

use serde::Serialize;

use crate::Outcome;
use crate::arguments::Arguments;
use crate::meters::{Figure, Used};
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
    /// What the opening of one used.
    pub opening: Used,
    /// What one used in a second in which nothing was said.
    pub idle: Used,
    /// How it fared at the rate asked for.
    pub asked: Trial,
    /// How it fared at the greatest rate at which moves were seen in time.
    pub most: Option<Trial>,
    /// The bytes of memory that the servers, PostgreSQL and NATS occupied at the end.
    pub occupied: [Option<u64>; 3],
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
            "| server | sockets | memory a socket | moves/s | p50 ms | p99 ms | max ms | servers, cores | PostgreSQL, cores | NATS, cores | generator, cores |"
        )?;
        writeln!(f, "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")?;
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
        self.write_used(f)?;
        let Some((other, ours)) = self.rows.split_last() else { return Ok(()) };
        for one in ours {
            if let (Some(ours), Some(theirs)) = (&one.most, &other.most) {
                let times = ours.seen / theirs.seen;
                writeln!(f, "\n{} takes {times:.2} times the moves of {}.", one.name, other.name)?;
            }
        }
        Ok(())
    }
}

impl Report {
    /// Writes what a move and a socket took, a column for each server.
    fn write_used(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.rows.iter().map(|row| row.name).collect();
        writeln!(f, "\n| what is used | {} |", names.join(" | "))?;
        writeln!(f, "|---|{}", "---:|".repeat(names.len()))?;
        let mut line = |what: &str, cell: &dyn Fn(&Row) -> Option<f64>, digits: usize| {
            let cells = self
                .rows
                .iter()
                .map(|row| cell(row).map_or(String::new(), |value| format!("{value:.digits$}")));
            let cells: Vec<String> = cells.collect();
            // What nobody has is left out.
            if cells.iter().all(String::is_empty) {
                return Ok(());
            }
            writeln!(f, "| {what} | {} |", cells.join(" | "))
        };
        type At = fn(&Row) -> Option<&Trial>;
        let rates: [(&str, At); 2] =
            [("rate asked for", |row| Some(&row.asked)), ("greatest rate", |row| row.most.as_ref())];
        for (rate, at) in rates {
            let mut figure = |what: &str, figure: Figure, factor: f64, digits: usize| {
                let cell = |row: &Row| Some(at(row)?.of_a_move(figure)? * factor);
                line(&format!("a move at the {rate}: {what}"), &cell, digits)
            };
            figure("processor time of the servers, µs", Figure::Servers, 1e6, 0)?;
            figure("processor time of PostgreSQL, µs", Figure::Postgres, 1e6, 0)?;
            figure("processor time of NATS, µs", Figure::Nats, 1e6, 0)?;
            figure("transactions of PostgreSQL", Figure::Transactions, 1.0, 2)?;
            figure("bytes in PostgreSQL's log", Figure::Log, 1.0, 0)?;
            figure("messages told to NATS", Figure::Told, 1.0, 3)?;
            figure("messages passed on by NATS", Figure::Passed, 1.0, 3)?;
            figure("bytes of these", Figure::Carried, 1.0, 0)?;
            line(
                &format!("a move at the {rate}: bytes of texts told to its two players"),
                &|row| Some(at(row)?.told),
                0,
            )?;
        }
        let parts =
            [("the servers", Figure::Servers), ("PostgreSQL", Figure::Postgres), ("NATS", Figure::Nats)];
        for (whose, figure) in parts {
            line(
                &format!("a socket that opens: processor time of {whose}, µs"),
                &|row| Some(row.opening.get(figure)? * 1e6),
                0,
            )?;
        }
        for (whose, figure) in parts {
            line(
                &format!("an idle socket, a second: processor time of {whose}, µs"),
                &|row| Some(row.idle.get(figure)? * 1e6),
                1,
            )?;
        }
        for (number, (whose, _)) in parts.into_iter().enumerate() {
            line(
                &format!("memory of {whose} at the end, MB"),
                &|row| Some(row.occupied[number]? as f64 / 1e6),
                0,
            )?;
        }
        Ok(())
    }
}

fn cells(trial: &Trial) -> String {
    let latency = trial.latency;
    let cores = [Figure::Servers, Figure::Postgres, Figure::Nats, Figure::Generator]
        .map(|figure| trial.used.get(figure).map_or(String::new(), |cores| format!("{cores:.2}")));
    format!(
        "{:.0} | {:.1} | {:.1} | {:.1} | {}",
        trial.seen,
        latency.p50,
        latency.p99,
        latency.max,
        cores.join(" | ")
    )
}

impl Trial {
    /// Says in one line how it went.
    pub fn line(&self, holds: bool) -> String {
        let cores = |figure: Figure| self.used.get(figure).unwrap_or_default();
        let verdict = if holds { "holds" } else { "does not hold" };
        format!(
            "{:.0} moves/s: {:.0} seen, p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms, servers {:.2}, PostgreSQL {:.2}, NATS {:.2} and generator {:.2} cores: {verdict}",
            self.asked,
            self.seen,
            self.latency.p50,
            self.latency.p99,
            self.latency.max,
            cores(Figure::Servers),
            cores(Figure::Postgres),
            cores(Figure::Nats),
            cores(Figure::Generator)
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
        let trial = Trial { asked: 100.0, seen: 99.0, latency, used: Used::default(), told: 300.0 };
        let limit = Duration::from_millis(50);
        assert!(trial.holds(limit));
        assert!(!Trial { seen: 90.0, ..trial }.holds(limit));
        assert!(!trial.holds(Duration::from_millis(48)));
    }

    #[test]
    fn the_report_has_a_column_for_each_server_and_no_line_of_nothing() {
        let latency = Latency { p50: 1.0, p99: 9.0, max: 40.0 };
        let asked = Trial { asked: 100.0, seen: 100.0, latency, used: Used::default(), told: 300.0 };
        let row = |name, seen| Row {
            name,
            sockets: 10,
            memory: Some(50_000),
            opening: Used::default(),
            idle: Used::default(),
            asked,
            most: Some(Trial { seen, ..asked }),
            occupied: [Some(3_000_000), None, None],
        };
        let rows = vec![row("one", 900.0), row("two", 600.0), row("other", 300.0)];
        let report = Report { games: 5, limit: 50.0, game: "any".into(), rows };
        let text = report.to_string();
        assert!(text.contains("| what is used | one | two | other |\n|---|---:|---:|---:|\n"), "{text}");
        assert!(text.contains("| memory of the servers at the end, MB | 3 | 3 | 3 |"), "{text}");
        assert!(text.contains("one takes 3.00 times") && text.contains("two takes 2.00 times"), "{text}");
        assert!(!text.contains("of NATS, µs"), "{text}");
    }
}
