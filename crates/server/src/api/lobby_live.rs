use entourage_registry::view::{LobbyNews, SeekList};
use tokio::sync::watch;

use super::subscriber::{Subscriber, Subscription};
use crate::api::prelude::*;
use crate::games::lobby::FirstSeeks;

const MAX_HELD: usize = 10;

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
async fn live(subscription: Subscription) -> Result<Response, Error> {
    let Subscription { account, locale, .. } = subscription;
    let (games, changes) = (Arc::clone(&subscription.games), subscription.games.hub.lobby());
    let (held, told, challenged) = (Vec::new(), None, None);
    Ok(subscription.accept(Guest { games, changes, account, locale, held, told, challenged }))
}

struct Guest {
    games: Arc<Games>,
    changes: watch::Receiver<u64>,
    account: Option<AccountId>,
    locale: Locale,
    /// The client's seeks: each key, and whether the client has been notified that this seek became a game.
    held: Vec<(Key, bool)>,
    told: Option<Arc<FirstSeeks>>,
    challenged: Option<SeekList>,
}

impl Subscriber for Guest {
    const MAX_MESSAGE: usize = 1024;
    const MAX_MESSAGES: u32 = 50;
    const BATCH_DELAY: Duration = Duration::from_millis(200);

    async fn send_news(&mut self, connection: &mut Connection<'_>) -> Result<(), Close> {
        let count = *self.changes.borrow_and_update();
        let (games, hub) = (&self.games, &self.games.hub);
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

    async fn receive(&mut self, connection: &mut Connection<'_>, message: Message) -> Result<(), Close> {
        match message {
            Message::Text(text) => self.hold(connection, &text).await,
            _ => Err(close_with(close_code::UNSUPPORTED, "send only text")),
        }
    }

    async fn changed(&mut self) {
        let _ = self.changes.changed().await;
    }

    async fn beat(&mut self, connection: &mut Connection<'_>) -> Result<(), Close> {
        self.keep(connection).await
    }

    async fn leave(&mut self) {
        let seeks: Vec<Key> = self.held.iter().map(|(key, _)| *key).collect();
        self.games.leave_lobby(&seeks).await;
    }
}

impl Guest {
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
}

async fn refuse(connection: &mut Connection<'_>, failure: Error, locale: Locale) -> Close {
    let error = Box::new(failure.view(locale.language).error);
    match connection.send_json(&LobbyNews::Error { error }).await {
        Ok(()) => close_with(close_code::AWAY, failure.code()),
        Err(gone) => gone,
    }
}
