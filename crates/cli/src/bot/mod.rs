//! An engine that plays on a server, under the account of a bot.

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

pub use connection::{Connection, Trouble};
use connection::{Heard, TICK};
use game::Pauses;

const FAREWELL: Duration = Duration::from_secs(10);

pub struct Manner {
    pub name: String,
    pub registry: Registry,
    pub player: Player,
    pub movetime: u64,
    pub games: Vec<String>,
    pub most: usize,
}

pub struct Bot {
    connection: Arc<Connection>,
    manner: Arc<Manner>,
    stop: Arc<AtomicBool>,
    playing: HashMap<String, JoinHandle<()>>,
    report: fn(&str),
}

impl Bot {
    pub fn new(connection: Connection, manner: Manner, stop: Arc<AtomicBool>, report: fn(&str)) -> Self {
        let (connection, manner) = (Arc::new(connection), Arc::new(manner));
        Self { connection, manner, stop, playing: HashMap::new(), report }
    }

    /// Plays until it is stopped. Connections are retried after growing pauses; fails if the server refuses to let it
    /// play.
    pub fn run(mut self) -> Result<(), Trouble> {
        let mut pauses = Pauses::default();
        while !self.stop.load(Ordering::Relaxed) {
            match self.listen(&mut pauses) {
                Ok(()) | Err(Trouble::Away(_)) => {}
                Err(refused) => {
                    self.leave();
                    return Err(refused);
                }
            }
            if !self.stop.load(Ordering::Relaxed) {
                let pause = pauses.longer();
                (self.report)(&format!("the server is not there; trying again in {} ms", pause.as_millis()));
                game::wait(pause, &self.stop);
            }
        }
        self.leave();
        Ok(())
    }

    fn listen(&mut self, pauses: &mut Pauses) -> Result<(), Trouble> {
        let events = self.connection.lines("/api/stream/event")?;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            self.playing.retain(|_, game| !game.is_finished());
            match events.hear(TICK) {
                Heard::Line(event) => {
                    pauses.reset();
                    self.attend(&event)?;
                }
                Heard::Beat => pauses.reset(),
                Heard::Nothing => {}
                Heard::End => return Ok(()),
            }
        }
    }

    fn attend(&mut self, event: &Value) -> Result<(), Trouble> {
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

    /// Accepts a challenge that fits and declines any other.
    fn answer(&mut self, challenge: &Value) -> Result<(), Trouble> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (id, spec) = (text(&challenge["id"]), text(&challenge["variant"]["key"]));
        let (who, degree) = (text(&challenge["challenger"]["name"]), text(&challenge["degree"]));
        let room = self.playing.len() < self.manner.most;
        let fits = room && degree == "enforced" && self.manner.takes(&spec);
        let answer = if fits { "accept" } else { "decline" };
        (self.report)(&format!("{answer} {id}: {spec} against {who}"));
        match self.connection.post(&["api", "challenge", &id, answer], "") {
            // The challenge is gone or inaccessible.
            Ok(()) | Err(Trouble::Refused { status: 400..=499, .. }) => Ok(()),
            Err(trouble) => Err(trouble),
        }
    }

    fn play(&mut self, id: String, told: &Value) {
        let opponent = told["opponent"]["username"].as_str().unwrap_or_default();
        let spec = told["variant"]["key"].as_str().unwrap_or_default();
        (self.report)(&format!("play {id}: {spec} against {opponent}"));
        let (connection, manner, stop) =
            (Arc::clone(&self.connection), Arc::clone(&self.manner), Arc::clone(&self.stop));
        let (report, name) = (self.report, id.clone());
        let game = thread::spawn(move || game::play(&connection, &manner, &name, &stop, report));
        self.playing.insert(id, game);
    }

    fn leave(&mut self) {
        let until = std::time::Instant::now() + FAREWELL;
        self.stop.store(true, Ordering::Relaxed);
        for (_, game) in self.playing.drain() {
            while !game.is_finished() && std::time::Instant::now() < until {
                thread::sleep(Duration::from_millis(20));
            }
            if game.is_finished() {
                // A panic has been printed.
                let _ = game.join();
            }
        }
    }
}

impl Manner {
    fn takes(&self, spec: &str) -> bool {
        let name = spec.split(':').next().unwrap_or(spec);
        let wanted = self.games.is_empty() || self.games.iter().any(|game| game == name);
        wanted && self.registry.open(spec).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_taken_by_name() {
        let registry = Registry::built_in();
        let [one, other] = [registry.games()[0], registry.games()[1]];
        let manner = |games: &[&str]| Manner {
            name: "Robo".into(),
            registry: registry.clone(),
            player: Player::Captures,
            movetime: 1,
            games: games.iter().map(ToString::to_string).collect(),
            most: 1,
        };
        assert!(manner(&[]).takes(one) && !manner(&[]).takes("no such game"));
        assert!(manner(&[one]).takes(one) && !manner(&[one]).takes(other));
        assert!(manner(&[one]).takes(&format!("{one}:repetition=3")));
        assert!(!manner(&[&one[..2]]).takes(one));
    }
}
