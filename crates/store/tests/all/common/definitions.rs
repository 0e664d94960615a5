//! Tests storage of game definitions.

use entourage_record::{Game, KeyHash};
use entourage_store::{
    AppliedAction, Decision, GalleryOrder, Store, StoreError, StoredDefinition, SubmitOutcome, Visibility,
};

use super::accounts::key;
use super::game;

pub fn definition(letter: char, by: KeyHash, at: i64) -> StoredDefinition {
    StoredDefinition {
        id: format!("@sha256-{}", letter.to_string().repeat(64)),
        content: format!("game {letter}\0game 'base'; --").into_bytes(),
        name: letter.to_string(),
        author: "Ada — <b>".into(),
        account: None,
        licence: "MIT".into(),
        state: Visibility::Private,
        hidden: false,
        listed: false,
        key: *by.bytes(),
        earlier: None,
        cloned_from: None,
        trial: None,
        played: 0,
        at,
    }
}

pub async fn definitions_are_stored_by_their_content(store: &Store) {
    let (ada, eve) = (key(), key());
    let first = definition('a', ada, 1);
    assert_eq!(store.definition(&first.id).await, Ok(None));
    assert_eq!(store.add_definition(&first, 2).await, Ok(SubmitOutcome::Kept));
    let again = StoredDefinition { author: "Other".into(), at: 9, ..first.clone() };
    assert_eq!(store.add_definition(&again, 1).await, Ok(SubmitOutcome::Kept), "stored once");
    assert_eq!(store.definition(&first.id).await, Ok(Some(first.clone())));
    let stolen = StoredDefinition { key: *eve.bytes(), ..first.clone() };
    assert_eq!(store.add_definition(&stolen, 9).await, Ok(SubmitOutcome::Taken));

    let second = StoredDefinition { earlier: Some(first.id.clone()), ..definition('b', ada, 2) };
    let foreign = StoredDefinition { key: *eve.bytes(), ..second.clone() };
    assert_eq!(store.add_definition(&foreign, 9).await, Ok(SubmitOutcome::Foreign));
    let clone = StoredDefinition { cloned_from: Some(first.id.clone()), ..definition('c', eve, 3) };
    assert_eq!(store.add_definition(&clone, 9).await, Ok(SubmitOutcome::NoOrigin), "the original is private");
    assert_eq!(store.add_definition(&second, 2).await, Ok(SubmitOutcome::Kept));
    assert_eq!(store.add_definition(&definition('d', ada, 4), 2).await, Ok(SubmitOutcome::Full));
    let later = async |by| {
        let later = store.later(&first.id, by, 9).await.unwrap();
        later.into_iter().map(|one| one.id).collect::<Vec<_>>()
    };
    assert_eq!((later(Some(ada)).await, later(Some(eve)).await), (vec![second.id.clone()], vec![]));

    let public = Visibility::Public;
    assert_eq!(store.set_visibility(&first.id, eve, public, None).await, Err(StoreError::Missing));
    store.set_visibility(&first.id, ada, public, Some("1 2 3 4")).await.unwrap();
    store.set_visibility(&second.id, ada, public, None).await.unwrap();
    assert_eq!(later(None).await, vec![second.id.clone()]);
    assert_eq!(store.add_definition(&clone, 9).await, Ok(SubmitOutcome::Kept));
    let shown = StoredDefinition { state: public, trial: Some("1 2 3 4".into()), ..first.clone() };
    assert_eq!(store.definition(&first.id).await, Ok(Some(shown)));
    store.set_visibility(&first.id, ada, Visibility::Withdrawn, None).await.unwrap();
    assert_eq!(store.definition(&first.id).await.unwrap().unwrap().trial.as_deref(), Some("1 2 3 4"));
}

pub async fn the_gallery_counts_and_orders_games(store: &Store) {
    let ada = key();
    let ids: Vec<String> = ('0'..='2')
        .zip(100..)
        .map(|(letter, at)| (definition(letter, ada, at), at))
        .map(|(one, _)| one.id)
        .collect();
    for (letter, at) in ('0'..='2').zip(100..) {
        let one = definition(letter, ada, at);
        store.add_definition(&one, 9).await.unwrap();
        store.set_visibility(&one.id, ada, Visibility::Public, None).await.unwrap();
    }
    for spec in [ids[0].clone(), format!("{}:x,repetition=3", ids[0]), ids[1].clone(), "@sha256-x".into()] {
        store.create(&Game { spec, ..game(&[]) }, &[]).await.unwrap();
    }
    let listed = async |order, after: Option<&str>, most| {
        let list = store.gallery(order, after, most).await.unwrap();
        list.into_iter().filter(|one| ids.contains(&one.id)).map(|one| (one.id, one.played)).collect::<Vec<_>>()
    };
    let [a, b, c] = [(ids[0].clone(), 2), (ids[1].clone(), 1), (ids[2].clone(), 0)];
    assert_eq!(listed(GalleryOrder::New, None, 9).await, [c.clone(), b.clone(), a.clone()]);
    assert_eq!(listed(GalleryOrder::New, Some(&ids[2]), 1).await, std::slice::from_ref(&b));
    assert_eq!(listed(GalleryOrder::Played, None, 2).await, [a, b.clone()]);
    assert_eq!(listed(GalleryOrder::Played, Some(&ids[0]), 1).await, [b]);
    store.set_visibility(&ids[2], ada, Visibility::Private, None).await.unwrap();
    assert!(listed(GalleryOrder::New, None, 9).await.iter().all(|(id, _)| *id != ids[2]));
}

pub async fn approval_for_ratings_is_per_version_and_logged(store: &Store) {
    let ada = key();
    let (first, later) = (definition('e', ada, 1), definition('f', ada, 2));
    let later = StoredDefinition { earlier: Some(first.id.clone()), ..later };
    store.add_definition(&first, 9).await.unwrap();
    store.add_definition(&later, 9).await.unwrap();
    let put = async |definition: &str, listed| {
        let measure = AppliedAction::List { definition: definition.to_owned(), listed };
        let (author, reason) = (Some("Mo".to_owned()), "read; '--".to_owned());
        store.moderate(&Decision { measure, author, account: None, reason, complaint: None, at: 60 }).await
    };
    let is_listed = async |id: &str| store.definition(id).await.unwrap().unwrap().listed;
    assert_eq!(put("@sha256-none", true).await, Err(StoreError::Missing));
    assert_eq!(put(&first.id, false).await, Err(StoreError::Conflict), "not listed");
    assert_eq!(put(&first.id, true).await, Ok(vec![]));
    assert_eq!(put(&first.id, true).await, Err(StoreError::Conflict), "already listed");
    assert!(is_listed(&first.id).await && !is_listed(&later.id).await, "a later version is not listed");
    store.set_visibility(&first.id, ada, Visibility::Public, None).await.unwrap();
    assert!(is_listed(&first.id).await, "the author cannot change it");
    let rated = async |after: Option<&str>| {
        let found = store.gallery(GalleryOrder::Rated, after, 99).await.unwrap();
        found.into_iter().map(|one| one.id).collect::<Vec<_>>()
    };
    store.set_visibility(&later.id, ada, Visibility::Public, None).await.unwrap();
    assert_eq!((rated(None).await, rated(Some(&first.id)).await), (vec![first.id.clone()], vec![]));
    assert_eq!(put(&first.id, false).await, Ok(vec![]));
    assert_eq!(rated(None).await, Vec::<String>::new());
    assert!(!is_listed(&first.id).await);
    let log = store.moderation_log(None, None, 2).await.unwrap();
    let entries: Vec<_> = log.iter().map(|one| (&*one.kind, &*one.detail, one.name.as_deref())).collect();
    assert_eq!(entries, [("unlist", &*first.id, None), ("list", &*first.id, None)]);
}
