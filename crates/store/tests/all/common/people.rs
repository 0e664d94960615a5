//! Tests follows, blocks and lists of played games.

use entourage_kernel::Side;
use entourage_record::{Event, Game, Grant, Player, Seat};
use entourage_store::{Relation, Store, StoreError};

use super::accounts::{key, people};

pub async fn accounts_follow_and_block_each_other(store: &Store) {
    let [ada, bob, eve] = people(store).await;
    for _ in 0..2 {
        store.add_relation(ada.id, Relation::Follow, bob.id, 5, 1).await.unwrap();
    }
    assert_eq!(store.add_relation(ada.id, Relation::Follow, eve.id, 5, 1).await, Err(StoreError::Conflict));
    store.add_relation(ada.id, Relation::Follow, eve.id, 5, 2).await.unwrap();
    let mut names = [bob.name.clone(), eve.name.clone()];
    names.sort();
    assert_eq!(store.related_names(ada.id, Relation::Follow, 9).await, Ok(names.to_vec()));
    assert_eq!(store.related_names(ada.id, Relation::Follow, 1).await, Ok(names[..1].to_vec()));
    assert_eq!(store.has_relation(ada.id, Relation::Follow, bob.id).await, Ok(true));
    assert_eq!(store.has_relation(bob.id, Relation::Follow, ada.id).await, Ok(false));
    // Blocking ends follows in both directions.
    store.add_relation(bob.id, Relation::Block, ada.id, 6, 9).await.unwrap();
    assert_eq!(store.has_relation(ada.id, Relation::Follow, bob.id).await, Ok(false));
    assert_eq!(store.has_relation(bob.id, Relation::Block, ada.id).await, Ok(true));
    store.remove_relation(bob.id, Relation::Block, ada.id).await.unwrap();
    store.remove_relation(bob.id, Relation::Block, ada.id).await.unwrap();
    assert_eq!(store.related_names(bob.id, Relation::Block, 9).await, Ok(vec![]));
    store.remove_account(eve.id).await.unwrap();
    assert_eq!(store.related_names(ada.id, Relation::Follow, 9).await, Ok(vec![]));
    assert_eq!(store.add_relation(ada.id, Relation::Block, eve.id, 5, 9).await, Err(StoreError::Missing));
}

pub async fn played_games_are_listed(store: &Store) {
    let [ada, bob] = people(store).await;
    let [one, two] = Side::BOTH.map(Seat::Side);
    let grant = |seat, account| Grant { key: key(), seat, host: seat == one, account };
    let game = |at: i64| Game { players: [Player::Human {}; 2], created_at: at, ..super::game(&[]) };
    let (first, second, alone) = (game(1), game(2), game(3));
    store.create(&first, &[grant(one, Some(ada.id)), grant(two, Some(bob.id))]).await.unwrap();
    store.create(&second, &[grant(one, None), grant(two, Some(ada.id))]).await.unwrap();
    store.create(&alone, &[grant(one, Some(ada.id)), grant(two, Some(ada.id))]).await.unwrap();
    let mut resigned = super::entry(Event::Resign { side: Side::First });
    resigned.status = Some("win-2 resignation".into());
    store.append(first.id, 0, &resigned, None).await.unwrap();
    store.publish(first.id, Some(9), None).await.unwrap();
    assert_eq!(store.players(first.id).await, Ok([Some(ada.id), Some(bob.id)]));
    assert_eq!(store.players(second.id).await, Ok([None, Some(ada.id)]));
    let played = store.played(ada.id, 9).await.unwrap();
    assert_eq!(played.iter().map(|one| one.game).collect::<Vec<_>>(), [second.id, first.id]);
    assert_eq!((played[0].side, &played[0].opponent, played[0].shown), (Side::Second, &None, false));
    assert_eq!((played[1].side, &played[1].opponent, played[1].shown), (Side::First, &Some(bob.name), true));
    assert_eq!(played[1].status.as_deref(), Some("win-2 resignation"));
    assert_eq!(store.played(ada.id, 1).await.unwrap(), played[..1]);
}
