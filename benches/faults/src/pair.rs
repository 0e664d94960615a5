use std::rc::Rc;
use std::time::{Duration, Instant};

use entourage_kernel::{Degree, Random};
use entourage_registry::AnyMatch;
use load::http::Client;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::history::{Asked, History, What};
use crate::trial::{Trial, answer};

/// How many plies a game is played at most.
const PLIES: usize = 60;
/// How long it is until the next move at most, in milliseconds.
const THOUGHT: usize = 250;
/// How long it is until something is tried again.
const AGAIN: Duration = Duration::from_millis(100);
/// A third of the games have a clock that runs out now and then.
const PACE: &str = "live spare=10s";
/// How long a player falls asleep whose time is to be up.
const ASLEEP: Duration = Duration::from_secs(13);

/// Two players, who play one game after the other on whichever server.
pub struct Pair {
    trial: Rc<Trial>,
    number: u64,
    random: Random,
    /// One connection to each server.
    clients: Vec<Client>,
}

/// What came of a move.
#[derive(PartialEq, Eq)]
enum Reply {
    Acknowledged,
    Refused,
    Unknown,
}

/// A game of a pair.
struct Game {
    keys: [String; 2],
    has_clock: bool,
    board: Box<dyn AnyMatch>,
    history: History,
}

impl Pair {
    /// Makes the pair of a number.
    pub fn new(trial: &Rc<Trial>, number: u64, seed: u64) -> Self {
        let from = format!("10.0.{}.{}", number / 250, 1 + number % 250);
        let clients = trial.ports().iter().map(|_| Client::new(from.clone())).collect();
        Self { trial: Rc::clone(trial), number, random: Random::new(seed), clients }
    }

    /// Plays until the trial is over, and returns what was asked of each game.
    pub async fn play(mut self) -> Vec<History> {
        let mut histories = Vec::new();
        while !self.trial.is_over() {
            match self.begin().await {
                Some(mut game) => {
                    self.play_game(&mut game).await;
                    histories.push(game.history);
                }
                None => sleep(AGAIN).await,
            }
        }
        histories
    }

    async fn begin(&mut self) -> Option<Game> {
        let human = json!({ "kind": "human" });
        let mut body = json!({ "spec": self.trial.game, "players": [human, human], "seats": { "host": 1 } });
        let has_clock = self.number.is_multiple_of(3);
        if has_clock {
            body["pace"] = PACE.into();
        }
        let server = self.random.below(self.clients.len());
        let port = self.trial.ports()[server];
        let asked =
            answer(&mut self.clients[server], port, "/api/games", None, Some(&body.to_string())).await?;
        if asked.status != 201 {
            return None;
        }
        let created = asked.json();
        let key = |side: usize| created["keys"]["sides"][side].as_str().map(str::to_owned);
        let keys = [key(0)?, key(1)?];
        let board = self.trial.registry.begin(self.trial.game, None, Degree::Enforced).ok()?;
        let history = History { key: keys[0].clone(), ..History::default() };
        Some(Game { keys, has_clock, board, history })
    }

    async fn play_game(&mut self, game: &mut Game) {
        for number in 0..PLIES {
            let legal = game.board.legal_moves();
            if legal.is_empty() || self.trial.is_over() {
                return;
            }
            if game.has_clock && number > 4 && self.random.one_in(12) {
                sleep(ASLEEP).await;
            }
            let Some(text) = self.make(game, number, &legal).await else { return };
            if game.board.play(&text).is_err() {
                self.trial.fault(format!("the server took {text} as move {number}, which the rules refuse"));
                return;
            }
            self.trial.moves.set(self.trial.moves.get() + 1);
            if self.random.one_in(2) {
                let server = self.random.below(self.clients.len());
                self.read(game, server).await;
            }
            sleep(Duration::from_millis(self.random.below(THOUGHT) as u64)).await;
        }
    }

    /// Makes a move, however often it must be tried: the same one twice at once, or two of which one is taken, now and then. Returns which
    /// one it was; `None` once the game or the trial is over.
    async fn make(&mut self, game: &mut Game, number: usize, legal: &[String]) -> Option<String> {
        let [text, other] = [0; 2].map(|_| legal[self.random.below(legal.len())].clone());
        let first = self.random.below(self.clients.len());
        let second = (first + 1) % self.clients.len();
        match self.random.below(6) {
            0 => self.race(game, number, [(first, &text), (second, &text)]).await,
            1 => self.race(game, number, [(first, &text), (second, &other)]).await,
            _ => {
                if self.say(game, number, first, &text).await == Reply::Acknowledged {
                    return Some(text);
                }
            }
        }
        loop {
            let server = self.random.below(self.clients.len());
            if let Some(events) = self.read(game, server).await {
                match events.get(number) {
                    Some(event) if event["type"] == "move" => {
                        return event["move"].as_str().map(str::to_owned);
                    }
                    // Time is up, or the game has ended in another way.
                    Some(_) => return None,
                    None => {}
                }
                if events.last().is_some_and(|event| event["type"] != "move") {
                    return None;
                }
                if self.say(game, number, server, &text).await == Reply::Acknowledged {
                    return Some(text);
                }
            }
            if self.trial.is_over() {
                return None;
            }
            sleep(AGAIN).await;
        }
    }

    /// Says a move to a server.
    async fn say(&mut self, game: &mut Game, number: usize, server: usize, text: &str) -> Reply {
        let (client, port) = (&mut self.clients[server], self.trial.ports()[server]);
        let (asked, reply) = say(client, port, &game.keys[number % 2], number, text).await;
        game.history.asked.push(asked);
        reply
    }

    /// Says a move to each of two servers at once.
    async fn race(&mut self, game: &mut Game, number: usize, said: [(usize, &String); 2]) {
        let [(one, first), (two, second)] = said;
        let [port, other] = [one, two].map(|server| self.trial.ports()[server]);
        let key = &game.keys[number % 2];
        let Ok([client, opponent]) = self.clients.get_disjoint_mut([one, two]) else { return };
        let (first, second) =
            tokio::join!(say(client, port, key, number, first), say(opponent, other, key, number, second));
        game.history.asked.extend([first.0, second.0]);
    }

    /// Reads the events of a game.
    async fn read(&mut self, game: &mut Game, server: usize) -> Option<Vec<Value>> {
        let (client, port) = (&mut self.clients[server], self.trial.ports()[server]);
        let sent = Instant::now();
        let asked = answer(client, port, "/api/game", Some(&game.keys[self.random.below(2)]), None).await?;
        if asked.status != 200 {
            return None;
        }
        let events = asked.json()["events"].as_array().cloned().unwrap_or_default();
        let what = What::Read { events: events.clone() };
        game.history.asked.push(Asked { sent, answered: Instant::now(), what });
        Some(events)
    }
}

async fn say(client: &mut Client, port: u16, key: &str, number: usize, text: &str) -> (Asked, Reply) {
    let body = json!({ "seq": number, "move": text }).to_string();
    let sent = Instant::now();
    let asked = answer(client, port, "/api/game/moves", Some(key), Some(&body)).await;
    let reply = match asked {
        Some(answer) if answer.status == 200 => Reply::Acknowledged,
        Some(answer) if answer.status < 500 => Reply::Refused,
        _ => Reply::Unknown,
    };
    let acknowledged = reply == Reply::Acknowledged;
    let what = What::Move { number, text: text.to_owned(), acknowledged };
    (Asked { sent, answered: Instant::now(), what }, reply)
}
