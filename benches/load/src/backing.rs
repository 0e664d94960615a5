//! PostgreSQL and NATS of this program's own, which servers share; they listen on this machine only, and go with the folder that holds them.

use std::fs::{self, Permissions};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};

use crate::Outcome;
use crate::postgres;
use crate::service::Service;

/// How long it is waited for either.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often it is tried.
const PAUSE: Duration = Duration::from_millis(100);

/// A database server and a broker.
pub struct Backing {
    /// PostgreSQL.
    pub postgres: Service,
    /// NATS, with JetStream.
    pub nats: Service,
    /// Where PostgreSQL listens.
    pub postgres_port: u16,
    /// Where NATS listens.
    pub nats_port: u16,
    /// Where NATS tells what it has carried.
    pub monitor_port: u16,
}

impl Backing {
    /// Prepares both below a folder, the programs of PostgreSQL being in another one, or in the usual place.
    ///
    /// # Errors
    /// PostgreSQL's programs are missing or fail, or no port is free.
    pub fn prepare(programs: Option<&Path>, below: &Path) -> Outcome<Self> {
        // Another user's PostgreSQL goes through it.
        let opened = fs::set_permissions(below, Permissions::from_mode(0o711));
        opened.map_err(|error| format!("{}: {error}", below.display()))?;
        let (postgres_port, nats_port, monitor_port) = (free_port()?, free_port()?, free_port()?);
        let postgres = postgres::prepare(programs, below, postgres_port)?;
        let kept = below.join("nats");
        let nats = Service::new(below.join("nats.log"), move || {
            let mut command = Command::new("nats-server");
            let [port, monitor] = [nats_port, monitor_port].map(|port| port.to_string());
            command.args(["--addr", "127.0.0.1", "--port", &port, "--http_port", &monitor, "--jetstream"]);
            command.arg("--store_dir").arg(&kept);
            command
        });
        Ok(Self { postgres, nats, postgres_port, nats_port, monitor_port })
    }

    /// Starts both, and makes the tables of a server.
    ///
    /// # Errors
    /// Either does not start, or the tables cannot be made.
    pub async fn start(&mut self, entourage: &Path) -> Outcome {
        self.nats.start()?;
        self.start_postgres().await?;
        let begun = Instant::now();
        loop {
            let mut migrate = Command::new(entourage);
            migrate.args(["migrate", "--database", &database(self.postgres_port)]).stdin(Stdio::null());
            let told = migrate.output().map_err(|error| format!("cannot make the tables: {error}"))?;
            if told.status.success() {
                return Ok(());
            }
            if begun.elapsed() > PATIENCE {
                return Err(format!(
                    "cannot make the tables: {}",
                    String::from_utf8_lossy(&told.stderr).trim()
                ));
            }
            sleep(PAUSE).await;
        }
    }

    /// Starts PostgreSQL until it stays: what it had started before may still be about to end.
    ///
    /// # Errors
    /// It does not stay.
    pub async fn start_postgres(&mut self) -> Outcome {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            self.postgres.start()?;
            sleep(PAUSE).await;
            if TcpStream::connect(("127.0.0.1", self.postgres_port)).await.is_ok() {
                return Ok(());
            }
        }
        Err("PostgreSQL does not start".into())
    }
}

/// Returns the address of the database for a server that reaches it on a port of this machine.
pub fn database(port: u16) -> String {
    database_at(Ipv4Addr::LOCALHOST, port)
}

/// Returns the address of the database for a server that reaches it elsewhere.
pub fn database_at(host: Ipv4Addr, port: u16) -> String {
    format!("postgres://postgres@{host}:{port}/postgres?sslmode=disable")
}

/// Returns the address of the broker for whoever reaches it elsewhere.
pub fn broker_at(host: Ipv4Addr, port: u16) -> String {
    format!("nats://{host}:{port}")
}

/// Finds a port on which nobody listens.
///
/// # Errors
/// There is none.
pub fn free_port() -> Outcome<u16> {
    let found = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
    found.map(|address| address.port()).map_err(|error| format!("no port is free: {error}"))
}
