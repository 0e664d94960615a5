//! Tests e-mail notifications about games: confirmation, delivery and expiry.

use entourage_kernel::{Language, Side};
use entourage_record::{Event, GameId, Grant, Key, MailToken, Seat};
use entourage_store::{QuestionLimits, Store, StoreError, Subscribed, Subscription};

const LIMITS: QuestionLimits = QuestionLimits { most: 2, span: 1_000 };

pub(super) fn subscription(game: GameId, side: Side, address: &str, at: i64) -> Subscription {
    let token = MailToken::from_bits(entourage_store::random().unwrap());
    let (address, told) = (address.to_owned(), String::new());
    Subscription {
        game,
        side,
        address,
        language: Language::French,
        token,
        confirmed: false,
        told,
        tries: 0,
        news: 0,
        at,
    }
}

pub async fn subscriptions_are_confirmed_notified_and_cancelled(store: &Store) {
    let game = super::game(&[]);
    store.create(&game, &[]).await.unwrap();
    let ada = subscription(game.id, Side::First, "ada@example.org", 10_000);
    assert_eq!(store.subscribe(&ada, LIMITS, None).await, Ok(Subscribed::Asked));
    assert_eq!(store.subscribe(&ada, LIMITS, None).await, Ok(Subscribed::Known));
    assert_eq!(store.subscription(game.id, Side::First).await, Ok(Some(ada.clone())));
    assert_eq!(store.subscription(game.id, Side::Second).await, Ok(None));
    assert_eq!(store.take_mail(i64::MAX, 0, 5).await, Ok(vec![(ada.clone(), 10_000)]));
    let missing = subscription(
        GameId::from_bits(entourage_store::random().unwrap()),
        Side::First,
        "ada@example.org",
        10_000,
    );
    assert_eq!(store.subscribe(&missing, LIMITS, None).await, Err(StoreError::Missing));

    let again = subscription(game.id, Side::Second, "ada@example.org", 10_500);
    assert_eq!(store.subscribe(&again, LIMITS, None).await, Ok(Subscribed::Asked));
    let other = super::game(&[]);
    store.create(&other, &[]).await.unwrap();
    let third = subscription(other.id, Side::First, "Ada@example.org", 10_900);
    assert_eq!(store.subscribe(&third, LIMITS, None).await, Ok(Subscribed::TooOften));
    let later = Subscription { at: 11_100, ..third };
    store.forget_questions(10_100).await.unwrap();
    assert_eq!(store.subscribe(&later, LIMITS, None).await, Ok(Subscribed::Asked));
    store.unsubscribe(later.token).await.unwrap();

    // Unconfirmed addresses get no notifications.
    store.settle_mail(&ada, "", None, 0).await.unwrap();
    store.unsubscribe(again.token).await.unwrap();
    store.append(game.id, 0, &super::entry(Event::Move { text: "a".into() }), None).await.unwrap();
    assert_eq!(store.take_mail(i64::MAX, 0, 5).await, Ok(vec![]));
    assert_eq!(store.confirm(again.token, 0).await, Err(StoreError::Missing));
    store.confirm(ada.token, 20_000).await.unwrap();
    store.confirm(ada.token, 30_000).await.unwrap();
    let confirmed = Subscription { confirmed: true, news: 1, ..ada.clone() };
    assert_eq!(store.take_mail(i64::MAX, 0, 5).await, Ok(vec![(confirmed.clone(), 20_000)]));
    // E-mails are leased until they are settled.
    assert_eq!(store.next_mail().await, Ok(Some(20_000)));
    assert_eq!(store.take_mail(20_000, 21_000, 5).await, Ok(vec![(confirmed.clone(), 20_000)]));
    assert_eq!(store.take_mail(20_500, 21_500, 5).await, Ok(vec![]));
    assert_eq!(store.next_mail().await, Ok(Some(21_000)));
    assert_eq!(store.take_mail(21_000, 99_000, 5).await.unwrap().len(), 1, "the lease has expired");
    // A confirmation is not lost if it arrives before `settle_mail` is called for the confirmation e-mail.
    store.settle_mail(&ada, "", None, 0).await.unwrap();
    assert_eq!(store.take_mail(i64::MAX, 0, 5).await, Ok(vec![(confirmed.clone(), 20_000)]));
    store.forget_unconfirmed(i64::MAX).await.unwrap();

    // An event that happens while an e-mail is being sent makes the next e-mail due.
    let entry = super::entry(Event::Move { text: "b".into() });
    store.append(game.id, 1, &entry, None).await.unwrap();
    store.settle_mail(&confirmed, "1.0", None, 0).await.unwrap();
    let told = Subscription { told: "1.0".into(), news: 2, ..confirmed };
    assert_eq!(store.take_mail(i64::MAX, 0, 5).await, Ok(vec![(told.clone(), 0)]));
    store.settle_mail(&told, "1.0", Some(77_000), 3).await.unwrap();
    assert_eq!(store.subscription_of(ada.token).await, Ok(Some(Subscription { tries: 3, ..told.clone() })));
    assert_eq!(store.take_mail(i64::MAX, 0, 5).await.unwrap()[0].1, 77_000);

    // Replacing the key of a seat deletes its subscription.
    let fresh = super::game(&[]);
    store.create(&fresh, &[]).await.unwrap();
    let old = subscription(fresh.id, Side::Second, "old@example.org", 60_000);
    assert_eq!(store.subscribe(&old, LIMITS, None).await, Ok(Subscribed::Asked));
    let seat = Seat::Side(Side::Second);
    let grant = |seat, host| Grant {
        key: Key::from_bits(entourage_store::random().unwrap()).hash(),
        seat,
        host,
        account: None,
    };
    let host = grant(Seat::Side(Side::First), true);
    store.admit(fresh.id, &host).await.unwrap();
    store.replace(fresh.id, &grant(seat, false), host.key).await.unwrap();
    assert_eq!(store.subscription_of(old.token).await, Ok(None));

    // A new address replaces the old one, and unconfirmed addresses expire.
    let eve = subscription(game.id, Side::First, "eve@example.org", 50_000);
    assert_eq!(store.subscribe(&eve, LIMITS, None).await, Ok(Subscribed::Asked));
    assert_eq!(store.subscription_of(ada.token).await, Ok(None));
    assert_eq!(store.subscription(game.id, Side::First).await, Ok(Some(eve)));
    store.forget_unconfirmed(50_000).await.unwrap();
    assert_eq!(store.take_mail(i64::MAX, 0, 5).await.unwrap().len(), 1);
    store.forget_unconfirmed(50_001).await.unwrap();
    assert_eq!(store.take_mail(i64::MAX, 0, 5).await, Ok(vec![]));
}
