use std::rc::Rc;
use std::time::Duration;

use entourage_kernel::Side;
use futures_util::{SinkExt, StreamExt};
use load::socket::{Said, Socket};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

use crate::board::Board;
use crate::book::Fate;
use crate::day::{Day, Restraint};
use crate::manner::{Finish, Manner};
use crate::person::Person;

/// How long a game may take: more is a fault.
const LONGEST: Duration = Duration::from_secs(600);
/// How long a connection may be silent: the server gives a sign of life every six seconds.
const SILENCE: Duration = Duration::from_secs(15);
/// After how long without anything it is asked how the game stands; and how long it may be until that is told to whoever follows it. Where
/// a message between servers is lost, a heartbeat tells, after six seconds.
const LONG: Duration = Duration::from_secs(20);
/// How long a move that was said over a connection is waited for before it is said by a request.
const ECHO: Duration = Duration::from_secs(10);
/// How long it is until something is tried again.
const AGAIN: Duration = Duration::from_millis(300);
/// How long an answer to a proposal is waited for.
const COURTESY: Duration = Duration::from_secs(6);
/// What is rude, and nobody says otherwise.
pub const RUDE: &str = "What a rude word that is!";
/// What is civil.
const CIVIL: &str = "Good luck, and have fun";

/// A seat in a game, as its player has it.
pub struct Seat<'a> {
    person: &'a mut Person,
    day: Rc<Day>,
    /// The game's name.
    game: String,
    side: Side,
    /// What opens it.
    pass: String,
    board: Board,
    socket: Option<Socket>,
    /// When the connection was made, and when something was last heard over it.
    opened: Instant,
    heard: Instant,
    /// When it was last known how the game stands.
    sure: Instant,
    /// Since when it is known that there are so many events, of which not all were told.
    unheard: Option<(Instant, usize)>,
    manner: Manner,
    begun: Instant,
    /// When a draw was proposed from here.
    proposed: Option<Instant>,
    complained: bool,
    /// What was last answered, for whoever asks why a game does not end.
    last: String,
}

/// What is to be done next.
enum Intention {
    Do(Value),
    Wait,
}

impl<'a> Seat<'a> {
    /// Takes a seat that something opens, whether a tournament's or not; `None`, which may be a fault, where it opens none.
    pub async fn take(person: &'a mut Person, pass: &str, manner: Manner, in_tournament: bool) -> Option<Self> {
        let day = Rc::clone(&person.day);
        let state = person.browser.read("/api/game", Some(pass)).await?;
        let (game, spec) = (state["game"].as_str()?.to_owned(), state["spec"].as_str()?.to_owned());
        let side = if state["seat"] == "2" { Side::Second } else { Side::First };
        let board = match Board::begin(&day.registry, &spec, state["degree"].as_str()?) {
            Ok(board) => board,
            Err(problem) => {
                day.fault(format!("{game}: {problem}"));
                return None;
            }
        };
        day.book.sit(&game, side.number(), person.number, pass, in_tournament);
        let pass = pass.to_owned();
        let (begun, proposed) = (Instant::now(), None);
        let mut seat = Self {
            opened: begun,
            heard: begun,
            sure: begun,
            unheard: None,
            person,
            day,
            game,
            side,
            pass,
            board,
            socket: None,
            manner,
            begun,
            proposed,
            complained: false,
            last: "nothing".to_owned(),
        };
        seat.learn_whole(&state);
        Some(seat)
    }

    /// Tells whether the game is over already.
    pub fn is_over(&self) -> bool {
        self.board.end().is_some()
    }

    /// Plays to the end.
    pub async fn play(mut self) {
        while self.board.end().is_none() {
            if self.is_shut_out() {
                return;
            }
            if self.begun.elapsed() > LONGEST {
                let (moves, name) = (self.board.moves(), self.person.name());
                return self.day.fault(format!(
                    "{} does not end; it has {moves} moves; {name}, side {}, was last answered {}",
                    self.game,
                    self.side.number(),
                    self.last
                ));
            }
            if self.socket.is_none() {
                self.connect().await;
            }
            self.speak().await;
            match self.intention() {
                Intention::Do(event) => {
                    if event["type"] == "move" {
                        let thought = self.person.random.below(self.manner.thought) as u64;
                        self.wait(Duration::from_millis(50 + thought)).await;
                    }
                    // What came meanwhile may have ended the game, or ask for something else.
                    if let (None, Intention::Do(event)) = (self.board.end(), self.intention()) {
                        self.submit(event).await;
                    }
                }
                Intention::Wait => {
                    self.wait(Duration::from_secs(1)).await;
                    self.look().await;
                }
            }
        }
        self.day.book.end(&self.game);
    }

    /// Tells whether they were banned from what only their session opens: others see how it ends.
    fn is_shut_out(&self) -> bool {
        self.pass.starts_with('@') && self.day.known(self.person.number).banned == Restraint::Stands
    }

    fn intention(&mut self) -> Intention {
        let side = self.side.number();
        let own_turn = self.board.side_to_move() == self.side;
        let tired = self.board.moves() >= self.manner.after;
        match self.board.offered() {
            Some(offering) if offering != self.side => {
                return Intention::Do(match self.manner.agrees {
                    true => json!({ "type": "draw" }),
                    false => json!({ "type": "decline", "side": side }),
                });
            }
            Some(_) if self.proposed.is_some_and(|at| at.elapsed() < COURTESY) => return Intention::Wait,
            _ => {}
        }
        match self.manner.finish {
            Finish::Sleep if tired => return Intention::Wait,
            Finish::Resign if tired && own_turn => {
                return Intention::Do(json!({ "type": "resign", "side": side }));
            }
            Finish::Draw if tired && own_turn && self.proposed.is_none() => {
                return Intention::Do(json!({ "type": "offer", "side": side, "offer": "draw" }));
            }
            Finish::Draw if own_turn && self.board.moves() >= self.manner.after + 6 => {
                return Intention::Do(json!({ "type": "resign", "side": side }));
            }
            _ => {}
        }
        if !own_turn {
            return Intention::Wait;
        }
        let legal = self.board.legal();
        match self.person.random.pick(&legal) {
            Some(text) => Intention::Do(json!({ "type": "move", "move": text })),
            None => Intention::Wait,
        }
    }

    /// Has an event happen, however often that must be said; always under the same number.
    async fn submit(&mut self, event: Value) {
        let (seq, begun) = (self.board.events.len(), Instant::now());
        let index = self.day.book.send(&self.game, seq, &event);
        if event["type"] == "offer" {
            self.proposed = Some(Instant::now());
        }
        let mut doubtful = false;
        if event["type"] == "move" && self.manner.by_socket && self.say(seq, &event).await {
            doubtful = true;
            while self.board.events.len() <= seq && begun.elapsed() < ECHO && self.socket.is_some() {
                // A refusal is told, too, and then asked for anew below.
                if self.hear(ECHO).await == Some(false) {
                    break;
                }
            }
        }
        let (path, body) = request(seq, &event);
        while self.board.events.len() <= seq {
            if self.begun.elapsed() > LONGEST || self.is_shut_out() {
                return;
            }
            let answer = self.person.browser.once("POST", path, Some(&self.pass), Some(&body)).await;
            self.last = match &answer {
                Some(answer) => format!("{path}: {} {}", answer.status, answer.code()),
                None => format!("{path}: nothing"),
            };
            match answer.map(|answer| (answer.status, answer)) {
                Some((200, _)) => {
                    self.learn(seq, &event);
                }
                Some((status, _)) if status >= 500 => {
                    doubtful = true;
                    sleep(AGAIN).await;
                }
                Some((429, _)) => sleep(Duration::from_secs(1)).await,
                Some((status, answer)) => {
                    let code = answer.code();
                    self.refresh().await;
                    if self.board.events.len() <= seq && self.board.end().is_none() {
                        self.refused(seq, &event, status, &code).await;
                        let fate = if doubtful { Fate::Unknown } else { Fate::Refused };
                        return self.day.book.settle(&self.game, index, fate);
                    }
                    if self.board.events.len() <= seq {
                        break;
                    }
                }
                None => {
                    doubtful = true;
                    sleep(AGAIN).await;
                }
            }
        }
        let fate = match self.board.events.get(seq) == Some(&event) {
            true => Fate::Acknowledged,
            false if doubtful => Fate::Unknown,
            false => Fate::Refused,
        };
        self.day.book.settle(&self.game, index, fate);
    }

    /// Judges a refusal, after which the game stands as it stood: what is legal is refused for no good reason but that somebody was quicker.
    async fn refused(&mut self, seq: usize, event: &Value, status: u16, code: &str) {
        let banned = self.day.known(self.person.number).banned != Restraint::Free;
        let common =
            matches!(code, "conflict" | "ended" | "agreement" | "no-offer" | "offered" | "turn" | "paused");
        if !banned && !common {
            self.day.fault(format!("{}: event {seq}, {event}, is refused: {status} {code}", self.game));
        }
        sleep(AGAIN).await;
    }

    /// Takes in an event of a number.
    fn learn(&mut self, seq: usize, event: &Value) {
        let known = self.board.events.len();
        if seq > known {
            // What is between comes over the connection, or by asking.
            return;
        }
        if seq < known {
            if self.board.events[seq] != *event {
                let told = &self.board.events[seq];
                self.day.fault(format!("{}: event {seq} was {told}, and is told as {event}", self.game));
            }
            return;
        }
        self.sure = Instant::now();
        if let Err(problem) = self.board.take(event) {
            self.day.fault(format!("{}: {problem}", self.game));
        }
    }

    fn learn_all(&mut self, from: usize, events: &[Value]) {
        for (offset, event) in events.iter().enumerate() {
            self.learn(from + offset, event);
        }
    }

    fn learn_whole(&mut self, state: &Value) {
        if let Some(events) = state["events"].as_array() {
            if events.len() < self.board.events.len() {
                let (told, known) = (events.len(), self.board.events.len());
                self.day.fault(format!("{}: {told} events are told after {known}", self.game));
            }
            self.learn_all(0, events);
        }
    }

    /// Asks how the game stands.
    async fn refresh(&mut self) {
        if let Some(state) = self.person.browser.read("/api/game", Some(&self.pass)).await {
            self.learn_whole(&state);
        }
    }

    /// Asks how the game stands where nothing has happened for long: whoever follows it over a connection that lives must be told soon.
    async fn look(&mut self) {
        match self.unheard {
            Some((at, _)) if self.opened > at || self.socket.is_none() => self.unheard = None,
            Some((_, told)) if self.board.events.len() >= told => self.unheard = None,
            Some((at, told)) if at.elapsed() > LONG => {
                let (known, silent) = (self.board.events.len(), self.heard.elapsed());
                self.day.fault(format!(
                    "{}: {told} events are there for {LONG:?}, and {known} are told over a connection that said something {silent:?} ago",
                    self.game
                ));
                self.unheard = None;
                self.refresh().await;
            }
            None if self.sure.elapsed() > LONG && self.board.end().is_none() => {
                self.sure = Instant::now();
                let Some(state) = self.person.browser.read("/api/game", Some(&self.pass)).await else { return };
                let told = state["events"].as_array().map_or(0, Vec::len);
                self.unheard = (told > self.board.events.len()).then(|| (Instant::now(), told));
            }
            _ => {}
        }
    }

    /// Connects, and asks for what comes after the events heard.
    async fn connect(&mut self) {
        let Some(mut socket) = self.person.browser.open("/api/live").await else { return sleep(AGAIN).await };
        let greeting = json!({ "key": self.pass, "after": self.board.events.len(), "chat": 0 }).to_string();
        match socket.send(Said::text(greeting)).await {
            Ok(()) => {
                self.socket = Some(socket);
                (self.opened, self.heard) = (Instant::now(), Instant::now());
            }
            Err(_) => sleep(AGAIN).await,
        }
    }

    /// Says a move over the connection; tells whether that was possible.
    async fn say(&mut self, seq: usize, event: &Value) -> bool {
        let Some(socket) = &mut self.socket else { return false };
        let said = json!({ "seq": seq, "move": event["move"] }).to_string();
        if socket.send(Said::text(said)).await.is_err() {
            self.lose();
            return false;
        }
        true
    }

    fn lose(&mut self) {
        self.socket = None;
        self.day.cut.set(self.day.cut.get() + 1);
    }

    /// Hears what comes for so long, or until something has.
    async fn wait(&mut self, span: Duration) {
        let until = Instant::now() + span;
        let known = self.board.events.len();
        while self.board.events.len() == known && Instant::now() < until {
            if self.socket.is_none() {
                return sleep(AGAIN).await;
            }
            self.hear(until.duration_since(Instant::now())).await;
        }
    }

    /// Hears one thing; `Some(false)` where it is a refusal, `None` where nothing came.
    async fn hear(&mut self, span: Duration) -> Option<bool> {
        let socket = self.socket.as_mut()?;
        let heard = timeout(span.min(SILENCE), socket.next()).await;
        let Ok(heard) = heard else {
            if self.heard.elapsed() >= SILENCE {
                self.lose();
            }
            return None;
        };
        self.heard = Instant::now();
        let Some(Ok(Said::Text(text))) = heard else {
            if !matches!(heard, Some(Ok(Said::Ping(_) | Said::Pong(_)))) {
                self.lose();
            }
            return None;
        };
        let news: Value = serde_json::from_str(&text).unwrap_or_default();
        match news["type"].as_str() {
            Some("events") => {
                let from = news["from"].as_u64().unwrap_or(u64::MAX) as usize;
                if from > self.board.events.len() {
                    let known = self.board.events.len();
                    self.day.fault(format!("{}: after {known} events is told from {from}", self.game));
                }
                self.learn_all(from, news["events"].as_array().map_or(&[][..], Vec::as_slice));
            }
            Some("state") => self.learn_whole(&news["state"]),
            Some("chat") => {
                let lines = news["lines"].as_array().map_or(&[][..], Vec::as_slice);
                let own = json!(self.side.number());
                if lines.iter().any(|line| line["text"] == RUDE && line["side"] != own) {
                    self.complain().await;
                }
            }
            Some("refused") => return Some(false),
            Some("error") => {
                let code = news["error"]["code"].as_str().unwrap_or("?").to_owned();
                self.day.note_farewell(code);
                self.lose();
                // Whoever is shown out asks by a request, which says why it is refused.
                self.refresh().await;
            }
            _ => {}
        }
        Some(true)
    }

    /// Says something, now and then; whoever is rude says what is.
    async fn speak(&mut self) {
        if self.manner.speaks.is_none_or(|after| self.board.moves() < after) {
            return;
        }
        self.manner.speaks = None;
        let before = self.day.known(self.person.number).muted;
        let text = if self.person.is_rude() { RUDE } else { CIVIL };
        let body = json!({ "token": format!("t{}", self.person.random.below(1 << 30)), "text": text });
        let Some(heard) =
            self.person.browser.sure("POST", "/api/game/chat", Some(&self.pass), Some(&body)).await
        else {
            return;
        };
        let after = self.day.known(self.person.number);
        match (heard.answer.status, &*heard.answer.code()) {
            // Whoever is banned may come back as a guest, who has no name and speaks.
            (200, _) if before == Restraint::Stands && after.banned == Restraint::Free => {
                self.day.fault(format!("{} speaks though they are muted", after.name));
            }
            (403, "muted") if after.muted != Restraint::Free => self.day.count_refusal(false),
            // One that is new says so much an hour; and who is banned resigns meanwhile.
            (200, _) | (429, _) => {}
            _ if after.banned != Restraint::Free => {}
            (status, code) => self.day.fault(format!("{} may not speak: {status} {code}", after.name)),
        }
    }

    /// Complains of what the other player says, once a game.
    async fn complain(&mut self) {
        if std::mem::replace(&mut self.complained, true) {
            return;
        }
        let text = format!("They are rude in {}", self.game);
        let body = json!({ "about": "talk", "text": text });
        let Some(heard) =
            self.person.browser.sure("POST", "/api/complaints", Some(&self.pass), Some(&body)).await
        else {
            return;
        };
        match heard.answer.status {
            201 => self.day.complaints.borrow_mut().push(text),
            // One that is new complains three times an hour.
            429 => {}
            _ if self.day.known(self.person.number).banned != Restraint::Free => {}
            status => self.day.fault(format!("a complaint is refused: {status} {}", heard.answer.code())),
        }
    }
}

/// Writes the request for an event.
fn request(seq: usize, event: &Value) -> (&'static str, Value) {
    let mut body = event.clone();
    let path = match event["type"].as_str() {
        Some("move") => "/api/game/moves",
        Some("resign") => "/api/game/resign",
        Some("offer") => "/api/game/offer",
        Some("decline") => "/api/game/decline",
        _ => "/api/game/draw",
    };
    if let Some(fields) = body.as_object_mut() {
        fields.remove("type");
    }
    body["seq"] = seq.into();
    (path, body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_asked_for_as_the_interface_has_them() {
        let asked = |event: Value| request(3, &event);
        assert_eq!(
            asked(json!({ "type": "move", "move": "e4" })),
            ("/api/game/moves", json!({ "seq": 3, "move": "e4" }))
        );
        assert_eq!(
            asked(json!({ "type": "offer", "side": 1, "offer": "draw" })),
            ("/api/game/offer", json!({ "seq": 3, "side": 1, "offer": "draw" }))
        );
        assert_eq!(asked(json!({ "type": "draw" })), ("/api/game/draw", json!({ "seq": 3 })));
    }
}
