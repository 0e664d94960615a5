use std::fmt;

use super::meters::{Figure, Used};
use super::trial::Trial;
use crate::report::{Latency, Table};

const COLUMNS: &str = "server | sockets | memory per socket | moves/s | p50 ms | p99 ms | max ms | servers, cores | PostgreSQL, cores | NATS, cores | generator, cores";

#[derive(Clone, Debug)]
pub struct Report {
    pub games: usize,
    pub limit: f64,
    pub game: String,
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug)]
pub struct Row {
    pub name: &'static str,
    pub sockets: usize,
    /// Increase in memory, in bytes, while sockets were opened.
    pub memory: Option<u64>,
    pub opening: Used,
    /// Resources that an idle socket uses per second.
    pub idle: Used,
    /// Result at the requested rate.
    pub asked: Trial,
    /// Result at the maximum rate that was found.
    pub most: Option<Trial>,
    /// Memory of the servers, PostgreSQL and NATS at the end, in bytes.
    pub occupied: [Option<u64>; 3],
}

impl Report {
    /// Returns the resources per move and socket, with a column for each server.
    fn resources(&self) -> Table {
        let columns: Vec<&str> = ["resource"].into_iter().chain(self.rows.iter().map(|row| row.name)).collect();
        let mut table = Table::new(&columns);
        let mut line = |what: &str, digits: usize, cell: &dyn Fn(&Row) -> Option<f64>| {
            let text = |row| cell(row).map_or(String::new(), |value| format!("{value:.digits$}"));
            let cells: Vec<String> = self.rows.iter().map(text).collect();
            // Rows without any value are omitted.
            if !cells.iter().all(String::is_empty) {
                table.row(what, cells.join(" | "));
            }
        };
        type At = fn(&Row) -> Option<&Trial>;
        let rates: [(&str, At); 2] =
            [("requested rate", |row| Some(&row.asked)), ("maximum rate", |row| row.most.as_ref())];
        let figures = [
            ("CPU time of the servers, µs", Figure::Servers, 1e6, 0),
            ("CPU time of PostgreSQL, µs", Figure::Postgres, 1e6, 0),
            ("CPU time of NATS, µs", Figure::Nats, 1e6, 0),
            ("PostgreSQL transactions", Figure::Transactions, 1.0, 2),
            ("bytes in PostgreSQL's write-ahead log", Figure::Log, 1.0, 0),
            ("messages published to NATS", Figure::Told, 1.0, 3),
            ("messages delivered by NATS", Figure::Passed, 1.0, 3),
            ("bytes delivered by NATS", Figure::Carried, 1.0, 0),
        ];
        for (rate, at) in rates {
            for (what, figure, factor, digits) in figures {
                let cell = |row: &Row| Some(at(row)?.of_a_move(figure)? * factor);
                line(&format!("per move at the {rate}: {what}"), digits, &cell);
            }
            let what = format!("per move at the {rate}: bytes sent to both players");
            line(&what, 0, &|row| Some(at(row)?.told));
        }
        let parts =
            [("the servers", Figure::Servers), ("PostgreSQL", Figure::Postgres), ("NATS", Figure::Nats)];
        for (whose, figure) in parts {
            let what = format!("per opened socket: CPU time of {whose}, µs");
            line(&what, 0, &|row| Some(row.opening.get(figure)? * 1e6));
        }
        for (whose, figure) in parts {
            let what = format!("per idle socket and second: CPU time of {whose}, µs");
            line(&what, 1, &|row| Some(row.idle.get(figure)? * 1e6));
        }
        for (number, (whose, _)) in parts.into_iter().enumerate() {
            let what = format!("memory of {whose} at the end, MB");
            line(&what, 0, &|row| Some(row.occupied[number]? as f64 / 1e6));
        }
        table
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&COLUMNS.split(" | ").collect::<Vec<_>>());
        for row in &self.rows {
            let Row { name, sockets, .. } = row;
            let memory = row.memory.map(|bytes| format!("{:.1} KB", bytes as f64 / 1e3 / *sockets as f64));
            let memory = memory.unwrap_or_else(|| "?".into());
            table.row(name, format!("{sockets} | {memory} | {}", cells(&row.asked)));
            if let Some(most) = &row.most {
                let what = format!("{name}, maximum rate at p99 <= {} ms", self.limit);
                table.row(&what, format!("{sockets} | | {}", cells(most)));
            }
        }
        let (games, game) = (self.games, &self.game);
        write!(f, "\n{games} games of {game} with two players each\n\n{table}\n{}", self.resources())
    }
}

fn cells(trial: &Trial) -> String {
    let Latency { p50, p99, max } = trial.latency;
    let cores = [Figure::Servers, Figure::Postgres, Figure::Nats, Figure::Generator]
        .map(|figure| trial.used.get(figure).map_or(String::new(), |cores| format!("{cores:.2}")));
    format!("{:.0} | {p50:.1} | {p99:.1} | {max:.1} | {}", trial.seen, cores.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LATENCY: Latency = Latency { p50: 1.0, p99: 49.0, max: 400.0 };

    fn trial(seen: f64) -> Trial {
        Trial { asked: 100.0, seen, latency: LATENCY, used: Used::default(), told: 300.0 }
    }

    #[test]
    fn a_rate_holds_if_reached_within_the_latency_limit() {
        assert!(trial(99.0).holds(50));
        assert!(!trial(90.0).holds(50));
        assert!(!trial(99.0).holds(48));
    }

    #[test]
    fn the_report_has_a_column_per_server_and_no_empty_rows() {
        let row = |name, seen| Row {
            name,
            sockets: 10,
            memory: Some(50_000),
            opening: Used::default(),
            idle: Used::default(),
            asked: trial(100.0),
            most: Some(trial(seen)),
            occupied: [Some(3_000_000), None, None],
        };
        let rows = vec![row("one", 900.0), row("two", 600.0), row("other", 300.0)];
        let text = Report { games: 5, limit: 50.0, game: "any".into(), rows }.to_string();
        for part in [
            "| resource | one | two | other |\n|---|---:|---:|---:|\n",
            "| memory of the servers at the end, MB | 3 | 3 | 3 |",
        ] {
            assert!(text.contains(part), "{text}");
        }
        assert!(!text.contains("of NATS, µs"), "{text}");
    }
}
