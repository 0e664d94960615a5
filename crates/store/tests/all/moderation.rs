//! What a moderator does beside a server that is at work on the same database.

use entourage_record::{AccountId, Key, Token};
use entourage_store::{
    Account, Act, DatabaseAddress, Decision, GalleryOrder, Measure, Moderation, OpenError, RestraintKind,
    Session, Shelved, Store, StoreError, StoredDefinition,
};

use crate::raw::raw;

fn account() -> Account {
    Account { id: AccountId::from_bits([2; 16]), name: "Ada".into(), password: None, at: 3 }
}

fn session(account: AccountId) -> Session {
    let hash = Token::from_bits([3; 16]).hash();
    Session { hash, account, agent: String::new(), at: 4, seen: 4, proven: 4, recovered: false }
}

#[tokio::test]
async fn a_running_store_reads_what_a_moderator_did_and_the_log_stands() {
    let directory = tempfile::tempdir().unwrap();
    let address = DatabaseAddress::Sqlite(directory.path().to_owned());
    assert!(matches!(Moderation::open(&address).await, Err(OpenError::Absent { .. })));
    let store = Store::open(directory.path()).await.unwrap();
    let key = Key::from_bits([1; 16]).hash();
    let id = format!("@sha256-{}", "0".repeat(64));
    let definition = StoredDefinition {
        id: id.clone(),
        content: b"game x".to_vec(),
        name: "x".into(),
        author: "Ada".into(),
        licence: "MIT".into(),
        state: Shelved::Private,
        hidden: false,
        listed: false,
        key: *key.bytes(),
        earlier: None,
        cloned_from: None,
        trial: None,
        played: 0,
        at: 1,
    };
    store.shelve(&definition, 9).await.unwrap();
    store.set_shelved(&id, key, Shelved::Public, None).await.unwrap();
    let moderation = Moderation::open(&address).await.unwrap();
    assert_eq!(moderation.act("@sha256-none", Act::Hide, "none", 5).await, Err(StoreError::Missing));
    moderation.act(&id, Act::Hide, "rude; '--", 6).await.unwrap();
    assert!(store.definition(&id).await.unwrap().unwrap().hidden);
    assert!(store.gallery(GalleryOrder::New, None, 9).await.unwrap().is_empty());
    assert_eq!(store.set_shelved(&id, key, Shelved::Private, None).await, Err(StoreError::Missing));
    moderation.act(&id, Act::Show, "a mistake", 7).await.unwrap();
    assert_eq!(store.gallery(GalleryOrder::New, None, 9).await.unwrap().len(), 1);
    assert_eq!(moderation.list().await.unwrap().len(), 1);
    let log = moderation.log(&id).await.unwrap();
    let told = |act: &str, reason: &str, at| (act.to_owned(), reason.to_owned(), at);
    assert_eq!(log, [told("hide", "rude; '--", 6), told("show", "a mistake", 7)]);
    let file = raw(store.path().unwrap()).await;
    let ada = account();
    store.found(&ada, &["ada".into()], None, &[], &session(ada.id)).await.unwrap();
    let mute = Measure::Restrain(RestraintKind::Mute, None);
    let reason = "rude".to_owned();
    let decision =
        Decision { measure: mute, author: None, account: Some(ada.id), reason, complaint: None, at: 8 };
    moderation.order().take_measure(&decision).await.unwrap();
    assert!(store.rights(ada.id).await.unwrap().unwrap().mute.is_some());
    for change in [
        "DELETE FROM moderation",
        "UPDATE moderation SET reason = 'none'",
        "DELETE FROM measures",
        "UPDATE measures SET reason = 'none'",
    ] {
        assert!(sqlx::query(change).execute(&file).await.is_err(), "{change}");
    }
    store.close().await;
}
