//! Plays on a server as a bot.

mod connection;
mod game;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use entourage_arena::Player;
use entourage_registry::Registry;
use serde_json::Value;

pub use connection::{Connection, RequestError};
use connection::{POLL_INTERVAL, StreamItem};
use game::Backoff;

const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

pub struct BotSettings {
    pub name: String,
    pub registry: Registry,
    pub player: Player,
    pub movetime: u64,
    pub games: Vec<String>,
    pub max_games: usize,
}

pub struct Bot {
    connection: Arc<Connection>,
    settings: Arc<BotSettings>,
    stop: Arc<AtomicBool>,
    playing: HashMap<String, JoinHandle<()>>,
    report: fn(&str),
}

impl Bot {
    pub fn new(connection: Connection, settings: BotSettings, stop: Arc<AtomicBool>, report: fn(&str)) -> Self {
        let (connection, settings) = (Arc::new(connection), Arc::new(settings));
        Self { connection, settings, stop, playing: HashMap::new(), report }
    }

    /// Plays until stopped. Reconnects with increasing delays; fails if the server rejects the bot.
    pub fn run(mut self) -> Result<(), RequestError> {
        let mut backoff = Backoff::default();
        while !self.stop.load(Ordering::Relaxed) {
            match self.listen(&mut backoff) {
                Ok(()) | Err(RequestError::Unavailable(_)) => {}
                Err(refused) => {
                    self.shut_down();
                    return Err(refused);
                }
            }
            if !self.stop.load(Ordering::Relaxed) {
                let delay = backoff.next_delay();
                (self.report)(&format!("the server is unavailable; retrying in {} ms", delay.as_millis()));
                game::wait(delay, &self.stop);
            }
        }
        self.shut_down();
        Ok(())
    }

    fn listen(&mut self, backoff: &mut Backoff) -> Result<(), RequestError> {
        let events = self.connection.lines("/api/stream/event")?;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            self.playing.retain(|_, game| !game.is_finished());
            match events.next(POLL_INTERVAL) {
                StreamItem::Line(event) => {
                    backoff.reset();
                    self.handle(&event)?;
                }
                StreamItem::KeepAlive => backoff.reset(),
                StreamItem::Pending => {}
                StreamItem::End => return Ok(()),
            }
        }
    }

    fn handle(&mut self, event: &Value) -> Result<(), RequestError> {
        match event["type"].as_str() {
            Some("gameStart") => {
                let id = event["game"]["gameId"].as_str().unwrap_or_default().to_owned();
                if !id.is_empty() && !self.playing.contains_key(&id) {
                    self.play(id, &event["game"]);
                }
                Ok(())
            }
            Some("challenge") if event["challenge"]["direction"] == "in" => self.answer(&event["challenge"]),
            _ => Ok(()),
        }
    }

    /// Accepts a challenge if its terms suit the bot and the bot has room for another game; otherwise declines it.
    fn answer(&mut self, challenge: &Value) -> Result<(), RequestError> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (id, spec) = (text(&challenge["id"]), game::spec_of(&challenge["variant"]));
        let (who, enforcement) = (text(&challenge["challenger"]["name"]), text(&challenge["degree"]));
        let has_capacity = self.playing.len() < self.settings.max_games;
        let accepts = has_capacity && enforcement == "enforced" && self.settings.accepts(&spec);
        let answer = if accepts { "accept" } else { "decline" };
        (self.report)(&format!("{answer} {id}: {spec} against {who}"));
        match self.connection.post(&["api", "challenge", &id, answer], "") {
            // The challenge has been withdrawn.
            Ok(()) | Err(RequestError::Rejected { status: 400..=499, .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn play(&mut self, id: String, start: &Value) {
        let opponent = start["opponent"]["username"].as_str().unwrap_or_default();
        let spec = game::spec_of(&start["variant"]);
        (self.report)(&format!("play {id}: {spec} against {opponent}"));
        let (connection, settings, stop) =
            (Arc::clone(&self.connection), Arc::clone(&self.settings), Arc::clone(&self.stop));
        let (report, name) = (self.report, id.clone());
        let game = thread::spawn(move || game::play(&connection, &settings, &name, &stop, report));
        self.playing.insert(id, game);
    }

    fn shut_down(&mut self) {
        let until = std::time::Instant::now() + SHUTDOWN_TIMEOUT;
        self.stop.store(true, Ordering::Relaxed);
        for (_, game) in self.playing.drain() {
            while !game.is_finished() && std::time::Instant::now() < until {
                thread::sleep(Duration::from_millis(20));
            }
            if game.is_finished() {
                // A panic has already been printed.
                let _ = game.join();
            }
        }
    }
}

impl BotSettings {
    fn accepts(&self, spec: &str) -> bool {
        let name = spec.split(':').next().unwrap_or(spec);
        let is_listed = self.games.is_empty() || self.games.iter().any(|game| game == name);
        is_listed && self.registry.open(spec).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_accepted_by_name() {
        let registry = Registry::built_in();
        let [one, other] = [registry.games()[0], registry.games()[1]];
        let settings = |games: &[&str]| BotSettings {
            name: "Robo".into(),
            registry: registry.clone(),
            player: Player::Captures,
            movetime: 1,
            games: games.iter().map(ToString::to_string).collect(),
            max_games: 1,
        };
        assert!(settings(&[]).accepts(one) && !settings(&[]).accepts("no such game"));
        assert!(settings(&[one]).accepts(one) && !settings(&[one]).accepts(other));
        assert!(settings(&[one]).accepts(&format!("{one}:repetition=3")));
        assert!(!settings(&[&one[..2]]).accepts(one));
    }
}
