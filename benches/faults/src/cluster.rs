use std::fs;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use load::Outcome;
use load::backing::{Backing, broker_at, database_at, free_port};
use load::clock::Clock;
use load::health::{PROMPT, is_well};
use load::http::Client;
use load::service::Service;
use tempfile::TempDir;
use tokio::time::{Instant, sleep, timeout};

use crate::arguments::Arguments;
use crate::fault::{Fault, Link, SERVERS, Target};
use crate::network::{Network, Wire};
use crate::relay::{Relay, Way};

/// How long everything may take to be well again before that is a fault.
pub const RECOVERY: Duration = Duration::from_secs(10);
/// How long it is waited for all the same.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often a service is tried to be started.
const PAUSE: Duration = Duration::from_millis(100);

/// How a server says that it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// It can keep moves.
    Well,
    /// It cannot.
    Unwell,
}

/// A server, with all that belongs to it alone.
struct Site {
    server: Service,
    to_postgres: Relay,
    to_nats: Relay,
    clock: Option<Clock>,
    /// Its network, where it has one.
    network: Option<Network>,
    /// The way of its clients there.
    _entrance: Option<Relay>,
    /// Where clients find it.
    port: u16,
}

/// A worker, with its way to the broker.
struct Shop {
    worker: Service,
    to_nats: Relay,
}

/// Everything that fails.
pub struct Cluster {
    backing: Backing,
    sites: Vec<Site>,
    shops: Vec<Shop>,
    _folder: TempDir,
}

impl Cluster {
    /// Starts everything, and waits until the servers are well.
    ///
    /// # Errors
    /// Something is missing, or does not start.
    pub async fn start(arguments: &Arguments) -> Outcome<Self> {
        if arguments.apart {
            Network::prepare()?;
        }
        let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
        let below = folder.path().to_owned();
        let mut backing = Backing::prepare(arguments.postgres.as_deref(), &below)?;
        backing.start(&arguments.entourage).await?;
        let mut cluster = Self { backing, sites: Vec::new(), shops: Vec::new(), _folder: folder };
        for number in 0..SERVERS {
            let (site, shop) = (
                Site::make(arguments, &cluster.backing, number, &below).await?,
                Shop::make(arguments, &cluster.backing, number, &below).await?,
            );
            cluster.sites.push(site);
            cluster.shops.push(shop);
        }
        for service in cluster.services() {
            service.start()?;
        }
        match cluster.recover().await {
            Some(_) => Ok(cluster),
            None => Err(format!("the servers do not come to be well; their logs are in {}", below.display())),
        }
    }

    /// Returns where the servers listen.
    pub fn ports(&self) -> Vec<u16> {
        self.sites.iter().map(|site| site.port).collect()
    }

    /// Lets something fail.
    ///
    /// # Errors
    /// A date cannot be set, or a wire not be pulled out.
    pub fn cause(&mut self, fault: Fault) -> Outcome {
        match fault {
            Fault::Kill(target) => self.target(target).kill(),
            Fault::Pause(target) => self.target(target).pause(),
            Fault::Cut(link) => self.set(link, Way::Cut),
            Fault::Hush(link) => self.set(link, Way::Hushed),
            Fault::Part(server, from) => {
                let site = &self.sites[server];
                from.wires().iter().try_for_each(|wire| site.network()?.pull(*wire))?;
            }
            Fault::Step(server, later) => {
                if let Some(clock) = &self.sites[server].clock {
                    clock.set(later)?;
                }
            }
        }
        Ok(())
    }

    /// Mends what failed. A date stays as it was set.
    ///
    /// # Errors
    /// What was killed does not start.
    pub async fn mend(&mut self, fault: Fault) -> Outcome {
        match fault {
            Fault::Kill(target) => {
                self.target(target).start()?;
                if target == Target::Postgres {
                    self.backing.start_postgres().await?;
                }
            }
            Fault::Pause(target) => self.target(target).resume(),
            Fault::Cut(link) | Fault::Hush(link) => self.set(link, Way::Open),
            Fault::Part(server, from) => {
                let site = &self.sites[server];
                from.wires().iter().try_for_each(|wire| site.network()?.plug(*wire))?;
            }
            Fault::Step(..) => {}
        }
        Ok(())
    }

    /// Asks a server how it is; `None` where its clients do not reach it.
    pub async fn condition(&self, server: usize) -> Option<Condition> {
        let mut client = Client::new("10.0.0.1".into());
        let port = self.sites[server].port;
        let lives = timeout(PROMPT, client.ask(port, "/livez", None, None)).await;
        if !matches!(&lives, Ok(Ok(answer)) if answer.status == 200) {
            return None;
        }
        let mut client = Client::new("10.0.0.1".into());
        match is_well(&mut client, port).await {
            true => Some(Condition::Well),
            false => Some(Condition::Unwell),
        }
    }

    /// Waits until all servers can keep moves; returns how long that took, or nothing where it takes for ever.
    pub async fn recover(&mut self) -> Option<Duration> {
        let begun = Instant::now();
        let ports = self.ports();
        let mut clients: Vec<Client> = ports.iter().map(|_| Client::new("10.0.0.1".into())).collect();
        let mut well = vec![false; ports.len()];
        while begun.elapsed() < PATIENCE {
            for (number, client) in clients.iter_mut().enumerate() {
                well[number] = is_well(client, ports[number]).await;
            }
            if well.iter().all(|well| *well) {
                return Some(begun.elapsed());
            }
            // A server that ended by itself is started again, as an operator's supervisor does.
            for site in &mut self.sites {
                let _ = site.server.start();
            }
            sleep(PAUSE).await;
        }
        None
    }

    /// Ends everything.
    pub fn end(&mut self) {
        self.services().for_each(Service::kill);
        self.backing.nats.kill();
        self.backing.postgres.kill();
    }

    fn services(&mut self) -> impl Iterator<Item = &mut Service> {
        let servers = self.sites.iter_mut().map(|site| &mut site.server);
        servers.chain(self.shops.iter_mut().map(|shop| &mut shop.worker))
    }

    fn target(&mut self, target: Target) -> &mut Service {
        match target {
            Target::Server(number) => &mut self.sites[number].server,
            Target::Worker(number) => &mut self.shops[number].worker,
            Target::Postgres => &mut self.backing.postgres,
            Target::Nats => &mut self.backing.nats,
        }
    }

    /// Changes the way of a link.
    fn set(&self, link: Link, way: Way) {
        match link {
            Link::Postgres(server) => self.sites[server].to_postgres.set(way),
            Link::Nats(server) => self.sites[server].to_nats.set(way),
            Link::Worker(worker) => self.shops[worker].to_nats.set(way),
            Link::EveryPostgres => self.sites.iter().for_each(|site| site.to_postgres.set(way)),
            Link::EveryNats => {
                let servers = self.sites.iter().map(|site| &site.to_nats);
                servers.chain(self.shops.iter().map(|shop| &shop.to_nats)).for_each(|relay| relay.set(way));
            }
        }
    }
}

impl Site {
    /// Prepares the server of a number, in a network of its own where this program can make one.
    async fn make(arguments: &Arguments, backing: &Backing, number: usize, below: &Path) -> Outcome<Self> {
        let own = below.join(format!("server-{number}"));
        fs::create_dir(&own).map_err(|error| format!("{}: {error}", own.display()))?;
        let network = arguments.apart.then(|| Network::lay(number as u8, &own)).transpose()?;
        let near = |wire| network.as_ref().map_or(Ipv4Addr::LOCALHOST, |network| network.near(wire));
        let to_postgres = Relay::between(near(Wire::Postgres), local(backing.postgres_port)).await?;
        let to_nats = Relay::between(near(Wire::Nats), local(backing.nats_port)).await?;
        let host = network.as_ref().map_or(Ipv4Addr::LOCALHOST, |network| network.far(Wire::Clients));
        let inner = free_port()?;
        let entrance = match &network {
            Some(_) => Some(Relay::between(Ipv4Addr::LOCALHOST, SocketAddrV4::new(host, inner)).await?),
            None => None,
        };
        let port = entrance.as_ref().map_or(inner, |entrance| entrance.port);
        let clock = Clock::make(&own)?;
        // Seen from its network, all who play come from one address.
        let mut words: Vec<String> =
            ["serve", "--no-open", "--limits", "off", "--log-format", "json"].map(str::to_owned).into();
        words.extend(["--host".into(), host.to_string(), "--port".into(), inner.to_string()]);
        words.extend(["--database".into(), database_at(near(Wire::Postgres), to_postgres.port)]);
        words.extend(["--nats".into(), broker_at(near(Wire::Nats), to_nats.port)]);
        let (command, holder) = (arguments.entourage.clone(), network.as_ref().map(Network::holder));
        let environment = clock.as_ref().map(Clock::environment);
        let server = Service::new(own.join("log"), move || {
            let mut serve = Network::command(holder, &command);
            serve.args(&words).envs(environment.clone().into_iter().flatten());
            serve
        });
        Ok(Self { server, to_postgres, to_nats, clock, network, _entrance: entrance, port })
    }

    fn network(&self) -> Outcome<&Network> {
        self.network.as_ref().ok_or_else(|| "a server has no network of its own".to_owned())
    }
}

impl Shop {
    /// Prepares the worker of a number.
    async fn make(arguments: &Arguments, backing: &Backing, number: usize, below: &Path) -> Outcome<Self> {
        let to_nats = Relay::between(Ipv4Addr::LOCALHOST, local(backing.nats_port)).await?;
        let (command, broker) = (arguments.entourage.clone(), broker_at(Ipv4Addr::LOCALHOST, to_nats.port));
        let worker = Service::new(below.join(format!("worker-{number}.log")), move || {
            let mut work = Command::new(&command);
            work.args(["worker", "--nats", &broker, "--jobs", "1"]);
            work
        });
        Ok(Self { worker, to_nats })
    }
}

fn local(port: u16) -> SocketAddrV4 {
    SocketAddrV4::new(Ipv4Addr::LOCALHOST, port)
}
