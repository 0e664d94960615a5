//! Games followed over a WebSocket, and played on it: every event with its number, and who is here.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State as Shared;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::response::Response;
use entourage_kernel::Language;
use entourage_store::{Access, Event, Seat};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::time::{self, MissedTickBehavior, interval, timeout};

use crate::door::Door;
use crate::failure::Failure;
use crate::hub::{self, Guest, Pulse};
use crate::limiter::{Kind, Limiter, Visitor};
use crate::negotiate::Locale;
use crate::origin;
use crate::state::State;
use crate::table::{self, Since};
use crate::tables::Tables;
use crate::talk::{Line, MOST_LINES};
use crate::timing::ClockView;

/// The most bytes of what a client says.
const MOST_SAID: usize = 1024;
/// How long a client may take to say whom he follows.
const GREETING: Duration = Duration::from_secs(10);
/// How long a message may wait for a slow reader; he is dropped then, and may resume.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a client is asked whether he is still there; one who did not answer the last time is dropped.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(25);
/// The most messages, pings included, that a client may send between two heartbeats.
const MOST_MESSAGES: u32 = 250;
/// The bytes that are read at a time: what clients say is short, and there are many of them.
const READ: usize = 2048;
/// The most bytes that wait to be written, which is one message: the longest is the state of the longest game.
const MOST_WRITTEN: usize = 16 << 20;
/// A turn by hand stands in it twice, as an event and among the moves, with some words around it.
const _: () = assert!(MOST_WRITTEN > table::MOST_EVENTS * 2 * (table::degrees::MOST_BYTES + 128));
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
    /// The number of events he has; without, he is sent the whole game.
    #[serde(default)]
    after: Option<usize>,
    /// The number of lines he has of what the players say; without, he is told none.
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

/// What a client is told.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum News {
    /// The game whole.
    State { state: Box<State> },
    /// What happened, from the event of a number on.
    Events {
        from: usize,
        events: Vec<Event>,
        status: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        clock: Option<ClockView>,
    },
    /// What the players say to each other, from the line of a number on.
    Chat { from: u32, lines: Vec<Line> },
    /// The clocks, where they changed without an event.
    Clock { clock: ClockView },
    /// Who is here.
    Here { sides: [bool; 2], watchers: usize },
}

/// Lets a client follow a game; which one he says in his first message, since an address reaches logs.
pub(crate) async fn live(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    Extension(limiter): Extension<Arc<Limiter>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    // Browsers send no preflight before a WebSocket: a page of another site must be refused here.
    if !origin::is_ours(&headers) {
        return Err(Failure::Origin);
    }
    let sitting = limiter.sit(visitor)?;
    let place = tables.hub().place().ok_or(Failure::Unavailable)?;
    let upgrade = upgrade.max_message_size(MOST_SAID).max_frame_size(MOST_SAID);
    // Nothing is held back, so that nothing gathers.
    let upgrade = upgrade.read_buffer_size(READ).write_buffer_size(0).max_write_buffer_size(MOST_WRITTEN);
    Ok(upgrade.on_upgrade(async move |mut socket| {
        let purse = Purse { limiter, visitor };
        let farewell = follow(&mut socket, &tables, locale, purse).await.err();
        if let Some(farewell) = farewell.flatten() {
            // Whoever is gone already needs none.
            let _ = timeout(PATIENCE, socket.send(Message::Close(Some(farewell)))).await;
        }
        drop((place, sitting));
    }))
}

/// Counts what a client asks for on his socket with what his address asks for by requests.
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
    tables: &Arc<Tables>,
    locale: Locale,
    purse: Purse,
) -> Result<(), Farewell> {
    let Greeting { key, public, after, chat } = match timeout(GREETING, greeting(socket)).await {
        Ok(greeting) => greeting?,
        Err(_) => return Err(farewell(close_code::POLICY, "no greeting")),
    };
    let door = match (key, public) {
        (Some(key), None) => key.parse().map(Door::Key),
        (None, Some(name)) => name.parse().map(Door::Name),
        _ => return Err(farewell(close_code::INVALID, "no greeting")),
    };
    let entered = match door {
        Ok(door) => tables.enter(door).await.map(|access| (door, access)),
        Err(()) => Err(Failure::NoGame),
    };
    let (door, access) = match entered {
        Ok(entered) => entered,
        Err(failure) => return Err(refuse(socket, &failure, locale.language).await),
    };
    let guest = tables.hub().enter(access.game, access.seat);
    let mut follower = Follower { tables, locale, purse, door, access, guest, told: after, chat, seen: None };
    let rhythm = tables.hub().heartbeat();
    let mut heartbeat = interval(rhythm);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeat.reset_at(time::Instant::now() + rhythm);
    let (mut answered, mut said) = (true, 0);
    let closing = tables.hub().closing();
    tokio::pin!(closing);
    loop {
        follower.tell(socket).await?;
        tokio::select! {
            () = follower.guest.changed() => {}
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
                send(socket, Message::Ping(Default::default())).await?;
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

/// Says why a client is refused; his page need not try again.
async fn refuse(socket: &mut WebSocket, failure: &Failure, language: Language) -> Farewell {
    let mut text = failure.to_json(language);
    text["type"] = json!("error");
    match send(socket, Message::Text(text.to_string().into())).await {
        Ok(()) => farewell(close_code::POLICY, failure.code()),
        Err(gone) => gone,
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Farewell> {
    match timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        // He is gone, or too slow: what he has not heard he hears when he comes again.
        Ok(Err(_)) | Err(_) => Err(None),
    }
}

/// A client who follows a game, and what he has been told.
struct Follower<'a> {
    tables: &'a Arc<Tables>,
    locale: Locale,
    purse: Purse,
    door: Door,
    access: Access,
    guest: Guest,
    told: Option<usize>,
    /// The lines of the chat he was told, where he wants them.
    chat: Option<u32>,
    seen: Option<Pulse>,
}

impl Follower<'_> {
    /// Plays a move, which he is told of like everybody; or tells him why not.
    async fn play(&mut self, socket: &mut WebSocket, Play { seq, text }: Play) -> Result<(), Farewell> {
        if self.seen.is_some_and(|seen| self.guest.keys_changed(seen)) {
            self.tell(socket).await?;
        }
        let event = Event::Move { text };
        let played = match self.purse.limiter.take(self.purse.visitor, Kind::Changes) {
            Ok(()) => {
                let change = self.tables.change_by(self.access, Some(seq), event, self.locale);
                change.await
            }
            Err(failure) => Err(failure),
        };
        match played {
            Ok(_) => Ok(()),
            Err(failure) => {
                let mut text = failure.to_json(self.locale.language);
                text["type"] = json!("refused");
                text["seq"] = json!(seq);
                send(socket, Message::Text(text.to_string().into())).await
            }
        }
    }

    /// Tells everything that the client has not been told.
    async fn tell(&mut self, socket: &mut WebSocket) -> Result<(), Farewell> {
        let pulse = self.guest.pulse();
        let seen = self.seen.replace(pulse);
        // At first too: the key may have been replaced while its holder was on the way.
        if seen.is_none_or(|seen| seen.keys != pulse.keys) {
            match self.tables.enter(self.door).await {
                Ok(access) => self.access = access,
                Err(failure) => return Err(refuse(socket, &failure, self.locale.language).await),
            }
        }
        let mut telling = match seen {
            // Whoever comes is welcomed with the state: it may start his clock.
            None => self.tell_state(socket).await?,
            Some(seen) if seen.events != pulse.events => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        };
        while telling.is_continue() {
            telling = self.tell_events(socket).await?;
        }
        if seen.is_none_or(|seen| seen.lines != pulse.lines) {
            self.tell_lines(socket).await?;
        }
        if seen.is_none_or(|seen| seen.clocks != pulse.clocks) {
            self.tell_clock(socket).await?;
        }
        if seen.is_none_or(|seen| who(seen) != who(pulse)) {
            let (sides, watchers) = who(pulse);
            say(socket, &News::Here { sides, watchers }).await?;
        }
        Ok(())
    }

    /// Tells what the players said to each other, to them alone.
    async fn tell_lines(&mut self, socket: &mut WebSocket) -> Result<(), Farewell> {
        let (Some(mut from), Seat::Side(_)) = (self.chat, self.access.seat) else { return Ok(()) };
        loop {
            let lines = match self.tables.lines(self.access, from).await {
                Ok(lines) => lines,
                Err(failure) => return Err(refuse(socket, &failure, self.locale.language).await),
            };
            let count = lines.len() as u32;
            if count > 0 {
                say(socket, &News::Chat { from, lines }).await?;
                from += count;
                self.chat = Some(from);
            }
            if count < MOST_LINES {
                return Ok(());
            }
        }
    }

    /// Tells what the clocks show, where there are any.
    async fn tell_clock(&mut self, socket: &mut WebSocket) -> Result<(), Farewell> {
        match self.tables.state_of(self.access, self.locale).await {
            Ok(State { clock: Some(clock), .. }) => say(socket, &News::Clock { clock }).await,
            Ok(_) => Ok(()),
            Err(failure) => Err(refuse(socket, &failure, self.locale.language).await),
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
        let since = self.tables.events_since(self.access.game, from, MOST_EVENTS).await;
        let Some(Since { events, seq, status, clock }) = since else { return self.tell_state(socket).await };
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

    /// Tells the game whole, unless he knows all of it.
    async fn tell_state(&mut self, socket: &mut WebSocket) -> Result<ControlFlow<()>, Farewell> {
        let state = match self.tables.state_of(self.access, self.locale).await {
            Ok(state) => state,
            Err(failure) => return Err(refuse(socket, &failure, self.locale.language).await),
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
