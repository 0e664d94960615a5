//! Tests public games: publishing, watching, and embedding.

use crate::common::sockets::send;
use crate::common::*;

fn publication(client: &Client, key: &str) -> Answer {
    client.read(key, "publication")
}

fn look_on(client: &Client, name: &str) -> Answer {
    client.get(&format!("/api/published?game={name}&lang=fr"))
}

fn greeted(client: &Client, greeting: Value) -> Result<Value, Option<u16>> {
    wait(async { hear(&mut greet(client, greeting).await).await })
}

#[test]
fn players_publish_and_unpublish_games() {
    let mut server = Running::new();
    let Apart { sides: [first, second], watch } = server.create_apart(&[]);
    for key in [&first, &second] {
        assert_eq!(publication(&server, key).good(), json!({ "public": null }));
    }
    // Spectators can neither publish the game nor see its public name.
    server.publish(&watch, true).fails(403, "watching");
    publication(&server, &watch).fails(403, "watching");

    let shown = server.publish(&first, true).good();
    let name = word(&shown["public"]);
    assert_eq!(server.publish(&second, true).good(), shown, "publishing again has no effect");
    server.restart();
    let client = &server;
    assert_eq!(publication(client, &second).good(), shown);

    let moves = line(1);
    client.play(&first, 0, &moves[0]).good();
    shows(look_on(client, &name).good(), json!({ "seat": "watch", "host": false, "moves": moves }));
    let told = greeted(client, json!({ "public": name })).unwrap();
    shows(told, json!({ "type": "state", "state/moves": moves }));
    assert_eq!(greeted(client, json!({ "public": name, "after": 0 })).unwrap()["type"], "events");
    client.opens_nothing(&name);
    client.play(&name, 1, "pass").fails(404, "no-game");
    client.publish(&name, false).fails(404, "no-game");
    assert_eq!(greeted(client, json!({ "key": name })).unwrap()["error"]["code"], "no-game");

    assert_eq!(client.publish(&second, false).good(), json!({ "public": null }));
    look_on(client, &name).fails(404, "no-game");
    assert_eq!(greeted(client, json!({ "public": name })).unwrap()["error"]["code"], "no-game");
    for greeting in [json!({}), json!({ "key": first, "public": name }), json!({ "public": 1 })] {
        assert_eq!(greeted(client, greeting), Err(Some(1007)));
    }
}

#[test]
fn private_games_are_not_public() {
    let client = &Running::new();
    let key = client.create(&[]);
    for name in ["", &key, "x", "..%2f..", &"d".repeat(26), &"e".repeat(4000)] {
        look_on(client, name).fails(404, "no-game");
    }
    client.get("/api/published").fails(400, "malformed");
    client.get("/api/published?game=x&key=y").fails(400, "malformed");
    for body in [json!({}), json!({ "public": "yes" }), json!({ "public": true, "more": 1 })] {
        client.act(&key, "publication", body).fails(400, "malformed");
    }
    client.post("/api/game/publication", json!({ "public": true })).fails(401, "no-key");
    client.with("origin", "https://evil.example").publish(&key, true).fails(403, "origin");
}

/// The origin of a sandboxed page is opaque, so such a page can do only what a spectator's key allows.
#[tokio::test(flavor = "multi_thread")]
async fn sandboxed_pages_can_only_watch_by_key() {
    let client = &Running::new();
    let Apart { sides: [one, _], watch } = client.create_apart(&[]);
    let preflight = |path: &str, origin: &str, wanted: &str| {
        let client = client.with("origin", origin).with("access-control-request-method", wanted);
        client.with("access-control-request-headers", "authorization").send("OPTIONS", path)
    };
    let foreseen = preflight("/api/game", "null", "GET");
    assert_eq!(foreseen.status, 204);
    for (header, value) in
        [("allow-origin", "null"), ("allow-headers", "authorization"), ("allow-methods", "GET")]
    {
        assert_eq!(foreseen.header(&format!("access-control-{header}")), value);
    }
    assert_eq!((foreseen.header("access-control-allow-credentials"), foreseen.header("vary")), ("", "origin"));
    for (path, origin, wanted) in [
        ("game", "https://elsewhere.example", "GET"),
        ("game", "null", "POST"),
        ("game/moves", "null", "POST"),
        ("game/notes", "null", "GET"),
        ("game/chat", "null", "GET"),
        ("games", "null", "POST"),
    ] {
        let answer = preflight(&format!("/api/{path}"), origin, wanted);
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (405, ""), "{path}");
    }
    let sandboxed = client.with("origin", "null");
    let seen = sandboxed.try_state(&watch).unwrap();
    assert_eq!((&seen.good()["seat"], seen.header("access-control-allow-origin")), (&json!("watch"), "null"));
    assert!(seen.header("vary").contains("origin"));
    for (key, status, code) in [(&one, 403, "origin"), (&"a".repeat(26), 404, "no-game")] {
        let refused = sandboxed.try_state(key).unwrap();
        refused.fails(status, code);
        assert_eq!(refused.header("access-control-allow-origin"), "null");
    }
    let elsewhere = client.with("origin", "https://elsewhere.example").try_state(&watch).unwrap();
    assert_eq!(elsewhere.header("access-control-allow-origin"), "");
    let [first] = first_moves();
    sandboxed.play(&one, 0, &first).fails(403, "origin");

    let refused = hear(&mut follow(&sandboxed, &one, None).await).await.unwrap();
    assert_eq!(refused["error"]["code"], "origin");
    let mut socket = follow(&sandboxed, &watch, None).await;
    assert_eq!(hear(&mut socket).await.unwrap()["type"], "state");
    send(&mut socket, json!({ "seq": 0, "move": first })).await;
    assert_eq!(hear_of(&mut socket, "refused").await["error"]["code"], "watching");
    client.play(&one, 0, &first).good();
    assert_eq!(hear_of(&mut socket, "events").await["from"], 0);
    assert_eq!(client.state(&one)["seq"], 1);
}

#[test]
fn only_one_page_can_be_embedded() {
    let client = &Running::new();
    for path in
        ["/", "/index.html", "/embed.html", "/healthz", "/board.svg", "/api/published?game=x", "/embed/a/b"]
    {
        let answer = client.get(path);
        let policy = answer.header("content-security-policy");
        assert!(policy.ends_with("frame-ancestors 'none'"), "{path}: {policy}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
    }
    let page = client.get("/embed");
    if page.status != 200 {
        // Without the built web client, there is no page to embed.
        page.fails(page.status, "no-page");
        return;
    }
    client.get("/embed/").fails(404, "no-route");
    for path in ["/embed", "/embed/aaaaaaaaaaaaaaaaaaaaaaaaaa", "/embed/%3Cscript%3E"] {
        let answer = client.get(path);
        let policy = answer.header("content-security-policy");
        assert!(policy.ends_with("frame-ancestors *"), "{path}: {policy}");
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
        for (header, value) in [
            ("cross-origin-resource-policy", "cross-origin"),
            ("referrer-policy", "no-referrer"),
            ("x-content-type-options", "nosniff"),
            ("content-type", "text/html"),
        ] {
            assert_eq!(answer.header(header), value);
        }
        assert_eq!(answer.text, page.text);
    }
    assert_eq!(client.with("if-none-match", page.header("etag")).get("/embed").status, 304);
    assert_eq!(client.send("POST", "/embed").status, 405);
}

#[test]
fn links_to_public_games_have_previews() {
    let client = &Running::new();
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    let name = client.publish(&one, true).word("public");
    let path = format!("/embed/{name}/card.png");
    let card = || ureq::get(format!("{}{path}", client.url)).call().unwrap();
    let drawn = |mut answer: ureq::http::Response<ureq::Body>| answer.body_mut().read_to_vec().unwrap();
    let first = card();
    assert_eq!(first.headers()["content-type"], "image/png");
    assert_eq!(first.headers()["access-control-allow-origin"], "*");
    assert!(first.headers()["cache-control"].to_str().unwrap().starts_with("public"));
    let unchanged = |path: &str, tag: &str| assert_eq!(client.with("if-none-match", tag).get(path).status, 304);
    unchanged(&path, first.headers()["etag"].to_str().unwrap());
    let first = drawn(first);
    assert!(first.starts_with(b"\x89PNG"));
    assert_eq!(first[16..24], [0, 0, 4, 176, 0, 0, 2, 118], "1,200 by 630");
    let [text] = first_moves();
    client.play(&one, 0, &text).good();
    assert_ne!(drawn(card()), first, "the image did not change");
    // The head of the page describes the same position in words.
    let embed = format!("/embed/{name}");
    let page = client.get(&embed);
    if page.status == 200 {
        let game = Registry::built_in().open(spec()).unwrap();
        let title = format!("<meta property=\"og:title\" content=\"{}\" />", game.metadata().name.en);
        assert!(page.text.contains(&title), "{}", page.text);
        assert!(page.text.contains(&format!("content=\"{path}\"")));
        let french = client.with("accept-language", "fr").get(&embed);
        for (page, language) in [(&page, Language::English), (&french, Language::French)] {
            let mut played = game.begin(None).unwrap();
            played.play(&text).unwrap();
            let status = format!("og:description\" content=\"{}\"", played.view(language).status_text);
            assert!(page.text.contains(&status), "{}", page.text);
        }
        unchanged(&embed, page.header("etag"));
    }
    // A private game has no image, and the page for it shows no information about the game.
    client.publish(&two, false).good();
    for hidden in [name.as_str(), "aaaaaaaaaaaaaaaaaaaaaaaaaa", "%3Cscript%3E", &one] {
        client.get(&format!("/embed/{hidden}/card.png")).fails(404, "no-game");
        assert!(!client.get(&format!("/embed/{hidden}")).text.contains("og:title"));
    }
}
