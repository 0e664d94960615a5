//! Sends e-mails. Pending ones are in the database, so they survive a restart.

mod accounts;

use entourage_store::Subscription;

use super::delivery::{BATCH, Delivery, LEASE, MAX_TRIES, MailError, pause, rest};
use super::mail_texts::GameMail;
use super::smtp::Mailer;
use crate::wording;
use crate::workers::prelude::*;

pub(crate) async fn send_mail(store: Arc<Store>, games: Arc<Games>, mailer: Mailer, site: String) {
    let shared = store.is_shared();
    let mail_task = MailTask { store, games, mailer, site };
    let Games { time, notifier, .. } = mail_task.games.as_ref();
    loop {
        rest(time, shared, mail_task.round().await, notifier.mail.notified()).await;
    }
}

struct MailTask {
    store: Arc<Store>,
    games: Arc<Games>,
    mailer: Mailer,
    site: String,
}

impl MailTask {
    /// Sends the e-mails that are due; returns the time at which the next one is due.
    async fn round(&self) -> Result<Option<i64>, Error> {
        let letters = self.write_to_accounts().await?;
        let games = self.tell_of_games().await?;
        Ok(letters.into_iter().chain(games).min())
    }

    async fn tell_of_games(&self) -> Result<Option<i64>, Error> {
        let Self { store, games, .. } = self;
        loop {
            let (next, now) = (store.next_mail().await?, games.time.now());
            if next.is_none_or(|at| at > now) {
                return Ok(next);
            }
            for (subscription, _) in store.take_mail(now, now + LEASE, BATCH).await? {
                self.attend(&subscription).await?;
            }
        }
    }

    async fn attend(&self, subscription: &Subscription) -> Result<(), Error> {
        let Self { store, games, mailer, site } = self;
        let Subscription { side, language, token, .. } = *subscription;
        let settle = async |told: &str, next, tries| {
            store.settle_mail(subscription, told, next, tries).await.map_err(Error::from)
        };
        let found = games
            .observe(subscription.game, move |game, now| (game.game().spec.clone(), game.tidings(side, now)));
        let (spec, tidings) = match found.await {
            Ok(found) => found,
            // The game is corrupt or deleted; players see the error when they open it.
            Err(Error::NoGame | Error::Damaged) => {
                return store.unsubscribe(token).await.map_err(Error::from);
            }
            // A game that cannot be loaded must not delay the e-mails about other games.
            Err(Error::Internal) => {
                let next = games.time.now() + pause(subscription.tries.min(MAX_TRIES));
                return settle(&subscription.told, Some(next), subscription.tries + 1).await;
            }
            Err(failure) => return Err(failure),
        };
        let rules = games.registry.open(&spec).ok();
        let metadata = rules.as_ref().map(|rules| rules.metadata());
        let game = metadata.map_or(spec.as_str(), |metadata| metadata.name.get(language));
        let name = metadata.map_or("", |metadata| metadata.sides[side.index()].get(language));
        let head = GameMail { game, site, link: format!("{site}/#mail={token}"), language };
        // The ID is the same for every attempt, so that mail programs can recognise duplicates.
        let id = |what: &str| format!("{}.{}.{}.{what}", subscription.game, side.number(), subscription.at);
        let sees = || games.hub.sees(subscription.game, side);
        let (letter, told, last) = if subscription.confirmed {
            match Delivery::of(tidings, &subscription.told, games.time.now(), sees) {
                Delivery::Over(end) => (head.ending(&wording::over(&end, language)), String::new(), true),
                Delivery::Turn { told, left } => (head.turn(name, left), told, false),
                Delivery::Wait { told, next } => return settle(&told, next, 0).await,
            }
        } else {
            (head.question(), String::new(), false)
        };
        let id = match (subscription.confirmed, last) {
            (false, _) => id("question"),
            (true, true) => id("end"),
            (true, false) => id(&told),
        };
        match mailer.send(&subscription.address, &id, letter).await {
            Ok(()) if last => store.unsubscribe(token).await.map_err(Error::from),
            Ok(()) => settle(&told, None, 0).await,
            Err(MailError::Temporary(reason)) if subscription.tries + 1 < MAX_TRIES => {
                tracing::warn!(reason, "sending e-mail failed; trying again later");
                let next = games.time.now() + pause(subscription.tries);
                settle(&subscription.told, Some(next), subscription.tries + 1).await
            }
            Err(MailError::Temporary(reason) | MailError::Permanent(reason)) => {
                tracing::error!(reason, "sending e-mail failed; giving up");
                store.unsubscribe(token).await.map_err(Error::from)
            }
        }
    }
}
