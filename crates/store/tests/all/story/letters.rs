//! Where those who have accounts are written to: asked first, told of what changes, and let in again by a link.

use entourage_kernel::Language;
use entourage_record::{AccountId, MailToken, Token};
use entourage_store::{AccountMail, DueLetter, LetterKind, QuestionLimits, Store, StoreError, Subscribed};

use super::accounts::founded;

const LIMITS: QuestionLimits = QuestionLimits { most: 2, span: 1_000 };

fn token() -> MailToken {
    MailToken::from_bits(entourage_store::random().unwrap())
}

/// Takes the letters of an account that are due, and leaves those of others.
async fn due(store: &Store, account: AccountId) -> Vec<DueLetter> {
    taken(store, account, i64::MAX - 1, 0).await
}

async fn taken(store: &Store, account: AccountId, now: i64, until: i64) -> Vec<DueLetter> {
    let taken = store.take_letters(now, until, 100).await.unwrap();
    taken.into_iter().filter(|letter| letter.account == account).collect()
}

async fn told(store: &Store, account: AccountId) -> Vec<(LetterKind, String)> {
    let letters = due(store, account).await;
    for letter in &letters {
        store.settle_letter(letter.id, None).await.unwrap();
    }
    let mut told: Vec<_> = letters.into_iter().map(|letter| (letter.kind, letter.address)).collect();
    told.sort_by_key(|(kind, address)| (kind.word(), address.clone()));
    told
}

/// Gives an account an address, and settles the question.
async fn written_to(store: &Store, account: AccountId, address: &str) {
    let token = token();
    store.want_address(account, address, Language::French, token, 10, LIMITS).await.unwrap();
    store.agree_address(token).await.unwrap();
    told(store, account).await;
}

pub async fn an_address_is_asked_before_it_is_an_accounts(store: &Store) {
    let (ada, _) = founded(store, Some("a hash")).await;
    let [first, second, third] = [token(), token(), token()];
    let address = format!("{}@example.org", ada.id);
    assert_eq!(store.account_mail(ada.id).await, Ok(None));
    let asked = store.want_address(ada.id, &address, Language::French, first, 10_000, LIMITS).await;
    assert_eq!(asked, Ok(Subscribed::Asked));
    let wanted = AccountMail { address: None, wanted: Some(address.clone()), language: Language::French };
    assert_eq!(store.account_mail(ada.id).await, Ok(Some(wanted)));
    let [letter] = &due(store, ada.id).await[..] else { panic!("one question") };
    assert_eq!(
        (letter.kind, letter.token, letter.language),
        (LetterKind::Question, Some(first), Language::French)
    );
    assert_eq!((&letter.name, &letter.address, letter.tries), (&ada.name, &address, 0));

    // Whoever asks again is asked again, so often at most, and the link before is good for nothing.
    let asked = store.want_address(ada.id, &address, Language::English, second, 10_100, LIMITS).await;
    assert_eq!(asked, Ok(Subscribed::Asked));
    assert_eq!(store.agree_address(first).await, Err(StoreError::Missing));
    assert_eq!(due(store, ada.id).await.len(), 1);
    let asked =
        store.want_address(ada.id, &address.to_uppercase(), Language::English, third, 10_200, LIMITS).await;
    assert_eq!(asked, Ok(Subscribed::TooOften));
    store.agree_address(second).await.unwrap();
    assert_eq!(store.agree_address(second).await, Err(StoreError::Missing));
    let known = AccountMail { address: Some(address.clone()), wanted: None, language: Language::English };
    assert_eq!(store.account_mail(ada.id).await, Ok(Some(known)));
    let asked = store.want_address(ada.id, &address, Language::English, third, 10_300, LIMITS).await;
    assert_eq!(asked, Ok(Subscribed::Known));

    // Another takes its place once it has agreed, and the one before is told; one that refuses or does not answer changes nothing.
    told(store, ada.id).await;
    let other = format!("other.{address}");
    store.want_address(ada.id, &other, Language::English, third, 20_000, LIMITS).await.unwrap();
    assert_eq!(store.refuse_address(third).await, Ok(true));
    assert_eq!(store.refuse_address(third).await, Ok(false));
    let last = token();
    store.want_address(ada.id, &other, Language::English, last, 20_001, LIMITS).await.unwrap();
    store.forget_unanswered(20_000, 0).await.unwrap();
    store.agree_address(last).await.unwrap();
    let known = store.account_mail(ada.id).await.unwrap().unwrap();
    assert_eq!((known.address, known.wanted), (Some(other.clone()), None));
    let letters = told(store, ada.id).await;
    assert!(letters.contains(&(LetterKind::Address, address)), "{letters:?}");

    // Whoever never answers is forgotten, and whoever wishes to be.
    let (eve, _) = founded(store, Some("a hash")).await;
    store.want_address(eve.id, "eve@example.org", Language::English, token(), 10, LIMITS).await.unwrap();
    store.forget_unanswered(11, 0).await.unwrap();
    assert_eq!(store.account_mail(eve.id).await, Ok(None));
    store.forget_addresses(ada.id).await.unwrap();
    assert_eq!(store.account_mail(ada.id).await, Ok(None));
    assert_eq!(told(store, ada.id).await, [(LetterKind::Address, other)]);
    let nobody = AccountId::from_bits(entourage_store::random().unwrap());
    let asked = store.want_address(nobody, "a@example.org", Language::English, token(), 10, LIMITS).await;
    assert_eq!(asked, Err(StoreError::Missing));
}

pub async fn a_link_brings_its_account_back_once(store: &Store) {
    let (ada, _) = founded(store, Some("a hash")).await;
    assert_eq!(store.ask_recovery(ada.id, 10, LIMITS).await, Ok(Subscribed::Known), "no address, no letter");
    assert_eq!(due(store, ada.id).await, []);
    let address = format!("{}@example.org", ada.id);
    written_to(store, ada.id, &address).await;
    for (at, expected) in [(10, Subscribed::Asked), (20, Subscribed::Asked), (30, Subscribed::TooOften)] {
        assert_eq!(store.ask_recovery(ada.id, at, LIMITS).await, Ok(expected));
    }
    let letters = told(store, ada.id).await;
    assert_eq!(letters, [(LetterKind::Recovery, address.clone()), (LetterKind::Recovery, address)]);

    let link = || Token::from_bits(entourage_store::random().unwrap()).hash();
    let [first, second, late] = [link(), link(), link()];
    for (hash, at) in [(first, 100), (second, 200)] {
        store.add_recovery_link(ada.id, hash, at).await.unwrap();
    }
    assert_eq!(store.take_recovery_link(link(), 0).await, Ok(None));
    assert_eq!(store.take_recovery_link(first, 50).await, Ok(Some(ada.id)));
    assert_eq!(store.take_recovery_link(first, 50).await, Ok(None), "once");
    assert_eq!(store.take_recovery_link(second, 50).await, Ok(None), "with the first went the others");
    store.add_recovery_link(ada.id, late, 300).await.unwrap();
    assert_eq!(store.take_recovery_link(late, 300).await, Ok(None), "too late");
    store.add_recovery_link(ada.id, first, 400).await.unwrap();
    store.forget_unanswered(0, 401).await.unwrap();
    assert_eq!(store.take_recovery_link(first, 0).await, Ok(None), "forgotten");
    store.remove_account(ada.id).await.unwrap();
    assert_eq!(store.add_recovery_link(ada.id, second, 1).await, Err(StoreError::Missing));
}

pub async fn what_changes_is_told_to_the_address(store: &Store) {
    let (ada, session) = founded(store, Some("a hash")).await;
    let code = Token::from_bits(entourage_store::random().unwrap()).hash();
    store.set_codes(ada.id, &[code]).await.unwrap();
    assert_eq!(due(store, ada.id).await, [], "nobody is written to who did not ask for it");
    let address = format!("{}@example.org", ada.id);
    written_to(store, ada.id, &address).await;
    store.set_password(ada.id, Some("a hash"), "another", session.hash).await.unwrap();
    assert_eq!(told(store, ada.id).await, [(LetterKind::Password, address.clone())]);
    assert_eq!(store.take_code(ada.id, code).await, Ok(true));
    assert_eq!(store.take_code(ada.id, code).await, Ok(false));
    assert_eq!(told(store, ada.id).await, [(LetterKind::Code, address.clone())]);
    store.set_codes(ada.id, &[code]).await.unwrap();
    assert_eq!(told(store, ada.id).await, [(LetterKind::Codes, address.clone())]);

    // A letter waits while somebody looks after it, and is tried again when they say.
    assert_eq!(store.ask_recovery(ada.id, 5_000, LIMITS).await, Ok(Subscribed::Asked));
    let [letter] = &taken(store, ada.id, 5_000, 9_000).await[..] else { panic!("one letter") };
    assert_eq!(taken(store, ada.id, 8_999, 9_999).await, []);
    store.settle_letter(letter.id, Some((12_000, 1))).await.unwrap();
    assert_eq!(taken(store, ada.id, 11_999, 12_500).await, []);
    let again = taken(store, ada.id, 12_000, 13_000).await;
    assert_eq!(again, [DueLetter { tries: 1, ..letter.clone() }]);
    assert!(store.next_letter().await.unwrap().is_some_and(|next| next <= 13_000));
    // With the account goes all that was to be written to it.
    store.remove_account(ada.id).await.unwrap();
    assert_eq!(due(store, ada.id).await, []);
    assert_eq!(store.account_mail(ada.id).await, Ok(None));
}
