use std::fs;
use std::net::{Ipv4Addr, SocketAddrV4};

use super::fault::{Fault, Link, SERVERS};
use super::network::{Network, Wire};
use crate::backing::{broker, database, free_port, local};
use crate::clock::Clock;
use crate::cluster::Cluster;
use crate::http::{Client, HEALTH_TIMEOUT, Request};
use crate::options::FaultsOptions;
use crate::relay::{LinkState, Relay};
use crate::service::Service;
use crate::{Outcome, about};

/// Relays, clock and network of a server and a worker.
struct Site {
    to_postgres: Relay,
    to_nats: Relay,
    worker_to_nats: Relay,
    clock: Option<Clock>,
    network: Option<Network>,
    /// The relay through which clients reach the server's network.
    _entrance: Option<Relay>,
}

pub struct Sites {
    pub cluster: Cluster,
    sites: Vec<Site>,
}

impl Sites {
    pub async fn start(options: &FaultsOptions) -> Outcome<Self> {
        if options.apart {
            Network::prepare()?;
        }
        let cluster = Cluster::begin(&options.entourage, options.postgres.as_deref(), None).await?;
        let mut all = Self { cluster, sites: Vec::new() };
        for number in 0..SERVERS {
            all.add(options, number).await?;
        }
        all.cluster.start().await?;
        Ok(all)
    }

    /// Adds a server and a worker. If partitions are enabled, the server has its own network namespace.
    async fn add(&mut self, options: &FaultsOptions, number: usize) -> Outcome {
        let cluster = &mut self.cluster;
        let [postgres, nats] = [cluster.backing.postgres_port, cluster.backing.nats_port].map(local);
        let folder = cluster.folder.join(format!("server-{number}"));
        fs::create_dir(&folder).map_err(about(&folder))?;
        let network = options.apart.then(|| Network::create(number as u8, &folder)).transpose()?;
        let near = |wire| network.as_ref().map_or(Ipv4Addr::LOCALHOST, |network| network.near(wire));
        let host = network.as_ref().map_or(Ipv4Addr::LOCALHOST, |network| network.far(Wire::Clients));
        let to_postgres = Relay::open(near(Wire::Postgres), move || postgres).await?;
        let to_nats = Relay::open(near(Wire::Nats), move || nats).await?;
        let inner = SocketAddrV4::new(host, free_port()?);
        let entrance = match &network {
            Some(_) => Some(Relay::open(Ipv4Addr::LOCALHOST, move || inner).await?),
            None => None,
        };
        let clock = Clock::create(&folder)?;
        // Behind the relay, all clients have the same address, so rate limits are disabled.
        let holder = network.as_ref().map(|network| network.held_by);
        let mut serve = Network::command(holder, &options.entourage);
        serve.args(["serve", "--no-open", "--limits", "off", "--log-format", "json"]);
        serve.args(["--host", &host.to_string(), "--port", &inner.port().to_string()]);
        serve.args(["--database", &database(SocketAddrV4::new(near(Wire::Postgres), to_postgres.port))]);
        serve.args(["--nats", &broker(SocketAddrV4::new(near(Wire::Nats), to_nats.port))]);
        serve.envs(clock.iter().flat_map(|clock| clock.environment.clone()));
        cluster.servers.push(Service::new(folder.join("log"), serve));
        cluster.ports.push(entrance.as_ref().map_or(inner.port(), |entrance| entrance.port));
        let worker_to_nats = Relay::open(Ipv4Addr::LOCALHOST, move || nats).await?;
        cluster.add_worker(&options.entourage, &broker(local(worker_to_nats.port)));
        self.sites.push(Site { to_postgres, to_nats, worker_to_nats, clock, network, _entrance: entrance });
        Ok(())
    }

    pub fn inject(&mut self, fault: Fault) -> Outcome {
        match fault {
            Fault::Kill(target) => self.cluster.target(target).kill(),
            Fault::Pause(target) => self.cluster.target(target).pause(),
            Fault::Reset(link) => self.set(link, LinkState::Reset),
            Fault::Hang(link) => self.set(link, LinkState::Frozen),
            Fault::Partition(server, wires) => {
                return wires.iter().try_for_each(|wire| self.network(server)?.unplug(*wire));
            }
            Fault::Clock(server, offset) => {
                return self.sites[server].clock.as_ref().map_or(Ok(()), |clock| clock.set(offset));
            }
        }
        Ok(())
    }

    /// Ends a fault. A changed clock is not reset.
    pub async fn repair(&mut self, fault: Fault) -> Outcome {
        match fault {
            Fault::Kill(target) => return self.cluster.restart(target).await,
            Fault::Pause(target) => self.cluster.target(target).resume(),
            Fault::Reset(link) | Fault::Hang(link) => self.set(link, LinkState::Open),
            Fault::Partition(server, wires) => {
                return wires.iter().try_for_each(|wire| self.network(server)?.plug(*wire));
            }
            Fault::Clock(..) => {}
        }
        Ok(())
    }

    /// Returns whether a server is healthy, or `None` if clients cannot reach it.
    pub async fn is_healthy(&self, server: usize) -> Option<bool> {
        let client = || Client::new("10.0.0.1", self.cluster.ports[server]);
        let lives = client().within(HEALTH_TIMEOUT, &Request::new("/livez", None, None)).await?;
        if lives.status == 200 { Some(client().is_healthy().await) } else { None }
    }

    fn network(&self, server: usize) -> Outcome<&Network> {
        self.sites[server].network.as_ref().ok_or_else(|| "the server has no network namespace".to_owned())
    }

    fn set(&self, link: Link, state: LinkState) {
        match link {
            Link::Postgres(number) => self.sites[number].to_postgres.set(state),
            Link::Nats(number) => self.sites[number].to_nats.set(state),
            Link::Worker(number) => self.sites[number].worker_to_nats.set(state),
            Link::EveryPostgres => self.sites.iter().for_each(|site| site.to_postgres.set(state)),
            Link::EveryNats => {
                let relays = self.sites.iter().flat_map(|site| [&site.to_nats, &site.worker_to_nats]);
                relays.for_each(|relay| relay.set(state));
            }
        }
    }
}
