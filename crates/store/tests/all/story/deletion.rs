//! What players delete: a game when both wish it, what they said when they like.

use entourage_kernel::Side;
use entourage_record::{Paper, Seat};
use entourage_store::{ChatLimits, Condition, Deletion, Remark, Said, Store, StoreError};

use super::{free as offered, game, grant};

pub async fn a_game_goes_when_both_wish_it(store: &Store) {
    let game = game(&["a1"]);
    let (one, two) = (Seat::Side(Side::First), Seat::Side(Side::Second));
    let ((host, first), (guest, second)) = (grant(one, true), grant(two, false));
    let (stranger, _) = grant(two, false);
    let by = |key: &entourage_record::Key| Some(key.hash());
    assert_eq!(store.wish_deleted(game.id, one, true, 1, 3, None).await, Err(StoreError::Missing));
    store.create(&game, &[first, second]).await.unwrap();
    store.keep(game.id, two, Paper::Notes, "x", Condition::default()).await.unwrap();
    assert_eq!(store.wish_deleted(game.id, two, true, 1, 3, by(&stranger)).await, Err(StoreError::Missing));
    for (at, wanted) in [(1, Deletion::Wished), (2, Deletion::Stands)] {
        assert_eq!(store.wish_deleted(game.id, one, true, at, 3, by(&host)).await, Ok(wanted));
        assert_eq!(store.deletion_wishes(game.id).await, Ok([true, false]));
    }
    assert_eq!(store.wish_kept(game.id, one, by(&stranger)).await, Err(StoreError::Missing));
    assert_eq!(store.wish_kept(game.id, one, by(&host)).await, Ok(true));
    assert_eq!(store.wish_kept(game.id, one, by(&host)).await, Ok(false), "no wish stands");
    assert_eq!(store.deletion_wishes(game.id).await, Ok([false, false]));
    assert_eq!(store.wish_deleted(game.id, two, true, 3, 3, by(&guest)).await, Ok(Deletion::Wished));
    // Who does not know that the other wishes it is asked first.
    assert_eq!(store.wish_deleted(game.id, one, false, 4, 3, by(&host)).await, Ok(Deletion::Asked));
    assert_eq!(store.deletion_wishes(game.id).await, Ok([false, true]));
    // A wish stands until something happens.
    store.append(game.id, 1, &super::mv("b2"), None).await.unwrap();
    assert_eq!(store.deletion_wishes(game.id).await, Ok([false, false]));
    assert_eq!(store.wish_deleted(game.id, one, true, 4, 3, by(&host)).await, Ok(Deletion::Wished));
    assert_eq!(store.wish_deleted(game.id, two, true, 5, 3, by(&guest)).await, Ok(Deletion::Done));
    assert_eq!(store.read(game.id).await, Ok(None));
    assert_eq!(store.access(guest.hash()).await, Ok(None));
    assert_eq!(store.paper(game.id, two, Paper::Notes).await, Ok(None));
    assert_eq!(store.deletion_wishes(game.id).await, Ok([false, false]));
}

/// Who wishes and thinks again may do so some times between two events; who agrees always may.
pub async fn wishes_are_bounded_between_events(store: &Store) {
    let game = game(&["a1"]);
    let (one, two) = (Seat::Side(Side::First), Seat::Side(Side::Second));
    store.create(&game, &[grant(one, true).1, grant(two, false).1]).await.unwrap();
    for seq in [1, 2] {
        for _ in 0..2 {
            assert_eq!(store.wish_deleted(game.id, one, true, 1, 2, None).await, Ok(Deletion::Wished));
            assert_eq!(store.wish_kept(game.id, one, None).await, Ok(true));
        }
        assert_eq!(store.wish_deleted(game.id, one, true, 1, 2, None).await, Ok(Deletion::Often));
        assert_eq!(store.deletion_wishes(game.id).await, Ok([false, false]));
        // One does not use up what the other may.
        assert_eq!(store.wish_deleted(game.id, two, true, 1, 2, None).await, Ok(Deletion::Wished));
        assert_eq!(store.wish_deleted(game.id, one, false, 1, 2, None).await, Ok(Deletion::Asked));
        if seq == 1 {
            store.append(game.id, seq, &super::mv("b2"), None).await.unwrap();
        }
    }
    assert_eq!(store.wish_deleted(game.id, one, true, 1, 2, None).await, Ok(Deletion::Done));
}

/// A key to both sides, and a host whose other side is offered to anybody, have nobody to ask; somebody who may still come is asked.
pub async fn who_plays_alone_deletes_at_once(store: &Store) {
    let one = Seat::Side(Side::First);
    for (seat, free, done) in [(Seat::Both, None, true), (one, Some(Side::Second), true), (one, None, false)] {
        let game = game(&[]);
        let ((key, own), (_, watching)) = (grant(seat, true), grant(Seat::Watch, false));
        match free {
            Some(side) => store.create_open(&game, &[own, watching], offered(side)).await.unwrap(),
            None => store.create(&game, &[own, watching]).await.unwrap(),
        }
        let wanted = if done { Deletion::Done } else { Deletion::Wished };
        assert_eq!(store.wish_deleted(game.id, seat, true, 1, 3, Some(key.hash())).await, Ok(wanted));
        assert_eq!(store.read(game.id).await.unwrap().is_none(), done);
    }
}

pub async fn what_was_said_is_emptied(store: &Store) {
    let game = game(&[]);
    let (key, own) = grant(Seat::Side(Side::First), true);
    let (stranger, _) = grant(Seat::Side(Side::First), false);
    store.create(&game, &[own]).await.unwrap();
    let limits = ChatLimits { most: 9, most_recent: 9, span: 1000 };
    for (side, token) in [(Side::First, "a"), (Side::Second, "a"), (Side::First, "b"), (Side::First, "c")] {
        let remark = Remark { side, token: token.into(), text: token.into(), at: 0 };
        store.say(game.id, &remark, limits, None).await.unwrap();
    }
    let by = Some(key.hash());
    assert_eq!(store.unsay(game.id, Side::First, None, Some(stranger.hash())).await, Err(StoreError::Missing));
    assert_eq!(store.unsay(game.id, Side::First, Some(1), by).await, Ok(0), "the other's");
    assert_eq!(store.unsay(game.id, Side::First, Some(2), by).await, Ok(1));
    assert_eq!(store.unsay(game.id, Side::First, Some(2), by).await, Ok(0));
    let texts = async || -> Vec<String> {
        store.said(game.id, 0, 9).await.unwrap().into_iter().map(|remark| remark.text).collect()
    };
    assert_eq!(texts().await, ["a", "a", "", "c"]);
    assert_eq!(store.unsay(game.id, Side::First, None, by).await, Ok(2));
    assert_eq!(texts().await, ["", "a", "", ""]);
    let unsaid = async |to| -> Vec<u32> {
        store.unsaid(game.id, to).await.unwrap().into_iter().map(|(seq, _)| seq).collect()
    };
    assert_eq!((unsaid(9).await, unsaid(2).await), (vec![0, 2, 3], vec![0]));
    // A retry of what was said does not say it again.
    let again = Remark { side: Side::First, token: "b".into(), text: "b".into(), at: 0 };
    assert_eq!(store.say(game.id, &again, limits, by).await, Ok(Said::At(2)));
    assert_eq!(texts().await[2], "");
}
