//! Load test: thousands of players with a WebSocket each. Measures how long moves take until the opponent receives them, and the
//! resources that the servers use.

mod contender;
mod meters;
mod player;
mod report;
mod trial;

use std::time::Duration;

use entourage_registry::Registry;

use crate::options::LoadOptions;
use crate::script::{self, Script};
use crate::{Outcome, allow_files, runtime};
use contender::Contender;
use report::{Report, Row};

/// Duration of the idle measurement: twice the server's heartbeat interval.
const IDLE: Duration = Duration::from_secs(12);

pub fn run(options: &LoadOptions) -> Outcome {
    let game = options.game.clone().unwrap_or_else(|| Registry::built_in().games()[0].to_owned());
    allow_files(2 * options.games)?;
    let scripts = script::write(&game)?;
    let runtime = runtime()?;
    let mut report = Report { games: options.games, limit: options.limit as f64, game, rows: Vec::new() };
    for contender in Contender::all(options) {
        let row = runtime.block_on(measure(contender, &report.game, &scripts))?;
        report.rows.push(row);
        println!("{report}");
    }
    Ok(())
}

async fn measure(contender: Contender<'_>, game: &str, scripts: &[Script]) -> Outcome<Row> {
    let (name, options) = (contender.label(), contender.options);
    eprintln!("{name}: starting, and creating {} games", options.games);
    let mut running = contender.start().await?;
    let (ports, meters) = (running.ports.clone(), running.meters());
    let games = contender.create_games(&ports, game).await?;
    let sockets = 2 * games.len();
    let (without, before) = (meters.memory(), meters.read().await?);
    eprintln!("{name}: opening {sockets} sockets");
    let mut pairs = player::seat(contender, &ports, &games, scripts).await?;
    let opening = meters.read().await?.since(&before).over(sockets as f64);
    let memory = meters.memory()[0].zip(without[0]).map(|(after, before)| after.saturating_sub(before));
    eprintln!("{name}: measuring idle sockets");
    let idle = trial::idle(&mut pairs, &meters, IDLE).await?.over(sockets as f64);
    eprintln!("{name}: playing {} moves a second", options.rate);
    let held = options.minutes.map_or(options.seconds, |minutes| 60 * minutes);
    let asked = trial::play(&mut pairs, &meters, options.rate as f64, Duration::from_secs(held as u64)).await?;
    let most = trial::max_rate(&mut pairs, &meters, options, name).await?;
    let occupied = meters.memory();
    drop(pairs);
    running.end();
    Ok(Row { name, sockets, memory, opening, idle, asked, most, occupied })
}
