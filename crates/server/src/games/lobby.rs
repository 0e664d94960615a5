//! Seeks and direct challenges.

use entourage_clock::Kind;
use entourage_record::PairedBy;
use entourage_registry::view::{Apart, LobbyNews, Proposal, SeekList, SeekView, Wish};
use entourage_store::{AcceptOutcome, Joiner, ListedSeek, PairOutcome, Relation, Seek, WithdrawnBy};

use super::ratings;
use crate::games::prelude::*;
use crate::seating::side_of;

pub(crate) const PAGE: u32 = 50;
const MAX_SEEKS: u32 = 10;
const MAX_CHALLENGES: u32 = 50;
const MAX_RATING: u32 = 10_000;
/// How long a seek stays open after its creator was last connected: a few heartbeats, in milliseconds.
const LEASE: i64 = 20_000;
/// Maximum time that a seek for a real-time game stays open, in milliseconds.
const MAX_LIFETIME: i64 = 15 * 60_000;
/// How long a seek for a correspondence game stays open, in milliseconds.
const CORRESPONDENCE_LIFETIME: i64 = 14 * 24 * 60 * 60 * 1000;
/// Age in milliseconds at which the first page of seeks is read again, since seeks expire without notice.
const FRESH: i64 = 5_000;

/// What all clients in the lobby see.
pub(crate) struct FirstSeeks {
    /// The number of changes after which the list was read, and when.
    changes: u64,
    at: i64,
    /// The first page of open seeks.
    pub seeks: Vec<SeekView>,
    pub more: bool,
    /// The number of open challenges, and when the last one was created: if both are the same, no one has a new challenge.
    pub challenges: (i64, Option<i64>),
}

impl FirstSeeks {
    /// Returns how the list differs from an earlier one.
    pub fn changes_since(&self, told: &Self) -> Option<LobbyNews> {
        let gone = told.seeks.iter().filter(|&old| !self.seeks.iter().any(|seek| seek.seek == old.seek));
        let gone: Vec<String> = gone.map(|old| old.seek.clone()).collect();
        let seeks: Vec<SeekView> =
            self.seeks.iter().filter(|&seek| !told.seeks.contains(seek)).cloned().collect();
        let is_same = seeks.is_empty() && gone.is_empty() && self.more == told.more;
        (!is_same).then_some(LobbyNews::Changes { seeks, gone, more: self.more })
    }
}

pub(crate) struct Made {
    pub id: GameId,
    pub begun: bool,
}

impl Games {
    /// Accepts the best matching seek, or creates one. A challenge always waits for the challenged player.
    pub async fn wish_seek(
        &self,
        wish: Wish,
        account: Option<AccountId>,
        opponent: Option<AccountId>,
        locale: Locale,
    ) -> Result<Made, Error> {
        let key: Key = wish.key.parse().map_err(|()| Error::KeyTaken)?;
        if opponent.is_some() && account.is_none() {
            return Err(Error::ChallengeGuest);
        }
        if opponent.is_some() && opponent == account {
            return Err(Error::OwnSeek);
        }
        if let Some((challenged, challenger)) = opponent.zip(account)
            && self.store.has_relation(challenged, Relation::Block, challenger).await?
        {
            return Err(Error::Blocked);
        }
        if opponent.is_none() {
            self.expect_person(account).await?;
        }
        if wish.rated && account.is_none() {
            return Err(Error::RatedGuest);
        }
        let bounds = (wish.lowest.unwrap_or(0), wish.highest.unwrap_or(MAX_RATING));
        if bounds.0 > bounds.1 || bounds.1 > MAX_RATING || !wish.rated && bounds != (0, MAX_RATING) {
            return Err(Error::SeekBounds);
        }
        let side = wish.side.map(side_of).transpose()?;
        let game = self.seek_game(&wish, locale).await?;
        let (now, lasts) = (self.time.now(), game.pace.kind() == Kind::Correspondence);
        let seek = Seek {
            id: game.id,
            key: key.hash(),
            account,
            opponent,
            spec: game.spec.clone(),
            pace: game.pace,
            enforcement: game.enforcement,
            side,
            rated: game.rated,
            lowest: wish.lowest.map(i64::from),
            highest: wish.highest.map(i64::from),
            lasts,
            at: now,
            until: now + if lasts { CORRESPONDENCE_LIFETIME } else { LEASE },
        };
        let paired = self.store.pair(&seek, &game, MAX_SEEKS).await;
        let start = game.begin_by();
        let made = match paired.on(StoreError::Conflict, Error::KeyTaken)? {
            PairOutcome::Game(id, _) => {
                self.flag_timer.set(start);
                Made { id, begun: true }
            }
            PairOutcome::Waits => Made { id: seek.id, begun: false },
            PairOutcome::Many => return Err(Error::TooManySeeks),
        };
        self.hub.tell_lobby();
        self.notifier.notify();
        Ok(made)
    }

    /// Accepts a seek, first come, first served; repeating the request with the same key has no effect.
    pub async fn take_seek(
        &self,
        id: GameId,
        key: Key,
        account: Option<AccountId>,
        locale: Locale,
    ) -> Result<(), Error> {
        let now = self.time.now();
        let Some(seek) = self.store.seek(id, now).await? else {
            // If this is a repeated request, the game exists already.
            let access = self.store.access(key.hash()).await?;
            return access.filter(|access| access.game == id).map(drop).ok_or(Error::Taken);
        };
        if seek.opponent.is_none() {
            self.expect_person(account).await?;
        }
        let wish = Wish {
            spec: seek.spec.clone(),
            key: String::new(),
            pace: Some(seek.pace.to_string()),
            enforcement: Some(seek.enforcement.to_string()),
            side: None,
            rated: seek.rated,
            lowest: None,
            highest: None,
            opponent: None,
        };
        let game = Game { id, ..self.seek_game(&wish, locale).await? };
        let comer = Joiner { key: key.hash(), account };
        let taken = self.store.take_seek(id, comer, &game, now).await;
        match taken.on(StoreError::Conflict, Error::KeyTaken)? {
            AcceptOutcome::Game(_) => {
                self.flag_timer.set(game.begin_by());
                self.hub.tell_lobby();
                self.notifier.notify();
                Ok(())
            }
            AcceptOutcome::Gone => Err(Error::Taken),
            AcceptOutcome::Other => Err(Error::OtherChallenge),
            AcceptOutcome::Own => Err(Error::OwnSeek),
            AcceptOutcome::Guest => Err(Error::RatedGuest),
            AcceptOutcome::Blocked => Err(Error::Blocked),
            AcceptOutcome::Range => Err(Error::SeekRange),
        }
    }

    /// Withdraws a seek for its creator, or declines a challenge for the challenged player.
    pub async fn withdraw_seek(
        &self,
        id: GameId,
        key: Option<Key>,
        account: Option<AccountId>,
    ) -> Result<(), Error> {
        let by = [key.map(|key| WithdrawnBy::Key(key.hash())), account.map(WithdrawnBy::Account)];
        for by in by.into_iter().flatten() {
            if self.store.withdraw_seek(id, by).await? {
                self.hub.tell_lobby();
                return Ok(());
            }
        }
        Err(Error::NoSeek)
    }

    pub async fn list_seeks(&self, after: Option<GameId>) -> Result<SeekList, Error> {
        let now = self.time.now();
        let found = self.store.seeks(now, after, PAGE).await?;
        let next = found.last().filter(|_| found.len() == PAGE as usize).map(|last| last.seek.id.to_string());
        Ok(SeekList { seeks: found.into_iter().map(|one| self.seek_view(one, now)).collect(), next })
    }

    /// Returns the first page of seeks, which all clients share; reads it again after a change or when it is too old.
    pub async fn first_seeks(&self, changes: u64) -> Result<Arc<FirstSeeks>, Error> {
        let mut made = self.first_seeks.lock().await;
        let at = self.time.now();
        if let Some(first) = made.as_ref().filter(|first| first.changes == changes && at - first.at < FRESH) {
            return Ok(Arc::clone(first));
        }
        let challenges = self.store.open_challenges(at).await?;
        let SeekList { seeks, next } = self.list_seeks(None).await?;
        let first = Arc::new(FirstSeeks { changes, at, seeks, more: next.is_some(), challenges });
        *made = Some(Arc::clone(&first));
        Ok(first)
    }

    pub async fn challenges(&self, account: AccountId) -> Result<SeekList, Error> {
        let now = self.time.now();
        let found = self.store.challenges(account, now, MAX_CHALLENGES).await?;
        Ok(SeekList { seeks: found.into_iter().map(|one| self.seek_view(one, now)).collect(), next: None })
    }

    pub async fn waiting_seeks(&self, games: &[GameId]) -> Result<Vec<GameId>, Error> {
        self.store.sought(games, self.time.now()).await.map_err(Error::from)
    }

    /// Extends the lifetime of seeks, because their creator is present; returns those that have become games.
    pub async fn hold_seeks(&self, keys: &[Key]) -> Result<Vec<GameId>, Error> {
        let (now, mut begun) = (self.time.now(), Vec::new());
        for key in keys {
            let held = self.store.hold_seek(key.hash(), now, now - MAX_LIFETIME, now + LEASE);
            held.await?;
            begun.extend(self.begun_seek(key).await?);
        }
        Ok(begun)
    }

    pub async fn begun_seek(&self, key: &Key) -> Result<Option<GameId>, Error> {
        Ok(self.store.access(key.hash()).await?.map(|access| access.game))
    }

    /// Withdraws seeks whose creator has left the lobby, unless these seeks stay open without the creator.
    pub async fn leave_lobby(&self, keys: &[Key]) {
        let mut gone = false;
        for key in keys {
            // On failure, the seek expires after its lease.
            gone |= self.store.drop_seek(key.hash()).await.unwrap_or(false);
        }
        if gone {
            self.hub.tell_lobby();
        }
    }

    /// Fails for bots, which cannot accept games that are offered to people.
    pub(super) async fn expect_person(&self, account: Option<AccountId>) -> Result<(), Error> {
        match account {
            Some(account) if self.store.is_bot(account).await? => Err(Error::IsBot),
            _ => Ok(()),
        }
    }

    pub async fn hold_challenges(&self, account: AccountId) -> Result<(), Error> {
        let now = self.time.now();
        self.store.hold_challenges(account, now, now - MAX_LIFETIME, now + LEASE).await.map_err(Error::from)
    }

    async fn seek_game(&self, wish: &Wish, locale: Locale) -> Result<Game, Error> {
        let standing = self.library.fetch_new(&wish.spec).await?;
        let proposal =
            open_proposal(wish.spec.clone(), wish.pace.clone(), wish.enforcement.clone(), wish.rated);
        let (registry, now) = (self.registry.clone(), self.time.now());
        let begin = move || LoadedGame::begin(&registry, proposal, standing, locale, now);
        let game = self.replays.replay(0, begin).await??.game().clone();
        Ok(Game { paired: Some(PairedBy::Seek), ..game })
    }

    fn seek_view(&self, listed: ListedSeek, now: i64) -> SeekView {
        let ListedSeek { seek, name, opponent, bots, rated } = listed;
        let rating = name.is_some() && ratings::are_of(seek.pace);
        SeekView {
            seek: seek.id.to_string(),
            spec: seek.spec,
            pace: seek.pace.to_string(),
            enforcement: seek.enforcement.to_string(),
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

/// Returns the proposal for a game between two people, with the second side open.
pub(super) fn open_proposal(
    spec: String,
    pace: Option<String>,
    enforcement: Option<String>,
    rated: bool,
) -> Proposal {
    let seats = Some(Apart { host: 1, open: true, watched: false, rated });
    let players = [Player::Human {}; 2];
    Proposal {
        spec,
        position: None,
        moves: Vec::new(),
        setup: None,
        seats,
        enforcement,
        key: None,
        pace,
        players,
    }
}
