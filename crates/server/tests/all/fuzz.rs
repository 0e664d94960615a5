//! Whatever is sent, the answer is JSON and never a failure of the server.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::LazyLock;
use std::time::Duration;

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::common::{Answer, Running, spec, times};

/// One server for all cases; its directory lasts as long as the process.
static SERVER: LazyLock<(Running, String)> = LazyLock::new(|| {
    let server = Running::start(&tempfile::tempdir().unwrap().keep());
    let id = server.client.create(&["pass"]);
    (server, id)
});

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        word().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((word(), inner), 0..6)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Words that the interface knows, their like, and parts of positions and moves.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "seq",
            "move",
            "plies",
            "side",
            "spec",
            "position",
            "moves",
            "players",
            "kind",
            "human",
            "seats",
            "host",
            "open",
            "offer",
            "takeback:1",
            "draw",
            "rematch",
            "days",
            "pace",
            "live spare=1m",
            "game",
            "key",
            "seat",
            "watch",
            "computer",
            "level",
            "pass",
            "f11e10",
            "a1",
            "w",
            "-",
            "repetition=3",
            "quiet-limit=100",
            ":",
        ])
        .prop_map(str::to_owned),
        Just(spec().to_owned()),
        "[a-kA-Z0-9/]{0,20}",
        "[a-k][1-9][01]?[a-k][1-9][01]?",
        "\\PC{0,12}",
    ]
}

/// A body of the right shape with odd values.
fn shaped() -> impl Strategy<Value = Value> {
    let player = prop_oneof![
        Just(json!({ "kind": "human" })),
        any::<u16>().prop_map(|level| json!({ "kind": "computer", "level": level })),
        any_json(),
    ];
    let spec_text = prop_oneof![
        Just(spec().to_owned()),
        (Just(spec()), word()).prop_map(|(id, w)| format!("{id}:{w}")),
        word()
    ];
    prop_oneof![
        (0u64..4, word()).prop_map(|(seq, text)| json!({ "seq": seq, "move": text })),
        (any::<u64>(), any::<u32>()).prop_map(|(seq, plies)| json!({ "seq": seq, "plies": plies })),
        (0u64..4, 0u32..3).prop_map(|(seq, plies)| json!({ "seq": seq, "plies": plies })),
        (any::<u64>(), any::<i64>()).prop_map(|(seq, side)| json!({ "seq": seq, "side": side })),
        (spec_text, prop::option::of(word()), prop::collection::vec(word(), 0..4), player.clone(), player).prop_map(
            |(spec, position, moves, a, b)| json!({ "spec": spec, "position": position, "moves": moves, "players": [a, b] })
        ),
    ]
}

fn is_sane(answer: &Answer) {
    assert!(answer.status < 500, "{answer:?}");
    let json = answer.json();
    assert_eq!(answer.status >= 400, json["error"]["code"].is_string(), "{answer:?}");
    assert_eq!(answer.status >= 400, json["error"]["message"].is_string(), "{answer:?}");
}

const PATHS: [&str; 22] = [
    "/api/games",
    "/api/game/moves",
    "/api/game/takeback",
    "/api/game/resign",
    "/api/game/setup",
    "/api/game/offer",
    "/api/game/decline",
    "/api/game/draw",
    "/api/game/abort",
    "/api/game/rematch",
    "/api/game/vacation",
    "/api/game/announce",
    "/api/game/stay",
    "/api/game/give",
    "/api/game/pause",
    "/api/game/resume",
    "/api/game/keys",
    "/api/game/publication",
    "/api/invitations/take",
    "/api/game/mail",
    "/api/mail/confirm",
    "/api/mail/stop",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400 * times() as u32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_json_makes_the_server_fail(path in prop::sample::select(&PATHS[..]), body in prop_oneof![any_json(), shaped()]) {
        let (server, id) = &*SERVER;
        is_sane(&server.client.post(path, Some(id), &body));
        is_sane(&server.client.try_state(id).unwrap());
    }

    #[test]
    fn no_bytes_make_the_server_fail(path in prop::sample::select(&PATHS[..]), body in prop::collection::vec(any::<u8>(), 0..200)) {
        let (server, id) = &*SERVER;
        let headers = [("content-type", "application/json"), ("authorization", &format!("Bearer {id}"))];
        is_sane(&server.client.send("POST", path, &headers, Some(body)).unwrap());
    }

    #[test]
    fn no_header_makes_the_server_fail(key in "[ -~]{0,60}", languages in "[ -~]{0,60}", query in "[a-z=&%0-9]{0,40}") {
        let (server, _) = &*SERVER;
        let headers = [("authorization", key.as_str()), ("accept-language", languages.as_str())];
        is_sane(&server.client.get(&format!("/api/game?{query}"), &headers));
    }
}

/// Sends bytes as they are and returns the answer's first line.
fn raw(bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(SERVER.0.client.url.strip_prefix("http://").unwrap()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    stream.write_all(bytes).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).lines().next().unwrap_or("").to_owned()
}

#[test]
fn raw_nonsense_is_refused_and_the_server_stays() {
    for path in [
        "/../Cargo.toml",
        "/assets/../../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/..\\x",
        "/\u{0}",
    ] {
        let line = raw(format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").as_bytes());
        assert!(line.contains(" 404 ") || line.contains(" 400 "), "{path}: {line}");
    }
    assert!(raw(b"nonsense\r\n\r\n").contains(" 400 "));
    assert!(
        raw(&[b"GET / HTTP/1.1\r\nx: ".as_slice(), &[b'a'; 64 * 1024], b"\r\n\r\n"].concat()).contains(" 431 ")
    );
    let many = (0..200).map(|i| format!("x-{i}: a\r\n")).collect::<String>();
    assert!(raw(format!("GET / HTTP/1.1\r\n{many}\r\n").as_bytes()).contains(" 431 "));
    let announced = "POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\n\
        content-length: 99999999999\r\n\r\n{}";
    assert!(raw(announced.as_bytes()).contains(" 413 "));
    let (server, id) = &*SERVER;
    server.client.state(id);
}
