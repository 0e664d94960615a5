//! What has been started to be measured.

use load::backing::Backing;
use tempfile::TempDir;

use crate::meters::{Meters, Shared};
use crate::process::Process;

/// Holds the processes of a server, and what they share; all of it goes with this.
pub struct Running {
    servers: Vec<Process>,
    backing: Option<Backing>,
    /// Where what they share is kept, which is the last to go.
    _below: Option<TempDir>,
}

impl From<Process> for Running {
    fn from(process: Process) -> Self {
        Self { servers: vec![process], backing: None, _below: None }
    }
}

impl Running {
    /// Holds processes with what they share, which is kept below a folder.
    pub fn sharing(servers: Vec<Process>, backing: Backing, below: TempDir) -> Self {
        Self { servers, backing: Some(backing), _below: Some(below) }
    }

    /// Returns where the processes listen.
    pub fn ports(&self) -> Vec<u16> {
        self.servers.iter().map(|server| server.port).collect()
    }

    /// Returns what they and all that they share can be read by.
    pub fn meters(&self) -> Meters {
        let shared = self.backing.as_ref().and_then(|backing| {
            let Backing { postgres, nats, postgres_port, monitor_port, .. } = backing;
            let (postgres_port, monitor_port) = (*postgres_port, *monitor_port);
            Some(Shared { postgres: postgres.id()?, nats: nats.id()?, postgres_port, monitor_port })
        });
        Meters { servers: self.servers.iter().map(Process::id).collect(), shared }
    }

    /// Ends the servers gracefully, and then what they share.
    pub fn end(mut self) {
        self.servers.iter_mut().for_each(Process::end);
    }
}
