//! Tests setups before a game: each side submits one, both are hidden until the second is submitted, and they survive restarts.

use sha2::{Digest, Sha256};

use crate::common::*;

fn propose(client: &Client, spec: &str, picks: usize, secret: bool, players: Value) -> Value {
    let setup = json!({ "picks": picks, "secret": secret });
    client.create_with(json!({ "spec": spec, "setup": setup, "players": players })).good()
}

fn commitment(game: &str, side: u64, setup: &str, salt: &str) -> String {
    let lines = format!("entourage setup 1\n{game}\n{side}\n{setup}\n{salt}\n");
    data_encoding::HEXLOWER.encode(&Sha256::digest(lines))
}

/// Recomputes the commitment of a setup event from public data, and compares it with the stored one.
fn proves(state: &Value, seq: usize) -> bool {
    let event = &state["events"][seq];
    let part = |name: &str| event[name].as_str().unwrap_or("").to_owned();
    let (game, side) = (word(&state["game"]), event["side"].as_u64().unwrap());
    part("salt").len() == 64 && part("commitment") == commitment(&game, side, &part("setup"), &part("salt"))
}

#[test]
fn setups_are_bound_by_a_commitment_with_the_players_salt() {
    let client = &Running::new();
    let game = setup_game();
    let setup = json!({ "picks": 2, "secret": true });
    let keys = client.apart_with(json!({ "spec": game.spec(), "setup": setup }));
    let [one, two] = [1, 2].map(|seed| game.suggest_setup(2, seed).unwrap());
    let salt = "5a".repeat(32);
    let salted =
        |salt: Value| client.act(&keys.sides[0], "setup", json!({ "side": 1, "setup": one, "salt": salt }));
    for bad in [json!(""), json!("5A".repeat(32)), json!("5a".repeat(31)), json!(5)] {
        salted(bad).fails(400, "malformed");
    }
    salted(json!(salt)).good();
    // At first, only the commitment is public.
    let promised = commitment(&word(&client.state(&keys.watch)["game"]), 1, &one, &salt);
    for key in [&keys.sides[0], &keys.sides[1], &keys.watch] {
        let state = client.try_state(key).unwrap();
        assert_eq!(state.json()["events"][0]["commitment"], promised);
        assert!(!state.text.contains(&salt) && !state.text.contains(&one), "{}", state.text);
    }
    // Submitting the same setup with another salt changes nothing.
    salted(json!("a5".repeat(32))).good();
    assert_eq!(client.state(&keys.watch)["events"][0]["commitment"], promised);
    // If the client sends no salt, the server generates one.
    client.setup(&keys.sides[1], 2, &two).good();
    let state = client.state(&keys.watch);
    shows(&state["events"][0], json!({ "salt": salt, "commitment": promised }));
    assert!(proves(&state, 0) && proves(&state, 1), "{state}");
    assert_ne!(state["events"][0]["salt"], state["events"][1]["salt"]);
    let mut forged = state.clone();
    forged["events"][1]["setup"] = state["events"][0]["setup"].clone();
    assert!(!proves(&forged, 1));

    // A commitment also binds the computer's setup, even in the rematch.
    let id = word(&propose(client, &game.spec(), 2, true, against_computer())["id"]);
    client.setup(&id, 1, &one).good();
    let state = client.state(&id);
    assert!(proves(&state, 0) && proves(&state, 1), "{state}");
    client.resign(&id, 2, 1).good();
    client.agree(&id, "rematch", 3).good();
    let next = client.next(&id).word("key");
    client.setup(&next, 2, &two).good();
    let state = client.state(&next);
    assert!(proves(&state, 0) && proves(&state, 1), "{state}");
}

#[test]
fn setups_are_hidden_until_both_are_made() {
    let game = setup_game();
    let [one, two] = [1, 2].map(|seed| game.suggest_setup(3, seed).unwrap());
    let joined = game.setup_spec([Some(&one), Some(&two)]).unwrap();
    let start = Registry::built_in().open(&joined).unwrap().begin(None).unwrap();
    let first = &start.legal_moves()[0];
    let mut server = Running::new();
    let created = propose(&server, &game.spec(), 3, true, persons());
    let id = &word(&created["id"]);
    shows(&created["state"], json!({ "status": "setup", "seq": 0 }));
    let setup = json!({ "picks": 3, "secret": true, "committed": [false, false], "choices": [null, null] });
    assert_eq!(created["state"]["setup"], setup);

    server.play(id, 0, first).fails(422, "preparing");
    server.resign(id, 0, 1).fails(422, "preparing");
    server.take_back(id, 0, 1).fails(422, "preparing");

    // The second player can submit a setup first, and can retry.
    for _ in 0..2 {
        assert_eq!(server.setup(id, 2, &two).good(), json!({ "seq": 1, "status": "setup" }));
    }
    server.setup(id, 2, &one).fails(409, "committed");
    for restarted in [false, true] {
        if restarted {
            server.restart();
        }
        let state = server.state(id);
        let hides = |text: String| assert!(!two.split('/').take(2).any(|part| text.contains(part)), "{text}");
        hides(state.to_string());
        let commitment = word(&state["events"][0]["commitment"]);
        assert_eq!(commitment.len(), 64);
        let event = json!({ "type": "setup", "side": 2, "setup": "", "commitment": commitment });
        shows(&state, json!({ "setup/committed": [false, true], "events": [event], "status": "setup" }));
        assert_eq!(state["spec"], game.spec());
        // The response to a conflicting request does not reveal the setup either.
        let stale = server.play(id, 0, "zz");
        stale.fails(409, "conflict");
        hides(stale.text);
    }

    let begun = server.setup(id, 1, &one).good();
    assert_eq!(begun, json!({ "seq": 2, "status": start.status().to_string() }));
    assert_eq!(server.setup(id, 1, &one).good(), begun);
    server.setup(id, 1, &two).fails(409, "committed");
    let state = server.state(id);
    shows(&state, json!({ "spec": joined, "start": start.start_text(), "setup/choices": [one, two] }));
    assert_eq!(state["events"][0]["setup"], two);
    assert!(proves(&state, 0) && proves(&state, 1));

    assert_eq!(server.play(id, 2, first).good()["seq"], 3);
    server.restart();
    shows(server.state(id), json!({ "spec": joined, "moves": [first] }));
    assert_eq!(server.take_back(id, 3, 1).good()["seq"], 4);
    server.take_back(id, 4, 1).fails(422, "takeback");
    assert_eq!(server.setup(id, 1, &one).good()["seq"], 4);
    assert_eq!(server.resign(id, 4, 2).good()["seq"], 5);
}

#[test]
fn invalid_setups_are_refused_in_both_languages() {
    let client = &Running::new();
    let game = setup_game();
    let catalogue = game.info(Language::English).catalogue.unwrap();
    let [a, b] = [0, 1].map(|index| &catalogue.cards[index]);
    let spec = format!("{}:ban={}+{}", game.spec(), a.code, b.code);
    let id = &word(&propose(client, &spec, 2, true, persons())["id"]);
    let banned = format!("{}+{}", b.code, a.code);
    let error = client.setup(id, 1, &banned).error(422, "setup");
    let message = word(&error["message"]);
    assert!(message.contains(&a.name) && message.contains(&b.name) && message.contains("ban="), "{message}");
    shows(error, json!({ "reason": "banned", "cards": [a.code, b.code] }));
    let french = client.with("accept-language", "fr").setup(id, 1, &banned).fails(422, "setup");
    assert!(french.contains("combinés"), "{french}");

    let one = game.suggest_setup(1, 5).unwrap();
    assert_eq!(client.setup(id, 1, &one).error(422, "setup")["reason"], "count");
    let unknown = client.setup(id, 1, "nonesuch+nothing/x").error(422, "setup");
    shows(unknown, json!({ "token": "nonesuch", "at": 0 }));
    client.setup(id, 3, &one).fails(400, "malformed");
    client.setup(id, 1, &format!("{one},2={one}")).fails(422, "setup");
    client.act(id, "setup", json!({ "side": 1 })).fails(400, "malformed");
    client.post("/api/game/setup", json!({ "side": 1, "setup": one })).fails(401, "no-key");
    assert_eq!(client.state(id)["seq"], 0, "an invalid setup was stored");

    let setup = json!({ "picks": 2, "secret": true });
    let many = json!({ "picks": catalogue.picks + 1, "secret": true });
    client.create_with(json!({ "spec": game.spec(), "setup": many })).fails(422, "setup");
    let start = game.begin(None).unwrap().start_text();
    let both = json!({ "spec": game.spec(), "setup": setup, "position": start });
    client.create_with(both).fails(422, "combination");
    let registry = Registry::built_in();
    let without = |id: &&&str| registry.open(id).unwrap().info(Language::English).catalogue.is_none();
    let plain = registry.games().iter().find(without).unwrap();
    client.create_with(json!({ "spec": plain, "setup": setup })).fails(422, "setup");
    client.setup(&client.create(&[]), 1, &one).fails(422, "setup");
}

#[test]
fn open_setups_are_visible_at_once_and_replace_those_of_the_spec() {
    let client = &Running::new();
    let game = setup_game();
    let [one, two] = [3, 4].map(|seed| game.suggest_setup(2, seed).unwrap());
    let with_choices = game.setup_spec([Some(&one), Some(&two)]).unwrap();
    let created = propose(client, &with_choices, 2, false, persons());
    assert_eq!(created["state"]["spec"], game.spec());
    let id = word(&created["id"]);
    client.setup(&id, 1, &two).good();
    let events = json!([{ "type": "setup", "side": 1, "setup": two }]);
    shows(client.state(&id), json!({ "setup/choices": [two, null], "events": events }));
}

#[test]
fn computers_setups_are_hidden_and_random() {
    let client = &Running::new();
    let game = setup_game();
    let mut chosen = std::collections::BTreeSet::new();
    for round in 0..8 {
        let created = propose(client, &game.spec(), 3, true, against_computer());
        let unseen = json!({ "committed": [false, true], "choices": [null, null] });
        shows(&created["state"]["setup"], unseen);
        let id = word(&created["id"]);
        client.setup(&id, 1, &game.suggest_setup(3, round).unwrap()).good();
        let choice = word(&client.state(&id)["setup"]["choices"][1]);
        assert_eq!(game.check_setup(3, &choice).unwrap(), choice);
        chosen.insert(choice);
    }
    assert!(chosen.len() > 4, "{chosen:?}");
    let computer = json!({ "kind": "computer", "level": 1 });
    let both = propose(client, &game.spec(), 3, true, json!([computer, computer]));
    shows(&both["state"], json!({ "seq": 2, "setup/committed": [true, true] }));
    assert_ne!(both["state"]["status"], "setup");
}
