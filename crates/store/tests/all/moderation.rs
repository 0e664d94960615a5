//! What a moderator does beside a server that is at work on the same database.

use entourage_record::Key;
use entourage_store::{
    Act, DefinitionStore, GalleryOrder, Moderation, OpenError, Shelved, SqliteStore, Store, StoreError,
    StoredDefinition,
};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};

#[tokio::test]
async fn a_running_store_reads_what_a_moderator_did_and_the_log_stands() {
    let directory = tempfile::tempdir().unwrap();
    assert!(matches!(Moderation::open(directory.path()).await, Err(OpenError::Absent { .. })));
    let store = SqliteStore::open(directory.path()).await.unwrap();
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
        key: *key.bytes(),
        earlier: None,
        cloned_from: None,
        trial: None,
        played: 0,
        at: 1,
    };
    store.shelve(&definition, 9).await.unwrap();
    store.set_shelved(&id, key, Shelved::Public, None).await.unwrap();
    let moderation = Moderation::open(directory.path()).await.unwrap();
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
    let raw = SqlitePool::connect_with(SqliteConnectOptions::new().filename(store.path())).await.unwrap();
    for change in ["DELETE FROM moderation", "UPDATE moderation SET reason = 'none'"] {
        assert!(sqlx::query(change).execute(&raw).await.is_err(), "{change}");
    }
    store.close().await;
}
