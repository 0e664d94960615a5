use entourage_record::TournamentId;
use entourage_registry::view::{OwnTournament, TournamentNews};
use tokio::time;

use super::tournaments::Named;
use crate::accounts::Ended;
use crate::api::prelude::*;
use crate::games::tournaments::Seen;

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
/// The messages are described in docs/SERVER.md.
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
    games.seen_tournament(tournament).await?;
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    Ok(upgrade.on_upgrade(async move |mut socket| {
        let mut guest = Guest { games: &games, tournament, account, locale, told: None, own: None };
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
    told: Option<Arc<Seen>>,
    own: Option<OwnTournament>,
}

impl Guest<'_> {
    async fn stay(&mut self, socket: &mut WebSocket, mut ended: Ended<'_>) -> Result<(), Close> {
        let mut changes = self.games.hub.tournament(self.tournament);
        let mut connection = Connection::new(socket, &self.games.hub);
        let closing = self.games.hub.closing();
        tokio::pin!(closing);
        loop {
            changes.borrow_and_update();
            self.send_news(&mut connection).await?;
            tokio::select! {
                // Read messages before checking whether the client answered the last heartbeat.
                biased;
                () = &mut closing => return Err(close_with(close_code::AWAY, "the server is shutting down")),
                () = &mut ended => return Err(close_with(close_code::AWAY, "the session has ended")),
                message = connection.socket.recv() => {
                    if connection.receive(message, MAX_MESSAGES)?.is_some() {
                        return Err(close_with(close_code::POLICY, "no messages are accepted"));
                    }
                }
                // Heartbeats also check for changes, because a notification from another process may have been lost.
                _ = connection.clock.tick() => connection.beat().await?,
                _ = changes.changed() => time::sleep(BATCH_DELAY).await,
            }
        }
    }

    /// Sends all changes; a failed read is retried at the next heartbeat.
    async fn send_news(&mut self, connection: &mut Connection<'_>) -> Result<(), Close> {
        let seen = self.games.hub.in_turn(self.games.seen_tournament(self.tournament));
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
        if self.told.as_ref().is_none_or(|told| told.table != seen.table) {
            connection.send_json(&TournamentNews::Table { table: &seen.table }).await?;
        }
        if let Some(account) = self.account {
            let own = seen.own(account);
            if self.own.as_ref() != Some(&own) {
                connection.send_json(&TournamentNews::Own { own: &own }).await?;
                self.own = Some(own);
            }
        }
        self.told = Some(seen);
        Ok(())
    }
}
