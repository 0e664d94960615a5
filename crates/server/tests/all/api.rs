//! Every endpoint and every error of the interface, against a server in this process.

use entourage_registry::Registry;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{Answer, Client, Running, persons, spec};

struct House {
    server: Running,
    _data: TempDir,
}

fn house() -> House {
    let data = tempfile::tempdir().unwrap();
    House { server: Running::start(data.path()), _data: data }
}

impl House {
    fn client(&self) -> &Client {
        &self.server.client
    }
}

fn legal(moves: &[&str]) -> Vec<String> {
    let mut game = Registry::built_in().open(spec()).unwrap().begin(None).unwrap();
    moves.iter().for_each(|text| game.play(text).unwrap());
    game.legal_moves()
}

#[test]
fn a_game_is_created_and_read() {
    let house = house();
    let body = json!({ "spec": spec(), "players": [{ "kind": "human" }, { "kind": "computer", "level": 5 }] });
    let answer = house.client().post("/api/games", None, &body);
    assert_eq!(answer.status, 201);
    let created = answer.good();
    let id = created["id"].as_str().unwrap();
    assert_eq!(id.len(), 26);
    let state = &created["state"];
    let info = Registry::built_in().open(spec()).unwrap();
    assert_eq!(state["spec"], spec());
    assert_eq!(state["rulesVersion"], info.metadata().rules_version.as_str());
    assert_eq!(state["start"], info.begin(None).unwrap().start_text());
    assert_eq!((&state["seq"], &state["status"]), (&json!(0), &json!("ongoing")));
    assert_eq!((&state["events"], &state["moves"]), (&json!([]), &json!([])));
    assert_eq!((&state["resigned"], &state["frozen"]), (&Value::Null, &Value::Null));
    assert_eq!(state["players"], body["players"]);
    assert!(state["createdAt"].as_i64().unwrap() > 1_700_000_000_000);
    assert_eq!(house.client().state(id), *state);
    assert_eq!(house.client().state(&id.to_uppercase()), *state);
}

#[test]
fn a_game_begins_from_a_position_and_with_moves() {
    let house = house();
    let options = format!("{}:repetition=3,quiet-limit=100", spec());
    let rules = Registry::built_in().open(&options).unwrap();
    let mut game = rules.begin(None).unwrap();
    game.play(&game.legal_moves()[3]).unwrap();
    let position = game.position_text();
    let (first, second) = {
        let first = game.legal_moves()[5].clone();
        game.play(&first).unwrap();
        (first, game.legal_moves()[7].clone())
    };
    let body = json!({ "spec": options, "position": position, "moves": [first, second], "players": persons() });
    let created = house.client().post("/api/games", None, &body).good();
    let state = &created["state"];
    assert_eq!((&state["spec"], &state["start"]), (&json!(options), &json!(position)));
    assert_eq!(state["moves"], json!([first, second]));
    assert_eq!(state["events"], json!([{ "type": "move", "move": first }, { "type": "move", "move": second }]));
    assert_eq!(house.client().state(created["id"].as_str().unwrap()), *state);

    let bare = json!({ "spec": spec(), "position": null, "players": persons() });
    house.client().post("/api/games", None, &bare).good();
}

#[test]
fn what_cannot_be_created_is_said() {
    let house = house();
    let post = |body: Value| house.client().post("/api/games", None, &body);
    let with = |key: &str, value: Value| {
        let mut body = json!({ "spec": spec(), "players": persons() });
        body[key] = value;
        post(body)
    };
    let message = with("spec", json!("nonesuch")).fails(422, "text");
    assert!(message.contains("nonesuch"), "{message}");
    let body = json!({ "spec": "nonesuch", "players": persons() });
    let french = house.client().post("/api/games?lang=fr", None, &body);
    let message = french.fails(422, "text");
    assert!(message.contains("«\u{a0}nonesuch\u{a0}» au caractère 1\u{a0}: ce jeu n'existe pas"), "{message}");
    assert!(french.json()["error"]["problem"].as_str().unwrap().starts_with("ce jeu n'existe pas"));
    with("spec", json!("")).fails(422, "text");
    with("spec", json!(format!("{}:quiet-limit=0", spec()))).fails(422, "text");
    let answer = with("position", json!("nothing"));
    answer.fails(422, "text");
    assert_eq!(answer.json()["error"]["part"], "position");
    assert!(answer.json()["error"]["at"].is_number());

    let good = legal(&[])[0].clone();
    let answer = with("moves", json!([good, "zz99"]));
    assert!(answer.fails(422, "text").starts_with("Move 2: "));
    assert_eq!(
        (&answer.json()["error"]["index"], &answer.json()["error"]["part"]),
        (&json!(1), &json!("move"))
    );
    let answer = with("moves", json!([good, good]));
    assert!(answer.fails(422, "refused").starts_with("Move 2: "));
    let answer = with("moves", json!(["pass", "pass", good]));
    assert!(answer.fails(422, "ended").starts_with("Move 3: "));
    with("moves", json!(vec!["x"; 4097])).fails(422, "too-long");

    let players = |value: Value| with("players", value);
    players(json!([{ "kind": "human" }, { "kind": "computer", "level": 0 }])).fails(422, "players");
    players(json!([{ "kind": "human" }, { "kind": "computer", "level": 9 }])).fails(422, "players");
    players(json!([{ "kind": "human" }, { "kind": "computer", "level": 256 }])).fails(400, "malformed");
    players(json!([{ "kind": "human" }, { "kind": "computer" }])).fails(400, "malformed");
    players(json!([{ "kind": "human" }, { "kind": "owl" }])).fails(400, "malformed");
    players(json!([{ "kind": "human" }])).fails(400, "malformed");
    players(json!(7)).fails(400, "malformed");
    with("colour", json!("red")).fails(400, "malformed");
    post(json!({ "spec": spec() })).fails(400, "malformed");
    post(json!([])).fails(400, "malformed");
}

#[test]
fn moves_are_played_once_and_in_order() {
    let house = house();
    let client = house.client();
    let id = client.create(&[]);
    let (first, other) = (legal(&[])[0].clone(), legal(&[])[1].clone());
    let answer = client.play(&id, 0, &first);
    assert_eq!((answer.status, answer.json()), (200, json!({ "seq": 1, "status": "ongoing" })));
    assert_eq!(client.play(&id, 0, &first).good(), json!({ "seq": 1, "status": "ongoing" }), "a retry");

    let answer = client.play(&id, 0, &other);
    answer.fails(409, "conflict");
    assert_eq!(answer.json()["state"], client.state(&id));
    client.play(&id, 2, &other).fails(409, "conflict");
    client.play(&id, usize::MAX, &other).fails(409, "conflict");

    let second = legal(&[&first])[0].clone();
    client.play(&id, 1, &second).good();
    assert_eq!(client.play(&id, 0, &first).good()["seq"], 2, "a late retry tells that the game went on");
    assert_eq!(client.state(&id)["moves"], json!([first, second]));
}

#[test]
fn a_refused_move_says_why_and_changes_nothing() {
    let house = house();
    let client = house.client();
    let id = client.create(&[]);
    // White's Toddler cannot leave its rank through its own Sailor.
    let body = json!({ "seq": 0, "move": "f11f1" });
    let english = client.post("/api/game/moves", Some(&id), &body);
    let message = english.fails(422, "refused");
    let reasons = english.json()["error"]["reasons"].clone();
    assert!(!reasons.as_array().unwrap().is_empty());
    assert_eq!(reasons[0]["sentence"], json!(message.split_inclusive('.').next().unwrap().trim()));
    assert!(
        reasons[0]["code"].is_string() && reasons[0]["ruling"].is_string() && reasons[0]["squares"].is_array()
    );

    let french = client.post("/api/game/moves?lang=fr", Some(&id), &body);
    assert_ne!(french.fails(422, "refused"), message);

    let answer = client.play(&id, 0, "f11 f1");
    answer.fails(422, "text");
    assert_eq!(answer.json()["error"]["part"], "move");
    client.play(&id, 0, "").fails(422, "text");
    assert_eq!(client.state(&id)["seq"], 0);
}

#[test]
fn moves_are_taken_back() {
    let house = house();
    let client = house.client();
    let first = legal(&[])[0].clone();
    let second = legal(&[&first])[0].clone();
    let id = client.create(&[&first, &second]);
    client.take_back(&id, 2, 0).fails(422, "takeback");
    client.take_back(&id, 2, 3).fails(422, "takeback");
    client.take_back(&id, 2, u32::MAX).fails(422, "takeback");
    assert_eq!(client.take_back(&id, 2, 2).good(), json!({ "seq": 3, "status": "ongoing" }));
    assert_eq!(client.take_back(&id, 2, 2).good()["seq"], 3, "a retry");
    client.take_back(&id, 2, 1).fails(409, "conflict");
    client.take_back(&id, 3, 1).fails(422, "takeback");
    let state = client.state(&id);
    assert_eq!((&state["moves"], &state["seq"]), (&json!([]), &json!(3)));
    assert_eq!(state["events"][2], json!({ "type": "takeback", "plies": 2 }));
    client.play(&id, 3, &first).good();
    assert_eq!(client.state(&id)["moves"], json!([first]));
}

#[test]
fn a_side_resigns_and_then_nothing_happens() {
    let house = house();
    let client = house.client();
    let first = legal(&[])[0].clone();
    let id = client.create(&[&first]);
    client.resign(&id, 1, 0).fails(400, "malformed");
    client.resign(&id, 1, 3).fails(400, "malformed");
    client.resign(&id, 0, 2).fails(409, "conflict");
    assert_eq!(client.resign(&id, 1, 2).good(), json!({ "seq": 2, "status": "win-1 resignation" }));
    assert_eq!(client.resign(&id, 1, 2).good()["seq"], 2, "a retry");
    let state = client.state(&id);
    assert_eq!((&state["resigned"], &state["status"]), (&json!(2), &json!("win-1 resignation")));
    client.play(&id, 2, &legal(&[&first])[0]).fails(422, "ended");
    client.take_back(&id, 2, 1).fails(422, "ended");
    client.resign(&id, 2, 1).fails(422, "ended");
}

#[test]
fn a_finished_game_takes_no_move_but_a_take_back() {
    let house = house();
    let client = house.client();
    let id = client.create(&["pass"]);
    assert_eq!(client.play(&id, 1, "pass").good()["status"], "draw passes");
    client.play(&id, 2, &legal(&[])[0]).fails(422, "ended");
    client.resign(&id, 2, 1).fails(422, "ended");
    assert_eq!(client.take_back(&id, 2, 1).good()["status"], "ongoing");
}

#[test]
fn nobody_plays_without_the_id() {
    let house = house();
    let client = house.client();
    client.create(&[]);
    let unknown = "a".repeat(26);
    for id in [unknown.as_str(), "x", "../../etc/passwd", "' OR 1=1 --", &"a".repeat(5000)] {
        let (status, code) = if id == unknown { (404, "no-game") } else { (401, "bad-key") };
        client.try_state(id).unwrap().fails(status, code);
        client.play(id, 0, "pass").fails(status, code);
        client.take_back(id, 0, 1).fails(status, code);
        client.resign(id, 0, 1).fails(status, code);
    }
    for header in ["", "Bearer", "Basic abc", "bearer"] {
        let answer = client.get("/api/game", &[("authorization", header)]);
        answer.fails(401, "no-key");
        assert_eq!(answer.header("www-authenticate"), "Bearer");
    }
    client.get("/api/game", &[]).fails(401, "no-key");
    client.post("/api/game/moves", None, &json!({ "seq": 0, "move": "pass" })).fails(401, "no-key");
}

#[test]
fn bodies_are_limited_and_must_be_json() {
    let house = house();
    let client = house.client();
    let id = client.create(&[]);
    let bearer = format!("Bearer {id}");
    let send = |kind: &str, body: &[u8]| {
        let headers = [("content-type", kind), ("authorization", bearer.as_str())];
        client.send("POST", "/api/game/moves", &headers, Some(body.to_vec())).unwrap()
    };
    let json = "application/json";
    send(json, b"").fails(400, "malformed");
    send(json, b"{").fails(400, "malformed");
    send(json, b"{} {}").fails(400, "malformed");
    send(json, b"\xff\xfe").fails(400, "malformed");
    send(json, br#"{"seq":-1,"move":"pass"}"#).fails(400, "malformed");
    send(json, br#"{"seq":0.5,"move":"pass"}"#).fails(400, "malformed");
    send(json, br#"{"seq":"0","move":"pass"}"#).fails(400, "malformed");
    send(json, br#"{"seq":0,"seq":0,"move":"pass"}"#).fails(400, "malformed");
    send(json, br#"{"seq":0.0,"seq":0,"move":"pass"}"#).fails(400, "malformed");
    send(json, br#"{"seq":0,"move":null}"#).fails(400, "malformed");
    send(json, "[".repeat(100_000).as_bytes()).fails(400, "malformed");
    send("text/plain", br#"{"seq":0,"move":"pass"}"#).fails(415, "media-type");
    send("application/x-www-form-urlencoded", b"seq=0").fails(415, "media-type");
    let long = format!(r#"{{"seq":0,"move":"{}"}}"#, "a".repeat(100_000));
    send(json, long.as_bytes()).fails(422, "text");
    let longer = format!(r#"{{"seq":0,"move":"{}"}}"#, "a".repeat(200_000));
    send(json, longer.as_bytes()).fails(413, "too-large");
    send(json, "[".repeat(3_000_000).as_bytes()).fails(413, "too-large");
    send("application/json; charset=utf-8", br#"{"seq":7,"move":"pass"}"#).fails(409, "conflict");
    assert_eq!(client.state(&id)["seq"], 0);
}

#[test]
fn unknown_addresses_and_methods_are_answered_in_json() {
    let house = house();
    let client = house.client();
    for path in [
        "/api/",
        "/api/nothing",
        "/api/game/",
        "/nothing",
        "/assets/../Cargo.toml",
        "/%2e%2e/x",
        "/api/game/moves/x",
    ] {
        client.get(path, &[]).fails(404, "no-route");
    }
    for (method, path) in
        [("GET", "/api/games"), ("DELETE", "/api/game"), ("PUT", "/api/game/moves"), ("POST", "/")]
    {
        let answer = client.send(method, path, &[], None).unwrap();
        answer.fails(405, "method");
        assert!(path == "/" || !answer.header("allow").is_empty(), "{answer:?}");
    }
    assert_eq!(client.get("/healthz", &[]).good(), json!({ "status": "ok" }));
}

#[test]
fn an_address_that_nothing_has_shows_people_a_page() {
    let house = house();
    let client = house.client();
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    let ask =
        |path: &str, language: &str| client.get(path, &[("accept", browser), ("accept-language", language)]);
    for (path, language, title) in [
        ("/nothing", "en", "<h1>There is nothing at this address</h1>"),
        ("/nothing/at/all?x=y", "fr", "<h1>Il n'y a rien à cette adresse</h1>"),
    ] {
        let answer = ask(path, language);
        assert_eq!(answer.status, 404);
        assert!(answer.header("content-type").starts_with("text/html"), "{answer:?}");
        assert!(answer.text.contains(title) && answer.text.contains("href=\"/\""), "{answer:?}");
        assert!(!answer.text.contains("style=") && !answer.text.contains("nothing/at"), "{answer:?}");
        assert!(answer.header("content-security-policy").starts_with("default-src 'none'"));
    }
    // What belongs to the interface answers programs, whatever they say they take.
    ask("/api/nothing", "en").fails(404, "no-route");
    client.get("/nothing", &[("accept", "application/json")]).fails(404, "no-route");
}

#[test]
fn errors_come_in_the_language_asked_for() {
    let house = house();
    let say = |path: &str, accepted: &str| {
        house.client().get(path, &[("accept-language", accepted)]).fails(404, "no-route")
    };
    assert_eq!(say("/x", "en"), "There is nothing at this address.");
    assert_eq!(say("/x", "fr-FR,fr;q=0.9,en;q=0.5"), "Il n'y a rien à cette adresse.");
    assert_eq!(say("/x?lang=fr", "en"), "Il n'y a rien à cette adresse.");
    assert_eq!(say("/x?lang=en", "fr"), "There is nothing at this address.");
    assert_eq!(say("/x?lang=de", "fr"), "Il n'y a rien à cette adresse.");
}

#[test]
fn every_answer_carries_strict_headers() {
    let house = house();
    let client = house.client();
    let id = client.create(&[]);
    let strict = |answer: &Answer| {
        let policy = answer.header("content-security-policy");
        for part in ["default-src 'none'", "'wasm-unsafe-eval'", "style-src 'self'", "frame-ancestors 'none'"] {
            assert!(policy.contains(part), "{policy}");
        }
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert!(!answer.headers.iter().any(|(name, _)| name.starts_with("access-control")));
    };
    for answer in [
        client.try_state(&id).unwrap(),
        client.get("/api/nothing", &[]),
        client.get("/healthz", &[]),
        client.play(&id, 0, "zz"),
        client.post("/api/games", None, &json!(null)),
    ] {
        strict(&answer);
        assert_eq!(answer.header("cache-control"), "no-store");
    }
    strict(&client.get("/", &[]));
}

#[test]
fn other_sites_change_nothing() {
    let house = house();
    let client = house.client();
    let host = client.url.strip_prefix("http://").unwrap();
    let body = json!({ "spec": spec(), "players": persons() }).to_string().into_bytes();
    let post = |origin: &str| {
        let headers = [("content-type", "application/json"), ("origin", origin)];
        client.send("POST", "/api/games", &headers, Some(body.clone())).unwrap()
    };
    for origin in
        ["http://evil.example", "null", "http://localhost", "", &format!("http://{host}.evil.example")]
    {
        post(origin).fails(403, "origin");
    }
    assert_eq!(post(&format!("http://{host}")).status, 201);
    assert_eq!(post(&format!("https://{host}")).status, 201);
}

#[test]
fn of_moves_sent_at_the_same_time_one_is_played() {
    let house = house();
    let id = house.client().create(&[]);
    let mut played = Vec::<String>::new();
    for seq in 0..6 {
        let refs: Vec<&str> = played.iter().map(String::as_str).collect();
        let moves: Vec<String> = legal(&refs).into_iter().take(6).collect();
        let answers: Vec<Answer> = std::thread::scope(|scope| {
            let sending: Vec<_> =
                moves.iter().map(|text| scope.spawn(|| house.client().play(&id, seq, text))).collect();
            sending.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let winners: Vec<usize> = (0..moves.len()).filter(|&i| answers[i].status == 200).collect();
        assert_eq!(winners.len(), 1, "{answers:?}");
        (0..moves.len()).filter(|i| *i != winners[0]).for_each(|i| {
            answers[i].fails(409, "conflict");
        });
        played.push(moves[winners[0]].clone());
    }
    assert_eq!(house.client().state(&id)["moves"], json!(played));
}

#[test]
fn long_answers_travel_compressed() {
    let house = house();
    let id = house.client().create(&["pass"]);
    let bearer = format!("Bearer {id}");
    for coding in ["gzip", "br"] {
        let headers = [("authorization", bearer.as_str()), ("accept-encoding", coding)];
        let answer = house.client().get("/api/game", &headers);
        assert_eq!((answer.status, answer.header("content-encoding")), (200, coding));
    }
}

/// Finds four moves that lead back to where they began.
fn round_trip() -> [String; 4] {
    let back = |text: &str| {
        let middle = text[1..].find(|c: char| c.is_ascii_alphabetic())? + 1;
        Some(format!("{}{}", &text[middle..], &text[..middle]))
    };
    for first in legal(&[]) {
        let Some(third) = back(&first) else { continue };
        for second in legal(&[&first]) {
            let Some(fourth) = back(&second) else { continue };
            if legal(&[&first, &second]).contains(&third) && legal(&[&first, &second, &third]).contains(&fourth)
            {
                return [first, second, third, fourth];
            }
        }
    }
    panic!("no moves lead back");
}

#[test]
fn the_longest_game_is_kept_and_gets_no_longer() {
    let house = house();
    let client = house.client();
    let cycle = round_trip();
    let moves: Vec<&str> = cycle.iter().cycle().take(4096).map(String::as_str).collect();
    let id = client.create(&moves[..4095]);
    assert_eq!(client.play(&id, 4095, moves[4095]).good()["seq"], 4096);
    assert_eq!(client.play(&id, 4095, moves[4095]).good()["seq"], 4096, "a retry");
    client.play(&id, 4096, moves[0]).fails(422, "too-long");
    client.take_back(&id, 4096, 1).fails(422, "too-long");
    let state = client.state(&id);
    assert_eq!(state["moves"], json!(moves));
    assert_eq!(state["status"], "ongoing");
}

#[test]
fn the_page_is_served_or_its_absence_said() {
    let house = house();
    let answer = house.client().get("/", &[]);
    if answer.status == 404 {
        answer.fails(404, "no-page");
        return;
    }
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/html"));
    assert_eq!(answer.header("cache-control"), "no-cache");
    let again = house.client().get("/index.html", &[("if-none-match", answer.header("etag"))]);
    assert_eq!((again.status, again.text.as_str()), (304, ""));
    let asset = answer.text.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".js"));
    let asset = house.client().get(asset.expect("the page has a script"), &[]);
    assert_eq!((asset.status, asset.header("content-type")), (200, "text/javascript"));
    assert!(asset.header("cache-control").contains("immutable"));
}
