//! Puts servers under the load of thousands of players, each with a WebSocket and a key of their own, and measures how
//! long a move takes from the player who makes it to the one who sees it, and what it takes of the machine. Speaks to servers it has started
//! itself, on this machine only.

mod arguments;
mod contender;
mod meters;
mod player;
mod report;
mod requests;
mod running;
mod seek;
mod trial;

use std::process::ExitCode;
use std::time::Duration;

use arguments::{Arguments, USAGE};
use contender::Contender;
use load::program::program;
use load::{Outcome, latency, process, script};
use report::{Report, Row};
use script::Script;

/// How long sockets are left alone, to see what they take by themselves: twice the time in which Entourage asks each whether it is there.
const IDLE: Duration = Duration::from_secs(12);

fn main() -> ExitCode {
    program("load", USAGE, |words| Arguments::read(words).and_then(|arguments| run(&arguments)).map(|()| true))
}

fn run(arguments: &Arguments) -> Outcome {
    process::allow_files(2 * arguments.games)?;
    let scripts = script::write(&arguments.game)?;
    // One thread: what is left of two cores belongs to the server that is measured.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("no runtime: {error}"))?;
    let mut report = Report::new(arguments);
    for contender in arguments.contenders()? {
        let row = runtime.block_on(measure(contender, arguments, &scripts))?;
        report.rows.push(row);
        println!("{report}");
    }
    report.save(arguments.json.as_deref())
}

/// Measures one server from its start to its end.
async fn measure(contender: Contender, arguments: &Arguments, scripts: &[Script]) -> Outcome<Row> {
    let name = contender.name();
    eprintln!("{name}: starting, and beginning {} games", arguments.games);
    let running = contender.start().await?;
    let (ports, meters) = (running.ports(), running.meters());
    let pairings = contender.lay(&ports, &arguments.game, arguments.games)?;
    let sockets = 2 * pairings.len();
    let (without, before) = (meters.memory(), meters.read().await?);
    eprintln!("{name}: opening {sockets} sockets");
    let mut pairs = player::seat(&contender, &ports, &pairings, scripts).await?;
    let opening = meters.read().await?.since(before).over(sockets as f64);
    let memory = meters.memory()[0].zip(without[0]).map(|(after, before)| after.saturating_sub(before));
    eprintln!("{name}: leaving them alone");
    let idle = trial::idle(&mut pairs, &meters, IDLE).await?.over(sockets as f64);
    eprintln!("{name}: playing {} moves a second", arguments.rate);
    let asked = trial::play(&mut pairs, &meters, arguments.rate, arguments.held()).await?;
    let most = seek::greatest(&mut pairs, &meters, arguments, name).await?;
    let occupied = meters.memory();
    drop(pairs);
    running.end();
    Ok(Row { name, sockets, memory, opening, idle, asked, most, occupied })
}
