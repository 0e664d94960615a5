//! Plays on two servers that share a database while everything fails in turn: a server, a worker, PostgreSQL or NATS is killed or paused,
//! a server is cut off from either, the network between
//! them comes apart, a date is set. Every request is written down, and what was acknowledged is held to what is kept. All
//! that fails was started by this program, on this machine only.

mod arguments;
mod cluster;
mod fault;
mod history;
mod inventor;
mod network;
mod pair;
mod relay;
mod report;
mod trial;

use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use entourage_kernel::Random;
use futures_util::future::join_all;
use load::Outcome;
use load::program::program;
use tokio::time::sleep;

use arguments::{Arguments, USAGE};
use cluster::Cluster;
use inventor::invent;
use pair::Pair;
use report::Report;
use trial::Trial;

/// How long everybody plays in peace after one, in milliseconds at most.
const PEACE: usize = 1_000;

fn main() -> ExitCode {
    program("faults", USAGE, |words| Arguments::read(words).and_then(|arguments| run(&arguments)))
}

/// Starts everything, lets it fail, prints what came of it, and tells whether all is well.
fn run(arguments: &Arguments) -> Outcome<bool> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("no runtime: {error}"))?;
    let local = tokio::task::LocalSet::new();
    let report = local.block_on(&runtime, try_out(arguments))?;
    println!("\n{report}");
    let failures = report.failures();
    failures.iter().for_each(|failure| println!("FAILED: {failure}"));
    if failures.is_empty() {
        println!("faults: nothing acknowledged was lost or doubled");
    }
    Ok(failures.is_empty())
}

async fn try_out(arguments: &Arguments) -> Outcome<Report> {
    let mut cluster = Cluster::start(arguments).await?;
    let trial = Rc::new(Trial::new(cluster.ports()));
    let mut random = Random::new(arguments.seed);
    eprintln!("faults: {} of them, seed {}, {} pairs", arguments.faults, arguments.seed, arguments.pairs);
    let players: Vec<_> = (0..arguments.pairs)
        .map(|number| tokio::task::spawn_local(Pair::new(&trial, number, random.bits()).play()))
        .collect();
    let inventor = tokio::task::spawn_local(invent(Rc::clone(&trial)));
    let (mut report, kinds) = (Report::default(), arguments.kinds());
    for number in 0..arguments.faults {
        sleep(Duration::from_millis(random.below(PEACE) as u64)).await;
        let fault = fault::Fault::any(&kinds, &mut random);
        let begun = tokio::time::Instant::now();
        cluster.cause(fault)?;
        // Whoever can still be reached answers.
        let (least, most) = fault.lasts();
        sleep(Duration::from_millis((least + random.below(most - least)) as u64)).await;
        if let fault::Fault::Part(server, _) = fault {
            report.note_parted(cluster.condition(server).await);
        }
        cluster.mend(fault).await?;
        let mended = tokio::time::Instant::now();
        let well = cluster.recover().await;
        report.note(fault, begun, mended, well);
        if well.is_none() {
            report.fault(format!("fault {number}, {fault:?}: the servers are not well again"));
            break;
        }
        if (number + 1) % 25 == 0 {
            eprintln!("faults: {}", report.line(&trial));
        }
    }
    trial.end();
    let histories = join_all(players).await.into_iter().flatten().flatten().collect();
    let invented = inventor.await.map_err(|error| format!("the inventor failed: {error}"))?;
    report.judge(histories, invented, &trial).await;
    cluster.end();
    Ok(report)
}
