//! Tests that the operator can moderate a database while a server is using it.

use entourage_record::Key;
use entourage_store::{
    Act, AppliedAction, DatabaseAddress, GalleryOrder, Moderation, OpenError, SanctionKind, Store, StoreError,
    StoredDefinition, Visibility,
};

use crate::common::accounts::people;
use crate::common::definitions::definition;
use crate::common::moderation::decision;
use crate::raw::raw;

#[tokio::test]
async fn a_running_store_sees_moderation_and_the_log_is_append_only() {
    let directory = tempfile::tempdir().unwrap();
    let address = DatabaseAddress::Sqlite(directory.path().to_owned());
    assert!(matches!(Moderation::open(&address).await, Err(OpenError::Absent { .. })));
    let store = Store::open(directory.path()).await.unwrap();
    let key = Key::from_bits([1; 16]).hash();
    let id = format!("@sha256-{}", "0".repeat(64));
    let definition = StoredDefinition { id: id.clone(), ..definition('x', key, 1) };
    store.add_definition(&definition, 9).await.unwrap();
    store.set_visibility(&id, key, Visibility::Public, None).await.unwrap();
    let moderation = Moderation::open(&address).await.unwrap();
    assert_eq!(moderation.act("@sha256-none", Act::Hide, "none", 5).await, Err(StoreError::Missing));
    moderation.act(&id, Act::Hide, "rude; '--", 6).await.unwrap();
    assert!(store.definition(&id).await.unwrap().unwrap().hidden);
    assert!(store.gallery(GalleryOrder::New, None, 9).await.unwrap().is_empty());
    assert_eq!(store.set_visibility(&id, key, Visibility::Private, None).await, Err(StoreError::Missing));
    moderation.act(&id, Act::Show, "a mistake", 7).await.unwrap();
    assert_eq!(store.gallery(GalleryOrder::New, None, 9).await.unwrap().len(), 1);
    assert_eq!(moderation.list().await.unwrap().len(), 1);
    let log = moderation.log(&id).await.unwrap();
    let logged = |act: &str, reason: &str, at| (act.to_owned(), reason.to_owned(), at);
    assert_eq!(log, [logged("hide", "rude; '--", 6), logged("show", "a mistake", 7)]);
    let file = raw(store.path().unwrap()).await;
    let [ada] = people(&store).await;
    let mute = decision(AppliedAction::Restrain(SanctionKind::Mute, None), ada.id);
    moderation.order().moderate(&mute).await.unwrap();
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
