//! Tests permissions: every action with every key, across restarts and after keys are replaced.

use entourage_store::DataDirectory;

use crate::common::*;

#[test]
fn each_key_plays_only_its_side() {
    let mut server = Running::new();
    let Apart { sides: [one, two], watch } = server.create_apart(&[]);
    assert!(one != two && two != watch && one != watch && one.len() == 26);
    let [first, second] = first_moves();
    for restarted in [false, true] {
        if restarted {
            server.restart();
        }
        for (key, seat, host) in [(&one, "1", true), (&two, "2", false), (&watch, "watch", false)] {
            shows(server.state(key), json!({ "seat": seat, "host": host, "seq": 0 }));
        }
        server.play(&two, 0, &first).fails(403, "turn");
        server.play(&watch, 0, &first).fails(403, "watching");
        server.play(&watch, 7, "zz").fails(403, "watching");
        server.resign(&watch, 0, 1).fails(403, "watching");
        server.take_back(&watch, 0, 1).fails(403, "watching");
        server.resign(&one, 0, 2).fails(403, "other-side");
        server.resign(&two, 0, 1).fails(403, "other-side");
        assert_eq!(server.state(&watch)["seq"], 0);
    }
    let client = &server;
    client.play(&one, 0, &first).good();
    client.play(&one, 0, &first).good();
    let message = client.play(&one, 1, &second).fails(403, "turn");
    let french = client.act(&one, "moves?lang=fr", json!({ "seq": 1, "move": second }));
    assert_ne!(french.fails(403, "turn"), message);
    let stale = client.play(&two, 0, &second);
    stale.fails(409, "conflict");
    shows(&stale.json()["state"], json!({ "seat": "2", "host": false }));
    client.play(&two, 1, &second).good();
    for key in [&one, &two] {
        client.take_back(key, 2, 1).fails(403, "agreement");
    }
    client.resign(&two, 2, 2).good();
    shows(client.state(&watch), json!({ "resigned": 2, "moves": [first, second] }));
    client.play(&two, 3, "pass").fails(422, "ended");
}

#[test]
fn one_key_plays_both_sides_on_one_device() {
    let client = &Running::new();
    let key = client.create(&["pass"]);
    shows(client.state(&key), json!({ "seat": "both", "host": true }));
    client.take_back(&key, 1, 1).good();
    client.resign(&key, 2, 2).good();
}

#[test]
fn each_side_makes_its_own_setup() {
    let client = &Running::new();
    let game = setup_game();
    let choice = game.suggest_setup(3, 0).unwrap();
    let body = json!({ "spec": game.spec(), "setup": { "picks": 3, "secret": true }, "seats": { "host": 2 } });
    let Apart { sides: [one, two], watch } = client.apart_with(body);
    client.setup(&watch, 1, &choice).fails(403, "watching");
    client.setup(&two, 1, &choice).fails(403, "other-side");
    client.setup(&one, 2, &choice).fails(403, "other-side");
    assert_eq!(client.state(&one)["setup"]["committed"], json!([false, false]));
    client.setup(&two, 2, &choice).good();
    assert_eq!(client.setup(&one, 1, &choice).good()["seq"], 2);
    assert_eq!(client.state(&watch)["setup"]["choices"], json!([choice, choice]));
}

#[test]
fn creator_replaces_keys_until_the_first_event() {
    let client = &Running::new();
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    client.renew(&two, "1").fails(403, "not-host");
    client.renew(&watch, "1").fails(403, "not-host");
    client.renew(&client.create(&[]), "1").fails(403, "not-host");
    client.renew(&"a".repeat(26), "1").fails(404, "no-game");
    for bad in [json!("both"), json!("3"), json!(1), Value::Null] {
        client.act(&one, "keys", json!({ "seat": bad })).fails(400, "malformed");
    }
    let again = client.renew(&one, "2").word("key");
    client.opens_nothing(&two);
    assert_eq!(client.state(&again)["seat"], "2");
    let public = client.renew(&one, "watch").word("key");
    client.opens_nothing(&watch);
    assert_eq!(client.state(&public)["seat"], "watch");
    // A creator who replaces their own key keeps the creator's rights.
    let own = client.renew(&one, "1").word("key");
    client.renew(&one, "2").fails(404, "no-game");
    shows(client.state(&own), json!({ "seat": "1", "host": true }));
    client.play(&own, 0, &legal(&[])[0]).good();
    client.renew(&own, "2").fails(409, "begun");
    assert_eq!(client.state(&again)["seq"], 1);
}

/// Notes that are written while a key is being replaced must not be visible with the new key.
#[test]
fn notes_are_not_visible_to_a_new_key() {
    let client = &Running::new();
    for round in 0..15 * times() {
        let Apart { sides: [one, two], .. } = client.create_apart(&[]);
        let (new, statuses) = std::thread::scope(|scope| {
            let written = ["old", "older"].map(|text| {
                let two = &two;
                scope.spawn(move || client.act(two, "notes", json!({ "text": text })).status)
            });
            let new = client.renew(&one, "2").word("key");
            (new, written.map(|writer| writer.join().unwrap()))
        });
        assert!(statuses.iter().all(|status| matches!(status, 200 | 404)), "{statuses:?}");
        assert_eq!(client.read(&new, "notes").good()["text"], "", "round {round}: {statuses:?}");
    }
}

/// If a move and the replacement of a key compete, exactly one of them succeeds.
#[test]
fn keys_are_replaced_before_the_first_event_or_not_at_all() {
    let client = &Running::new();
    let moves = line(3);
    let (mut moved, mut replaced) = (0, 0);
    for round in 0..40 {
        // Moves with which the game was created do not count.
        let seq = if round / 8 % 2 == 0 { 0 } else { 2 };
        let body = json!({ "seats": { "host": 2 }, "moves": moves[..seq] });
        let Apart { sides: [friend, host], .. } = client.apart_with(body);
        let (renewed, played) = std::thread::scope(|scope| {
            let played = scope.spawn(|| client.play(&friend, seq, &moves[seq]));
            // The replacement happens before, during or after the move.
            std::thread::sleep(Duration::from_micros(400 * (round % 8)));
            (client.renew(&host, "1"), played.join().unwrap())
        });
        if renewed.status == 200 {
            replaced += 1;
            played.fails(404, "no-game");
            assert_eq!(client.state(&renewed.word("key"))["seq"], seq);
        } else {
            moved += 1;
            renewed.fails(409, "begun");
            assert_eq!(played.good()["seq"], seq + 1);
            assert_eq!(client.state(&friend)["seq"], seq + 1);
        }
    }
    eprintln!("{moved} moves and {replaced} replacements were first");
}

#[test]
fn one_of_several_new_keys_works() {
    let client = &Running::new();
    let Apart { sides: [host, friend], .. } = &client.create_apart(&[]);
    let renew = |seat: &'static str| together((0..6).map(|_| move || client.renew(host, seat)));
    let opens = |answer: &Answer| client.try_state(&answer.word("key")).unwrap().status == 200;
    let friends = renew("2");
    client.opens_nothing(friend);
    assert_eq!(friends.iter().filter(|answer| opens(answer)).count(), 1);
    // Each request replaces the key that it uses, so only one of them succeeds.
    let (new, late): (Vec<_>, Vec<_>) = renew("1").into_iter().partition(|answer| answer.status == 200);
    assert!(new.len() == 1 && opens(&new[0]), "{new:?}");
    late.iter().for_each(|answer| drop(answer.fails(404, "no-game")));
}

/// A replaced key does not work in the rematch either, and the notes and conditional moves written with it are deleted.
#[test]
fn replaced_keys_leave_nothing_behind() {
    let client = &Running::new();
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    let [first] = first_moves();
    client.plan(&two, 0, &format!("{first} > resign")).good();
    client.act(&two, "notes", json!({ "text": "mine" })).good();
    let two = client.renew(&one, "2").word("key");
    assert_eq!(client.read(&two, "notes").good()["text"], "");
    assert_eq!(client.read(&two, "plan").good()["plan"], "");
    client.play(&one, 0, &first).good();
    assert_eq!(client.state(&one)["seq"], 1, "conditional moves remained");

    client.resign(&one, 1, 1).good();
    client.agreed("rematch", 2, (&two, 2), &one);
    let [host, friend] = [&one, &two].map(|key| client.next(key).word("key"));
    let new = client.renew(&host, "1").word("key");
    client.opens_nothing(&friend);
    client.next(&two).fails(409, "taken");
    client.opens_nothing(&friend);
    assert_eq!(client.state(&new)["seat"], "1");
}

#[test]
fn games_on_two_devices_need_two_people() {
    let client = &Running::new();
    let seats = json!({ "host": 1 });
    client.create_with(json!({ "players": against_computer(), "seats": seats })).fails(422, "players");
    for bad in [json!({}), json!({ "host": 0 }), json!({ "host": 3 }), json!({ "host": "1" }), json!(1)] {
        client.create_with(json!({ "seats": bad })).fails(400, "malformed");
    }
    let created = client.create_with(json!({ "seats": { "host": 2 } })).good();
    assert_eq!(created["state"]["seat"], "2");
    assert!(created.get("id").is_none());
    let shared = client.create_with(json!({ "seats": null })).good();
    assert!(shared.get("keys").is_none() && shared["id"].is_string());
}

#[test]
fn database_contains_no_keys_in_plain_text() {
    let mut server = Running::new();
    let Apart { sides: [one, two], watch } = server.create_apart(&[]);
    let keys = [one, two, watch, server.create(&["pass"])];
    server.end();
    let file = std::fs::read(server.data().join(DataDirectory::DATABASE)).unwrap();
    let holds = |part: &[u8]| file.windows(part.len()).any(|bytes| bytes == part);
    for key in keys {
        let upper = key.to_ascii_uppercase();
        let bits = data_encoding::BASE32_NOPAD.decode(upper.as_bytes()).unwrap();
        assert!(!holds(key.as_bytes()) && !holds(upper.as_bytes()) && !holds(&bits));
    }
}
