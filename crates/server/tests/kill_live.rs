//! Kills the server under two people apart who follow their game over WebSockets: what was acknowledged is there exactly once,
//! and each of them hears everything exactly once, over all the kills.

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
struct Follower {
    key: String,
    heard: Vec<Event>,
}

impl Follower {
    /// Follows until the server is gone, or as many events are heard as are wanted.
    async fn follow(&mut self, url: &str, wanted: usize) {
        let address = format!("{}/api/live", url.replace("http://", "ws://"));
        let Ok((mut socket, _)) = connect_async(address).await else { return };
        let greeting = json!({ "key": self.key, "after": self.heard.len() });
        if socket.send(Message::text(greeting.to_string())).await.is_err() {
            return;
        }
        while self.heard.len() < wanted
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
                "here" => {}
                other => panic!("nothing else is told: {other} {news}"),
            }
        }
    }
}

/// A game of two people apart: who plays it, what was acknowledged, and who follows.
struct Pair {
    keys: [String; 2],
    game: Box<dyn AnyMatch>,
    events: Vec<Event>,
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
        let followers = [&one, &two, &watch].map(|key| Follower { key: key.clone(), heard: Vec::new() });
        let game = open(spec()).unwrap().begin(None).unwrap();
        Self { keys: [one, two], game, events: Vec::new(), followers }
    }

    /// Compares what the server has with what was acknowledged, and takes over what was stored unheard.
    fn check(&mut self, client: &Client) {
        let stored: Vec<Event> = serde_json::from_value(client.state(&self.keys[0])["events"].clone()).unwrap();
        let known = self.events.len();
        assert!(
            stored.len() <= known + 1 && stored.get(..known) == Some(&self.events),
            "acknowledged, once, in order"
        );
        if let Some(event) = stored.get(known) {
            self.apply(event.clone());
        }
    }

    fn apply(&mut self, event: Event) {
        match &event {
            Event::Move { text } => self.game.play(text).unwrap(),
            Event::Takeback { plies } => (0..*plies).for_each(|_| assert!(self.game.undo())),
            _ => {}
        }
        self.events.push(event);
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
            let Some(answer) = post(client, &self.keys[side.index()], self.events.len(), &event) else {
                return;
            };
            assert_eq!(answer.good()["seq"], self.events.len() + 1);
            self.apply(event);
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
        let instant = Duration::from_millis(50 + random.below(200) as u64);
        let mut followers = std::mem::replace(
            &mut current.followers,
            [(); 3].map(|()| Follower { key: String::new(), heard: Vec::new() }),
        );
        let url = client.url.clone();
        let following = runtime.spawn(async move {
            let [a, b, c] = &mut followers;
            tokio::join!(a.follow(&url, usize::MAX), b.follow(&url, usize::MAX), c.follow(&url, usize::MAX));
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
    for follower in &mut pair.followers {
        let (url, wanted) = (&client.url, pair.events.len());
        runtime.block_on(async {
            timeout(Duration::from_secs(20), follower.follow(url, wanted)).await.unwrap();
        });
        assert_eq!(follower.heard, pair.events);
    }
    pair.events.len()
}
