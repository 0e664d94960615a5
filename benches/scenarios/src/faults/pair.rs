use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use entourage_kernel::{Enforcement, Random};
use entourage_registry::AnyMatch;
use serde_json::Value;
use tokio::time::sleep;

use super::{Trial, answer};
use crate::between;
use crate::http::{Client, clients, keys, list, new_game, new_move};
use crate::record::{Fate, Record, move_event};

const PLIES: usize = 60;
const MAX_THINKING_MS: usize = 250;
const RETRY_PAUSE: Duration = Duration::from_millis(100);
/// Time control of a third of the games, in which a player sometimes runs out of time.
const PACE: &str = "live spare=10s";
const TIME_OUT_PAUSE: Duration = Duration::from_secs(13);

#[derive(Default)]
pub struct History {
    pub key: String,
    pub record: Record,
    /// Arrival time of each response, and the number of stored events that the response implies.
    known: Vec<(Instant, usize)>,
    /// Time of each read request, and the events in the response.
    reads: Vec<(Instant, Vec<Value>)>,
}

impl History {
    pub fn requests(&self) -> usize {
        self.record.len() + self.reads.len()
    }

    /// Records the events in the response to a request that was sent at `sent`.
    fn read(&mut self, sent: Instant, events: Vec<Value>) {
        self.known.push((Instant::now(), events.len()));
        self.reads.push((sent, events));
    }

    fn settle(&mut self, number: usize, text: &str, is_acknowledged: bool) {
        let index = self.record.send(number, move_event(text));
        if is_acknowledged {
            self.record.settle(index, Fate::Acknowledged);
            self.known.push((Instant::now(), number + 1));
        }
    }

    /// Checks that the stored events explain all responses: acknowledged events are stored, no other events are stored, there is at
    /// most one time-out, and every response contains the events that were known before the request.
    pub fn check(&self, stored: &[Value]) -> Result<(), String> {
        let flags = stored.iter().filter(|event| event["type"] == "flag").count();
        if flags > 1 || (flags == 1 && stored.last().is_none_or(|event| event["type"] != "flag")) {
            return Err(format!("{flags} time-outs were stored, but the last event is {:?}", stored.last()));
        }
        self.record.check(stored, |event| event["type"] == "flag")?;
        for (sent, events) in &self.reads {
            let count = events.len();
            if !stored.starts_with(events) {
                return Err(format!("the {count} events read differ from the stored ones"));
            }
            let before = self.known.iter().filter(|(at, _)| at < sent).map(|(_, count)| *count).max();
            if before.is_some_and(|before| before > count) {
                return Err(format!("{count} events were read, fewer than those known before: {before:?}"));
            }
        }
        Ok(())
    }
}

pub struct Pair {
    trial: Rc<Trial>,
    number: usize,
    random: Random,
    clients: Vec<Client>,
}

struct Game {
    keys: [String; 2],
    has_clock: bool,
    board: Box<dyn AnyMatch>,
    history: History,
}

impl Pair {
    pub fn new(trial: &Rc<Trial>, number: usize, seed: u64) -> Self {
        let from = format!("10.0.{}.{}", number / 250, 1 + number % 250);
        let (trial, clients) = (Rc::clone(trial), clients(&trial.ports, &from));
        Self { trial, number, random: Random::new(seed), clients }
    }

    pub async fn play(mut self) -> Vec<History> {
        let mut histories = Vec::new();
        while !self.trial.is_over.get() {
            match self.begin().await {
                Some(mut game) => {
                    self.play_game(&mut game).await;
                    histories.push(game.history);
                }
                None => sleep(RETRY_PAUSE).await,
            }
        }
        histories
    }

    async fn begin(&mut self) -> Option<Game> {
        let has_clock = self.number.is_multiple_of(3);
        let body = new_game(self.trial.game, has_clock.then_some(PACE));
        let server = self.random.below(self.clients.len());
        let created = answer(&mut self.clients[server], "/api/games", None, Some(&body)).await?;
        if created.status != 201 {
            return None;
        }
        let keys = keys(&created.json())?;
        let board = self.trial.registry.begin(self.trial.game, None, Enforcement::Enforced).ok()?;
        let history = History { key: keys[0].clone(), ..History::default() };
        Some(Game { keys, has_clock, board, history })
    }

    async fn play_game(&mut self, game: &mut Game) {
        for number in 0..PLIES {
            let legal = game.board.legal_moves();
            if legal.is_empty() || self.trial.is_over.get() {
                return;
            }
            if game.has_clock && number > 4 && self.random.one_in(12) {
                sleep(TIME_OUT_PAUSE).await;
            }
            let Some(text) = self.make(game, number, &legal).await else { return };
            if game.board.play(&text).is_err() {
                self.trial.faults.add(format!("the server accepted the illegal move {text} as move {number}"));
                return;
            }
            self.trial.moves.set(self.trial.moves.get() + 1);
            if self.random.one_in(2) {
                let server = self.random.below(self.clients.len());
                self.read(game, server).await;
            }
            sleep(between(0..MAX_THINKING_MS, &mut self.random)).await;
        }
    }

    /// Plays a move, with retries; sometimes sends the same move, or two different moves, to both servers simultaneously. Returns
    /// the accepted move, or `None` if the game or the trial is over.
    async fn make(&mut self, game: &mut Game, number: usize, legal: &[String]) -> Option<String> {
        let [text, other] = [0; 2].map(|_| legal[self.random.below(legal.len())].clone());
        let first = self.random.below(self.clients.len());
        match self.random.below(6) {
            0 => self.race(game, number, first, [&text, &text]).await,
            1 => self.race(game, number, first, [&text, &other]).await,
            _ => {
                if self.send_move(game, number, first, &text).await {
                    return Some(text);
                }
            }
        }
        loop {
            let server = self.random.below(self.clients.len());
            if let Some(events) = self.read(game, server).await {
                match events.get(number) {
                    Some(event) if event["type"] == "move" => return event["move"].as_str().map(str::to_owned),
                    // The game is over, for example by a time-out.
                    Some(_) => return None,
                    None if events.last().is_some_and(|event| event["type"] != "move") => return None,
                    None => {}
                }
                if self.send_move(game, number, server, &text).await {
                    return Some(text);
                }
            }
            if self.trial.is_over.get() {
                return None;
            }
            sleep(RETRY_PAUSE).await;
        }
    }

    async fn send_move(&mut self, game: &mut Game, number: usize, server: usize, text: &str) -> bool {
        let client = &mut self.clients[server];
        let is_acknowledged = send_move(client, &game.keys[number % 2], number, text).await;
        game.history.settle(number, text, is_acknowledged);
        is_acknowledged
    }

    async fn race(&mut self, game: &mut Game, number: usize, one: usize, texts: [&str; 2]) {
        let two = (one + 1) % self.clients.len();
        let key = &game.keys[number % 2];
        let Ok([client, opponent]) = self.clients.get_disjoint_mut([one, two]) else { return };
        let history = &RefCell::new(&mut game.history);
        let send = async |client: &mut Client, text: &str| {
            let is_acknowledged = send_move(client, key, number, text).await;
            history.borrow_mut().settle(number, text, is_acknowledged);
        };
        tokio::join!(send(client, texts[0]), send(opponent, texts[1]));
    }

    async fn read(&mut self, game: &mut Game, server: usize) -> Option<Vec<Value>> {
        let (client, key) = (&mut self.clients[server], &game.keys[self.random.below(2)]);
        let sent = Instant::now();
        let read = answer(client, "/api/game", Some(key), None).await?;
        if read.status != 200 {
            return None;
        }
        let events = list(&read.json()["events"]).to_vec();
        game.history.read(sent, events.clone());
        Some(events)
    }
}

async fn send_move(client: &mut Client, key: &str, number: usize, text: &str) -> bool {
    let answer = answer(client, "/api/game/moves", Some(key), Some(&new_move(number, text))).await;
    answer.is_some_and(|answer| answer.status == 200)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn events(texts: &[&str]) -> Vec<Value> {
        let event = |text: &&str| match *text {
            "flag" => json!({ "type": "flag", "side": 1 }),
            text => move_event(text),
        };
        texts.iter().map(event).collect()
    }

    /// Creates a history of sequential requests: `a+` is an acknowledged move, `b` an unanswered one, and `=ab` reads two moves.
    fn history(requests: &[&str]) -> History {
        let (mut history, mut number) = (History::default(), 0);
        for request in requests {
            if let Some(read) = request.strip_prefix('=') {
                history.read(Instant::now(), read.chars().map(|text| move_event(&text.to_string())).collect());
            } else {
                let is_acknowledged = request.ends_with('+');
                history.settle(number, &request[..1], is_acknowledged);
                number += usize::from(is_acknowledged);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        history
    }

    #[test]
    fn consistent_histories_pass() {
        let history = history(&["a+", "=a", "b", "c+", "=ac"]);
        assert_eq!(history.check(&events(&["a", "c"])), Ok(()));
        assert_eq!(history.check(&events(&["a", "c", "flag"])), Ok(()));
        assert_eq!((history.record.count(Fate::Acknowledged), history.requests()), (2, 5));
    }

    #[test]
    fn inconsistencies_are_found() {
        for (all, stored, named) in [
            (&["a+", "b+"][..], &["a"][..], "acknowledged"),
            (&["a+", "b+"], &["a", "c"], "acknowledged"),
            (&["a+", "b+"], &["a", "b", "b"], "never sent"),
            (&["a+", "b+"], &["a", "flag", "b"], "time-outs"),
            (&["a+", "b+"], &["a", "b", "flag", "flag"], "time-outs"),
            (&["a+", "b", "=ac"], &["a", "b"], "differ"),
            (&["a+", "="], &["a"], "fewer than those known before"),
            (&["a", "=a", "="], &["a"], "fewer than those known before"),
        ] {
            let fault = history(all).check(&events(stored)).unwrap_err();
            assert!(fault.contains(named), "{stored:?}: {fault}");
        }
    }
}
