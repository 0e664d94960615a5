use std::collections::HashMap;
use std::sync::Arc;

use entourage_rating::Pool;
use entourage_record::AccountId;
use entourage_registry::view::{
    FavouriteView, OpponentView, PoolRating, ProfileView, RatingCurve, RatingHistory, RatingPoint, Ties,
};
use entourage_store::{Account, PlayedGame, Rated, RatedResult, Relation, Role, Store, StoreError, Visibility};

use crate::domain::Error;
use crate::games::puzzles::puzzle_ratings;
use crate::games::ratings;
use crate::names::Name;
use crate::server_time::ServerTime;
use crate::sessions::Member;

/// Number of most recent games that a profile covers.
const MAX_GAMES: u32 = 2_000;
const MAX_NAMED: usize = 6;
const MAX_RELATIONS: u32 = 500;

pub(crate) struct People {
    store: Arc<Store>,
    time: Arc<ServerTime>,
}

#[derive(Default)]
struct Tally {
    running: u32,
    won: u32,
    drawn: u32,
    lost: u32,
}

impl People {
    pub fn new(store: Arc<Store>, time: Arc<ServerTime>) -> Self {
        Self { store, time }
    }

    async fn find(&self, name: &str) -> Result<Account, Error> {
        let form = Name::sought(name).ok_or(Error::NoPerson)?;
        let found = self.store.account_named(&form).await?;
        found.ok_or(Error::NoPerson)
    }

    pub async fn profile(&self, name: &str, asks: Option<AccountId>) -> Result<ProfileView, Error> {
        let account = self.find(name).await?;
        let rights = self.store.rights(account.id).await?.ok_or(Error::NoPerson)?;
        let played = self.store.played(account.id, MAX_GAMES).await?;
        let Tally { running, won, drawn, lost } = tally(&played);
        let (mut followed, mut blocked) = (false, false);
        if let Some(asks) = asks {
            followed = self.store.has_relation(asks, Relation::Follow, account.id).await?;
            blocked = self.store.has_relation(asks, Relation::Block, account.id).await?;
        }
        Ok(ProfileView {
            since: self.time.date_of(account.at),
            role: rights.role.map(Role::word),
            bot: self.store.is_bot(account.id).await?,
            running,
            won,
            drawn,
            lost,
            ratings: self.ratings(account.id).await?,
            puzzles: puzzle_ratings(&self.store, account.id, self.time.now()).await?,
            favourites: self.favourites(&played).await?,
            opponents: opponents(&played, &account.name),
            own: asks == Some(account.id),
            followed,
            blocked,
            name: account.name,
        })
    }

    pub async fn rating_history(&self, name: &str) -> Result<RatingHistory, Error> {
        let account = self.find(name).await?;
        let mut curves: Vec<RatingCurve> = Vec::new();
        for RatedResult { pool, at, accounts, after, .. } in
            self.store.results_of(account.id, MAX_GAMES).await?
        {
            let side = usize::from(accounts[0] != Some(account.id));
            let point = RatingPoint { at, rating: after[side].points() };
            let class = pool.class.word();
            match curves.iter_mut().find(|curve| curve.game == pool.game && curve.class == class) {
                Some(curve) => curve.points.push(point),
                None => curves.push(RatingCurve { game: pool.game, class, points: vec![point] }),
            }
        }
        curves.iter_mut().for_each(|curve| curve.points.reverse());
        Ok(RatingHistory { curves })
    }

    async fn ratings(&self, account: AccountId) -> Result<Vec<PoolRating>, Error> {
        let (found, now) = (self.store.ratings_of(account).await?, self.time.now());
        let told = |(pool, rated): (Pool, Rated)| PoolRating {
            game: pool.game,
            class: pool.class.word(),
            rating: ratings::current(Some(rated), now),
        };
        Ok(found.into_iter().map(told).collect())
    }

    /// Lists the most played games; user-written ones only if they are public.
    async fn favourites(&self, played: &[PlayedGame]) -> Result<Vec<FavouriteView>, Error> {
        let mut favourites = Vec::new();
        let games = played.iter().filter(|one| counts(one));
        for (game, count) in most(games.map(|one| one.spec.split(':').next().unwrap_or(&one.spec))) {
            let mut name = None;
            if game.starts_with('@') {
                let written = self.store.definition(game).await?;
                let Some(written) = written.filter(|one| one.state == Visibility::Public && !one.hidden) else {
                    continue;
                };
                name = Some(written.name);
            }
            favourites.push(FavouriteView { game: game.to_owned(), name, count });
            if favourites.len() == MAX_NAMED {
                break;
            }
        }
        Ok(favourites)
    }

    pub async fn follow(&self, member: &Member, name: &str, stands: bool) -> Result<(), Error> {
        self.tie(member, Relation::Follow, name, stands).await
    }

    pub async fn block(&self, member: &Member, name: &str, stands: bool) -> Result<(), Error> {
        self.tie(member, Relation::Block, name, stands).await
    }

    async fn tie(&self, member: &Member, tie: Relation, name: &str, stands: bool) -> Result<(), Error> {
        let (own, other) = (member.account.id, self.find(name).await?.id);
        if own == other {
            return Err(Error::AboutOneself);
        }
        if !stands {
            return self.store.remove_relation(own, tie, other).await.map_err(Error::from);
        }
        if tie == Relation::Follow && self.store.has_relation(other, Relation::Block, own).await? {
            return Err(Error::Blocked);
        }
        match self.store.add_relation(own, tie, other, self.time.now(), MAX_RELATIONS).await {
            Ok(()) => Ok(()),
            Err(StoreError::Conflict) => Err(Error::TooManyTies),
            Err(StoreError::Missing) => Err(Error::NoPerson),
            Err(error) => Err(error.into()),
        }
    }

    pub async fn ties(&self, member: &Member) -> Result<Ties, Error> {
        let tied = async |tie| {
            self.store.related_names(member.account.id, tie, MAX_RELATIONS).await.map_err(Error::from)
        };
        Ok(Ties { follows: tied(Relation::Follow).await?, blocks: tied(Relation::Block).await? })
    }
}

/// Returns whether a game counts in statistics; aborted and unplayed games do not.
fn counts(game: &PlayedGame) -> bool {
    !game.unplayed && !game.status.as_deref().is_some_and(|status| status.starts_with("aborted"))
}

fn tally(played: &[PlayedGame]) -> Tally {
    let mut tally = Tally::default();
    for game in played.iter().filter(|one| counts(one)) {
        let status = game.status.as_deref().unwrap_or("");
        let won =
            |side: usize| status.strip_prefix("win-").is_some_and(|rest| rest.starts_with(&side.to_string()));
        let count = match game.side.number() {
            _ if status.starts_with("draw") => &mut tally.drawn,
            own if won(own) => &mut tally.won,
            own if won(3 - own) => &mut tally.lost,
            _ => &mut tally.running,
        };
        *count += 1;
    }
    tally
}

/// Lists the most frequent opponents in public games; opponents in other games stay private.
fn opponents(played: &[PlayedGame], own: &str) -> Vec<OpponentView> {
    let shown = played.iter().filter(|one| one.shown && counts(one));
    let names = shown.filter_map(|one| one.opponent.as_deref()).filter(|name| *name != own);
    let counted = most(names).into_iter().take(MAX_NAMED);
    counted.map(|(name, count)| OpponentView { name: name.to_owned(), count }).collect()
}

fn most<'a>(words: impl Iterator<Item = &'a str>) -> Vec<(&'a str, u32)> {
    let mut counts: HashMap<&str, u32> = HashMap::new();
    words.for_each(|word| *counts.entry(word).or_default() += 1);
    let mut counted: Vec<_> = counts.into_iter().collect();
    counted.sort_by(|(one, few), (other, many)| many.cmp(few).then(one.cmp(other)));
    counted
}
