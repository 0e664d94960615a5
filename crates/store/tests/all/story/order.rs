//! Order: who keeps it, what accounts may not do, what people complain of, and a log.

use entourage_kernel::Side;
use entourage_record::{AccountId, Grant, Seat, Token};
use entourage_store::{
    Complaint, Decision, Grievance, Measure, Restraint, RestraintKind, Rights, Role, Store, StoreError,
};

use super::accounts::{NEVER, founded, key, people};
use super::{ratings, seeks};

fn decision(measure: Measure, account: AccountId) -> Decision {
    let (author, reason) = (Some("Mo\0".to_owned()), "rude; '--".to_owned());
    Decision { measure, author, account: Some(account), reason, complaint: None, at: 50 }
}

fn complaint(author: AccountId, grievance: Grievance) -> Complaint {
    Complaint {
        seq: 0,
        author: Some(author),
        subject: None,
        grievance,
        text: "See\0".into(),
        at: 40,
        closed: None,
    }
}

pub async fn roles_and_restraints_are_kept_and_logged(store: &Store) {
    let (ada, hers) = founded(store, Some("a hash")).await;
    let free = Rights { role: None, mute: None, ban: None, since: ada.at };
    assert_eq!(store.rights(ada.id).await, Ok(Some(free.clone())));
    for role in [Some(Role::Moderator), Some(Role::Administrator), None] {
        store.take_measure(&decision(Measure::Appoint(role), ada.id)).await.unwrap();
        assert_eq!(store.rights(ada.id).await, Ok(Some(Rights { role, ..free.clone() })));
    }
    let game = super::game(&[]);
    let grant = Grant { key: key(), seat: Seat::Side(Side::First), host: true, account: Some(ada.id) };
    store.create(&game, &[grant]).await.unwrap();
    let mute = Measure::Restrain(RestraintKind::Mute, Some(70));
    assert_eq!(store.take_measure(&decision(mute, ada.id)).await, Ok(vec![]));
    let muted = Restraint { until: Some(70), reason: "rude; '--".into() };
    assert!(muted.stands(69) && !muted.stands(70));
    assert_eq!(store.rights(ada.id).await.unwrap().unwrap().mute, Some(muted));
    let unmute = decision(Measure::Release(RestraintKind::Mute), ada.id);
    store.take_measure(&unmute).await.unwrap();
    assert_eq!(store.take_measure(&unmute).await, Err(StoreError::Missing), "nothing is lifted twice");
    assert_eq!(store.rights(ada.id).await, Ok(Some(free.clone())));

    // Whoever is banned is signed in nowhere, and is to leave their games.
    assert!(store.session(hers.hash, NEVER).await.unwrap().is_some());
    let sought = seeks::spec();
    seeks::waits(store, &seeks::wish(&sought, Some(ada.id))).await;
    let ban = decision(Measure::Restrain(RestraintKind::Ban, None), ada.id);
    assert_eq!(store.take_measure(&ban).await, Ok(vec![game.id]));
    assert_eq!(store.session(hers.hash, NEVER).await, Ok(None));
    assert!(seeks::listed(store, &sought, seeks::AT).await.is_empty(), "nor does she look for anybody");
    assert!(store.rights(ada.id).await.unwrap().unwrap().ban.unwrap().stands(i64::MAX));
    assert!(store.leaving(999).await.unwrap().contains(&ada.id));
    store.left(ada.id).await.unwrap();
    assert!(!store.leaving(999).await.unwrap().contains(&ada.id));
    store.take_measure(&decision(Measure::Release(RestraintKind::Ban), ada.id)).await.unwrap();

    // Another name is hers alone, and the one before is free.
    let (name, forms) = (format!("Ida {}", ada.id), vec![format!("ida {}", ada.id)]);
    let version = store.version(game.id).await.unwrap().unwrap();
    let rename = decision(Measure::Rename { name: name.clone(), forms: forms.clone() }, ada.id);
    assert_eq!(store.take_measure(&rename).await, Ok(vec![game.id]));
    assert_eq!(store.version(game.id).await, Ok(Some(version + 1)));
    assert_eq!(store.account_named(&forms[0]).await.unwrap().unwrap().name, name);
    assert_eq!(store.account_named(&ada.id.to_string()).await, Ok(None));
    let (eve, _) = founded(store, None).await;
    let taken = decision(Measure::Rename { name: "Eve".into(), forms }, eve.id);
    assert_eq!(store.take_measure(&taken).await, Err(StoreError::Conflict));
    assert_eq!(store.measures(Some(eve.id), None, 9).await, Ok(vec![]), "what was not done is not logged");

    let log = store.measures(Some(ada.id), None, 99).await.unwrap();
    let told: Vec<_> = log.iter().map(|one| (one.kind.as_str(), one.detail.as_str())).collect();
    let expected = [
        ("rename", name.as_str()),
        ("unban", ""),
        ("ban", ""),
        ("unmute", ""),
        ("mute", "70"),
        ("appoint", ""),
        ("appoint", "administrator"),
        ("appoint", "moderator"),
    ];
    assert_eq!(told, expected);
    assert!(log.iter().all(|one| one.author.as_deref() == Some("Mo\0") && one.reason == "rude; '--"));
    assert_eq!(log[0].name, Some(ada.name.clone()), "by the name they had");
    let page = store.measures(Some(ada.id), Some(log[1].seq), 2).await.unwrap();
    assert_eq!(page, log[2..4]);
    assert_eq!(store.measures(None, None, 1).await.unwrap()[0], log[0]);
    // Who leaves takes role and restraints along, and nothing of the log.
    store.take_measure(&decision(Measure::Appoint(Some(Role::Moderator)), ada.id)).await.unwrap();
    store.take_measure(&ban).await.unwrap();
    store.remove_account(ada.id).await.unwrap();
    assert_eq!(store.rights(ada.id).await, Ok(None));
    assert_eq!(store.measures(Some(ada.id), None, 99).await.unwrap().len(), log.len() + 2);
    assert_eq!(store.take_measure(&ban).await, Err(StoreError::Missing));
}

pub async fn complaints_are_bounded_listed_and_closed(store: &Store) {
    let [ada, eve] = people(store).await;
    let game = super::game(&[]);
    store.create(&game, &[]).await.unwrap();
    let talk = Grievance::Talk { game: Some(game.id), side: Side::Second, talk: "[]".into() };
    let first = Complaint { subject: Some(eve.id), ..complaint(ada.id, talk) };
    let second = Complaint { subject: Some(eve.id), ..complaint(ada.id, Grievance::Person) };
    let one = store.complain(&first, 2).await.unwrap();
    let two = store.complain(&second, 2).await.unwrap();
    assert!(two > one);
    assert_eq!(store.complain(&second, 2).await, Err(StoreError::Conflict), "so many are open at most");
    let nothing = complaint(eve.id, Grievance::Definition("@sha256-none".into()));
    assert_eq!(store.complain(&nothing, 2).await, Err(StoreError::Missing));
    let first = Complaint { seq: one, ..first };
    assert_eq!(store.complaint(one).await, Ok(Some(first.clone())));
    assert_eq!(store.complaint(u32::MAX).await, Ok(None));
    let open = store.complaints(true, Some(one - 1), 9).await.unwrap();
    assert_eq!(open, [first.clone(), Complaint { seq: two, ..second.clone() }]);
    assert_eq!(store.complaints(true, Some(one), 1).await.unwrap(), open[1..]);

    let made = store.complaints_by(ada.id, 9).await.unwrap();
    assert_eq!(made.iter().map(|one| one.seq).collect::<Vec<_>>(), [two, one]);
    // A game that goes leaves what was said in it.
    store.forget_abandoned(game.id, i64::MAX).await.unwrap();
    let Grievance::Talk { game: None, side: Side::Second, talk } =
        store.complaint(one).await.unwrap().unwrap().grievance
    else {
        panic!("the talk stays")
    };
    assert_eq!(talk, "[]");
    let close =
        Decision { complaint: Some(one), account: None, author: None, ..decision(Measure::Close, ada.id) };
    store.take_measure(&close).await.unwrap();
    assert_eq!(store.take_measure(&close).await, Err(StoreError::Missing));
    let closed = store.complaints(false, None, 1).await.unwrap();
    assert!(closed[0].seq == one && closed[0].closed == Some(50), "{closed:?}");
    assert_eq!(store.complaints(false, Some(one), 9).await.unwrap(), []);
    let logged = store.measures(None, None, 1).await.unwrap();
    assert_eq!((logged[0].kind.as_str(), logged[0].complaint, &logged[0].name), ("close", Some(one), &None));
    // Whoever leaves is named no more.
    store.remove_account(ada.id).await.unwrap();
    store.remove_account(eve.id).await.unwrap();
    let left = store.complaint(two).await.unwrap().unwrap();
    assert_eq!((left.author, left.subject), (None, None));
    assert_eq!(left.text, second.text);
}

pub async fn rated_games_from_one_device_are_told(store: &Store) {
    let device = || Token::from_bits(entourage_store::random().unwrap()).hash();
    let [ada, eve, bob] = people(store).await;
    let (hers, his) = (device(), device());
    for (account, device) in [(ada.id, hers), (eve.id, hers), (eve.id, device()), (bob.id, his)] {
        store.note_browser(account, device, 5, 9).await.unwrap();
    }
    let told = async || {
        let open = store.complaints(true, None, 99).await.unwrap();
        let about = open.into_iter().filter(|one| matches!(one.grievance, Grievance::Oneself(_)));
        about.filter(|one| [ada.id, eve.id, bob.id].map(Some).contains(&one.subject)).collect::<Vec<_>>()
    };
    let play = async |players: [AccountId; 2], at: i64| {
        let game = ratings::begun(store, &ratings::pool(), players.map(Some)).await;
        store.append(game.id, 0, &ratings::end("win-1 resignation", at), None).await.unwrap();
        game.id
    };
    // Strangers are nobody's business.
    play([ada.id, bob.id], 100).await;
    assert_eq!(told().await, []);
    let game = play([eve.id, ada.id], 200).await;
    let [complaint] = &told().await[..] else { panic!("one complaint") };
    assert_eq!((&complaint.grievance, complaint.author, complaint.at), (&Grievance::Oneself(game), None, 200));
    assert!(complaint.text.contains(&ada.name) && complaint.text.contains(&eve.name), "{}", complaint.text);
    // Once, until somebody has looked at it.
    play([ada.id, eve.id], 300).await;
    assert_eq!(told().await.len(), 1);
    let close = Decision {
        complaint: Some(complaint.seq),
        account: None,
        author: None,
        ..decision(Measure::Close, ada.id)
    };
    store.take_measure(&close).await.unwrap();
    play([ada.id, eve.id], 400).await;
    assert_eq!(told().await.len(), 1);
    // What has not been seen for long is forgotten, and more than so many are not kept.
    store.forget_browsers(6).await.unwrap();
    let (one, other) = (device(), device());
    for (account, device, at) in [(ada.id, one, 7), (ada.id, other, 8), (bob.id, one, 9)] {
        store.note_browser(account, device, at, 1).await.unwrap();
    }
    play([ada.id, bob.id], 500).await;
    assert_eq!(told().await.len(), 1, "what they shared is known no more");
    let nobody = AccountId::from_bits(entourage_store::random().unwrap());
    assert_eq!(store.note_browser(nobody, one, 1, 1).await, Err(StoreError::Missing));
}
