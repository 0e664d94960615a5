use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::Soak;
use super::report::{Tally, add};
use crate::http::{Answer, Client, keys, list, new_game, new_move};
use crate::record::{Fate, Record, move_event};
use crate::socket::{self, Message, Socket, Unopened, move_message};

/// How long after a move the next is due.
const EVERY: Duration = Duration::from_secs(1);
/// How long an attempt may take before the connections are given up.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(50);
/// How long after a start of the server moves are counted apart: every client reconnects, and no game is in memory.
const AFTER: Duration = Duration::from_secs(3);
/// How long a game may be out of reach at the end.
const LONGEST: Duration = Duration::from_secs(60);
/// How long a server may send nothing: its heartbeat comes every six seconds.
const SILENCE: Duration = Duration::from_secs(15);
/// After how many moves a new game begins.
const MOVES: usize = 600;
/// Half of the games have clocks: a date that is set by days must not take time.
const PACE: &str = "live spare=1h extra=10s";

/// Why a move is not made, or not seen.
#[derive(Debug)]
enum Trouble {
    /// The connection ended.
    Gone,
    /// The server refuses, with a code.
    Refused(String),
    /// Something acknowledged is lost, changed or doubled.
    Fault(String),
}

pub struct Pair {
    soak: Arc<Soak>,
    number: usize,
    client: Client,
    game: Option<Game>,
    over: Vec<Game>,
    /// How often the server had been away when the game was last checked.
    checked: usize,
}

struct Game {
    players: [Player; 2],
    script: usize,
    known: Known,
    /// How many events there are to be.
    goal: usize,
}

struct Player {
    key: String,
    socket: Option<Socket>,
    /// How many events they have received.
    heard: usize,
}

/// What a game's players know: the moves acknowledged, and the one sent last while there is no answer.
#[derive(Default)]
struct Known {
    record: Record,
    /// The index of the move without an answer.
    pending: Option<usize>,
    /// How many moves were acknowledged.
    count: usize,
}

impl Known {
    fn send(&mut self, text: &str) {
        // It may be sent again after an attempt that failed.
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

    /// Checks the stored events: no other may be there, since no time passes.
    fn check(&self, stored: &[Value]) -> Result<(), Trouble> {
        self.record.check(stored, |_| false).map_err(Trouble::Fault)
    }
}

impl Pair {
    pub fn new(soak: &Arc<Soak>, number: usize) -> Self {
        let client = Client::new(format!("10.0.{}.{}", number / 250, 1 + number % 250));
        Self { soak: Arc::clone(soak), number, client, game: None, over: Vec::new(), checked: 0 }
    }

    /// Every third pair plays through the relay that cuts connections, and is not measured.
    fn is_relayed(&self) -> bool {
        self.number % 3 == 2
    }

    fn fault(&self, text: String) {
        self.soak.tally.faults.add(format!("pair {}: {text}", self.number));
    }

    pub async fn play(&mut self) {
        let mut due = Instant::now() + EVERY / 60 * (self.number % 60) as u32;
        while due < self.soak.until {
            self.idle(due).await;
            let Some(seen) = self.make(due).await else { break };
            add(&self.soak.tally.moves);
            let is_excused = self.soak.is_excused(due, seen) || self.is_relayed();
            if !is_excused {
                let begun = due.checked_sub(AFTER).unwrap_or(due);
                let is_fresh = self.soak.server.away.touch(begun, seen);
                self.soak.tally.times.lock().unwrap().push((seen - due, is_fresh));
            }
            // A move that waits for the previous one is late, except where the server was away.
            due = if is_excused { seen.max(due) + EVERY } else { due + EVERY };
        }
    }

    async fn idle(&mut self, until: Instant) {
        let until = until.into();
        let Some(game) = &mut self.game else { return tokio::time::sleep_until(until).await };
        loop {
            let heard = tokio::select! {
                biased;
                () = tokio::time::sleep_until(until) => return,
                heard = game.hear() => heard,
            };
            if let Err(Trouble::Fault(fault)) = heard {
                self.soak.tally.faults.add(fault);
            }
        }
    }

    /// Makes the next move, however often it must be tried; returns when both had seen it, or `None` once the soak has long been over.
    async fn make(&mut self, due: Instant) -> Option<Instant> {
        for tries in 0.. {
            match timeout(PATIENCE, self.attempt()).await {
                Ok(Ok(())) => return Some(Instant::now()),
                Ok(Err(Trouble::Refused(code))) => {
                    // A player whose connections are cut may ask too often.
                    if self.soak.is_excused(due, Instant::now()) || self.is_relayed() {
                        add(&self.soak.tally.excused);
                    } else {
                        self.soak.tally.refuse(code);
                    }
                }
                Ok(Err(Trouble::Fault(fault))) => {
                    self.fault(fault);
                    self.game = None;
                }
                Ok(Err(Trouble::Gone)) => {}
                Err(_) => self.hang_up(),
            }
            if Instant::now() > self.soak.until + LONGEST {
                self.fault("a move cannot be made any more".into());
                break;
            }
            // A connection that the server has closed meanwhile is opened again at once.
            if tries > 0 {
                sleep(PAUSE).await;
            }
        }
        None
    }

    fn hang_up(&mut self) {
        self.client.hang_up();
        let players = self.game.iter_mut().flat_map(|game| &mut game.players);
        players.for_each(|player| player.socket = None);
    }

    /// Does what is still to be done for the next move to be made and seen.
    async fn attempt(&mut self) -> Result<(), Trouble> {
        if self.game.as_ref().is_some_and(|game| game.goal >= MOVES && game.is_seen()) {
            self.over.extend(self.game.take());
        }
        if self.game.is_none() {
            self.game = Some(self.begin().await?);
        }
        let port = self.soak.port(self.is_relayed());
        let Some(game) = &mut self.game else { return Err(Trouble::Gone) };
        for player in &mut game.players {
            player.connect(port, &self.client.from).await?;
        }
        let away = self.soak.server.away.count();
        if self.checked != away {
            game.check(&mut self.client, port, &self.soak.tally).await?;
            self.checked = away;
        }
        if game.is_seen() {
            game.goal = game.known.count + 1;
        }
        if game.known.count < game.goal {
            let number = game.known.count;
            let text = &self.soak.scripts[game.script][number];
            game.known.send(text);
            let player = &mut game.players[number % 2];
            // Some move by requests, some by their sockets.
            if self.number.is_multiple_of(2) {
                let (key, body) = (Some(&*player.key), new_move(number, text));
                ask(&mut self.client, port, "/api/game/moves", key, Some(&body), 200).await?;
                game.known.acknowledge();
            } else {
                player.say(move_message(number, &**text)).await?;
            }
        }
        while !game.is_seen() {
            game.hear().await?;
        }
        Ok(())
    }

    async fn begin(&mut self) -> Result<Game, Trouble> {
        let body = new_game(&self.soak.game, (self.number % 4 < 2).then_some(PACE));
        let port = self.soak.port(self.is_relayed());
        let created = ask(&mut self.client, port, "/api/games", None, Some(&body), 201).await?.json();
        let keys = keys(&created).ok_or_else(|| Trouble::Fault(format!("no keys: {created}")))?;
        add(&self.soak.tally.games);
        let players = keys.map(|key| Player { key, socket: None, heard: 0 });
        let script = (self.number + self.over.len()) % self.soak.scripts.len();
        Ok(Game { players, script, known: Known::default(), goal: 0 })
    }

    pub async fn finish(&mut self) {
        // The relay is not needed any more.
        self.hang_up();
        let (port, until) = (self.soak.server.port(), Instant::now() + LONGEST);
        let mut faults = Vec::new();
        for game in self.over.iter_mut().chain(&mut self.game) {
            loop {
                match timeout(PATIENCE, game.check(&mut self.client, port, &self.soak.tally)).await {
                    Ok(Ok(())) => break,
                    Ok(Err(Trouble::Fault(fault))) => {
                        faults.push(format!("at the end: {fault}"));
                        break;
                    }
                    other if Instant::now() > until => {
                        faults.push(format!("a game cannot be read: {other:?}"));
                        break;
                    }
                    _ => sleep(PAUSE * 10).await,
                }
            }
        }
        faults.into_iter().for_each(|fault| self.fault(fault));
    }
}

impl Game {
    /// Returns whether both players have seen all events there are to be.
    fn is_seen(&self) -> bool {
        self.known.count >= self.goal && self.players.iter().all(|player| player.heard >= self.goal)
    }

    async fn hear(&mut self) -> Result<(), Trouble> {
        let [one, two] = &mut self.players;
        let (player, news) = tokio::select! {
            news = one.next() => (one, news?),
            news = two.next() => (two, news?),
        };
        player.take(&news, &mut self.known)
    }

    async fn check(&mut self, client: &mut Client, port: u16, tally: &Tally) -> Result<(), Trouble> {
        let state = ask(client, port, "/api/game", Some(&self.players[0].key), None, 200).await?.json();
        self.known.check(list(&state["events"]))?;
        add(&tally.checks);
        Ok(())
    }
}

async fn ask(
    client: &mut Client,
    port: u16,
    path: &str,
    key: Option<&str>,
    body: Option<&str>,
    expected: u16,
) -> Result<Answer, Trouble> {
    let answer = client.ask(port, path, key, body).await.map_err(|_| Trouble::Gone)?;
    match answer.status {
        status if status == expected => Ok(answer),
        429 | 503 => Err(Trouble::Refused(answer.code())),
        status => Err(Trouble::Fault(format!("{path} gets {status}: {}", answer.json()))),
    }
}

impl Player {
    /// Connects, if not connected, and asks for what comes after the events received.
    async fn connect(&mut self, port: u16, from: &str) -> Result<(), Trouble> {
        if self.socket.is_some() {
            return Ok(());
        }
        let opened = socket::open(port, "/api/live", from, None).await;
        self.socket = Some(opened.map_err(|unopened| match unopened {
            Unopened::Gone => Trouble::Gone,
            Unopened::Refused(status) => Trouble::Refused(status.to_string()),
        })?);
        self.say(Message::text(json!({ "key": self.key, "after": self.heard }).to_string())).await
    }

    async fn say(&mut self, message: Message) -> Result<(), Trouble> {
        let sent = self.socket.as_mut().ok_or(Trouble::Gone)?.send(message).await;
        sent.map_err(|_| self.lose())
    }

    /// Waits for the next message; for ever without a connection.
    async fn next(&mut self) -> Result<Value, Trouble> {
        let Some(socket) = &mut self.socket else { return std::future::pending().await };
        match timeout(SILENCE, socket.next()).await {
            Ok(Some(Ok(Message::Text(text)))) => {
                serde_json::from_str(&text).map_err(|error| Trouble::Fault(format!("{error}: {text}")))
            }
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => Ok(Value::Null),
            _ => Err(self.lose()),
        }
    }

    /// Checks a message against what is known, and counts what it acknowledges.
    fn take(&mut self, news: &Value, known: &mut Known) -> Result<(), Trouble> {
        match news["type"].as_str() {
            Some("events") => {
                let (heard, events) = (self.heard, list(&news["events"]));
                if news["from"] != heard {
                    return Err(Trouble::Fault(format!(
                        "after {heard} events come those from {}",
                        news["from"]
                    )));
                }
                known.record.check_sent(heard, events, |_| false).map_err(Trouble::Fault)?;
                self.heard += events.len();
            }
            Some("state") => {
                let events = list(&news["state"]["events"]);
                known.check(events)?;
                self.heard = events.len();
            }
            Some("refused" | "error") => {
                let code = news["error"]["code"].as_str().unwrap_or("?").to_owned();
                return Err(match code.as_str() {
                    "conflict" => Trouble::Fault(format!("a conflict no one caused: {news}")),
                    _ => Trouble::Refused(code),
                });
            }
            _ => {}
        }
        if self.heard > known.count {
            known.acknowledge();
        }
        Ok(())
    }

    fn lose(&mut self) -> Trouble {
        self.socket = None;
        Trouble::Gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_received_is_acknowledged_once_and_in_order() {
        let mut player = Player { key: "k".into(), socket: None, heard: 0 };
        let mut known = Known::default();
        let told = |from: usize, text: &str| json!({ "type": "events", "from": from, "events": [{ "type": "move", "move": text }] });
        known.send("a");
        player.take(&told(0, "a"), &mut known).unwrap();
        assert_eq!((player.heard, known.count), (1, 1));
        for (news, why) in [
            (told(0, "a"), "it comes twice"),
            (told(2, "c"), "one is left out"),
            (told(1, "b"), "no one sent it"),
        ] {
            assert!(matches!(player.take(&news, &mut known), Err(Trouble::Fault(_))), "{why}");
        }
        let refused = json!({ "type": "refused", "seq": 1, "error": { "code": "unavailable" } });
        assert!(matches!(player.take(&refused, &mut known), Err(Trouble::Refused(_))));
    }
}
