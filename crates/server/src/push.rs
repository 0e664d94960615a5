//! Web Push (RFC 8030): browser subscriptions, and the messages sent to them.

#[cfg(not(feature = "push"))]
mod absent;
#[cfg(feature = "push")]
pub(crate) mod client;
#[cfg(feature = "push")]
pub(crate) mod encryption;
pub(crate) mod endpoints;
#[cfg(feature = "push")]
pub(crate) mod identity;

#[cfg(not(feature = "push"))]
pub(crate) use absent::{client, encryption, identity};

use std::sync::Arc;

use data_encoding::BASE64URL_NOPAD;
use entourage_kernel::Language;
use entourage_record::{AccountId, Key, Seat, TokenHash};
use entourage_registry::view::{PushDeviceView, PushSides, PushView};
use entourage_store::{PushDevice, PushLimits, Store, StoreError, random};

use crate::domain::Error;
use crate::games::notifier::Notifier;
use crate::games::pass::Pass;
use crate::games::subscriptions::device_view;
use crate::server_time::ServerTime;

use endpoints::Endpoints;
use identity::Identity;

const LIMITS: PushLimits = PushLimits { seat: 5, account: 20 };
pub(crate) const MAX_KEYS: usize = 64;
/// Time after which a subscription that was not renewed is deleted: 90 days, in milliseconds.
pub(crate) const SUBSCRIPTION_LIFETIME: i64 = 90 * 24 * 60 * 60 * 1000;

pub(crate) struct Sender {
    pub identity: Identity,
    pub endpoints: Endpoints,
}

pub(crate) struct Push {
    store: Arc<Store>,
    time: Arc<ServerTime>,
    notifier: Arc<Notifier>,
    /// `None` if push notifications are not configured.
    sender: Option<Arc<Sender>>,
}

#[derive(PartialEq, Eq, Debug)]
pub(crate) enum PushOutcome {
    Delivered,
    Gone,
    Retry(String),
}

pub(crate) struct PushRequest {
    pub body: Vec<u8>,
    pub authorization: String,
    /// Topic of the message; a new message replaces a pending one with the same topic.
    pub topic: String,
    pub urgent: bool,
}

pub(crate) struct NewSubscription<'a> {
    pub endpoint: String,
    pub key: &'a str,
    pub secret: &'a str,
    pub language: Language,
}

impl Push {
    pub fn new(
        store: Arc<Store>,
        time: Arc<ServerTime>,
        notifier: Arc<Notifier>,
        sender: Option<Arc<Sender>>,
    ) -> Self {
        Self { store, time, notifier, sender }
    }

    pub fn offer(&self) -> PushView {
        PushView { key: self.sender.as_ref().map(|sender| sender.identity.public().to_owned()) }
    }

    /// Subscribes a browser to the sides to which the keys give access, and to the account that is signed in.
    pub async fn keep(
        &self,
        wish: NewSubscription<'_>,
        session: Option<TokenHash>,
        keys: &[Key],
    ) -> Result<PushSides, Error> {
        let sender = self.sender.as_ref().ok_or(Error::NoPush)?;
        if !sender.endpoints.admit(&wish.endpoint) {
            return Err(Error::PushEndpoint);
        }
        let device = PushDevice {
            key: decoded(wish.key).filter(|key| encryption::is_public_key(key)).ok_or(Error::PushKeys)?,
            secret: decoded(wish.secret).ok_or(Error::PushKeys)?,
            endpoint: wish.endpoint,
            language: wish.language,
        };
        let keys: Vec<_> = keys.iter().map(Key::hash).collect();
        let kept = self.store.keep_device(&device, session, &keys, self.time.now(), LIMITS).await;
        self.notifier.notify();
        let told = |side: Option<(_, _)>| side.map(|(game, side)| Pass::written(game, Seat::Side(side)));
        Ok(PushSides { sides: kept?.into_iter().map(told).collect() })
    }

    /// Deletes a subscription. Needs no authorisation, because only the browser and this server know the
    /// endpoint.
    pub async fn forget(&self, endpoint: &str) -> Result<(), Error> {
        self.store.forget_device(endpoint).await.map(drop).map_err(Error::from)
    }

    pub async fn devices(&self, account: AccountId) -> Result<Vec<PushDeviceView>, Error> {
        let known = self.store.devices_of(account).await?;
        Ok(known.into_iter().map(|one| device_view(one, &self.time)).collect())
    }
}

/// Loads the server's VAPID key from the store, or generates it at the first start.
pub(crate) async fn identity(store: &Store, contact: &str) -> Result<Identity, StoreError> {
    let drawn = || random().map_err(|error| StoreError::Unavailable(error.to_string()));
    // About one in 2^32 random keys is invalid.
    let mut key = drawn()?;
    while Identity::of(&key, contact).is_none() {
        key = drawn()?;
    }
    let key = store.push_key(key).await?;
    Identity::of(&key, contact).ok_or_else(|| StoreError::Corrupt("the push key is invalid".into()))
}

fn decoded<const LENGTH: usize>(text: &str) -> Option<[u8; LENGTH]> {
    BASE64URL_NOPAD.decode(text.trim_end_matches('=').as_bytes()).ok()?.try_into().ok()
}
