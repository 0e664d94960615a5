//! Where people find opponents: who looks for one, who comes, and who is told of it.

use std::sync::Arc;

use entourage_clock::Kind;
use entourage_record::{AccountId, Game, GameId, Key, Player};
use entourage_registry::Registry;
use entourage_registry::view::{Apart, Proposal, SeekList, SeekView, Wish};
use entourage_store::{Comer, ListedSeek, Paired, Seek, Store, StoreError, Taking, Tie, Withdrawer};
use tokio::sync::{Mutex, watch};

use super::bell::Bell;
use super::hub::Hub;
use super::ratings::{self, Ratings};
use super::replays::Replays;
use super::report::failed;
use super::shelf::Shelf;
use crate::domain::game_error::GameError;
use crate::domain::lobby_error::LobbyError;
use crate::domain::locale::Locale;
use crate::domain::order_error::OrderError;
use crate::domain::program_error::ProgramError;
use crate::domain::rating_error::RatingError;
use crate::game_in_use::GameInUse;
use crate::seating::side_of;
use crate::server_time::ServerTime;

/// The most seeks of a page.
pub(crate) const PAGE: u32 = 50;
/// The most seeks of an account that wait.
const MOST: u32 = 10;
/// The most challenges that somebody is told of.
const MOST_CHALLENGES: u32 = 50;
/// The highest bound of a rating.
const HIGHEST: u32 = 10_000;
/// How long a seek stands after its maker was there last, in milliseconds: some heartbeats.
const LEASE: i64 = 20_000;
/// How long a seek that goes with its maker stands at most, in milliseconds: a quarter of an hour.
const LONGEST: i64 = 15 * 60_000;
/// How long a seek for a game over days stands, in milliseconds: two weeks.
const DAYS: i64 = 14 * 24 * 60 * 60 * 1000;
/// How old the list may be that is told, in milliseconds: seeks also end without a word.
const FRESH: i64 = 5_000;

/// Lets people find opponents.
pub(crate) struct Lobby {
    pub(super) registry: Registry,
    pub(super) store: Arc<Store>,
    pub(super) shelf: Arc<Shelf>,
    pub(super) replays: Arc<Replays>,
    pub(super) hub: Arc<Hub>,
    pub(super) time: Arc<ServerTime>,
    /// The first page as it was made last: for which count of changes, and when.
    pub(super) made: Mutex<Option<(u64, i64, Arc<SeekList>)>>,
    /// Rung where somebody may be told that they are challenged, or that they are to move.
    pub(super) bell: Arc<Bell>,
}

/// What came of a wish to play.
pub(crate) struct Made {
    /// The name of the seek, and of the game.
    pub id: GameId,
    /// Whether the game is there.
    pub begun: bool,
}

impl Lobby {
    /// Has somebody who wishes to play take the seek that fits best, or wait for somebody; a challenge waits for its opponent.
    pub async fn wish(
        &self,
        wish: Wish,
        account: Option<AccountId>,
        opponent: Option<AccountId>,
        locale: Locale,
    ) -> Result<Made, GameError> {
        let key: Key = wish.key.parse().map_err(|()| GameError::KeyTaken)?;
        if opponent.is_some() && account.is_none() {
            return Err(LobbyError::Guest.into());
        }
        if opponent.is_some() && opponent == account {
            return Err(LobbyError::Own.into());
        }
        if let Some((challenged, challenger)) = opponent.zip(account)
            && self.store.is_tied(challenged, Tie::Block, challenger).await.map_err(failed)?
        {
            return Err(OrderError::Blocked.into());
        }
        if opponent.is_none() {
            self.expect_person(account).await?;
        }
        if wish.rated && account.is_none() {
            return Err(RatingError::Guest.into());
        }
        let bounds = (wish.lowest.unwrap_or(0), wish.highest.unwrap_or(HIGHEST));
        if bounds.0 > bounds.1 || bounds.1 > HIGHEST || !wish.rated && bounds != (0, HIGHEST) {
            return Err(LobbyError::Bounds.into());
        }
        let side = wish.side.map(side_of).transpose()?;
        let game = self.game(&wish, locale).await?;
        let (now, lasts) = (self.time.now(), game.pace.kind() == Kind::Correspondence);
        let seek = Seek {
            id: game.id,
            key: key.hash(),
            account,
            opponent,
            spec: game.spec.clone(),
            pace: game.pace,
            degree: game.degree,
            side,
            rated: game.rated,
            lowest: wish.lowest.map(i64::from),
            highest: wish.highest.map(i64::from),
            lasts,
            at: now,
            until: now + if lasts { DAYS } else { LEASE },
        };
        match self.store.pair(&seek, &game, MOST).await {
            Ok(Paired::Game(id, _)) => {
                self.hub.tell_lobby();
                self.bell.ring();
                Ok(Made { id, begun: true })
            }
            Ok(Paired::Waits) => {
                self.hub.tell_lobby();
                self.bell.ring();
                Ok(Made { id: seek.id, begun: false })
            }
            Ok(Paired::Many) => Err(LobbyError::Many.into()),
            Err(StoreError::Conflict) => Err(GameError::KeyTaken),
            Err(error) => Err(failed(error)),
        }
    }

    /// Gives a seek to somebody who comes, if they are the first whom it suits; asked again with the same key, it is theirs still.
    pub async fn take(
        &self,
        id: GameId,
        key: Key,
        account: Option<AccountId>,
        locale: Locale,
    ) -> Result<(), GameError> {
        let now = self.time.now();
        let Some(seek) = self.store.seek(id, now).await.map_err(failed)? else {
            // The answer to it may have been lost.
            let access = self.store.access(key.hash()).await.map_err(failed)?;
            return access.filter(|access| access.game == id).map(drop).ok_or(GameError::Taken);
        };
        if seek.opponent.is_none() {
            self.expect_person(account).await?;
        }
        let wish = Wish {
            spec: seek.spec.clone(),
            key: String::new(),
            pace: Some(seek.pace.to_string()),
            degree: Some(seek.degree.to_string()),
            side: None,
            rated: seek.rated,
            lowest: None,
            highest: None,
            opponent: None,
        };
        let game = Game { id, ..self.game(&wish, locale).await? };
        let comer = Comer { key: key.hash(), account };
        match self.store.take_seek(id, comer, &game, now).await {
            Ok(Taking::Game(_)) => {
                self.hub.tell_lobby();
                self.bell.ring();
                Ok(())
            }
            Ok(Taking::Gone) => Err(GameError::Taken),
            Ok(Taking::Other) => Err(LobbyError::Other.into()),
            Ok(Taking::Own) => Err(LobbyError::Own.into()),
            Ok(Taking::Guest) => Err(RatingError::Guest.into()),
            Ok(Taking::Blocked) => Err(OrderError::Blocked.into()),
            Ok(Taking::Range) => Err(LobbyError::Range.into()),
            Err(StoreError::Conflict) => Err(GameError::KeyTaken),
            Err(error) => Err(failed(error)),
        }
    }

    /// Withdraws a seek in the name of whoever has its key or made it, or declines it in the name of whoever is challenged.
    pub async fn withdraw(
        &self,
        id: GameId,
        key: Option<Key>,
        account: Option<AccountId>,
    ) -> Result<(), GameError> {
        let by = [key.map(|key| Withdrawer::Key(key.hash())), account.map(Withdrawer::Account)];
        for by in by.into_iter().flatten() {
            if self.store.withdraw_seek(id, by).await.map_err(failed)? {
                self.hub.tell_lobby();
                return Ok(());
            }
        }
        Err(LobbyError::Unknown.into())
    }

    /// Lists a page of the seeks that anybody may take, the newest first, after one if it is named.
    pub async fn list(&self, after: Option<GameId>) -> Result<SeekList, GameError> {
        let now = self.time.now();
        let found = self.store.seeks(now, after, PAGE).await.map_err(failed)?;
        let next = found.last().filter(|_| found.len() == PAGE as usize).map(|last| last.seek.id.to_string());
        Ok(SeekList { seeks: found.into_iter().map(|one| self.told(one, now)).collect(), next })
    }

    /// Returns the first page for those who are told it at each change, made once for all of them.
    pub async fn first_page(&self, changes: u64) -> Result<Arc<SeekList>, GameError> {
        let mut made = self.made.lock().await;
        let now = self.time.now();
        if let Some((_, _, list)) = made.as_ref().filter(|(count, at, _)| *count == changes && now - at < FRESH)
        {
            return Ok(Arc::clone(list));
        }
        let list = Arc::new(self.list(None).await?);
        *made = Some((changes, now, Arc::clone(&list)));
        Ok(list)
    }

    /// Lists the challenges that an account has made, or is to answer.
    pub async fn challenges(&self, account: AccountId) -> Result<SeekList, GameError> {
        let now = self.time.now();
        let found = self.store.challenges(account, now, MOST_CHALLENGES).await.map_err(failed)?;
        Ok(SeekList { seeks: found.into_iter().map(|one| self.told(one, now)).collect(), next: None })
    }

    /// Returns which of some games to be wait for somebody still.
    pub async fn waiting(&self, games: &[GameId]) -> Result<Vec<GameId>, GameError> {
        self.store.sought(games, self.time.now()).await.map_err(failed)
    }

    /// Notes that the maker of some seeks is there, and tells which of these have become games.
    pub async fn hold(&self, keys: &[Key]) -> Result<Vec<GameId>, GameError> {
        let (now, mut begun) = (self.time.now(), Vec::new());
        for key in keys {
            let held = self.store.hold_seek(key.hash(), now, now - LONGEST, now + LEASE);
            held.await.map_err(failed)?;
            begun.extend(self.begun(key).await?);
        }
        Ok(begun)
    }

    /// Returns the game that a seek has become, if it has.
    pub async fn begun(&self, key: &Key) -> Result<Option<GameId>, GameError> {
        Ok(self.store.access(key.hash()).await.map_err(failed)?.map(|access| access.game))
    }

    /// Withdraws the seeks that go with their maker, who has gone.
    pub async fn leave(&self, keys: &[Key]) {
        let mut gone = false;
        for key in keys {
            // What cannot be withdrawn ends in a while.
            gone |= self.store.drop_seek(key.hash()).await.unwrap_or(false);
        }
        if gone {
            self.hub.tell_lobby();
        }
    }

    /// Refuses a bot where people look for people.
    async fn expect_person(&self, account: Option<AccountId>) -> Result<(), GameError> {
        expect_person(&*self.store, account).await
    }

    /// Notes that whoever made challenges is there.
    pub async fn hold_challenges(&self, account: AccountId) -> Result<(), GameError> {
        let now = self.time.now();
        self.store.hold_challenges(account, now, now - LONGEST, now + LEASE).await.map_err(failed)
    }

    /// Hears of changes to what is listed.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.hub.lobby()
    }

    /// Makes the game that a wish begins.
    async fn game(&self, wish: &Wish, locale: Locale) -> Result<Game, GameError> {
        let standing = self.shelf.fetch_new(&wish.spec).await?;
        let proposal = Proposal {
            spec: wish.spec.clone(),
            position: None,
            moves: Vec::new(),
            setup: None,
            seats: Some(Apart { host: 1, open: true, watched: false, rated: wish.rated }),
            degree: wish.degree.clone(),
            key: None,
            pace: wish.pace.clone(),
            players: [Player::Human {}; 2],
        };
        let (registry, now) = (self.registry.clone(), self.time.now());
        let begin = move || GameInUse::begin(&registry, proposal, standing, locale, now);
        let begun = self.replays.replay(0, begin).await??;
        Ok(begun.game().clone())
    }

    fn told(&self, listed: ListedSeek, now: i64) -> SeekView {
        let ListedSeek { seek, name, opponent, bots, rated } = listed;
        let rating = name.is_some() && Ratings::are_of(seek.pace);
        SeekView {
            seek: seek.id.to_string(),
            spec: seek.spec,
            pace: seek.pace.to_string(),
            degree: seek.degree.to_string(),
            side: seek.side.map(|side| (!side).number()),
            rated: seek.rated,
            lowest: seek.lowest,
            highest: seek.highest,
            name,
            rating: rating.then(|| ratings::current(rated, now)),
            opponent,
            bots,
            since: self.time.date_of(seek.at),
            lasts: seek.lasts,
        }
    }
}

/// Refuses a bot where people look for people.
pub(super) async fn expect_person(store: &Store, account: Option<AccountId>) -> Result<(), GameError> {
    match account {
        Some(account) if store.is_bot(account).await.map_err(failed)? => Err(ProgramError::Bot.into()),
        _ => Ok(()),
    }
}
