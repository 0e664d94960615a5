//! Tells players by e-mail what they are to know, in a task of its own: no request ever waits for a mail server. What is to be told
//! stands in the database, so that it survives a restart.

use std::sync::Arc;
use std::time::Duration;

use entourage_registry::open;
use entourage_store::Subscription;
use tokio::sync::Notify;
use tokio::time::sleep;

use crate::failure::Failure;
use crate::letters::{Letter, Letterhead};
use crate::smtp::{Mailer, Undelivered};
use crate::table::Tidings;
use crate::tables::{Tables, carry_through, complain, failed};

/// The most messages that are looked at before the list is read anew.
const MOST: u32 = 16;
/// How long news gather before they are looked at: a player may just be reloading his page.
const PAUSE: Duration = Duration::from_millis(500);
/// How long the database is left in peace after it failed.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often a message is tried; the last time after some days.
const MOST_TRIES: u32 = 12;
/// How long an address may take to answer the question: a week, in milliseconds.
const ANSWER: i64 = 7 * 24 * 60 * 60 * 1000;

/// Wakes the task when there may be something to tell; closed where messages are not sent at all.
#[derive(Default)]
pub(crate) struct Post {
    open: bool,
    bell: Notify,
}

impl Post {
    /// Opens it.
    pub fn open() -> Self {
        Self { open: true, ..Self::default() }
    }

    /// Tells whether messages are sent.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Says that there may be something to tell.
    pub fn wake(&self) {
        if self.open {
            self.bell.notify_one();
        }
    }
}

/// Tells players what they are to know, for ever.
pub(crate) async fn deliver(tables: Arc<Tables>, mailer: Mailer, site: String) {
    loop {
        match round(&tables, &mailer, &site).await {
            Ok(Some(next)) => tokio::select! {
                () = tables.time().wait_until(next) => {}
                () = tables.post().bell.notified() => sleep(PAUSE).await,
            },
            Ok(None) => {
                tables.post().bell.notified().await;
                sleep(PAUSE).await;
            }
            Err(failure) => {
                complain(&format_args!("e-mail: {}", failure.code()));
                sleep(PATIENCE).await;
            }
        }
    }
}

/// Does what is due, and returns when something is due next.
async fn round(tables: &Arc<Tables>, mailer: &Mailer, site: &str) -> Result<Option<i64>, Failure> {
    tables.store().forget_unconfirmed(tables.now() - ANSWER).await.map_err(failed)?;
    loop {
        let waiting = tables.store().due_mail(MOST).await.map_err(failed)?;
        let next = waiting.first().map(|(_, at)| *at);
        let due: Vec<_> = waiting.into_iter().filter(|(_, at)| *at <= tables.now()).collect();
        if due.is_empty() {
            return Ok(next);
        }
        for (subscription, _) in due {
            attend(tables, mailer, site, &subscription).await?;
        }
    }
}

/// Tells one player what he is to know, if there is anything.
async fn attend(
    tables: &Arc<Tables>,
    mailer: &Mailer,
    site: &str,
    subscription: &Subscription,
) -> Result<(), Failure> {
    let Subscription { side, language, token, .. } = *subscription;
    let settle = async |told: &str, next, tries| {
        tables.store().settle_mail(subscription, told, next, tries).await.map_err(failed)
    };
    let found = tables.tidings(subscription).await;
    let (spec, tidings) = match found {
        Ok(found) => found,
        // It cannot be read; whoever opens it is told why.
        Err(Failure::NoGame | Failure::Damaged) => {
            return tables.store().unsubscribe(token).await.map_err(failed);
        }
        // One game that cannot be set up holds up no other's messages.
        Err(Failure::Internal) => {
            let wait = 60_000 << subscription.tries.min(MOST_TRIES);
            return settle(&subscription.told, Some(tables.now() + wait), subscription.tries + 1).await;
        }
        Err(failure) => return Err(failure),
    };
    let metadata = open(&spec).ok().map(|rules| rules.metadata());
    let game = metadata.map_or(spec.as_str(), |metadata| metadata.name.get(language));
    let name = metadata.map_or("", |metadata| metadata.sides[side.index()].get(language));
    let head = Letterhead { game, site, link: format!("{site}/#mail={token}"), language };
    // The same however often it is tried: who gets a message twice gets it as one.
    let id = |what: &str| format!("{}.{}.{}.{what}", subscription.game, side.number(), subscription.at);
    let (letter, told): (Letter, String) = match tidings {
        _ if !subscription.confirmed => (head.question(), String::new()),
        Tidings::Over(ref how) => (head.ending(how), String::new()),
        Tidings::Turn { name: ref turn, left } if *turn != subscription.told => {
            if tables.hub().is_here(subscription.game, side) {
                return settle(turn, None, 0).await;
            }
            (head.turn(name, left), turn.clone())
        }
        _ => return settle(&subscription.told, None, 0).await,
    };
    let last = matches!(tidings, Tidings::Over(_)) && subscription.confirmed;
    let id = match (subscription.confirmed, last) {
        (false, _) => id("question"),
        (true, true) => id("end"),
        (true, false) => id(&told),
    };
    match mailer.send(&subscription.address, &id, letter).await {
        Ok(()) if last => tables.store().unsubscribe(token).await.map_err(failed),
        Ok(()) => settle(&told, None, 0).await,
        Err(Undelivered::Later(reason)) if subscription.tries + 1 < MOST_TRIES => {
            complain(&format_args!("e-mail is tried again later: {reason}"));
            // A minute, then two, then four …
            let wait = 60_000 << subscription.tries;
            settle(&subscription.told, Some(tables.now() + wait), subscription.tries + 1).await
        }
        Err(Undelivered::Later(reason) | Undelivered::Never(reason)) => {
            complain(&format_args!("e-mail is not delivered: {reason}"));
            tables.store().unsubscribe(token).await.map_err(failed)
        }
    }
}

impl Tables {
    /// Returns a game's spec, and what there is to tell the player of a side.
    async fn tidings(self: &Arc<Self>, to: &Subscription) -> Result<(String, Tidings), Failure> {
        let (tables, game, side, language) = (Arc::clone(self), to.game, to.side, to.language);
        carry_through(async move {
            let (slot, table) = tables.settle(tables.open(game).await?).await?;
            let found = (table.game().spec.clone(), table.tidings(side, language, tables.now()));
            tables.leave(slot, table);
            Ok(found)
        })
        .await
    }
}
