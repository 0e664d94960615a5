//! Tests random input: responses must be JSON and must not be server errors.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::Map;

use crate::common::*;

/// The server for all cases, and the key to a game on it.
static SERVER: LazyLock<(Running, String)> = LazyLock::new(|| {
    let server = Running::with(Config { limits: "definitions=1000000".parse().unwrap(), ..Config::default() });
    let id = server.create(&["pass"]);
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

const KNOWN: &str = "seq|move|plies|side|spec|position|moves|players|kind|human|seats|name|password|code|passkey|ceremony|\
    credential|purpose|show|host|open|offer|takeback:1|draw|rematch|days|pace|live spare=1m|game|key|seat|watch|computer|\
    level|pass|f11e10|a1|w|-|repetition=3|quiet-limit=100|:";

/// Generates words that the API uses, similar words, and parts of positions and moves.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(KNOWN.split('|').collect::<Vec<_>>()).prop_map(str::to_owned),
        Just(spec().to_owned()),
        "[a-kA-Z0-9/]{0,20}",
        "[a-k][1-9][01]?[a-k][1-9][01]?",
        "\\PC{0,12}",
    ]
}

/// Generates bodies that have the right shape but odd values.
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

/// Routes below `/api/` that accept POST requests.
const PATHS: &str = "games game/moves game/takeback game/resign game/setup game/offer game/decline game/draw game/abort game/rematch \
    game/vacation game/announce game/stay game/give game/pause game/resume game/keys game/publication invitations/take game/mail \
    mail/confirm mail/stop account account/confirm account/games passkeys session";

fn path() -> impl Strategy<Value = String> {
    prop::sample::select(PATHS.split(' ').collect::<Vec<_>>()).prop_map(|path| format!("/api/{path}"))
}

/// Generates submissions with odd values and with valid, nearly valid and invalid definitions.
fn handed_in() -> impl Strategy<Value = Value> {
    const GAME: &str = include_str!("../../../../variants/dobutsu.game");
    let text = prop_oneof![
        Just(GAME.to_owned()),
        (0..GAME.len(), "\\PC{0,8}").prop_map(|(at, more)| {
            let at = (0..=at).rev().find(|at| GAME.is_char_boundary(*at)).unwrap_or(0);
            format!("{}{more}{}", &GAME[..at], &GAME[at..])
        }),
        word(),
    ];
    let licence = prop_oneof![3 => Just("CC-BY-4.0".to_owned()), 1 => word()];
    let link = prop::option::of(prop_oneof![Just(format!("@sha256-{}", "0".repeat(64))), word()]);
    (prop::collection::vec(text, 0..3), word(), licence, link.clone(), link, any_json()).prop_map(
        |(texts, author, licence, earlier, origin, odd)| {
            let mut body = json!({ "texts": texts, "author": author, "licence": licence });
            let odd = odd.is_number().then_some(odd);
            let fields =
                [("earlier", earlier.map(Value::from)), ("clonedFrom", origin.map(Value::from)), ("more", odd)];
            for (field, value) in fields {
                value.into_iter().for_each(|value| body[field] = value);
            }
            body
        },
    )
}

fn written() -> impl Strategy<Value = String> {
    let known = format!("@sha256-{}", "0".repeat(64));
    prop_oneof![Just(known), "@sha256-[0-9a-f]{0,70}", "[a-z0-9@%.-]{1,40}"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200 * times() as u32, failure_persistence: None, ..ProptestConfig::default() })]

    /// Responses to any submission must be quick and bounded in length.
    #[test]
    fn random_definitions_cause_no_failure(body in prop_oneof![1 => any_json(), 3 => handed_in()]) {
        let (server, id) = &*SERVER;
        let begin = Instant::now();
        let answer = server.bearer(id).post("/api/definitions", &body);
        is_sane(&answer);
        prop_assert!(begin.elapsed() < Duration::from_secs(20), "{body}");
        prop_assert!(answer.text.len() < 1 << 20, "{body}");
    }

    #[test]
    fn random_states_cause_no_failure(name in written(), body in prop_oneof![any_json(), word().prop_map(|state| json!({ "state": state }))]) {
        let (server, id) = &*SERVER;
        let path = format!("/api/definitions/{name}");
        is_sane(&server.bearer(id).put(&format!("{path}/state"), &body));
        is_sane(&server.get(&path));
    }

    #[test]
    fn random_gallery_queries_cause_no_failure(query in "[a-z=&%0-9@-]{0,40}", after in written(), sort in "new|played|[a-z]{0,6}") {
        let (server, _) = &*SERVER;
        is_sane(&server.get(&format!("/api/gallery?{query}")));
        is_sane(&server.get(&format!("/api/gallery?after={after}&sort={sort}")));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400 * times() as u32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_json_causes_no_failure(path in path(), body in prop_oneof![any_json(), shaped()]) {
        let (server, id) = &*SERVER;
        is_sane(&server.bearer(id).post(&path, &body));
        is_sane(&server.try_state(id).unwrap());
    }

    #[test]
    fn random_bytes_cause_no_failure(path in path(), body in prop::collection::vec(any::<u8>(), 0..200)) {
        let (server, id) = &*SERVER;
        let client = server.bearer(id).with("content-type", "application/json");
        is_sane(&client.try_send("POST", &path, Some(body)).unwrap());
    }

    #[test]
    fn random_headers_cause_no_failure(key in "[ -~]{0,60}", languages in "[ -~]{0,60}", query in "[a-z=&%0-9]{0,40}") {
        let client = SERVER.0.with("authorization", &key).with("accept-language", &languages);
        is_sane(&client.get(&format!("/api/game?{query}")));
    }
}

fn raw(bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(SERVER.0.url.strip_prefix("http://").unwrap()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    stream.write_all(bytes).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).lines().next().unwrap_or("").to_owned()
}

#[test]
fn random_bytes_on_the_connection_cause_no_failure() {
    let paths =
        ["/../Cargo.toml", "/assets/../../../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd", "/..\\x"];
    for path in paths.into_iter().chain(["/\u{0}"]) {
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
    server.state(id);
}
