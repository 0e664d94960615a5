//! Tests e-mail addresses of accounts: confirmation, notices of changes, and recovery links.

use entourage_kernel::Language;
use entourage_record::{AccountId, MailToken, Token};
use entourage_store::{
    AccountMail, DueEmail, EmailKind, QuestionLimits, Session, Store, StoreError, Subscribed,
};

use super::accounts::founded;

const LIMITS: QuestionLimits = QuestionLimits { most: 2, span: 1_000 };

fn token() -> MailToken {
    MailToken::from_bits(entourage_store::random().unwrap())
}

/// Returns the e-mails of an account that are due; their leases expire at once.
async fn due(store: &Store, account: AccountId) -> Vec<DueEmail> {
    taken(store, account, i64::MAX - 1, 0).await
}

async fn taken(store: &Store, account: AccountId, now: i64, until: i64) -> Vec<DueEmail> {
    let taken = store.lease_emails(now, until, 100).await.unwrap();
    taken.into_iter().filter(|letter| letter.account == account).collect()
}

async fn sent(store: &Store, account: AccountId) -> Vec<(EmailKind, String)> {
    let letters = due(store, account).await;
    for letter in &letters {
        store.settle_email(letter.id, None).await.unwrap();
    }
    let mut sent: Vec<_> = letters.into_iter().map(|letter| (letter.kind, letter.address)).collect();
    sent.sort_by_key(|(kind, address)| (kind.word(), address.clone()));
    sent
}

async fn confirm_address(store: &Store, by: &Session, address: &str) {
    let token = token();
    store.request_address(by, address, Language::French, token, 10, LIMITS).await.unwrap();
    store.confirm_address(token).await.unwrap();
    sent(store, by.account).await;
}

pub async fn addresses_must_be_confirmed(store: &Store) {
    let (ada, hers) = founded(store, Some("a hash")).await;
    let [first, second, third] = [token(), token(), token()];
    let address = format!("{}@example.org", ada.id);
    assert_eq!(store.account_mail(ada.id).await, Ok(None));
    let asked = store.request_address(&hers, &address, Language::French, first, 10_000, LIMITS).await;
    assert_eq!(asked, Ok(Subscribed::Asked));
    let wanted = AccountMail { address: None, wanted: Some(address.clone()), language: Language::French };
    assert_eq!(store.account_mail(ada.id).await, Ok(Some(wanted)));
    let [letter] = &due(store, ada.id).await[..] else { panic!("one e-mail") };
    assert_eq!(
        (letter.kind, letter.token, letter.language),
        (EmailKind::Question, Some(first), Language::French)
    );
    assert_eq!((&letter.name, &letter.address, letter.tries), (&ada.name, &address, 0));

    // Confirmation can be requested again within limits; the second request invalidates the first link.
    let asked = store.request_address(&hers, &address, Language::English, second, 10_100, LIMITS).await;
    assert_eq!(asked, Ok(Subscribed::Asked));
    assert_eq!(store.confirm_address(first).await, Err(StoreError::Missing));
    assert_eq!(due(store, ada.id).await.len(), 1);
    let asked =
        store.request_address(&hers, &address.to_uppercase(), Language::English, third, 10_200, LIMITS).await;
    assert_eq!(asked, Ok(Subscribed::TooOften));
    store.confirm_address(second).await.unwrap();
    assert_eq!(store.confirm_address(second).await, Err(StoreError::Missing));
    let known = AccountMail { address: Some(address.clone()), wanted: None, language: Language::English };
    assert_eq!(store.account_mail(ada.id).await, Ok(Some(known)));
    let asked = store.request_address(&hers, &address, Language::English, third, 10_300, LIMITS).await;
    assert_eq!(asked, Ok(Subscribed::Known));

    // A new address replaces the old one only once it is confirmed, and the old one is notified.
    sent(store, ada.id).await;
    let other = format!("other.{address}");
    store.request_address(&hers, &other, Language::English, third, 20_000, LIMITS).await.unwrap();
    assert_eq!(store.reject_address(third).await, Ok(true));
    assert_eq!(store.reject_address(third).await, Ok(false));
    let last = token();
    store.request_address(&hers, &other, Language::English, last, 20_001, LIMITS).await.unwrap();
    store.forget_unanswered(20_000, 0).await.unwrap();
    store.confirm_address(last).await.unwrap();
    let known = store.account_mail(ada.id).await.unwrap().unwrap();
    assert_eq!((known.address, known.wanted), (Some(other.clone()), None));
    let letters = sent(store, ada.id).await;
    assert!(letters.contains(&(EmailKind::Address, address)), "{letters:?}");

    // Unconfirmed addresses are deleted after a time, and confirmed ones on request.
    let (eve, eves) = founded(store, Some("a hash")).await;
    store.request_address(&eves, "eve@example.org", Language::English, token(), 10, LIMITS).await.unwrap();
    store.forget_unanswered(11, 0).await.unwrap();
    assert_eq!(store.account_mail(eve.id).await, Ok(None));
    store.forget_addresses(ada.id).await.unwrap();
    assert_eq!(store.account_mail(ada.id).await, Ok(None));
    assert_eq!(sent(store, ada.id).await, [(EmailKind::Address, other)]);
    let ended = Session { hash: Token::from_bits(entourage_store::random().unwrap()).hash(), ..eves };
    let asked = store.request_address(&ended, "a@example.org", Language::English, token(), 10, LIMITS).await;
    assert_eq!(asked, Err(StoreError::Missing));
}

pub async fn recovery_links_are_valid_once(store: &Store) {
    let (ada, hers) = founded(store, Some("a hash")).await;
    assert_eq!(store.ask_recovery(ada.id, None, 10, LIMITS).await, Ok(Subscribed::Known), "no address");
    assert_eq!(due(store, ada.id).await, []);
    let address = format!("{}@example.org", ada.id);
    confirm_address(store, &hers, &address).await;
    for (at, expected) in [(10, Subscribed::Asked), (20, Subscribed::Asked), (30, Subscribed::TooOften)] {
        assert_eq!(store.ask_recovery(ada.id, Some("192.0.2.1/32"), at, LIMITS).await, Ok(expected));
    }
    let letters = sent(store, ada.id).await;
    assert_eq!(letters, [(EmailKind::Recovery, address.clone()), (EmailKind::Recovery, address)]);

    let link = || Token::from_bits(entourage_store::random().unwrap()).hash();
    let [first, second, late] = [link(), link(), link()];
    for (hash, at) in [(first, 100), (second, 200)] {
        store.add_recovery_link(ada.id, hash, at).await.unwrap();
    }
    let take = async |hash, after| store.take_recovery_link(hash, after, &[]).await;
    assert_eq!(take(link(), 0).await, Ok(None));
    assert_eq!(store.recovery_account(first, 50).await, Ok(Some(ada.id)));
    assert_eq!(take(first, 50).await, Ok(Some(ada.id)));
    assert_eq!(store.account(ada.id).await.unwrap().unwrap().password, None, "revoked");
    assert_eq!(take(first, 50).await, Ok(None), "once");
    assert_eq!(take(second, 50).await, Ok(None), "invalidated by the first");
    store.add_recovery_link(ada.id, late, 300).await.unwrap();
    assert_eq!(take(late, 300).await, Ok(None), "expired");
    store.add_recovery_link(ada.id, first, 400).await.unwrap();
    store.forget_unanswered(0, 401).await.unwrap();
    assert_eq!(take(first, 0).await, Ok(None), "deleted");
    store.remove_account(ada.id).await.unwrap();
    assert_eq!(store.add_recovery_link(ada.id, second, 1).await, Err(StoreError::Missing));
}

pub async fn changes_are_announced_by_e_mail(store: &Store) {
    let (ada, session) = founded(store, Some("a hash")).await;
    let code = Token::from_bits(entourage_store::random().unwrap()).hash();
    store.set_codes(&session, &[code]).await.unwrap();
    assert_eq!(due(store, ada.id).await, [], "no address");
    let address = format!("{}@example.org", ada.id);
    confirm_address(store, &session, &address).await;
    store.set_password(&session, Some("a hash"), "another").await.unwrap();
    assert_eq!(sent(store, ada.id).await, [(EmailKind::Password, address.clone())]);
    assert_eq!(store.take_code(ada.id, code).await, Ok(true));
    assert_eq!(store.take_code(ada.id, code).await, Ok(false));
    assert_eq!(sent(store, ada.id).await, [(EmailKind::Code, address.clone())]);
    store.set_codes(&session, &[code]).await.unwrap();
    assert_eq!(sent(store, ada.id).await, [(EmailKind::Codes, address.clone())]);
    store.issue_token(&session, &super::api_tokens::token(ada.id, 5), 9).await.unwrap();
    assert_eq!(sent(store, ada.id).await, [(EmailKind::Token, address.clone())]);
    store.add_passkey(&session, &super::accounts::passkey(), 9).await.unwrap();
    assert_eq!(sent(store, ada.id).await, [(EmailKind::Passkey, address.clone())]);

    // E-mails are leased, and retried as scheduled.
    assert_eq!(store.ask_recovery(ada.id, None, 5_000, LIMITS).await, Ok(Subscribed::Asked));
    let [letter] = &taken(store, ada.id, 5_000, 9_000).await[..] else { panic!("one e-mail") };
    assert_eq!(taken(store, ada.id, 8_999, 9_999).await, []);
    store.settle_email(letter.id, Some((12_000, 1))).await.unwrap();
    assert_eq!(taken(store, ada.id, 11_999, 12_500).await, []);
    let again = taken(store, ada.id, 12_000, 13_000).await;
    assert_eq!(again, [DueEmail { tries: 1, ..letter.clone() }]);
    assert!(store.next_email().await.unwrap().is_some_and(|next| next <= 13_000));
    // Deleting the account deletes its e-mails.
    store.remove_account(ada.id).await.unwrap();
    assert_eq!(due(store, ada.id).await, []);
    assert_eq!(store.account_mail(ada.id).await, Ok(None));
}
