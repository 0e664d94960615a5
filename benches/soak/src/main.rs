//! Plays on a server for an hour while everything is done to it that happens to servers, all at once: it is killed, its disk fills up, its
//! date is set, connections are cut, readers do not read, and requests flood it. Players keep what they were acknowledged, and hold the
//! stored games to it. Speaks to a server that it has started itself, on this machine only.

mod arguments;
mod disk;
mod flood;
mod harm;
mod pair;
mod player;
mod receipts;
mod relay;
mod report;
mod server;
mod slow;
mod soak;
mod tally;
mod windows;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use entourage_kernel::Random;
use entourage_registry::Registry;
use futures_util::future::join_all;
use load::clock::Clock;
use load::program::program;
use load::script::{self, Script};
use load::{Outcome, process};
use tokio::runtime::Runtime;
use tokio::time::sleep;

use arguments::{Arguments, USAGE};
use disk::Disk;
use pair::Pair;
use relay::Relay;
use report::Report;
use server::Server;
use soak::Soak;

/// The most sockets of this program at a time, and as many of the server.
const SOCKETS: usize = 4_000;
/// How often it says how it stands.
const NEWS: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    program("soak", USAGE, |words| Arguments::read(words).and_then(|arguments| run(&arguments)))
}

/// Soaks, prints what came of it, and tells whether all is well.
fn run(arguments: &Arguments) -> Outcome<bool> {
    process::allow_files(SOCKETS)?;
    let game = Registry::built_in().games()[0].to_owned();
    let scripts = Arc::new(script::write(&game)?);
    let temporary = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let folder: PathBuf = arguments.folder.clone().unwrap_or_else(|| temporary.path().to_owned());
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let disk = Disk::make(&folder)?;
    let server = Server::new(&arguments.entourage, disk.data(), folder.join("server.log"));
    let clock = Clock::make(&folder)?;
    server.start(clock.as_ref())?;
    eprintln!("soak: {} s, seed {}, games on {}", arguments.time.as_secs(), arguments.seed, disk.kind);
    let soak = Arc::new(Soak {
        until: Instant::now() + arguments.time,
        game,
        server,
        disk,
        clock,
        full: Default::default(),
        relay: Default::default(),
        tally: Default::default(),
    });
    // What attacks has a thread of its own: players are not to wait for it on this side.
    let attack = {
        let (soak, scripts, seed) = (Arc::clone(&soak), Arc::clone(&scripts), arguments.seed);
        std::thread::spawn(move || -> Outcome {
            runtime()?.block_on(attack(soak, scripts, seed));
            Ok(())
        })
    };
    runtime()?.block_on(play(&soak, &scripts, arguments))?;
    attack.join().map_err(|_| "a thread failed")??;
    soak.server.end();
    if let Err(fault) = soak.server.verify() {
        soak.tally.fault(fault);
    }
    let report = Report::new(&soak, arguments.time, arguments.memory);
    println!("\n{report}");
    let failures = report.failures();
    failures.iter().for_each(|failure| println!("FAILED: {failure}"));
    if failures.is_empty() {
        println!("soak: nothing acknowledged was lost");
    }
    Ok(failures.is_empty())
}

fn runtime() -> Outcome<Runtime> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| format!("no runtime: {error}"))
}

/// Plays, while the server is killed, its disk filled, its date set and connections cut; then holds every game to what players know.
async fn play(soak: &Arc<Soak>, scripts: &Arc<Vec<Script>>, arguments: &Arguments) -> Outcome {
    let mut random = Random::new(arguments.seed);
    let mut chance = || Random::new(random.bits());
    let relay = Arc::new(Relay::default());
    relay.open(soak).await?;
    let mut pairs: Vec<Pair> = (0..arguments.pairs).map(|number| Pair::new(soak, scripts, number)).collect();
    let harm = async {
        tokio::join!(
            harm::kill(Arc::clone(soak), chance()),
            harm::fill(Arc::clone(soak), chance()),
            harm::set_date(Arc::clone(soak), chance()),
            harm::watch(Arc::clone(soak)),
            relay.cut(soak, chance()),
            news(soak, arguments),
        );
    };
    tokio::join!(harm, join_all(pairs.iter_mut().map(Pair::play)));
    join_all(pairs.iter_mut().map(Pair::finish)).await;
    Ok(())
}

/// Says every minute how it stands.
async fn news(soak: &Soak, arguments: &Arguments) {
    while Instant::now() + NEWS < soak.until {
        sleep(NEWS).await;
        eprintln!("soak: {}", Report::new(soak, arguments.time, arguments.memory).line());
    }
}

/// Floods the server, two floods at a time, and keeps readers there that do not read.
async fn attack(soak: Arc<Soak>, scripts: Arc<Vec<Script>>, seed: u64) {
    let mut random = Random::new(!seed);
    let mut chance = || Random::new(random.bits());
    tokio::join!(
        flood::flood(Arc::clone(&soak), chance()),
        flood::flood(Arc::clone(&soak), chance()),
        slow::read_nothing(soak, scripts, chance()),
    );
}
