//! Tests public games in progress: both players agree before the game, and either player can withdraw consent.

use crate::common::*;

const ANEW: i64 = 6_000;

/// Creates a game that one client offers and another joins; returns the keys to both sides, and the game's ID.
fn begin(client: &Client, watched: bool, letter: char) -> ([String; 2], Value) {
    let created =
        client.create_with(json!({ "seats": { "host": 1, "open": true, "watched": watched } })).good();
    let (keys, name) = ([word(&created["keys"]["sides"][0]), key(letter)], created["state"]["game"].clone());
    let invitations = client.get("/api/invitations").list("invitations");
    let one = invitations.iter().find(|one| one["game"] == name).unwrap();
    assert_eq!(one["watched"], watched, "the invitation does not show whether the game is public");
    published(client, &name).fails(404, "no-game");
    client.take(&name, 2, &keys[1]).good();
    (keys, name)
}

fn published(client: &Client, name: &Value) -> Answer {
    client.get(&format!("/api/published?game={}", word(name)))
}

fn listed(client: &Client) -> Vec<Value> {
    client.get("/api/watched").list("games")
}

#[test]
fn public_games_are_listed_while_in_progress() {
    let client = &Running::by_hand();
    assert_eq!(listed(client), Vec::<Value>::new());
    let ([one, two], name) = begin(client, true, 'b');
    let ([other, _], _) = begin(client, false, 'c');
    client.time.pass(ANEW);
    assert_eq!(listed(client), Vec::<Value>::new(), "no event yet");
    let [first] = first_moves();
    for key in [&one, &other] {
        client.play(key, 0, &first).good();
    }
    assert_eq!(listed(client), Vec::<Value>::new(), "the list is cached for seconds");
    client.time.pass(ANEW);
    let games = listed(client);
    assert_eq!(games.len(), 1);
    shows(&games[0], json!({ "game": name, "moves": 1, "pace": "unlimited", "watchers": 0 }));
    assert_eq!(client.get("/api/watched?player=Ada").list("games"), Vec::<Value>::new(), "players are guests");
    assert_eq!(published(client, &name).good()["seat"], "watch");
    for key in [&one, &two] {
        assert_eq!(
            client.read(key, "publication").good()["public"],
            name,
            "players cannot see that it is public"
        );
        assert!(!games[0].to_string().contains(key.as_str()));
    }
    // A finished or unpublished game is not listed.
    client.resign(&two, 1, 2).good();
    client.time.pass(ANEW);
    assert_eq!(listed(client), Vec::<Value>::new());
    assert_eq!(published(client, &name).good()["seat"], "watch");
    let ([one, two], name) = begin(client, true, 'd');
    client.play(&one, 0, &first).good();
    client.time.pass(ANEW);
    assert_eq!(listed(client)[0]["game"], name);
    client.publish(&two, false).good();
    published(client, &name).fails(404, "no-game");
    // A game that only one player publishes is not listed.
    client.publish(&two, true).good();
    client.time.pass(ANEW);
    assert_eq!(listed(client), Vec::<Value>::new());
}

#[test]
fn list_is_paged() {
    let client = &Running::by_hand();
    let begun = |letter| {
        let ([host, _], name) = begin(client, true, letter);
        client.time.pass(1);
        client.play(&host, 0, &legal(&[])[0]).good();
        name
    };
    let mut newest: Vec<Value> = "bcdefghijklmno".chars().map(begun).collect();
    newest.reverse();
    client.time.pass(ANEW);
    let page = client.get("/api/watched");
    let found: Vec<Value> = page.list("games").iter().map(|one| one["game"].clone()).collect();
    assert_eq!((&found[..], &page.good()["next"]), (&newest[..12], &newest[11]));
    let after = |name: &str| client.get(&format!("/api/watched?after={name}"));
    let rest = after(&word(&newest[11]));
    assert_eq!((rest.list("games").len(), &rest.good()["next"]), (2, &Value::Null));
    assert_eq!(after(&key('d')).good(), json!({ "games": [] }));
    after("x").fails(404, "no-game");
    // Guests must see in the invitation that the game is public, so that joining means consent.
    let offer = |seats: Value| client.create_with(json!({ "seats": seats }));
    offer(json!({ "host": 1, "watched": true })).fails(422, "combination");
    offer(json!({ "host": 1, "open": true, "watched": "yes" })).fails(400, "malformed");
}
