//! Games followed over a WebSocket, and played on it: every event with its number, and who is here.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State as Shared;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use entourage_kernel::Language;
use entourage_record::{Access, Event, Seat};
use entourage_registry::view::{FailureBody, News};
use serde::Deserialize;
use tokio::time::{self, MissedTickBehavior, interval, timeout};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Services;
use crate::domain::game_error::GameError;
use crate::domain::locale::Locale;
use crate::domain::nameplates::Nameplates;
use crate::effort::paid;
use crate::game_in_use::{self, Since};
use crate::games::Games;
use crate::games::chat::MOST_REMARKS;
use crate::games::door::{Door, Pass};
use crate::games::hub::{self, Guest, Pulse};
use crate::http::answers::{Forbidden, Malformed};
use crate::http::bearer::pass;
use crate::http::cookie::Signed;
use crate::http::failure::Failure;
use crate::http::limiter::{Bill, Kind, Limiter};
use crate::http::origin::Whence;
use crate::http::state::state_of;
use crate::http::visitor::Visitor;

/// The most bytes of what a client says.
const MOST_SAID: usize = 1024;
/// How long a client may take to say whom it follows.
const GREETING: Duration = Duration::from_secs(10);
/// How long a message may wait for a slow reader; they are dropped then, and may resume.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a client is asked whether it is still there, and told that the server is; one who did not answer the last time is dropped. A
/// page that hears nothing for 15 seconds gives the connection up.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(6);
/// The most messages, pings included, that a client may send between two heartbeats.
const MOST_MESSAGES: u32 = 250;
/// How often a client is told at most who is here; in a room of more than a hundred, more seldom by as much.
const PRESENCE: Duration = Duration::from_millis(500);
/// The bytes that are read at a time: what clients say is short, and there are many of them.
const READ: usize = 2048;
/// The most bytes that wait to be written, which is one message: the longest is the state of the longest game.
const MOST_WRITTEN: usize = 16 << 20;
/// A turn by hand stands in it twice, as an event and among the moves, with some words around it.
const _: () = assert!(MOST_WRITTEN > game_in_use::MOST_EVENTS * 2 * (game_in_use::MOST_TURN + 128));
/// The most events in a message.
const MOST_EVENTS: usize = 256;

/// What a client says first.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Greeting {
    /// The key to the game.
    #[serde(default)]
    key: Option<String>,
    /// Instead of a key, the name of a game that is shown to everybody.
    #[serde(default)]
    public: Option<String>,
    /// The number of events it has; without, it is sent the whole game.
    #[serde(default)]
    after: Option<usize>,
    /// The number of lines it has of what the players say; without, it is told none.
    #[serde(default)]
    chat: Option<u32>,
}

/// What a client may say afterwards: the move that is to be the event number `seq`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    seq: usize,
    #[serde(rename = "move")]
    text: String,
}

/// Routes the connections on which games are followed.
pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(live))
}

/// Follows a game over a WebSocket.
///
/// The client says one thing, `{"key": KEY, "after": 3, "chat": 0}` or `{"public": NAME}`, within ten seconds; then it listens.
/// What it hears is described in docs/SERVER.md.
#[utoipa::path(
    get,
    path = "/api/live",
    tag = "Playing",
    responses((status = 101, description = "The connection is a WebSocket now."), Malformed, Forbidden)
)]
async fn live(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Extension(limiter): Extension<Arc<Limiter>>,
    Extension(visitor): Extension<Visitor>,
    whence: Whence,
    signed: Signed,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    // Which game, the client says in its first message, since an address reaches logs.
    // Browsers send no preflight before a WebSocket: a page of another site must be refused here.
    if whence == Whence::Elsewhere {
        return Err(Failure::Origin);
    }
    let sitting = limiter.sit(visitor)?;
    let admission = games.hub.admit().ok_or(GameError::Unavailable)?;
    let upgrade = upgrade.max_message_size(MOST_SAID).max_frame_size(MOST_SAID);
    // Nothing is held back, so that nothing gathers.
    let upgrade = upgrade.read_buffer_size(READ).write_buffer_size(0).max_write_buffer_size(MOST_WRITTEN);
    Ok(upgrade.on_upgrade(async move |mut socket| {
        let bill = Bill::of(&limiter, visitor);
        let purse = Purse { limiter, visitor };
        let farewell = paid(bill, follow(&mut socket, &games, locale, (whence, signed), purse)).await.err();
        if let Some(farewell) = farewell.flatten() {
            // Whoever is gone already needs none.
            let _ = timeout(PATIENCE, socket.send(Message::Close(Some(farewell)))).await;
        }
        drop((admission, sitting));
    }))
}

/// Counts what a client asks for on its socket with what its address asks for by requests.
struct Purse {
    limiter: Arc<Limiter>,
    visitor: Visitor,
}

/// Says why a connection ends, if anybody is there to hear it.
type Farewell = Option<CloseFrame>;

fn farewell(code: u16, reason: &'static str) -> Farewell {
    Some(CloseFrame { code, reason: reason.into() })
}

async fn follow(
    socket: &mut WebSocket,
    games: &Games,
    locale: Locale,
    (whence, signed): (Whence, Signed),
    purse: Purse,
) -> Result<(), Farewell> {
    let Greeting { key, public, after, chat } = match timeout(GREETING, greeting(socket)).await {
        Ok(greeting) => greeting?,
        Err(_) => return Err(farewell(close_code::POLICY, "no greeting")),
    };
    let door = match (key, public) {
        (Some(key), None) => pass(&key, signed).map(Door::Pass),
        (None, Some(name)) => name.parse().map(Door::Name).map_err(|()| GameError::NoGame.into()),
        _ => return Err(farewell(close_code::INVALID, "no greeting")),
    };
    let entered = match door {
        Ok(door) => games.seats.enter(door).await.map(|access| (door, access)).map_err(Failure::from),
        // A key that is damaged opens nothing.
        Err(Failure::BadKey) => Err(GameError::NoGame.into()),
        Err(failure) => Err(failure),
    };
    let (door, access) = match entered {
        Ok(entered) => entered,
        Err(failure) => return Err(refuse(socket, &failure, locale.language).await),
    };
    // A key opens one seat for ever: who looks on now does not play later.
    if whence == Whence::Shut && access.seat != Seat::Watch {
        return Err(refuse(socket, &Failure::Origin, locale.language).await);
    }
    let guest = games.hub.enter(access.game, access.seat);
    let mut follower = Follower {
        games,
        locale,
        purse,
        door,
        access,
        guest,
        told: after,
        chat,
        emptied: BTreeSet::new(),
        seen: None,
        presence: Presence::default(),
    };
    let rhythm = games.hub.heartbeat();
    let mut heartbeat = interval(rhythm);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeat.reset_at(time::Instant::now() + rhythm);
    let (mut answered, mut said) = (true, 0);
    let closing = games.hub.closing();
    tokio::pin!(closing);
    loop {
        follower.tell(socket).await?;
        tokio::select! {
            () = follower.guest.changed() => {}
            () = follower.presence.due(follower.seen) => {}
            heard = socket.recv() => {
                said += 1;
                if said > MOST_MESSAGES {
                    return Err(farewell(close_code::POLICY, "too many messages"));
                }
                match heard {
                    Some(Ok(Message::Pong(_))) => answered = true,
                    Some(Ok(Message::Ping(_))) => {}
                    Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                        Ok(play) => follower.play(socket, play).await?,
                        Err(_) => return Err(farewell(close_code::POLICY, "only moves are to be said")),
                    },
                    Some(Ok(Message::Binary(_))) => return Err(farewell(close_code::UNSUPPORTED, "text only")),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(None),
                }
            }
            _ = heartbeat.tick() => {
                if !answered {
                    return Err(None);
                }
                (answered, said) = (false, 0);
                follower.expect_session().await?;
                send(socket, Message::Ping(Default::default())).await?;
                // A page cannot see pings.
                say(socket, &News::Beat {}).await?;
            }
            () = &mut closing => return Err(farewell(close_code::AWAY, "the server ends")),
        }
    }
}

/// Hears whom a client wants to follow.
async fn greeting(socket: &mut WebSocket) -> Result<Greeting, Farewell> {
    loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => {
                let greeting = serde_json::from_str(&text);
                return greeting.map_err(|_| farewell(close_code::INVALID, "no greeting"));
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => return Err(farewell(close_code::UNSUPPORTED, "text only")),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(None),
        }
    }
}

/// Says why a client is refused; its page need not try again.
async fn refuse(socket: &mut WebSocket, failure: &Failure, language: Language) -> Farewell {
    let error = Box::new(failure.view(language).error);
    match say(socket, &News::Error { error }).await {
        Ok(()) => farewell(close_code::POLICY, failure.code()),
        Err(gone) => gone,
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Farewell> {
    match timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        // It is gone, or too slow: what it has not heard it hears when it comes again.
        Ok(Err(_)) | Err(_) => Err(None),
    }
}

/// A client who follows a game, and what it has been told.
struct Follower<'a> {
    games: &'a Games,
    locale: Locale,
    purse: Purse,
    door: Door,
    access: Access,
    guest: Guest,
    told: Option<usize>,
    /// The lines of the chat it was told, where it wants them.
    chat: Option<u32>,
    /// The lines of the chat that it was told to be empty now.
    emptied: BTreeSet<u32>,
    seen: Option<Pulse>,
    presence: Presence,
}

/// Who is here as a client was told, and when it may be told again.
struct Presence {
    told: Option<([bool; 2], usize)>,
    next: time::Instant,
}

impl Default for Presence {
    fn default() -> Self {
        Self { told: None, next: time::Instant::now() }
    }
}

impl Presence {
    /// Returns what is to be told now, if anything: all of a room together are told so many times a second at most.
    fn news(&mut self, pulse: Pulse) -> Option<([bool; 2], usize)> {
        let (who, now) = (who(pulse), time::Instant::now());
        if self.told == Some(who) || now < self.next {
            return None;
        }
        let guests = pulse.players.iter().sum::<usize>() + pulse.watchers;
        self.next = now + PRESENCE.max(PRESENCE / 100 * u32::try_from(guests).unwrap_or(u32::MAX));
        self.told = Some(who);
        self.told
    }

    /// Waits until there is something to be told that had to wait; for ever if there is nothing.
    async fn due(&self, seen: Option<Pulse>) {
        match seen {
            Some(pulse) if self.told != Some(who(pulse)) => time::sleep_until(self.next).await,
            _ => std::future::pending().await,
        }
    }
}

impl Follower<'_> {
    /// Shows out who came by a session that has ended since, or does not open the game any more; the page may come again by another.
    async fn expect_session(&mut self) -> Result<(), Farewell> {
        if let Door::Pass(Pass::Session { .. }) = self.door
            && let Err(GameError::NoGame) = self.games.seats.enter(self.door).await
        {
            return Err(farewell(close_code::AWAY, "the session has ended"));
        }
        Ok(())
    }

    /// Plays a move, which it is told of like everybody; or tells it why not.
    async fn play(&mut self, socket: &mut WebSocket, Play { seq, text }: Play) -> Result<(), Farewell> {
        self.expect_session().await?;
        if self.seen.is_some_and(|seen| self.guest.keys_changed(seen)) {
            self.tell(socket).await?;
        }
        let event = Event::Move { text };
        let Purse { limiter, visitor } = &self.purse;
        let played = match limiter.take(*visitor, Kind::Changes).and_then(|()| limiter.afford(*visitor)) {
            Ok(()) => {
                let change = self.games.play.change_by(self.access, Some(seq), event, self.locale);
                change.await.map_err(Failure::from)
            }
            Err(failure) => Err(failure),
        };
        match played {
            Ok(_) => Ok(()),
            Err(failure) => {
                let FailureBody { error, state } = failure.view(self.locale.language);
                say(socket, &News::Refused { seq, error: Box::new(error), state }).await
            }
        }
    }

    /// Tells everything that the client has not been told.
    async fn tell(&mut self, socket: &mut WebSocket) -> Result<(), Farewell> {
        let pulse = self.guest.pulse();
        let seen = self.seen.replace(pulse);
        // At first too: the key may have been replaced while its holder was on the way.
        if seen.is_none_or(|seen| seen.keys != pulse.keys) {
            match self.games.seats.enter(self.door).await {
                Ok(access) => self.access = access,
                Err(error) => return Err(refuse(socket, &error.into(), self.locale.language).await),
            }
        }
        let mut telling = match seen {
            // Whoever comes is welcomed with the state: it may start their clock.
            None => self.tell_state(socket).await?,
            Some(seen) if seen.events != pulse.events => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        };
        while telling.is_continue() {
            telling = self.tell_events(socket).await?;
        }
        // Who has a seat may have a name since; whoever comes has heard it with the state.
        if seen.is_some_and(|seen| seen.keys != pulse.keys) {
            self.tell_names(socket).await?;
        }
        // What it was told, now or before it was cut off, may have been taken back since.
        if seen.is_none_or(|seen| seen.unsaid != pulse.unsaid) {
            self.tell_unsaid(socket).await?;
        }
        if seen.is_none_or(|seen| seen.remarks != pulse.remarks) {
            self.tell_remarks(socket).await?;
        }
        if seen.is_none_or(|seen| seen.clocks != pulse.clocks) {
            self.tell_clock(socket).await?;
        }
        if seen.is_none_or(|seen| (seen.ratings, seen.keys) != (pulse.ratings, pulse.keys)) {
            self.tell_ratings(socket).await?;
        }
        if seen.is_none_or(|seen| seen.wishes != pulse.wishes) {
            self.tell_wishes(socket, seen.is_none()).await?;
        }
        if let Some((sides, watchers)) = self.presence.news(pulse) {
            say(socket, &News::Here { sides, watchers }).await?;
        }
        Ok(())
    }

    /// Tells which of the lines that the client has were taken back, each once and neighbours together, and nothing of the others.
    async fn tell_unsaid(&mut self, socket: &mut WebSocket) -> Result<(), Farewell> {
        let (Some(to), Seat::Side(_)) = (self.chat, self.access.seat) else { return Ok(()) };
        match self.games.chat.taken_back(self.access.game, to).await {
            Ok(lines) => {
                let untold: Vec<_> = lines.into_iter().filter(|(seq, _)| self.emptied.insert(*seq)).collect();
                for row in untold.chunk_by(|(one, _), (next, _)| one + 1 == *next) {
                    let lines = row.iter().map(|(_, line)| line.clone()).collect();
                    say(socket, &News::Chat { from: row[0].0, lines }).await?;
                }
                Ok(())
            }
            Err(error) => Err(refuse(socket, &error.into(), self.locale.language).await),
        }
    }

    /// Tells what the players said to each other, to them alone.
    async fn tell_remarks(&mut self, socket: &mut WebSocket) -> Result<(), Farewell> {
        let (Some(mut from), Seat::Side(_)) = (self.chat, self.access.seat) else { return Ok(()) };
        loop {
            let lines = match self.games.chat.remarks(self.access.game, from).await {
                Ok(lines) => lines,
                Err(error) => return Err(refuse(socket, &error.into(), self.locale.language).await),
            };
            let count = lines.len() as u32;
            if count > 0 {
                say(socket, &News::Chat { from, lines }).await?;
                from += count;
                self.chat = Some(from);
            }
            if count < MOST_REMARKS {
                return Ok(());
            }
        }
    }

    /// Tells the names of those who play, where they have one.
    async fn tell_names(&mut self, socket: &mut WebSocket) -> Result<(), Farewell> {
        match self.games.play.names_of(self.access).await {
            Ok(Nameplates { names, bots }) => say(socket, &News::Names { names, bots }).await,
            Err(error) => Err(refuse(socket, &error.into(), self.locale.language).await),
        }
    }

    /// Tells how strong those are who play a rated game.
    async fn tell_ratings(&mut self, socket: &mut WebSocket) -> Result<(), Farewell> {
        match self.games.play.ratings_of(self.access).await {
            Ok(Some(ratings)) => say(socket, &News::Ratings { ratings }).await,
            Ok(None) => Ok(()),
            Err(error) => Err(refuse(socket, &error.into(), self.locale.language).await),
        }
    }

    /// Tells the players which of them wish the game deleted; who comes is told only if one does.
    async fn tell_wishes(&mut self, socket: &mut WebSocket, first: bool) -> Result<(), Farewell> {
        let Seat::Side(_) = self.access.seat else { return Ok(()) };
        match self.games.deletions.wishes_in(self.access.game).await {
            Ok([false, false]) if first => Ok(()),
            Ok(wishes) => say(socket, &News::Wishes { wishes }).await,
            Err(error) => Err(refuse(socket, &error.into(), self.locale.language).await),
        }
    }

    /// Tells what the clocks show, where there are any.
    async fn tell_clock(&mut self, socket: &mut WebSocket) -> Result<(), Farewell> {
        match self.games.play.clock_of(self.access).await {
            Ok(Some(clock)) => say(socket, &News::Clock { clock }).await,
            Ok(None) => Ok(()),
            Err(error) => Err(refuse(socket, &error.into(), self.locale.language).await),
        }
    }

    /// Tells some of what happened; breaks off where nothing is left.
    async fn tell_events(&mut self, socket: &mut WebSocket) -> Result<ControlFlow<()>, Farewell> {
        let Some(from) = self.told else { return self.tell_state(socket).await };
        let pulse = self.seen.unwrap_or_default();
        if let Some(news) = self.guest.news(from, pulse) {
            self.told = Some(news.to);
            send(socket, Message::Text(news.text)).await?;
            return Ok(ControlFlow::Break(()));
        }
        let since = self.games.play.events_since(self.access.game, from, MOST_EVENTS).await;
        let Some(Since { events, seq, status, clock }) = since else { return self.tell_state(socket).await };
        // It was told before, or something else has changed.
        if events.is_empty() {
            return Ok(ControlFlow::Break(()));
        }
        let to = from + events.len();
        let text = written(&News::Events { from, events, status, clock })?;
        if to == seq {
            let (text, at) = (text.clone(), Instant::now());
            self.guest.keep(hub::News { from, to, pulse: pulse.events, text, at });
        }
        self.told = Some(to);
        send(socket, Message::Text(text)).await?;
        Ok(if to == seq { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Tells the game whole, unless it knows all of it.
    async fn tell_state(&mut self, socket: &mut WebSocket) -> Result<ControlFlow<()>, Farewell> {
        let state = match self.games.play.state_of(self.access, self.locale).await {
            Ok(snapshot) => state_of(snapshot, self.locale.language),
            Err(error) => return Err(refuse(socket, &error.into(), self.locale.language).await),
        };
        let seq = state.seq;
        let news = match self.told.and_then(|told| state.events.get(told..).map(|events| (told, events))) {
            Some((_, [])) => return Ok(ControlFlow::Break(())),
            // A choice for the start may begin the game, with all that follows from it.
            Some((from, events)) if !events.iter().any(|event| matches!(event, Event::Setup { .. })) => {
                let events = events[..events.len().min(MOST_EVENTS)].to_vec();
                News::Events { from, events, status: state.status, clock: state.clock }
            }
            _ => News::State { state: Box::new(state) },
        };
        self.told = Some(match &news {
            News::Events { from, events, .. } => from + events.len(),
            _ => seq,
        });
        say(socket, &news).await?;
        Ok(if self.told == Some(seq) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}

/// Returns which sides are here, and how many look on.
fn who(pulse: Pulse) -> ([bool; 2], usize) {
    (pulse.players.map(|count| count > 0), pulse.watchers)
}

async fn say(socket: &mut WebSocket, news: &News) -> Result<(), Farewell> {
    send(socket, Message::Text(written(news)?)).await
}

fn written(news: &News) -> Result<Utf8Bytes, Farewell> {
    let text = serde_json::to_string(news).map_err(|_| farewell(close_code::ERROR, "internal"))?;
    Ok(text.into())
}
