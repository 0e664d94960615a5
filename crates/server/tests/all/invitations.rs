//! Tests open games: they are listed for all users, joined once, and removed when aborted or joined.

use crate::common::*;

fn invite(client: &Client, host: usize) -> (String, String) {
    let created = client.create_with(json!({ "seats": { "host": host, "open": true } })).good();
    let keys = &created["keys"];
    assert_eq!(keys["sides"][2 - host], Value::Null);
    (word(&keys["sides"][host - 1]), word(&keys["watch"]))
}

fn listed(client: &Client) -> Vec<Value> {
    client.get("/api/invitations").list("invitations")
}

#[test]
fn open_sides_are_taken_once() {
    let mut server = Running::new();
    assert_eq!(listed(&server), Vec::<Value>::new());
    let (host, watch) = invite(&server, 2);
    invite(&server, 1);
    server.restart();
    let client = &server;
    let list = listed(client);
    assert_eq!(list.len(), 2);
    let one = list.iter().find(|one| one["side"] == 1).unwrap();
    shows(one, json!({ "spec": spec(), "here": false }));
    assert!(one["since"].as_i64().unwrap() > 1_700_000_000_000);
    // The ID in the list gives no access.
    let game = &one["game"];
    client.opens_nothing(&word(game));
    assert!(*game != host.as_str() && *game != watch.as_str());

    let (guest, late) = (key('b'), key('c'));
    for (game, side, key, status, code) in [
        (game, 2, &*guest, 409, "taken"),
        (game, 1, &host, 409, "taken"),
        (&json!("x"), 1, &guest, 409, "taken"),
        (&json!(key('d')), 1, &guest, 409, "taken"),
        (game, 3, &guest, 400, "malformed"),
        (game, 1, "short", 400, "malformed"),
        (&json!(1), 1, &guest, 400, "malformed"),
    ] {
        client.take(game, side, key).fails(status, code);
    }
    assert_eq!(client.state(&host)["open"], true);
    shows(client.take(game, 1, &guest).good(), json!({ "seat": "1", "host": false, "open": false }));
    assert_eq!(client.state(&host)["open"], false);
    client.take(game, 1, &guest).good();
    client.take(game, 1, &late).fails(409, "taken");
    client.opens_nothing(&late);
    assert_eq!(listed(client).len(), 1);
    client.play(&host, 0, "pass").fails(403, "turn");
    client.play(&guest, 0, "pass").good();
    client.play(&host, 1, "pass").good();
}

#[test]
fn one_of_several_clients_gets_the_side() {
    let client = &Running::new();
    invite(client, 1);
    let game = &listed(client)[0]["game"];
    let answers = together("bcdefghi".chars().map(|letter| move || client.take(game, 2, &key(letter))));
    let (good, late): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 200);
    assert_eq!(good.len(), 1);
    late.iter().for_each(|answer| drop(answer.fails(409, "taken")));
}

#[test]
fn list_is_paged_and_not_flooded() {
    let client = &Running::new();
    let (oldest, _) = invite(client, 1);
    (0..119).for_each(|_| drop(invite(client, 1)));
    let page = |after: &str| client.get(&format!("/api/invitations{after}")).good();
    let (mut names, mut after) = (Vec::new(), String::new());
    for size in [50, 50, 20] {
        let page = page(&after);
        let games = list(&page["invitations"]);
        assert_eq!(games.len(), size);
        names.extend(games.iter().map(|one| word(&one["game"])));
        after = format!("?after={}", page["next"].as_str().unwrap_or("end"));
    }
    assert_eq!(after, "?after=end");
    assert_eq!(client.state(&oldest)["game"], names[119].as_str());
    // The next page can be read even if the last game of the previous page is gone.
    client.take(&json!(names[49]), 2, &key('b')).good();
    assert_eq!(page(&format!("?after={}", names[49]))["invitations"][0]["game"], names[50].as_str());
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 120);
    for none in ["?after=x", "?after="] {
        client.get(&format!("/api/invitations{none}")).fails(404, "no-game");
    }
    client.get("/api/invitations?after=a&after=b").fails(400, "malformed");
}

#[test]
fn aborted_games_are_not_offered() {
    let client = &Running::new();
    let (host, _) = invite(client, 1);
    let game = listed(client)[0]["game"].clone();
    client.abort(&host, 0, 1).good();
    assert_eq!(listed(client), Vec::<Value>::new());
    client.take(&game, 2, &key('b')).fails(409, "taken");
    // Replacing the key to the open side withdraws the game.
    let (host, _) = invite(client, 1);
    client.renew(&host, "2").good();
    assert_eq!(listed(client), Vec::<Value>::new());
}
