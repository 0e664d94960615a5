//! Access: keys, what they open, and how they are replaced.

use entourage_record::Grant;

use super::door::Door;
use crate::games::prelude::*;
use crate::sessions;

impl Games {
    pub async fn access(&self, pass: Pass) -> Result<Access, Error> {
        let access = match pass {
            Pass::Key(key) => self.store.access(key.hash()).await,
            Pass::Session { hash, game, seat } => {
                self.store.access_by_session(hash, sessions::expiry(self.time.now()), game, seat).await
            }
            Pass::Account { account, game } => self.store.access_of(account, game).await,
        };
        access.map_err(failed)?.ok_or(Error::NoGame)
    }

    pub async fn enter(&self, door: Door) -> Result<Access, Error> {
        match door {
            Door::Pass(pass) => self.access(pass).await,
            Door::Name(game) if self.store.is_published(game).await.map_err(failed)? => {
                Ok(Access { game, seat: Seat::Watch, host: false, key: None, account: None })
            }
            Door::Name(_) => Err(Error::NoGame),
        }
    }

    /// Returns the access and side of a key that plays exactly one side.
    pub async fn side(&self, pass: Pass) -> Result<(Access, Side), Error> {
        let access = self.access(pass).await?;
        match access.seat {
            Seat::Side(side) => Ok((access, side)),
            Seat::Both => Err(Error::Alone),
            Seat::Watch => Err(Error::Watching),
        }
    }

    pub async fn player(&self, pass: Pass) -> Result<Access, Error> {
        let access = self.access(pass).await?;
        if access.seat == Seat::Watch { Err(Error::Watching) } else { Ok(access) }
    }

    /// Refuses a key that was replaced since the request began: that is possible only until a game has begun
    /// ([`GameInUse::has_begun`](crate::game_in_use::GameInUse::has_begun)).
    pub async fn recognise(&self, access: Access, begun: bool) -> Result<(), Error> {
        let Some(key) = access.key.filter(|_| !begun) else { return Ok(()) };
        self.store.access(key).await.map_err(failed)?.map(|_| ()).ok_or(Error::NoGame)
    }

    /// Replaces the key to a seat, before anything has happened in the game; only its host may.
    pub async fn renew_key(self: &Arc<Self>, pass: Pass, seat: Seat) -> Result<Key, Error> {
        let access = self.access(pass).await?;
        let by = access.key.filter(|_| access.host && access.seat != Seat::Both).ok_or(Error::NotHost)?;
        let key = random().map(Key::from_bits).map_err(|_| Error::Unavailable)?;
        // A seat of the host's own stays theirs; another is whoever's who is given the key.
        let own = seat == access.seat;
        if !own && seat != Seat::Watch {
            let game = self.cache.take(access.game).await?;
            let rated = game.game().rated;
            self.cache.put_back(game);
            if rated {
                return Err(Error::RatedSeats);
            }
        }
        let grant = Grant { key: key.hash(), seat, host: own, account: access.account.filter(|_| own) };
        let games = Arc::clone(self);
        carry_through(async move {
            // Nothing happens in the game meanwhile: what an old key asks for comes before, or finds that it opens nothing. Who had the
            // old key has not come any more, so that the game is set up anew.
            let replaced = games.store.replace(access.game, &grant, by);
            match games.cache.without(access.game, replaced).await {
                Ok(()) => {
                    games.hub.tell_keys(access.game);
                    games.hub.tell_clocks(access.game);
                    Ok(key)
                }
                Err(StoreError::Conflict) => Err(Error::Begun),
                Err(error) => Err(failed(error)),
            }
        })
        .await
    }

    /// Returns what opens the rematch, for the same person with colours swapped.
    pub async fn next_key(&self, pass: Pass) -> Result<String, Error> {
        let access = self.access(pass).await?;
        let game = self.cache.take(access.game).await?;
        let agreed = game.rematch();
        self.cache.put_back(game);
        if !agreed {
            return Err(Error::NoRematch);
        }
        // Nobody could be seated before: only who holds a key can make the next one of it. Who came by an account is known by that, and
        // needs no key.
        let next = match pass {
            Pass::Key(key) => key.next(),
            Pass::Session { .. } | Pass::Account { .. } => {
                random().map(Key::from_bits).map_err(|_| Error::Unavailable)?
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
            Err(StoreError::Conflict) => Err(Error::Taken),
            Err(error) => Err(failed(error)),
        }
    }
}
