//! Tells players by e-mail what they are to know, in a task of its own: no request ever waits for a mail server. What is to be told
//! stands in the database, so that it survives a restart.

use std::sync::Arc;
use std::time::Duration;

use entourage_store::{Store, Subscription};
use tokio::time::sleep;

use crate::domain::game_error::GameError;
use crate::game_in_use::Tidings;
use crate::games::Games;
use crate::games::report::failed;
use crate::wording;

use super::letters::{Letter, Letterhead};
use super::smtp::{Mailer, Undelivered};

/// The most messages that are looked at before the list is read anew.
const MOST: u32 = 16;
/// How long news gather before they are looked at: a player may just be reloading their page.
const PAUSE: Duration = Duration::from_millis(500);
/// How long the database is left in peace after it failed.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often a message is tried; the last time after some days.
const MOST_TRIES: u32 = 12;
/// How long a player who was here when their turn came has to move before they are told after all: five minutes, in milliseconds.
const AGAIN: i64 = 5 * 60 * 1000;
/// What stands before the turn that a player was not told of because they were here.
const LOOKED: char = '~';

/// Tells players what they are to know, for ever.
pub(crate) async fn deliver(store: Arc<dyn Store>, games: Arc<Games>, mailer: Mailer, site: String) {
    let postman = Postman { store, games, mailer, site };
    let Games { time, bell, .. } = postman.games.as_ref();
    loop {
        match postman.round().await {
            Ok(Some(next)) => tokio::select! {
                () = time.wait_until(next) => {}
                () = bell.heard() => sleep(PAUSE).await,
            },
            Ok(None) => {
                bell.heard().await;
                sleep(PAUSE).await;
            }
            Err(failure) => {
                tracing::error!(reason = failure.code(), "e-mail has to wait");
                sleep(PATIENCE).await;
            }
        }
    }
}

/// Looks after messages.
/// Returns when to look again whether a player who was there has made the move of a turn, if that was noted.
fn second_look(told: &str, turn: &str) -> Option<i64> {
    let (at, noted) = told.strip_prefix(LOOKED)?.split_once(' ')?;
    at.parse().ok().filter(|_| noted == turn)
}

struct Postman {
    store: Arc<dyn Store>,
    games: Arc<Games>,
    mailer: Mailer,
    /// The public address of the site.
    site: String,
}

impl Postman {
    /// Does what is due, and returns when something is due next.
    async fn round(&self) -> Result<Option<i64>, GameError> {
        let Self { store, games, .. } = self;
        loop {
            let waiting = store.due_mail(MOST).await.map_err(failed)?;
            let next = waiting.first().map(|(_, at)| *at);
            let due: Vec<_> = waiting.into_iter().filter(|(_, at)| *at <= games.time.now()).collect();
            if due.is_empty() {
                return Ok(next);
            }
            for (subscription, _) in due {
                self.attend(&subscription).await?;
            }
        }
    }

    /// Tells one player what they are to know, if there is anything.
    async fn attend(&self, subscription: &Subscription) -> Result<(), GameError> {
        let Self { store, games, mailer, site } = self;
        let Subscription { side, language, token, .. } = *subscription;
        let settle = async |told: &str, next, tries| {
            store.settle_mail(subscription, told, next, tries).await.map_err(failed)
        };
        let found = games
            .play
            .observe(subscription.game, move |game, now| (game.game().spec.clone(), game.tidings(side, now)));
        let (spec, tidings) = match found.await {
            Ok(found) => found,
            // It cannot be read; whoever opens it is told why.
            Err(GameError::NoGame | GameError::Damaged) => {
                return store.unsubscribe(token).await.map_err(failed);
            }
            // One game that cannot be set up holds up no other's messages.
            Err(GameError::Internal) => {
                let wait = 60_000 << subscription.tries.min(MOST_TRIES);
                return settle(&subscription.told, Some(games.time.now() + wait), subscription.tries + 1).await;
            }
            Err(failure) => return Err(failure),
        };
        let rules = games.registry.open(&spec).ok();
        let metadata = rules.as_ref().map(|rules| rules.metadata());
        let game = metadata.map_or(spec.as_str(), |metadata| metadata.name.get(language));
        let name = metadata.map_or("", |metadata| metadata.sides[side.index()].get(language));
        let head = Letterhead { game, site, link: format!("{site}/#mail={token}"), language };
        // The same however often it is tried: who gets a message twice gets it as one.
        let id = |what: &str| format!("{}.{}.{}.{what}", subscription.game, side.number(), subscription.at);
        let (letter, told): (Letter, String) = match tidings {
            _ if !subscription.confirmed => (head.question(), String::new()),
            Tidings::Over(ref end) => (head.ending(&wording::over(end, language)), String::new()),
            Tidings::Turn { name: ref turn, left } if *turn != subscription.told => {
                // Who is here sees it; but a page may be left open, and a phone may be gone without a word.
                // Whatever else happens in their turn meanwhile brings the second look no nearer.
                let now = games.time.now();
                let second = second_look(&subscription.told, turn).unwrap_or(now + AGAIN);
                if now < second && games.hub.is_here(subscription.game, side) {
                    return settle(&format!("{LOOKED}{second} {turn}"), Some(second), 0).await;
                }
                (head.turn(name, left), turn.clone())
            }
            Tidings::Later(at) => return settle(&subscription.told, Some(at), 0).await,
            _ => return settle(&subscription.told, None, 0).await,
        };
        let last = matches!(tidings, Tidings::Over(_)) && subscription.confirmed;
        let id = match (subscription.confirmed, last) {
            (false, _) => id("question"),
            (true, true) => id("end"),
            (true, false) => id(&told),
        };
        match mailer.send(&subscription.address, &id, letter).await {
            Ok(()) if last => store.unsubscribe(token).await.map_err(failed),
            Ok(()) => settle(&told, None, 0).await,
            Err(Undelivered::Later(reason)) if subscription.tries + 1 < MOST_TRIES => {
                tracing::warn!(reason, "e-mail is tried again later");
                // A minute, then two, then four …
                let wait = 60_000 << subscription.tries;
                settle(&subscription.told, Some(games.time.now() + wait), subscription.tries + 1).await
            }
            Err(Undelivered::Later(reason) | Undelivered::Never(reason)) => {
                tracing::error!(reason, "e-mail is not delivered");
                store.unsubscribe(token).await.map_err(failed)
            }
        }
    }
}
