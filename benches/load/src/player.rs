use std::pin::pin;
use std::time::Duration;

use futures_util::future::try_join_all;
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::sync::{Barrier, Semaphore};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::Outcome;
use crate::contender::{Contender, Heard, Kind, Pairing};
use crate::requests;
use crate::script::Script;

/// How long anything may take before the server is given up.
const PATIENCE: Duration = Duration::from_secs(30);
/// How many sockets are opened at a time.
const OPENING: usize = 64;

/// One player's end of a socket.
struct Player<'a> {
    kind: Kind,
    /// The process on which they are.
    port: u16,
    pairing: &'a Pairing,
    side: usize,
    socket: WebSocketStream<TcpStream>,
    /// The number of moves that they have seen.
    seen: usize,
    /// The bytes of all texts that they were told.
    told: u64,
}

/// The two players of a game.
pub struct Pair<'a> {
    players: [Player<'a>; 2],
    script: &'a Script,
    kind: Kind,
}

/// Says when the moves of a pair are due.
#[derive(Clone, Copy, Debug)]
pub struct Timetable {
    /// When the first is.
    pub first: Instant,
    /// How long after each the next is.
    pub every: Duration,
    /// When those that count begin.
    pub from: Instant,
    /// When no more are.
    pub until: Instant,
}

/// Seats two players at every pairing, on the processes on which a contender wants them. Who is seated answers the server until all are:
/// whoever does not is taken to be gone.
///
/// # Errors
/// The server refuses or is gone.
pub async fn seat<'a>(
    contender: &Contender,
    ports: &[u16],
    pairings: &'a [Pairing],
    scripts: &'a [Script],
) -> Outcome<Vec<Pair<'a>>> {
    let kind = contender.kind();
    let (opening, seated) = (Semaphore::new(OPENING), Barrier::new(pairings.len()));
    let sitting = pairings.iter().zip(scripts.iter().cycle()).enumerate().map(|(game, (pairing, script))| {
        let [one, two] = contender.seats(game, ports.len()).map(|process| ports[process]);
        let (opening, seated) = (&opening, &seated);
        async move {
            let place = opening.acquire().await.map_err(|error| error.to_string())?;
            let players =
                [Player::sit(kind, one, pairing, 0).await?, Player::sit(kind, two, pairing, 1).await?];
            drop(place);
            let mut pair = Pair { players, script, kind };
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
    async fn sit(kind: Kind, port: u16, pairing: &'a Pairing, side: usize) -> Outcome<Self> {
        let failed = |error: &dyn std::fmt::Display| format!("a socket cannot be opened: {error}");
        let sitting = async {
            let stream = TcpStream::connect(("127.0.0.1", port)).await.map_err(|error| failed(&error))?;
            stream.set_nodelay(true).map_err(|error| failed(&error))?;
            let request = kind.address(port).into_client_request().map_err(|error| failed(&error))?;
            let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
            let opened = client_async_with_config(request, stream, Some(config)).await;
            let (socket, _) = opened.map_err(|error| failed(&error))?;
            let mut player = Self { kind, port, pairing, side, socket, seen: 0, told: 0 };
            player.say(kind.greeting(pairing, side)).await?;
            player.hear_until_seated().await?;
            Ok(player)
        };
        timeout(PATIENCE, sitting).await.unwrap_or_else(|_| Err("the server seats nobody".into()))
    }

    /// Hears whatever comes until the server has said something about the game.
    async fn hear_until_seated(&mut self) -> Outcome {
        loop {
            let text = self.next().await?;
            let settled = self.kind.is_seated(&text);
            self.take(&text).await?;
            if settled {
                return Ok(());
            }
        }
    }

    async fn say(&mut self, text: String) -> Outcome {
        self.socket.send(Message::text(text)).await.map_err(|error| format!("nothing can be said: {error}"))
    }

    /// Returns the next text that comes.
    async fn next(&mut self) -> Outcome<String> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
                Some(Ok(Message::Close(frame))) => {
                    return Err(format!("the server closes a socket: {frame:?}"));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(format!("a socket is lost: {error}")),
                None => return Err("a socket is lost".into()),
            }
        }
    }

    /// Takes note of what a text says.
    async fn take(&mut self, text: &str) -> Outcome {
        self.told += text.len() as u64;
        match self.kind.hear(text, self.pairing, self.side) {
            Heard::Nothing => Ok(()),
            Heard::Reply(reply) => self.say(reply).await,
            Heard::Moves(count) => {
                self.seen = self.seen.max(count);
                Ok(())
            }
            Heard::Refused(what) => Err(format!("the server says: {what}")),
        }
    }

    /// Hears the next thing that comes.
    async fn hear(&mut self) -> Outcome {
        let text = self.next().await?;
        self.take(&text).await
    }
}

impl Pair<'_> {
    /// Returns the number of moves that were made, and the bytes of all texts that the two were told.
    pub fn heard(&self) -> (usize, u64) {
        let [one, two] = &self.players;
        (one.seen.max(two.seen), one.told + two.told)
    }

    /// Makes moves as they are due, and returns how long each that counts took from when it was due until the other player
    /// saw it. One that must wait for the one before is late already.
    ///
    /// # Errors
    /// The server refuses, takes too long, or is gone.
    pub async fn play(&mut self, timetable: Timetable) -> Outcome<Vec<Duration>> {
        let mut times = Vec::new();
        let mut due = timetable.first;
        while due < timetable.until {
            self.wait(due).await?;
            let number = self.players[0].seen;
            let text =
                self.script.get(number).ok_or("the games are at their end: hold the rates for less long")?;
            let side = number % 2;
            let seen = timeout(PATIENCE, self.make(side, number, text)).await;
            let seen = seen.unwrap_or_else(|_| Err("a move is not seen".into()))?;
            if due >= timetable.from {
                times.push(seen.saturating_duration_since(due));
            }
            due += timetable.every;
        }
        Ok(times)
    }

    /// Hears what comes until a time; nothing is expected but questions whether anybody is there.
    ///
    /// # Errors
    /// The server refuses or is gone.
    pub async fn wait(&mut self, until: Instant) -> Outcome {
        self.hear_until(sleep_until(until)).await
    }

    /// Hears what comes until something is done.
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

    /// Makes a move, waits until both have seen it, and returns when the other did.
    async fn make(&mut self, side: usize, number: usize, text: &str) -> Outcome<Instant> {
        let [one, two] = &mut self.players;
        let (mover, other) = if side == 0 { (one, two) } else { (two, one) };
        let answered = async {
            match self.kind {
                Kind::Requests => requests::play(mover.port, &mover.pairing.keys[side], number, text).await?,
                kind => mover.say(kind.play(mover.pairing, side, number, text)).await?,
            }
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
