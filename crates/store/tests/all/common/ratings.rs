//! Tests that ratings are computed once, when a game ends, in order, and can be verified from the stored results.

use entourage_clock::Pace;
use entourage_kernel::Side;
use entourage_rating::{Class, Pool, Rating};
use entourage_record::{AccountId, Entry, Event, Game, GameId, Grant, Seat};
use entourage_store::{Claim, FreeSide, Rated, Store, StoreError};

use super::accounts::{key, people};
use super::{entry, free, game, mv};

const DAY: i64 = 24 * 60 * 60 * 1000;

fn blitz() -> Pace {
    "live spare=5m".parse().unwrap()
}

pub(super) fn pool() -> Pool {
    Pool {
        game: format!("game:{}", GameId::from_bits(entourage_store::random().unwrap())),
        class: Class::Blitz,
    }
}

pub(super) fn grant(seat: Seat, account: Option<AccountId>) -> Grant {
    Grant { key: key(), seat, host: false, account }
}

pub(super) async fn begun(store: &Store, pool: &Pool, players: [Option<AccountId>; 2]) -> Game {
    let game = Game { spec: pool.game.clone(), pace: blitz(), rated: true, ..game(&[]) };
    let grants = [(Side::First, players[0]), (Side::Second, players[1])];
    let grants = grants.map(|(side, account)| grant(Seat::Side(side), account));
    store.create(&game, &grants).await.unwrap();
    game
}

pub(super) fn end(status: &str, at: i64) -> Entry {
    Entry { status: Some(status.into()), at, ..entry(Event::Draw {}) }
}

async fn rating(store: &Store, account: AccountId, pool: &Pool) -> Rating {
    store.rating(account, pool).await.unwrap().unwrap().rating
}

pub async fn games_are_rated_once_and_in_order(store: &Store) {
    let [ada, bob] = people(store).await;
    let (pool, both) = (pool(), [Some(ada.id), Some(bob.id)]);
    assert_eq!(store.rating(ada.id, &pool).await, Ok(None));
    let one = begun(store, &pool, both).await;
    assert_eq!(store.read(one.id).await, Ok(Some(one.clone())));
    store.append(one.id, 0, &mv("a1"), Some(0)).await.unwrap();
    assert_eq!(store.result_of(one.id).await, Ok(None));
    // If an append fails, no rating is computed.
    let ended = end("win-2 resignation", 1_000);
    assert_eq!(store.append(one.id, 0, &ended, None).await, Err(StoreError::Conflict));
    assert_eq!(store.append(one.id, 1, &ended, Some(7)).await, Err(StoreError::Conflict));
    assert_eq!(store.result_of(one.id).await, Ok(None));
    store.append(one.id, 1, &ended, Some(1)).await.unwrap();
    let after = Rating::after([Rating::NEW; 2], Some(Side::Second));
    let result = store.result_of(one.id).await.unwrap().unwrap();
    assert_eq!((result.before, result.after), ([Rating::NEW; 2], after));
    assert_eq!((result.winner, result.accounts, &result.pool), (Some(Side::Second), both, &pool));
    let rated = |rating, games, at| Ok(Some(Rated { rating, games, at }));
    assert_eq!(store.rating(ada.id, &pool).await, rated(after[0], 1, 1_000));
    assert_eq!(store.rating(bob.id, &pool).await, rated(after[1], 1, 1_000));
    // A later result of the same game does not count.
    store.append(one.id, 2, &end("win-1 time", 2_000), None).await.unwrap();
    assert_eq!(store.result_of(one.id).await, Ok(Some(result.clone())));

    // A game can also end in a transaction with conditional moves; the rating deviation grows with time.
    let two = begun(store, &pool, [both[1], both[0]]).await;
    let at = 1_000 + 40 * DAY;
    let entries = [mv("a1"), end("draw agreement", at)];
    store.append_with_plans(two.id, 0, &entries, &[], None).await.unwrap();
    let before = [after[1].rested(40 * DAY), after[0].rested(40 * DAY)];
    let second = store.result_of(two.id).await.unwrap().unwrap();
    assert_eq!((second.before, second.after), (before, Rating::after(before, None)));
    assert!(second.number > result.number);
    assert_eq!(store.rating(bob.id, &pool).await, rated(second.after[0], 2, at));
    assert_eq!(store.ratings_of(bob.id).await.unwrap().len(), 1);
    let leaders = store.leaders(&pool, 0, 0, 9).await.unwrap();
    assert_eq!(leaders.iter().map(|one| &one.name).collect::<Vec<_>>(), [&bob.name, &ada.name]);
    assert_eq!(store.leaders(&pool, 0, 1, 9).await.unwrap()[..], leaders[1..]);
    assert_eq!(store.leaders(&pool, at + 1, 0, 9).await, Ok(vec![]));
    assert!(store.pools(999).await.unwrap().contains(&(pool, 2)));
    assert_eq!(store.rating_inconsistencies().await, Ok(vec![]));
}

pub async fn only_rated_games_between_two_accounts_are_rated(store: &Store) {
    let [ada, bob] = people(store).await;
    let (pool, both) = (pool(), [Some(ada.id), Some(bob.id)]);
    let won = end("win-1 goal", 1_000);
    for (players, status) in [
        (both, "aborted"),
        ([both[0], None], "win-1 goal"),
        ([both[0]; 2], "win-1 goal"),
        ([None; 2], "draw x"),
    ] {
        let game = begun(store, &pool, players).await;
        store.append(game.id, 0, &end(status, 1_000), None).await.unwrap();
        assert_eq!(store.result_of(game.id).await, Ok(None), "{players:?} {status}");
    }
    for change in [|game: &mut Game| game.rated = false, |game: &mut Game| game.pace = Pace::UNLIMITED] {
        let mut other = Game { spec: pool.game.clone(), pace: blitz(), rated: true, ..game(&[]) };
        change(&mut other);
        let grants = Side::BOTH.map(|side| grant(Seat::Side(side), both[side.index()]));
        store.create(&other, &grants).await.unwrap();
        store.append(other.id, 0, &won, None).await.unwrap();
        assert_eq!(store.result_of(other.id).await, Ok(None));
    }
    // Rated games need two different accounts.
    let open = Game { spec: pool.game.clone(), pace: blitz(), rated: true, ..game(&[]) };
    let free: FreeSide = free(Side::Second);
    store.create_open(&open, &[grant(Seat::Side(Side::First), both[0])], free).await.unwrap();
    for account in [None, both[0]] {
        let refused = store.join(open.id, &grant(Seat::Side(Side::Second), account)).await;
        assert_eq!(refused, Err(StoreError::Conflict));
    }
    assert!(store.invitations(0, None, 999).await.unwrap().iter().any(|one| one.game == open.id && one.rated));
    store.join(open.id, &grant(Seat::Side(Side::Second), both[1])).await.unwrap();
    assert_eq!(store.players_of(open.id).await, Ok(both));
    store.append(open.id, 0, &won, None).await.unwrap();
    assert!(store.result_of(open.id).await.unwrap().is_some());
    assert_eq!(store.rating_inconsistencies().await, Ok(vec![]));
}

pub async fn deletions_do_not_change_the_ratings_of_others(store: &Store) {
    let [ada, bob] = people(store).await;
    let (pool, both) = (pool(), [Some(ada.id), Some(bob.id)]);
    let [one, two] = [begun(store, &pool, both).await, begun(store, &pool, both).await];
    store.append(one.id, 0, &end("win-1 goal", 1_000), None).await.unwrap();
    store.append(two.id, 0, &end("win-1 goal", 2_000), None).await.unwrap();
    let kept = rating(store, bob.id, &pool).await;
    // Both players delete a game.
    for side in [Side::First, Side::Second] {
        store.wish_deleted(one.id, Seat::Side(side), true, 3_000, 9, None).await.unwrap();
    }
    assert_eq!((store.read(one.id).await, store.result_of(one.id).await), (Ok(None), Ok(None)));
    assert_eq!((rating(store, bob.id, &pool).await, store.rating_inconsistencies().await), (kept, Ok(vec![])));
    store.remove_account(ada.id).await.unwrap();
    assert_eq!(store.rating(ada.id, &pool).await, Ok(None));
    let result = store.result_of(two.id).await.unwrap().unwrap();
    assert_eq!(result.accounts, [None, both[1]]);
    assert_eq!(store.leaders(&pool, 0, 0, 9).await.unwrap().len(), 1);
    assert_eq!((rating(store, bob.id, &pool).await, store.rating_inconsistencies().await), (kept, Ok(vec![])));
    // A game against a guest, who has no rating, does not count.
    let three = begun(store, &pool, [None, both[1]]).await;
    assert_eq!(store.claim(bob.id, grant(Seat::Watch, None).key).await, Ok(Claim::Unknown));
    store.append(three.id, 0, &end("win-1 goal", 3_000), None).await.unwrap();
    assert_eq!(rating(store, bob.id, &pool).await, kept);
}
