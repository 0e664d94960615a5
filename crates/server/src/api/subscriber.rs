//! WebSockets on which clients receive news of the lobby, a tournament or a study.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use entourage_record::TokenHash;
use tokio::time::sleep;

use crate::accounts::Ended;
use crate::api::connection::bounded;
use crate::api::prelude::*;
use crate::http::ndjson::Admitted;

/// A request for a WebSocket. Requests of sandboxed pages are refused unless `SANDBOXED`; they are handled as those of guests.
pub(super) struct Subscription<const SANDBOXED: bool = false> {
    pub games: Arc<Games>,
    pub account: Option<AccountId>,
    pub locale: Locale,
    accounts: Arc<Accounts>,
    session: Option<(TokenHash, AccountId)>,
    admitted: Admitted,
    upgrade: WebSocketUpgrade,
}

impl<const SANDBOXED: bool> FromRequestParts<Services> for Subscription<SANDBOXED> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        // Browsers send no preflight request for WebSockets, so requests from other sites must be refused here.
        match RequestOrigin::of(&parts.headers) {
            RequestOrigin::SameSite => {}
            RequestOrigin::Sandboxed if SANDBOXED => {}
            _ => return Err(Error::Origin),
        }
        let token = Signed::of(parts).token;
        let upgrade = WebSocketUpgrade::from_request_parts(parts, services).await;
        let upgrade = upgrade.map_err(|rejection| Error::malformed(rejection.body_text()))?;
        let account = services.accounts.known(token).await?;
        let session = token.map(|token| token.hash()).zip(account);
        let listener = Listener::from_request_parts(parts, services).await?;
        let admitted = listener.admit()?;
        let Ok(locale) = Locale::from_request_parts(parts, services).await;
        let (games, accounts) = (listener.games, Arc::clone(&services.accounts));
        Ok(Self { games, account, locale, accounts, session, admitted, upgrade })
    }
}

/// What is sent to a client, and how its messages are handled.
pub(super) trait Subscriber: Send + 'static {
    /// Maximum size of a client message in bytes.
    const MAX_MESSAGE: usize;
    /// Maximum number of client messages per heartbeat, including pings.
    const MAX_MESSAGES: u32;
    /// Delay before changes are sent, so that several can be sent together.
    const BATCH_DELAY: Duration;

    /// Sends everything that has changed; is called first when the client connects. A failed read is retried at the next heartbeat.
    fn send_news(&mut self, connection: &mut Connection<'_>) -> impl Future<Output = Result<(), Close>> + Send;

    fn receive(
        &mut self,
        connection: &mut Connection<'_>,
        message: Message,
    ) -> impl Future<Output = Result<(), Close>> + Send;

    /// Waits for a change.
    fn changed(&mut self) -> impl Future<Output = ()> + Send;

    /// Is called at every heartbeat.
    fn beat(&mut self, _: &mut Connection<'_>) -> impl Future<Output = Result<(), Close>> + Send {
        std::future::ready(Ok(()))
    }

    /// Is called when the connection ends.
    fn leave(&mut self) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }
}

impl<const SANDBOXED: bool> Subscription<SANDBOXED> {
    /// Accepts the request, and serves the subscriber until the connection or the session ends.
    pub fn accept<S: Subscriber>(self, mut subscriber: S) -> Response {
        let Self { games, accounts, session, admitted, upgrade, .. } = self;
        bounded(upgrade, S::MAX_MESSAGE).on_upgrade(async move |mut socket| {
            let ended = accounts.ended(session);
            let close_with = serve(&mut subscriber, &games, &mut socket, ended).await.err().flatten();
            subscriber.leave().await;
            close(&mut socket, close_with).await;
            drop(admitted);
        })
    }
}

async fn serve<S: Subscriber>(
    subscriber: &mut S,
    games: &Games,
    socket: &mut WebSocket,
    mut ended: Ended<'_>,
) -> Result<(), Close> {
    let mut connection = Connection::new(socket, &games.hub);
    let closing = games.hub.closing();
    tokio::pin!(closing);
    loop {
        subscriber.send_news(&mut connection).await?;
        tokio::select! {
            // Read messages before checking whether the client answered the last heartbeat.
            biased;
            () = &mut closing => return Err(close_with(close_code::AWAY, "the server is shutting down")),
            () = &mut ended => return Err(close_with(close_code::AWAY, "the session has ended")),
            message = connection.socket.recv() => {
                if let Some(message) = connection.receive(message, S::MAX_MESSAGES)? {
                    subscriber.receive(&mut connection, message).await?;
                }
            }
            // Heartbeats also check for changes, because a notification from another process may have been lost.
            _ = connection.clock.tick() => {
                connection.beat().await?;
                subscriber.beat(&mut connection).await?;
            }
            () = subscriber.changed() => sleep(S::BATCH_DELAY).await,
        }
    }
}
