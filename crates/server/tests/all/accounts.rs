//! Tests accounts: names, passwords, recovery codes and passkeys.

use entourage_store::DataDirectory;

use crate::common::*;
use crate::limits::limited;

#[test]
fn accounts_are_created_and_signed_in_to() {
    let client = &Running::new();
    let nobody = client.get("/api/account").good();
    assert_eq!(nobody, json!({ "account": null, "passkeys": "localhost", "letters": false }));
    let answer = client.found(" Zoé ", PASSWORD);
    assert_eq!(answer.status, 201);
    let account = answer.good()["account"].clone();
    shows(&account, json!({ "name": "Zoé", "password": true, "codes": 10, "passkeys": [], "fresh": true }));
    let codes = answer.list("codes");
    assert!(codes.len() == 10 && codes.iter().all(|code| word(code).len() == 30), "{codes:?}");
    let cookie = answer.header("set-cookie");
    assert!(cookie.ends_with("; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000"), "{cookie}");
    assert_eq!(answer.header("cache-control"), "no-store");
    let zoe = client.signed_in(&answer);
    assert_eq!(zoe.account(), account);
    for name in ["Zoé", "ZOÉ", "zoe\u{301}", " zoé"] {
        assert_eq!(client.sign_in(name, PASSWORD).account()["name"], "Zoé", "{name}");
    }
    zoe.delete("/api/session").good();
    assert_eq!(zoe.account(), Value::Null);
    zoe.delete("/api/session").good();
}

#[test]
fn names_are_unique_and_not_confusable() {
    let client = &Running::new();
    client.join("Bill");
    for taken in ["bill", "BILL", "Bi11", "BiII", "B-ill"] {
        client.found(taken, PASSWORD).fails(409, "name-taken");
    }
    for bad in ["", "a", &"a".repeat(25), "a\u{202e}b", "Аda", "admin", "a  b", "🦉🦉"] {
        let english = client.found(bad, PASSWORD).fails(422, "name");
        let body = json!({ "name": bad, "password": PASSWORD });
        let french = client.post("/api/account?lang=fr", body).fails(422, "name");
        assert_ne!(english, french, "{bad}");
    }
    let ask = |name: &str| client.post("/api/passkeys", json!({ "purpose": "found", "name": name }));
    ask("bill").fails(409, "name-taken");
    ask("root").fails(422, "name");
    ask("Ada").good();
}

#[test]
fn password_rules_are_enforced() {
    let client = &Running::new();
    for bad in ["", "1234567", "password", "P@ssw0rd1", "adalovelace", &"correct horse ".repeat(10)] {
        client.found("Ada Lovelace", bad).fails(422, "password");
    }
    // Spaces, punctuation and letters of any script are significant, and nothing is truncated.
    let long = "ça—漢字 ".repeat(16);
    client.found("Ada Lovelace", &long).good();
    for wrong in [long.trim_end(), &long.chars().take(20).collect::<String>()] {
        client.enter_by_password("Ada Lovelace", wrong).fails(403, "credentials");
    }
    client.sign_in("Ada Lovelace", &long);
}

#[test]
fn wrong_names_and_wrong_passwords_are_indistinguishable() {
    let client = &Running::new();
    client.join("Ada");
    let ask = |name: &str| {
        let begin = Instant::now();
        let answer = client.enter_by_password(name, "not the password");
        let took = begin.elapsed();
        answer.fails(403, "credentials");
        assert_eq!(answer.header("set-cookie"), "");
        (answer.text, took)
    };
    // The first attempt is not measured, because it may initialise data that later attempts reuse.
    ask("Nobody Here");
    let (known, unknown) = (ask("Ada"), ask("Eve"));
    assert_eq!(known.0, unknown.0);
    // If no hash were computed for an unknown account, the response would take a hundredth of the time.
    let (quick, slow) = (known.1.min(unknown.1), known.1.max(unknown.1));
    assert!(slow < quick * 20, "{quick:?} {slow:?}");
    for (name, code) in [("Ada", "aaaaa-aaaaa"), ("Eve", "aaaaa")] {
        client.enter(json!({ "name": name, "code": code })).fails(403, "credentials");
    }
}

#[test]
fn attempts_per_name_are_limited() {
    let client = &Running::by_hand();
    client.join("Ada");
    let wrong = || client.enter_by_password("ada", "not the password");
    let used_up = || {
        for _ in 0..10 {
            wrong().fails(403, "credentials");
        }
        wrong().fails(429, "attempts");
    };
    used_up();
    let wait: i64 = wrong().header("retry-after").parse().unwrap();
    assert!((1..=61).contains(&wait), "{wait}");
    // Even the correct password is refused, so that refusals reveal nothing.
    client.enter_by_password("Ada", PASSWORD).fails(429, "attempts");
    client.time.pass(wait * 1000);
    client.sign_in("Ada", PASSWORD);
    used_up();
}

#[test]
fn strangers_do_not_delay_the_owner() {
    let server = &limited("attempts=1000,accounts=1000,requests=10000,changes=1000".parse().unwrap());
    let (_, codes) = server.join_with_codes("Ada");
    let headers = server.enter_by_password("Ada", PASSWORD).headers;
    let browser = headers.iter().find(|(_, value)| value.starts_with("entourage-browser=")).unwrap();
    let from = |address: &str| server.with("x-forwarded-for", address);
    for host in 0..200 {
        from(&format!("2001:db8::{host:x}")).enter_by_password("Ada", "not the password");
    }
    // An IPv6 /64 counts as one address.
    from("2001:db8::ffff").enter_by_password("Ada", PASSWORD).fails(429, "attempts");
    from("2001:db8:0:1::1").enter_by_password("Ada", PASSWORD).good();
    for network in 2..60 {
        for _ in 0..3 {
            from(&format!("2001:db8:0:{network:x}::1")).enter_by_password("Ada", "not the password");
        }
    }
    from("203.0.113.5").enter_by_password("Ada", PASSWORD).fails(429, "attempts");
    // Sign-ins from the owner's browser or with a recovery code are not delayed.
    let browser = browser.1.split(';').next().unwrap();
    from("203.0.113.5").with("cookie", browser).enter_by_password("Ada", PASSWORD).good();
    from("203.0.113.5").enter(json!({ "name": "Ada", "code": codes[0] })).good();
}

#[test]
fn attempts_per_address_are_limited() {
    let server = limited("attempts=3,accounts=2".parse().unwrap());
    let from = |host: u8| server.with("x-forwarded-for", &format!("203.0.113.{host}"));
    for name in ["Ada", "Eve", "Bob"] {
        from(5).enter_by_password(name, "not the password").fails(403, "credentials");
    }
    from(5).post("/api/passkeys", json!({ "purpose": "show" })).fails(429, "limited");
    from(6).post("/api/passkeys", json!({ "purpose": "show" })).good();
    for name in ["Ada", "Eve"] {
        from(7).found(name, PASSWORD).good();
    }
    from(7).found("Bob", PASSWORD).fails(429, "limited");
}

#[test]
fn changing_the_password_needs_the_old_one_and_ends_other_sessions() {
    let client = &Running::new();
    let ada = client.join("Ada");
    let other = client.sign_in("Ada", PASSWORD);
    let set = |old: Value, new: &str| ada.put("/api/account/password", json!({ "old": old, "new": new }));
    set(json!("not the password"), "another good one").fails(403, "credentials");
    set(Value::Null, "another good one").fails(403, "credentials");
    set(json!(PASSWORD), "password").fails(422, "password");
    assert_eq!(other.account()["name"], "Ada");
    set(json!(PASSWORD), "another good one").good();
    assert_eq!((&ada.account()["name"], other.account()), (&json!("Ada"), Value::Null));
    client.enter_by_password("Ada", PASSWORD).fails(403, "credentials");
    client.sign_in("Ada", "another good one");
    ada.delete("/api/account/password").fails(409, "last-way");
}

#[test]
fn recovery_codes_work_once_and_can_be_replaced() {
    let client = &Running::by_hand();
    let (ada, codes) = client.join_with_codes("Ada");
    let by = |name: &str, code: &str| client.enter(json!({ "name": name, "code": code }));
    client.join("Eve");
    by("Eve", &codes[0]).fails(403, "credentials");
    by("ada", &format!(" {} ", codes[0].to_uppercase().replace('-', " "))).good();
    by("ada", &codes[0]).fails(403, "credentials");
    assert_eq!(ada.account()["codes"], 9);
    let fresh = ada.post("/api/account/codes", json!({})).list("codes");
    by("ada", &codes[1]).fails(403, "credentials");
    by("ada", &word(&fresh[1])).good();
    // A session left open in a browser is not enough to create new codes.
    client.time.pass(11 * MINUTE);
    assert_eq!(ada.account()["fresh"], false);
    ada.post("/api/account/codes", json!({})).fails(403, "prove");
    let confirm = |shown: Value| ada.post("/api/account/confirm", shown);
    confirm(json!({ "password": "not the password" })).fails(403, "credentials");
    confirm(json!({ "name": "Eve", "password": PASSWORD })).fails(403, "credentials");
    let proven = confirm(json!({ "password": PASSWORD }));
    assert_eq!(proven.good()["fresh"], true);
    // The new session replaces the previous one.
    let again = client.signed_in(&proven);
    assert!(again.cookie() != ada.cookie() && ada.account() == Value::Null);
    again.post("/api/account/codes", json!({})).good();
}

#[test]
fn forged_passkey_responses_are_refused() {
    let client = &Running::by_hand();
    let ask = |purpose: Value| client.post("/api/passkeys", purpose);
    ask(json!({ "purpose": "add" })).fails(401, "signed-out");
    ask(json!({ "purpose": "found" })).fails(422, "name");
    ask(json!({ "purpose": "unheard-of" })).fails(400, "malformed");
    let asked = ask(json!({ "purpose": "show" })).good();
    shows(&asked["options"], json!({ "rpId": "localhost", "userVerification": "required" }));
    let new = ask(json!({ "purpose": "found", "name": "Ada" })).good();
    shows(&new["options"], json!({ "rp/id": "localhost", "attestation": "none" }));
    assert_eq!(new["options"]["authenticatorSelection"]["residentKey"], "required");
    let parts = ["authenticatorData", "clientDataJSON", "signature", "userHandle"];
    let response = std::collections::BTreeMap::from(parts.map(|part| (part, "AAAA")));
    let credential = json!({ "id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": response });
    let show = |ceremony: &Value, credential: &Value| {
        client.enter(json!({ "passkey": { "ceremony": ceremony, "credential": credential } }))
    };
    for credential in [&credential, &json!({}), &json!("text"), &json!({ "id": "a".repeat(20_000) })] {
        show(&asked["ceremony"], credential).fails(422, "passkey");
    }
    show(&json!("nothing"), &credential).fails(422, "passkey");
    // A passkey ceremony works only for the purpose for which it was started.
    show(&new["ceremony"], &credential).fails(422, "passkey");
    let passkey = json!({ "ceremony": asked["ceremony"], "credential": credential });
    for (body, code) in [
        (json!({ "name": "Ada", "passkey": passkey }), "passkey"),
        (json!({ "name": "Ada", "password": PASSWORD, "passkey": passkey }), "ways"),
        (json!({ "name": "Ada" }), "ways"),
    ] {
        client.post("/api/account", body).fails(422, code);
    }
    for shown in
        [json!({}), json!({ "name": "Ada" }), json!({ "password": PASSWORD, "code": "a", "name": "Ada" })]
    {
        client.enter(shown).fails(422, "ways");
    }
}

#[test]
fn passkeys_need_a_host_name() {
    let server = Running::with(Config { address: Some("http://203.0.113.5".into()), ..Config::default() });
    assert_eq!(server.get("/api/account").good()["passkeys"], Value::Null);
    server.post("/api/passkeys", json!({ "purpose": "show" })).fails(422, "no-passkeys");
}

#[test]
fn database_contains_no_password_code_or_session_in_plain_text() {
    let mut server = Running::new();
    let (ada, codes) = server.join_with_codes("Ada");
    server.end();
    let file = std::fs::read(server.data().join(DataDirectory::DATABASE)).unwrap();
    let holds = |text: &str| file.windows(text.len()).any(|bytes| bytes == text.as_bytes());
    assert!(holds("Ada") && holds("$argon2id$v=19$m=19456,t=2,p=1$"));
    assert!(!holds(PASSWORD) && !holds(ada.token()));
    assert!(codes.iter().all(|code| !holds(code) && !holds(&code.replace('-', ""))));
}
