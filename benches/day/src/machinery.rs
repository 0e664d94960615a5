use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use load::Outcome;
use load::backing::{Backing, broker_at, database, free_port};
use load::health::is_well;
use load::http::Client;
use load::service::Service;
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use crate::arguments::Arguments;
use crate::proxy;

/// How long it is waited until everything is well again.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often it is looked.
const PAUSE: Duration = Duration::from_millis(150);

/// Names a process that something is done to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A server, by its number.
    Server(usize),
    /// The worker.
    Worker,
    /// The database.
    Postgres,
    /// The broker.
    Nats,
}

/// All processes of the day, which are on this machine and go with it.
pub struct Machinery {
    backing: Backing,
    servers: [Service; 2],
    worker: Service,
    proxy: Service,
    command: PathBuf,
    texts: PathBuf,
    /// Where each server listens.
    pub ports: [u16; 2],
    /// Where everybody finds them.
    pub port: u16,
    folder: PathBuf,
    _temporary: Option<TempDir>,
}

impl Machinery {
    /// Starts everything, and waits until it is well.
    ///
    /// # Errors
    /// Something is missing, or does not start.
    pub async fn start(arguments: &Arguments) -> Outcome<Self> {
        let (folder, temporary) = match &arguments.keep {
            Some(folder) => {
                std::fs::create_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
                let whole = folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))?;
                (whole, None)
            }
            None => {
                let made = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
                (made.path().to_owned(), Some(made))
            }
        };
        let mut backing = Backing::prepare(arguments.postgres.as_deref(), &folder)?;
        backing.start(&arguments.entourage).await?;
        let ports = [free_port()?, free_port()?];
        let port = free_port()?;
        let servers = [0, 1].map(|number| server(arguments, &backing, ports[number], &folder, number));
        let (command, nats) = (arguments.entourage.clone(), nats(&backing));
        let worker = Service::new(folder.join("worker.log"), move || {
            let mut work = Command::new(&command);
            work.args(["worker", "--nats", &nats, "--jobs", "1"]);
            work
        });
        let proxy = proxy::prepare(&folder, port, ports)?;
        let (command, texts) = (arguments.entourage.clone(), arguments.texts.clone());
        let mut machinery = Self {
            backing,
            servers,
            worker,
            proxy,
            command,
            texts,
            ports,
            port,
            folder,
            _temporary: temporary,
        };
        for service in machinery.servers.iter_mut().chain([&mut machinery.worker, &mut machinery.proxy]) {
            service.start()?;
        }
        match machinery.recover().await {
            Some(_) => Ok(machinery),
            None => Err(format!(
                "the servers do not come to be well; their logs are in {}",
                machinery.folder.display()
            )),
        }
    }

    /// Returns the address of the database.
    pub fn database(&self) -> String {
        database(self.backing.postgres_port)
    }

    /// Returns one of the processes.
    pub fn target(&mut self, target: Target) -> &mut Service {
        match target {
            Target::Server(number) => &mut self.servers[number],
            Target::Worker => &mut self.worker,
            Target::Postgres => &mut self.backing.postgres,
            Target::Nats => &mut self.backing.nats,
        }
    }

    /// Starts a process again.
    ///
    /// # Errors
    /// It does not start.
    pub async fn start_again(&mut self, target: Target) -> Outcome {
        match target {
            Target::Postgres => self.backing.start_postgres().await,
            _ => self.target(target).start(),
        }
    }

    /// Waits until both servers can keep moves; returns how long that took, or nothing where it takes for ever.
    pub async fn recover(&mut self) -> Option<Duration> {
        let begun = Instant::now();
        let mut clients = [0, 1].map(|_| Client::new("10.9.0.1".into()));
        while begun.elapsed() < PATIENCE {
            let mut well = 0;
            for (client, port) in clients.iter_mut().zip(self.ports) {
                well += usize::from(is_well(client, port).await);
            }
            if well == clients.len() {
                return Some(begun.elapsed());
            }
            // One that ended by itself is started again, as an operator's supervisor does.
            for service in self.servers.iter_mut().chain([&mut self.worker, &mut self.proxy]) {
                let _ = service.start();
            }
            sleep(PAUSE).await;
        }
        None
    }

    /// Prepares the command to do something with the database.
    fn operator(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.command);
        command.args(words).args(["--database", &self.database()]).stdin(Stdio::null());
        command
    }

    /// Has somebody keep order, as whoever runs the server does it from the command line.
    ///
    /// # Errors
    /// What the command says.
    pub fn appoint(&self, name: &str, role: &str) -> Outcome {
        said(self.operator(&["admin", "role", name, role, "--reason", "They keep order today"])).map(drop)
    }

    /// Plays every game again; returns what the command says.
    ///
    /// # Errors
    /// What the command says is wrong.
    pub fn verify(&self) -> Outcome<String> {
        let mut command = self.operator(&["verify"]);
        command.arg("--games").arg(&self.texts);
        said(command)
    }

    /// Ends everything.
    pub fn end(&mut self) {
        for service in self.servers.iter_mut().chain([&mut self.worker, &mut self.proxy]) {
            service.kill();
        }
        self.backing.nats.kill();
        self.backing.postgres.kill();
    }
}

/// Runs a command to its end, and returns what it says.
fn said(mut command: Command) -> Outcome<String> {
    let Output { status, stdout, stderr } =
        command.output().map_err(|error| format!("the command does not run: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if status.success() { Ok(text(&stdout)) } else { Err(format!("{}\n{}", text(&stdout), text(&stderr))) }
}

fn nats(backing: &Backing) -> String {
    broker_at(std::net::Ipv4Addr::LOCALHOST, backing.nats_port)
}

/// Prepares the server of a number, with the limits that every server has.
fn server(arguments: &Arguments, backing: &Backing, port: u16, below: &Path, number: usize) -> Service {
    let mut words: Vec<String> =
        ["serve", "--no-open", "--behind-proxy", "--log-format", "json"].map(str::to_owned).into();
    words.extend(["--port".into(), port.to_string(), "--database".into(), database(backing.postgres_port)]);
    words.extend(["--nats".into(), nats(backing)]);
    let (command, texts) = (arguments.entourage.clone(), arguments.texts.clone());
    Service::new(below.join(format!("server-{number}.log")), move || {
        let mut serve = Command::new(&command);
        serve.args(&words).arg("--games").arg(&texts);
        serve
    })
}
