//! Plays on two servers that share a database while everything fails in turn: a server, a worker, PostgreSQL or NATS is killed or paused, a
//! server is cut off from either, the network between them is interrupted, a date is set. All requests are recorded, and what was
//! acknowledged is compared with what is stored.

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

use crate::http::{Answer, Client, Request};
use crate::options::FaultsOptions;
use crate::report::{Faults, conclude};
use crate::{Outcome, runtime};
use fault::Fault;
use pair::Pair;
use report::Report;
use site::Sites;

const PATIENCE: Duration = Duration::from_secs(5);
/// How long it is at most until the next fault, in milliseconds.
const PEACE: usize = 1_000;

/// A small game, which is submitted under one name after another.
const DEFINITION: &str = include_str!("../../../../variants/dobutsu.game");
const PAUSE: Duration = Duration::from_millis(1_500);
/// How many games one author submits, below the server's limit.
const EACH: usize = 100;
/// How long the automatic test of a game may take, with all that fails meanwhile.
const LONG: Duration = Duration::from_secs(30);

struct Trial {
    game: &'static str,
    registry: Registry,
    ports: Vec<u16>,
    is_over: Cell<bool>,
    moves: Cell<u64>,
    shown: Cell<u64>,
    faults: Faults,
}

/// Sends a request; `None` if no answer came in time, and the server may have handled it or not.
async fn answer(
    client: &mut Client,
    port: u16,
    path: &str,
    key: Option<&str>,
    body: Option<&str>,
) -> Option<Answer> {
    client.within(PATIENCE, port, &Request::new(path, key, body)).await
}

pub fn run(options: &FaultsOptions) -> Outcome<bool> {
    let report = tokio::task::LocalSet::new().block_on(&runtime()?, try_out(options))?;
    Ok(conclude("faults", &report, &report.failures(), "nothing acknowledged was lost or doubled"))
}

async fn try_out(options: &FaultsOptions) -> Outcome<Report> {
    let kinds = options.kinds()?;
    let mut sites = Sites::start(options).await?;
    let registry = Registry::built_in();
    let (is_over, moves, shown) = (Cell::default(), Cell::default(), Cell::default());
    let (game, ports) = (registry.games()[0], sites.cluster.ports.clone());
    let trial = Rc::new(Trial { game, registry, ports, is_over, moves, shown, faults: Faults::default() });
    let mut random = Random::new(options.seed);
    eprintln!("faults: {} of them, seed {}, {} pairs", options.faults, options.seed, options.pairs);
    let players: Vec<_> = (0..options.pairs)
        .map(|number| tokio::task::spawn_local(Pair::new(&trial, number, random.bits()).play()))
        .collect();
    let publisher = tokio::task::spawn_local(publish(Rc::clone(&trial)));
    let mut report = Report::new(Rc::clone(&trial));
    for number in 1..=options.faults {
        sleep(Duration::from_millis(random.below(PEACE) as u64)).await;
        let fault = Fault::any(&kinds, &mut random);
        let begun = Instant::now();
        sites.cause(fault)?;
        // Meanwhile, those that can still be reached answer.
        let (least, most) = fault.lasts();
        sleep(Duration::from_millis((least + random.below(most - least)) as u64)).await;
        if let Fault::Part(server, _) = fault {
            report.note_parted(sites.is_well(server).await);
        }
        sites.repair(fault).await?;
        let repaired = Instant::now();
        let recovered = sites.cluster.recover().await;
        report.note(fault, repaired - begun, recovered);
        if recovered.is_none() {
            trial.faults.add(format!("fault {number}, {fault:?}: the servers do not recover"));
            break;
        }
        if number % 25 == 0 {
            eprintln!("faults: {}", report.line());
        }
    }
    trial.is_over.set(true);
    let histories = join_all(players).await.into_iter().flatten().flatten().collect();
    let published = publisher.await.map_err(|error| format!("the publisher failed: {error}"))?;
    report.judge(histories, published).await;
    sites.cluster.end();
    Ok(report)
}

/// Submits games and publishes them, which workers must test before; returns those acknowledged as public.
async fn publish(trial: Rc<Trial>) -> Vec<String> {
    let mut clients: Vec<Client> = trial.ports.iter().map(|_| Client::new("10.1.0.1")).collect();
    let mut shown = Vec::new();
    for number in 0_usize.. {
        if trial.is_over.get() {
            break;
        }
        sleep(PAUSE).await;
        let name = format!("invention-{number}");
        let letter = char::from(b'b' + (number / EACH % 16) as u8);
        let key = letter.to_string().repeat(25) + "a";
        let text = DEFINITION.replacen("game dobutsu", &format!("game {name}"), 1);
        let body = json!({ "texts": [text], "author": "Ada", "licence": "CC-BY-4.0" }).to_string();
        let mut id = None;
        for attempt in 0.. {
            let server = (number + attempt) % clients.len();
            let (client, port) = (&mut clients[server], trial.ports[server]);
            if let Some(id) = &id {
                let path = format!("/api/definitions/{id}/state");
                let request = Request::new(&path, Some(&key), Some("{\"state\":\"public\"}"));
                match client.within(LONG, port, &Request { method: "PUT", ..request }).await {
                    Some(answer) if answer.status == 200 => {
                        trial.shown.set(trial.shown.get() + 1);
                        shown.push(String::clone(id));
                        break;
                    }
                    Some(answer) if answer.status < 500 && answer.status != 429 => {
                        trial.faults.add(format!("{name} is not published: {}", answer.json()));
                        break;
                    }
                    _ => client.hang_up(),
                }
            } else {
                let created = answer(client, port, "/api/definitions", Some(&key), Some(&body)).await;
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
