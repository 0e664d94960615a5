use std::cell::RefCell;
use std::collections::BTreeMap;
use std::pin::pin;
use std::time::Duration;

use futures_util::future::try_join_all;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use tokio::sync::{Barrier, Semaphore};
use tokio::time::{Instant, sleep_until, timeout};

use super::contender::Contender;
use crate::Outcome;
use crate::http::{Client, new_move};
use crate::script::Script;
use crate::socket::{self, Message, Socket, Utf8Bytes};

const TIMEOUT: Duration = Duration::from_secs(30);
const OPENING: usize = 64;

thread_local! {
    /// Idle keep-alive connections by port, shared by all requests.
    static IDLE: RefCell<BTreeMap<u16, Vec<Client>>> = const { RefCell::new(BTreeMap::new()) };
}

struct Player<'a> {
    port: u16,
    key: &'a str,
    /// Whether moves are sent by HTTP requests.
    by_requests: bool,
    socket: Socket,
    seen: usize,
    told: u64,
}

pub struct Pair<'a> {
    players: [Player<'a>; 2],
    script: &'a Script,
}

#[derive(Clone, Copy, Debug)]
pub struct Timetable {
    pub first: Instant,
    pub every: Duration,
    /// Start of the measurement.
    pub from: Instant,
    pub until: Instant,
}

/// Connects two players to every game. Connected players answer heartbeats until all are connected.
pub async fn seat<'a>(
    contender: Contender<'_>,
    ports: &[u16],
    games: &'a [[String; 2]],
    scripts: &'a [Script],
) -> Outcome<Vec<Pair<'a>>> {
    let (opening, seated) = (&Semaphore::new(OPENING), &Barrier::new(games.len()));
    let by_requests = contender.options.requests;
    let sitting = games.iter().zip(scripts.iter().cycle()).enumerate().map(|(game, (keys, script))| {
        let [one, two] = contender.seats(game, ports.len()).map(|process| ports[process]);
        async move {
            let place = opening.acquire().await.map_err(|error| error.to_string())?;
            let players = [
                Player::sit(one, &keys[0], by_requests).await?,
                Player::sit(two, &keys[1], by_requests).await?,
            ];
            drop(place);
            let mut pair = Pair { players, script };
            pair.hear_until(async {
                seated.wait().await;
            })
            .await?;
            Ok::<_, String>(pair)
        }
    });
    try_join_all(sitting).await
}

impl<'a> Player<'a> {
    async fn sit(port: u16, key: &'a str, by_requests: bool) -> Outcome<Self> {
        let sitting = async {
            let socket = socket::open(port, "/api/live", "127.0.0.1", None).await;
            let socket = socket.map_err(|error| format!("cannot open a WebSocket: {error}"))?;
            let mut player = Self { port, key, by_requests, socket, seen: 0, told: 0 };
            player.say(json!({ "key": key, "after": 0 }).to_string()).await?;
            // The server confirms that a player is connected.
            while !player.hear().await?.contains("\"here\"") {}
            Ok(player)
        };
        timeout(TIMEOUT, sitting).await.unwrap_or_else(|_| Err("connecting timed out".into()))
    }

    async fn say(&mut self, text: String) -> Outcome {
        self.socket.send(Message::text(text)).await.map_err(|error| format!("cannot send a message: {error}"))
    }

    /// Receives a message, and returns its text.
    async fn hear(&mut self) -> Outcome<Utf8Bytes> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    self.told += text.len() as u64;
                    self.seen = self.seen.max(count_moves(&text)?.unwrap_or(0));
                    return Ok(text);
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(format!("the server closed a socket: {frame:?}"));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(format!("the connection to the server failed: {error}")),
                None => return Err("the server closed a connection".into()),
            }
        }
    }

    /// Waits until the player has received move `number`; returns the time.
    async fn see(&mut self, number: usize) -> Outcome<Instant> {
        while self.seen <= number {
            self.hear().await?;
        }
        Ok(Instant::now())
    }

    async fn play(&mut self, number: usize, text: &str) -> Outcome {
        let body = new_move(number, text);
        if !self.by_requests {
            return self.say(body).await;
        }
        let idle = IDLE.with_borrow_mut(|idle| idle.entry(self.port).or_default().pop());
        let mut client = idle.unwrap_or_else(|| Client::new("127.0.0.1", self.port));
        let answer = client.ask("/api/game/moves", Some(self.key), Some(&body)).await;
        let answer = answer.map_err(|error| format!("cannot send a move: {error}"))?;
        if answer.status != 200 {
            return Err(format!("a move was refused: {} {}", answer.status, answer.json()));
        }
        IDLE.with_borrow_mut(|idle| idle.entry(self.port).or_default().push(client));
        Ok(())
    }
}

impl Pair<'_> {
    /// Returns the number of moves played, and the total number of bytes received by the two players.
    pub fn heard(&self) -> (usize, u64) {
        let [one, two] = &self.players;
        (one.seen.max(two.seen), one.told + two.told)
    }

    /// Plays moves by the timetable, and returns the latency of each: the time from when the move was due until the opponent received it,
    /// including the wait for the previous move. Also returns how many moves the opponent received while the server was measured.
    pub async fn play(&mut self, timetable: Timetable) -> Outcome<(Vec<Duration>, usize)> {
        let (mut times, mut received) = (Vec::new(), 0);
        let mut due = timetable.first;
        while due < timetable.until {
            self.wait(due).await?;
            let number = self.players[0].seen;
            let text = self.script.get(number).ok_or("scripted game too short; use a smaller --seconds")?;
            let seen = timeout(TIMEOUT, self.make(number, text)).await;
            let seen = seen.unwrap_or_else(|_| Err("a move did not reach the opponent".into()))?;
            received += usize::from((timetable.from..timetable.until).contains(&seen));
            if due >= timetable.from {
                times.push(seen.saturating_duration_since(due));
            }
            due += timetable.every;
        }
        Ok((times, received))
    }

    pub async fn wait(&mut self, until: Instant) -> Outcome {
        self.hear_until(sleep_until(until)).await
    }

    async fn hear_until(&mut self, done: impl Future<Output = ()>) -> Outcome {
        let [one, two] = &mut self.players;
        let mut done = pin!(done);
        loop {
            tokio::select! {
                biased;
                () = &mut done => return Ok(()),
                heard = one.hear() => drop(heard?),
                heard = two.hear() => drop(heard?),
            }
        }
    }

    /// Plays a move, waits until both players have received the move, and returns the time when the opponent received it.
    async fn make(&mut self, number: usize, text: &str) -> Outcome<Instant> {
        let [one, two] = &mut self.players;
        let (mover, other) = if number.is_multiple_of(2) { (one, two) } else { (two, one) };
        let answered = async {
            mover.play(number, text).await?;
            mover.see(number).await
        };
        let (_, seen) = tokio::try_join!(answered, other.see(number))?;
        Ok(seen)
    }
}

#[derive(Deserialize)]
struct News<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(default)]
    from: usize,
    #[serde(default)]
    events: Vec<IgnoredAny>,
    state: Option<State>,
}

#[derive(Deserialize)]
struct State {
    events: Vec<IgnoredAny>,
}

/// Returns the number of moves in the game, if the message contains it; fails for an error or an unknown message.
fn count_moves(text: &str) -> Outcome<Option<usize>> {
    match serde_json::from_str(text) {
        Ok(News { kind: "events", from, events, .. }) => Ok(Some(from + events.len())),
        Ok(News { kind: "state", state: Some(State { events }), .. }) => Ok(Some(events.len())),
        Ok(News { kind: "here" | "clock" | "chat" | "names" | "wishes" | "beat", .. }) => Ok(None),
        _ => Err(format!("the server responded: {}", text.chars().take(200).collect::<String>())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_parsed() {
        let events =
            r#"{"type":"events","from":3,"events":[{"type":"move","move":"e2e4"}],"status":"ongoing"}"#;
        assert_eq!(count_moves(events), Ok(Some(4)));
        let whole = r#"{"type":"state","state":{"spec":"x","events":[{"type":"move","move":"e2e4"}]}}"#;
        assert_eq!(count_moves(whole), Ok(Some(1)));
        for other in [r#"{"type":"here","sides":[true,true],"watchers":0}"#, r#"{"type":"beat"}"#] {
            assert_eq!(count_moves(other), Ok(None));
        }
        assert_eq!(count_moves(r#"{"type":"names","names":[null,null]}"#), Ok(None));
        assert!(count_moves(r#"{"type":"error","error":{}}"#).is_err());
        assert!(count_moves("x").is_err());
    }
}
