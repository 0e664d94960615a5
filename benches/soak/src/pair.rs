use std::sync::Arc;
use std::time::{Duration, Instant};

use load::script::Script;
use serde_json::json;
use tokio::time::{sleep, timeout};

use crate::player::{Player, Trouble};
use crate::receipts::Receipts;
use crate::soak::Soak;
use crate::tally::Tally;
use load::http::Client;

/// How long after a move the next is due.
const EVERY: Duration = Duration::from_secs(1);
/// How long an attempt may take before the connections are given up.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long after an attempt that failed the next is made.
const PAUSE: Duration = Duration::from_millis(50);
/// How long after a start of the server moves are told apart: everybody connects anew, and no game is at hand.
const AFTER: Duration = Duration::from_secs(3);
/// How long a game may be out of reach at the end.
const LONGEST: Duration = Duration::from_secs(60);
/// After how many moves a new game begins.
const MOVES: usize = 600;
/// Half of the games have clocks: a date that is set by days would end them, if it took time.
const PACE: &str = "live spare=1h extra=10s";

/// Two players, who play one game after the other.
pub struct Pair {
    soak: Arc<Soak>,
    scripts: Arc<Vec<Script>>,
    number: usize,
    client: Client,
    game: Option<Game>,
    over: Vec<Game>,
    /// How often the server had been away when the game was last held to what is known.
    checked: usize,
}

/// A game of a pair.
struct Game {
    players: [Player; 2],
    script: usize,
    receipts: Receipts,
    /// The number of events that there are to be.
    goal: usize,
}

impl Pair {
    /// Makes the pair of a number. Of every three one plays through the relay that cuts connections, and is not measured.
    pub fn new(soak: &Arc<Soak>, scripts: &Arc<Vec<Script>>, number: usize) -> Self {
        let client = Client::new(format!("10.0.{}.{}", number / 250, 1 + number % 250));
        let (soak, scripts) = (Arc::clone(soak), Arc::clone(scripts));
        Self { soak, scripts, number, client, game: None, over: Vec::new(), checked: 0 }
    }

    fn is_relayed(&self) -> bool {
        self.number % 3 == 2
    }

    /// Plays until the soak is over.
    pub async fn play(&mut self) {
        let mut due = Instant::now() + EVERY / 60 * (self.number % 60) as u32;
        while due < self.soak.until {
            self.idle(due).await;
            let Some(seen) = self.make(due).await else { break };
            Tally::add(&self.soak.tally.moves);
            let excused = self.soak.is_excused(due, seen);
            if !excused && !self.is_relayed() {
                let begun = due.checked_sub(AFTER).unwrap_or(due);
                self.soak.tally.time(seen - due, self.soak.server.away.touch(begun, seen));
            }
            // One that waits for the one before is late, except where the server was not there.
            due = if excused || self.is_relayed() { seen.max(due) + EVERY } else { due + EVERY };
        }
    }

    /// Hears what comes until an instant.
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
                self.soak.tally.fault(fault);
            }
        }
    }

    /// Makes the next move, however often it must be tried; returns when both had seen it, or nothing once the soak has long been over.
    async fn make(&mut self, due: Instant) -> Option<Instant> {
        let mut tries = 0;
        loop {
            match timeout(PATIENCE, self.attempt()).await {
                Ok(Ok(())) => return Some(Instant::now()),
                Ok(Err(Trouble::Refused(code))) => {
                    // Whoever is cut off may ask too often.
                    if self.soak.is_excused(due, Instant::now()) || self.is_relayed() {
                        Tally::add(&self.soak.tally.excused);
                    } else {
                        self.soak.tally.refuse(&code);
                    }
                }
                Ok(Err(Trouble::Fault(fault))) => {
                    self.soak.tally.fault(format!("pair {}: {fault}", self.number));
                    self.game = None;
                }
                Ok(Err(Trouble::Gone)) => {}
                Err(_) => self.hang_up(),
            }
            if Instant::now() > self.soak.until + LONGEST {
                self.soak.tally.fault(format!("pair {}: a move cannot be made any more", self.number));
                return None;
            }
            // A connection that the server has closed meanwhile is made anew at once.
            if tries > 0 {
                sleep(PAUSE).await;
            }
            tries += 1;
        }
    }

    fn hang_up(&mut self) {
        self.client.hang_up();
        if let Some(game) = &mut self.game {
            game.players.iter_mut().for_each(Player::hang_up);
        }
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
            player.connect(port, self.client.from()).await?;
        }
        let away = self.soak.server.away.count();
        if self.checked != away {
            game.check(&mut self.client, port, &self.soak.tally).await?;
            self.checked = away;
        }
        if game.is_seen() {
            game.goal = game.receipts.count() + 1;
        }
        if game.receipts.count() < game.goal {
            let number = game.receipts.count();
            let text = &self.scripts[game.script][number];
            game.receipts.send(text);
            // Some move by requests, some by their sockets.
            if self.number.is_multiple_of(2) {
                game.request(&mut self.client, port, number, text).await?;
            } else {
                game.players[number % 2].say(number, text).await?;
            }
        }
        while !game.is_seen() {
            game.hear().await?;
        }
        Ok(())
    }

    /// Begins a game.
    async fn begin(&mut self) -> Result<Game, Trouble> {
        let human = json!({ "kind": "human" });
        let mut body = json!({ "spec": self.soak.game, "players": [human, human], "seats": { "host": 1 } });
        if self.number % 4 < 2 {
            body["pace"] = PACE.into();
        }
        let port = self.soak.port(self.is_relayed());
        let asked = self.client.ask(port, "/api/games", None, Some(&body.to_string())).await;
        let answer = asked.map_err(|_| Trouble::Gone)?;
        match answer.status {
            201 => {}
            429 | 503 => return Err(Trouble::Refused(answer.code())),
            status => return Err(Trouble::Fault(format!("a game gets {status}: {}", answer.json()))),
        }
        let created = answer.json();
        let key = |side: usize| created["keys"]["sides"][side].as_str().map(str::to_owned);
        let keys = key(0).zip(key(1)).ok_or_else(|| Trouble::Fault(format!("no keys: {created}")))?;
        Tally::add(&self.soak.tally.games);
        let players = [Player::new(keys.0), Player::new(keys.1)];
        let script = (self.number + self.over.len()) % self.scripts.len();
        Ok(Game { players, script, receipts: Receipts::default(), goal: 0 })
    }

    /// Holds every game to what is known of it, at the end.
    pub async fn finish(&mut self) {
        // The relay is not needed any more.
        self.hang_up();
        let (port, until) = (self.soak.server.port(), Instant::now() + LONGEST);
        for game in self.over.iter_mut().chain(&mut self.game) {
            loop {
                match timeout(PATIENCE, game.check(&mut self.client, port, &self.soak.tally)).await {
                    Ok(Ok(())) => break,
                    Ok(Err(Trouble::Fault(fault))) => {
                        self.soak.tally.fault(format!("pair {}, at the end: {fault}", self.number));
                        break;
                    }
                    other if Instant::now() > until => {
                        self.soak
                            .tally
                            .fault(format!("pair {}: a game cannot be read: {other:?}", self.number));
                        break;
                    }
                    _ => sleep(PAUSE * 10).await,
                }
            }
        }
    }
}

impl Game {
    /// Tells whether both players have seen all there is to be.
    fn is_seen(&self) -> bool {
        self.receipts.count() >= self.goal && self.players.iter().all(|player| player.heard >= self.goal)
    }

    /// Hears the next thing that either player is told.
    async fn hear(&mut self) -> Result<(), Trouble> {
        let [one, two] = &mut self.players;
        let (player, news) = tokio::select! {
            news = one.next() => (one, news?),
            news = two.next() => (two, news?),
        };
        player.take(&news, &mut self.receipts)
    }

    /// Makes a move by a request.
    async fn request(
        &mut self,
        client: &mut Client,
        port: u16,
        number: usize,
        text: &str,
    ) -> Result<(), Trouble> {
        let body = json!({ "seq": number, "move": text }).to_string();
        let key = &self.players[number % 2].key;
        let asked = client.ask(port, "/api/game/moves", Some(key), Some(&body)).await;
        let answer = asked.map_err(|_| Trouble::Gone)?;
        match answer.status {
            200 => {
                self.receipts.acknowledge();
                Ok(())
            }
            429 | 503 => Err(Trouble::Refused(answer.code())),
            status => Err(Trouble::Fault(format!("move {number} gets {status}: {}", answer.json()))),
        }
    }

    /// Holds the stored game to what is known of it.
    async fn check(&mut self, client: &mut Client, port: u16, tally: &Tally) -> Result<(), Trouble> {
        let asked = client.ask(port, "/api/game", Some(&self.players[0].key), None).await;
        let answer = asked.map_err(|_| Trouble::Gone)?;
        match answer.status {
            200 => {}
            429 | 503 => return Err(Trouble::Refused(answer.code())),
            status => return Err(Trouble::Fault(format!("the game gets {status}: {}", answer.json()))),
        }
        let state = answer.json();
        let events = state["events"].as_array().map_or(&[][..], Vec::as_slice);
        self.receipts.check(events).map_err(Trouble::Fault)?;
        Tally::add(&tally.checks);
        Ok(())
    }
}
