//! Games shown to everybody: by their players' will, to look on and nothing else; and the page that may stand in others.

use std::time::Duration;

use entourage_registry::Registry;
use entourage_registry::kernel::Language;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::common::follow::{hear, hear_of, open};
use crate::common::{Answer, Apart, Client, Running, spec};

const SOON: Duration = Duration::from_secs(20);

fn publish(client: &Client, key: &str, public: bool) -> Answer {
    client.post("/api/game/publication", Some(key), &json!({ "public": public }))
}

fn publication(client: &Client, key: &str) -> Answer {
    client.get("/api/game/publication", &[("authorization", &format!("Bearer {key}"))])
}

fn look_on(client: &Client, name: &str) -> Answer {
    client.get(&format!("/api/published?game={name}&lang=fr"), &[])
}

/// Says a greeting, and hears the first message that is told, or the code of the close.
fn greeted(client: &Client, greeting: &Value) -> Result<Value, u16> {
    let address = format!("{}/api/live", client.url.replace("http://", "ws://"));
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let (mut socket, _) = connect_async(address).await.unwrap();
        socket.send(Message::text(greeting.to_string())).await.unwrap();
        loop {
            match timeout(SOON, socket.next()).await.expect("an answer comes soon") {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(Some(frame)))) => return Err(frame.code.into()),
                Some(Ok(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    })
}

#[test]
fn players_show_a_game_to_everybody_and_take_it_back() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Running::start(data.path());
    let apart = server.client.create_apart(&[]);
    let [first, second] = [&apart.sides[0], &apart.sides[1]];
    for key in [first, second] {
        assert_eq!(publication(&server.client, key).good(), json!({ "public": null }));
    }
    // Who only looks on decides nothing, and learns no name.
    publish(&server.client, &apart.watch, true).fails(403, "watching");
    publication(&server.client, &apart.watch).fails(403, "watching");

    let shown = publish(&server.client, first, true).good();
    let name = shown["public"].as_str().unwrap().to_owned();
    assert_eq!(publish(&server.client, second, true).good(), shown, "again does no harm");
    drop(server);
    server = Running::start(data.path());
    let client = &server.client;
    assert_eq!(publication(client, second).good(), shown);

    client.play(first, 0, &legal()).good();
    let state = look_on(client, &name).good();
    assert_eq!(
        (&state["seat"], &state["host"], &state["moves"]),
        (&json!("watch"), &json!(false), &json!([legal()]))
    );
    let told = greeted(client, &json!({ "public": name })).unwrap();
    assert_eq!((&told["type"], &told["state"]["moves"]), (&json!("state"), &json!([legal()])));
    assert_eq!(greeted(client, &json!({ "public": name, "after": 0 })).unwrap()["type"], "events");
    // The name opens nothing else.
    client.try_state(&name).unwrap().fails(404, "no-game");
    client.play(&name, 1, "pass").fails(404, "no-game");
    publish(client, &name, false).fails(404, "no-game");
    assert_eq!(greeted(client, &json!({ "key": name })).unwrap()["error"]["code"], "no-game");

    assert_eq!(publish(client, second, false).good(), json!({ "public": null }));
    look_on(client, &name).fails(404, "no-game");
    assert_eq!(greeted(client, &json!({ "public": name })).unwrap()["error"]["code"], "no-game");
    for greeting in [json!({}), json!({ "key": first, "public": name }), json!({ "public": 1 })] {
        assert_eq!(greeted(client, &greeting), Err(1007), "{greeting}");
    }
}

fn legal() -> String {
    Registry::built_in().open(spec()).unwrap().begin(None).unwrap().legal_moves()[0].clone()
}

#[test]
fn what_is_no_public_game_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let key = client.create(&[]);
    look_on(client, &key).fails(404, "no-game");
    for name in ["", "x", "..%2f..", &"d".repeat(26), &"e".repeat(4000)] {
        look_on(client, name).fails(404, "no-game");
    }
    client.get("/api/published", &[]).fails(400, "malformed");
    client.get("/api/published?game=x&key=y", &[]).fails(400, "malformed");
    for body in [json!({}), json!({ "public": "yes" }), json!({ "public": true, "more": 1 })] {
        client.post("/api/game/publication", Some(&key), &body).fails(400, "malformed");
    }
    client.post("/api/game/publication", None, &json!({ "public": true })).fails(401, "no-key");
    let foreign = [("authorization", format!("Bearer {key}")), ("origin", "https://evil.example".to_owned())];
    let foreign: Vec<(&str, &str)> = foreign.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let body = serde_json::to_vec(&json!({ "public": true })).unwrap();
    client.send("POST", "/api/game/publication", &foreign, Some(body)).unwrap().fails(403, "origin");
}

/// A page shut into a sandbox has no origin that anybody knows: what it may do is what its key alone lets it do, and that is to look on.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_in_a_sandbox_looks_on_by_a_key_and_does_nothing_else() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, _], watch } = client.create_apart(&[]);
    let ask = |method: &str, path: &str, origin: &str, wanted: &str| {
        let headers = [
            ("origin", origin),
            ("access-control-request-method", wanted),
            ("access-control-request-headers", "authorization"),
        ];
        client.send(method, path, &headers, None).unwrap()
    };
    let foreseen = ask("OPTIONS", "/api/game", "null", "GET");
    assert_eq!((foreseen.status, foreseen.header("access-control-allow-origin")), (204, "null"));
    assert_eq!(foreseen.header("access-control-allow-headers"), "authorization");
    assert_eq!((foreseen.header("access-control-allow-methods"), foreseen.header("vary")), ("GET", "origin"));
    assert_eq!(foreseen.header("access-control-allow-credentials"), "");
    for (path, origin, wanted) in [
        ("/api/game", "https://elsewhere.example", "GET"),
        ("/api/game", "null", "POST"),
        ("/api/game/moves", "null", "POST"),
        ("/api/game/notes", "null", "GET"),
        ("/api/game/chat", "null", "GET"),
        ("/api/games", "null", "POST"),
    ] {
        let answer = ask("OPTIONS", path, origin, wanted);
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (405, ""), "{path}");
    }
    let read = |key: &str, origin: &str| {
        client.get("/api/game", &[("authorization", &format!("Bearer {key}")), ("origin", origin)])
    };
    let seen = read(&watch, "null");
    assert_eq!((&seen.good()["seat"], seen.header("access-control-allow-origin")), (&json!("watch"), "null"));
    assert!(seen.header("vary").contains("origin"));
    // It is told, too, why not.
    for (key, status, code) in [(&one, 403, "origin"), (&"a".repeat(26), 404, "no-game")] {
        let refused = read(key, "null");
        refused.fails(status, code);
        assert_eq!(refused.header("access-control-allow-origin"), "null");
    }
    assert_eq!(read(&watch, "https://elsewhere.example").header("access-control-allow-origin"), "");
    let bearer = format!("Bearer {one}");
    let headers =
        [("authorization", bearer.as_str()), ("content-type", "application/json"), ("origin", "null")];
    let body = serde_json::to_vec(&json!({ "seq": 0, "move": legal() })).unwrap();
    client.send("POST", "/api/game/moves", &headers, Some(body)).unwrap().fails(403, "origin");

    let greeted = async |greeting: Value| {
        let mut socket = open(client, Some("null")).await.unwrap();
        socket.send(Message::text(greeting.to_string())).await.unwrap();
        (hear(&mut socket).await.unwrap(), socket)
    };
    assert_eq!(greeted(json!({ "key": one })).await.0["error"]["code"], "origin");
    let (news, mut socket) = greeted(json!({ "key": watch })).await;
    assert_eq!(news["type"], "state");
    socket.send(Message::text(json!({ "seq": 0, "move": legal() }).to_string())).await.unwrap();
    assert_eq!(hear_of(&mut socket, "refused").await["error"]["code"], "watching");
    client.play(&one, 0, &legal()).good();
    assert_eq!(hear_of(&mut socket, "events").await["from"], 0);
    // Who played was nowhere else.
    assert_eq!(client.state(&one)["seq"], 1);
}

#[test]
fn one_page_alone_may_stand_in_other_pages() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let get = |path: &str| server.client.get(path, &[]);
    for path in
        ["/", "/index.html", "/embed.html", "/healthz", "/board.svg", "/api/published?game=x", "/embed/a/b"]
    {
        let answer = get(path);
        let policy = answer.header("content-security-policy");
        assert!(policy.ends_with("frame-ancestors 'none'"), "{path}: {policy}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
    }
    let page = get("/embed");
    if page.status != 200 {
        // The page is not built: nothing is shown that anybody could frame.
        page.fails(page.status, "no-page");
        return;
    }
    for path in ["/embed", "/embed/", "/embed/aaaaaaaaaaaaaaaaaaaaaaaaaa", "/embed/%3Cscript%3E"] {
        let answer = get(path);
        if path == "/embed/" {
            answer.fails(404, "no-route");
            continue;
        }
        let policy = answer.header("content-security-policy");
        assert!(policy.ends_with("frame-ancestors *"), "{path}: {policy}");
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
        assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin");
        assert_eq!(
            (answer.header("referrer-policy"), answer.header("x-content-type-options")),
            ("no-referrer", "nosniff")
        );
        assert_eq!((answer.text.as_str(), answer.header("content-type")), (page.text.as_str(), "text/html"));
    }
    assert_eq!(server.client.get("/embed", &[("if-none-match", page.header("etag"))]).status, 304);
    assert_eq!(server.client.send("POST", "/embed", &[], None).unwrap().status, 405);
}

#[test]
fn a_link_to_a_public_game_shows_it_at_a_glance() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let apart = client.create_apart(&[]);
    let name = publish(client, &apart.sides[0], true).good()["public"].as_str().unwrap().to_owned();
    let card = || ureq::get(&format!("{}/embed/{name}/card.png", client.url)).call().unwrap();
    let drawn = |mut answer: ureq::http::Response<ureq::Body>| answer.body_mut().read_to_vec().unwrap();
    let first = card();
    assert_eq!(first.headers()["content-type"], "image/png");
    assert_eq!(first.headers()["access-control-allow-origin"], "*");
    assert!(first.headers()["cache-control"].to_str().unwrap().starts_with("public"));
    let tag = first.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(client.get(&format!("/embed/{name}/card.png"), &[("if-none-match", &tag)]).status, 304);
    let first = drawn(first);
    assert!(first.starts_with(b"\x89PNG"));
    assert_eq!(first[16..24], [0, 0, 4, 176, 0, 0, 2, 118], "1,200 by 630");
    client.play(&apart.sides[0], 0, &legal()).good();
    assert_ne!(drawn(card()), first, "the game has gone on");
    // The page says the same in words, to those who read its head.
    let page = client.get(&format!("/embed/{name}"), &[]);
    if page.status == 200 {
        let game = Registry::built_in().open(spec()).unwrap();
        let title = format!("<meta property=\"og:title\" content=\"{}\" />", game.metadata().name.en);
        assert!(page.text.contains(&title), "{}", page.text);
        assert!(page.text.contains(&format!("content=\"/embed/{name}/card.png\"")));
        let status = |language| {
            let mut played = game.begin(None).unwrap();
            played.play(&legal()).unwrap();
            format!("og:description\" content=\"{}\"", played.view(language).status_text)
        };
        assert!(page.text.contains(&status(Language::English)), "{}", page.text);
        let french = client.get(&format!("/embed/{name}"), &[("accept-language", "fr")]);
        assert!(french.text.contains(&status(Language::French)), "{}", french.text);
        assert_eq!(
            client.get(&format!("/embed/{name}"), &[("if-none-match", page.header("etag"))]).status,
            304
        );
    }
    // What is not shown to everybody has no picture, and its page says no more than any.
    publish(client, &apart.sides[1], false).good();
    for hidden in [name.as_str(), "aaaaaaaaaaaaaaaaaaaaaaaaaa", "%3Cscript%3E", &apart.sides[0]] {
        client.get(&format!("/embed/{hidden}/card.png"), &[]).fails(404, "no-game");
        let page = client.get(&format!("/embed/{hidden}"), &[]);
        assert!(!page.text.contains("og:title"));
    }
}
