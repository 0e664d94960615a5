//! Tests killing the server while pairs of players follow games over WebSockets, chat, set conditional moves, go on
//! vacation and lose on time. Every event that was acknowledged or sent to followers must be stored exactly once, every
//! client must receive everything exactly once, and no conditional reply may be missing.

use entourage_record::{Event, Offer};
use futures_util::StreamExt;
use tokio::time::timeout;

use crate::common::process::start;
use crate::common::sockets::connect;
use crate::common::*;

const KILLS: usize = 40;
/// Time controls: unlimited, correspondence with vacation, and one so short that a slow player loses on time.
const PACES: [&str; 3] = ["unlimited", "correspondence grace=3d vacation=366d", "live spare=1s"];

/// A client that follows a game by key, and resumes after the last received event.
#[derive(Default)]
struct Follower {
    key: String,
    heard: Vec<Event>,
    /// Received chat messages; empty for spectators, who cannot read the chat.
    lines: Vec<String>,
}

impl Follower {
    /// Follows the game until the server is gone, or `wanted` events and `wanted_lines` chat messages have arrived.
    async fn follow(&mut self, client: &Client, wanted: usize, wanted_lines: usize) {
        let Ok(mut socket) = connect(client, "/api/live").await else { return };
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
                    assert_eq!(news["from"], self.heard.len(), "events were lost or repeated");
                    self.heard.extend(events(&news));
                }
                "chat" => {
                    assert_eq!(news["from"], self.lines.len(), "messages were lost or repeated");
                    self.lines.extend(texts(&news["lines"]));
                }
                "here" | "clock" => {}
                other => panic!("unexpected message: {other} {news}"),
            }
        }
    }
}

fn texts(lines: &Value) -> Vec<String> {
    list(lines).iter().map(|line| word(&line["text"])).collect()
}

pub fn events(of: &Value) -> Vec<Event> {
    serde_json::from_value(of["events"].clone()).unwrap()
}

/// A game on two devices: its players, acknowledged events and followers.
struct Pair {
    pace: &'static str,
    keys: [String; 2],
    game: Box<dyn AnyMatch>,
    events: Vec<Event>,
    /// Events that the current request adds, either all or none: a move and the conditional reply to it.
    under_way: Vec<Event>,
    /// The side that sends the current request.
    sender: usize,
    /// The chat messages; the last one may be unacknowledged.
    lines: Vec<String>,
    followers: [Follower; 3],
    /// The time-out, if one ended the game; it follows `events`.
    flag: Option<Event>,
}

pub fn post(client: &Client, key: &str, seq: usize, event: &Event) -> Option<Answer> {
    let (what, body) = match event {
        Event::Move { text } => ("moves", json!({ "move": text })),
        Event::Offer { side, offer } => ("offer", json!({ "side": side.number(), "offer": offer.to_string() })),
        Event::Takeback { plies } => ("takeback", json!({ "plies": plies })),
        Event::Vacation { side, days } => ("vacation", json!({ "side": side.number(), "days": days })),
        other => unreachable!("{other:?} is not sent here"),
    };
    client.try_act(key, what, &merge(body, json!({ "seq": seq }))).ok()
}

pub fn apply(game: &mut dyn AnyMatch, event: &Event) {
    match event {
        Event::Move { text } => game.play(text).unwrap(),
        Event::Takeback { plies } => (0..*plies).for_each(|_| assert!(game.undo())),
        _ => {}
    }
}

impl Pair {
    fn new(client: &Client, pace: &'static str) -> Self {
        let Apart { sides: [one, two], watch } = client.apart_with(json!({ "pace": pace }));
        // Clocks start once both players have arrived.
        client.state(&two);
        let followers = [&one, &two, &watch].map(|key| Follower { key: key.clone(), ..Follower::default() });
        let (events, under_way, lines) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            pace,
            keys: [one, two],
            game: new_game(),
            events,
            under_way,
            sender: 0,
            lines,
            followers,
            flag: None,
        }
    }

    /// Compares the server's state with the acknowledged events, and adds events whose response was lost.
    fn check(&mut self, client: &Client) {
        let mut stored = events(&client.state(&self.keys[0]));
        for follower in &self.followers {
            assert!(stored.starts_with(&follower.heard), "a notified event is missing");
        }
        let flag = stored.pop_if(|last| matches!(last, Event::Flag { .. }));
        assert!(flag.is_some() || self.flag.is_none(), "a time-out was lost");
        self.flag = flag;
        let (before, added) = stored.split_at(self.events.len().min(stored.len()));
        assert_eq!(before, self.events, "acknowledged, once, in order");
        assert!(added.is_empty() || added == self.under_way, "a move was stored without its reply");
        added.iter().for_each(|event| self.apply(event.clone()));
        // A client that has not received the response sends the request again, which must not repeat the event.
        if let Some(event) = added.first() {
            let again = post(client, &self.keys[self.sender], before.len(), event).unwrap();
            assert_eq!(again.good()["seq"], self.events.len() + usize::from(self.flag.is_some()));
        }
        // Clears conditional moves whose trigger was not stored, because they could be played after a later move.
        if !self.is_over() {
            let waiting = &self.keys[(!self.game.side_to_move()).index()];
            let answer = client.plan(waiting, self.events.len(), "");
            assert!(answer.status == 200 || self.may_lose_on_time(), "{answer:?}");
        }
        // An unacknowledged chat message is sent again, which must not duplicate it.
        if let Some(last) = self.lines.last().cloned() {
            self.say(client, &last).unwrap().good();
        }
        let page = |from| texts(&client.read(&self.keys[1], &format!("chat?from={from}")).good()["lines"]);
        let said: Vec<String> = (0..self.lines.len()).step_by(100).flat_map(page).collect();
        assert_eq!(said, self.lines, "stored once, in order");
    }

    fn is_over(&self) -> bool {
        self.flag.is_some() || self.game.legal_moves().is_empty()
    }

    fn may_lose_on_time(&self) -> bool {
        self.pace.starts_with("live")
    }

    fn say(&self, client: &Client, text: &str) -> Option<Answer> {
        let body = json!({ "token": text.replace("line ", "t"), "text": text });
        client.try_act(&self.keys[0], "chat", &body).ok()
    }

    fn apply(&mut self, event: Event) {
        apply(self.game.as_mut(), &event);
        self.events.push(event);
    }

    /// Returns a reply to the other side's move; `None` if the game is over or the turn is incomplete.
    fn reply(&self, text: &str, random: &mut Random) -> Option<String> {
        let mut game = self.game.copy();
        let side = game.side_to_move();
        game.play(text).unwrap();
        let legal = game.legal_moves();
        let (one, goes_on) = (random.below(legal.len().max(1)), game.side_to_move() == side);
        legal.into_iter().nth(one).filter(|_| !goes_on)
    }

    /// Returns whether a response shows that the game was lost on time.
    fn lost_on_time(&self, answer: &Answer) -> bool {
        let code = || answer.json()["error"]["code"].clone();
        self.may_lose_on_time() && answer.status >= 400 && (code() == "ended" || code() == "conflict")
    }

    fn play(&mut self, client: &Client, random: &mut Random) {
        loop {
            let legal = self.game.legal_moves();
            // Occasionally a player thinks too long.
            if self.is_over() || (self.may_lose_on_time() && random.below(40) == 0) {
                return;
            }
            let side = self.game.side_to_move();
            // Occasionally a move is taken back by agreement.
            let back = Offer::Takeback { plies: 1 };
            let (side, event) = match self.events.last() {
                Some(Event::Offer { side, .. }) => (!*side, Event::Takeback { plies: 1 }),
                Some(Event::Move { .. }) if random.below(10) == 0 => {
                    (!side, Event::Offer { side: !side, offer: back })
                }
                _ if self.pace.starts_with("correspondence") && random.below(10) == 0 => {
                    (side, Event::Vacation { side, days: 1 })
                }
                _ => (side, Event::Move { text: legal[random.below(legal.len())].clone() }),
            };
            // The server allows 20 chat messages per minute.
            if random.below(8) == 0 && self.lines.len() < 15 {
                self.lines.push(format!("line {}", self.lines.len()));
                let Some(answer) = self.say(client, &self.lines[self.lines.len() - 1]) else { return };
                assert_eq!(answer.good()["seq"], self.lines.len() - 1);
            }
            (self.under_way, self.sender) = (vec![event.clone()], side.index());
            if random.below(3) == 0
                && let Event::Move { text } = &event
                && let Some(reply) = self.reply(text, random)
            {
                let plan = json!({ "seq": self.events.len(), "plan": format!("{text} > {reply}") });
                let prepared = client.try_act(&self.keys[(!side).index()], "plan", &plan);
                let Ok(answer) = prepared else {
                    // The conditional moves may or may not be stored, so their trigger is not played.
                    self.under_way.clear();
                    return;
                };
                if self.lost_on_time(&answer) {
                    return;
                }
                answer.good();
                self.under_way.push(Event::Move { text: reply });
            }
            let Some(answer) = post(client, &self.keys[side.index()], self.events.len(), &event) else {
                return;
            };
            if self.lost_on_time(&answer) {
                return;
            }
            assert_eq!(answer.good()["seq"], self.events.len() + self.under_way.len());
            for event in std::mem::take(&mut self.under_way) {
                self.apply(event);
            }
            assert_eq!(answer.good()["status"], self.game.status().to_string());
        }
    }
}

#[test]
fn clients_receive_everything_once_across_kills() {
    let data = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut random = Random::new(11);
    let mut randoms: [Random; PACES.len()] = std::array::from_fn(|index| Random::new(12 + index as u64));
    let mut pairs: [Option<Pair>; PACES.len()] = Default::default();
    let mut done = Vec::new();
    let kills = KILLS * times();
    for kill in 0..kills {
        let (process, client) = start(data.path());
        let mut current: Vec<&mut Pair> = pairs
            .iter_mut()
            .zip(PACES)
            .map(|(pair, pace)| pair.get_or_insert_with(|| Pair::new(&client, pace)))
            .collect();
        current.iter_mut().for_each(|pair| pair.check(&client));
        // Clocks stop while the server is down (ruling C12), so occasionally let it run long enough for a time-out.
        let long = if kill % 10 == 9 { 1300 } else { 0 };
        let instant = Duration::from_millis(20 + random.below(280) as u64 + long);
        let following: Vec<_> = current
            .iter_mut()
            .flat_map(|pair| std::mem::take(&mut pair.followers))
            .map(|mut follower| {
                let client = client.clone();
                runtime.spawn(async move {
                    follower.follow(&client, usize::MAX, usize::MAX).await;
                    follower
                })
            })
            .collect();
        std::thread::scope(|scope| {
            for (pair, random) in current.iter_mut().zip(&mut randoms) {
                let client = client.clone();
                scope.spawn(move || pair.play(&client, random));
            }
            std::thread::sleep(instant);
            drop(process);
        });
        let mut followers = following.into_iter().map(|one| runtime.block_on(one).unwrap());
        for pair in current {
            pair.followers = std::array::from_fn(|_| followers.next().unwrap());
        }
        for pair in &mut pairs {
            done.extend(pair.take_if(|pair| pair.is_over() || pair.events.len() > 600));
        }
    }
    done.extend(pairs.into_iter().flatten());
    let (games, mut heard) = (done.len(), 0);
    let (_process, client) = start(data.path());
    for pair in &mut done {
        heard += finish(pair, &client, &runtime);
    }
    let flags = done.iter().filter(|pair| pair.flag.is_some()).count();
    let vacations = done.iter().flat_map(|pair| &pair.events);
    let vacations = vacations.filter(|event| matches!(event, Event::Vacation { .. })).count();
    let lines: usize = done.iter().map(|pair| pair.lines.len()).sum();
    println!(
        "{kills} kills: {heard} events in {games} games; {lines} lines, {vacations} vacations, {flags} flags"
    );
    let enough = |count: usize, least: usize| count * 200 > least * kills;
    assert!(heard > kills && enough(flags, 3) && enough(vacations, 10) && enough(lines, 10), "no hits");
}

/// Lets the followers receive the rest of a game, and compares their events with the stored ones.
fn finish(pair: &mut Pair, client: &Client, runtime: &tokio::runtime::Runtime) -> usize {
    pair.check(client);
    // A player may just have run out of time.
    let stored = events(&client.state(&pair.keys[0]));
    assert!(stored.starts_with(&pair.events));
    for (index, follower) in pair.followers.iter_mut().enumerate() {
        // Spectators do not receive the chat.
        let lines: &[String] = if index < 2 { &pair.lines } else { &[] };
        runtime.block_on(async {
            timeout(SOON, follower.follow(client, stored.len(), lines.len())).await.unwrap();
        });
        assert!(follower.heard.starts_with(&stored), "not everything was received");
        assert_eq!(follower.lines, lines);
    }
    pair.events.len()
}
