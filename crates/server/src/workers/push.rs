//! Sends push notifications. Pending ones are in the database, so they survive a restart, and only one process
//! sends each.

use data_encoding::BASE64URL_NOPAD;
use entourage_kernel::{Language, Side};
use entourage_record::Seat;
use entourage_store::{DuePush, PushSubject};
use futures_util::future::join_all;

use super::delivery::{BATCH, Delivery, LEASE, MAX_TRIES, pause, rest};
use super::mail_texts::span;
use crate::games::pass::Pass;
use crate::push::client::PushClient;
use crate::push::encryption::{encrypt, secret_key};
use crate::push::{PushOutcome, PushRequest, Sender};
use crate::wording;
use crate::workers::prelude::*;

/// Recorded after the player was notified that the game is over; nothing more is sent for that game.
const OVER: &str = "over";

pub(crate) async fn send_notifications(
    store: Arc<Store>,
    games: Arc<Games>,
    sender: Arc<Sender>,
    client: PushClient,
) {
    let shared = store.is_shared();
    let push_task = PushTask { store, games, sender, client };
    let Games { time, notifier, .. } = push_task.games.as_ref();
    loop {
        rest(time, shared, push_task.round().await, notifier.push.notified()).await;
    }
}

struct PushTask {
    store: Arc<Store>,
    games: Arc<Games>,
    sender: Arc<Sender>,
    client: PushClient,
}

struct Told {
    notice: Notice,
    noted: String,
    urgent: bool,
}

impl PushTask {
    async fn round(&self) -> Result<Option<i64>, Error> {
        let Self { store, games, .. } = self;
        loop {
            let (next, now) = (store.next_push().await?, games.time.now());
            if next.is_none_or(|at| at > now) {
                return Ok(next);
            }
            let taken = store.take_push(now, now + LEASE, BATCH).await?;
            // Send concurrently, so that a slow push service does not delay the other messages.
            for done in join_all(taken.iter().map(|push| self.attend(push))).await {
                done?;
            }
        }
    }

    async fn attend(&self, push: &DuePush) -> Result<(), Error> {
        let told = match push.subject {
            PushSubject::Side(side) => self.news(push, side).await?,
            PushSubject::Challenge => self.challenge(push).await?,
        };
        match told {
            Some(told) => self.tell(push, told).await,
            None => Ok(()),
        }
    }

    /// Returns the notification for a side; if there is nothing to send, records that and returns `None`.
    async fn news(&self, push: &DuePush, side: Side) -> Result<Option<Told>, Error> {
        let Self { store, games, .. } = self;
        let language = push.device.language;
        let found = games.observe(push.game, move |game, now| {
            (
                game.game().spec.clone(),
                game.game().created_at,
                game.game().entries.len(),
                game.tidings(side, now),
            )
        });
        let (spec, created, events, tidings) = match found.await {
            Ok(found) => found,
            Err(Error::NoGame | Error::Damaged) => {
                store.end_push(push).await?;
                return Ok(None);
            }
            // A game that cannot be loaded must not delay notifications about other games.
            Err(Error::Internal) => {
                let next = games.time.now() + pause(push.tries.min(MAX_TRIES));
                store.settle_push(push, &push.told, Some(next), push.tries + 1).await?;
                return Ok(None);
            }
            Err(failure) => return Err(failure),
        };
        let rules = games.registry.open(&spec).ok();
        let metadata = rules.as_ref().map(|rules| rules.metadata());
        let game = metadata.map_or(spec.as_str(), |metadata| metadata.name.get(language));
        let name = metadata.map_or("", |metadata| metadata.sides[side.index()].get(language));
        let sees = || games.hub.sees(push.game, side);
        let (what, noted, urgent) = match Delivery::of(tidings, &push.told, games.time.now(), sees) {
            Delivery::Over(_) if push.told == OVER => {
                store.settle_push(push, OVER, None, 0).await?;
                return Ok(None);
            }
            Delivery::Over(end) => ((game.to_owned(), wording::over(&end, language)), OVER.to_owned(), false),
            Delivery::Turn { told, left } => (Notice::turn(game, name, left, language), told, true),
            Delivery::Wait { told, next } => {
                store.settle_push(push, &told, next, 0).await?;
                return Ok(None);
            }
        };
        let (title, body) = what;
        // The web client in a background tab uses the same tag, so that the notification is shown only once.
        let tag = format!("turn {} {events}", games.time.date_of(created));
        let opens = Pass::written(push.game, Seat::Side(side));
        Ok(Some(Told { notice: Notice { title, body, tag, opens }, noted, urgent }))
    }

    async fn challenge(&self, push: &DuePush) -> Result<Option<Told>, Error> {
        let Self { store, games, .. } = self;
        let language = push.device.language;
        let seek = store.seek(push.game, games.time.now()).await?;
        let maker = match seek.as_ref().and_then(|seek| seek.account) {
            Some(account) => store.account(account).await?,
            None => None,
        };
        let Some((seek, maker)) = seek.zip(maker) else {
            store.end_push(push).await?;
            return Ok(None);
        };
        let rules = games.registry.open(&seek.spec).ok();
        let game = rules.as_ref().map_or(seek.spec.as_str(), |rules| rules.metadata().name.get(language));
        let (title, body) = Notice::challenge(&maker.name, game, language);
        let notice = Notice { title, body, tag: format!("challenge {}", push.game), opens: "lobby".into() };
        Ok(Some(Told { notice, noted: String::new(), urgent: true }))
    }

    async fn tell(&self, push: &DuePush, Told { notice, noted, urgent }: Told) -> Result<(), Error> {
        let Self { store, games, sender, client } = self;
        let endpoint = &push.device.endpoint;
        let own = random::<32>().ok().and_then(|drawn| secret_key(&drawn));
        let salt = random::<16>().ok();
        let (own, salt) = own.zip(salt).ok_or(Error::Unavailable)?;
        let encrypted = encrypt(notice.written().as_bytes(), &push.device, &own, salt);
        // The endpoint may have been allowed only by an earlier configuration.
        let Some((body, place)) = encrypted.zip(sender.endpoints.place(endpoint)) else {
            return store.forget_device(endpoint).await.map(drop).map_err(Error::from);
        };
        let authorization =
            sender.identity.authorization(&place.origin(), games.time.date_of(games.time.now()));
        let request = PushRequest { body, authorization, topic: topic(push), urgent };
        match client.send(&place, request).await {
            PushOutcome::Delivered if push.subject == PushSubject::Challenge => {
                store.end_push(push).await.map_err(Error::from)
            }
            PushOutcome::Delivered => store.settle_push(push, &noted, None, 0).await.map_err(Error::from),
            PushOutcome::Retry(reason) if push.tries + 1 < MAX_TRIES => {
                tracing::warn!(reason, "sending a notification failed; trying again later");
                let next = games.time.now() + pause(push.tries);
                store.settle_push(push, &push.told, Some(next), push.tries + 1).await.map_err(Error::from)
            }
            PushOutcome::Retry(reason) => {
                tracing::error!(reason, "sending a notification failed; removing the subscription");
                store.forget_device(endpoint).await.map(drop).map_err(Error::from)
            }
            PushOutcome::Gone => store.forget_device(endpoint).await.map(drop).map_err(Error::from),
        }
    }
}

/// Returns a topic that reveals nothing to the push service and has at most 32 characters, as RFC 8030 requires.
fn topic(push: &DuePush) -> String {
    use sha2::{Digest, Sha256};
    let subject = match push.subject {
        PushSubject::Side(side) => side.number(),
        PushSubject::Challenge => 0,
    };
    let named = Sha256::digest(format!("{}.{subject}.{}", push.game, push.device.endpoint));
    BASE64URL_NOPAD.encode(&named[..24])
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Notice {
    pub title: String,
    pub body: String,
    /// Tag of the notification; a new notification replaces an earlier one with the same tag.
    pub tag: String,
    pub opens: String,
}

impl Notice {
    pub fn turn(game: &str, side: &str, left: Option<u64>, language: Language) -> (String, String) {
        let left = left.map(|left| span(left, language));
        match language {
            Language::English => (
                format!("{game}: your turn"),
                left.map_or_else(
                    || format!("You play {side}."),
                    |left| format!("You play {side}. Time left: {left}."),
                ),
            ),
            Language::French => (
                format!("{game} : à vous de jouer"),
                left.map_or_else(
                    || format!("Votre camp : {side}."),
                    |left| format!("Votre camp : {side}. Temps restant : {left}."),
                ),
            ),
        }
    }

    pub fn challenge(name: &str, game: &str, language: Language) -> (String, String) {
        match language {
            Language::English => (format!("{name} challenges you"), format!("To a game of {game}.")),
            Language::French => (format!("{name} vous défie"), format!("Jeu : {game}.")),
        }
    }

    pub fn written(&self) -> String {
        let Self { title, body, tag, opens } = self;
        serde_json::json!({ "title": title, "body": body, "tag": tag, "opens": opens }).to_string()
    }
}
