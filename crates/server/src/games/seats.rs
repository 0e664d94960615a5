//! Grants access to games by key or account, and replaces keys.

use entourage_record::Grant;

use super::pass::EntryPoint;
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
        access?.ok_or(Error::NoGame)
    }

    pub async fn enter(&self, entry_point: EntryPoint) -> Result<Access, Error> {
        match entry_point {
            EntryPoint::Pass(pass) => self.access(pass).await,
            EntryPoint::Name(game) if self.store.is_published(game).await? => {
                Ok(Access { game, seat: Seat::Watch, host: false, key: None, account: None })
            }
            EntryPoint::Name(_) => Err(Error::NoGame),
        }
    }

    /// Returns the access that `pass` grants, and its side; fails for spectators and if the pass covers both sides.
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

    /// Refuses a key that was replaced during the request, which is possible until the game [has
    /// begun](entourage_record::GameState::has_begun).
    pub async fn expect_current_key(&self, access: Access, begun: bool) -> Result<(), Error> {
        let Some(key) = access.key.filter(|_| !begun) else { return Ok(()) };
        self.store.access(key).await?.map(|_| ()).ok_or(Error::NoGame)
    }

    /// Replaces the key to a seat before the first event; only for the game's creator.
    pub async fn renew_key(self: &Arc<Self>, pass: Pass, seat: Seat) -> Result<Key, Error> {
        let access = self.access(pass).await?;
        let by = access.key.filter(|_| access.host && access.seat != Seat::Both).ok_or(Error::NotHost)?;
        let key = random().map(Key::from_bits).map_err(|_| Error::Unavailable)?;
        // The creator's own seat stays theirs; any other seat passes to the holder of the new key.
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
        run_to_completion(async move {
            // The game is locked, so that requests with the old key either finish first or fail. It is then
            // reloaded, because the holder of the old key no longer counts as arrived.
            let replaced = games.store.replace(access.game, &grant, by);
            games.cache.without(access.game, replaced).await.on(StoreError::Conflict, Error::Begun)?;
            games.hub.tell_keys(access.game);
            games.hub.tell_clocks(access.game);
            Ok(key)
        })
        .await
    }

    /// Returns the pass to the rematch, for the same player with sides swapped.
    pub async fn next_key(&self, pass: Pass) -> Result<String, Error> {
        let access = self.access(pass).await?;
        let game = self.cache.take(access.game).await?;
        let agreed = game.state.ledger().rematch();
        self.cache.put_back(game);
        if !agreed {
            return Err(Error::NoRematch);
        }
        // The next key can be derived only from the current one; accounts need no key.
        let (seat, account) = (access.seat.swapped(), access.account);
        let (next, text) = match pass {
            Pass::Key(key) => (key.next(), key.next().to_string()),
            Pass::Session { .. } | Pass::Account { .. } => {
                let drawn = random().map(Key::from_bits).map_err(|_| Error::Unavailable)?;
                (drawn, Pass::written(access.game.next(), seat))
            }
        };
        let grant = Grant { key: next.hash(), seat, host: access.host, account };
        // A conflict means that the creator of the rematch has replaced this seat's key.
        let admitted = self.store.admit(access.game.next(), &grant).await;
        admitted.on(StoreError::Conflict, Error::Taken).map(|()| text)
    }
}
