use entourage_registry::view::{StudyHead, StudyNews};

use super::studies::{Named, Since};
use crate::accounts::Ended;
use crate::api::connection::bounded;
use crate::api::prelude::*;
use crate::games::hub::StudyGuest;

const MAX_MESSAGE: usize = 128;
/// Maximum number of client messages per heartbeat, including pings.
const MAX_MESSAGES: u32 = 20;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(live))
}

/// Follow a study over a WebSocket
///
/// Sends the edits after `since`, the study without its chapters whenever it changes, and the names of the signed-in readers. The messages
/// are described in docs/STUDIES.md.
#[utoipa::path(
    get, path = "/api/studies/{study}/live",
    params(("study" = String, Path, description = "The study's ID."), Since),
    responses((status = 101, description = "Switched to a WebSocket."), Malformed, Forbidden, Missing)
)]
async fn live(
    Of(accounts): Of<Accounts>,
    (signed, Known(account)): (Signed, Known),
    (Named(study), QueryFields(Since { since })): (Named, QueryFields<Since>),
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
    let guest = games.enter_study(&study, account).await?;
    Ok(bounded(upgrade, MAX_MESSAGE).on_upgrade(async move |mut socket| {
        let since = since.unwrap_or(0);
        let mut reader = Reader { games: &games, study, account, locale, since, head: None, names: None };
        let ended = accounts.ended(signed.token.map(|token| token.hash()).zip(account));
        let close_with = reader.stay(guest, &mut socket, ended).await.err().flatten();
        close(&mut socket, close_with).await;
        drop(admitted);
    }))
}

struct Reader<'a> {
    games: &'a Games,
    study: String,
    account: Option<AccountId>,
    locale: Locale,
    /// Sequence number of the last edit that the client has received.
    since: u32,
    /// What the client has received last.
    head: Option<StudyHead>,
    names: Option<Vec<String>>,
}

impl Reader<'_> {
    async fn stay(
        &mut self,
        mut guest: StudyGuest,
        socket: &mut WebSocket,
        mut ended: Ended<'_>,
    ) -> Result<(), Close> {
        let mut connection = Connection::new(socket, &self.games.hub);
        let closing = self.games.hub.closing();
        tokio::pin!(closing);
        loop {
            guest.changes.borrow_and_update();
            self.send_news(&mut connection).await?;
            tokio::select! {
                // Read messages before checking whether the client answered the last heartbeat.
                biased;
                () = &mut closing => return Err(close_with(close_code::AWAY, "the server is shutting down")),
                () = &mut ended => return Err(close_with(close_code::AWAY, "the session has ended")),
                message = connection.socket.recv() => {
                    if connection.receive(message, MAX_MESSAGES)?.is_some() {
                        return Err(close_with(close_code::POLICY, "send edits with POST"));
                    }
                }
                // Heartbeats also check for changes, because a notification from another process may have been lost.
                _ = connection.clock.tick() => connection.beat().await?,
                _ = guest.changes.changed() => {}
            }
        }
    }

    /// Sends what has changed; a failed read is retried at the next heartbeat.
    async fn send_news(&mut self, connection: &mut Connection<'_>) -> Result<(), Close> {
        let read = self.games.hub.in_turn(self.games.study_head(&self.study, self.account));
        let Some(head) = self.expect(connection.meanwhile(read).await?, connection).await? else {
            return Ok(());
        };
        while self.since < head.version {
            let read = self.games.hub.in_turn(self.games.study_edits(&self.study, self.account, self.since));
            let page = connection.meanwhile(read).await?;
            let Some(page) = self.expect(page, connection).await? else { return Ok(()) };
            let Some(last) = page.edits.last() else { break };
            self.since = last.seq;
            connection.send_json(&StudyNews::Edits { edits: &page.edits, version: page.version }).await?;
        }
        // The edits have already told the number and the time of the last one.
        let told = self.head.as_ref().map(|told| {
            let (version, updated) = (head.version, head.updated);
            StudyHead { version, updated, ..told.clone() }
        });
        if told.as_ref() != Some(&head) {
            connection.send_json(&StudyNews::Head { head: &head }).await?;
        }
        self.head = Some(head);
        let names = self.games.hub.readers(&self.study);
        if self.names.as_ref() != Some(&names) {
            connection.send_json(&StudyNews::Present { names: &names }).await?;
            self.names = Some(names);
        }
        Ok(())
    }

    /// Returns what was read; `None` if the database is unavailable. Other errors are sent to the client and end the connection.
    async fn expect<T>(
        &self,
        read: Result<T, Error>,
        connection: &mut Connection<'_>,
    ) -> Result<Option<T>, Close> {
        match read {
            Ok(read) => Ok(Some(read)),
            Err(Error::Unavailable) => Ok(None),
            Err(failure) => {
                let error = Box::new(failure.view(self.locale.language).error);
                connection.send_json(&StudyNews::Error { error }).await?;
                Err(close_with(close_code::AWAY, failure.code()))
            }
        }
    }
}
