use std::hash::{DefaultHasher, Hash, Hasher};

use entourage_record::TournamentId;
use entourage_registry::view::TournamentNews;
use tokio::time;

use super::tournaments::Named;
use crate::accounts::Ended;
use crate::api::connection::{bounded, written};
use crate::api::prelude::*;
use crate::games::tournaments::View;

const MAX_MESSAGE: usize = 128;
/// Maximum number of client messages per heartbeat, including pings.
const MAX_MESSAGES: u32 = 20;
/// Delay before changes are sent, so that several can be sent together: the games of a round often end together.
const BATCH_DELAY: Duration = Duration::from_millis(300);

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(live))
}

/// Follow a tournament over a WebSocket
///
/// Sends a page of standings, a page of pairings, and your own part. The client can select other pages, numbered from 0, by sending
/// `{"standings": 2, "round": 3, "pairings": 1}`. The messages are described in docs/SERVER.md.
#[utoipa::path(
    get, path = "/api/tournaments/{tournament}/live",
    params(("tournament" = String, Path, description = "The tournament's ID.")),
    responses((status = 101, description = "Switched to a WebSocket."), Malformed, Forbidden, Missing)
)]
async fn live(
    Of(accounts): Of<Accounts>,
    (signed, Known(account)): (Signed, Known),
    Named(tournament): Named,
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
    games.seen_tournament(tournament, None).await?;
    Ok(bounded(upgrade, MAX_MESSAGE).on_upgrade(async move |mut socket| {
        let view = View::default();
        let mut guest = Guest { games: &games, tournament, account, locale, view, told: [None; 4] };
        let ended = accounts.ended(signed.token.map(|token| token.hash()).zip(account));
        let close_with = guest.stay(&mut socket, ended).await.err().flatten();
        close(&mut socket, close_with).await;
        drop(admitted);
    }))
}

struct Guest<'a> {
    games: &'a Games,
    tournament: TournamentId,
    account: Option<AccountId>,
    locale: Locale,
    view: View,
    /// Hashes of the messages that the client has received last, by part of the tournament.
    told: [Option<u64>; 4],
}

impl Guest<'_> {
    async fn stay(&mut self, socket: &mut WebSocket, mut ended: Ended<'_>) -> Result<(), Close> {
        let mut changes = self.games.hub.tournament(self.tournament);
        let mut connection = Connection::new(socket, &self.games.hub);
        let closing = self.games.hub.closing();
        tokio::pin!(closing);
        // The first read checks the version in the database, because changes were not counted before.
        let mut count = None;
        loop {
            let counted = *changes.borrow_and_update();
            self.send_news(&mut connection, count.replace(counted).map(|_| counted)).await?;
            tokio::select! {
                // Read messages before checking whether the client answered the last heartbeat.
                biased;
                () = &mut closing => return Err(close_with(close_code::AWAY, "the server is shutting down")),
                () = &mut ended => return Err(close_with(close_code::AWAY, "the session has ended")),
                message = connection.socket.recv() => {
                    if let Some(message) = connection.receive(message, MAX_MESSAGES)? {
                        let wrong = || close_with(close_code::POLICY, "send only `standings`, `round` and `pairings`");
                        let text = message.into_text().map_err(|_| wrong())?;
                        self.view = serde_json::from_str(&text).map_err(|_| wrong())?;
                    }
                }
                // Heartbeats also check for changes, because a notification from another process may have been lost.
                _ = connection.clock.tick() => connection.beat().await?,
                _ = changes.changed() => time::sleep(BATCH_DELAY).await,
            }
        }
    }

    /// Sends the parts that have changed; a failed read is retried at the next heartbeat.
    async fn send_news(&mut self, connection: &mut Connection<'_>, count: Option<u64>) -> Result<(), Close> {
        let seen = self.games.hub.in_turn(self.games.seen_tournament(self.tournament, count));
        let seen = match connection.meanwhile(seen).await? {
            Ok(seen) => seen,
            Err(Error::Unavailable) => return Ok(()),
            Err(error) => {
                let failure = error;
                let error = Box::new(failure.view(self.locale.language).error);
                connection.send_json(&TournamentNews::Error { error }).await?;
                return Err(close_with(close_code::AWAY, failure.code()));
            }
        };
        let own = self.account.map(|account| seen.own(account));
        let parts = [
            Some(seen.head()),
            Some(seen.standings(self.view)),
            Some(seen.pairings(self.view)),
            own.as_ref().map(|own| seen.own_news(own)),
        ];
        for (told, news) in self.told.iter_mut().zip(parts) {
            let Some(news) = news else { continue };
            let text = written(&news)?;
            let mut hasher = DefaultHasher::new();
            text.as_str().hash(&mut hasher);
            if told.replace(hasher.finish()) != Some(hasher.finish()) {
                connection.send(Message::Text(text)).await?;
            }
        }
        Ok(())
    }
}
