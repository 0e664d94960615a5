//! Tests agreements between two players (draws, take-backs, aborting, rematches), and all refusals.

use crate::common::*;

#[test]
fn draws_are_offered_declined_and_agreed() {
    let client = &Running::new();
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    client.agree(&one, "draw", 0).fails(403, "agreement");
    client.decline(&one, 0, 1).fails(422, "no-offer");
    client.offer(&watch, 0, 1, "draw").fails(403, "watching");
    client.offer(&one, 0, 2, "draw").fails(403, "other-side");
    for bad in ["", "peace", "takeback:0", "takeback:x"] {
        client.offer(&one, 0, 1, bad).fails(400, "malformed");
    }
    client.offer(&one, 0, 1, "draw").good();
    assert_eq!(client.offer(&one, 0, 1, "draw").good()["seq"], 1, "a retry");
    assert_eq!(client.state(&watch)["offer"], json!({ "side": 1, "offer": "draw" }));
    client.offer(&one, 1, 1, "draw").fails(422, "offered");
    // Players cannot accept their own offer, or an offer that was not made.
    client.agree(&one, "draw", 1).fails(403, "agreement");
    client.take_back(&two, 1, 1).fails(422, "takeback");
    client.decline(&one, 1, 2).fails(403, "other-side");
    client.decline(&two, 1, 2).good();
    assert_eq!(client.state(&one)["offer"], Value::Null);
    // A move declines the offer.
    client.offer(&two, 2, 2, "draw").good();
    client.play(&one, 3, &legal(&[])[0]).good();
    client.agree(&one, "draw", 4).fails(403, "agreement");
    client.offer(&one, 4, 1, "draw").good();
    assert_eq!(client.agree(&two, "draw", 5).good()["status"], "draw agreement");
    shows(client.state(&watch), json!({ "agreed": true, "status": "draw agreement" }));
    client.play(&two, 6, "pass").fails(422, "ended");
    client.resign(&two, 6, 2).fails(422, "ended");
    client.offer(&two, 6, 2, "draw").fails(422, "ended");
    client.abort(&two, 6, 2).fails(422, "ended");
}

#[test]
fn take_backs_need_both_players() {
    let client = &Running::new();
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    client.play(&one, 0, &legal(&[])[0]).good();
    client.take_back(&one, 1, 1).fails(403, "agreement");
    client.offer(&one, 1, 1, "takeback:2").fails(422, "takeback");
    client.offer(&one, 1, 1, "takeback:4294967295").fails(422, "takeback");
    client.offer(&one, 1, 1, "takeback:1").good();
    client.take_back(&one, 2, 1).fails(403, "agreement");
    client.take_back(&watch, 2, 1).fails(403, "watching");
    client.take_back(&two, 2, 1).good();
    shows(client.state(&one), json!({ "moves": [], "offer": null }));
    client.take_back(&two, 2, 1).good();
    client.play(&one, 3, &legal(&[])[1]).good();
    // The number of offers per side is limited.
    for (seq, what) in (4..10).zip(["draw", "takeback:1"].iter().cycle()) {
        client.offer(&two, seq, 2, what).good();
    }
    client.offer(&two, 10, 2, "draw").fails(422, "offered");
    client.offer(&one, 10, 1, "draw").good();
}

#[test]
fn draw_offers_are_limited_per_game() {
    let client = &Running::new();
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    for (number, text) in line(10).iter().enumerate() {
        client.offer(&one, 2 * number, 1, "draw").good();
        // A move declines the offer.
        client.play([&one, &two][number % 2], 2 * number + 1, text).good();
    }
    client.offer(&one, 20, 1, "draw").fails(422, "offered");
}

#[test]
fn crossing_equal_offers_are_an_agreement() {
    let client = &Running::new();
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    let [first] = first_moves();
    client.play(&one, 0, &first).good();
    client.offer(&one, 1, 1, "takeback:1").good();
    client.offer(&two, 1, 2, "takeback:1").fails(409, "conflict");
    client.offer(&two, 2, 2, "takeback:1").good();
    assert_eq!(client.state(&one)["moves"], json!([]));
    client.play(&one, 3, &first).good();
    client.offer(&two, 4, 2, "draw").good();
    assert_eq!(client.offer(&one, 5, 1, "draw").good()["status"], "draw agreement");
    client.offer(&one, 6, 1, "rematch").good();
    client.offer(&two, 7, 2, "rematch").good();
    assert_eq!(client.state(&one)["rematch"], true);
}

#[test]
fn games_can_be_aborted_only_before_the_second_move() {
    let mut server = Running::new();
    let Apart { sides: [one, two], watch } = server.create_apart(&[]);
    let [first, reply] = first_moves();
    server.play(&one, 0, &first).good();
    server.abort(&watch, 1, 1).fails(403, "watching");
    server.abort(&one, 1, 2).fails(403, "other-side");
    assert_eq!(server.abort(&two, 1, 2).good()["status"], "aborted");
    assert_eq!(server.play(&two, 2, &reply).fails(422, "ended"), "The game was aborted.");
    let begun = server.create_apart(&[]);
    server.play(&begun.sides[0], 0, &first).good();
    server.play(&begun.sides[1], 1, &reply).good();
    server.abort(&begun.sides[0], 2, 1).fails(422, "earnest");
    // Moves with which the game was created do not count.
    let given = server.create_apart(&[&first, &reply]);
    assert_eq!(server.abort(&given.sides[0], 2, 1).good()["status"], "aborted");
    server.restart();
    shows(server.state(&watch), json!({ "aborted": 2, "status": "aborted" }));
}

#[test]
fn rematches_swap_colours() {
    let mut server = Running::new();
    let Apart { sides: [one, two], watch } = server.create_apart(&[]);
    server.offer(&one, 0, 1, "rematch").fails(422, "underway");
    server.agree(&one, "rematch", 0).fails(422, "underway");
    server.resign(&one, 0, 1).good();
    server.agree(&two, "rematch", 1).fails(403, "agreement");
    server.offer(&one, 1, 1, "rematch").good();
    server.decline(&two, 2, 2).good();
    server.next(&one).fails(409, "no-rematch");
    server.agreed("rematch", 3, (&two, 2), &one);
    assert_eq!(server.agree(&one, "rematch", 4).good()["seq"], 5, "a retry");
    server.offer(&two, 5, 2, "rematch").fails(422, "ended");
    assert_eq!(server.state(&two)["rematch"], true);
    let new = [&one, &two, &watch].map(|key| server.act(key, "next", Value::Null).word("key"));
    server.restart();
    for (key, known) in [&one, &two, &watch].into_iter().zip(&new) {
        assert_eq!(server.next(key).word("key"), *known, "every request returns the same key");
    }
    for (key, seat, host) in [(&new[0], "2", true), (&new[1], "1", false), (&new[2], "watch", false)] {
        let expected = json!({ "seat": seat, "host": host, "spec": spec(), "seq": 0, "moves": [] });
        shows(server.state(key), expected);
    }
    server.play(&new[0], 0, &legal(&[])[0]).fails(403, "turn");
    server.play(&new[1], 0, &legal(&[])[0]).good();
    assert_eq!(server.state(&one)["seq"], 5, "the old game is unchanged");
}

#[test]
fn games_ended_by_the_rules_have_rematches() {
    let client = &Running::new();
    let Apart { sides: [one, two], .. } = client.create_apart(&["pass"]);
    assert_eq!(client.play(&two, 1, "pass").good()["status"], "draw passes");
    client.offer(&one, 2, 1, "draw").fails(422, "ended");
    client.offer(&one, 2, 1, "takeback:1").fails(422, "ended");
    client.take_back(&two, 2, 1).fails(403, "agreement");
    client.agreed("rematch", 2, (&one, 1), &two);
    client.play(&two, 4, "pass").fails(422, "ended");
    assert_eq!(client.state(&client.next(&two).word("key"))["seat"], "1");
}

#[test]
fn only_aborting_is_possible_before_both_setups() {
    let client = &Running::new();
    let game = setup_game();
    let choices = json!({ "picks": 3, "secret": true });
    let Apart { sides: [one, two], .. } = client.apart_with(json!({ "spec": game.spec(), "setup": choices }));
    client.offer(&one, 0, 1, "draw").fails(422, "preparing");
    client.offer(&one, 0, 1, "rematch").fails(422, "underway");
    let choice = game.suggest_setup(3, 1).unwrap();
    client.setup(&two, 2, &choice).good();
    assert_eq!(client.abort(&one, 1, 1).good()["status"], "aborted");
    // Secret setups remain secret in the rematch.
    assert!(!client.state(&two).to_string().contains(choice.split('/').next().unwrap()));
    client.setup(&one, 1, &choice).fails(422, "ended");
    client.agreed("rematch", 2, (&one, 1), &two);
    shows(client.state(&client.next(&two).word("key")), json!({ "seat": "1", "status": "setup" }));
}
