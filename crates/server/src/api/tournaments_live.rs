use std::hash::{DefaultHasher, Hash, Hasher};

use entourage_record::TournamentId;
use entourage_registry::view::TournamentNews;
use tokio::sync::watch;

use super::subscriber::{Subscriber, Subscription};
use super::tournaments::Named;
use crate::api::connection::written;
use crate::api::prelude::*;
use crate::games::tournaments::View;

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
async fn live(Named(tournament): Named, subscription: Subscription) -> Result<Response, Error> {
    let Subscription { account, locale, .. } = subscription;
    let games = Arc::clone(&subscription.games);
    games.seen_tournament(tournament, None).await?;
    let (changes, view) = (games.hub.tournament(tournament), View::default());
    let guest = Guest { games, changes, is_first: true, tournament, account, locale, view, told: [None; 4] };
    Ok(subscription.accept(guest))
}

struct Guest {
    games: Arc<Games>,
    changes: watch::Receiver<u64>,
    /// Whether nothing was sent yet.
    is_first: bool,
    tournament: TournamentId,
    account: Option<AccountId>,
    locale: Locale,
    view: View,
    /// Hashes of the messages that the client has received last, by part of the tournament.
    told: [Option<u64>; 4],
}

impl Subscriber for Guest {
    const MAX_MESSAGE: usize = 128;
    const MAX_MESSAGES: u32 = 20;
    /// The games of a round often end together.
    const BATCH_DELAY: Duration = Duration::from_millis(300);

    async fn send_news(&mut self, connection: &mut Connection<'_>) -> Result<(), Close> {
        let counted = *self.changes.borrow_and_update();
        // The first read checks the version in the database, because changes were not counted before.
        let count = Some(counted).filter(|_| !std::mem::take(&mut self.is_first));
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

    async fn receive(&mut self, _: &mut Connection<'_>, message: Message) -> Result<(), Close> {
        let wrong = || close_with(close_code::POLICY, "send only `standings`, `round` and `pairings`");
        let text = message.into_text().map_err(|_| wrong())?;
        self.view = serde_json::from_str(&text).map_err(|_| wrong())?;
        Ok(())
    }

    async fn changed(&mut self) {
        let _ = self.changes.changed().await;
    }
}
