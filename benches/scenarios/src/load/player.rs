use std::cell::RefCell;
use std::collections::BTreeMap;
use std::pin::pin;
use std::time::Duration;

use futures_util::future::try_join_all;
use futures_util::{SinkExt, StreamExt};
use tokio::sync::{Barrier, Semaphore};
use tokio::time::{Instant, sleep_until, timeout};

use super::contender::{Contender, Heard, Pairing};
use crate::Outcome;
use crate::http::{Client, new_move};
use crate::script::Script;
use crate::socket::{self, Message, Socket};

const TIMEOUT: Duration = Duration::from_secs(30);
const OPENING: usize = 64;

thread_local! {
    /// Idle keep-alive connections by port, shared by all requests.
    static IDLE: RefCell<BTreeMap<u16, Vec<Client>>> = const { RefCell::new(BTreeMap::new()) };
}

struct Player<'a> {
    contender: &'a Contender,
    port: u16,
    pairing: &'a Pairing,
    side: usize,
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
    contender: &'a Contender,
    ports: &[u16],
    pairings: &'a [Pairing],
    scripts: &'a [Script],
) -> Outcome<Vec<Pair<'a>>> {
    let (opening, seated) = (&Semaphore::new(OPENING), &Barrier::new(pairings.len()));
    let sitting = pairings.iter().zip(scripts.iter().cycle()).enumerate().map(|(game, (pairing, script))| {
        let [one, two] = contender.seats(game, ports.len()).map(|process| ports[process]);
        async move {
            let place = opening.acquire().await.map_err(|error| error.to_string())?;
            let players = [
                Player::sit(contender, one, pairing, 0).await?,
                Player::sit(contender, two, pairing, 1).await?,
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
    async fn sit(contender: &'a Contender, port: u16, pairing: &'a Pairing, side: usize) -> Outcome<Self> {
        let sitting = async {
            let socket = socket::open(port, contender.path(), "127.0.0.1", None).await;
            let socket = socket.map_err(|error| format!("cannot open a WebSocket: {error}"))?;
            let mut player = Self { contender, port, pairing, side, socket, seen: 0, told: 0 };
            player.say(contender.greeting(pairing, side)).await?;
            loop {
                let text = player.next().await?;
                player.take(&text).await?;
                if contender.is_seated(&text) {
                    return Ok(player);
                }
            }
        };
        timeout(TIMEOUT, sitting).await.unwrap_or_else(|_| Err("connecting timed out".into()))
    }

    async fn say(&mut self, text: String) -> Outcome {
        self.socket.send(Message::text(text)).await.map_err(|error| format!("cannot send a message: {error}"))
    }

    async fn next(&mut self) -> Outcome<String> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
                Some(Ok(Message::Close(frame))) => {
                    return Err(format!("the server closed a socket: {frame:?}"));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(format!("the connection to the server failed: {error}")),
                None => return Err("the server closed a connection".into()),
            }
        }
    }

    async fn take(&mut self, text: &str) -> Outcome {
        self.told += text.len() as u64;
        match self.contender.hear(text, self.pairing, self.side) {
            Heard::Nothing => Ok(()),
            Heard::Reply(reply) => self.say(reply).await,
            Heard::Moves(count) => {
                self.seen = self.seen.max(count);
                Ok(())
            }
            Heard::Refused(what) => Err(format!("the server responded: {what}")),
        }
    }

    async fn hear(&mut self) -> Outcome {
        let text = self.next().await?;
        self.take(&text).await
    }

    async fn play(&mut self, number: usize, text: &str) -> Outcome {
        if !self.contender.requests {
            return self.say(self.contender.play(self.pairing, self.side, number, text)).await;
        }
        let idle = IDLE.with_borrow_mut(|idle| idle.entry(self.port).or_default().pop());
        let mut client = idle.unwrap_or_else(|| Client::new("127.0.0.1", self.port));
        let (key, body) = (&self.pairing.keys[self.side], new_move(number, text));
        let answer = client.ask("/api/game/moves", Some(key), Some(&body)).await;
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
    /// including the wait for the previous move.
    pub async fn play(&mut self, timetable: Timetable) -> Outcome<Vec<Duration>> {
        let mut times = Vec::new();
        let mut due = timetable.first;
        while due < timetable.until {
            self.wait(due).await?;
            let number = self.players[0].seen;
            let text = self.script.get(number).ok_or("scripted game too short; use a smaller --seconds")?;
            let seen = timeout(TIMEOUT, self.make(number, text)).await;
            let seen = seen.unwrap_or_else(|_| Err("a move did not reach the opponent".into()))?;
            if due >= timetable.from {
                times.push(seen.saturating_duration_since(due));
            }
            due += timetable.every;
        }
        Ok(times)
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
                heard = one.hear() => heard?,
                heard = two.hear() => heard?,
            }
        }
    }

    /// Plays a move, waits until both players have received the move, and returns the time when the opponent received it.
    async fn make(&mut self, number: usize, text: &str) -> Outcome<Instant> {
        let [one, two] = &mut self.players;
        let (mover, other) = if number.is_multiple_of(2) { (one, two) } else { (two, one) };
        let answered = async {
            mover.play(number, text).await?;
            while mover.seen <= number {
                mover.hear().await?;
            }
            Ok::<_, String>(())
        };
        let seen = async {
            while other.seen <= number {
                other.hear().await?;
            }
            Ok::<_, String>(Instant::now())
        };
        let ((), seen) = tokio::try_join!(answered, seen)?;
        Ok(seen)
    }
}
