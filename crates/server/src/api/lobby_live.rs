use entourage_registry::view::{LobbyNews, SeekList};
use tokio::time;

use crate::accounts::Ended;
use crate::api::connection::bounded;
use crate::api::prelude::*;
use crate::games::lobby::FirstSeeks;

const MAX_MESSAGE: usize = 1024;
const MAX_HELD: usize = 10;
/// Maximum number of client messages per heartbeat, including pings.
const MAX_MESSAGES: u32 = 50;
/// Delay before changes are sent, so that several can be sent together.
const BATCH_DELAY: Duration = Duration::from_millis(200);

/// The keys of the client's seeks; replaces the previous list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HoldMessage {
    hold: Vec<String>,
}

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(live))
}

/// Follow the lobby over a WebSocket
///
/// Sends the open seeks, your challenges, and news of your own seeks. The client sends `{"hold": [KEY, …]}` for
/// its seeks; seeks for real-time games stay open as long as the connection lasts. The messages are described
/// in docs/SERVER.md.
#[utoipa::path(
    get, path = "/api/lobby",
    responses((status = 101, description = "Switched to a WebSocket."), Malformed, Forbidden)
)]
async fn live(
    Of(accounts): Of<Accounts>,
    signed: Signed,
    Known(account): Known,
    locale: Locale,
    listener: Listener,
    request_origin: RequestOrigin,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    if request_origin != RequestOrigin::SameSite {
        return Err(Error::Origin);
    }
    let admitted = listener.admit()?;
    let Listener { games, .. } = listener;
    Ok(bounded(upgrade, MAX_MESSAGE).on_upgrade(async move |mut socket| {
        let mut guest =
            Guest { games: &games, account, locale, held: Vec::new(), told: None, challenged: None };
        let ended = accounts.ended(signed.token.map(|token| token.hash()).zip(account));
        let close_with = guest.stay(&mut socket, ended).await.err().flatten();
        let seeks: Vec<Key> = guest.held.iter().map(|(key, _)| *key).collect();
        games.leave_lobby(&seeks).await;
        close(&mut socket, close_with).await;
        drop(admitted);
    }))
}

struct Guest<'a> {
    games: &'a Arc<Games>,
    account: Option<AccountId>,
    locale: Locale,
    /// The client's seeks: each key, and whether the client has been notified that this seek became a game.
    held: Vec<(Key, bool)>,
    told: Option<Arc<FirstSeeks>>,
    challenged: Option<SeekList>,
}

impl Guest<'_> {
    async fn stay(&mut self, socket: &mut WebSocket, mut ended: Ended<'_>) -> Result<(), Close> {
        let mut changes = self.games.hub.lobby();
        let mut connection = Connection::new(socket, &self.games.hub);
        let closing = self.games.hub.closing();
        tokio::pin!(closing);
        loop {
            let count = *changes.borrow_and_update();
            self.send_news(&mut connection, count).await?;
            tokio::select! {
                // Read messages before checking whether the client answered the last heartbeat.
                biased;
                () = &mut closing => return Err(close_with(close_code::AWAY, "the server is shutting down")),
                () = &mut ended => return Err(close_with(close_code::AWAY, "the session has ended")),
                message = connection.socket.recv() => match connection.receive(message, MAX_MESSAGES)? {
                    Some(Message::Text(text)) => self.hold(&mut connection, &text).await?,
                    Some(_) => return Err(close_with(close_code::UNSUPPORTED, "send only text")),
                    None => {}
                },
                _ = connection.clock.tick() => {
                    connection.beat().await?;
                    self.keep(&mut connection).await?;
                }
                _ = changes.changed() => time::sleep(BATCH_DELAY).await,
            }
        }
    }

    async fn hold(&mut self, connection: &mut Connection<'_>, text: &str) -> Result<(), Close> {
        let wrong = || close_with(close_code::POLICY, "send only `hold` with keys of seeks");
        let HoldMessage { hold } = serde_json::from_str(text).map_err(|_| wrong())?;
        if hold.len() > MAX_HELD {
            return Err(wrong());
        }
        let keys: Result<Vec<Key>, ()> = hold.iter().map(|key| key.parse()).collect();
        let keys = keys.map_err(|()| wrong())?;
        let told = |key: &Key| self.held.iter().any(|(known, told)| known == key && *told);
        self.held = keys.into_iter().map(|key| (key, told(&key))).collect();
        self.keep(connection).await
    }

    /// Extends the lifetime of the client's seeks; a failure is retried at the next heartbeat.
    async fn keep(&self, connection: &mut Connection<'_>) -> Result<(), Close> {
        let keys: Vec<Key> = self.held.iter().filter(|(_, told)| !told).map(|(key, _)| *key).collect();
        let _ = connection.meanwhile(self.games.hold_seeks(&keys)).await?;
        Ok(())
    }

    /// Sends all changes; a failed read is retried at the next heartbeat.
    async fn send_news(&mut self, connection: &mut Connection<'_>, count: u64) -> Result<(), Close> {
        let (games, hub) = (self.games, &self.games.hub);
        let mut begun: Vec<GameId> = Vec::new();
        for (key, told) in self.held.iter_mut().filter(|(_, told)| !told) {
            if let Ok(Some(game)) = connection.meanwhile(hub.in_turn(games.begun_seek(key))).await? {
                begun.push(game);
                *told = true;
            }
        }
        for game in begun {
            connection.send_json(&LobbyNews::Taken { seek: game.to_string() }).await?;
        }
        let first = match connection.meanwhile(games.first_seeks(count)).await? {
            Ok(first) => first,
            Err(Error::Unavailable) => return Ok(()),
            Err(error) => return Err(refuse(connection, error, self.locale).await),
        };
        match &self.told {
            None => {
                let news = LobbyNews::Seeks { seeks: first.seeks.clone(), more: first.more };
                connection.send_json(&news).await?;
            }
            Some(told) => {
                if let Some(news) = first.changes_since(told) {
                    connection.send_json(&news).await?;
                }
            }
        }
        let told = self.told.replace(Arc::clone(&first));
        let Some(account) = self.account else { return Ok(()) };
        if self.challenged.is_some() && told.is_some_and(|told| told.challenges == first.challenges) {
            return Ok(());
        }
        match connection.meanwhile(hub.in_turn(games.challenges(account))).await? {
            Ok(list) => {
                if self.challenged.as_ref().is_none_or(|told| told.seeks != list.seeks) {
                    connection.send_json(&LobbyNews::Challenges { challenges: list.seeks.clone() }).await?;
                    self.challenged = Some(list);
                }
                Ok(())
            }
            Err(Error::Unavailable) => {
                self.challenged = None;
                Ok(())
            }
            Err(error) => Err(refuse(connection, error, self.locale).await),
        }
    }
}

async fn refuse(connection: &mut Connection<'_>, failure: Error, locale: Locale) -> Close {
    let error = Box::new(failure.view(locale.language).error);
    match connection.send_json(&LobbyNews::Error { error }).await {
        Ok(()) => close_with(close_code::AWAY, failure.code()),
        Err(gone) => gone,
    }
}
