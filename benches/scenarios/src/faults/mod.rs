//! Plays on two servers that share a database while one component after another fails: servers, workers, PostgreSQL and NATS are killed
//! or paused, connections are reset or hang, the network is partitioned, or a clock is set. All requests are recorded, and acknowledged
//! events are compared with the stored ones.

mod fault;
mod network;
mod pair;
mod report;
mod site;

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use entourage_kernel::Random;
use entourage_registry::Registry;
use futures_util::future::join_all;
use serde_json::json;
use tokio::time::sleep;

use crate::http::{Answer, Client, Request, clients};
use crate::options::FaultsOptions;
use crate::report::{Faults, conclude};
use crate::{Outcome, between, runtime};
use fault::Fault;
use pair::Pair;
use report::Report;
use site::Sites;

const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum milliseconds between faults.
const MAX_PAUSE: usize = 1_000;

/// A small game, uploaded repeatedly under different names.
const DEFINITION: &str = include_str!("../../../../variants/dobutsu.game");
const PAUSE: Duration = Duration::from_millis(1_500);
/// Number of games per author, below the server's limit.
const GAMES_PER_AUTHOR: usize = 100;
/// Time-out of the server's automatic test of a game; long enough to survive faults.
const TEST_TIMEOUT: Duration = Duration::from_secs(30);

struct Trial {
    game: &'static str,
    registry: Registry,
    ports: Vec<u16>,
    is_over: Cell<bool>,
    moves: Cell<u64>,
    shown: Cell<u64>,
    faults: Faults,
}

/// Sends a request. Returns `None` if no response arrives in time; the server may have processed the request anyway.
async fn answer(client: &mut Client, path: &str, key: Option<&str>, body: Option<&str>) -> Option<Answer> {
    client.within(REQUEST_TIMEOUT, &Request::new(path, key, body)).await
}

pub fn run(options: &FaultsOptions) -> Outcome<bool> {
    let report = tokio::task::LocalSet::new().block_on(&runtime()?, inject_faults(options))?;
    Ok(conclude("faults", &report, &report.failures(), "no acknowledged event was lost or duplicated"))
}

async fn inject_faults(options: &FaultsOptions) -> Outcome<Report> {
    let kinds = options.kinds()?;
    let mut sites = Sites::start(options).await?;
    let registry = Registry::built_in();
    let (is_over, moves, shown) = (Cell::default(), Cell::default(), Cell::default());
    let (game, ports) = (registry.games()[0], sites.cluster.ports.clone());
    let trial = Rc::new(Trial { game, registry, ports, is_over, moves, shown, faults: Faults::default() });
    let mut random = Random::new(options.seed);
    eprintln!("faults: {}, seed {}, {} pairs", options.faults, options.seed, options.pairs);
    let players: Vec<_> = (0..options.pairs)
        .map(|number| tokio::task::spawn_local(Pair::new(&trial, number, random.bits()).play()))
        .collect();
    let publisher = tokio::task::spawn_local(publish(Rc::clone(&trial)));
    let mut report = Report::new(Rc::clone(&trial));
    for number in 1..=options.faults {
        sleep(between(0..MAX_PAUSE, &mut random)).await;
        let fault = Fault::random(&kinds, &mut random);
        let begun = Instant::now();
        sites.inject(fault)?;
        sleep(between(fault.duration_ms(), &mut random)).await;
        if let Fault::Partition(server, _) = fault {
            report.note_partition(sites.is_healthy(server).await);
        }
        sites.repair(fault).await?;
        let repaired = Instant::now();
        let recovered = sites.cluster.recover().await;
        report.note(fault, repaired - begun, recovered);
        if recovered.is_none() {
            trial.faults.add(format!("fault {number}, {fault:?}: the servers did not recover"));
            break;
        }
        if number % 25 == 0 {
            eprintln!("faults: {}", report.line());
        }
    }
    trial.is_over.set(true);
    let histories = join_all(players).await.into_iter().flatten().flatten().collect();
    let published = publisher.await.map_err(|error| format!("the publisher failed: {error}"))?;
    report.check(histories, published).await;
    sites.cluster.end();
    Ok(report)
}

/// Uploads and publishes games, which workers must first test; returns the ids of the published games.
async fn publish(trial: Rc<Trial>) -> Vec<String> {
    let mut clients = clients(&trial.ports, "10.1.0.1");
    let mut shown = Vec::new();
    for number in 0_usize.. {
        if trial.is_over.get() {
            break;
        }
        sleep(PAUSE).await;
        let name = format!("invention-{number}");
        let letter = char::from(b'b' + (number / GAMES_PER_AUTHOR % 16) as u8);
        let key = letter.to_string().repeat(25) + "a";
        let text = DEFINITION.replacen("game dobutsu", &format!("game {name}"), 1);
        let body = json!({ "texts": [text], "author": "Ada", "licence": "CC-BY-4.0" }).to_string();
        let mut id = None;
        for attempt in 0.. {
            let server = (number + attempt) % clients.len();
            let client = &mut clients[server];
            if let Some(id) = &id {
                let path = format!("/api/definitions/{id}/state");
                let request = Request::new(&path, Some(&key), Some("{\"state\":\"public\"}"));
                match client.within(TEST_TIMEOUT, &Request { method: "PUT", ..request }).await {
                    Some(answer) if answer.status == 200 => {
                        trial.shown.set(trial.shown.get() + 1);
                        shown.push(String::clone(id));
                        break;
                    }
                    Some(answer) if answer.status < 500 && answer.status != 429 => {
                        trial.faults.add(format!("publishing {name} failed: {}", answer.json()));
                        break;
                    }
                    _ => client.disconnect(),
                }
            } else {
                let created = answer(client, "/api/definitions", Some(&key), Some(&body)).await;
                id = created.and_then(|created| created.json()["id"].as_str().map(str::to_owned));
            }
            if trial.is_over.get() {
                break;
            }
            sleep(Duration::from_millis(200)).await;
        }
    }
    shown
}
