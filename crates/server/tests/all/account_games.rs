//! Tests seats that belong to accounts: playing on several devices, claiming, exporting and deleting seats.

use crate::common::sockets::{closed, send};
use crate::common::*;

fn apart(of: &Client, open: bool) -> (Apart, Value) {
    let created = of.create_with(json!({ "seats": { "host": 1, "open": open } })).good();
    (Apart::of(&created), created["state"].clone())
}

#[test]
fn accounts_play_their_games_on_every_device() {
    let client = &Running::new();
    let [ada, bob] = members(client, ["Ada", "Bob"]);
    let (keys, state) = apart(&ada, true);
    assert_eq!(state["names"], json!(["Ada", null]));
    let taken = bob.take(&state["game"], 2, &key('b')).good();
    assert_eq!(taken["names"], json!(["Ada", "Bob"]));

    // The players see the game in their lists on every device; other users do not.
    let phone = client.sign_in("Ada", PASSWORD);
    let games = phone.games();
    assert_eq!(games.len(), 1);
    shows(&games[0], json!({ "seat": "1", "names": ["Ada", "Bob"], "spec": spec(), "status": "ongoing" }));
    let (one, two) = (&word(&games[0]["pass"]), &word(&bob.games()[0]["pass"]));
    let eve = client.join("Eve");
    assert!(eve.games().is_empty());

    let [first, reply] = first_moves();
    bob.play(two, 0, &first).fails(403, "turn");
    eve.play(one, 0, &first).fails(404, "no-game");
    bob.play(one, 0, &first).fails(404, "no-game");
    client.play(one, 0, &first).fails(401, "signed-out");
    phone.play(one, 0, &first).good();
    phone.play(one, 1, "none").fails(403, "turn");
    bob.play(two, 1, &reply).good();
    // The key still gives access to the same seat.
    assert_eq!(client.state(&keys.sides[0])["seq"], 2);
    assert_eq!(phone.state(one)["seat"], "1");

    phone.act(one, "notes", json!({ "text": "mine" })).good();
    phone.chat(one, "a", "hello").good();
    assert_eq!(bob.read(two, "chat?from=0").good()["lines"][0]["text"], "hello");
    assert_eq!(phone.read(one, "record").status, 200);
    eve.resign(one, 2, 1).fails(404, "no-game");
    phone.resign(one, 2, 1).good();
    assert_ne!(ada.games()[0]["status"], "ongoing");

    phone.offer(one, 3, 1, "rematch").good();
    bob.agree(two, "rematch", 4).good();
    let there = phone.next(one).word("key");
    assert!(there.starts_with('@') && there.ends_with(".2"), "{there}");
    assert_eq!(phone.next(one).word("key"), there, "every request returns the same pass");
    // In the rematch, the key and the pass give access to the same seat.
    assert_eq!(client.state(&client.next(&keys.sides[0]).word("key"))["seat"], "2");
    assert_eq!(ada.state(&there)["seat"], "2");
    assert!(bob.next(two).word("key").ends_with(".1"));
    assert_eq!(bob.games().len(), 2);

    // After signing out, the pass no longer works.
    phone.delete("/api/session").good();
    phone.opens_nothing(one);
    for bad in ["@nothing", &format!("{one}x")] {
        ada.try_state(bad).unwrap().fails(401, "bad-key");
    }
}

#[test]
fn games_on_a_device_are_claimed_by_key() {
    let client = &Running::new();
    let (alone, keys) = (client.create(&[]), client.create_apart(&[]));
    let [ada, bob] = members(client, ["Ada", "Bob"]);
    let passes = ada.claim(&[&alone, &keys.sides[0], &keys.watch, &key('b'), "damaged"]).list("passes");
    assert!(word(&passes[0]).ends_with(".both") && word(&passes[1]).ends_with(".1"));
    assert_eq!(passes[2..], [Value::Null, Value::Null, Value::Null]);
    assert_eq!(ada.games().len(), 2);
    // A retry returns the same passes; another account cannot claim the seats.
    assert_eq!(ada.claim(&[&keys.sides[0]]).good()["passes"][0], passes[1]);
    assert_eq!(bob.claim(&[&keys.sides[0]]).good()["passes"][0], Value::Null);
    bob.claim(&[&keys.sides[1]]).good();
    assert_eq!(client.state(&keys.watch)["names"], json!(["Ada", "Bob"]));
    assert_eq!(client.state(&alone)["names"], json!([null, null]));
    ada.claim(&vec![&*key('b'); 201]).fails(400, "malformed");
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_last_as_long_as_their_session() {
    let client = &Setting { heartbeat: Some(Duration::from_millis(300)), ..Setting::default() }.start();
    let ada = client.join("Ada");
    let (keys, _) = apart(&ada, false);
    let pass = word(&ada.games()[0]["pass"]);
    let refused = hear(&mut follow(client, &pass, None).await).await.unwrap();
    assert_eq!(refused["error"]["code"], "signed-out");
    let mut friend = follow(client, &keys.sides[1], None).await;
    let mut hers = follow(&ada, &pass, None).await;
    assert_eq!(hear_of(&mut hers, "state").await["state"]["names"], json!(["Ada", null]));
    send(&mut hers, json!({ "seq": 0, "move": legal(&[])[0] })).await;
    assert_eq!(hear_of(&mut friend, "events").await["from"], 0);
    // Followers are notified of the account that owns the other seat.
    let bob = client.join("Bob");
    bob.claim(&[&keys.sides[1]]).good();
    for socket in [&mut friend, &mut hers] {
        assert_eq!(hear_of(socket, "names").await["names"], json!(["Ada", "Bob"]));
    }
    // The socket closes when its user signs out, and a new one is refused.
    ada.delete("/api/session").good();
    assert_eq!(closed(&mut hers).await, Some(1001));
    let refused = hear(&mut follow(&ada, &pass, None).await).await.unwrap();
    assert_eq!(refused["error"]["code"], "no-game");
}

#[test]
fn account_data_can_be_exported() {
    let client = &Running::new();
    let (ada, codes) = client.join_with_codes("Ada");
    shows(ada.get("/api/account/export").good(), json!({ "account/name": "Ada", "games": [] }));
    let (keys, _) = apart(&ada, false);
    client.chat(&keys.sides[0], "a", "hello").good();
    for _ in 0..61 {
        ada.create(&[]);
    }
    let answer = ada.get("/api/account/export");
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"entourage-account.json\"");
    let games = answer.list("games");
    assert_eq!((games.len(), answer.list("sessions").len()), (62, 1));
    assert!(games.iter().all(|game| word(&game["record"]).starts_with("[Event")), "{:?}", games[0]);
    assert!(games.iter().any(|game| game["game"]["chat"][0]["text"] == "hello"));
    // A compressed response is also complete.
    let small = ada.with("accept-encoding", "gzip").get("/api/account/export");
    assert_eq!((small.status, small.header("content-encoding")), (200, "gzip"));
    // The export contains no credentials.
    assert!(!answer.text.contains(ada.token()) && !answer.text.contains("argon2"));
    assert!(codes.iter().all(|code| !answer.text.contains(code)));
    let page = ada.get("/api/account/games");
    assert!(page.list("games").len() < 62);
    let rest = ada.get(&format!("/api/account/games?after={}", page.word("next")));
    assert_eq!((page.list("games").len() + rest.list("games").len(), &rest.good()["next"]), (62, &Value::Null));
}

#[test]
fn deleted_accounts_leave_games_without_names() {
    let client = &Running::by_hand();
    let (ada, codes) = client.join_with_codes("Ada");
    let (keys, _) = apart(&ada, false);
    assert_eq!(client.state(&keys.sides[1])["names"], json!(["Ada", null]));
    client.time.pass(11 * MINUTE);
    ada.delete("/api/account").fails(403, "prove");
    let ada = client.signed_in(&ada.post("/api/account/confirm", json!({ "password": PASSWORD })));
    let gone = ada.delete("/api/account");
    gone.good();
    assert!(gone.header("set-cookie").contains("Max-Age=0"));
    assert_eq!(ada.account(), Value::Null);
    client.enter_by_password("Ada", PASSWORD).fails(403, "credentials");
    client.enter(json!({ "name": "Ada", "code": codes[0] })).fails(403, "credentials");
    // The game continues for holders of a key.
    shows(client.state(&keys.sides[1]), json!({ "names": [null, null], "status": "ongoing" }));
    client.play(&keys.sides[0], 0, &legal(&[])[0]).good();
    client.join("ada");
}
