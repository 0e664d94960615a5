//! The WebSocket for following a game.

mod follower;
mod presence;

use entourage_record::Access;
use tokio::time::{sleep, sleep_until, timeout};

use self::follower::{ClientLimits, Follower, Play, RETRY, refuse};
use crate::api::connection::bounded;
use crate::api::prelude::*;
use crate::cpu_budget::charged_to;
use crate::http::bearer::pass;
use crate::http::limiter::CpuCharge;

const MAX_MESSAGE: usize = 1024;
const GREETING_TIMEOUT: Duration = Duration::from_secs(10);
/// Interval between heartbeats. A client that has not answered the previous one is disconnected; the web client
/// reconnects after 15 seconds of silence.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(6);
/// Maximum number of client messages per heartbeat, including pings.
const MAX_MESSAGES: u32 = 250;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Greeting {
    key: Option<String>,
    public: Option<String>,
    /// The number of events that the client already has; if missing, the server sends the whole game.
    after: Option<usize>,
    /// The number of chat messages that the client already has; if missing, the server sends none.
    chat: Option<u32>,
}

/// A message that the client sends after the first one.
#[derive(Deserialize)]
#[serde(untagged)]
enum ClientMessage {
    Play(Play),
    Visibility(Visibility),
}

/// Whether the client's page is visible; players are notified of their turn while no visible page shows the game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Visibility {
    shown: bool,
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
    Of(accounts): Of<Accounts>,
    locale: Locale,
    listener: Listener,
    request_origin: RequestOrigin,
    signed: Signed,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    // The key is sent in the first message, because URLs are logged. Browsers send no preflight request for
    // WebSockets, so requests from other sites must be refused here.
    if request_origin == RequestOrigin::CrossSite {
        return Err(Error::Origin);
    }
    let admitted = listener.admit()?;
    let Listener { limiter, client_addr, games } = listener;
    Ok(bounded(upgrade, MAX_MESSAGE).on_upgrade(async move |mut socket| {
        let charge = CpuCharge::of(&limiter, client_addr);
        let limits = ClientLimits { limiter, client_addr };
        let close_with = charged_to(
            charge,
            follow(&mut socket, &games, &accounts, locale, (request_origin, signed), limits),
        )
        .await
        .err();
        close(&mut socket, close_with.flatten()).await;
        drop(admitted);
    }))
}

async fn follow(
    socket: &mut WebSocket,
    games: &Arc<Games>,
    accounts: &Accounts,
    locale: Locale,
    (request_origin, signed): (RequestOrigin, Signed),
    limits: ClientLimits,
) -> Result<(), Close> {
    let Greeting { key, public, after, chat } = match timeout(GREETING_TIMEOUT, greeting(socket)).await {
        Ok(greeting) => greeting?,
        Err(_) => return Err(close_with(close_code::POLICY, "no first message in time")),
    };
    let entry_point = match (key, public) {
        (Some(key), None) => pass(&key, signed).map(EntryPoint::Pass),
        (None, Some(name)) => name.parse().map(EntryPoint::Name).map_err(|()| Error::NoGame),
        _ => return Err(close_with(close_code::INVALID, "send either `key` or `public` first")),
    };
    let language = locale.language;
    let mut connection = Connection::new(socket, &games.hub);
    // Boxed, so that the connection's long-lived future does not reserve space for this short one.
    let (entry_point, access) = match Box::pin(enter(&mut connection, games, entry_point)).await? {
        Ok(entered) => entered,
        Err(failure) => return Err(refuse(&mut connection, &failure, language).await),
    };
    // Checked only here: a key always opens the same seat, so a spectator cannot become a player later.
    if request_origin == RequestOrigin::Sandboxed && access.seat != Seat::Watch {
        return Err(refuse(&mut connection, &Error::Origin, language).await);
    }
    let session = match entry_point {
        EntryPoint::Pass(Pass::Session { hash, .. }) => access.account.map(|account| (hash, account)),
        _ => None,
    };
    let mut ended = accounts.ended(session);
    let mut follower = Follower::enter(games, locale, limits, (entry_point, access), after, chat);
    let closing = games.hub.closing();
    tokio::pin!(closing);
    loop {
        if !follower.is_waiting() {
            Box::pin(follower.send_news(&mut connection)).await?;
        }
        let (seen, again, waiting) = (follower.seen, follower.again, follower.is_waiting());
        tokio::select! {
            // Read messages before checking whether the client answered the last heartbeat.
            biased;
            () = &mut closing => return Err(close_with(close_code::AWAY, "the server is shutting down")),
            () = &mut ended => return Err(close_with(close_code::AWAY, "the session has ended")),
            message = connection.socket.recv() => match connection.receive(message, MAX_MESSAGES)? {
                Some(Message::Text(text)) => match serde_json::from_str(&text) {
                    Ok(ClientMessage::Play(play)) => Box::pin(follower.play(&mut connection, play)).await?,
                    Ok(ClientMessage::Visibility(Visibility { shown })) => follower.guest.show(shown),
                    Err(_) => return Err(close_with(close_code::POLICY, "only moves are accepted")),
                },
                Some(_) => return Err(close_with(close_code::UNSUPPORTED, "send only text")),
                None => {}
            },
            _ = connection.clock.tick() => {
                connection.beat().await?;
                Box::pin(follower.expect_session(&mut connection)).await?;
            }
            () = follower.guest.changed() => {}
            () = follower.presence.due(seen), if !waiting => {}
            () = until(again) => {}
        }
    }
}

async fn enter(
    connection: &mut Connection<'_>,
    games: &Arc<Games>,
    entry_point: Result<EntryPoint, Error>,
) -> Result<Result<(EntryPoint, Access), Error>, Close> {
    let entry_point = match entry_point {
        Ok(entry_point) => entry_point,
        // An invalid key gets the same error as an unknown one.
        Err(Error::BadKey) => return Ok(Err(Error::NoGame)),
        Err(failure) => return Ok(Err(failure)),
    };
    loop {
        match connection.meanwhile(games.hub.in_turn(games.enter(entry_point))).await? {
            Ok(access) => return Ok(Ok((entry_point, access))),
            Err(Error::Unavailable) => connection.meanwhile(sleep(RETRY)).await?,
            Err(error) => return Ok(Err(error)),
        }
    }
}

async fn greeting(socket: &mut WebSocket) -> Result<Greeting, Close> {
    loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => {
                let greeting = serde_json::from_str(&text);
                return greeting.map_err(|_| close_with(close_code::INVALID, "invalid first message"));
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => return Err(close_with(close_code::UNSUPPORTED, "send only text")),
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
