use entourage_registry::Registry;

use crate::Outcome;
use crate::games::visit;
use crate::measure::mean;
use crate::playout::LONGEST;
use crate::texts;
use crate::words::Words;
use crate::workload::{Collect, Mode, Workload, peers};

const ROUNDS: u32 = 5;

#[derive(Debug)]
struct Row {
    game: &'static str,
    position: String,
    mode: Mode,
    leaves_per_cpu_second: f64,
    ratio_to_cozy_listed: f64,
}

/// Parses `[--rounds N] [GAME…]`, runs the benchmarks and prints a table.
pub fn run(words: &[&str]) -> Outcome {
    let mut written: Vec<&str> = texts::names().filter(|name| words.contains(name)).collect();
    let others: Vec<&str> = words.iter().copied().filter(|word| !written.contains(word)).collect();
    let mut words = Words::read(&others, &["--rounds"])?;
    if written.is_empty() && words.is_all {
        written = texts::names().collect();
    } else if words.is_all {
        words.games.clear();
    }
    let rounds = words.rounds(ROUNDS)?;
    let workloads = measure(&[&words.games[..], &written].concat(), rounds)?;
    let rows = rows(&workloads);
    print(&rows, &workloads, rounds);
    Ok(())
}

/// Measures every task once per round, so that a spike in machine load affects one round, not all rounds of a task.
fn measure(games: &[&str], rounds: u32) -> Outcome<Vec<Workload>> {
    let mut collect = Collect { workloads: peers() };
    visit(games, &mut collect)?;
    texts::collect(games, &mut collect)?;
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        collect.workloads.iter_mut().for_each(Workload::measure);
    }
    Ok(collect.workloads)
}

/// Creates the table's rows for perft, and adds rows for the geometric mean over each game's middle-game positions.
fn rows(workloads: &[Workload]) -> Vec<Row> {
    let Some(measure) = workloads.first().map(|cozy| cozy.best) else { return Vec::new() };
    let row = |game, position: &str, mode, leaves_per_cpu_second| Row {
        game,
        position: position.to_owned(),
        mode,
        leaves_per_cpu_second,
        ratio_to_cozy_listed: leaves_per_cpu_second / measure,
    };
    let mut rows: Vec<Row> = workloads
        .iter()
        .filter(|work| work.mode != Mode::Playouts)
        .map(|work| row(work.game, &work.position, work.mode, work.best))
        .collect();
    for game in Registry::built_in().games().iter().copied().chain(texts::names()) {
        for mode in [Mode::Listed, Mode::Counted] {
            let leaves: Vec<f64> = workloads
                .iter()
                .filter(|work| work.game == game && work.mode == mode && work.position.starts_with("middle"))
                .map(|work| work.best)
                .collect();
            if !leaves.is_empty() {
                rows.push(row(game, "middle-mean", mode, mean(&leaves)));
            }
        }
    }
    rows
}

fn print(rows: &[Row], workloads: &[Workload], rounds: u32) {
    println!(
        "Leaves per second of CPU time, best of {rounds} rounds; 1.00 is cozy-chess listing moves from the start position of chess.\n"
    );
    println!("| game | position | listed, M/s | × cozy | counted, M/s | × cozy |");
    println!("|---|---|---:|---:|---:|---:|");
    let of = |row: &Row, mode| {
        let found = rows
            .iter()
            .find(|other| other.game == row.game && other.position == row.position && other.mode == mode);
        found.map_or(" | ".to_owned(), |row| {
            format!("{:.1} | {:.2}", row.leaves_per_cpu_second / 1e6, row.ratio_to_cozy_listed)
        })
    };
    for row in rows.iter().filter(|row| row.mode == Mode::Listed) {
        println!(
            "| {} | {} | {} | {} |",
            row.game,
            row.position,
            of(row, Mode::Listed),
            of(row, Mode::Counted)
        );
    }
    let playouts = || workloads.iter().filter(|work| work.mode == Mode::Playouts);
    let measure = playouts().next().map_or(1.0, |cozy| cozy.best);
    println!("\nRandom playouts of at most {LONGEST} plies (list, pick, play).\n");
    println!("| game | plies, M/s | × cozy |\n|---|---:|---:|");
    for work in playouts() {
        println!("| {} | {:.2} | {:.2} |", work.game, work.best / 1e6, work.best / measure);
    }
}
