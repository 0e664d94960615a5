//! Tests that ratings are computed once, when a game ends, in order, and can be verified from the stored results.

use entourage_clock::Pace;
use entourage_kernel::Side;
use entourage_rating::{Class, Pool, Rating};
use entourage_record::{AccountId, Entry, Event, Game, GameId, Grant, Seat};
use entourage_store::{Account, Claim, FreeSide, Rated, Store, StoreError};

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
    let game = Game { spec: pool.game.clone(), pace: blitz(), rated: true, created_at: 0, ..game(&[]) };
    let grants = [(Side::First, players[0]), (Side::Second, players[1])];
    let grants = grants.map(|(side, account)| grant(Seat::Side(side), account));
    store.create(&game, &grants).await.unwrap();
    game
}

/// Returns a move that ends a game.
pub(super) fn end(status: &str, at: i64) -> Entry {
    Entry { status: Some(status.into()), at, ..mv("end") }
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
    // Provisional ratings are not ranked.
    assert_eq!(store.leaders(&pool, 0..at, 0, 9).await, Ok(vec![]));
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
    let open = Game { spec: pool.game.clone(), pace: blitz(), rated: true, created_at: 0, ..game(&[]) };
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

pub async fn only_players_with_known_strength_are_ranked(store: &Store) {
    let [ada, bob] = people(store).await;
    let pool = pool();
    let leaders = async |now: i64| store.leaders(&pool, 0..now, 0, 9).await.unwrap();
    let (mut at, mut ranked) = (1, Vec::new());
    while ranked.is_empty() {
        at += 2 * DAY;
        let game = begun(store, &pool, [Some(ada.id), Some(bob.id)]).await;
        store.append(game.id, 0, &end("draw x", at), None).await.unwrap();
        ranked = leaders(at).await;
        let rating = rating(store, ada.id, &pool).await;
        assert_ne!(ranked.is_empty(), !rating.is_provisional(), "{rating:?}");
    }
    assert_eq!(store.leaders(&pool, 0..at, 1, 9).await.unwrap()[..], ranked[1..]);
    // The deviation grows with time, and the rating becomes provisional again.
    let idle = (0..).find(|days| ranked[0].rated.now(at + days * DAY).is_provisional()).unwrap();
    assert_eq!((leaders(at + (idle - 1) * DAY).await.len(), leaders(at + idle * DAY).await.len()), (2, 0));
}

pub async fn games_that_were_not_played_are_not_rated(store: &Store) {
    let [ada, bob] = people(store).await;
    let (pool, both) = (pool(), [Some(ada.id), Some(bob.id)]);
    let by = |mover| Entry { mover: Some(mover), ..mv("a1") };
    let [first, second] = Side::BOTH;
    for (moves, rated) in [
        (vec![], false),
        (vec![by(first)], false),
        // A turn can consist of several moves.
        (vec![by(first), by(first)], false),
        (vec![by(first), by(first), by(second)], true),
        // Games stored by earlier versions do not say which side moved.
        (vec![mv("a1")], false),
        (vec![mv("a1"), mv("b2")], true),
    ] {
        let game = begun(store, &pool, both).await;
        for (seq, entry) in (0..).zip(&moves) {
            store.append(game.id, seq, entry, None).await.unwrap();
        }
        let resigned = entry(Event::Resign { side: second });
        let resigned = Entry { status: Some("win-1 resignation".into()), ..resigned };
        store.append(game.id, moves.len() as u32, &resigned, None).await.unwrap();
        assert_eq!(store.result_of(game.id).await.unwrap().is_some(), rated, "{moves:?}");
        let listed = store.played(ada.id, 9).await.unwrap();
        assert!(listed.iter().any(|one| one.game == game.id && one.unplayed != rated), "{moves:?}");
    }
    assert_eq!(store.rating(ada.id, &pool).await.unwrap().unwrap().games, 2);
}

pub async fn a_pair_counts_ten_times_a_day(store: &Store) {
    let [ada, bob] = people(store).await;
    let (pool, mut players) = (pool(), [Some(ada.id), Some(bob.id)]);
    for at in (1..=12).chain([DAY + 1, DAY + 2]) {
        let game = begun(store, &pool, players).await;
        store.append(game.id, 0, &end("draw x", at), None).await.unwrap();
        let counts = at <= 10 || at > DAY;
        assert_eq!(store.result_of(game.id).await.unwrap().is_some(), counts, "game at {at}");
        players.reverse();
    }
}

/// Plays a game in which both sides move and the second side resigns.
async fn resigned(store: &Store, pool: &Pool, players: [&Account; 2], at: i64) -> GameId {
    let game = begun(store, pool, players.map(|account| Some(account.id))).await;
    for (seq, mover) in (0..).zip(Side::BOTH) {
        store.append(game.id, seq, &Entry { mover: Some(mover), ..mv("a1") }, None).await.unwrap();
    }
    let resigned = entry(Event::Resign { side: Side::Second });
    let resigned = Entry { at, status: Some("win-1 resignation".into()), ..resigned };
    store.append(game.id, 2, &resigned, None).await.unwrap();
    game.id
}

pub async fn wrongly_rated_games_are_repaired(store: &Store, raw: &sqlx::SqlitePool) {
    let [ada, bob, eve] = people(store).await;
    let pool = pool();
    let [one, two] =
        [resigned(store, &pool, [&ada, &bob], 1_000).await, resigned(store, &pool, [&bob, &eve], 2_000).await];
    // The first game was rated although the second side had not moved.
    for change in [
        "DELETE FROM events WHERE seq = 1 AND game_id = ?",
        "UPDATE events SET seq = 1 WHERE seq = 2 AND game_id = ?",
    ] {
        sqlx::query(change).bind(one.to_string()).execute(raw).await.unwrap();
    }
    let unplayed = vec![format!("{one}: the game was rated, but not played")];
    assert_eq!(store.rating_inconsistencies().await, Ok(unplayed.clone()));
    assert_eq!(store.repair_ratings().await, Ok(unplayed));
    assert_eq!((store.result_of(one).await, store.rating(ada.id, &pool).await), (Ok(None), Ok(None)));
    assert_eq!(store.result_of(two).await.unwrap().unwrap().before, [Rating::NEW; 2]);
    assert_eq!((store.rating_inconsistencies().await, store.repair_ratings().await), (Ok(vec![]), Ok(vec![])));
}

pub async fn wins_over_thrown_away_accounts_and_instant_resignations_are_held_back(store: &Store) {
    let play = async |pool: &Pool, players: [&Account; 2], at: i64| {
        let game = resigned(store, pool, players, at).await;
        store.result_of(game).await.unwrap().is_some()
    };
    let reported = async |account: &Account| {
        let open = store.reports(true, None, 999).await.unwrap();
        open.into_iter().filter(|one| one.subject == Some(account.id)).count()
    };
    let new = pool();
    let [ada, bob, spare, fresh @ ..]: [Account; 8] = people(store).await;
    for (at, other) in (1..).zip(&fresh) {
        assert_eq!(play(&new, [&ada, other], at).await, at < 5, "win {at}");
    }
    assert_eq!((reported(&ada).await, reported(&bob).await), (1, 0));
    // Accounts that are not new can lose to one player, but not by resigning at once again and again.
    for (at, other) in (200 * DAY..).zip(&fresh) {
        assert!(play(&new, [&bob, other], at).await);
    }
    for (at, other) in (1..).zip(&fresh[1..]) {
        let counts = play(&new, [other, &spare], 300 * DAY + at).await;
        assert_eq!(counts, at < 3, "resignation {at}");
    }
    assert_eq!(reported(&spare).await, 1);
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
    assert_eq!((rating(store, bob.id, &pool).await, store.rating_inconsistencies().await), (kept, Ok(vec![])));
    // A game against a guest, who has no rating, does not count.
    let three = begun(store, &pool, [None, both[1]]).await;
    assert_eq!(store.claim(bob.id, grant(Seat::Watch, None).key).await, Ok(Claim::Unknown));
    store.append(three.id, 0, &end("win-1 goal", 3_000), None).await.unwrap();
    assert_eq!(rating(store, bob.id, &pool).await, kept);
}
