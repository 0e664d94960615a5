use std::rc::Rc;
use std::time::{Duration, Instant};

use entourage_kernel::Side;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::board::Board;
use super::person::Person;
use super::plan::{Finish, Manner};
use super::state::{Day, Sanction, add};
use crate::http::list;
use crate::record::Fate;
use crate::socket::{Message, Socket, move_message};

const LONGEST: Duration = Duration::from_secs(600);
/// How long a connection may be silent: the server's heartbeat comes every six seconds.
const SILENCE: Duration = Duration::from_secs(15);
/// After how long without news the game is read; and how long it may then take until the news reaches the socket. If a message between
/// servers is lost, a heartbeat reports it after six seconds.
const LONG: Duration = Duration::from_secs(20);
/// How long a move sent over the socket may take before it is sent by a request.
const ECHO: Duration = Duration::from_secs(10);
const AGAIN: Duration = Duration::from_millis(300);
/// How long a player waits for the answer to a draw offer.
const COURTESY: Duration = Duration::from_secs(6);
/// A rude chat message, which only rude people send.
pub const RUDE: &str = "What a rude word that is!";
const CIVIL: &str = "Good luck, and have fun";

pub struct Seat<'a> {
    person: &'a mut Person,
    day: Rc<Day>,
    game: String,
    side: Side,
    /// The key to the game, or the pass to a tournament's.
    pass: String,
    pub board: Board,
    socket: Option<Socket>,
    /// When the socket was opened, and when something last came over it.
    opened: Instant,
    heard: Instant,
    sure: Instant,
    /// Since when it is known that there are so many events, of which not all have come.
    unheard: Option<(Instant, usize)>,
    manner: Manner,
    begun: Instant,
    proposed: Option<Instant>,
    complained: bool,
    /// The last answer, in case the game does not end.
    last: String,
}

impl<'a> Seat<'a> {
    /// Takes the seat that a pass opens; `None`, which may be a fault, if it opens none.
    pub async fn take(person: &'a mut Person, pass: &str, manner: Manner, in_tournament: bool) -> Option<Self> {
        let day = Rc::clone(&person.day);
        let state = person.browser.read("/api/game", Some(pass)).await?;
        let (game, spec) = (state["game"].as_str()?.to_owned(), state["spec"].as_str()?.to_owned());
        let side = if state["seat"] == "2" { Side::Second } else { Side::First };
        let board = Board::begin(&day.registry, &spec, state["degree"].as_str()?);
        let board = board.map_err(|problem| day.fault(format!("{game}: {problem}"))).ok()?;
        day.book.sit(&game, side.number(), person.number, pass, in_tournament);
        let begun = Instant::now();
        let mut seat = Self {
            opened: begun,
            heard: begun,
            sure: begun,
            unheard: None,
            person,
            day,
            game,
            side,
            pass: pass.to_owned(),
            board,
            socket: None,
            manner,
            begun,
            proposed: None,
            complained: false,
            last: "nothing".to_owned(),
        };
        seat.learn_whole(&state);
        Some(seat)
    }

    pub async fn play(mut self) {
        while self.board.end.is_none() {
            if self.is_shut_out() {
                return;
            }
            if self.begun.elapsed() > LONGEST {
                let (moves, name) = (self.board.moves, self.person.name());
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
                Some(event) => {
                    if event["type"] == "move" {
                        let thought = self.person.random.below(self.manner.thought) as u64;
                        self.wait(Duration::from_millis(50 + thought)).await;
                    }
                    // What came meanwhile may have ended the game, or changed the plan.
                    if let (None, Some(event)) = (self.board.end, self.intention()) {
                        self.submit(event).await;
                    }
                }
                None => {
                    self.wait(Duration::from_secs(1)).await;
                    self.look().await;
                }
            }
        }
        self.day.book.end(&self.game);
    }

    /// Returns whether they were banned from a game that only their session opens.
    fn is_shut_out(&self) -> bool {
        self.pass.starts_with('@') && self.day.known(self.person.number).banned == Sanction::Active
    }

    /// Returns the event that this player sends next; `None` to wait.
    fn intention(&mut self) -> Option<Value> {
        let side = self.side.number();
        let own_turn = self.board.game.side_to_move() == self.side;
        let tired = self.board.moves >= self.manner.after;
        match self.board.offered {
            Some(offering) if offering != self.side => {
                return Some(match self.manner.agrees {
                    true => json!({ "type": "draw" }),
                    false => json!({ "type": "decline", "side": side }),
                });
            }
            Some(_) if self.proposed.is_some_and(|at| at.elapsed() < COURTESY) => return None,
            _ => {}
        }
        match self.manner.finish {
            Finish::Sleep if tired => return None,
            Finish::Resign if tired && own_turn => {
                return Some(json!({ "type": "resign", "side": side }));
            }
            Finish::Draw if tired && own_turn && self.proposed.is_none() => {
                return Some(json!({ "type": "offer", "side": side, "offer": "draw" }));
            }
            Finish::Draw if own_turn && self.board.moves >= self.manner.after + 6 => {
                return Some(json!({ "type": "resign", "side": side }));
            }
            _ => {}
        }
        if !own_turn {
            return None;
        }
        let legal = self.board.game.legal_moves();
        self.person.random.pick(&legal).map(|text| json!({ "type": "move", "move": text }))
    }

    /// Sends an event, however often it must be sent, always under the same number.
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
                // What is refused is sent again below.
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
            match answer {
                Some(answer) if answer.status == 200 => self.learn(seq, &event),
                Some(answer) if answer.status == 429 => sleep(Duration::from_secs(1)).await,
                Some(answer) if answer.status < 500 => {
                    self.refresh().await;
                    if self.board.events.len() <= seq {
                        if self.board.end.is_none() {
                            self.refused(seq, &event, answer.status, &answer.code()).await;
                        }
                        break;
                    }
                }
                _ => {
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

    /// Judges a refusal that left the game unchanged: a legal event is refused only if the opponent was quicker.
    async fn refused(&mut self, seq: usize, event: &Value, status: u16, code: &str) {
        let banned = !self.day.is_welcome(self.person.number);
        let common =
            matches!(code, "conflict" | "ended" | "agreement" | "no-offer" | "offered" | "turn" | "paused");
        if !banned && !common {
            self.day.fault(format!("{}: event {seq}, {event}, is refused: {status} {code}", self.game));
        }
        sleep(AGAIN).await;
    }

    fn learn(&mut self, seq: usize, event: &Value) {
        if let Some(known) = self.board.events.get(seq) {
            if known != event {
                self.day.fault(format!("{}: event {seq} was {known}, and is shown as {event}", self.game));
            }
        } else if seq == self.board.events.len() {
            // Events before later ones come over the socket, or by a request.
            self.sure = Instant::now();
            if let Err(problem) = self.board.take(event) {
                self.day.fault(format!("{}: {problem}", self.game));
            }
        }
    }

    fn learn_all(&mut self, from: usize, events: &[Value]) {
        for (offset, event) in events.iter().enumerate() {
            self.learn(from + offset, event);
        }
    }

    fn learn_whole(&mut self, state: &Value) {
        let (events, known) = (list(&state["events"]), self.board.events.len());
        if events.len() < known {
            self.day.fault(format!("{}: {} events are shown after {known}", self.game, events.len()));
        }
        self.learn_all(0, events);
    }

    async fn refresh(&mut self) {
        if let Some(state) = self.person.browser.read("/api/game", Some(&self.pass)).await {
            self.learn_whole(&state);
        }
    }

    /// Reads the game if there was no news for long: events must reach a live socket soon.
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
            None if self.sure.elapsed() > LONG && self.board.end.is_none() => {
                self.sure = Instant::now();
                let Some(state) = self.person.browser.read("/api/game", Some(&self.pass)).await else { return };
                let told = list(&state["events"]).len();
                self.unheard = (told > self.board.events.len()).then(|| (Instant::now(), told));
            }
            _ => {}
        }
    }

    async fn connect(&mut self) {
        let Some(mut socket) = self.person.browser.open("/api/live").await else { return sleep(AGAIN).await };
        let greeting = json!({ "key": self.pass, "after": self.board.events.len(), "chat": 0 }).to_string();
        match socket.send(Message::text(greeting)).await {
            Ok(()) => {
                self.socket = Some(socket);
                (self.opened, self.heard) = (Instant::now(), Instant::now());
            }
            Err(_) => sleep(AGAIN).await,
        }
    }

    /// Sends a move over the socket; returns whether that was possible.
    async fn say(&mut self, seq: usize, event: &Value) -> bool {
        let Some(socket) = &mut self.socket else { return false };
        if socket.send(move_message(seq, event["move"].clone())).await.is_err() {
            self.lose();
            return false;
        }
        true
    }

    fn lose(&mut self) {
        self.socket = None;
        add(&self.day.cut, 1);
    }

    /// Receives messages for so long, or until an event has come.
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

    /// Receives one message; `Some(false)` if it is a refusal, `None` if none came.
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
        let Some(Ok(Message::Text(text))) = heard else {
            if !matches!(heard, Some(Ok(Message::Ping(_) | Message::Pong(_)))) {
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
                self.learn_all(from, list(&news["events"]));
            }
            Some("state") => self.learn_whole(&news["state"]),
            Some("chat") => {
                let own = json!(self.side.number());
                if list(&news["lines"]).iter().any(|line| line["text"] == RUDE && line["side"] != own) {
                    self.complain().await;
                }
            }
            Some("refused") => return Some(false),
            Some("error") => {
                let code = news["error"]["code"].as_str().unwrap_or("?").to_owned();
                *self.day.farewells.borrow_mut().entry(code).or_default() += 1;
                self.lose();
                // A request shows why.
                self.refresh().await;
            }
            _ => {}
        }
        Some(true)
    }

    async fn speak(&mut self) {
        if self.manner.speaks.is_none_or(|after| self.board.moves < after) {
            return;
        }
        self.manner.speaks = None;
        let before = self.day.known(self.person.number).muted;
        let text = if self.person.is_rude() { RUDE } else { CIVIL };
        let body = json!({ "token": format!("t{}", self.person.random.below(1 << 30)), "text": text });
        let heard = self.person.browser.post("/api/game/chat", Some(&self.pass), &body).await;
        let Some(heard) = heard else { return };
        let after = self.day.known(self.person.number);
        match (heard.status(), &*heard.code()) {
            // A banned person may come back as a guest, who has no name and may chat.
            (200, _) if before == Sanction::Active && after.banned == Sanction::None => {
                self.day.fault(format!("{} speaks though they are muted", after.name));
            }
            (403, "muted") if after.muted != Sanction::None => self.day.count_refusal(false),
            // A new account has an hourly allowance.
            (200, _) | (429, _) => {}
            _ if after.banned != Sanction::None => {}
            (status, code) => self.day.fault(format!("{} may not speak: {status} {code}", after.name)),
        }
    }

    /// Complains about the opponent's chat message, once a game.
    async fn complain(&mut self) {
        if std::mem::replace(&mut self.complained, true) {
            return;
        }
        let text = format!("They are rude in {}", self.game);
        let body = json!({ "about": "talk", "text": text });
        let heard = self.person.browser.post("/api/complaints", Some(&self.pass), &body).await;
        let Some(heard) = heard else { return };
        match heard.status() {
            201 => self.day.complaints.borrow_mut().push(text),
            // A new account has three complaints an hour.
            429 => {}
            _ if !self.day.is_welcome(self.person.number) => {}
            status => self.day.fault(format!("a complaint is refused: {status} {}", heard.code())),
        }
    }
}

/// Returns the path and the body of the request for an event.
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
