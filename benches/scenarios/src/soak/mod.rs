//! Soak test: plays on a server while it is killed, its disk fills up, its clock jumps, connections are reset, clients do not read, and
//! requests flood the server. Players record acknowledged moves, and compare the stored games with these records.

mod attack;
mod disk;
mod disruptions;
mod pair;
mod report;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use entourage_kernel::Random;
use entourage_registry::Registry;
use futures_util::future::join_all;
use tokio::time::sleep;

use crate::backing::local;
use crate::clock::Clock;
use crate::options::SoakOptions;
use crate::relay::Relay;
use crate::report::conclude;
use crate::script::{self, Script};
use crate::service::{Service, output};
use crate::windows::Windows;
use crate::{Outcome, about, allow_files, runtime, temporary};
use disk::Disk;
use pair::Pair;
use report::{Report, Tally};

const SOCKETS: usize = 4_000;
const PROGRESS_INTERVAL: Duration = Duration::from_secs(60);
/// The server's log message about a clock change.
const CLOCK_JUMPED: &str = "date has jumped";

struct Soak {
    until: Instant,
    game: String,
    scripts: Vec<Script>,
    server: Server,
    disk: Disk,
    clock: Option<Clock>,
    /// Periods in which the disk was full, including the recovery time.
    full: Windows,
    /// The port of the relay that resets connections.
    relay: AtomicU16,
    tally: Tally,
}

impl Soak {
    fn is_running(&self) -> bool {
        Instant::now() < self.until
    }

    fn port(&self, is_relayed: bool) -> u16 {
        if is_relayed { self.relay.load(Ordering::Relaxed) } else { self.server.port() }
    }

    /// Returns whether the server was down or the disk was full at any time between `from` and `to`.
    fn is_excused(&self, from: Instant, to: Instant) -> bool {
        self.server.downtime.overlap(from, to) || self.full.overlap(from, to)
    }
}

struct Server {
    service: Mutex<Service>,
    port: AtomicU16,
    /// Periods from a kill until the server is ready again.
    downtime: Windows,
}

impl Server {
    fn new(command: &Path, data: &Path, log: PathBuf, clock: Option<&Clock>) -> Self {
        let mut serve = Command::new(command);
        // All clients are local, and set X-Forwarded-For like a proxy.
        serve.args(["serve", "--no-open", "--port", "0", "--behind-proxy", "--data"]).arg(data);
        serve.envs(clock.into_iter().flat_map(|clock| clock.environment.clone()));
        let service = Mutex::new(Service::server(Some(log), serve));
        Self { service, port: AtomicU16::default(), downtime: Windows::default() }
    }

    fn start(&self) -> Outcome {
        self.port.store(self.service.lock().unwrap().start_server()?, Ordering::Relaxed);
        self.downtime.close(Duration::ZERO);
        Ok(())
    }

    fn kill(&self) {
        self.downtime.open();
        self.service.lock().unwrap().kill();
    }

    fn port(&self) -> u16 {
        self.port.load(Ordering::Relaxed)
    }
}

pub fn run(options: &SoakOptions) -> Outcome<bool> {
    allow_files(SOCKETS)?;
    let game = Registry::built_in().games()[0].to_owned();
    let scripts = script::write(&game)?;
    let temporary = temporary()?;
    let folder = options.folder.as_deref().unwrap_or(temporary.path());
    std::fs::create_dir_all(folder).map_err(about(folder))?;
    let (disk, clock, log) = (Disk::create(folder)?, Clock::create(folder)?, folder.join("server.log"));
    let server = Server::new(&options.entourage, &disk.data(), log.clone(), clock.as_ref());
    server.start()?;
    let time = Duration::from_secs(60 * options.minutes as u64);
    eprintln!("soak: {} s, seed {}, games on {}", time.as_secs(), options.seed, disk.kind);
    let (until, full, relay, tally) =
        (Instant::now() + time, Windows::default(), AtomicU16::default(), Tally::default());
    let soak = Arc::new(Soak { until, game, scripts, server, disk, clock, full, relay, tally });
    // Attacks run in a separate thread, so that they do not delay players in this process.
    let attack = {
        let (soak, seed) = (Arc::clone(&soak), options.seed);
        std::thread::spawn(move || runtime().map(|runtime| runtime.block_on(attack(soak, seed))))
    };
    runtime()?.block_on(play(&soak, options, &log))?;
    attack.join().map_err(|_| "the attack thread panicked")??;
    soak.server.service.lock().unwrap().end();
    let mut verify = Command::new(&options.entourage);
    if let Err(problem) = output(verify.args(["verify", "--data"]).arg(soak.disk.data())) {
        soak.tally.faults.add(format!("`entourage verify` failed: {problem}"));
    }
    let report = Report::new(&soak, options, &log);
    Ok(conclude("soak", &report, &report.failures(), "no acknowledged move was lost"))
}

/// Plays games with all disruptions, then checks every game.
async fn play(soak: &Arc<Soak>, options: &SoakOptions, log: &Path) -> Outcome {
    let mut random = Random::new(options.seed);
    let mut next_random = || Random::new(random.bits());
    let server = Arc::clone(soak);
    let relay = Relay::open([127, 0, 0, 1].into(), move || local(server.server.port())).await?;
    soak.relay.store(relay.port, Ordering::Relaxed);
    let mut pairs: Vec<Pair> = (0..options.pairs).map(|number| Pair::new(soak, number)).collect();
    let disruptions = async {
        tokio::join!(
            disruptions::kill(soak, next_random()),
            disruptions::fill_disk(soak, next_random()),
            disruptions::set_clock(soak, next_random()),
            disruptions::watch_memory(soak),
            disruptions::break_connections(soak, &relay, next_random()),
            print_progress(soak, options, log),
        );
    };
    tokio::join!(disruptions, join_all(pairs.iter_mut().map(Pair::play)));
    join_all(pairs.iter_mut().map(Pair::finish)).await;
    Ok(())
}

async fn print_progress(soak: &Soak, options: &SoakOptions, log: &Path) {
    while Instant::now() + PROGRESS_INTERVAL < soak.until {
        sleep(PROGRESS_INTERVAL).await;
        eprintln!("soak: {}", Report::new(soak, options, log).line());
    }
}

/// Runs two floods at a time, and clients that do not read responses.
async fn attack(soak: Arc<Soak>, seed: u64) {
    let mut random = Random::new(!seed);
    let mut next_random = || Random::new(random.bits());
    tokio::join!(
        attack::flood(&soak, next_random()),
        attack::flood(&soak, next_random()),
        attack::slow_readers(&soak, next_random()),
    );
}
