use std::ops::Range;
use std::rc::Rc;
use std::time::{Duration, Instant};

use entourage_kernel::Side;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::board::Board;
use super::plan::{Behaviour, Finish};
use super::state::{Day, Sanction, add};
use super::user::User;
use crate::between;
use crate::http::{code, list, new_move};
use crate::record::Fate;
use crate::socket::{Message, Socket};

const GAME_TIMEOUT: Duration = Duration::from_secs(600);
/// Maximum time without data on a connection; the server's heartbeat is sent every six seconds.
const SILENCE_LIMIT: Duration = Duration::from_secs(15);
/// Time without events after which the player requests the game state by HTTP. Events in the response must arrive
/// by WebSocket within the same time; if a message between servers is lost, a heartbeat reveals it within 6 s.
const NEWS_LIMIT: Duration = Duration::from_secs(20);
/// Time after which a move that was sent by WebSocket is sent again by HTTP.
const MOVE_TIMEOUT: Duration = Duration::from_secs(10);
/// Milliseconds that a player waits before a move.
const THOUGHT_MS: Range<usize> = 50..650;
const RETRY_PAUSE: Duration = Duration::from_millis(300);
const OFFER_TIMEOUT: Duration = Duration::from_secs(6);
pub const RUDE: &str = "What a rude word that is!";
const POLITE: &str = "Good luck, and have fun";

pub struct Seat<'a> {
    user: &'a mut User,
    day: Rc<Day>,
    game: String,
    side: Side,
    /// The player's key to the game; in a tournament, the player's pass.
    pass: String,
    pub board: Board,
    socket: Option<Socket>,
    opened: Instant,
    /// When data last arrived on the socket.
    heard: Instant,
    sure: Instant,
    /// Time and event count of an HTTP response whose events have not all arrived by WebSocket yet.
    missing: Option<(Instant, usize)>,
    behaviour: Behaviour,
    begun: Instant,
    proposed: Option<Instant>,
    reported: bool,
    /// The last response, which is reported if the game does not end.
    last: String,
}

impl<'a> Seat<'a> {
    /// Takes the seat for `pass`, which is a key or a tournament pass; returns `None` if the game cannot be loaded.
    pub async fn take(
        user: &'a mut User,
        pass: &str,
        behaviour: Behaviour,
        in_tournament: bool,
    ) -> Option<Self> {
        let day = Rc::clone(&user.day);
        let state = user.browser.read("/api/game", Some(pass)).await?;
        let (game, spec) = (state["game"].as_str()?.to_owned(), state["spec"].as_str()?.to_owned());
        let side = if state["seat"] == "2" { Side::Second } else { Side::First };
        let board = Board::begin(&day.registry, &spec, state["degree"].as_str()?);
        let board = board.map_err(|problem| day.fault(format!("{game}: {problem}"))).ok()?;
        day.book.sit(&game, side.number(), user.number, pass, in_tournament);
        let begun = Instant::now();
        let mut seat = Self {
            opened: begun,
            heard: begun,
            sure: begun,
            missing: None,
            user,
            day,
            game,
            side,
            pass: pass.to_owned(),
            board,
            socket: None,
            behaviour,
            begun,
            proposed: None,
            reported: false,
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
            if self.begun.elapsed() > GAME_TIMEOUT {
                let (moves, name) = (self.board.moves, self.user.name());
                return self.day.fault(format!(
                    "{} has not ended after {moves} moves; the last response to {name}, side {}, was {}",
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
                        let thought = between(THOUGHT_MS, &mut self.user.random);
                        self.wait(thought).await;
                    }
                    // New events may have changed what the player wants to send.
                    if let (None, Some(event)) = (self.board.end, self.intention()) {
                        self.submit(event).await;
                    }
                }
                None => {
                    self.wait(Duration::from_secs(1)).await;
                    self.check_freshness().await;
                }
            }
        }
        self.day.book.end(&self.game);
    }

    fn is_shut_out(&self) -> bool {
        self.pass.starts_with('@') && self.day.known(self.user.number).banned == Sanction::Active
    }

    /// Returns the event that this player wants to send; `None` to wait.
    fn intention(&mut self) -> Option<Value> {
        let side = self.side.number();
        let own_turn = self.board.game.side_to_move() == self.side;
        let tired = self.board.moves >= self.behaviour.after;
        match self.board.offered {
            Some(offering) if offering != self.side => {
                return Some(match self.behaviour.agrees {
                    true => json!({ "type": "draw" }),
                    false => json!({ "type": "decline", "side": side }),
                });
            }
            Some(_) if self.proposed.is_some_and(|at| at.elapsed() < OFFER_TIMEOUT) => return None,
            _ => {}
        }
        match self.behaviour.finish {
            Finish::TimeOut if tired => return None,
            Finish::Resign if tired && own_turn => {
                return Some(json!({ "type": "resign", "side": side }));
            }
            Finish::Draw if tired && own_turn && self.proposed.is_none() => {
                return Some(json!({ "type": "offer", "side": side, "offer": "draw" }));
            }
            Finish::Draw if own_turn && self.board.moves >= self.behaviour.after + 6 => {
                return Some(json!({ "type": "resign", "side": side }));
            }
            _ => {}
        }
        if !own_turn {
            return None;
        }
        let legal = self.board.game.legal_moves();
        self.user.random.pick(&legal).map(|text| json!({ "type": "move", "move": text }))
    }

    async fn submit(&mut self, event: Value) {
        let (seq, begun) = (self.board.events.len(), Instant::now());
        let index = self.day.book.send(&self.game, seq, &event);
        if event["type"] == "offer" {
            self.proposed = Some(Instant::now());
        }
        let mut doubtful = false;
        if event["type"] == "move" && self.behaviour.by_socket && self.send_move(seq, &event).await {
            doubtful = true;
            while self.board.events.len() <= seq && begun.elapsed() < MOVE_TIMEOUT && self.socket.is_some() {
                // A refused move is sent again below.
                if self.receive(MOVE_TIMEOUT).await == Some(false) {
                    break;
                }
            }
        }
        let (path, body) = request(seq, &event);
        while self.board.events.len() <= seq {
            if self.begun.elapsed() > GAME_TIMEOUT || self.is_shut_out() {
                return;
            }
            let answer = self.user.browser.send_once("POST", path, Some(&self.pass), Some(&body)).await;
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
                    sleep(RETRY_PAUSE).await;
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

    /// Reports a refusal as a fault, unless a ban or a simultaneous event by the opponent can explain the refusal.
    async fn refused(&mut self, seq: usize, event: &Value, status: u16, code: &str) {
        let banned = !self.day.is_welcome(self.user.number);
        let common =
            matches!(code, "conflict" | "ended" | "agreement" | "no-offer" | "offered" | "turn" | "paused");
        if !banned && !common {
            self.day.fault(format!("{}: event {seq}, {event}, was refused: {status} {code}", self.game));
        }
        sleep(RETRY_PAUSE).await;
    }

    fn learn(&mut self, seq: usize, event: &Value) {
        if let Some(known) = self.board.events.get(seq) {
            if known != event {
                self.day.fault(format!("{}: event {seq} was {known} before, but is now {event}", self.game));
            }
        } else if seq == self.board.events.len() {
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
            self.day.fault(format!("{}: {} events were read, but {known} were known", self.game, events.len()));
        }
        self.learn_all(0, events);
    }

    async fn refresh(&mut self) {
        if let Some(state) = self.user.browser.read("/api/game", Some(&self.pass)).await {
            self.learn_whole(&state);
        }
    }

    /// If no event has arrived for a while, checks with an HTTP request that the socket is up to date.
    async fn check_freshness(&mut self) {
        match self.missing {
            Some((at, _)) if self.opened > at || self.socket.is_none() => self.missing = None,
            Some((_, total)) if self.board.events.len() >= total => self.missing = None,
            Some((at, total)) if at.elapsed() > NEWS_LIMIT => {
                let (known, silent) = (self.board.events.len(), self.heard.elapsed());
                self.day.fault(format!(
                    "{}: {total} events have existed for {NEWS_LIMIT:?}, but only {known} arrived, although the connection had data {silent:?} ago",
                    self.game
                ));
                self.missing = None;
                self.refresh().await;
            }
            None if self.sure.elapsed() > NEWS_LIMIT && self.board.end.is_none() => {
                self.sure = Instant::now();
                let Some(state) = self.user.browser.read("/api/game", Some(&self.pass)).await else { return };
                let total = list(&state["events"]).len();
                self.missing = (total > self.board.events.len()).then(|| (Instant::now(), total));
            }
            _ => {}
        }
    }

    async fn connect(&mut self) {
        let Some(mut socket) = self.user.browser.open("/api/live").await else {
            return sleep(RETRY_PAUSE).await;
        };
        let greeting = json!({ "key": self.pass, "after": self.board.events.len(), "chat": 0 }).to_string();
        match socket.send(Message::text(greeting)).await {
            Ok(()) => {
                self.socket = Some(socket);
                (self.opened, self.heard) = (Instant::now(), Instant::now());
            }
            Err(_) => sleep(RETRY_PAUSE).await,
        }
    }

    async fn send_move(&mut self, seq: usize, event: &Value) -> bool {
        let Some(socket) = &mut self.socket else { return false };
        if socket.send(Message::text(new_move(seq, event["move"].clone()))).await.is_err() {
            self.drop_socket();
            return false;
        }
        true
    }

    fn drop_socket(&mut self) {
        self.socket = None;
        add(&self.day.tally.lost_sockets, 1);
    }

    /// Receives messages for `span`, or until an event arrives.
    async fn wait(&mut self, span: Duration) {
        let until = Instant::now() + span;
        let known = self.board.events.len();
        while self.board.events.len() == known && Instant::now() < until {
            if self.socket.is_none() {
                return sleep(RETRY_PAUSE).await;
            }
            self.receive(until.duration_since(Instant::now())).await;
        }
    }

    /// Receives one message; returns `Some(false)` for a refusal, `None` on time-out.
    async fn receive(&mut self, span: Duration) -> Option<bool> {
        let socket = self.socket.as_mut()?;
        let heard = timeout(span.min(SILENCE_LIMIT), socket.next()).await;
        let Ok(heard) = heard else {
            if self.heard.elapsed() >= SILENCE_LIMIT {
                self.drop_socket();
            }
            return None;
        };
        self.heard = Instant::now();
        let Some(Ok(Message::Text(text))) = heard else {
            if !matches!(heard, Some(Ok(Message::Ping(_) | Message::Pong(_)))) {
                self.drop_socket();
            }
            return None;
        };
        let news: Value = serde_json::from_str(&text).unwrap_or_default();
        match news["type"].as_str() {
            Some("events") => {
                let from = news["from"].as_u64().unwrap_or(u64::MAX) as usize;
                if from > self.board.events.len() {
                    let known = self.board.events.len();
                    self.day.fault(format!("{}: events from {from} follow after {known}", self.game));
                }
                self.learn_all(from, list(&news["events"]));
            }
            Some("state") => self.learn_whole(&news["state"]),
            Some("chat") => {
                let own = json!(self.side.number());
                if list(&news["lines"]).iter().any(|line| line["text"] == RUDE && line["side"] != own) {
                    self.report_opponent().await;
                }
            }
            Some("refused") => return Some(false),
            Some("error") => {
                *self.day.tally.close_codes.borrow_mut().entry(code(&news)).or_default() += 1;
                self.drop_socket();
                // The game may have changed.
                self.refresh().await;
            }
            _ => {}
        }
        Some(true)
    }

    async fn speak(&mut self) {
        if self.behaviour.speaks.is_none_or(|after| self.board.moves < after) {
            return;
        }
        self.behaviour.speaks = None;
        let before = self.day.known(self.user.number).muted;
        let text = if self.user.is_rude() { RUDE } else { POLITE };
        let body = json!({ "token": format!("t{}", self.user.random.below(1 << 30)), "text": text });
        let response = self.user.browser.post("/api/game/chat", Some(&self.pass), &body).await;
        let Some(response) = response else { return };
        let after = self.day.known(self.user.number);
        match (response.status, &*response.code()) {
            // A banned user can return as a guest, and guests can chat.
            (200, _) if before == Sanction::Active && after.banned == Sanction::None => {
                self.day.fault(format!("{} can chat despite being muted", after.name));
            }
            (403, "muted") if after.muted != Sanction::None => self.day.count_refusal(false),
            // New accounts have an hourly limit on chat messages.
            (200, _) | (429, _) => {}
            _ if after.banned != Sanction::None => {}
            (status, code) => self.day.fault(format!("{} cannot chat: {status} {code}", after.name)),
        }
    }

    /// Reports the opponent's chat message to the moderators, once per game.
    async fn report_opponent(&mut self) {
        if std::mem::replace(&mut self.reported, true) {
            return;
        }
        let text = format!("They are rude in {}", self.game);
        let body = json!({ "about": "talk", "text": text });
        let response = self.user.browser.post("/api/complaints", Some(&self.pass), &body).await;
        let Some(response) = response else { return };
        match response.status {
            201 => self.day.tally.complaints.borrow_mut().push(text),
            // New accounts can send three reports per hour.
            429 => {}
            _ if !self.day.is_welcome(self.user.number) => {}
            status => self.day.fault(format!("a report was refused: {status} {}", response.code())),
        }
    }
}

/// Returns the path and body of the request that sends an event.
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
    fn events_are_sent_as_requests() {
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
