//! Tests tournaments of each format, across restarts and on several processes, and managing tournaments.

use std::collections::BTreeMap;

use entourage_record::{AccountId, Token, TournamentId};
use entourage_server::{Administration, Moderation};
use entourage_store::{Account, Session, Store, random};

use crate::common::sockets::{closed, connect, send};
use crate::common::*;
use crate::postgres_server::on_postgres;
use crate::processes::{LONG, nats, two};

const PACE: &str = "live spare=5m extra=3s";

fn announce(of: &Client, kind: &str, more: Value) -> Answer {
    let body = json!({ "name": "Spring cup", "kind": kind, "spec": spec(), "pace": PACE, "terms": {} });
    of.post("/api/tournaments", merge(body, more))
}

pub fn announced(of: &Client, kind: &str, more: Value) -> String {
    format!("/api/tournaments/{}", announce(of, kind, more).word("tournament"))
}

fn enter(of: &Client, at: &str) -> Answer {
    of.post(&format!("{at}/entry"), json!({}))
}

fn leave(of: &Client, at: &str) {
    of.delete(&format!("{at}/entry")).good();
}

fn all_enter(members: &[Client], at: &str) {
    members.iter().for_each(|member| drop(enter(member, at).good()));
}

fn start(of: &Client, at: &str) {
    of.post(&format!("{at}/start"), json!({})).good();
}

fn people(client: &Client, count: usize) -> Vec<Client> {
    (0..count).map(|number| client.join(&format!("Player {number}"))).collect()
}

fn table(client: &Client, at: &str) -> Value {
    client.get(at).good()["table"].clone()
}

#[track_caller]
fn round(client: &Client, at: &str, round: u64) -> Value {
    until(|| Some(table(client, at)).filter(|table| table["round"] == round))
}

fn own(of: &Client, at: &str) -> Value {
    of.get(at).good()["own"].clone()
}

/// Returns the current games of the members, each with the index of the member on each side.
fn boards(members: &[Client], at: &str) -> BTreeMap<String, [Option<usize>; 2]> {
    let mut boards = BTreeMap::new();
    for (index, member) in members.iter().enumerate() {
        let own = own(member, at);
        let Some(pass) = own["game"].as_str() else { continue };
        let (game, seat) = pass.split_once('.').unwrap();
        let sides: &mut [Option<usize>; 2] = boards.entry(game.to_owned()).or_insert([None; 2]);
        sides[usize::from(seat == "2")] = Some(index);
    }
    boards
}

/// Plays a game to its end: two moves, then a resignation or an agreed draw.
fn play(members: &[Client], game: &str, sides: [usize; 2], how: usize) {
    let passes = [format!("{game}.1"), format!("{game}.2")];
    for (seq, text) in line(2).iter().enumerate() {
        members[sides[seq]].play(&passes[seq], seq, text).good();
    }
    match how % 3 {
        2 => {
            members[sides[0]].offer(&passes[0], 2, 1, "draw").good();
            members[sides[1]].agree(&passes[1], "draw", 3).good();
        }
        side => drop(members[sides[side]].resign(&passes[side], 2, side + 1).good()),
    }
    if how == 0 {
        let record = members[sides[0]].bearer(&passes[0]).get("/api/game/record").text;
        let known = ["[White \"Player ", "[Black \"Player ", "[TimeControl \""].map(|tag| record.contains(tag));
        assert!(known == [true; 3] && !record.contains("[Round \"?\"]"), "{record}");
    }
}

fn play_all(members: &[Client], at: &str) -> usize {
    let boards = boards(members, at);
    for (how, (game, sides)) in boards.iter().enumerate() {
        let [Some(first), Some(second)] = *sides else { continue };
        play(members, game, [first, second], how);
    }
    boards.len()
}

fn phase(client: &Client, at: &str) -> String {
    word(&table(client, at)["tournament"]["phase"])
}

/// Lets players finish a tournament with a restart in the middle; returns the final table.
fn played(players: usize, kind: &str, more: Value) -> Value {
    let mut server = Running::by_hand();
    let mut members = people(&server, players);
    let at = announced(&members[0], kind, more);
    all_enter(&members, &at);
    start(&members[0], &at);
    let mut rounds = 0;
    while phase(&server, &at) != "over" {
        rounds += usize::from(play_all(&members, &at) > 0);
        // Meanwhile results are recorded and new games begin, in an arena after a short delay.
        server.time.pass(20_000);
        std::thread::sleep(Duration::from_millis(30));
        if rounds == 2 {
            // Some games are in progress while the server is down.
            rounds += 1;
            server.restart();
            members.iter_mut().for_each(|member| *member = member.at(&server));
        }
    }
    let table = server.get(&format!("{at}/results")).good();
    let sheet = server.get(&format!("{at}/results.csv"));
    assert_eq!(sheet.header("content-type"), "text/csv; charset=utf-8; header=present");
    let lines: Vec<&str> = sheet.text.lines().collect();
    assert_eq!(lines.len(), players + 1);
    assert!(lines[0].starts_with("place,number,name,rating,points,games,") && lines[1].starts_with("1,"));
    server.end();
    assert_eq!(faults(server.data()), Vec::<String>::new());
    table
}

fn games(table: &Value) -> Vec<Value> {
    let games = list(&table["pairings"]).into_iter().flat_map(|round| list(&round["pairings"]));
    games.filter(|pairing| !pairing["second"].is_null()).collect()
}

fn points(table: &Value) -> f64 {
    list(&table["standings"]).iter().map(|one| one["points"].as_f64().unwrap()).sum()
}

/// Asserts that every game has an outcome, and that no two players meet more than `meetings` times.
fn check(table: &Value, meetings: usize) {
    let mut met: BTreeMap<[u64; 2], usize> = BTreeMap::new();
    for game in games(table) {
        assert!(matches!(game["outcome"].as_str(), Some("first" | "second" | "draw")), "{game}");
        let mut pair = ["first", "second"].map(|side| game[side].as_u64().unwrap());
        pair.sort_unstable();
        *met.entry(pair).or_default() += 1;
    }
    assert!(met.values().all(|count| *count <= meetings), "{met:?}");
}

#[test]
fn round_robin_finishes_through_a_restart() {
    let table = played(16, "round-robin", json!({ "rated": true }));
    assert_eq!(games(&table).len(), 120);
    shows(&table, json!({ "round": 15, "rounds": 15 }));
    check(&table, 1);
    assert_eq!(points(&table), 120.0);
    assert_eq!(table["ties"], json!(["direct-encounter", "sonneborn-berger", "wins"]));
    let tie = &table["standings"][0]["ties"][1];
    let sum: f64 = list(&tie["figures"]).iter().map(|figure| figure["value"].as_f64().unwrap()).sum();
    assert_eq!(Some(sum), tie["value"].as_f64(), "the tie-break does not match its parts");
}

#[test]
fn double_correspondence_round_robin_finishes_through_a_restart() {
    let table = played(8, "double-round-robin", json!({ "pace": "correspondence grace=3d" }));
    assert_eq!(games(&table).len(), 56);
    check(&table, 2);
    assert_eq!(points(&table), 56.0);
}

#[test]
fn swiss_tournament_finishes_through_a_restart() {
    let table = played(16, "swiss", json!({ "length": 5 }));
    assert_eq!((games(&table).len(), table["round"].as_u64()), (40, Some(5)));
    check(&table, 1);
    assert_eq!(points(&table), 40.0);
    let best = &table["standings"][0];
    assert!(best["place"] == 1 && best["points"].as_f64().unwrap() > 2.5, "{best}");
}

#[test]
fn arena_finishes_through_a_restart() {
    let table = played(16, "arena", json!({ "length": 5 }));
    let games = games(&table);
    assert!(games.len() >= 40, "{} games", games.len());
    check(&table, games.len());
    assert!(list(&table["standings"]).iter().all(|one| one["games"].as_u64() >= Some(5)), "everybody plays");
    let [ends, begun] = ["ends", "begun"].map(|field| table["tournament"][field].as_i64().unwrap());
    assert!(ends >= begun + 5 * MINUTE);
}

#[test]
fn late_entries_withdrawals_and_byes_are_paired_accordingly() {
    let client = &Running::new();
    let members = people(client, 7);
    let [host, late, ..] = &members[..] else { panic!() };
    let at = announced(host, "swiss", json!({ "length": 5 }));
    // With an odd number of players, one player has a bye, which is worth a point.
    all_enter(&members[2..], &at);
    let bye = |of: &Client, at: &str| of.post(&format!("{at}/bye"), json!({}));
    bye(&members[3], &at).good();
    shows(own(&members[3], &at), json!({ "byes": [1], "next": 1, "enters": true }));
    bye(&members[4], &at).good();
    members[4].delete(&format!("{at}/bye")).good();
    bye(late, &at).fails(404, "no-person");
    start(host, &at);
    let first = list(&round(client, &at, 1)["pairings"][0]["pairings"]);
    let outcomes: Vec<&str> = first.iter().filter_map(|pairing| pairing["outcome"].as_str()).collect();
    assert_eq!((first.len(), outcomes), (3, vec!["half"]), "one bye, and four players paired");
    // A late player is paired from the next round on; another player leaves.
    enter(late, &at).good();
    leave(&members[5], &at);
    let gone = own(&members[5], &at);
    assert!(gone["enters"] == false && gone["game"].is_string(), "the current game continues: {gone}");
    assert_eq!(play_all(&members, &at), 2);
    let second = list(&round(client, &at, 2)["pairings"][0]["pairings"]);
    let plays = |member: &Client| {
        let number = own(member, &at)["number"].as_u64().unwrap();
        second.iter().any(|pairing| pairing["first"] == number || pairing["second"] == number)
    };
    assert!(plays(late) && !plays(&members[5]));
    let byes = second.iter().filter(|pairing| pairing["outcome"] == "bye").count();
    assert_eq!(byes, 1, "five players");
    // A removed player resigns the current game, so that the opponent need not wait.
    let plays = boards(&members, &at).into_values().flatten().flatten().find(|index| ![1, 5].contains(index));
    let removed = plays.expect("others play");
    let pass = word(&own(&members[removed], &at)["game"]);
    host.post(&format!("{at}/removal"), json!({ "name": format!("Player {removed}") })).good();
    let state = members[removed].state(&pass);
    assert!(word(&state["status"]).ends_with("resignation"), "{state}");
    // A player who left can return while entry is open.
    enter(&members[5], &at).good();
    play_all(&members, &at);
    round(client, &at, 3);
    leave(&members[6], &at);
    enter(&members[6], &at).fails(409, "closed");
    // The players of a round robin cannot change after the start.
    let at = announced(host, "round-robin", json!({ "terms": { "begins_with": 4 } }));
    all_enter(&members[2..6], &at);
    eventually(|| phase(client, &at) == "running");
    enter(late, &at).fails(409, "closed");
    bye(&members[2], &at).fails(409, "round");
    // If a player leaves before playing half of their games, none of those games count.
    round(client, &at, 1);
    leave(&members[2], &at);
    while phase(client, &at) != "over" {
        play_all(&members, &at);
        std::thread::sleep(Duration::from_millis(20));
    }
    let standings = list(&table(client, &at)["standings"]);
    shows(standings.last().unwrap(), json!({ "struck": true, "gone": true }));
}

#[test]
fn absent_players_lose_and_are_out_until_they_return() {
    let mut server = Running::by_hand();
    let client = &server;
    let members = people(client, 6);
    let at = announced(
        &members[0],
        "swiss",
        json!({ "pace": "live spare=5m extra=3s", "length": 3, "rated": true }),
    );
    all_enter(&members, &at);
    start(&members[0], &at);
    eventually(|| boards(&members, &at).len() == 3);
    // In one game, only one player arrives; in another, no player; in the third, only one player moves.
    let games: Vec<(String, [usize; 2])> =
        boards(&members, &at).into_iter().map(|(game, sides)| (game, sides.map(Option::unwrap))).collect();
    let begin = |game: usize, side: usize| {
        let (name, sides) = &games[game];
        members[sides[side - 1]].state(&format!("{name}.{side}"))["clock"]["begin"].clone()
    };
    client.time.pass(41_000);
    assert_eq!(begin(0, 2), 1_000);
    begin(2, 2);
    members[games[2].1[0]].play(&format!("{}.1", games[2].0), 0, &line(1)[0]).good();
    assert_eq!(begin(2, 1), 42_000, "the same time for the reply");
    client.time.pass(2_000);
    let outcomes = |round: usize| {
        let rounds = list(&table(client, &at)["pairings"]);
        let games = list(&rounds[rounds.len() - round]["pairings"]);
        let mut outcomes: Vec<String> =
            games.iter().filter_map(|game| Some(game["outcome"].as_str()?.into())).collect();
        outcomes.sort_unstable();
        outcomes
    };
    eventually(|| outcomes(1) == ["forfeit-second", "neither"]);
    client.time.pass(41_000);
    eventually(|| outcomes(1) == ["forfeit-first", "forfeit-second", "neither"]);
    let state = members[games[0].1[1]].state(&format!("{}.2", games[0].0));
    shows(state, json!({ "status": "win-2 no-show", "absent": 1, "resigned": null, "ratings/0/rating": 1500 }));
    // The two players who were there meet, and the others are not paired until they return.
    round(client, &at, 2);
    let here = [games[0].1[1], games[2].1[0]];
    let absent: Vec<&Client> =
        (0..6).filter(|index| !here.contains(index)).map(|index| &members[index]).collect();
    for member in &absent {
        shows(own(member, &at), json!({ "absent": true, "enters": false, "game": null }));
    }
    for member in &absent[..2] {
        enter(member, &at).good();
        shows(own(member, &at), json!({ "absent": false, "enters": true }));
    }
    assert_eq!(play_all(&members, &at), 1);
    eventually(|| boards(&members, &at).len() == 2);
    play_all(&members, &at);
    eventually(|| phase(client, &at) == "over");
    // In correspondence games, the clock runs from the start of the game.
    let at = announced(&members[0], "round-robin", json!({ "pace": "correspondence grace=1d" }));
    all_enter(&members[..2], &at);
    start(&members[0], &at);
    eventually(|| boards(&members, &at).len() == 1);
    client.time.pass(DAY + 1_000);
    eventually(|| phase(client, &at) == "over");
    assert_eq!(table(client, &at)["pairings"][0]["pairings"][0]["outcome"], "forfeit-second");
    server.end();
    assert_eq!(faults(server.data()), Vec::<String>::new());
}

#[test]
fn tournaments_are_managed_by_organisers_and_moderators() {
    let client = &Running::new();
    let [ada, bob, eve, mo] = members(client, ["Ada", "Bob", "Eve", "Mo"]);
    let at = announced(&ada, "round-robin", json!({}));
    enter(client, &at).fails(401, "signed-out");
    announce(client, "arena", json!({ "length": 9 })).fails(401, "signed-out");
    enter(&bob, &at).good();
    let post = |of: &Client, what: &str, body: Value| of.post(&format!("{at}/{what}"), body);
    post(&ada, "start", json!({})).fails(409, "few");
    let amend = json!({ "name": "Summer cup", "terms": { "most": 9 } });
    for refused in [
        post(&bob, "start", json!({})),
        bob.put(&at, &amend),
        post(&bob, "removal", json!({ "name": "Bob" })),
        post(&bob, "cancellation", json!({})),
        // A user who is not a moderator cannot cancel, even with a reason.
        post(&eve, "cancellation", json!({ "reason": "Spam" })),
    ] {
        refused.fails(403, "not-organiser");
    }
    ada.put(&at, json!({ "name": "Cup", "terms": { "most": 1 } })).fails(422, "terms");
    ada.put(&at, json!({ "name": "", "terms": {} })).fails(422, "words");
    ada.put(&at, &amend).good();
    let expected = json!({ "name": "Summer cup", "most": 9, "organiser": "Ada" });
    shows(&table(client, &at)["tournament"], expected);
    enter(&eve, &at).good();
    post(&ada, "removal", json!({ "name": "Nobody" })).fails(404, "no-person");
    post(&ada, "removal", json!({ "name": "eve" })).good();
    post(&ada, "removal", json!({ "name": "eve" })).fails(404, "no-person");
    enter(&eve, &at).fails(409, "closed");
    // A moderator can cancel with a reason, which is logged.
    appoint(client.data(), "Mo", Role::Moderator);
    post(&mo, "cancellation", json!({})).fails(422, "words");
    post(&mo, "cancellation", json!({ "reason": "Spam" })).good();
    assert_eq!(phase(client, &at), "cancelled");
    post(&ada, "cancellation", json!({})).fails(409, "closed");
    enter(&bob, &at).fails(409, "closed");
    let log = &mo.get("/api/measures").list("measures")[0];
    shows(log, json!({ "kind": "cancel", "author": "Mo", "name": "Ada" }));
    shows(log, json!({ "detail": "Summer cup", "reason": "Spam" }));
    let other = announced(&ada, "swiss", json!({ "length": 3 }));
    let name = other.rsplit('/').next().unwrap();
    let address = DatabaseAddress::Sqlite(client.data().to_owned());
    wait(async {
        let administration = Administration::of(Moderation::open(&address).await.unwrap());
        let listed = administration.tournaments(None, Language::English).await.unwrap();
        assert_eq!((listed.len(), listed[0].tournament.id.to_string()), (1, name.to_owned()));
        let cancel = async |name: &str| administration.cancel(name, "Over", Language::English).await;
        assert!(cancel("nothing").await.unwrap_err().contains("Tournament not found"));
        cancel(name).await.unwrap();
        assert!(cancel(name).await.is_err());
    });
    assert_eq!(phase(client, &other), "cancelled");
    for (kind, more, code) in [
        ("swiss", json!({}), "length"),
        ("swiss", json!({ "length": 51 }), "length"),
        ("arena", json!({ "length": 4 }), "length"),
        ("round-robin", json!({ "length": 4 }), "length"),
        ("arena", json!({ "length": 9, "pace": "correspondence grace=3d" }), "pace"),
        ("swiss", json!({ "length": 3, "pace": "unlimited" }), "pace"),
        ("swiss", json!({ "length": 3, "spec": "nothing" }), "text"),
        ("swiss", json!({ "length": 3, "terms": { "lowest": 1600, "highest": 1500 } }), "terms"),
        ("swiss", json!({ "length": 3, "terms": { "begins_at": i64::MAX } }), "terms"),
    ] {
        announce(&ada, kind, more).fails(422, code);
    }
    client.get("/api/tournaments/nothing").fails(404, "unknown");
    client.get("/api/tournaments?state=some").fails(400, "malformed");
    // New accounts can organise fewer tournaments at a time.
    for _ in 0..2 {
        announced(&bob, "swiss", json!({ "length": 3 }));
    }
    announce(&bob, "swiss", json!({ "length": 3 })).fails(422, "tournaments");
    for state in ["open", "over"] {
        assert_eq!(client.get(&format!("/api/tournaments?state={state}")).list("tournaments").len(), 2);
    }
}

async fn look(client: &Client, at: &str) -> Socket {
    connect(client, &format!("{at}/live")).await.unwrap()
}

async fn hear_head(socket: &mut Socket, so: impl Fn(&Value) -> bool) {
    while !so(&hear_of(socket, "head").await["head"]) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn followers_and_players_receive_changes() {
    let client = &Running::new();
    let members = people(client, 2);
    let at = announced(&members[0], "round-robin", json!({ "terms": { "begins_with": 2 } }));
    let mut guest = look(client, &at).await;
    let mut player = look(&members[0], &at).await;
    let none = json!({ "page": 0, "pages": 1, "rows": [] });
    assert_eq!(hear_of(&mut guest, "standings").await["standings"], none);
    assert_eq!(hear_of(&mut guest, "pairings").await["pairings"], none);
    let own = &hear_of(&mut player, "own").await["own"];
    shows(own, json!({ "organises": true, "enters": false, "open": true }));
    all_enter(&members, &at);
    hear_head(&mut guest, |head| head["round"] == 1 && head["tournament"]["phase"] == "running").await;
    let pairings = hear_of(&mut guest, "pairings").await;
    shows(&pairings, json!({ "round": 1, "pairings/rows/0/outcome": null }));
    let table = table(client, &at);
    let pass = loop {
        if let Some(pass) = hear_of(&mut player, "own").await["own"]["game"].as_str() {
            break pass.to_owned();
        }
    };
    let state = members[0].state(&pass);
    assert_eq!(state["game"], table["pairings"][0]["pairings"][0]["game"]);
    let told = &table["tournament"];
    let expected = json!({ "tournament": told["tournament"], "name": told["name"], "round": 1 });
    assert_eq!((&state["tournament"], &table["standings"][0]["bot"]), (&expected, &json!(false)));
    assert_ne!(client.get(&format!("/api/shown/{}", word(&state["game"]))).status, 500);
    play_all(&members, &at);
    hear_head(&mut guest, |head| head["tournament"]["phase"] == "over").await;
    let last = look(client, &at).await;
    shows(&hear_of(&mut { last }, "standings").await, json!({ "standings/rows/0/points": 1.0 }));
    let entrant = client.get(&format!("{at}/entrants/1")).good();
    shows(&entrant, json!({ "standing/number": 1, "standing/results/0/opponent": 0 }));
    assert_ne!(word(&entrant["names"]["0"]), word(&entrant["standing"]["name"]));
    client.get(&format!("{at}/entrants/2")).fails(404, "no-person");
}

/// Creates accounts with long names that enter a tournament.
async fn fill(store: &Store, tournament: TournamentId, count: usize) {
    for number in 0..count {
        let id = AccountId::from_bits(random().unwrap());
        let account = Account { id, name: format!("A name of 20 chars{number:>2}"), password: None, at: 0 };
        let hash = Token::from_bits(random().unwrap()).hash();
        let session =
            Session { hash, account: id, agent: String::new(), at: 0, seen: 0, proven: 0, recovered: false };
        store.create_account(&account, &[id.to_string()], None, &[], &session).await.unwrap();
        store.enter(tournament, id).await.unwrap();
    }
}

/// Selects pages; returns the next message of a type, and its length.
async fn turn(socket: &mut Socket, view: Value, awaited: &str) -> (Value, usize) {
    send(socket, view).await;
    let news = hear_of(socket, awaited).await;
    let size = news.to_string().len();
    (news, size)
}

#[tokio::test(flavor = "multi_thread")]
async fn followers_of_large_tournaments_receive_pages_of_limited_size() {
    let mut server = Running::new();
    let ada = server.join("Ada with a long name");
    let at = announced(&ada, "swiss", json!({ "length": 11 }));
    enter(&ada, &at).good();
    server.end();
    let store = Store::open(server.data()).await.unwrap();
    fill(&store, at.rsplit('/').next().unwrap().parse().unwrap(), 99).await;
    store.close().await;
    drop(store);
    server.start();
    let ada = ada.at(&server);
    let mut socket = look(&ada, &at).await;
    let page = hear_of(&mut socket, "standings").await["standings"].clone();
    shows(&page, json!({ "page": 0, "pages": 5, "rows/0/number": 0 }));
    start(&ada, &at);
    let pairings = loop {
        let news = hear_of(&mut socket, "pairings").await;
        if news["round"] == 1 {
            break news;
        }
    };
    shows(&pairings, json!({ "pairings/page": 0, "pairings/pages": 5 }));
    // A page beyond the end is the last one.
    let (last, standings) = turn(&mut socket, json!({ "standings": 99 }), "standings").await;
    shows(&last, json!({ "standings/page": 4, "standings/rows/19/games": 0 }));
    let (last, pairings) = turn(&mut socket, json!({ "pairings": 4, "round": 1 }), "pairings").await;
    assert_eq!(last["pairings"]["rows"].as_array().unwrap().len(), 50 - 4 * 12);
    let (_, full) = turn(&mut socket, json!({ "pairings": 1 }), "pairings").await;
    assert!(standings + pairings.max(full) <= 5_000, "{standings} + {full} bytes");
    send(&mut socket, json!({ "standing": 1 })).await;
    assert_eq!(closed(&mut socket).await, Some(1008));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_pair_each_round_once() {
    let Some(nats) = nats() else { return };
    on_postgres(async |address, _| {
        let [one, other] = &two(&address, Some(nats), LONG).await;
        let members = people(one, 8);
        let there: Vec<Client> = members.iter().map(|member| member.at(other)).collect();
        let at = announced(&members[0], "swiss", json!({ "length": 4, "terms": { "begins_with": 8 } }));
        let mut sockets = [look(one, &at).await, look(other, &at).await];
        // The last entry starts the tournament, on either process.
        for (index, member) in members.iter().enumerate() {
            enter(if index % 2 == 0 { member } else { &there[index] }, &at).good();
        }
        for round in 1..=4 {
            for socket in &mut sockets {
                hear_head(socket, |head| head["round"] == round).await;
            }
            // Half of the games end on each process.
            let games: Vec<(String, [Option<usize>; 2])> = boards(&members, &at).into_iter().collect();
            assert_eq!(games.len(), 4);
            together(games.iter().enumerate().map(|(how, (game, sides))| {
                let members = if how % 2 == 0 { &members } else { &there };
                let sides = sides.map(|side| side.expect("everybody plays"));
                move || play(members, game, sides, how)
            }));
        }
        for socket in &mut sockets {
            hear_head(socket, |head| head["tournament"]["phase"] == "over").await;
        }
        let [results, same] = [one, other].map(|server| server.get(&format!("{at}/results")).good());
        assert_eq!(results, same);
        check(&results, 1);
        assert_eq!((games(&results).len(), points(&results)), (16, 16.0));
        // There are no games other than the paired ones.
        let store = Store::connect(&address).await.unwrap();
        assert_eq!(Store::games(&store, None, 100).await.unwrap().len(), 16);
        Store::close(&store).await;
    })
    .await;
}
