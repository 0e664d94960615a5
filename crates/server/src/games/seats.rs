//! Who may do what: keys, what they open, and what they are replaced by.

use std::sync::Arc;

use entourage_kernel::Side;
use entourage_record::{Access, Grant, Key, Seat};
use entourage_store::{Store, StoreError, random};

use super::cache::Cache;
use super::door::{Door, Pass};
use super::hub::Hub;
use super::replays::carry_through;
use super::report::failed;
use crate::domain::game_error::GameError;
use crate::domain::rating_error::RatingError;
use crate::domain::writing_error::WritingError;
use crate::server_time::ServerTime;
use crate::sessions;

/// Finds what somebody may do in a game, and gives seats other keys.
pub(crate) struct Seats {
    store: Arc<Store>,
    cache: Arc<Cache>,
    hub: Arc<Hub>,
    time: Arc<ServerTime>,
}

impl Seats {
    /// Knows the keys of a store.
    pub fn new(store: Arc<Store>, cache: Arc<Cache>, hub: Arc<Hub>, time: Arc<ServerTime>) -> Self {
        Self { store, cache, hub, time }
    }

    /// Finds what a key opens, or the session of whoever is signed in.
    pub async fn access(&self, pass: Pass) -> Result<Access, GameError> {
        let access = match pass {
            Pass::Key(key) => self.store.access(key.hash()).await,
            Pass::Session { hash, game, seat } => {
                self.store.access_by_session(hash, sessions::expiry(self.time.now()), game, seat).await
            }
            Pass::Account { account, game } => self.store.access_of(account, game).await,
        };
        access.map_err(failed)?.ok_or(GameError::NoGame)
    }

    /// Finds what somebody may do where they come in.
    pub async fn enter(&self, door: Door) -> Result<Access, GameError> {
        match door {
            Door::Pass(pass) => self.access(pass).await,
            Door::Name(game) if self.store.is_published(game).await.map_err(failed)? => {
                Ok(Access { game, seat: Seat::Watch, host: false, key: None, account: None })
            }
            Door::Name(_) => Err(GameError::NoGame),
        }
    }

    /// Finds what a key opens that plays one side and nothing else, and that side.
    pub async fn side(&self, pass: Pass) -> Result<(Access, Side), GameError> {
        let access = self.access(pass).await?;
        match access.seat {
            Seat::Side(side) => Ok((access, side)),
            Seat::Both => Err(WritingError::Alone.into()),
            Seat::Watch => Err(GameError::Watching),
        }
    }

    /// Finds what a key opens that plays.
    pub async fn player(&self, pass: Pass) -> Result<Access, GameError> {
        let access = self.access(pass).await?;
        if access.seat == Seat::Watch { Err(GameError::Watching) } else { Ok(access) }
    }

    /// Refuses a key that was replaced since it was let in: keys are replaced only until a game has begun
    /// ([`GameInUse::has_begun`](crate::game_in_use::GameInUse::has_begun)), and not while somebody holds it.
    pub async fn recognise(&self, access: Access, begun: bool) -> Result<(), GameError> {
        let Some(key) = access.key.filter(|_| !begun) else { return Ok(()) };
        self.store.access(key).await.map_err(failed)?.map(|_| ()).ok_or(GameError::NoGame)
    }

    /// Replaces the key to a seat by a new one, before anything has happened in the game; only its host's key may.
    pub async fn renew(self: &Arc<Self>, pass: Pass, seat: Seat) -> Result<Key, GameError> {
        let access = self.access(pass).await?;
        let by = access.key.filter(|_| access.host && access.seat != Seat::Both).ok_or(GameError::NotHost)?;
        let key = random().map(Key::from_bits).map_err(|_| GameError::Unavailable)?;
        // A seat of the host's own stays theirs; another is whoever's who is given the key.
        let own = seat == access.seat;
        if !own && seat != Seat::Watch {
            let game = self.cache.take(access.game).await?;
            let rated = game.game().rated;
            self.cache.put_back(game);
            if rated {
                return Err(RatingError::Seats.into());
            }
        }
        let grant = Grant { key: key.hash(), seat, host: own, account: access.account.filter(|_| own) };
        let seats = Arc::clone(self);
        carry_through(async move {
            // Nothing happens in the game meanwhile: what an old key asks for comes before, or finds that it opens nothing. Who had the
            // old key has not come any more, so that the game is set up anew.
            let replaced = seats.store.replace(access.game, &grant, by);
            match seats.cache.without(access.game, replaced).await {
                Ok(()) => {
                    seats.hub.tell_keys(access.game);
                    seats.hub.tell_clocks(access.game);
                    Ok(key)
                }
                Err(StoreError::Conflict) => Err(GameError::Begun),
                Err(error) => Err(failed(error)),
            }
        })
        .await
    }

    /// Returns what opens the game that follows a game, for the same person with colours swapped.
    pub async fn next(&self, pass: Pass) -> Result<String, GameError> {
        let access = self.access(pass).await?;
        let game = self.cache.take(access.game).await?;
        let agreed = game.rematch();
        self.cache.put_back(game);
        if !agreed {
            return Err(GameError::NoRematch);
        }
        // Nobody could be seated before: only who holds a key can make the next one of it. Who came by an account is known by that, and
        // needs no key.
        let next = match pass {
            Pass::Key(key) => key.next(),
            Pass::Session { .. } | Pass::Account { .. } => {
                random().map(Key::from_bits).map_err(|_| GameError::Unavailable)?
            }
        };
        let (seat, account) = (access.seat.swapped(), access.account);
        let grant = Grant { key: next.hash(), seat, host: access.host, account };
        match self.store.admit(access.game.next(), &grant).await {
            Ok(()) => Ok(match pass {
                Pass::Key(_) => next.to_string(),
                Pass::Session { .. } | Pass::Account { .. } => Pass::written(access.game.next(), seat),
            }),
            // The host of that game has given the seat another key.
            Err(StoreError::Conflict) => Err(GameError::Taken),
            Err(error) => Err(failed(error)),
        }
    }
}
