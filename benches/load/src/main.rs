//! Puts servers under the load of thousands of players, each with a WebSocket and a key of their own, and measures how
//! long a move takes from the player who makes it to the one who sees it. Speaks to servers it has started itself, on this machine only.

mod arguments;
mod contender;
mod player;
mod report;
mod requests;
mod seek;
mod trial;

use std::process::ExitCode;

use arguments::{Arguments, USAGE};
use contender::Contender;
use load::{Outcome, latency, process, script};
use report::{Report, Row};
use script::Script;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match Arguments::read(&words).and_then(|arguments| run(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("load: {problem}");
            ExitCode::from(2)
        }
    }
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
    let mut process = contender.start()?;
    let pairings = contender.lay(&process, &arguments.game, arguments.games)?;
    let before = process.memory();
    eprintln!("{name}: opening {} sockets", 2 * pairings.len());
    let mut pairs = player::seat(contender.kind(), &process, &pairings, scripts).await?;
    let memory = process.memory().zip(before).map(|(after, before)| after.saturating_sub(before));
    eprintln!("{name}: playing {} moves a second", arguments.rate);
    let asked = trial::play(&mut pairs, &process, arguments.rate, arguments.time()).await?;
    let most = seek::greatest(&mut pairs, &process, arguments, name).await?;
    drop(pairs);
    process.end();
    Ok(Row { name, sockets: 2 * pairings.len(), memory, asked, most })
}
