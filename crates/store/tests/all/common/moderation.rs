//! Tests moderation: roles, sanctions, reports and the log.

use entourage_kernel::Side;
use entourage_record::{AccountId, Grant, Seat, Token, TokenHash};
use entourage_store::{
    AppliedAction, Decision, Report, ReportedItem, Rights, Role, SanctionKind, SanctionRecord, Store,
    StoreError,
};

use super::accounts::{NEVER, founded, key, people};
use super::{ratings, seeks};

pub fn decision(measure: AppliedAction, account: AccountId) -> Decision {
    let (author, reason) = (Some("Mo\0".to_owned()), "rude; '--".to_owned());
    Decision { measure, author, account: Some(account), reason, complaint: None, at: 50 }
}
fn close(complaint: u32) -> Decision {
    let measure = AppliedAction::Close(true);
    let (author, reason) = (None, "done".to_owned());
    Decision { measure, author, account: None, reason, complaint: Some(complaint), at: 50 }
}

fn complaint(author: AccountId, grievance: ReportedItem) -> Report {
    Report {
        seq: 0,
        author: Some(author),
        subject: None,
        grievance,
        text: "See\0".into(),
        at: 40,
        closed: None,
    }
}

pub async fn roles_and_sanctions_are_stored_and_logged(store: &Store) {
    let (ada, hers) = founded(store, Some("a hash")).await;
    let free = Rights { role: None, mute: None, ban: None, since: ada.at };
    assert_eq!(store.rights(ada.id).await, Ok(Some(free.clone())));
    for role in [Some(Role::Moderator), Some(Role::Administrator), None] {
        store.moderate(&decision(AppliedAction::Appoint(role), ada.id)).await.unwrap();
        assert_eq!(store.rights(ada.id).await, Ok(Some(Rights { role, ..free.clone() })));
    }
    let game = super::game(&[]);
    let grant = Grant { key: key(), seat: Seat::Side(Side::First), host: true, account: Some(ada.id) };
    store.create(&game, &[grant]).await.unwrap();
    let mute = AppliedAction::Restrain(SanctionKind::Mute, Some(70));
    assert_eq!(store.moderate(&decision(mute, ada.id)).await, Ok(vec![]));
    let muted = SanctionRecord { until: Some(70), reason: "rude; '--".into() };
    assert!(muted.stands(69) && !muted.stands(70));
    assert_eq!(store.rights(ada.id).await.unwrap().unwrap().mute, Some(muted));
    let unmute = decision(AppliedAction::Release(SanctionKind::Mute), ada.id);
    store.moderate(&unmute).await.unwrap();
    assert_eq!(store.moderate(&unmute).await, Err(StoreError::Missing), "already lifted");
    assert_eq!(store.rights(ada.id).await, Ok(Some(free.clone())));

    // A ban ends sessions, withdraws seeks, and marks the account as having to leave its games.
    assert!(store.session(hers.hash, NEVER).await.unwrap().is_some());
    let sought = seeks::spec();
    seeks::waits(store, &seeks::wish(&sought, Some(ada.id))).await;
    let ban = decision(AppliedAction::Restrain(SanctionKind::Ban, None), ada.id);
    assert_eq!(store.moderate(&ban).await, Ok(vec![game.id]));
    assert_eq!(store.session(hers.hash, NEVER).await, Ok(None));
    assert!(seeks::listed(store, &sought, seeks::AT).await.is_empty(), "the seek is withdrawn");
    assert!(store.rights(ada.id).await.unwrap().unwrap().ban.unwrap().stands(i64::MAX));
    assert!(store.leaving(999).await.unwrap().contains(&ada.id));
    store.left(ada.id).await.unwrap();
    assert!(!store.leaving(999).await.unwrap().contains(&ada.id));
    store.moderate(&decision(AppliedAction::Release(SanctionKind::Ban), ada.id)).await.unwrap();

    // A rename reserves the new name and frees the old one.
    let (name, forms) = (format!("Ida {}", ada.id), vec![format!("ida {}", ada.id)]);
    let version = store.version(game.id).await.unwrap().unwrap();
    let rename = decision(AppliedAction::Rename { name: name.clone(), forms: forms.clone() }, ada.id);
    assert_eq!(store.moderate(&rename).await, Ok(vec![game.id]));
    assert_eq!(store.version(game.id).await, Ok(Some(version + 1)));
    assert_eq!(store.account_named(&forms[0]).await.unwrap().unwrap().name, name);
    assert_eq!(store.account_named(&ada.id.to_string()).await, Ok(None));
    let (eve, _) = founded(store, None).await;
    let taken = decision(AppliedAction::Rename { name: "Eve".into(), forms }, eve.id);
    assert_eq!(store.moderate(&taken).await, Err(StoreError::Conflict));
    assert_eq!(store.moderation_log(Some(eve.id), None, 9).await, Ok(vec![]), "failed actions are not logged");

    let log = store.moderation_log(Some(ada.id), None, 99).await.unwrap();
    let entries: Vec<_> = log.iter().map(|one| (one.kind.as_str(), one.detail.as_str())).collect();
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
    assert_eq!(entries, expected);
    assert!(log.iter().all(|one| one.author.as_deref() == Some("Mo\0") && one.reason == "rude; '--"));
    assert_eq!(log[0].name, Some(ada.name.clone()), "the name at the time");
    let page = store.moderation_log(Some(ada.id), Some(log[1].seq), 2).await.unwrap();
    assert_eq!(page, log[2..4]);
    assert_eq!(store.moderation_log(None, None, 1).await.unwrap()[0], log[0]);
    // A deleted account's role and sanctions are deleted, but not its log.
    store.moderate(&decision(AppliedAction::Appoint(Some(Role::Moderator)), ada.id)).await.unwrap();
    store.moderate(&ban).await.unwrap();
    store.remove_account(ada.id).await.unwrap();
    assert_eq!(store.rights(ada.id).await, Ok(None));
    assert_eq!(store.moderation_log(Some(ada.id), None, 99).await.unwrap().len(), log.len() + 2);
    assert_eq!(store.moderate(&ban).await, Err(StoreError::Missing));
}

pub async fn reports_are_limited_listed_and_closed(store: &Store) {
    let [ada, eve] = people(store).await;
    let game = super::game(&[]);
    store.create(&game, &[]).await.unwrap();
    let talk = ReportedItem::Talk { game: Some(game.id), side: Side::Second, talk: "[]".into() };
    let first = Report { subject: Some(eve.id), ..complaint(ada.id, talk) };
    let second = Report { subject: Some(eve.id), ..complaint(ada.id, ReportedItem::Person) };
    let one = store.add_report(&first, 2).await.unwrap();
    let two = store.add_report(&second, 2).await.unwrap();
    assert!(two > one);
    assert_eq!(store.add_report(&second, 2).await, Err(StoreError::Conflict), "too many are open");
    let nothing = complaint(eve.id, ReportedItem::Definition("@sha256-none".into()));
    assert_eq!(store.add_report(&nothing, 2).await, Err(StoreError::Missing));
    let first = Report { seq: one, ..first };
    assert_eq!(store.report(one).await, Ok(Some(first.clone())));
    assert_eq!(store.report(u32::MAX).await, Ok(None));
    let open = store.reports(true, Some(one - 1), 9).await.unwrap();
    assert_eq!(open, [first.clone(), Report { seq: two, ..second.clone() }]);
    assert_eq!(store.reports(true, Some(one), 1).await.unwrap(), open[1..]);

    let made = store.reports_by(ada.id, 9).await.unwrap();
    assert_eq!(made.iter().map(|one| one.seq).collect::<Vec<_>>(), [two, one]);
    // The chat is kept in the report when the game is deleted.
    store.forget_abandoned(game.id, i64::MAX).await.unwrap();
    let ReportedItem::Talk { game: None, side: Side::Second, talk } =
        store.report(one).await.unwrap().unwrap().grievance
    else {
        panic!("the chat is kept")
    };
    assert_eq!(talk, "[]");
    store.moderate(&close(one)).await.unwrap();
    assert_eq!(store.moderate(&close(one)).await, Err(StoreError::Missing));
    let closed = store.reports(false, None, 1).await.unwrap();
    assert!(closed[0].seq == one && closed[0].closed == Some(50), "{closed:?}");
    assert_eq!(store.reports(false, Some(one), 9).await.unwrap(), []);
    let logged = store.moderation_log(None, None, 1).await.unwrap();
    assert_eq!((logged[0].kind.as_str(), logged[0].complaint, &logged[0].name), ("close", Some(one), &None));
    // Deleted accounts are removed from reports.
    store.remove_account(ada.id).await.unwrap();
    store.remove_account(eve.id).await.unwrap();
    let left = store.report(two).await.unwrap().unwrap();
    assert_eq!((left.author, left.subject), (None, None));
    assert_eq!(left.text, second.text);
}

pub async fn rated_games_from_one_device_are_reported(store: &Store) {
    let device = || Token::from_bits(entourage_store::random().unwrap()).hash();
    let [ada, eve, bob] = people(store).await;
    let (hers, his) = (device(), device());
    for (account, device) in [(ada.id, hers), (eve.id, hers), (eve.id, device()), (bob.id, his)] {
        store.record_browser(account, device, None, 5, 9).await.unwrap();
    }
    let reports = async || {
        let open = store.reports(true, None, 99).await.unwrap();
        let about = open.into_iter().filter(|one| matches!(one.grievance, ReportedItem::Oneself(_)));
        about.filter(|one| [ada.id, eve.id, bob.id].map(Some).contains(&one.subject)).collect::<Vec<_>>()
    };
    let play = async |players: [AccountId; 2], at: i64| {
        let game = ratings::begun(store, &ratings::pool(), players.map(Some)).await;
        store.append(game.id, 0, &ratings::end("win-1 resignation", at), None).await.unwrap();
        game.id
    };
    play([ada.id, bob.id], 100).await;
    assert_eq!(reports().await, []);
    let game = play([eve.id, ada.id], 200).await;
    let [complaint] = &reports().await[..] else { panic!("one report") };
    assert_eq!(
        (&complaint.grievance, complaint.author, complaint.at),
        (&ReportedItem::Oneself(game), None, 200)
    );
    assert!(complaint.text.contains(&ada.name) && complaint.text.contains(&eve.name), "{}", complaint.text);
    // The accounts are reported only once while the report is open; their games are held back.
    let again = play([ada.id, eve.id], 300).await;
    assert_eq!(reports().await.len(), 1);
    assert_eq!(store.held_games(complaint.seq).await, Ok(2));
    assert_eq!(store.result_of(game).await, Ok(None));
    store.moderate(&close(complaint.seq)).await.unwrap();
    assert_eq!(store.held_games(complaint.seq).await, Ok(0));
    for game in [game, again] {
        assert!(store.result_of(game).await.unwrap().is_some(), "counted without a finding");
    }
    let game = play([ada.id, eve.id], 400).await;
    let [complaint] = &reports().await[..] else { panic!("one report") };
    let found = Decision { measure: AppliedAction::Close(false), ..close(complaint.seq) };
    store.moderate(&found).await.unwrap();
    assert_eq!((store.result_of(game).await, store.held_games(complaint.seq).await), (Ok(None), Ok(0)));
    // Old browser records are deleted, and only a limited number per account is kept.
    store.forget_browsers(6, 0).await.unwrap();
    let (one, other) = (device(), device());
    for (account, device, at) in [(ada.id, one, 7), (ada.id, other, 8), (bob.id, one, 9)] {
        store.record_browser(account, device, None, at, 1).await.unwrap();
    }
    play([ada.id, bob.id], 500).await;
    assert_eq!(reports().await.len(), 0, "the shared browser was deleted");
    // Sharing a network has the same consequence, until it is deleted.
    let network = TokenHash::of_network("2001:db8::/64");
    for account in [ada.id, bob.id] {
        store.record_browser(account, device(), Some(network), 7, 9).await.unwrap();
    }
    play([ada.id, bob.id], 600).await;
    assert_eq!(reports().await.len(), 1);
    store.forget_browsers(0, 8).await.unwrap();
    assert!(store.result_of(play([bob.id, ada.id], 700).await).await.unwrap().is_some());
    let unknown = AccountId::from_bits(entourage_store::random().unwrap());
    assert_eq!(store.record_browser(unknown, one, None, 1, 1).await, Err(StoreError::Missing));
}
