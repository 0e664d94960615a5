//! The WebSocket of a game.

mod follower;
mod presence;

use entourage_record::Access;
use tokio::time::{sleep, sleep_until, timeout};

use self::follower::{Follower, Purse, RETRY, refuse};
use crate::api::prelude::*;
use crate::effort::paid;
use crate::game_in_use;
use crate::http::bearer::pass;
use crate::http::limiter::Bill;

const MOST_SAID: usize = 1024;
const GREETING: Duration = Duration::from_secs(10);
/// Interval of heartbeats. A client that has not answered the previous one is disconnected; pages reconnect
/// after 15 seconds of silence.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(6);
/// Per heartbeat, pings included.
const MOST_MESSAGES: u32 = 250;
/// Size of the read buffer in bytes: client messages are short, and there are many connections.
const READ: usize = 2048;
/// The longest message is the full state of the longest possible game.
const MOST_WRITTEN: usize = 16 << 20;
// The state contains a manual move twice: as an event and in the list of moves.
const _: () = assert!(MOST_WRITTEN > game_in_use::MOST_EVENTS * 2 * (game_in_use::MOST_TURN + 128));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Greeting {
    #[serde(default)]
    key: Option<String>,
    #[serde(default)]
    public: Option<String>,
    /// The number of events that the client has; if missing, it gets the whole game.
    #[serde(default)]
    after: Option<usize>,
    /// The number of chat messages that the client has; if missing, it gets none.
    #[serde(default)]
    chat: Option<u32>,
}

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(live))
}

/// Follow a game over a WebSocket
///
/// The client sends `{"key": KEY, "after": 3, "chat": 0}` or `{"public": NAME}` within ten seconds and then
/// receives the messages described in docs/SERVER.md.
#[utoipa::path(
    get, path = "/api/live",
    responses((status = 101, description = "Switched to a WebSocket."), Malformed, Forbidden)
)]
async fn live(
    locale: Locale,
    listener: Listener,
    whence: Whence,
    signed: Signed,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    // The key arrives in the first message, because addresses are logged. Browsers send no preflight request
    // for WebSockets, so requests from other sites must be refused here.
    if whence == Whence::Elsewhere {
        return Err(Error::Origin);
    }
    let admitted = listener.admit()?;
    let Listener { limiter, visitor, games } = listener;
    let upgrade = upgrade.max_message_size(MOST_SAID).max_frame_size(MOST_SAID);
    // Writes are not buffered, so that no messages pile up.
    let upgrade = upgrade.read_buffer_size(READ).write_buffer_size(0).max_write_buffer_size(MOST_WRITTEN);
    Ok(upgrade.on_upgrade(async move |mut socket| {
        let bill = Bill::of(&limiter, visitor);
        let purse = Purse { limiter, visitor };
        let farewell = paid(bill, follow(&mut socket, &games, locale, (whence, signed), purse)).await.err();
        part(&mut socket, farewell.flatten()).await;
        drop(admitted);
    }))
}

async fn follow(
    socket: &mut WebSocket,
    games: &Arc<Games>,
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
        (None, Some(name)) => name.parse().map(Door::Name).map_err(|()| Error::NoGame),
        _ => return Err(farewell(close_code::INVALID, "no greeting")),
    };
    let language = locale.language;
    let mut line = Line::new(socket, &games.hub);
    // Boxed, so that the connection's long-lived future does not reserve space for it.
    let (door, access) = match Box::pin(enter(&mut line, games, door)).await? {
        Ok(entered) => entered,
        Err(failure) => return Err(refuse(&mut line, &failure, language).await),
    };
    // A key always opens the same seat, so a spectator never becomes a player later.
    if whence == Whence::Shut && access.seat != Seat::Watch {
        return Err(refuse(&mut line, &Error::Origin, language).await);
    }
    let mut follower = Follower::enter(games, locale, purse, (door, access), after, chat);
    let closing = games.hub.closing();
    tokio::pin!(closing);
    loop {
        if !follower.is_waiting() {
            Box::pin(follower.tell(&mut line)).await?;
        }
        let (seen, again, waiting) = (follower.seen, follower.again, follower.is_waiting());
        tokio::select! {
            // Read messages before checking whether the client answered the last heartbeat.
            biased;
            () = &mut closing => return Err(farewell(close_code::AWAY, "server shutting down")),
            heard = line.socket.recv() => match line.hear(heard, MOST_MESSAGES)? {
                Some(Message::Text(text)) => match serde_json::from_str(&text) {
                    Ok(play) => Box::pin(follower.play(&mut line, play)).await?,
                    Err(_) => return Err(farewell(close_code::POLICY, "only moves are accepted")),
                },
                Some(_) => return Err(farewell(close_code::UNSUPPORTED, "text only")),
                None => {}
            },
            _ = line.clock.tick() => {
                line.beat().await?;
                Box::pin(follower.expect_session(&mut line)).await?;
            }
            () = follower.guest.changed() => {}
            () = follower.presence.due(seen), if !waiting => {}
            () = until(again) => {}
        }
    }
}

async fn enter(
    line: &mut Line<'_>,
    games: &Arc<Games>,
    door: Result<Door, Error>,
) -> Result<Result<(Door, Access), Error>, Farewell> {
    let door = match door {
        Ok(door) => door,
        // Invalid keys look the same as unknown ones.
        Err(Error::BadKey) => return Ok(Err(Error::NoGame)),
        Err(failure) => return Ok(Err(failure)),
    };
    loop {
        match line.meanwhile(games.hub.in_turn(games.enter(door))).await? {
            Ok(access) => return Ok(Ok((door, access))),
            Err(Error::Unavailable) => line.meanwhile(sleep(RETRY)).await?,
            Err(error) => return Ok(Err(error)),
        }
    }
}

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

async fn until(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => std::future::pending().await,
    }
}
