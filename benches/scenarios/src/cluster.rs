use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use crate::Outcome;
use crate::backing::Backing;
use crate::http::clients;
use crate::service::Service;

pub const RECOVERY_TIMEOUT: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(100);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Server(usize),
    Worker(usize),
    Postgres,
    Nats,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Server(_) => "a server",
            Self::Worker(_) => "a worker",
            Self::Postgres => "PostgreSQL",
            Self::Nats => "NATS",
        })
    }
}

/// Servers that share a PostgreSQL database and a NATS server, with workers and optionally a proxy.
pub struct Cluster {
    pub backing: Backing,
    pub servers: Vec<Service>,
    pub workers: Vec<Service>,
    pub proxy: Option<Service>,
    pub ports: Vec<u16>,
    pub folder: PathBuf,
    /// The folder for all files, if temporary. It is removed on drop, after all processes have ended.
    _temporary: Option<TempDir>,
}

impl Cluster {
    /// Starts PostgreSQL and NATS, with data in `keep` or a temporary folder.
    pub async fn begin(entourage: &Path, postgres: Option<&Path>, keep: Option<PathBuf>) -> Outcome<Self> {
        let temporary = if keep.is_none() { Some(crate::temporary()?) } else { None };
        let folder = keep.or(temporary.as_ref().map(|made| made.path().to_owned())).ok_or("no folder")?;
        let mut backing = Backing::prepare(postgres, &folder)?;
        backing.start(entourage).await?;
        let (servers, workers, ports) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { backing, servers, workers, proxy: None, ports, folder, _temporary: temporary })
    }

    pub fn add_server(&mut self, number: usize, serve: Command, port: u16) {
        let log = self.folder.join(format!("server-{number}.log"));
        self.servers.push(Service::new(log, serve));
        self.ports.push(port);
    }

    pub fn add_worker(&mut self, entourage: &Path, broker: &str) {
        let log = self.folder.join(format!("worker-{}.log", self.workers.len()));
        let mut work = Command::new(entourage);
        work.args(["worker", "--nats", broker, "--jobs", "1"]);
        self.workers.push(Service::new(log, work));
    }

    pub async fn start(&mut self) -> Outcome {
        self.services().try_for_each(Service::start)?;
        match self.recover().await {
            Some(_) => Ok(()),
            None => {
                Err(format!("the servers did not become healthy; see their logs in {}", self.folder.display()))
            }
        }
    }

    pub fn target(&mut self, target: Target) -> &mut Service {
        match target {
            Target::Server(number) => &mut self.servers[number],
            Target::Worker(number) => &mut self.workers[number],
            Target::Postgres => &mut self.backing.postgres,
            Target::Nats => &mut self.backing.nats,
        }
    }

    pub async fn restart(&mut self, target: Target) -> Outcome {
        match target {
            Target::Postgres => self.backing.start_postgres().await,
            _ => self.target(target).start(),
        }
    }

    /// Waits until all servers are healthy; returns how long that took, or `None` on time-out.
    pub async fn recover(&mut self) -> Option<Duration> {
        let begun = Instant::now();
        let mut clients = clients(&self.ports, "10.9.0.1");
        while begun.elapsed() < RECOVERY_TIMEOUT {
            let mut healthy = 0;
            for client in &mut clients {
                healthy += usize::from(client.is_healthy().await);
            }
            if healthy == clients.len() {
                return Some(begun.elapsed());
            }
            // Restarts processes that have exited, like a supervisor.
            for service in self.services() {
                let _ = service.start();
            }
            sleep(PAUSE).await;
        }
        None
    }

    pub fn end(&mut self) {
        self.services().for_each(Service::kill);
        self.backing.nats.kill();
        self.backing.postgres.kill();
    }

    fn services(&mut self) -> impl Iterator<Item = &mut Service> {
        self.servers.iter_mut().chain(&mut self.workers).chain(&mut self.proxy)
    }
}
