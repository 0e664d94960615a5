//! Tests API tokens and bot accounts.

use entourage_kernel::Side;
use entourage_record::{AccountId, Grant, Seat, Token};
use entourage_store::{ProgramToken, Scopes, Seek, Store, StoreError, Upgrade};

use super::accounts::{founded, key, people};
use super::game;
use super::seeks::{AT, listed, spec, waits, wish};

pub(super) fn token(account: AccountId, at: i64) -> ProgramToken {
    ProgramToken {
        hash: Token::from_bits(entourage_store::random().unwrap()).hash(),
        account,
        name: "A program".into(),
        scopes: Scopes::from_words("account:read bot:play").unwrap(),
        at,
        used: None,
    }
}

pub async fn tokens_are_valid_until_they_are_revoked(store: &Store) {
    let ((ada, hers), [eve]) = (founded(store, None).await, people(store).await);
    let (first, second) = (token(ada.id, 5), token(ada.id, 6));
    for one in [&first, &second] {
        store.issue_token(&hers, one, 2).await.unwrap();
    }
    assert_eq!(store.issue_token(&hers, &token(ada.id, 7), 2).await, Err(StoreError::Conflict));
    assert_eq!(store.program_token(first.hash).await, Ok(Some((first.clone(), ada.clone()))));
    assert_eq!(store.program_token(token(ada.id, 5).hash).await, Ok(None));
    store.touch_token(first.hash, 9).await.unwrap();
    let used = ProgramToken { used: Some(9), ..first.clone() };
    assert_eq!(store.program_tokens(ada.id).await, Ok(vec![second.clone(), used]));
    assert_eq!(store.revoke_token(eve.id, first.hash).await, Ok(false));
    assert_eq!(store.revoke_token(ada.id, first.hash).await, Ok(true));
    assert_eq!(store.revoke_token(ada.id, first.hash).await, Ok(false));
    assert_eq!(store.program_token(first.hash).await, Ok(None));
    assert_eq!(store.touch_token(first.hash, 9).await, Err(StoreError::Missing));
    store.remove_account(ada.id).await.unwrap();
    assert_eq!(store.program_token(second.hash).await, Ok(None));
    assert_eq!(store.issue_token(&hers, &token(ada.id, 7), 2).await, Err(StoreError::Missing));
}

pub async fn only_unused_accounts_become_bots(store: &Store) {
    let [ada, bob] = people(store).await;
    let grant = Grant { key: key(), seat: Seat::Side(Side::First), host: true, account: Some(bob.id) };
    store.create(&game(&[]), &[grant]).await.unwrap();
    assert_eq!(store.become_bot(bob.id, 5).await, Ok(Upgrade::Played));
    assert_eq!(store.is_bot(bob.id).await, Ok(false));
    // Becoming a bot withdraws open seeks.
    let spec = spec();
    waits(store, &wish(&spec, Some(ada.id))).await;
    for _ in 0..2 {
        assert_eq!(store.become_bot(ada.id, 5).await, Ok(Upgrade::Bot));
    }
    assert_eq!((store.is_bot(ada.id).await, listed(store, &spec, AT).await), (Ok(true), vec![]));
    // Challenges show which side is a bot.
    waits(store, &Seek { opponent: Some(bob.id), ..wish(&spec, Some(ada.id)) }).await;
    waits(store, &Seek { opponent: Some(ada.id), ..wish(&spec, Some(bob.id)) }).await;
    for one in store.challenges(ada.id, AT, 9).await.unwrap() {
        let bots = if one.seek.account == Some(ada.id) { [true, false] } else { [false, true] };
        assert_eq!(one.bots, bots);
    }
    // Games show which sides are bots.
    let hers = |seat| Grant { key: key(), seat, host: false, account: Some(ada.id) };
    let his = Grant { key: key(), seat: Seat::Side(Side::First), host: true, account: Some(bob.id) };
    let (apart, both) = (game(&[]), game(&[]));
    store.create(&apart, &[his, hers(Seat::Side(Side::Second))]).await.unwrap();
    store.create(&both, &[hers(Seat::Both)]).await.unwrap();
    assert_eq!(store.bots_in(apart.id).await, Ok([false, true]));
    assert_eq!(store.bots_in(both.id).await, Ok([true, true]));
    store.remove_account(ada.id).await.unwrap();
    assert_eq!(store.is_bot(ada.id).await, Ok(false));
    assert_eq!(store.bots_in(apart.id).await, Ok([false, false]));
    assert_eq!(store.become_bot(ada.id, 5).await, Err(StoreError::Missing));
}

pub async fn accounts_find_their_seats_and_extend_their_challenges(store: &Store) {
    let [ada, bob] = people(store).await;
    let (played, second) = (game(&[]), Seat::Side(Side::Second));
    let grant = Grant { key: key(), seat: second, host: false, account: Some(ada.id) };
    store.create(&played, &[grant]).await.unwrap();
    let access = store.access_of(ada.id, played.id).await.unwrap().unwrap();
    assert_eq!((access.game, access.seat, access.account), (played.id, second, Some(ada.id)));
    assert_eq!(store.access_of(bob.id, played.id).await, Ok(None));
    // Challenges that expire when their creator goes offline can be extended, but open seeks cannot.
    let spec = spec();
    let (challenge, open) =
        (Seek { opponent: Some(bob.id), ..wish(&spec, Some(ada.id)) }, wish(&spec, Some(ada.id)));
    waits(store, &challenge).await;
    waits(store, &open).await;
    store.hold_challenges(ada.id, AT, AT - 1, AT + 500).await.unwrap();
    store.hold_challenges(bob.id, AT, AT - 1, AT + 900).await.unwrap();
    assert_eq!(
        store.seek(challenge.id, AT + 499).await,
        Ok(Some(Seek { until: AT + 500, ..challenge.clone() }))
    );
    assert_eq!(store.seek(open.id, AT + 100).await, Ok(None));
    // Challenges that are too old are not extended.
    store.hold_challenges(ada.id, AT, AT + 1, AT + 999).await.unwrap();
    assert_eq!(store.seek(challenge.id, AT + 500).await, Ok(None));
}
