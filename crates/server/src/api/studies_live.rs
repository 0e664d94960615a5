use entourage_registry::view::{StudyHead, StudyNews};

use super::studies::{Named, Since};
use super::subscriber::{Subscriber, Subscription};
use crate::api::prelude::*;
use crate::games::hub::StudyGuest;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(live))
}

/// Follow a study over a WebSocket
///
/// Sends the edits after `since`, the study without its chapters whenever it changes, and the names of the signed-in readers. The messages
/// are described in docs/STUDIES.md. Sandboxed pages can follow only what guests can read.
#[utoipa::path(
    get, path = "/api/studies/{study}/live",
    params(("study" = String, Path, description = "The study's ID."), Since),
    responses((status = 101, description = "Switched to a WebSocket."), Malformed, Forbidden, Missing)
)]
async fn live(
    Named(study): Named,
    QueryFields(Since { since }): QueryFields<Since>,
    subscription: Subscription<true>,
) -> Result<Response, Error> {
    let Subscription { account, locale, .. } = subscription;
    let games = Arc::clone(&subscription.games);
    let guest = games.enter_study(&study, account).await?;
    let since = since.unwrap_or(0);
    Ok(subscription.accept(Reader { games, study, guest, account, locale, since, head: None, names: None }))
}

struct Reader {
    games: Arc<Games>,
    study: String,
    guest: StudyGuest,
    account: Option<AccountId>,
    locale: Locale,
    /// Sequence number of the last edit that the client has received.
    since: u32,
    /// What the client has received last.
    head: Option<StudyHead>,
    names: Option<Vec<String>>,
}

impl Subscriber for Reader {
    const MAX_MESSAGE: usize = 128;
    const MAX_MESSAGES: u32 = 20;
    const BATCH_DELAY: Duration = Duration::ZERO;

    async fn send_news(&mut self, connection: &mut Connection<'_>) -> Result<(), Close> {
        self.guest.changes.borrow_and_update();
        let head = loop {
            let read = self.games.study_news(&self.study, self.account, self.since);
            let read = connection.meanwhile(self.games.hub.in_turn(read)).await?;
            let Some((head, page)) = self.expect(read, connection).await? else { return Ok(()) };
            let Some(last) = page.edits.last() else { break head };
            self.since = last.seq;
            connection.send_json(&StudyNews::Edits { edits: &page.edits, version: page.version }).await?;
            if self.since >= page.version {
                break head;
            }
        };
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

    async fn receive(&mut self, _: &mut Connection<'_>, _: Message) -> Result<(), Close> {
        Err(close_with(close_code::POLICY, "send edits with POST"))
    }

    async fn changed(&mut self) {
        let _ = self.guest.changes.changed().await;
    }
}

impl Reader {
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
