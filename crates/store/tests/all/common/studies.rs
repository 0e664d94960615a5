//! Tests studies.

use std::collections::BTreeSet;

use entourage_record::AccountId;
use entourage_store::{
    MemberRole, NewEdit, Store, StoreError, StoredEdit, StoredStudy, StudyAudience, StudyFilter,
};

use super::accounts::people;

fn study(id: &str, owner: AccountId, updated: i64) -> StoredStudy {
    StoredStudy {
        id: id.into(),
        owner,
        title: "A\0title".into(),
        description: String::new(),
        tags: "one\ntwo".into(),
        audience: StudyAudience::Public,
        hidden: false,
        origin: None,
        origin_title: None,
        origin_owner: None,
        games: String::new(),
        chapters: 0,
        version: 0,
        changes: 1,
        indexed: 0,
        at: 5,
        updated,
    }
}

fn edit(seq: u32, author: AccountId, id: &str, subject: Option<&str>) -> NewEdit {
    let (id, subject) = (id.to_owned(), subject.map(str::to_owned));
    let blank = subject.as_ref().map(|_| "{\"text\":\"\"}".to_owned());
    NewEdit {
        edit: StoredEdit { seq, id, author, at: 7, body: format!("{{\"text\":\"{seq} é\"}}"), subject },
        blank,
    }
}

pub async fn edits_are_stored_once_and_by_editors_only(store: &Store) {
    let [ada, bob, eve] = people(store).await;
    let id = ada.id.to_string()[..12].to_owned();
    let first = [edit(1, ada.id, "edit1", None), edit(2, ada.id, "edit2", Some("a comment"))];
    let new = StoredStudy { version: 2, ..study(&id, ada.id, 10) };
    store.add_study(&new, &first, 1).await.unwrap();
    assert_eq!(store.study(&id).await, Ok(Some(new.clone())));
    let more = store.add_study(&study("another", ada.id, 10), &[], 1).await;
    assert_eq!(more, Err(StoreError::Conflict));
    let append = async |by: AccountId, version: u32, edits: &[NewEdit]| {
        store.append_study_edits(&id, by, version, edits, ("game", 1), 20).await
    };
    let third = [edit(3, bob.id, "edit3", Some("a comment"))];
    assert_eq!(append(bob.id, 2, &third).await, Err(StoreError::Missing), "not a member");
    store.set_study_member(&id, bob.id, Some(MemberRole::Viewer), 1).await.unwrap();
    assert_eq!(append(bob.id, 2, &third).await, Err(StoreError::Missing), "a viewer");
    store.set_study_member(&id, bob.id, Some(MemberRole::Contributor), 1).await.unwrap();
    let full = store.set_study_member(&id, eve.id, Some(MemberRole::Viewer), 1).await;
    assert_eq!(full, Err(StoreError::Conflict));
    assert_eq!(append(bob.id, 1, &third).await, Err(StoreError::Conflict), "an old version");
    append(bob.id, 2, &third).await.unwrap();
    assert_eq!(
        append(bob.id, 3, &[edit(4, bob.id, "edit3", None)]).await,
        Err(StoreError::Conflict),
        "the same ID"
    );
    let stored = store.study_edits(&id, 1, 9).await.unwrap();
    assert_eq!(stored[1], third[0].edit);
    assert_eq!(
        (stored.len(), stored[0].body.as_str()),
        (2, "{\"text\":\"\"}"),
        "the replaced comment is blank"
    );
    let known = store.known_study_edits(&id, &["edit3".into(), "edit4".into()]).await.unwrap();
    assert_eq!(known, [("edit3".to_owned(), bob.id)]);
    let now = store.study(&id).await.unwrap().unwrap();
    assert_eq!((now.version, now.updated, now.games.as_str(), now.chapters), (3, 20, "game", 1));
    assert_eq!(store.commented_studies(bob.id, 9).await, Ok(vec![id.clone()]));
    // Members disappear with their account, and studies with their owner.
    store.remove_account(bob.id).await.unwrap();
    assert_eq!(store.study_members(&[&id]).await, Ok(vec![]));
    assert_eq!(store.study_edits(&id, 2, 9).await.unwrap()[0].author, bob.id);
    assert_eq!(store.account_names(&[ada.id, bob.id]).await.unwrap(), [(ada.id, ada.name.clone())]);
    store.remove_account(ada.id).await.unwrap();
    assert_eq!(store.study(&id).await, Ok(None));
    assert_eq!(store.study_edits(&id, 0, 9).await, Ok(vec![]));
}

pub async fn studies_are_found_by_all_their_terms(store: &Store) {
    let [ada, bob] = people(store).await;
    let own = ada.id.to_string()[..8].to_owned();
    let [one, two] = ["one", "two"].map(|name| format!("{own}{name}"));
    for (id, updated) in [(&one, 30), (&two, 40)] {
        store.add_study(&study(id, ada.id, updated), &[], 9).await.unwrap();
    }
    let terms = |all: &[&str]| -> BTreeSet<String> { all.iter().map(|term| format!("w{own}{term}")).collect() };
    let unindexed = async || store.unindexed_studies((0, ""), 999).await.unwrap();
    assert!(unindexed().await.contains(&(30, one.clone())));
    store.index_study(&one, 1, &terms(&["a", "b"])).await.unwrap();
    store.index_study(&two, 1, &terms(&["b", "c"])).await.unwrap();
    assert!(!unindexed().await.contains(&(30, one.clone())));
    let found = async |all: &[&str], account, after: Option<(i64, String)>| {
        let filter = StudyFilter { terms: terms(all), account, owner: None, after };
        let found = store.find_studies(&filter, 9).await.unwrap();
        found.into_iter().map(|study| study.id).collect::<Vec<_>>()
    };
    assert_eq!(found(&["b"], None, None).await, [two.clone(), one.clone()]);
    assert_eq!(found(&["a", "b"], None, None).await, std::slice::from_ref(&one));
    assert!(found(&["a", "c"], None, None).await.is_empty());
    assert_eq!(found(&["b"], None, Some((40, two.clone()))).await, std::slice::from_ref(&one));
    // An older index does not replace a newer one.
    store
        .change_study(&StoredStudy { audience: StudyAudience::Link, ..study(&one, ada.id, 50) })
        .await
        .unwrap();
    store.index_study(&one, 2, &terms(&["c"])).await.unwrap();
    store.index_study(&one, 1, &terms(&["a"])).await.unwrap();
    assert_eq!(found(&["c"], None, None).await, std::slice::from_ref(&two), "only public ones");
    assert_eq!(found(&["c"], Some(ada.id), None).await, [one.clone(), two.clone()]);
    assert!(found(&[], Some(bob.id), None).await.is_empty());
    store.set_study_member(&two, bob.id, Some(MemberRole::Viewer), 9).await.unwrap();
    assert_eq!(found(&[], Some(bob.id), None).await, std::slice::from_ref(&two));
    store.delete_study(&two).await.unwrap();
    assert!(found(&["b"], None, None).await.is_empty());
}
