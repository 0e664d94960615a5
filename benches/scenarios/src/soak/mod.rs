//! Plays on a server while everything happens to it that happens to servers, all at once: it is killed, its disk fills up, its date is set,
//! connections are cut, clients do not read, and requests flood it. Players remember what was acknowledged, and check the stored games
//! against it.

mod attack;
mod disk;
mod harm;
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
const NEWS: Duration = Duration::from_secs(60);
/// What the server logs when it sees that its date was set.
const JUMPED: &str = "date has jumped";

struct Soak {
    /// When the last move is made and the last harm is done.
    until: Instant,
    game: String,
    scripts: Vec<Script>,
    server: Server,
    disk: Disk,
    clock: Option<Clock>,
    /// When the disk was full, and for a moment after.
    full: Windows,
    /// The port of the relay that cuts connections.
    relay: AtomicU16,
    tally: Tally,
}

impl Soak {
    fn goes_on(&self) -> bool {
        Instant::now() < self.until
    }

    /// Returns the port for players whose connections are cut, or for the others.
    fn port(&self, is_relayed: bool) -> u16 {
        if is_relayed { self.relay.load(Ordering::Relaxed) } else { self.server.port() }
    }

    /// Returns whether the server was away or could store nothing at any time of a span.
    fn is_excused(&self, from: Instant, to: Instant) -> bool {
        self.server.away.touch(from, to) || self.full.touch(from, to)
    }
}

struct Server {
    service: Mutex<Service>,
    port: AtomicU16,
    /// From before it was killed until it reported that it was ready again.
    away: Windows,
}

impl Server {
    fn new(command: &Path, data: PathBuf, log: PathBuf, clock: Option<&Clock>) -> Self {
        let (command, environment) = (command.to_owned(), clock.map(|clock| clock.environment.clone()));
        let service = Service::server(Some(log), move || {
            let mut serve = Command::new(&command);
            // All clients come from this machine, and report their addresses in a header, as a proxy does.
            serve.args(["serve", "--no-open", "--port", "0", "--behind-proxy", "--data"]).arg(&data);
            serve.envs(environment.clone().into_iter().flatten());
            serve
        });
        Self { service: Mutex::new(service), port: AtomicU16::default(), away: Windows::default() }
    }

    fn start(&self) -> Outcome {
        self.port.store(self.service.lock().unwrap().start_server()?, Ordering::Relaxed);
        self.away.close(Duration::ZERO);
        Ok(())
    }

    fn kill(&self) {
        self.away.open();
        self.service.lock().unwrap().kill();
    }

    /// Returns where it listens, or last did.
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
    let (disk, clock, log) = (Disk::make(folder)?, Clock::make(folder)?, folder.join("server.log"));
    let server = Server::new(&options.entourage, disk.data(), log.clone(), clock.as_ref());
    server.start()?;
    let time = Duration::from_secs(60 * options.minutes as u64);
    eprintln!("soak: {} s, seed {}, games on {}", time.as_secs(), options.seed, disk.kind);
    let (until, full, relay, tally) =
        (Instant::now() + time, Windows::default(), AtomicU16::default(), Tally::default());
    let soak = Arc::new(Soak { until, game, scripts, server, disk, clock, full, relay, tally });
    // Attacks have a thread of their own, or players would wait for them on this side.
    let attack = {
        let (soak, seed) = (Arc::clone(&soak), options.seed);
        std::thread::spawn(move || runtime().map(|runtime| runtime.block_on(attack(soak, seed))))
    };
    runtime()?.block_on(play(&soak, options, &log))?;
    attack.join().map_err(|_| "a thread failed")??;
    soak.server.service.lock().unwrap().end();
    let mut verify = Command::new(&options.entourage);
    if let Err(problem) = output(verify.args(["verify", "--data"]).arg(soak.disk.data())) {
        soak.tally.faults.add(format!("games are not as they were stored: {problem}"));
    }
    let report = Report::new(&soak, options, &log);
    Ok(conclude("soak", &report, &report.failures(), "nothing acknowledged was lost"))
}

/// Plays, while the server is killed, its disk filled, its date set and connections cut; then checks every game.
async fn play(soak: &Arc<Soak>, options: &SoakOptions, log: &Path) -> Outcome {
    let mut random = Random::new(options.seed);
    let mut chance = || Random::new(random.bits());
    let server = Arc::clone(soak);
    let relay = Relay::open([127, 0, 0, 1].into(), move || local(server.server.port())).await?;
    soak.relay.store(relay.port, Ordering::Relaxed);
    let mut pairs: Vec<Pair> = (0..options.pairs).map(|number| Pair::new(soak, number)).collect();
    let harm = async {
        tokio::join!(
            harm::kill(soak, chance()),
            harm::fill(soak, chance()),
            harm::set_date(soak, chance()),
            harm::watch(soak),
            harm::cut(soak, &relay, chance()),
            news(soak, options, log),
        );
    };
    tokio::join!(harm, join_all(pairs.iter_mut().map(Pair::play)));
    join_all(pairs.iter_mut().map(Pair::finish)).await;
    Ok(())
}

async fn news(soak: &Soak, options: &SoakOptions, log: &Path) {
    while Instant::now() + NEWS < soak.until {
        sleep(NEWS).await;
        eprintln!("soak: {}", Report::new(soak, options, log).line());
    }
}

/// Floods the server, two floods at a time, and keeps clients connected that do not read.
async fn attack(soak: Arc<Soak>, seed: u64) {
    let mut random = Random::new(!seed);
    let mut chance = || Random::new(random.bits());
    tokio::join!(
        attack::flood(&soak, chance()),
        attack::flood(&soak, chance()),
        attack::read_nothing(&soak, chance()),
    );
}
