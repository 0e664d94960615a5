//! Which browsers are told what happens while nobody looks at the page (Web Push, RFC 8030), and how messages for them are made.

#[cfg(not(feature = "push"))]
mod absent;
#[cfg(feature = "push")]
pub(crate) mod carrier;
pub(crate) mod endpoints;
#[cfg(feature = "push")]
pub(crate) mod identity;
#[cfg(feature = "push")]
pub(crate) mod sealing;

#[cfg(not(feature = "push"))]
pub(crate) use absent::{carrier, identity, sealing};

use std::sync::Arc;

use data_encoding::BASE64URL_NOPAD;
use entourage_kernel::Language;
use entourage_record::{AccountId, Key, Seat, TokenHash};
use entourage_registry::view::{PushDeviceView, PushSides, PushView};
use entourage_store::{PushDevice, PushLimits, Store, StoreError, random};

use crate::domain::game_error::GameError;
use crate::domain::push_error::PushError;
use crate::games::bell::Bell;
use crate::games::door::Pass;
use crate::games::report::failed;
use crate::server_time::ServerTime;

use endpoints::Endpoints;
use identity::Identity;

/// How many browsers are told of a side by its keys, and for an account.
const LIMITS: PushLimits = PushLimits { seat: 5, account: 20 };
/// The most keys that a browser brings.
pub(crate) const MOST_KEYS: usize = 64;
/// How long a browser that is never there is kept: 90 days, in milliseconds.
pub(crate) const PATIENCE: i64 = 90 * 24 * 60 * 60 * 1000;

/// What a server needs to have messages brought to devices.
pub(crate) struct Sender {
    /// Who it says it is.
    pub identity: Identity,
    /// Where it may send.
    pub endpoints: Endpoints,
}

/// Keeps which browsers are told.
pub(crate) struct Push {
    store: Arc<Store>,
    time: Arc<ServerTime>,
    bell: Arc<Bell>,
    /// `None` where nothing is sent.
    sender: Option<Arc<Sender>>,
}

/// What a browser says of itself.
pub(crate) struct Wish<'a> {
    pub endpoint: String,
    pub key: &'a str,
    pub secret: &'a str,
    pub language: Language,
}

impl Push {
    /// Keeps browsers in a store; a bell tells whoever sends that there may be something.
    pub fn new(store: Arc<Store>, time: Arc<ServerTime>, bell: Arc<Bell>, sender: Option<Arc<Sender>>) -> Self {
        Self { store, time, bell, sender }
    }

    /// Tells whether browsers are told, and the key that they are to expect.
    pub fn offer(&self) -> PushView {
        PushView { key: self.sender.as_ref().map(|sender| sender.identity.public().to_owned()) }
    }

    /// Has a browser be told of the sides that some keys open, and of all that is the account's whose session it has.
    pub async fn keep(
        &self,
        wish: Wish<'_>,
        session: Option<TokenHash>,
        keys: &[Key],
    ) -> Result<PushSides, GameError> {
        let sender = self.sender.as_ref().ok_or(PushError::NotOffered)?;
        if !sender.endpoints.admit(&wish.endpoint) {
            return Err(PushError::Endpoint.into());
        }
        let device = PushDevice {
            key: decoded(wish.key).filter(|key| sealing::is_public_key(key)).ok_or(PushError::Keys)?,
            secret: decoded(wish.secret).ok_or(PushError::Keys)?,
            endpoint: wish.endpoint,
            language: wish.language,
        };
        let keys: Vec<_> = keys.iter().map(Key::hash).collect();
        let kept = self.store.keep_device(&device, session, &keys, self.time.now(), LIMITS).await;
        self.bell.ring();
        let told = |side: Option<(_, _)>| side.map(|(game, side)| Pass::written(game, Seat::Side(side)));
        Ok(PushSides { sides: kept.map_err(failed)?.into_iter().map(told).collect() })
    }

    /// Tells a browser nothing more, whoever names it: nobody but it and this server knows its endpoint.
    pub async fn forget(&self, endpoint: &str) -> Result<(), GameError> {
        self.store.forget_device(endpoint).await.map(drop).map_err(failed)
    }

    /// Lists the browsers of an account.
    pub async fn devices(&self, account: AccountId) -> Result<Vec<PushDeviceView>, GameError> {
        let known = self.store.devices_of(account).await.map_err(failed)?;
        let told = |one: entourage_store::KnownDevice| PushDeviceView {
            endpoint: one.endpoint,
            language: one.language.code(),
            seen: self.time.date_of(one.seen),
        };
        Ok(known.into_iter().map(told).collect())
    }
}

/// Reads the server's key from a store, where it is drawn the first time.
pub(crate) async fn identity(store: &Store, contact: &str) -> Result<Identity, StoreError> {
    let drawn = || random().map_err(|error| StoreError::Unavailable(error.to_string()));
    // Hardly one in 2^32 is none.
    let mut key = drawn()?;
    while Identity::of(&key, contact).is_none() {
        key = drawn()?;
    }
    let key = store.push_key(key).await?;
    Identity::of(&key, contact).ok_or_else(|| StoreError::Corrupt("the server's key is none".into()))
}

fn decoded<const LENGTH: usize>(text: &str) -> Option<[u8; LENGTH]> {
    BASE64URL_NOPAD.decode(text.trim_end_matches('=').as_bytes()).ok()?.try_into().ok()
}
