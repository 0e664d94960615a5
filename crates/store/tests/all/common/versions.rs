//! Tests game versions, by which outdated copies of a game are detected.

use entourage_kernel::Side;
use entourage_record::{Key, PrivateText, Seat};
use entourage_store::{ChatLimits, ChatMessage, Condition, Deletion, NewEvents, Store, StoreError};

use super::{free, game, grant, mv};

/// Returns the increase of a game's version since the last call.
async fn raised(store: &Store, id: entourage_record::GameId, last: &mut i64) -> i64 {
    let version = store.version(id).await.unwrap().unwrap();
    assert_eq!(store.versions(&[id, game(&[]).id]).await, Ok(vec![(id, version)]));
    let standing = store.read_with_plans(id).await.unwrap().unwrap();
    assert_eq!(standing.version, version);
    for from in 0..=standing.game.entries.len() {
        let entries = standing.game.entries[from..].to_vec();
        assert_eq!(store.growth(id, from as u32).await, Ok(Some(NewEvents { version, entries })));
    }
    version - std::mem::replace(last, version)
}

pub async fn every_change_increments_the_version(store: &Store) {
    let (first, second) = (grant(Seat::Side(Side::First), true), grant(Seat::Side(Side::Second), false));
    let game = game(&[]);
    let id = game.id;
    assert_eq!(store.version(id).await, Ok(None));
    assert_eq!(store.growth(id, 0).await, Ok(None));
    assert_eq!(store.versions(&[]).await, Ok(Vec::new()));
    store.create_open(&game, &[first.1], free(Side::Second)).await.unwrap();
    let mut last = store.version(id).await.unwrap().unwrap();
    store.join(id, &second.1).await.unwrap();
    assert_eq!(raised(store, id, &mut last).await, 1, "a player joins");
    let (_, next) = grant(Seat::Side(Side::Second), false);
    store.replace(id, &next, first.0.hash()).await.unwrap();
    assert_eq!(raised(store, id, &mut last).await, 1, "a key is replaced");
    store.arrive(id, Side::First, 5, None, None).await.unwrap();
    assert_eq!(raised(store, id, &mut last).await, 1, "an arrival");
    store.append(id, 0, &mv("a1"), None).await.unwrap();
    assert_eq!(raised(store, id, &mut last).await, 1, "a move");
    let plan = |text: &str| (Seat::Side(Side::Second), text.to_owned());
    store.append_with_plans(id, 1, &[mv("b2"), mv("c3")], &[plan("")], None).await.unwrap();
    assert_eq!(raised(store, id, &mut last).await, 2, "a move and a conditional move");
    store
        .set_private_text(id, Seat::Side(Side::First), PrivateText::Plan, "d4", Condition::default())
        .await
        .unwrap();
    assert_eq!(raised(store, id, &mut last).await, 1, "conditional moves");
    assert_eq!(store.publish(id, Some(7), None).await, Ok(true));
    assert_eq!(raised(store, id, &mut last).await, 1, "made public");
    let remark = ChatMessage { side: Side::First, token: "t".into(), text: "hello".into(), at: 9 };
    let limits = ChatLimits { most: 9, most_recent: 9, span: 9 };
    store.add_chat_message(id, &remark, limits, None).await.unwrap();
    assert_eq!(raised(store, id, &mut last).await, 1, "a chat message");
    assert_eq!(store.delete_chat_messages(id, Side::First, None, None).await, Ok(1));
    assert_eq!(raised(store, id, &mut last).await, 1, "a deleted message");
    let wished = store.wish_deleted(id, Seat::Side(Side::First), false, 9, 9, None).await;
    assert_eq!((wished, raised(store, id, &mut last).await), (Ok(Deletion::Wished), 1));
    // Failed operations change nothing.
    assert_eq!(store.append(id, 1, &mv("e5"), None).await, Err(StoreError::Conflict));
    store.admit(id, &first.1).await.unwrap();
    assert_eq!(raised(store, id, &mut last).await, 0);
}

pub async fn outdated_versions_are_rejected(store: &Store) {
    let game = game(&["a1"]);
    let id = game.id;
    store.create(&game, &[]).await.unwrap();
    let known = store.version(id).await.unwrap().unwrap();
    for other in [known - 1, known + 1] {
        let refused = Err(StoreError::Conflict);
        assert_eq!(store.append(id, 1, &mv("b2"), Some(other)).await, refused);
        assert_eq!(store.append_with_plans(id, 1, &[mv("b2")], &[], Some(other)).await, refused);
        assert_eq!(store.arrive(id, Side::First, 5, None, Some(other)).await, refused);
        let condition = Condition { game: Some(other), ..Condition::default() };
        let kept =
            store.set_private_text(id, Seat::Side(Side::First), PrivateText::Plan, "b2", condition).await;
        assert_eq!(kept, Err(StoreError::Conflict));
    }
    assert_eq!(store.version(id).await, Ok(Some(known)));
    store.append(id, 1, &mv("b2"), Some(known)).await.unwrap();
    store.append_with_plans(id, 2, &[mv("c3")], &[], Some(known + 1)).await.unwrap();
    store.arrive(id, Side::First, 5, None, Some(known + 2)).await.unwrap();
    assert_eq!(store.version(id).await, Ok(Some(known + 3)));
    let stranger = Key::from_bits([7; 16]).hash();
    let condition = Condition { by: Some(stranger), ..Condition::default() };
    let kept = store.set_private_text(id, Seat::Side(Side::First), PrivateText::Plan, "d4", condition).await;
    assert_eq!((kept, store.version(id).await), (Err(StoreError::Missing), Ok(Some(known + 3))));
}
