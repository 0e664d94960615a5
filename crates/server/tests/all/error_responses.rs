//! Tests error responses: code, message in the requested language, and details.

use crate::common::*;

#[test]
fn only_conflicts_include_the_current_state() {
    let client = &Running::new();
    let key = client.create(&["pass"]);
    let stale = client.act(&key, "moves?lang=fr", json!({ "seq": 0, "move": "zz9" }));
    assert_eq!(stale.status, 409);
    let message = "La partie a changé entre-temps.";
    let state = client.bearer(&key).get("/api/game?lang=fr").good();
    let expected = json!({ "error": { "code": "conflict", "message": message }, "state": state });
    assert_eq!(stale.json(), expected);
    let unread = client.play(&key, 1, "zz9");
    assert_eq!(unread.json().as_object().unwrap().len(), 1);
    let error = unread.error(422, "text");
    shows(&error, json!({ "part": "move", "token": "zz9", "at": 0 }));
    assert!(word(&error["message"]).starts_with("Invalid move: "), "{error}");
    assert!(error.get("index").is_none() && error.get("reasons").is_none(), "{error}");
}

#[test]
fn errors_say_in_the_requested_language_what_is_wrong_and_where() {
    let client = &Running::new();
    let [first, second] = client.create_apart(&[]).sides;
    let bad = client.post("/api/games?lang=fr", terms(json!({ "moves": ["pass", "zz9"] })));
    assert_eq!(bad.status, 422);
    shows(&bad.json()["error"], json!({ "index": 1, "part": "move" }));
    assert!(word(&bad.json()["error"]["message"]).starts_with("Coup 2 : "), "{bad:?}");
    for (answer, message) in [
        (client.resign(&first, 0, 3), "Malformed request: `side` must be 1 or 2"),
        (
            client.act(&first, "chat?lang=fr", json!({ "token": "No!", "text": "hello" })),
            "Requête mal formée : `token` must have 1 to 32 lower-case letters and digits",
        ),
    ] {
        let expected = json!({ "error": { "code": "malformed", "message": message } });
        assert_eq!((answer.status, answer.json()), (400, expected));
    }
    let error = client.plan(&second, 0, "zz9 > pass").error(422, "plan");
    shows(&error, json!({ "reason": "text", "line": [], "token": "zz9", "at": 0 }));
    assert_eq!(error["message"], format!("\"zz9\": {}.", word(&error["problem"])));
    client.resign(&first, 0, 1).good();
    let over = client.act(&second, "moves?lang=fr", json!({ "seq": 1, "move": "pass" })).error(422, "ended");
    assert!(word(&over["message"]).starts_with("La partie est finie : abandon ("), "{over}");
    assert_eq!(over.as_object().unwrap().len(), 2);
}
