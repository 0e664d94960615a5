use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::Soak;
use super::report::{Tally, add};
use crate::http::{Answer, Client, code, keys, list, new_game, new_move};
use crate::record::{Fate, Record, move_event};
use crate::socket::{self, Message, OpenError, Socket};

const MOVE_INTERVAL: Duration = Duration::from_secs(1);
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(10);
const RETRY_PAUSE: Duration = Duration::from_millis(50);
/// Time after a server start in which latencies are reported separately, because clients reconnect and no game is cached.
const STARTUP: Duration = Duration::from_secs(3);
const MAX_OUTAGE: Duration = Duration::from_secs(60);
/// Maximum time without data from the server, whose heartbeat is sent every six seconds.
const SILENCE_LIMIT: Duration = Duration::from_secs(15);
const MOVES: usize = 600;
/// Time control of half of the games. Changes of the system clock must not affect game clocks.
const PACE: &str = "live spare=1h extra=10s";

#[derive(Debug)]
enum Error {
    Disconnected,
    /// The server refused the request with this error code.
    Refused(String),
    /// An acknowledged event is lost, changed or duplicated.
    Fault(String),
}

pub struct Pair {
    soak: Arc<Soak>,
    number: usize,
    client: Client,
    game: Option<Game>,
    over: Vec<Game>,
    checked: usize,
}

struct Game {
    players: [Player; 2],
    script: usize,
    known: Known,
    goal: usize,
}

struct Player {
    key: String,
    socket: Option<Socket>,
    received: usize,
}

/// What the players know about a game: the acknowledged moves and the pending move.
#[derive(Default)]
struct Known {
    record: Record,
    /// Index of the pending move in `record`.
    pending: Option<usize>,
    count: usize,
}

impl Known {
    fn send(&mut self, text: &str) {
        // After a failed attempt, the pending move is sent again.
        if self.pending.is_none() {
            self.pending = Some(self.record.send(self.count, move_event(text)));
        }
    }

    fn acknowledge(&mut self) {
        if let Some(index) = self.pending.take() {
            self.record.settle(index, Fate::Acknowledged);
            self.count += 1;
        }
    }

    /// Checks the stored events. Time-outs are not allowed, because the time control is long.
    fn check(&self, stored: &[Value]) -> Result<(), Error> {
        self.record.check(stored, |_| false).map_err(Error::Fault)
    }
}

impl Pair {
    pub fn new(soak: &Arc<Soak>, number: usize) -> Self {
        let client = Client::new(format!("10.0.{}.{}", number / 250, 1 + number % 250), 0);
        Self { soak: Arc::clone(soak), number, client, game: None, over: Vec::new(), checked: 0 }
    }

    /// Returns whether the pair plays through the relay, as every third one does. The latency of such a pair is not measured.
    fn is_relayed(&self) -> bool {
        self.number % 3 == 2
    }

    fn fault(&self, text: String) {
        self.soak.tally.faults.add(format!("pair {}: {text}", self.number));
    }

    pub async fn play(&mut self) {
        let mut due = Instant::now() + MOVE_INTERVAL / 60 * (self.number % 60) as u32;
        while due < self.soak.until {
            self.idle(due).await;
            let Some(seen) = self.make(due).await else { break };
            add(&self.soak.tally.moves);
            let is_excused = self.soak.is_excused(due, seen) || self.is_relayed();
            if !is_excused {
                let begun = due.checked_sub(STARTUP).unwrap_or(due);
                let is_fresh = self.soak.server.downtime.overlap(begun, seen);
                self.soak.tally.times.lock().unwrap().push((seen - due, is_fresh));
            }
            // Waiting for the previous move counts as latency, except after an outage.
            due = if is_excused { seen.max(due) + MOVE_INTERVAL } else { due + MOVE_INTERVAL };
        }
    }

    async fn idle(&mut self, until: Instant) {
        let until = until.into();
        let Some(game) = &mut self.game else { return tokio::time::sleep_until(until).await };
        loop {
            let received = tokio::select! {
                biased;
                () = tokio::time::sleep_until(until) => return,
                received = game.receive() => received,
            };
            if let Err(Error::Fault(fault)) = received {
                self.soak.tally.faults.add(fault);
            }
        }
    }

    /// Plays the next move, with retries; returns the time at which both players had received the move. Reports a fault and returns `None`
    /// if no attempt succeeds before [`MAX_OUTAGE`] has passed since the end of the soak test.
    async fn make(&mut self, due: Instant) -> Option<Instant> {
        for tries in 0.. {
            match timeout(ATTEMPT_TIMEOUT, self.attempt()).await {
                Ok(Ok(())) => return Some(Instant::now()),
                Ok(Err(Error::Refused(code))) => {
                    // Retries can exceed the rate limits of players behind the relay.
                    if self.soak.is_excused(due, Instant::now()) || self.is_relayed() {
                        add(&self.soak.tally.excused);
                    } else {
                        self.soak.tally.refuse(code);
                    }
                }
                Ok(Err(Error::Fault(fault))) => {
                    self.fault(fault);
                    self.game = None;
                }
                Ok(Err(Error::Disconnected)) => {}
                Err(_) => self.disconnect(),
            }
            if Instant::now() > self.soak.until + MAX_OUTAGE {
                self.fault("still cannot play a move after the end of the soak".into());
                break;
            }
            // The first retry is immediate, because the server may just have closed the connection.
            if tries > 0 {
                sleep(RETRY_PAUSE).await;
            }
        }
        None
    }

    fn disconnect(&mut self) {
        self.client.disconnect();
        let players = self.game.iter_mut().flat_map(|game| &mut game.players);
        players.for_each(|player| player.socket = None);
    }

    /// Plays the next move; a retry continues after the last completed step.
    async fn attempt(&mut self) -> Result<(), Error> {
        self.client.port = self.soak.port(self.is_relayed());
        if self.game.as_ref().is_some_and(|game| game.goal >= MOVES && game.is_seen()) {
            self.over.extend(self.game.take());
        }
        if self.game.is_none() {
            self.game = Some(self.begin().await?);
        }
        let Some(game) = &mut self.game else { return Err(Error::Disconnected) };
        for player in &mut game.players {
            player.connect(&self.client).await?;
        }
        let downtime = self.soak.server.downtime.count();
        if self.checked != downtime {
            game.check(&mut self.client, &self.soak.tally).await?;
            self.checked = downtime;
        }
        if game.is_seen() {
            game.goal = game.known.count + 1;
        }
        if game.known.count < game.goal {
            let number = game.known.count;
            let text = &self.soak.scripts[game.script][number];
            game.known.send(text);
            let (player, body) = (&mut game.players[number % 2], new_move(number, text.as_str()));
            // Half of the pairs use HTTP requests, the others WebSockets.
            if self.number.is_multiple_of(2) {
                ask(&mut self.client, "/api/game/moves", Some(&player.key), Some(&body), 200).await?;
                game.known.acknowledge();
            } else {
                player.send(Message::text(body)).await?;
            }
        }
        while !game.is_seen() {
            game.receive().await?;
        }
        Ok(())
    }

    async fn begin(&mut self) -> Result<Game, Error> {
        let body = new_game(&self.soak.game, (self.number % 4 < 2).then_some(PACE));
        let created = ask(&mut self.client, "/api/games", None, Some(&body), 201).await?.json();
        let keys = keys(&created).ok_or_else(|| Error::Fault(format!("keys are missing: {created}")))?;
        add(&self.soak.tally.games);
        let players = keys.map(|key| Player { key, socket: None, received: 0 });
        let script = (self.number + self.over.len()) % self.soak.scripts.len();
        Ok(Game { players, script, known: Known::default(), goal: 0 })
    }

    pub async fn finish(&mut self) {
        // Reconnects without the relay.
        self.disconnect();
        self.client.port = self.soak.server.port();
        let until = Instant::now() + MAX_OUTAGE;
        let mut faults = Vec::new();
        for game in self.over.iter_mut().chain(&mut self.game) {
            loop {
                match timeout(ATTEMPT_TIMEOUT, game.check(&mut self.client, &self.soak.tally)).await {
                    Ok(Ok(())) => break,
                    Ok(Err(Error::Fault(fault))) => {
                        faults.push(format!("at the end: {fault}"));
                        break;
                    }
                    other if Instant::now() > until => {
                        faults.push(format!("cannot read a game: {other:?}"));
                        break;
                    }
                    _ => sleep(RETRY_PAUSE * 10).await,
                }
            }
        }
        faults.into_iter().for_each(|fault| self.fault(fault));
    }
}

impl Game {
    /// Returns whether both players have received all events.
    fn is_seen(&self) -> bool {
        self.known.count >= self.goal && self.players.iter().all(|player| player.received >= self.goal)
    }

    async fn receive(&mut self) -> Result<(), Error> {
        let [one, two] = &mut self.players;
        let (player, news) = tokio::select! {
            news = one.next() => (one, news?),
            news = two.next() => (two, news?),
        };
        player.take(&news, &mut self.known)
    }

    async fn check(&mut self, client: &mut Client, tally: &Tally) -> Result<(), Error> {
        let state = ask(client, "/api/game", Some(&self.players[0].key), None, 200).await?.json();
        self.known.check(list(&state["events"]))?;
        add(&tally.checks);
        Ok(())
    }
}

async fn ask(
    client: &mut Client,
    path: &str,
    key: Option<&str>,
    body: Option<&str>,
    expected: u16,
) -> Result<Answer, Error> {
    let answer = client.ask(path, key, body).await.map_err(|_| Error::Disconnected)?;
    match answer.status {
        status if status == expected => Ok(answer),
        429 | 503 => Err(Error::Refused(answer.code())),
        status => Err(Error::Fault(format!("{path} returned {status}: {}", answer.json()))),
    }
}

impl Player {
    /// Connects if needed, and requests the events that the player has not received.
    async fn connect(&mut self, client: &Client) -> Result<(), Error> {
        if self.socket.is_some() {
            return Ok(());
        }
        let opened = socket::open(client.port, "/api/live", &client.from, None).await;
        self.socket = Some(opened.map_err(|unopened| match unopened {
            OpenError::Unreachable => Error::Disconnected,
            OpenError::Refused(status) => Error::Refused(status.to_string()),
        })?);
        self.send(Message::text(json!({ "key": self.key, "after": self.received }).to_string())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Error> {
        let sent = self.socket.as_mut().ok_or(Error::Disconnected)?.send(message).await;
        sent.map_err(|_| self.drop_socket())
    }

    /// Waits for the next message; never returns if there is no connection.
    async fn next(&mut self) -> Result<Value, Error> {
        let Some(socket) = &mut self.socket else { return std::future::pending().await };
        match timeout(SILENCE_LIMIT, socket.next()).await {
            Ok(Some(Ok(Message::Text(text)))) => {
                serde_json::from_str(&text).map_err(|error| Error::Fault(format!("{error}: {text}")))
            }
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => Ok(Value::Null),
            _ => Err(self.drop_socket()),
        }
    }

    /// Compares a message with the known events, and counts acknowledgements.
    fn take(&mut self, news: &Value, known: &mut Known) -> Result<(), Error> {
        match news["type"].as_str() {
            Some("events") => {
                let (received, events) = (self.received, list(&news["events"]));
                if news["from"] != received {
                    return Err(Error::Fault(format!(
                        "events from {} follow after {received} events",
                        news["from"]
                    )));
                }
                known.record.check_sent(received, events, |_| false).map_err(Error::Fault)?;
                self.received += events.len();
            }
            Some("state") => {
                let events = list(&news["state"]["events"]);
                known.check(events)?;
                self.received = events.len();
            }
            Some("refused" | "error") => {
                return Err(match code(news) {
                    code if code != "conflict" => Error::Refused(code),
                    _ => Error::Fault(format!("unexpected conflict: {news}")),
                });
            }
            _ => {}
        }
        if self.received > known.count {
            known.acknowledge();
        }
        Ok(())
    }

    fn drop_socket(&mut self) -> Error {
        self.socket = None;
        Error::Disconnected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_acknowledged_once_and_in_order() {
        let mut player = Player { key: "k".into(), socket: None, received: 0 };
        let mut known = Known::default();
        let events_from = |from: usize, text: &str| json!({ "type": "events", "from": from, "events": [{ "type": "move", "move": text }] });
        known.send("a");
        player.take(&events_from(0, "a"), &mut known).unwrap();
        assert_eq!((player.received, known.count), (1, 1));
        for (news, why) in [
            (events_from(0, "a"), "duplicate"),
            (events_from(2, "c"), "gap"),
            (events_from(1, "b"), "never sent"),
        ] {
            assert!(matches!(player.take(&news, &mut known), Err(Error::Fault(_))), "{why}");
        }
        let refused = json!({ "type": "refused", "seq": 1, "error": { "code": "unavailable" } });
        assert!(matches!(player.take(&refused, &mut known), Err(Error::Refused(_))));
    }
}
