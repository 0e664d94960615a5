//! What players choose before a game that has a catalogue: committed once a side, unseen until both are, lasting.

use entourage_kernel::Language;
use entourage_registry::{AnyGame, Registry};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::common::{self, Client, Running, persons};

/// The first game of the registry that has a catalogue.
fn game() -> Box<dyn AnyGame> {
    let registry = Registry::built_in();
    let mut all = registry.games().iter().map(|id| registry.open(id).unwrap());
    all.find(|game| game.info(Language::English).catalogue.is_some()).unwrap()
}

fn propose(client: &Client, spec: &str, picks: usize, secret: bool, players: Value) -> Value {
    let body = json!({ "spec": spec, "setup": { "picks": picks, "secret": secret }, "players": players });
    client.post("/api/games", None, &body).good()
}

fn id_of(created: &Value) -> String {
    created["id"].as_str().unwrap().to_owned()
}

fn commit(client: &Client, id: &str, side: usize, setup: &str) -> common::Answer {
    client.post("/api/game/setup", Some(id), &json!({ "side": side, "setup": setup }))
}

/// Recomputes the commitment of an event from what the record shows, as anybody can.
fn proves(state: &Value, seq: usize) -> bool {
    let event = &state["events"][seq];
    let part = |name: &str| event[name].as_str().unwrap_or("").to_owned();
    let (game, side) = (state["game"].as_str().unwrap(), event["side"].as_u64().unwrap());
    let lines = format!("entourage setup 1\n{game}\n{side}\n{}\n{}\n", part("setup"), part("salt"));
    let hash = data_encoding::HEXLOWER.encode(&Sha256::digest(lines));
    part("salt").len() == 64 && part("commitment") == hash
}

#[test]
fn a_choice_is_bound_before_it_is_shown_by_a_salt_of_whoever_chose() {
    let data = tempfile::tempdir().unwrap();
    let game = game();
    let server = Running::start(data.path());
    let client = &server.client;
    let terms = json!({ "picks": 2, "secret": true });
    let body = json!({ "spec": game.spec(), "setup": terms, "players": persons(), "seats": { "host": 1 } });
    let keys = common::Apart::of(&client.post("/api/games", None, &body).good());
    let [one, two] = [1, 2].map(|seed| game.suggest_setup(2, seed).unwrap());
    let salt = "5a".repeat(32);
    for bad in [json!(""), json!("5A".repeat(32)), json!("5a".repeat(31)), json!(5)] {
        let body = json!({ "side": 1, "setup": one, "salt": bad });
        client.post("/api/game/setup", Some(&keys.sides[0]), &body).fails(400, "malformed");
    }
    let body = json!({ "side": 1, "setup": one, "salt": salt });
    client.post("/api/game/setup", Some(&keys.sides[0]), &body).good();
    // The commitment is seen by everybody at once, and nothing else.
    let name = client.state(&keys.watch)["game"].as_str().unwrap().to_owned();
    let lines = format!("entourage setup 1\n{name}\n1\n{one}\n{salt}\n");
    let promised = data_encoding::HEXLOWER.encode(&Sha256::digest(lines));
    for key in [&keys.sides[0], &keys.sides[1], &keys.watch] {
        let state = client.try_state(key).unwrap();
        assert_eq!(state.json()["events"][0]["commitment"], promised);
        assert!(!state.text.contains(&salt) && !state.text.contains(&one), "{}", state.text);
    }
    // Another salt for the same choice changes nothing any more.
    let body = json!({ "side": 1, "setup": one, "salt": "a5".repeat(32) });
    client.post("/api/game/setup", Some(&keys.sides[0]), &body).good();
    assert_eq!(client.state(&keys.watch)["events"][0]["commitment"], promised);
    // Who sends no salt gets one from the server.
    commit(client, &keys.sides[1], 2, &two).good();
    let state = client.state(&keys.watch);
    assert_eq!(
        (&state["events"][0]["salt"], &state["events"][0]["commitment"]),
        (&json!(salt), &json!(promised))
    );
    assert!(proves(&state, 0) && proves(&state, 1), "{state}");
    assert_ne!(state["events"][0]["salt"], state["events"][1]["salt"]);
    let mut forged = state.clone();
    forged["events"][1]["setup"] = state["events"][0]["setup"].clone();
    assert!(!proves(&forged, 1));

    // The computer is bound alike, also in the game that is played again.
    let players = json!([{ "kind": "human" }, { "kind": "computer", "level": 1 }]);
    let id = id_of(&propose(client, &game.spec(), 2, true, players));
    commit(client, &id, 1, &one).good();
    let state = client.state(&id);
    assert!(proves(&state, 0) && proves(&state, 1), "{state}");
    client.resign(&id, 2, 1).good();
    client.post("/api/game/rematch", Some(&id), &json!({ "seq": 3 })).good();
    let next = client.post("/api/game/next", Some(&id), &json!({})).good()["key"].as_str().unwrap().to_owned();
    commit(client, &next, 2, &two).good();
    let state = client.state(&next);
    assert!(proves(&state, 0) && proves(&state, 1), "{state}");
}

#[test]
fn neither_choice_is_seen_before_both_are_committed_and_then_the_game_begins() {
    let data = tempfile::tempdir().unwrap();
    let game = game();
    let [one, two] = [1, 2].map(|seed| game.suggest_setup(3, seed).unwrap());
    let joined = game.setup_spec([Some(&one), Some(&two)]).unwrap();
    let start = Registry::built_in().open(&joined).unwrap().begin(None).unwrap();
    let mut server = Running::start(data.path());
    let created = propose(&server.client, &game.spec(), 3, true, persons());
    let id = id_of(&created);
    let state = &created["state"];
    assert_eq!((&state["status"], &state["seq"]), (&"setup".into(), &0.into()));
    assert_eq!(
        state["setup"],
        json!({ "picks": 3, "secret": true, "committed": [false, false], "choices": [null, null] })
    );

    // Nothing else happens meanwhile.
    server.client.play(&id, 0, &start.legal_moves()[0]).fails(422, "preparing");
    server.client.resign(&id, 0, 1).fails(422, "preparing");
    server.client.take_back(&id, 0, 1).fails(422, "preparing");

    // The second player may be the first to commit; an answer that was lost may be asked for again.
    for _ in 0..2 {
        assert_eq!(commit(&server.client, &id, 2, &two).good(), json!({ "seq": 1, "status": "setup" }));
    }
    commit(&server.client, &id, 2, &one).fails(409, "committed");
    for restarted in [false, true] {
        if restarted {
            drop(server);
            server = Running::start(data.path());
        }
        let text = server.client.try_state(&id).unwrap().text;
        let cards = two.split('/').next().unwrap();
        assert!(!text.contains(cards) && !text.contains(two.split('/').nth(1).unwrap()), "{text}");
        let state = server.client.state(&id);
        assert_eq!(state["setup"]["committed"], json!([false, true]));
        let commitment = &state["events"][0]["commitment"];
        assert_eq!(commitment.as_str().map(str::len), Some(64));
        assert_eq!(
            state["events"],
            json!([{ "type": "setup", "side": 2, "setup": "", "commitment": commitment }])
        );
        assert_eq!((&state["status"], &state["spec"]), (&"setup".into(), &game.spec().into()));
        // Nor in the answer to a stale request.
        let stale = server.client.play(&id, 0, "zz");
        stale.fails(409, "conflict");
        assert!(!stale.text.contains(cards), "{}", stale.text);
    }

    let begun = commit(&server.client, &id, 1, &one).good();
    assert_eq!(begun, json!({ "seq": 2, "status": start.status().to_string() }));
    assert_eq!(commit(&server.client, &id, 1, &one).good(), begun);
    commit(&server.client, &id, 1, &two).fails(409, "committed");
    let state = server.client.state(&id);
    assert_eq!((&state["spec"], &state["start"]), (&joined.clone().into(), &start.start_text().into()));
    assert_eq!(state["setup"]["choices"], json!([one, two]));
    assert_eq!(state["events"][0]["setup"], two);
    assert!(proves(&state, 0) && proves(&state, 1));

    // Play goes on, over a restart too.
    let first = start.legal_moves()[0].clone();
    assert_eq!(server.client.play(&id, 2, &first).good()["seq"], 3);
    drop(server);
    let server = Running::start(data.path());
    let state = server.client.state(&id);
    assert_eq!((&state["spec"], &state["moves"]), (&joined.into(), &json!([first])));
    assert_eq!(server.client.take_back(&id, 3, 1).good()["seq"], 4);
    server.client.take_back(&id, 4, 1).fails(422, "takeback");
    assert_eq!(commit(&server.client, &id, 1, &one).good()["seq"], 4);
    assert_eq!(server.client.resign(&id, 4, 2).good()["seq"], 5);
}

#[test]
fn what_is_not_allowed_is_refused_by_name_in_both_languages() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let game = game();
    let catalogue = game.info(Language::English).catalogue.unwrap();
    let [a, b] = [0, 1].map(|index| &catalogue.cards[index]);
    let spec = format!("{}:ban={}+{}", game.spec(), a.code, b.code);
    let id = id_of(&propose(client, &spec, 2, true, persons()));
    let banned = commit(client, &id, 1, &format!("{}+{}", b.code, a.code));
    let message = banned.fails(422, "setup");
    assert!(message.contains(&a.name) && message.contains(&b.name) && message.contains("ban="), "{message}");
    assert_eq!(
        (&banned.json()["error"]["reason"], &banned.json()["error"]["cards"]),
        (&"banned".into(), &json!([a.code, b.code]))
    );
    let bearer = format!("Bearer {id}");
    let headers =
        [("authorization", bearer.as_str()), ("content-type", "application/json"), ("accept-language", "fr")];
    let body = json!({ "side": 1, "setup": format!("{}+{}", b.code, a.code) }).to_string().into_bytes();
    let french = client.send("POST", "/api/game/setup", &headers, Some(body)).unwrap().fails(422, "setup");
    assert!(french.contains("interdits"), "{french}");

    let one = game.suggest_setup(1, 5).unwrap();
    let counted = commit(client, &id, 1, &one);
    counted.fails(422, "setup");
    assert_eq!(counted.json()["error"]["reason"], "count");
    let unknown = commit(client, &id, 1, "nonesuch+nothing/x");
    unknown.fails(422, "setup");
    assert_eq!(
        (&unknown.json()["error"]["token"], &unknown.json()["error"]["at"]),
        (&"nonesuch".into(), &0.into())
    );
    commit(client, &id, 3, &one).fails(400, "malformed");
    commit(client, &id, 1, &format!("{one},2={one}")).fails(422, "setup");
    client.post("/api/game/setup", Some(&id), &json!({ "side": 1 })).fails(400, "malformed");
    client.post("/api/game/setup", None, &json!({ "side": 1, "setup": one })).fails(401, "no-key");
    assert_eq!(client.state(&id)["seq"], 0, "nothing of it was kept");

    let create = |body: Value| client.post("/api/games", None, &body);
    let terms = json!({ "picks": 2, "secret": true });
    let many = json!({ "picks": catalogue.picks + 1, "secret": true });
    create(json!({ "spec": game.spec(), "setup": many, "players": persons() })).fails(422, "setup");
    let start = game.begin(None).unwrap().start_text();
    create(json!({ "spec": game.spec(), "setup": terms, "position": start, "players": persons() }))
        .fails(422, "combination");
    let registry = Registry::built_in();
    let plain = registry
        .games()
        .iter()
        .find(|id| Registry::built_in().open(id).unwrap().info(Language::English).catalogue.is_none())
        .unwrap();
    create(json!({ "spec": plain, "setup": terms, "players": persons() })).fails(422, "setup");
    let id = client.create(&[]);
    commit(client, &id, 1, &one).fails(422, "setup");
}

#[test]
fn open_choices_are_seen_at_once_and_those_in_the_spec_give_way() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let game = game();
    let [one, two] = [3, 4].map(|seed| game.suggest_setup(2, seed).unwrap());
    let with_choices = game.setup_spec([Some(&one), Some(&two)]).unwrap();
    let created = propose(&server.client, &with_choices, 2, false, persons());
    assert_eq!(created["state"]["spec"], game.spec());
    let id = id_of(&created);
    commit(&server.client, &id, 1, &two).good();
    let state = server.client.state(&id);
    assert_eq!(state["setup"]["choices"], json!([two, null]));
    assert_eq!(state["events"], json!([{ "type": "setup", "side": 1, "setup": two }]));
}

#[test]
fn the_computer_chooses_for_itself_unseen_and_otherwise_every_time() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let game = game();
    let computer = json!({ "kind": "computer", "level": 1 });
    let mut chosen = std::collections::BTreeSet::new();
    for round in 0..8 {
        let players = json!([{ "kind": "human" }, computer]);
        let created = propose(&server.client, &game.spec(), 3, true, players);
        assert_eq!(created["state"]["setup"]["committed"], json!([false, true]));
        assert_eq!(created["state"]["setup"]["choices"], json!([null, null]));
        let id = id_of(&created);
        commit(&server.client, &id, 1, &game.suggest_setup(3, round).unwrap()).good();
        let choice = server.client.state(&id)["setup"]["choices"][1].as_str().unwrap().to_owned();
        assert_eq!(game.check_setup(3, &choice).unwrap(), choice);
        chosen.insert(choice);
    }
    assert!(chosen.len() > 4, "{chosen:?}");
    let both = propose(&server.client, &game.spec(), 3, true, json!([computer, computer]));
    assert_eq!(
        (&both["state"]["seq"], &both["state"]["setup"]["committed"]),
        (&2.into(), &json!([true, true]))
    );
    assert_ne!(both["state"]["status"], "setup");
}
