use entourage_record::TournamentId;
use entourage_registry::view::{OwnTournament, TournamentNews};
use tokio::time;

use super::tournaments::Named;
use crate::api::prelude::*;
use crate::games::tournaments::Seen;

const MOST_SAID: usize = 128;
/// Per heartbeat, pings included.
const MOST_MESSAGES: u32 = 20;
/// Delay that batches changes: the games of a round often end together.
const GATHERING: Duration = Duration::from_millis(300);

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
    Known(account): Known,
    Named(tournament): Named,
    locale: Locale,
    listener: Listener,
    whence: Whence,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    if whence != Whence::Here {
        return Err(Error::Origin);
    }
    let admitted = listener.admit()?;
    let Listener { games, .. } = listener;
    games.seen_tournament(tournament).await?;
    let upgrade = upgrade.max_message_size(MOST_SAID).max_frame_size(MOST_SAID);
    Ok(upgrade.on_upgrade(async move |mut socket| {
        let mut guest = Guest { games: &games, tournament, account, locale, told: None, own: None };
        let farewell = guest.stay(&mut socket).await.err().flatten();
        part(&mut socket, farewell).await;
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
    async fn stay(&mut self, socket: &mut WebSocket) -> Result<(), Farewell> {
        let mut changes = self.games.hub.tournament(self.tournament);
        let mut line = Line::new(socket, &self.games.hub);
        let closing = self.games.hub.closing();
        tokio::pin!(closing);
        loop {
            changes.borrow_and_update();
            self.tell(&mut line).await?;
            tokio::select! {
                // Read messages before checking whether the client answered the last heartbeat.
                biased;
                () = &mut closing => return Err(farewell(close_code::AWAY, "server shutting down")),
                heard = line.socket.recv() => {
                    if line.hear(heard, MOST_MESSAGES)?.is_some() {
                        return Err(farewell(close_code::POLICY, "no messages are accepted"));
                    }
                }
                // A notification from another process may be lost, so the next heartbeat checks again.
                _ = line.clock.tick() => line.beat().await?,
                _ = changes.changed() => time::sleep(GATHERING).await,
            }
        }
    }

    /// Sends all changes; a failed read is retried at the next heartbeat.
    async fn tell(&mut self, line: &mut Line<'_>) -> Result<(), Farewell> {
        let seen = self.games.hub.in_turn(self.games.seen_tournament(self.tournament));
        let seen = match line.meanwhile(seen).await? {
            Ok(seen) => seen,
            Err(Error::Unavailable) => return Ok(()),
            Err(error) => {
                let failure = error;
                let error = Box::new(failure.view(self.locale.language).error);
                line.say(&TournamentNews::Error { error }).await?;
                return Err(farewell(close_code::AWAY, failure.code()));
            }
        };
        if self.told.as_ref().is_none_or(|told| told.table != seen.table) {
            line.say(&TournamentNews::Table { table: &seen.table }).await?;
        }
        if let Some(account) = self.account {
            let own = seen.own(account);
            if self.own.as_ref() != Some(&own) {
                line.say(&TournamentNews::Own { own: &own }).await?;
                self.own = Some(own);
            }
        }
        self.told = Some(seen);
        Ok(())
    }
}
