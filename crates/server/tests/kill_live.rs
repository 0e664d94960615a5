//! Kills the server under two people apart who follow their game over WebSockets, talk and have moves ready: what was acknowledged is
//! there exactly once, each of them hears everything exactly once, and no move is without its reply, over all the kills.

mod common;

use std::time::Duration;

use common::process::start;
use common::{Answer, Apart, Client, spec};
use entourage_kernel::Random;
use entourage_registry::{AnyMatch, open};
use entourage_store::Event;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

const KILLS: usize = 60;

/// Is no test by itself: the process that is killed, run by the test below.
#[test]
fn server_process() {
    common::process::serve_if_told();
}

/// Follows a game by one key, and resumes after what it has heard.
#[derive(Default)]
struct Follower {
    key: String,
    heard: Vec<Event>,
    /// The lines of the chat, as far as they are told to the key's holder.
    lines: Vec<String>,
}

impl Follower {
    /// Follows until the server is gone, or as many events are heard as are wanted.
    async fn follow(&mut self, url: &str, wanted: usize, wanted_lines: usize) {
        let address = format!("{}/api/live", url.replace("http://", "ws://"));
        let Ok((mut socket, _)) = connect_async(address).await else { return };
        let greeting = json!({ "key": self.key, "after": self.heard.len(), "chat": self.lines.len() });
        if socket.send(Message::text(greeting.to_string())).await.is_err() {
            return;
        }
        while (self.heard.len() < wanted || self.lines.len() < wanted_lines)
            && let Some(Ok(message)) = socket.next().await
        {
            let Message::Text(text) = message else { continue };
            let news: Value = serde_json::from_str(&text).unwrap();
            match news["type"].as_str().unwrap() {
                "events" => {
                    assert_eq!(news["from"], self.heard.len(), "nothing is lost or repeated");
                    let events: Vec<Event> = serde_json::from_value(news["events"].clone()).unwrap();
                    self.heard.extend(events);
                }
                "chat" => {
                    assert_eq!(news["from"], self.lines.len(), "nothing is lost or repeated");
                    self.lines.extend(texts(&news["lines"]));
                }
                "here" => {}
                other => panic!("nothing else is told: {other} {news}"),
            }
        }
    }
}

fn texts(lines: &Value) -> Vec<String> {
    lines.as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap().to_owned()).collect()
}

/// A game of two people apart: who plays it, what was acknowledged, and who follows.
struct Pair {
    keys: [String; 2],
    game: Box<dyn AnyMatch>,
    events: Vec<Event>,
    /// What the next request would add, a move with the reply that is ready for it: all or nothing.
    under_way: Vec<Event>,
    /// The lines said, the last one perhaps unacknowledged.
    lines: Vec<String>,
    followers: [Follower; 3],
}

fn post(client: &Client, key: &str, seq: usize, event: &Event) -> Option<Answer> {
    let (path, body) = match event {
        Event::Move { text } => ("moves", json!({ "seq": seq, "move": text })),
        Event::Offer { side, offer } => {
            ("offer", json!({ "seq": seq, "side": side.number(), "offer": offer.to_string() }))
        }
        Event::Takeback { plies } => ("takeback", json!({ "seq": seq, "plies": plies })),
        other => unreachable!("{other:?} is not sent here"),
    };
    client.try_post(&format!("/api/game/{path}"), Some(key), &body).ok()
}

impl Pair {
    fn new(client: &Client) -> Self {
        let Apart { sides: [one, two], watch } = client.create_apart(&[]);
        let followers = [&one, &two, &watch].map(|key| Follower { key: key.clone(), ..Follower::default() });
        let game = open(spec()).unwrap().begin(None).unwrap();
        Self { keys: [one, two], game, events: Vec::new(), under_way: Vec::new(), lines: Vec::new(), followers }
    }

    /// Compares what the server has with what was acknowledged, and takes over what was stored unheard.
    fn check(&mut self, client: &Client) {
        let stored: Vec<Event> = serde_json::from_value(client.state(&self.keys[0])["events"].clone()).unwrap();
        let (before, added) = stored.split_at(self.events.len().min(stored.len()));
        assert_eq!(before, self.events, "acknowledged, once, in order");
        assert!(added.is_empty() || added == self.under_way, "a move and its reply are stored together");
        added.iter().for_each(|event| self.apply(event.clone()));
        // A plan whose move was not stored would answer a later one.
        if !self.game.legal_moves().is_empty() {
            let waiting = &self.keys[(!self.game.side_to_move()).index()];
            let nothing = json!({ "seq": self.events.len(), "plan": "" });
            client.post("/api/game/plan", Some(waiting), &nothing).good();
        }
        // What was said and not acknowledged is said again, which does not repeat it.
        if let Some(last) = self.lines.last().cloned() {
            self.say(client, &last).unwrap().good();
        }
        let bearer = format!("Bearer {}", self.keys[1]);
        let said = (0..self.lines.len()).step_by(100).flat_map(|from| {
            let path = format!("/api/game/chat?from={from}");
            texts(&client.get(&path, &[("authorization", &bearer)]).good()["lines"])
        });
        assert_eq!(said.collect::<Vec<_>>(), self.lines, "said once, in order");
    }

    /// Says a line, whose number is its token as well.
    fn say(&self, client: &Client, text: &str) -> Option<Answer> {
        let body = json!({ "token": text.replace("line ", "t"), "text": text });
        client.try_post("/api/game/chat", Some(&self.keys[0]), &body).ok()
    }

    fn apply(&mut self, event: Event) {
        match &event {
            Event::Move { text } => self.game.play(text).unwrap(),
            Event::Takeback { plies } => (0..*plies).for_each(|_| assert!(self.game.undo())),
            _ => {}
        }
        self.events.push(event);
    }

    /// Finds a move to have ready for one of the other side; none where the game is over or the other goes on.
    fn reply(&self, text: &str, random: &mut Random) -> Option<String> {
        let mut game = self.game.copy();
        let side = game.side_to_move();
        game.play(text).unwrap();
        let legal = game.legal_moves();
        let (one, goes_on) = (random.below(legal.len().max(1)), game.side_to_move() == side);
        legal.into_iter().nth(one).filter(|_| !goes_on)
    }

    /// Plays on by turns until the server or the game is gone.
    fn play(&mut self, client: &Client, random: &mut Random) {
        loop {
            let legal = self.game.legal_moves();
            if legal.is_empty() {
                return;
            }
            let side = self.game.side_to_move();
            // Now and then a move is taken back by agreement.
            let back = entourage_store::Offer::Takeback { plies: 1 };
            let (side, event) = match self.events.last() {
                Some(Event::Offer { side, .. }) => (!*side, Event::Takeback { plies: 1 }),
                Some(Event::Move { .. }) if random.below(10) == 0 => {
                    (!side, Event::Offer { side: !side, offer: back })
                }
                _ => (side, Event::Move { text: legal[random.below(legal.len())].clone() }),
            };
            // The server lets nobody say more than 20 lines a minute.
            if random.below(8) == 0 && self.lines.len() < 15 {
                self.lines.push(format!("line {}", self.lines.len()));
                let Some(answer) = self.say(client, &self.lines[self.lines.len() - 1]) else { return };
                assert_eq!(answer.good()["seq"], self.lines.len() - 1);
            }
            self.under_way = vec![event.clone()];
            if random.below(3) == 0
                && let Event::Move { text } = &event
                && let Some(reply) = self.reply(text, random)
            {
                let plan = json!({ "seq": self.events.len(), "plan": format!("{text} > {reply}") });
                let prepared = client.try_post("/api/game/plan", Some(&self.keys[(!side).index()]), &plan);
                let Ok(answer) = prepared else {
                    // It may be ready or not, so nothing is played that it would answer.
                    self.under_way.clear();
                    return;
                };
                answer.good();
                self.under_way.push(Event::Move { text: reply });
            }
            let Some(answer) = post(client, &self.keys[side.index()], self.events.len(), &event) else {
                return;
            };
            assert_eq!(answer.good()["seq"], self.events.len() + self.under_way.len());
            for event in std::mem::take(&mut self.under_way) {
                self.apply(event);
            }
        }
    }
}

#[test]
fn everybody_hears_everything_once_over_kills() {
    let data = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut random = Random::new(11);
    let mut pair: Option<Pair> = None;
    let (mut heard, mut games) = (0, 0);
    for _ in 0..KILLS {
        let (process, client) = start(data.path());
        let current = pair.get_or_insert_with(|| {
            games += 1;
            Pair::new(&client)
        });
        current.check(&client);
        let instant = Duration::from_millis(50 + random.below(350) as u64);
        let mut followers = std::mem::take(&mut current.followers);
        let url = client.url.clone();
        let following = runtime.spawn(async move {
            let [a, b, c] = &mut followers;
            let forever = usize::MAX;
            tokio::join!(
                a.follow(&url, forever, forever),
                b.follow(&url, forever, forever),
                c.follow(&url, forever, forever)
            );
            followers
        });
        std::thread::scope(|scope| {
            scope.spawn(|| current.play(&client, &mut random));
            std::thread::sleep(instant);
            drop(process);
        });
        current.followers = runtime.block_on(following).unwrap();
        if current.game.legal_moves().is_empty() || current.events.len() > 600 {
            heard += finish(pair.take().unwrap(), data.path(), &runtime);
        }
    }
    if let Some(last) = pair {
        heard += finish(last, data.path(), &runtime);
    }
    println!("{KILLS} kills: {heard} events in {games} games, each heard by three");
    assert!(heard > KILLS, "the kills hit nothing");
}

/// Lets the followers hear the rest of a game, and compares.
fn finish(mut pair: Pair, data: &std::path::Path, runtime: &tokio::runtime::Runtime) -> usize {
    let (_process, client) = start(data);
    pair.check(&client);
    for (index, follower) in pair.followers.iter_mut().enumerate() {
        // Who watches is told nothing of the chat.
        let lines: &[String] = if index < 2 { &pair.lines } else { &[] };
        let (url, wanted) = (&client.url, pair.events.len());
        runtime.block_on(async {
            timeout(Duration::from_secs(20), follower.follow(url, wanted, lines.len())).await.unwrap();
        });
        assert_eq!(follower.heard, pair.events);
        assert_eq!(follower.lines, lines);
    }
    pair.events.len()
}
