//! Tests push notifications to holders of keys and to accounts.

use entourage_kernel::{Language, Side};
use entourage_record::{GameId, Grant, KeyHash, Seat};
use entourage_store::{DuePush, KnownDevice, PushDevice, PushLimits, PushSubject, Seek, Store};

use super::accounts::{founded, key};
use super::{game, mv, seeks};

const LIMITS: PushLimits = PushLimits { seat: 2, account: 2 };

pub(super) fn device() -> PushDevice {
    let name = GameId::from_bits(entourage_store::random().unwrap());
    let endpoint = format!("https://push.example.org/{name}");
    PushDevice { endpoint, key: [4; 65], secret: [7; 16], language: Language::French }
}

/// Stores a game for two players, the second optionally with an account; returns its ID and keys.
async fn begun(store: &Store, account: Option<entourage_record::AccountId>) -> (GameId, [KeyHash; 2]) {
    let (begun, keys) = (game(&[]), [key(), key()]);
    let grant =
        |side: Side, host, account| Grant { key: keys[side.index()], seat: Seat::Side(side), host, account };
    let grants = [grant(Side::First, true, None), grant(Side::Second, false, account)];
    store.create(&begun, &grants).await.unwrap();
    (begun.id, keys)
}

/// Returns the notifications that are due for a device; their leases expire at once.
async fn due(store: &Store, device: &PushDevice) -> Vec<DuePush> {
    let taken = store.take_push(i64::MAX - 1, 0, 1000).await.unwrap();
    taken.into_iter().filter(|push| push.device.endpoint == device.endpoint).collect()
}

async fn settle_all(store: &Store, device: &PushDevice) {
    for push in due(store, device).await {
        store.settle_push(&push, &push.told, None, 0).await.unwrap();
    }
}

pub async fn the_server_key_is_drawn_once(store: &Store) {
    let first = store.push_key([5; 32]).await.unwrap();
    assert_eq!(store.push_key([6; 32]).await, Ok(first));
}

pub async fn devices_get_notifications_by_keys(store: &Store) {
    let (id, keys) = begun(store, None).await;
    let phone = device();
    let sides = store.keep_device(&phone, None, &[keys[1], key()], 50, LIMITS).await;
    assert_eq!(sides, Ok(vec![Some((id, Side::Second)), None]));
    let [push] = &due(store, &phone).await[..] else { panic!("one notification") };
    assert_eq!((push.game, push.subject, &push.device), (id, PushSubject::Side(Side::Second), &phone));
    store.settle_push(push, "0.0", None, 0).await.unwrap();
    assert_eq!(due(store, &phone).await, []);
    store.keep_device(&phone, None, &[keys[1]], 60, LIMITS).await.unwrap();
    assert_eq!(due(store, &phone).await, []);

    // Notifications are leased until they are settled.
    store.append(id, 0, &mv("a"), None).await.unwrap();
    let mine = |taken: Vec<DuePush>| taken.into_iter().filter(|push| push.game == id).count();
    assert_eq!(mine(store.take_push(20_000, 21_000, 1000).await.unwrap()), 1);
    assert_eq!(mine(store.take_push(20_500, 21_500, 1000).await.unwrap()), 0);
    assert!(store.next_push().await.unwrap().is_some_and(|next| next <= 21_000));
    let taken = store.take_push(21_000, 22_000, 1000).await.unwrap();
    let push = taken.into_iter().find(|push| push.game == id).expect("the lease has expired");
    assert_eq!((push.told.as_str(), push.news), ("0.0", 1));
    // An event that happens while a notification is being sent makes the next one due; failures are retried.
    store.append(id, 1, &mv("b"), None).await.unwrap();
    store.settle_push(&push, "1.0", None, 0).await.unwrap();
    let [push] = &due(store, &phone).await[..] else { panic!("still due") };
    assert_eq!((push.told.as_str(), push.news), ("1.0", 2));
    store.settle_push(push, "1.0", Some(77_000), 3).await.unwrap();
    assert_eq!(mine(store.take_push(76_999, 0, 1000).await.unwrap()), 0);
    assert_eq!(due(store, &phone).await[0].tries, 3);

    // Without the key the device gets no notifications.
    store.keep_device(&phone, None, &[], 70, LIMITS).await.unwrap();
    assert_eq!(due(store, &phone).await, []);
    // Replacing a key removes its devices, and a side has a maximum number of devices.
    let (other, keys) = begun(store, None).await;
    let three = [device(), device(), device()];
    for (at, one) in three.iter().enumerate() {
        store.keep_device(one, None, &[keys[1]], 100 + at as i64, LIMITS).await.unwrap();
    }
    for (one, count) in three.iter().zip([0, 1, 1]) {
        assert_eq!(due(store, one).await.len(), count);
    }
    let devices = async |side| {
        let devices = store.devices_told_of(other, side).await.unwrap();
        devices.into_iter().map(|one| (one.endpoint, one.seen)).collect::<Vec<_>>()
    };
    let latest = [(three[2].endpoint.clone(), 102), (three[1].endpoint.clone(), 101)];
    assert_eq!((devices(Side::Second).await, devices(Side::First).await), (latest.to_vec(), vec![]));
    let seat = Grant { key: key(), seat: Seat::Side(Side::Second), host: false, account: None };
    store.replace(other, &seat, keys[0]).await.unwrap();
    assert_eq!(due(store, &three[2]).await, []);

    // Devices are deleted by their URL, or when they are unused.
    store.keep_device(&phone, None, &[keys[0]], 200, LIMITS).await.unwrap();
    assert_eq!(due(store, &phone).await.len(), 1);
    assert_eq!(store.forget_device(&phone.endpoint).await, Ok(true));
    assert_eq!((store.forget_device(&phone.endpoint).await, due(store, &phone).await), (Ok(false), vec![]));
    store.keep_device(&phone, None, &[keys[0]], 200, LIMITS).await.unwrap();
    store.forget_devices(200).await.unwrap();
    assert_eq!(due(store, &phone).await.len(), 1);
    store.forget_devices(201).await.unwrap();
    assert_eq!(store.forget_device(&phone.endpoint).await, Ok(false));
}

pub async fn devices_get_notifications_by_account(store: &Store) {
    let (ada, session) = founded(store, None).await;
    let phone = device();
    store.keep_device(&phone, Some(session.hash), &[], 1_000, LIMITS).await.unwrap();
    let known = KnownDevice { endpoint: phone.endpoint.clone(), language: Language::French, seen: 1_000 };
    assert_eq!(store.devices_of(ada.id).await, Ok(vec![known]));
    // A new seat and each event cause notifications.
    let (id, keys) = begun(store, Some(ada.id)).await;
    let [push] = &due(store, &phone).await[..] else { panic!("the game has begun") };
    assert_eq!((push.game, push.subject), (id, PushSubject::Side(Side::Second)));
    store.settle_push(push, "over", None, 0).await.unwrap();
    store.append(id, 0, &mv("a"), None).await.unwrap();
    let [push] = &due(store, &phone).await[..] else { panic!("an event has occurred") };
    assert_eq!(push.told, "over");
    store.end_push(push).await.unwrap();
    assert_eq!(due(store, &phone).await, []);
    store.append(id, 1, &mv("b"), None).await.unwrap();
    assert_eq!(due(store, &phone).await.len(), 1, "still the account's seat");
    settle_all(store, &phone).await;
    // Registering the device with a session of another account transfers it to that account.
    let (bob, other) = founded(store, None).await;
    store.keep_device(&phone, Some(other.hash), &[], 1_001, LIMITS).await.unwrap();
    store.append(id, 2, &mv("c"), None).await.unwrap();
    assert_eq!((due(store, &phone).await, store.devices_of(ada.id).await), (vec![], Ok(vec![])));
    store.keep_device(&phone, Some(session.hash), &[], 1_002, LIMITS).await.unwrap();

    // A challenge causes a notification while it is open.
    let challenge = |until| Seek { opponent: Some(ada.id), until, ..seeks::wish(&seeks::spec(), Some(bob.id)) };
    let (brief, long) = (challenge(5), challenge(i64::MAX));
    for seek in [&brief, &long] {
        seeks::waits(store, seek).await;
    }
    let [push] = &due(store, &phone).await[..] else { panic!("one challenge is open") };
    assert_eq!((push.game, push.subject), (long.id, PushSubject::Challenge));
    store.end_push(push).await.unwrap();
    assert_eq!(due(store, &phone).await, []);
    settle_all(store, &phone).await;

    // An account has a maximum number of devices, and a device is removed when its session ends.
    let (second, third) = (device(), device());
    for (one, at) in [(&second, 2_000), (&third, 3_000)] {
        store.keep_device(one, Some(session.hash), &[], at, LIMITS).await.unwrap();
    }
    let kept: Vec<_> = store.devices_of(ada.id).await.unwrap().into_iter().map(|one| one.endpoint).collect();
    assert_eq!(kept, [third.endpoint.clone(), second.endpoint]);
    assert_eq!(store.forget_device(&phone.endpoint).await, Ok(false));
    assert_eq!(store.end_session(ada.id, session.hash).await, Ok(true));
    assert_eq!(
        (store.devices_of(ada.id).await, store.forget_device(&third.endpoint).await),
        (Ok(vec![]), Ok(false))
    );
    // If the session is invalid, the device is registered only through its keys.
    let sides = store.keep_device(&phone, Some(session.hash), &[keys[0]], 4_000, LIMITS).await;
    assert_eq!(sides, Ok(vec![Some((id, Side::First))]));
    assert_eq!(due(store, &phone).await.len(), 1);
}
