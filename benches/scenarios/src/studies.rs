//! Measures how long edits of studies take until a user on another server process receives them.

use std::process::Command;
use std::time::Duration;

use entourage_registry::Registry;
use futures_util::StreamExt;
use futures_util::future::try_join_all;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until, timeout};

use crate::backing::free_port;
use crate::cluster::Cluster;
use crate::http::{Client, Request, list};
use crate::options::StudiesOptions;
use crate::report::{Latency, Table, conclude};
use crate::script::{self, Script};
use crate::socket::{self, Message, Socket};
use crate::{Outcome, allow_files, runtime};

const TIMEOUT: Duration = Duration::from_secs(30);
const CHAPTER: &str = "chapter1";
/// Time before the measurement, in which caches are filled.
const WARM_UP: Duration = Duration::from_secs(2);

pub fn run(options: &StudiesOptions) -> Outcome<bool> {
    allow_files(2 * options.studies)?;
    let latency = runtime()?.block_on(measure(options))?;
    let mut table = Table::new(&["studies", "edits/s", "p50 ms", "p99 ms", "max ms"]);
    let Latency { p50, p99, max } = latency;
    table.row(&options.studies.to_string(), format!("{} | {p50:.1} | {p99:.1} | {max:.1}", options.rate));
    let failures: Vec<String> = (p99 > options.limit as f64)
        .then(|| format!("the 99th percentile of the latency is above {} ms", options.limit))
        .into_iter()
        .collect();
    Ok(conclude("studies", &table, &failures, "edits reach users on the other process in time"))
}

async fn measure(options: &StudiesOptions) -> Outcome<Latency> {
    let mut cluster = Cluster::begin(&options.entourage, options.postgres.as_deref(), None).await?;
    for number in 0..2 {
        let port = free_port()?;
        let mut serve = Command::new(&options.entourage);
        serve.args(["serve", "--no-open", "--limits", "off", "--port", &port.to_string()]);
        serve.args(["--database", &cluster.backing.database(), "--nats", &cluster.backing.broker()]);
        cluster.add_server(number, serve, port);
    }
    cluster.start().await?;
    let spec = Registry::built_in().games()[0].to_owned();
    let every = Duration::from_secs_f64(options.studies as f64 / options.rate as f64);
    let time = Duration::from_secs(options.seconds as u64);
    let edits = ((time + WARM_UP).as_secs_f64() / every.as_secs_f64()).ceil() as usize;
    eprintln!("creating {} studies", options.studies);
    let ports = [cluster.ports[0], cluster.ports[1]];
    let pairs = (0..options.studies).map(|number| Pair::open(number, ports, &spec, edits));
    let mut pairs = try_join_all(pairs).await?;
    eprintln!("editing for {time:?}");
    let start = Instant::now() + Duration::from_millis(100);
    let count = options.studies as u32;
    let editing = pairs.iter_mut().enumerate().map(|(number, pair)| {
        let first = start + every * number as u32 / count;
        pair.edit(first, every, start + WARM_UP, start + WARM_UP + time)
    });
    let times = try_join_all(editing).await?.concat();
    drop(pairs);
    cluster.end();
    Latency::of(times).ok_or_else(|| "no edit was due; use a larger --seconds".to_owned())
}

/// A user who edits a study on one process and follows it on the other.
struct Pair {
    client: Client,
    cookie: String,
    study: String,
    socket: Socket,
    moves: Script,
}

impl Pair {
    async fn open(number: usize, ports: [u16; 2], spec: &str, edits: usize) -> Outcome<Self> {
        let [editing, following] = [ports[number % 2], ports[(number + 1) % 2]];
        let mut client = Client::new("127.0.0.1", editing);
        let account = json!({ "name": format!("Editor {number}"), "password": "three unlikely words" });
        let answer = client.ask("/api/account", None, Some(&account.to_string())).await;
        let answer = answer.map_err(|error| format!("cannot create an account: {error}"))?;
        let cookies = answer.headers("set-cookie").filter_map(|cookie| cookie.split(';').next());
        let cookie = cookies.collect::<Vec<_>>().join("; ");
        let new = json!({ "title": "Study", "visibility": "private" });
        let made = post(&mut client, &cookie, "/api/studies", &new).await?;
        let study = made["head"]["id"].as_str().ok_or("the study has no ID")?.to_owned();
        let path = format!("/api/studies/{study}/live");
        let socket = socket::open(following, &path, "127.0.0.1", Some(&cookie)).await;
        let socket = socket.map_err(|error| format!("cannot open a WebSocket: {error}"))?;
        let moves = script::play(spec, number as u64, edits)?.ok_or("the game is too short for --seconds")?;
        let mut pair = Self { client, cookie, study, socket, moves };
        let chapter = json!({ "type": "newChapter", "title": "Chapter", "spec": spec });
        pair.send("newchapter", chapter).await?;
        Ok(pair)
    }

    /// Adds a move at every due time; returns how long each took until it was received, counted from its due time, from `from` to `until`.
    async fn edit(
        &mut self,
        first: Instant,
        every: Duration,
        from: Instant,
        until: Instant,
    ) -> Outcome<Vec<Duration>> {
        let (mut times, mut due, mut parent) = (Vec::new(), first, "root".to_owned());
        for number in 0..self.moves.len() {
            if due >= until {
                break;
            }
            self.wait(due).await?;
            let node = format!("node{number:06}");
            let add = json!({ "type": "add", "node": node, "parent": parent, "move": self.moves[number] });
            let received = self.send(&format!("edit{number:06}"), add).await?;
            if due >= from {
                times.push(received.saturating_duration_since(due));
            }
            (due, parent) = (due + every, node);
        }
        Ok(times)
    }

    /// Sends an edit, and waits until it is acknowledged and received; returns when it was received.
    async fn send(&mut self, id: &str, act: Value) -> Outcome<Instant> {
        let mut edit = json!({ "id": id, "chapter": CHAPTER });
        edit.as_object_mut()
            .into_iter()
            .for_each(|edit| edit.extend(act.as_object().cloned().unwrap_or_default()));
        let (path, body) = (format!("/api/studies/{}/edits", self.study), json!({ "edits": [edit] }));
        let Self { client, cookie, socket, .. } = self;
        let both = async { tokio::try_join!(post(client, cookie, &path, &body), receive(socket, id)) };
        let (_, received) =
            timeout(TIMEOUT, both).await.map_err(|_| "an edit was not received".to_owned())??;
        Ok(received)
    }

    /// Waits until a time, answering heartbeats.
    async fn wait(&mut self, until: Instant) -> Outcome {
        tokio::select! {
            () = sleep_until(until) => Ok(()),
            received = receive(&mut self.socket, "") => received.map(drop),
        }
    }
}

/// Waits for a message with an edit; returns when it was received.
async fn receive(socket: &mut Socket, id: &str) -> Outcome<Instant> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => {
                let news: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
                if list(&news["edits"]).iter().any(|edit| edit["id"] == id) {
                    return Ok(Instant::now());
                }
            }
            Some(Ok(Message::Close(frame))) => return Err(format!("the server closed a socket: {frame:?}")),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(format!("the connection to the server failed: {error}")),
            None => return Err("the server closed a connection".into()),
        }
    }
}

async fn post(client: &mut Client, cookie: &str, path: &str, body: &Value) -> Outcome<Value> {
    let body = body.to_string();
    let request = Request { cookie: Some(cookie), ..Request::new(path, None, Some(&body)) };
    let answer = client.send(&request).await.map_err(|error| format!("POST {path}: {error}"))?;
    match answer.status {
        200 | 201 => Ok(answer.json()),
        status => Err(format!("POST {path}: {status} {}", answer.json())),
    }
}
