use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::time::{Duration, Instant};

use entourage_kernel::Random;
use tokio::sync::Mutex;
use tokio::time::sleep;

use super::state::Day;
use crate::backing::free_port;
use crate::cluster::{Cluster, Target};
use crate::options::DayOptions;
use crate::service::{Service, output};
use crate::{Outcome, about, between};

const NGINX_SETTINGS: &str = include_str!("../../../../packaging/nginx.conf");
/// Addresses in the shipped nginx configuration that are replaced with local ones.
const ADDRESSES: [&str; 3] = ["server-1:7878", "server-2:7878", "listen 80;"];
const MIN_KILLS: usize = 32;
const MAX_PAUSE: Duration = Duration::from_secs(40);
const PAUSE: Duration = Duration::from_millis(200);
/// Milliseconds until a killed or paused process continues.
const FAULT_MS: Range<usize> = 200..2_500;

pub struct Deployment {
    pub cluster: Cluster,
    command: PathBuf,
    texts: PathBuf,
    pub port: u16,
}

impl Deployment {
    pub async fn start(options: &DayOptions) -> Outcome<Self> {
        let DayOptions { entourage, postgres, texts, keep, .. } = options;
        let keep = keep.as_ref().map(|folder| -> Outcome<PathBuf> {
            fs::create_dir(folder).map_err(about(folder))?;
            folder.canonicalize().map_err(about(folder))
        });
        let mut cluster = Cluster::begin(entourage, postgres.as_deref(), keep.transpose()?).await?;
        let (database, broker) = (cluster.backing.database(), cluster.backing.broker());
        for number in 0..2 {
            let port = free_port()?;
            // Default rate limits apply.
            let mut serve = Command::new(entourage);
            serve.args(["serve", "--no-open", "--behind-proxy", "--log-format", "json"]);
            serve.args(["--port", &port.to_string(), "--database", &database, "--nats", &broker]);
            serve.arg("--games").arg(texts);
            let log = cluster.folder.join(format!("server-{number}.log"));
            cluster.servers.push(Service::new(log, serve));
            cluster.ports.push(port);
        }
        cluster.add_worker(entourage, &broker);
        let port = free_port()?;
        cluster.proxy = Some(proxy(&cluster.folder, port, &cluster.ports)?);
        cluster.start().await?;
        Ok(Self { cluster, command: entourage.clone(), texts: texts.clone(), port })
    }

    fn operator(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.command);
        command.args(words).args(["--database", &self.cluster.backing.database()]);
        command
    }

    pub fn appoint(&self, name: &str, role: &str) -> Outcome {
        output(&mut self.operator(&["admin", "role", name, role, "--reason", "Moderates today"])).map(drop)
    }

    /// Runs `entourage verify`, which replays every stored game; returns the output.
    pub fn verify(&self) -> Outcome<String> {
        output(self.operator(&["verify"]).arg("--games").arg(&self.texts))
    }
}

fn proxy(folder: &Path, port: u16, servers: &[u16]) -> Outcome<Service> {
    let own = folder.join("proxy");
    let settings = own.join("nginx.conf");
    fs::create_dir(&own).map_err(about(&own))?;
    fs::write(own.join("shipped.conf"), with_ports(port, servers)?).map_err(about(&own))?;
    fs::write(&settings, around(&own)).map_err(about(&settings))?;
    let make = || {
        let mut command = Command::new("nginx");
        command.arg("-c").arg(&settings);
        command
    };
    output(make().arg("-t")).map_err(|problem| format!("{problem} (Debian's package nginx-light)"))?;
    Ok(Service::new(folder.join("proxy.log"), make()))
}

fn with_ports(port: u16, servers: &[u16]) -> Outcome<String> {
    let here =
        servers.iter().map(|port| format!("127.0.0.1:{port}")).chain([format!("listen 127.0.0.1:{port};")]);
    let mut text = NGINX_SETTINGS.to_owned();
    for (place, here) in ADDRESSES.into_iter().zip(here) {
        if text.matches(place).count() != 1 {
            return Err(format!("packaging/nginx.conf does not contain \"{place}\" exactly once"));
        }
        text = text.replace(place, &here);
    }
    Ok(text)
}

/// Returns the main nginx configuration, which includes the shipped one. All clients are local, so nginx takes their
/// addresses from X-Forwarded-For, as behind a load balancer.
fn around(own: &Path) -> String {
    let own = own.display();
    let folders: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|kind| format!("    {kind}_temp_path {own}/{kind};\n"))
        .concat();
    format!(
        "daemon off;\nuser root;\nworker_processes 1;\npid {own}/pid;\nerror_log stderr error;\nevents {{ worker_connections 8192; }}\n\
         worker_rlimit_nofile 20000;\nhttp {{\n    access_log off;\n{folders}    set_real_ip_from 127.0.0.1;\n\
         \u{20}   real_ip_header X-Forwarded-For;\n    include {own}/shipped.conf;\n}}\n"
    )
}

/// An injected fault, with the time from the end of the fault until the system had recovered.
pub struct Injected {
    pub name: String,
    pub recovery: Option<Duration>,
}

impl Injected {
    pub fn is_kill(&self) -> bool {
        self.name.ends_with("killed")
    }
}

/// Kills and pauses processes until the simulated day is over: the servers alternately, other processes less often.
pub async fn inject_faults(
    day: Rc<Day>,
    deployment: Rc<Mutex<Deployment>>,
    seed: u64,
) -> Outcome<Vec<Injected>> {
    let mut random = Random::new(seed);
    let mut all: Vec<Injected> = Vec::new();
    let mut last = Instant::now();
    while !day.is_over.get() {
        sleep(PAUSE).await;
        let kills = all.iter().filter(|fault| fault.is_kill()).count();
        // Kills are spaced evenly by the number of finished games; the first one occurs during sign-up.
        let is_due = kills * day.matchmaker.wanted <= day.book.ended_by_seeks.get() * MIN_KILLS;
        if !is_due && last.elapsed() < MAX_PAUSE {
            continue;
        }
        let server = Target::Server(all.len() % 2);
        let (target, is_kill) = match random.below(20) {
            0..=10 => (server, true),
            11..=13 => (Target::Nats, true),
            14..=15 => (Target::Worker(0), true),
            16 => (Target::Postgres, true),
            17..=18 => (server, false),
            _ => (Target::Nats, false),
        };
        let cluster = &mut deployment.lock().await.cluster;
        day.outages.open();
        match is_kill {
            true => cluster.target(target).kill(),
            false => cluster.target(target).pause(),
        }
        sleep(between(FAULT_MS, &mut random)).await;
        match is_kill {
            true => cluster.restart(target).await?,
            false => cluster.target(target).resume(),
        }
        let recovery = cluster.recover().await;
        day.outages.close(Duration::ZERO);
        let process = match target {
            Target::Server(number) => format!("server {}", number + 1),
            Target::Worker(_) => "the worker".into(),
            other => other.to_string(),
        };
        let name = format!("{process} {}", if is_kill { "killed" } else { "paused" });
        if recovery.is_none() {
            day.fault(format!("{name}: the servers did not recover"));
        }
        all.push(Injected { name, recovery });
        last = Instant::now();
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_settings_get_local_ports() {
        let text = with_ports(1, &[2, 3]).unwrap();
        for line in ["server 127.0.0.1:2 ", "server 127.0.0.1:3 ", "listen 127.0.0.1:1;", "hash $remote_addr"] {
            assert!(text.contains(line), "{line}");
        }
        assert!(!text.contains("7878"));
    }
}
