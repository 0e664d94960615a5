//! Tests deletion of games by both players, and of chat messages by their authors.

use entourage_kernel::Side;
use entourage_record::{PrivateText, Seat};
use entourage_store::{ChatLimits, ChatMessage, Condition, Deletion, Said, Store, StoreError};

use super::{free as offered, game, grant};

pub async fn a_game_is_deleted_when_both_players_agree(store: &Store) {
    let game = game(&["a1"]);
    let (one, two) = (Seat::Side(Side::First), Seat::Side(Side::Second));
    let ((host, first), (guest, second)) = (grant(one, true), grant(two, false));
    let (stranger, _) = grant(two, false);
    let by = |key: &entourage_record::Key| Some(key.hash());
    assert_eq!(store.wish_deleted(game.id, one, true, 1, 3, None).await, Err(StoreError::Missing));
    store.create(&game, &[first, second]).await.unwrap();
    store.set_private_text(game.id, two, PrivateText::Notes, "x", Condition::default()).await.unwrap();
    assert_eq!(store.wish_deleted(game.id, two, true, 1, 3, by(&stranger)).await, Err(StoreError::Missing));
    for (at, wanted) in [(1, Deletion::Wished), (2, Deletion::Stands)] {
        assert_eq!(store.wish_deleted(game.id, one, true, at, 3, by(&host)).await, Ok(wanted));
        assert_eq!(store.deletion_wishes(game.id).await, Ok([true, false]));
    }
    assert_eq!(store.wish_kept(game.id, one, by(&stranger)).await, Err(StoreError::Missing));
    assert_eq!(store.wish_kept(game.id, one, by(&host)).await, Ok(true));
    assert_eq!(store.wish_kept(game.id, one, by(&host)).await, Ok(false), "no request is pending");
    assert_eq!(store.deletion_wishes(game.id).await, Ok([false, false]));
    assert_eq!(store.wish_deleted(game.id, two, true, 3, 3, by(&guest)).await, Ok(Deletion::Wished));
    // A player who might not know of the opponent's request is asked first.
    assert_eq!(store.wish_deleted(game.id, one, false, 4, 3, by(&host)).await, Ok(Deletion::Asked));
    assert_eq!(store.deletion_wishes(game.id).await, Ok([false, true]));
    // A request expires with the next event.
    store.append(game.id, 1, &super::mv("b2"), None).await.unwrap();
    assert_eq!(store.deletion_wishes(game.id).await, Ok([false, false]));
    assert_eq!(store.wish_deleted(game.id, one, true, 4, 3, by(&host)).await, Ok(Deletion::Wished));
    assert_eq!(store.wish_deleted(game.id, two, true, 5, 3, by(&guest)).await, Ok(Deletion::Done));
    assert_eq!(store.read(game.id).await, Ok(None));
    assert_eq!(store.access(guest.hash()).await, Ok(None));
    assert_eq!(store.private_text(game.id, two, PrivateText::Notes).await, Ok(None));
    assert_eq!(store.deletion_wishes(game.id).await, Ok([false, false]));
}

/// Tests that a player can request deletion only a few times between two events, but can always agree to the opponent's request.
pub async fn deletion_requests_are_limited_between_events(store: &Store) {
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
        // Each side has a separate limit.
        assert_eq!(store.wish_deleted(game.id, two, true, 1, 2, None).await, Ok(Deletion::Wished));
        assert_eq!(store.wish_deleted(game.id, one, false, 1, 2, None).await, Ok(Deletion::Asked));
        if seq == 1 {
            store.append(game.id, seq, &super::mv("b2"), None).await.unwrap();
        }
    }
    assert_eq!(store.wish_deleted(game.id, one, true, 1, 2, None).await, Ok(Deletion::Done));
}

/// Tests that a player who controls both sides, or has no opponent, needs no agreement; an opponent who has not arrived yet must agree.
pub async fn a_single_player_deletes_a_game_at_once(store: &Store) {
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

pub async fn chat_messages_are_deleted_by_their_author(store: &Store) {
    let game = game(&[]);
    let (key, own) = grant(Seat::Side(Side::First), true);
    let (stranger, _) = grant(Seat::Side(Side::First), false);
    store.create(&game, &[own]).await.unwrap();
    let limits = ChatLimits { most: 9, most_recent: 9, span: 1000 };
    for (side, token) in [(Side::First, "a"), (Side::Second, "a"), (Side::First, "b"), (Side::First, "c")] {
        let remark = ChatMessage { side, token: token.into(), text: token.into(), at: 0 };
        store.add_chat_message(game.id, &remark, limits, None).await.unwrap();
    }
    let by = Some(key.hash());
    assert_eq!(
        store.delete_chat_messages(game.id, Side::First, None, Some(stranger.hash())).await,
        Err(StoreError::Missing)
    );
    assert_eq!(
        store.delete_chat_messages(game.id, Side::First, Some(1), by).await,
        Ok(0),
        "the other side's message"
    );
    assert_eq!(store.delete_chat_messages(game.id, Side::First, Some(2), by).await, Ok(1));
    assert_eq!(store.delete_chat_messages(game.id, Side::First, Some(2), by).await, Ok(0));
    let texts = async || -> Vec<String> {
        store.chat_messages(game.id, 0, 9).await.unwrap().into_iter().map(|remark| remark.text).collect()
    };
    assert_eq!(texts().await, ["a", "a", "", "c"]);
    assert_eq!(store.delete_chat_messages(game.id, Side::First, None, by).await, Ok(2));
    assert_eq!(texts().await, ["", "a", "", ""]);
    let unsaid = async |to| -> Vec<u32> {
        store.deleted_chat_messages(game.id, to).await.unwrap().into_iter().map(|(seq, _)| seq).collect()
    };
    assert_eq!((unsaid(9).await, unsaid(2).await), (vec![0, 2, 3], vec![0]));
    // Sending a deleted message again does not restore it.
    let again = ChatMessage { side: Side::First, token: "b".into(), text: "b".into(), at: 0 };
    assert_eq!(store.add_chat_message(game.id, &again, limits, by).await, Ok(Said::At(2)));
    assert_eq!(texts().await[2], "");
}
