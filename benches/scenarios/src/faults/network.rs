//! Runs servers in network namespaces, as if on separate machines, with a veth pair to each peer. Packets on an unplugged pair are lost
//! silently. Uses `unshare`, `nsenter` and `ip` as root; everything is removed with this program's own network namespace.

use std::fs;
use std::net::Ipv4Addr;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::service::{Service, output};

const START_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wire {
    Clients,
    Postgres,
    Nats,
}

impl Wire {
    fn name(self) -> &'static str {
        match self {
            Self::Clients => "clients",
            Self::Postgres => "postgres",
            Self::Nats => "nats",
        }
    }
}

/// A network namespace that is connected to others only by veth pairs.
pub struct Network {
    number: u8,
    /// A sleeping process that keeps the namespace alive.
    holder: Service,
    pub held_by: u32,
}

impl Network {
    /// Enables the loopback device in the network namespace of this program.
    pub fn prepare() -> Outcome {
        ip(None, &["link", "set", "lo", "up"])
    }

    pub fn create(number: u8, folder: &Path) -> Outcome<Self> {
        let mut command = Command::new("unshare");
        command.args(["--net", "--", "sleep", "infinity"]);
        let mut holder = Service::new(folder.join("network.log"), command);
        holder.start()?;
        let held_by = holder.id().ok_or("the namespace's holder process is not running")?;
        let network = Self { number, holder, held_by };
        network.wait()?;
        ip(Some(held_by), &["link", "set", "lo", "up"])?;
        for wire in [Wire::Clients, Wire::Postgres, Wire::Nats] {
            let (outer, inner, process) = (network.outer(wire), wire.name(), held_by.to_string());
            let link =
                ["link", "add", "name", &outer, "type", "veth", "peer", "name", inner, "netns", &process];
            ip(None, &link)?;
            ip(None, &["address", "add", &format!("{}/30", network.near(wire)), "dev", &outer])?;
            ip(Some(held_by), &["address", "add", &format!("{}/30", network.far(wire)), "dev", inner])?;
            ip(Some(held_by), &["link", "set", "dev", inner, "up"])?;
            network.plug(wire)?;
        }
        Ok(network)
    }

    /// Returns a command that runs in the network namespace of the process `holder`; if `None`, in the namespace of this program.
    pub fn command(holder: Option<u32>, program: &Path) -> Command {
        let Some(holder) = holder else { return Command::new(program) };
        let mut command = Command::new("nsenter");
        command.arg(format!("--net=/proc/{holder}/ns/net")).arg("--").arg(program);
        command
    }

    pub fn near(&self, wire: Wire) -> Ipv4Addr {
        Ipv4Addr::new(10, 77, self.number, 4 * wire as u8 + 1)
    }

    pub fn far(&self, wire: Wire) -> Ipv4Addr {
        Ipv4Addr::new(10, 77, self.number, 4 * wire as u8 + 2)
    }

    pub fn unplug(&self, wire: Wire) -> Outcome {
        ip(None, &["link", "set", "dev", &self.outer(wire), "down"])
    }

    pub fn plug(&self, wire: Wire) -> Outcome {
        ip(None, &["link", "set", "dev", &self.outer(wire), "up"])
    }

    fn outer(&self, wire: Wire) -> String {
        format!("{}{}", wire.name(), self.number)
    }

    fn wait(&self) -> Outcome {
        let begun = Instant::now();
        let network = |process: &str| fs::read_link(format!("/proc/{process}/ns/net")).ok();
        let own = network("self");
        while network(&self.held_by.to_string()).is_none_or(|held| Some(held) == own) {
            if begun.elapsed() > START_TIMEOUT {
                return Err("cannot create a network namespace; this needs root and `unshare`".into());
            }
            sleep(Duration::from_millis(5));
        }
        Ok(())
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        self.holder.kill();
    }
}

fn ip(holder: Option<u32>, words: &[&str]) -> Outcome {
    let result = output(Network::command(holder, Path::new("ip")).args(words));
    result
        .map(drop)
        .map_err(|problem| format!("`ip {}` (Debian's package `iproute2`): {problem}", words.join(" ")))
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::*;

    /// Environment variable that is set when the test runs in its own network namespace.
    const IN_NAMESPACE: &str = "FAULTS_TEST_APART";

    /// Returns whether this process is in its own network namespace; if not, reruns the test `name` in a new one.
    fn is_in_namespace(name: &str) -> bool {
        if env::var_os(IN_NAMESPACE).is_some() {
            return true;
        }
        let possible = Command::new("unshare").args(["--net", "--", "ip", "link", "set", "lo", "up"]).output();
        if !possible.is_ok_and(|output| output.status.success()) {
            eprintln!("SKIPPED: network partitions need root and `ip` (Debian's package `iproute2`)");
            assert!(env::var_os("CI").is_none(), "CI allows no skipped tests");
            return false;
        }
        let mut again = Command::new("unshare");
        again.args(["--net", "--"]).arg(env::current_exe().unwrap()).args(["--exact", name, "--nocapture"]);
        let status = again.env(IN_NAMESPACE, "1").status().unwrap();
        assert!(status.success(), "{name}, in its own namespace");
        false
    }

    #[test]
    fn wires_are_unplugged_independently() {
        if !is_in_namespace("faults::network::tests::wires_are_unplugged_independently") {
            return;
        }
        Network::prepare().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let network = Network::create(7, folder.path()).unwrap();
        let listen = |wire| TcpListener::bind((network.near(wire), 0)).unwrap();
        let wires = [Wire::Postgres, Wire::Nats];
        let listeners = wires.map(listen);
        let reaches = |number: usize| {
            let address = listeners[number].local_addr().unwrap();
            let talk = format!(
                "exec 3<>/dev/tcp/{}/{} && echo hello >&3 && read -r -t 1 <&3",
                address.ip(),
                address.port()
            );
            let mut child = Network::command(Some(network.held_by), Path::new("timeout"))
                .args(["2", "bash", "-c", &talk])
                .spawn()
                .unwrap();
            listeners[number].set_nonblocking(true).unwrap();
            let mut heard = [0; 6];
            let status = loop {
                if let Ok((mut stream, _)) = listeners[number].accept() {
                    stream.set_nonblocking(false).unwrap();
                    stream.read_exact(&mut heard).unwrap();
                    stream.write_all(b"yes\n").unwrap();
                }
                if let Some(status) = child.try_wait().unwrap() {
                    break status;
                }
                sleep(Duration::from_millis(5));
            };
            assert_eq!(status.success(), heard == *b"hello\n");
            status.success()
        };
        assert_eq!([reaches(0), reaches(1)], [true, true]);
        network.unplug(Wire::Postgres).unwrap();
        assert_eq!([reaches(0), reaches(1)], [false, true]);
        network.unplug(Wire::Nats).unwrap();
        network.plug(Wire::Postgres).unwrap();
        assert_eq!([reaches(0), reaches(1)], [true, false]);
        network.plug(Wire::Nats).unwrap();
        assert!(reaches(1));
    }
}
