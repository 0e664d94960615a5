//! Tests accounts: unique names, sessions, credentials and seats.

use entourage_kernel::Side;
use entourage_record::{AccountId, Grant, Key, KeyHash, Player, Seat, Token, TokenHash};
use entourage_store::{Account, Claim, Expiry, Passkey, PushLimits, Removal, Session, Store, StoreError};

use super::api_tokens::token as program;
use super::push::device;

/// Expiry times with which no session expires.
pub(super) const NEVER: Expiry = Expiry { seen: 0, began: 0 };

fn token() -> TokenHash {
    Token::from_bits(entourage_store::random().unwrap()).hash()
}

pub(super) fn key() -> KeyHash {
    Key::from_bits(entourage_store::random().unwrap()).hash()
}

fn account(password: Option<&str>) -> Account {
    let id = AccountId::from_bits(entourage_store::random().unwrap());
    Account { id, name: format!("Zoé {id}"), password: password.map(str::to_owned), at: 5 }
}

fn session(account: AccountId, at: i64) -> Session {
    Session {
        hash: token(), account, agent: "A browser\0é".into(), at, seen: at, proven: at, recovered: false
    }
}

pub(super) fn passkey() -> Passkey {
    let (id, label) = (token().bytes().iter().map(|byte| format!("{byte:02x}")).collect(), "Phone".to_owned());
    Passkey { id, label, credential: r#"{"cred":1}"#.into(), at: 6, used: None }
}

/// Stores an account with a session. The account's ID is the only form of its name that is reserved.
pub async fn founded(store: &Store, password: Option<&str>) -> (Account, Session) {
    let account = account(password);
    let session = session(account.id, 10);
    store.create_account(&account, &[account.id.to_string()], None, &[], &session).await.unwrap();
    (account, session)
}

pub async fn people<const N: usize>(store: &Store) -> [Account; N] {
    let mut people = Vec::new();
    for _ in 0..N {
        people.push(founded(store, None).await.0);
    }
    people.try_into().unwrap()
}

pub async fn names_are_unique(store: &Store) {
    let ada = account(Some("a hash"));
    let forms = [format!("ada {}", ada.id), format!("aba {}", ada.id)];
    let began = session(ada.id, 10);
    assert_eq!(store.account_named(&forms[0]).await, Ok(None));
    store.create_account(&ada, &forms, Some(&passkey()), &[token()], &began).await.unwrap();
    for form in &forms {
        assert_eq!(store.account_named(form).await, Ok(Some(ada.clone())));
    }
    assert_eq!(store.account(ada.id).await, Ok(Some(ada.clone())));
    assert_eq!(store.session(began.hash, NEVER).await, Ok(Some((began, ada))));
    // A similar name is refused, and no part of the account is stored.
    let eve = account(None);
    let hers = [format!("eve {}", eve.id), forms[1].clone()];
    let (key, began) = (passkey(), session(eve.id, 10));
    assert_eq!(store.create_account(&eve, &hers, Some(&key), &[], &began).await, Err(StoreError::Conflict));
    assert_eq!((store.account(eve.id).await, store.account_named(&hers[0]).await), (Ok(None), Ok(None)));
    assert_eq!((store.passkey(&key.id).await, store.session(began.hash, NEVER).await), (Ok(None), Ok(None)));
}

pub async fn sessions_expire_and_can_be_ended(store: &Store) {
    let (ada, first) = founded(store, Some("a hash")).await;
    let mut others: Vec<Session> = (20..23).map(|at| session(ada.id, at)).collect();
    for other in &others {
        store.begin_session(other, Some("a hash"), 4).await.unwrap();
    }
    others.reverse();
    assert_eq!(store.sessions(ada.id, NEVER).await, Ok([others.clone(), vec![first.clone()]].concat()));
    // The least recently used session is dropped.
    let fifth = session(ada.id, 30);
    store.begin_session(&fifth, Some("a hash"), 4).await.unwrap();
    assert_eq!(store.session(first.hash, NEVER).await, Ok(None));
    assert_eq!(store.sessions(ada.id, NEVER).await.unwrap().len(), 4);
    let unknown = session(account(None).id, 1);
    assert_eq!(store.begin_session(&unknown, None, 4).await, Err(StoreError::Missing));
    // Sessions expire when they are unused or old.
    store.touch_session(fifth.hash, 40).await.unwrap();
    store.touch_session(others[0].hash, 41).await.unwrap();
    let read = store.session(others[0].hash, NEVER).await.unwrap().unwrap().0;
    assert_eq!((read.seen, read.proven), (41, 22));
    for (hash, expiry, there) in [
        (fifth.hash, Expiry { seen: 39, began: 29 }, true),
        (fifth.hash, Expiry { seen: 40, began: 29 }, false),
        (fifth.hash, Expiry { seen: 39, began: 30 }, false),
    ] {
        assert_eq!(store.session(hash, expiry).await.unwrap().is_some(), there, "{expiry:?}");
    }
    store.forget_ended(Expiry { seen: 20, began: 20 }, 0).await.unwrap();
    assert_eq!(store.sessions(ada.id, NEVER).await.unwrap().len(), 3);
    let (bob, his) = founded(store, None).await;
    assert_eq!(store.end_session(bob.id, fifth.hash).await, Ok(false));
    assert_eq!(store.end_session(ada.id, others[1].hash).await, Ok(true));
    assert_eq!(store.touch_session(others[1].hash, 50).await, Err(StoreError::Missing));
    assert!(store.session(his.hash, NEVER).await.unwrap().is_some());
    // Changing the password ends other sessions, and requires the current password hash.
    store.begin_session(&session(ada.id, 60), Some("a hash"), 4).await.unwrap();
    assert_eq!(store.set_password(&fifth, None, "new").await, Err(StoreError::Conflict));
    store.set_password(&fifth, Some("a hash"), "new").await.unwrap();
    assert_eq!(store.account(ada.id).await.unwrap().unwrap().password.as_deref(), Some("new"));
    assert_eq!(store.sessions(ada.id, NEVER).await.unwrap().len(), 1);
}

pub async fn the_last_credential_cannot_be_removed(store: &Store) {
    let (ada, hers) = founded(store, Some("a hash")).await;
    let (_, his) = founded(store, Some("a hash")).await;
    let [one, two, three] = [passkey(), passkey(), passkey()];
    assert_eq!(store.remove_password(ada.id).await, Ok(Removal::Last));
    store.add_passkey(&hers, &one, 2).await.unwrap();
    assert_eq!(store.add_passkey(&his, &one, 2).await, Err(StoreError::Conflict), "already registered");
    store.add_passkey(&hers, &Passkey { at: 7, ..two.clone() }, 2).await.unwrap();
    assert_eq!(store.add_passkey(&hers, &three, 2).await, Err(StoreError::Conflict), "maximum reached");
    let ids = |keys: Vec<Passkey>| keys.into_iter().map(|key| key.id).collect::<Vec<_>>();
    assert_eq!(ids(store.passkeys(ada.id).await.unwrap()), [one.id.clone(), two.id.clone()]);
    assert_eq!(store.passkey(&one.id).await, Ok(Some((ada.id, one.clone()))));
    store.use_passkey(&one.id, "{}", 70).await.unwrap();
    let used = Passkey { credential: "{}".into(), used: Some(70), ..one.clone() };
    assert_eq!(store.passkey(&one.id).await, Ok(Some((ada.id, used))));
    assert_eq!(store.use_passkey(&three.id, "{}", 70).await, Err(StoreError::Missing));
    assert_eq!(store.remove_password(ada.id).await, Ok(Removal::Gone));
    assert_eq!(store.remove_password(ada.id).await, Ok(Removal::Unknown));
    assert_eq!(store.remove_passkey(his.account, &one.id).await, Ok(Removal::Unknown), "another account's");
    assert_eq!(store.remove_passkey(ada.id, &one.id).await, Ok(Removal::Gone));
    assert_eq!(store.remove_passkey(ada.id, &two.id).await, Ok(Removal::Last));
}

pub async fn revoking_access_keeps_only_what_is_named(store: &Store) {
    let (ada, own) = founded(store, Some("a hash")).await;
    let other = session(ada.id, 20);
    let wrong = store.begin_session(&other, Some("an earlier hash"), 9).await;
    assert_eq!(wrong, Err(StoreError::Missing), "the password was changed in the meantime");
    store.begin_session(&other, Some("a hash"), 9).await.unwrap();
    let limits = PushLimits { seat: 9, account: 9 };
    store.keep_device(&device(), Some(other.hash), &[], 30, limits).await.unwrap();
    let (tokens, keys) = ([program(ada.id, 5), program(ada.id, 6)], [passkey(), passkey()]);
    for (token, key) in tokens.iter().zip(&keys) {
        store.issue_token(&own, token, 9).await.unwrap();
        store.add_passkey(&own, key, 9).await.unwrap();
    }
    store.set_codes(&own, &[token()]).await.unwrap();
    let mut kept = vec![own.hash.id(), tokens[0].hash.id(), keys[1].id.clone(), "codes".to_owned()];
    store.revoke_access(ada.id, &kept).await.unwrap();
    assert_eq!(store.sessions(ada.id, NEVER).await, Ok(vec![own]));
    assert_eq!(store.devices_of(ada.id).await, Ok(vec![]));
    assert_eq!(store.program_tokens(ada.id).await, Ok(tokens[..1].to_vec()));
    assert_eq!(store.passkeys(ada.id).await, Ok(keys[1..].to_vec()));
    assert_eq!(store.account(ada.id).await.unwrap().unwrap().password, None);
    // Requests that were authorised before their session ended add nothing.
    assert_eq!(store.issue_token(&other, &program(ada.id, 7), 9).await, Err(StoreError::Missing));
    assert_eq!(store.add_passkey(&other, &passkey(), 9).await, Err(StoreError::Missing));
    assert_eq!(store.set_codes(&other, &[token()]).await, Err(StoreError::Missing));
    assert_eq!(store.set_password(&other, None, "new").await, Err(StoreError::Missing));
    // If no way to sign in would be left, nothing is revoked.
    kept.truncate(1);
    assert_eq!(store.revoke_access(ada.id, &kept).await, Err(StoreError::Conflict));
    assert_eq!(store.codes_left(ada.id).await, Ok(1));
}

pub async fn recovery_codes_and_challenges_are_valid_once(store: &Store) {
    let ((ada, hers), (bob, _)) = (founded(store, None).await, founded(store, None).await);
    let codes = [token(), token(), token()];
    store.set_codes(&hers, &codes[..1]).await.unwrap();
    store.set_codes(&hers, &codes[1..]).await.unwrap();
    assert_eq!(store.codes_left(ada.id).await, Ok(2));
    assert_eq!(store.take_code(ada.id, codes[0]).await, Ok(false), "replaced");
    assert_eq!(store.take_code(bob.id, codes[1]).await, Ok(false), "another account's");
    assert_eq!(store.take_code(ada.id, codes[1]).await, Ok(true));
    assert_eq!(store.take_code(ada.id, codes[1]).await, Ok(false));
    assert_eq!(store.codes_left(ada.id).await, Ok(1));

    let asked = [token(), token(), token(), token()];
    for (hash, at) in asked.iter().zip(100..) {
        store.begin_ceremony(*hash, "asked\0", at, 3).await.unwrap();
    }
    assert_eq!(store.take_ceremony(asked[0], 0).await, Ok(None), "only three are kept");
    assert_eq!(store.take_ceremony(asked[1], 0).await, Ok(Some("asked\0".into())));
    assert_eq!(store.take_ceremony(asked[1], 0).await, Ok(None));
    assert_eq!(store.take_ceremony(asked[2], 102).await, Ok(None), "expired");
    store.forget_ended(NEVER, 103).await.unwrap();
    assert_eq!(store.take_ceremony(asked[3], 0).await, Ok(None));
}

pub async fn seats_belong_to_accounts(store: &Store) {
    let (ada, hers) = founded(store, None).await;
    let (bob, his) = founded(store, None).await;
    let game = entourage_record::Game { players: [Player::Human {}; 2], ..super::game(&["a1"]) };
    let grant = |seat, host, account| Grant { key: key(), seat, host, account };
    let [one, two] = Side::BOTH.map(Seat::Side);
    let (first, second, watch) =
        (grant(one, true, Some(ada.id)), grant(two, false, None), grant(Seat::Watch, false, None));
    store.create(&game, &[first, second, watch]).await.unwrap();
    let name = |account: &Account| Some(account.name.clone());
    assert_eq!(store.names(game.id).await, Ok([name(&ada), None]));
    assert_eq!(store.access(first.key).await.unwrap().unwrap().account, Some(ada.id));

    // A session gives access to its account's seat, as the key does, but to no other seat.
    let by = async |session: &Session, seat| store.access_by_session(session.hash, NEVER, game.id, seat).await;
    assert_eq!(by(&hers, None).await, store.access(first.key).await);
    assert_eq!(by(&hers, Some(one)).await, store.access(first.key).await);
    assert_eq!(by(&hers, Some(two)).await, Ok(None));
    assert_eq!(by(&his, None).await, Ok(None));
    let ended = store.access_by_session(hers.hash, Expiry { seen: 10, began: 0 }, game.id, None).await;
    assert_eq!(ended, Ok(None));

    // The holder of a key can claim a seat without an owner, even repeatedly.
    let version = store.version(game.id).await.unwrap();
    assert_eq!(store.claim(bob.id, first.key).await, Ok(Claim::Taken));
    assert_eq!(store.claim(bob.id, watch.key).await, Ok(Claim::Watching));
    assert_eq!(store.claim(bob.id, key()).await, Ok(Claim::Unknown));
    assert_eq!(store.version(game.id).await.unwrap(), version);
    for _ in 0..2 {
        let Ok(Claim::Held(access)) = store.claim(bob.id, second.key).await else { panic!("not held") };
        assert_eq!((access.seat, access.account, access.key), (two, Some(bob.id), Some(second.key)));
    }
    assert_eq!(store.version(game.id).await.unwrap(), version.map(|version| version + 1));
    assert_eq!(store.names(game.id).await, Ok([name(&ada), name(&bob)]));
    assert_eq!(by(&his, None).await.unwrap().unwrap().seat, two);

    // Another key can be given access to a seat only for the account that owns the seat.
    let other = grant(two, false, Some(ada.id));
    assert_eq!(store.admit(game.id, &other).await, Err(StoreError::Conflict));
    let own = grant(two, false, Some(bob.id));
    store.admit(game.id, &own).await.unwrap();
    assert_eq!(store.access(own.key).await.unwrap().unwrap().seat, two);

    let mut later = super::game(&[]);
    later.created_at += 1_000_000;
    store.create(&later, &[grant(Seat::Both, true, Some(bob.id))]).await.unwrap();
    let page = store.held(bob.id, None, 1).await.unwrap();
    assert!(page.len() == 1 && page[0].game == later.id && page[0].seat == Seat::Both, "{page:?}");
    assert_eq!((page[0].at, page[0].status.as_deref()), (later.created_at, Some("ongoing")));
    let page = store.held(bob.id, Some(later.id), 9).await.unwrap();
    assert!(page.len() == 1 && page[0].game == game.id && page[0].seat == two, "{page:?}");
    assert_eq!((&page[0].names, page[0].at), (&[name(&ada), name(&bob)], game.entries[0].at));
    assert_eq!(store.held(bob.id, Some(game.id), 9).await, Ok(vec![]));
}

pub async fn deleting_an_account_keeps_its_games(store: &Store) {
    let (ada, hers) = founded(store, Some("a hash")).await;
    let (codes, passkey) = ([token()], passkey());
    store.set_codes(&hers, &codes).await.unwrap();
    store.add_passkey(&hers, &passkey, 9).await.unwrap();
    let game = super::game(&["a1"]);
    let grant = Grant { key: key(), seat: Seat::Both, host: true, account: Some(ada.id) };
    store.create(&game, &[grant]).await.unwrap();
    let version = store.version(game.id).await.unwrap().unwrap();
    assert_eq!(store.remove_account(ada.id).await, Ok(vec![game.id]));
    assert_eq!(store.version(game.id).await, Ok(Some(version + 1)));
    assert_eq!(store.read(game.id).await, Ok(Some(game.clone())));
    assert_eq!(store.names(game.id).await, Ok([None, None]));
    // The key still gives access to the game, and the name can be used again.
    assert_eq!(store.access(grant.key).await.unwrap().unwrap().account, None);
    assert_eq!(store.account(ada.id).await, Ok(None));
    assert_eq!(store.session(hers.hash, NEVER).await, Ok(None));
    assert_eq!(store.passkey(&passkey.id).await, Ok(None));
    assert_eq!(store.take_code(ada.id, codes[0]).await, Ok(false));
    assert_eq!(store.claim(ada.id, grant.key).await, Err(StoreError::Missing));
    assert_eq!(store.remove_account(ada.id).await, Ok(vec![]));
    let again = account(None);
    let began = session(again.id, 1);
    store.create_account(&again, &[ada.id.to_string()], None, &[], &began).await.unwrap();
}
