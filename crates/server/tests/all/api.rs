//! Tests every endpoint and every error of the API.

use crate::common::*;

#[test]
fn games_are_created_and_read() {
    let client = &Running::new();
    let body = json!({ "spec": spec(), "players": [{ "kind": "human" }, { "kind": "computer", "level": 5 }] });
    let answer = client.post("/api/games", &body);
    assert_eq!(answer.status, 201);
    let (id, state) = (answer.word("id"), answer.good()["state"].clone());
    assert_eq!(id.len(), 26);
    let info = Registry::built_in().open(spec()).unwrap();
    shows(&state, json!({ "spec": spec(), "rulesVersion": info.metadata().rules_version.as_str() }));
    shows(&state, json!({ "start": info.begin(None).unwrap().start_text(), "seq": 0, "status": "ongoing" }));
    shows(&state, json!({ "events": [], "moves": [], "resigned": null, "frozen": null }));
    assert_eq!(state["players"], body["players"]);
    assert!(state["createdAt"].as_i64().unwrap() > 1_700_000_000_000);
    assert_eq!(client.state(&id), state);
    assert_eq!(client.state(&id.to_uppercase()), state);
}

#[test]
fn games_can_begin_from_positions_and_with_moves() {
    let client = &Running::new();
    let options = format!("{}:repetition=3,quiet-limit=100", spec());
    let mut game = Registry::built_in().open(&options).unwrap().begin(None).unwrap();
    game.play(&game.legal_moves()[3]).unwrap();
    let position = game.position_text();
    let first = game.legal_moves()[5].clone();
    game.play(&first).unwrap();
    let second = game.legal_moves()[7].clone();
    let body = json!({ "spec": options, "position": position, "moves": [first, second] });
    let created = client.create_with(body).good();
    let events = json!([{ "type": "move", "move": first }, { "type": "move", "move": second }]);
    let expected = json!({ "spec": options, "start": position, "moves": [first, second], "events": events });
    shows(&created["state"], expected);
    assert_eq!(client.state(&word(&created["id"])), created["state"]);
    client.create_with(json!({ "position": null })).good();
}

#[test]
fn invalid_games_are_refused_with_a_reason() {
    let client = &Running::new();
    let with = |key: &str, value: Value| client.create_with(json!({ key: value }));
    let message = with("spec", json!("nonesuch")).fails(422, "text");
    assert!(message.contains("nonesuch"), "{message}");
    let french = client.post("/api/games?lang=fr", terms(json!({ "spec": "nonesuch" }))).error(422, "text");
    let message = word(&french["message"]);
    assert!(message.contains("«\u{a0}nonesuch\u{a0}» au caractère 1\u{a0}: jeu inconnu"), "{message}");
    assert!(word(&french["problem"]).starts_with("jeu inconnu"));
    with("spec", json!("")).fails(422, "text");
    with("spec", json!(format!("{}:quiet-limit=0", spec()))).fails(422, "text");
    let error = with("position", json!("nothing")).error(422, "text");
    assert!(error["part"] == "position" && error["at"].is_number());

    let good = &legal(&[])[0];
    let error = with("moves", json!([good, "zz99"])).error(422, "text");
    assert!(word(&error["message"]).starts_with("Move 2: "));
    shows(error, json!({ "index": 1, "part": "move" }));
    assert!(with("moves", json!([good, good])).fails(422, "refused").starts_with("Move 2: "));
    assert!(with("moves", json!(["pass", "pass", good])).fails(422, "ended").starts_with("Move 3: "));
    with("moves", json!(vec!["x"; 4097])).fails(422, "too-long");

    let against = |second: Value| with("players", json!([{ "kind": "human" }, second]));
    against(json!({ "kind": "computer", "level": 0 })).fails(422, "players");
    against(json!({ "kind": "computer", "level": 9 })).fails(422, "players");
    against(json!({ "kind": "computer", "level": 256 })).fails(400, "malformed");
    against(json!({ "kind": "computer" })).fails(400, "malformed");
    against(json!({ "kind": "owl" })).fails(400, "malformed");
    with("players", json!([{ "kind": "human" }])).fails(400, "malformed");
    with("players", json!(7)).fails(400, "malformed");
    with("colour", json!("red")).fails(400, "malformed");
    client.post("/api/games", json!({ "spec": spec() })).fails(400, "malformed");
    client.post("/api/games", json!([])).fails(400, "malformed");
}

#[test]
fn moves_are_played_once_and_in_order() {
    let client = &Running::new();
    let id = client.create(&[]);
    let other = &legal(&[])[1];
    let [first, second] = first_moves();
    let answer = client.play(&id, 0, &first);
    assert_eq!((answer.status, answer.json()), (200, json!({ "seq": 1, "status": "ongoing" })));
    assert_eq!(client.play(&id, 0, &first).good(), json!({ "seq": 1, "status": "ongoing" }), "a retry");
    let answer = client.play(&id, 0, other);
    answer.fails(409, "conflict");
    assert_eq!(answer.json()["state"], client.state(&id));
    client.play(&id, 2, other).fails(409, "conflict");
    client.play(&id, usize::MAX, other).fails(409, "conflict");
    client.play(&id, 1, &second).good();
    assert_eq!(client.play(&id, 0, &first).good()["seq"], 2, "a late retry returns the current number");
    assert_eq!(client.state(&id)["moves"], json!([first, second]));
}

#[test]
fn illegal_moves_are_explained_and_change_nothing() {
    let client = &Running::new();
    let id = client.create(&[]);
    // White's Toddler cannot leave the rank, because a friendly Sailor is in the way.
    let english = client.play(&id, 0, "f11f1").error(422, "refused");
    let message = word(&english["message"]);
    let reason = &english["reasons"][0];
    assert_eq!(reason["sentence"], json!(message.split_inclusive('.').next().unwrap().trim()));
    assert!(reason["code"].is_string() && reason["ruling"].is_string() && reason["squares"].is_array());
    let french = client.act(&id, "moves?lang=fr", json!({ "seq": 0, "move": "f11f1" }));
    assert_ne!(french.fails(422, "refused"), message);
    assert_eq!(client.play(&id, 0, "f11 f1").error(422, "text")["part"], "move");
    client.play(&id, 0, "").fails(422, "text");
    assert_eq!(client.state(&id)["seq"], 0);
}

#[test]
fn moves_can_be_taken_back() {
    let client = &Running::new();
    let [first, second] = first_moves();
    let id = client.create(&[&first, &second]);
    for plies in [0, 3, u32::MAX] {
        client.take_back(&id, 2, plies).fails(422, "takeback");
    }
    assert_eq!(client.take_back(&id, 2, 2).good(), json!({ "seq": 3, "status": "ongoing" }));
    assert_eq!(client.take_back(&id, 2, 2).good()["seq"], 3, "a retry");
    client.take_back(&id, 2, 1).fails(409, "conflict");
    client.take_back(&id, 3, 1).fails(422, "takeback");
    let takeback = json!({ "type": "takeback", "plies": 2 });
    shows(client.state(&id), json!({ "moves": [], "seq": 3, "events/2": takeback }));
    client.play(&id, 3, &first).good();
    assert_eq!(client.state(&id)["moves"], json!([first]));
}

#[test]
fn nothing_is_accepted_after_a_resignation() {
    let client = &Running::new();
    let [first, second] = first_moves();
    let id = client.create(&[&first]);
    client.resign(&id, 1, 0).fails(400, "malformed");
    client.resign(&id, 1, 3).fails(400, "malformed");
    client.resign(&id, 0, 2).fails(409, "conflict");
    assert_eq!(client.resign(&id, 1, 2).good(), json!({ "seq": 2, "status": "win-1 resignation" }));
    assert_eq!(client.resign(&id, 1, 2).good()["seq"], 2, "a retry");
    shows(client.state(&id), json!({ "resigned": 2, "status": "win-1 resignation" }));
    client.play(&id, 2, &second).fails(422, "ended");
    client.take_back(&id, 2, 1).fails(422, "ended");
    client.resign(&id, 2, 1).fails(422, "ended");
}

#[test]
fn finished_games_accept_only_take_backs() {
    let client = &Running::new();
    let id = client.create(&["pass"]);
    assert_eq!(client.play(&id, 1, "pass").good()["status"], "draw passes");
    client.play(&id, 2, &legal(&[])[0]).fails(422, "ended");
    client.resign(&id, 2, 1).fails(422, "ended");
    assert_eq!(client.take_back(&id, 2, 1).good()["status"], "ongoing");
}

#[test]
fn games_cannot_be_played_without_a_key() {
    let client = &Running::new();
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
        let answer = client.with("authorization", header).get("/api/game");
        answer.fails(401, "no-key");
        assert_eq!(answer.header("www-authenticate"), "Bearer");
    }
    client.get("/api/game").fails(401, "no-key");
    client.post("/api/game/moves", json!({ "seq": 0, "move": "pass" })).fails(401, "no-key");
}

#[test]
fn bodies_are_limited_and_must_be_json() {
    let client = &Running::new();
    let id = client.create(&[]);
    let send = |kind: &str, body: &[u8]| {
        let client = client.bearer(&id).with("content-type", kind);
        client.try_send("POST", "/api/game/moves", Some(body.to_vec())).unwrap()
    };
    let json = "application/json";
    for bad in ["", "{", "{} {}", r#"{"seq":-1,"move":"pass"}"#, &"[".repeat(100_000)] {
        send(json, bad.as_bytes()).fails(400, "malformed");
    }
    for seq in ["0.5", r#""0""#, r#"0,"seq":0"#, r#"0.0,"seq":0"#] {
        send(json, format!(r#"{{"seq":{seq},"move":"pass"}}"#).as_bytes()).fails(400, "malformed");
    }
    send(json, b"\xff\xfe").fails(400, "malformed");
    send(json, br#"{"seq":0,"move":null}"#).fails(400, "malformed");
    send("text/plain", br#"{"seq":0,"move":"pass"}"#).fails(415, "media-type");
    send("application/x-www-form-urlencoded", b"seq=0").fails(415, "media-type");
    client.play(&id, 0, &"a".repeat(100_000)).fails(422, "text");
    client.play(&id, 0, &"a".repeat(200_000)).fails(413, "too-large");
    send(json, "[".repeat(3_000_000).as_bytes()).fails(413, "too-large");
    send("application/json; charset=utf-8", br#"{"seq":7,"move":"pass"}"#).fails(409, "conflict");
    assert_eq!(client.state(&id)["seq"], 0);
}

#[test]
fn unknown_routes_and_methods_get_json_errors() {
    let client = &Running::new();
    let unknown = "/api/ /api/nothing /api/game/ /nothing /assets/../Cargo.toml /%2e%2e/x /api/game/moves/x";
    for path in unknown.split(' ') {
        client.get(path).fails(404, "no-route");
    }
    for (method, path) in
        [("GET", "/api/games"), ("DELETE", "/api/game"), ("PUT", "/api/game/moves"), ("POST", "/")]
    {
        let answer = client.send(method, path);
        answer.fails(405, "method");
        assert!(path == "/" || !answer.header("allow").is_empty(), "{answer:?}");
    }
    assert_eq!(client.get("/healthz").good(), json!({ "status": "ok" }));
}

#[test]
fn unknown_pages_get_an_html_error_page() {
    let server = Running::new();
    let browser = server.with("accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
    let ask = |path: &str, language: &str| browser.with("accept-language", language).get(path);
    for (path, language, title) in [
        ("/nothing", "en", "<h1>Page not found</h1>"),
        ("/nothing/at/all?x=y", "fr", "<h1>Page introuvable</h1>"),
    ] {
        let answer = ask(path, language);
        assert_eq!(answer.status, 404);
        assert!(answer.header("content-type").starts_with("text/html"), "{answer:?}");
        assert!(answer.text.contains(title) && answer.text.contains("href=\"/\""), "{answer:?}");
        assert!(!answer.text.contains("style=") && !answer.text.contains("nothing/at"), "{answer:?}");
        assert!(answer.header("content-security-policy").starts_with("default-src 'none'"));
    }
    // The API responds with JSON, whatever content types the client accepts.
    ask("/api/nothing", "en").fails(404, "no-route");
    server.with("accept", "application/json").get("/nothing").fails(404, "no-route");
}

#[test]
fn errors_are_in_the_requested_language() {
    let server = Running::new();
    let (english, french) = ("Page not found.", "Page introuvable.");
    for (path, accepted, message) in [
        ("/x", "en", english),
        ("/x", "fr-FR,fr;q=0.9,en;q=0.5", french),
        ("/x?lang=fr", "en", french),
        ("/x?lang=en", "fr", english),
        ("/x?lang=de", "fr", french),
    ] {
        assert_eq!(server.with("accept-language", accepted).get(path).fails(404, "no-route"), message);
    }
}

#[test]
fn responses_have_security_headers() {
    let client = &Running::new();
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
        client.get("/api/nothing"),
        client.get("/healthz"),
        client.play(&id, 0, "zz"),
        client.post("/api/games", Value::Null),
    ] {
        strict(&answer);
        assert_eq!(answer.header("cache-control"), "no-store");
    }
    strict(&client.get("/"));
}

#[test]
fn requests_of_other_sites_change_nothing() {
    let client = &Running::new();
    let host = client.url.strip_prefix("http://").unwrap();
    let post = |origin: &str| client.with("origin", origin).create_with(json!({}));
    for origin in
        ["http://evil.example", "null", "http://localhost", "", &format!("http://{host}.evil.example")]
    {
        post(origin).fails(403, "origin");
    }
    assert_eq!(post(&format!("http://{host}")).status, 201);
    assert_eq!(post(&format!("https://{host}")).status, 201);
}

#[test]
fn one_of_several_simultaneous_moves_is_played() {
    let client = &Running::new();
    let id = &client.create(&[]);
    let (mut game, mut played) = (new_game(), Vec::new());
    for seq in 0..6 {
        let moves: Vec<String> = game.legal_moves().into_iter().take(6).collect();
        let answers = together(moves.iter().map(|text| move || client.play(id, seq, text)));
        let winners: Vec<usize> = (0..moves.len()).filter(|&i| answers[i].status == 200).collect();
        assert_eq!(winners.len(), 1, "{answers:?}");
        for (_, loser) in answers.iter().enumerate().filter(|(i, _)| *i != winners[0]) {
            loser.fails(409, "conflict");
        }
        game.play(&moves[winners[0]]).unwrap();
        played.push(moves[winners[0]].clone());
    }
    assert_eq!(client.state(id)["moves"], json!(played));
}

#[test]
fn long_responses_are_compressed() {
    let client = &Running::new();
    let id = client.create(&["pass"]);
    for coding in ["gzip", "br"] {
        let answer = client.with("accept-encoding", coding).try_state(&id).unwrap();
        assert_eq!((answer.status, answer.header("content-encoding")), (200, coding));
    }
}

/// Returns four moves that lead back to the same position.
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
    panic!("no moves lead back to the start");
}

#[test]
fn maximum_length_of_games_is_enforced() {
    let client = &Running::new();
    let cycle = round_trip();
    let moves: Vec<&str> = cycle.iter().cycle().take(4096).map(String::as_str).collect();
    let id = client.create(&moves[..4095]);
    assert_eq!(client.play(&id, 4095, moves[4095]).good()["seq"], 4096);
    assert_eq!(client.play(&id, 4095, moves[4095]).good()["seq"], 4096, "a retry");
    client.play(&id, 4096, moves[0]).fails(422, "too-long");
    client.take_back(&id, 4096, 1).fails(422, "too-long");
    shows(client.state(&id), json!({ "moves": moves, "status": "ongoing" }));
}

#[test]
fn website_is_served_or_reported_missing() {
    let client = &Running::new();
    let answer = client.get("/");
    if answer.status == 404 {
        answer.fails(404, "no-page");
        return;
    }
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/html"));
    assert_eq!(answer.header("cache-control"), "no-cache");
    let again = client.with("if-none-match", answer.header("etag")).get("/index.html");
    assert_eq!((again.status, again.text.as_str()), (304, ""));
    let asset = answer.text.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".js"));
    let asset = client.get(asset.expect("the page has a script"));
    assert_eq!((asset.status, asset.header("content-type")), (200, "text/javascript"));
    assert!(asset.header("cache-control").contains("immutable"));
}
