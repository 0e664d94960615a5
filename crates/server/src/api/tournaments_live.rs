//! A tournament over a WebSocket: how it stands, told at each change.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State as Shared;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use entourage_record::{AccountId, TournamentId};
use entourage_registry::view::{OwnTournament, TournamentNews};
use tokio::time;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Services;
use super::accounts::Known;
use super::socket::{Farewell, farewell, heartbeat, part, send};
use super::tournaments::Named;
use crate::domain::game_error::GameError;
use crate::domain::locale::Locale;
use crate::games::Games;
use crate::games::tournaments::Seen;
use crate::http::answers::{Forbidden, Malformed, Missing};
use crate::http::failure::Failure;
use crate::http::limiter::Limiter;
use crate::http::origin::Whence;
use crate::http::visitor::Visitor;

/// The most bytes of what a client says: nothing is to be said.
const MOST_SAID: usize = 128;
/// The most messages, pings included, that a client may send between two heartbeats.
const MOST_MESSAGES: u32 = 20;
/// How long changes gather before they are told: many games end together.
const GATHERING: Duration = Duration::from_millis(300);

/// Routes the connections of tournaments.
pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(live))
}

/// Hears over a WebSocket how a tournament stands.
///
/// What is heard is described in docs/SERVER.md.
#[utoipa::path(
    get,
    path = "/api/tournaments/{tournament}/live",
    tag = "Tournaments",
    params(("tournament" = String, Path, description = "Its name in addresses.")),
    responses((status = 101, description = "The connection is a WebSocket now."), Malformed, Forbidden, Missing)
)]
#[expect(clippy::too_many_arguments, reason = "each is a part of the request")]
async fn live(
    Shared(games): Shared<Arc<Games>>,
    Known(account): Known,
    Named(tournament): Named,
    locale: Locale,
    Extension(limiter): Extension<Arc<Limiter>>,
    Extension(visitor): Extension<Visitor>,
    whence: Whence,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    if whence != Whence::Here {
        return Err(Failure::Origin);
    }
    let sitting = limiter.sit(visitor)?;
    let admission = games.hub.admit().ok_or(GameError::Unavailable)?;
    games.tournaments.seen(tournament).await?;
    let upgrade = upgrade.max_message_size(MOST_SAID).max_frame_size(MOST_SAID);
    Ok(upgrade.on_upgrade(async move |mut socket| {
        let mut guest = Guest { games: &games, tournament, account, locale, told: None, own: None };
        let farewell = guest.stay(&mut socket).await.err().flatten();
        part(&mut socket, farewell).await;
        drop((admission, sitting));
    }))
}

/// Somebody who looks at a tournament, and what they have been told.
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
        let mut changes = self.games.tournaments.changes(self.tournament);
        let mut heartbeat = heartbeat(&self.games.hub);
        let (mut answered, mut said) = (true, 0);
        let closing = self.games.hub.closing();
        tokio::pin!(closing);
        loop {
            changes.borrow_and_update();
            self.tell(socket).await?;
            tokio::select! {
                _ = changes.changed() => time::sleep(GATHERING).await,
                heard = socket.recv() => {
                    said += 1;
                    if said > MOST_MESSAGES {
                        return Err(farewell(close_code::POLICY, "too many messages"));
                    }
                    match heard {
                        Some(Ok(Message::Pong(_))) => answered = true,
                        Some(Ok(Message::Ping(_))) => {}
                        Some(Ok(Message::Text(_) | Message::Binary(_))) => {
                            return Err(farewell(close_code::POLICY, "nothing is to be said"));
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(None),
                    }
                }
                // What other processes told may be lost: at each heartbeat it is looked for.
                _ = heartbeat.tick() => {
                    if !answered {
                        return Err(None);
                    }
                    (answered, said) = (false, 0);
                    send(socket, Message::Ping(Default::default())).await?;
                    say(socket, &TournamentNews::Beat {}).await?;
                }
                () = &mut closing => return Err(farewell(close_code::AWAY, "the server ends")),
            }
        }
    }

    /// Tells all that has changed.
    async fn tell(&mut self, socket: &mut WebSocket) -> Result<(), Farewell> {
        let seen = match self.games.tournaments.seen(self.tournament).await {
            Ok(seen) => seen,
            Err(error) => {
                let failure = Failure::from(error);
                let error = Box::new(failure.view(self.locale.language).error);
                say(socket, &TournamentNews::Error { error }).await?;
                return Err(farewell(close_code::AWAY, failure.code()));
            }
        };
        if self.told.as_ref().is_none_or(|told| told.table != seen.table) {
            say(socket, &TournamentNews::Table { table: &seen.table }).await?;
        }
        if let Some(account) = self.account {
            let own = seen.own(account);
            if self.own.as_ref() != Some(&own) {
                say(socket, &TournamentNews::Own { own: &own }).await?;
                self.own = Some(own);
            }
        }
        self.told = Some(seen);
        Ok(())
    }
}

async fn say(socket: &mut WebSocket, news: &TournamentNews<'_>) -> Result<(), Farewell> {
    let text = serde_json::to_string(news).map_err(|_| farewell(close_code::ERROR, "internal"))?;
    send(socket, Message::Text(text.into())).await
}
