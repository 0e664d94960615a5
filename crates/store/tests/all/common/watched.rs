//! Tests the list of public games in progress.

use entourage_kernel::Side;
use entourage_record::{Entry, Event, Game, GameId, Seat};
use entourage_store::{FreeSide, Store};

use super::{free, game, grant, mv};

const FREE: FreeSide = FreeSide { side: Side::Second, watched: true };

async fn begun(store: &Store, offer: FreeSide, at: i64) -> Game {
    let game = Game { created_at: at, ..game(&[]) };
    store.create_open(&game, &[grant(Seat::Side(Side::First), true).1], offer).await.unwrap();
    assert_eq!(store.is_published(game.id).await, Ok(false), "not joined yet");
    store.join(game.id, &grant(Seat::Side(offer.side), false).1).await.unwrap();
    game
}

fn at(entry: Entry, at: i64) -> Entry {
    Entry { at, ..entry }
}

pub async fn games_are_listed_to_watch_if_both_players_agreed(store: &Store) {
    let base = 40_000_000;
    let watched = async |lately: i64, most: u32| -> Vec<GameId> {
        store.watched(base, base + lately, 9, most).await.unwrap()
    };
    let [one, other, ended, old] = [
        begun(store, FREE, base + 10).await,
        begun(store, FREE, base + 20).await,
        begun(store, FREE, base + 30).await,
        begun(store, FREE, base - 1).await,
    ];
    let unwatched = begun(store, free(Side::Second), base + 40).await;
    for game in [&one, &other, &ended, &old] {
        assert_eq!(store.is_published(game.id).await, Ok(true));
    }
    assert_eq!(store.is_published(unwatched.id).await, Ok(false));
    assert_eq!(watched(0, 9).await, [], "no events yet");
    for (game, when) in [(&one, 100), (&other, 90), (&ended, 80), (&old, 70), (&unwatched, 60)] {
        store.append(game.id, 0, &at(mv("a1"), base + when), None).await.unwrap();
    }
    assert_eq!(watched(0, 9).await, [one.id, other.id, ended.id]);
    assert_eq!(watched(0, 1).await, [one.id]);
    assert_eq!(watched(91, 9).await, [one.id]);
    // Long games are excluded.
    assert_eq!(store.watched(base, base, 0, 9).await, Ok(vec![]));
    let end = Entry { status: Some("win-1 resignation".into()), ..mv("x") };
    let end = Entry { event: Event::Resign { side: Side::Second }, ..end };
    store.append(ended.id, 1, &at(end, base + 110), None).await.unwrap();
    assert_eq!(watched(0, 9).await, [one.id, other.id]);
    // A game that is removed from the list stays public.
    store.watch_no_more(one.id).await.unwrap();
    assert_eq!((watched(0, 9).await, store.is_published(one.id).await), (vec![other.id], Ok(true)));
    // Either player can make a game private; making it public again does not list it.
    assert_eq!(store.publish(other.id, None, None).await, Ok(true));
    assert_eq!(watched(0, 9).await, []);
    assert_eq!(store.publish(other.id, Some(base), None).await, Ok(true));
    assert_eq!(watched(0, 9).await, []);
}

/// Tests that being listed does not protect a game from deletion, but being made public by a player does.
pub async fn listed_games_are_deleted_when_abandoned(store: &Store) {
    let (listed, shown) = (begun(store, FREE, 1).await, begun(store, free(Side::Second), 1).await);
    store.publish(shown.id, Some(1), None).await.unwrap();
    assert_eq!(store.forget_abandoned(shown.id, 2).await, Ok(false));
    assert_eq!(store.forget_abandoned(listed.id, 2).await, Ok(true));
    // Aborting a game does not protect it from deletion either.
    let aborted = begun(store, FREE, 1).await;
    store.watch_no_more(aborted.id).await.unwrap();
    assert_eq!(store.is_published(aborted.id).await, Ok(true));
    assert_eq!(store.forget_abandoned(aborted.id, 2).await, Ok(true));
    assert_eq!(store.is_published(listed.id).await, Ok(false));
}
