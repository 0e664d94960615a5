//! Tournaments: each kind played to its end, through a restart and on several processes, by whoever may.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use entourage_kernel::Language;
use entourage_registry::Registry;
use entourage_server::{
    Administered, Administration, DatabaseAddress, MachineTime, Moderation, Role, Time, verify,
};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::common::follow::{SOON, Socket, hear_of, legal};
use crate::common::hand_time::HandTime;
use crate::common::member::Member;
use crate::common::{Answer, Client, Running, spec};
use crate::postgres_server::on_postgres;
use crate::processes::{LONG, nats, two};

const PACE: &str = "live spare=5m extra=3s";
/// A date at which nothing else happens.
const DATE: i64 = 1_790_000_000_000;

/// Announces a tournament.
fn announce(of: &Member, kind: &str, length: Option<u32>, more: Value) -> Answer {
    let mut body = json!({ "name": "Spring cup", "kind": kind, "spec": spec(), "pace": PACE, "terms": {} });
    if let Some(length) = length {
        body["length"] = length.into();
    }
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    of.post("/api/tournaments", &body)
}

/// Announces a tournament, and returns its address.
fn announced(of: &Member, kind: &str, length: Option<u32>, more: Value) -> String {
    let name = announce(of, kind, length, more).good()["tournament"].as_str().unwrap().to_owned();
    format!("/api/tournaments/{name}")
}

fn enter(of: &Member, at: &str) -> Answer {
    of.post(&format!("{at}/entry"), &json!({}))
}

fn start(of: &Member, at: &str) {
    of.post(&format!("{at}/start"), &json!({})).good();
}

fn people(client: &Client, count: usize) -> Vec<Member> {
    (0..count).map(|number| Member::found(client, &format!("Player {number}")).0).collect()
}

/// Looks until something is so, which it soon is.
fn until<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        assert!(begin.elapsed() < SOON, "it is not so");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn table(client: &Client, at: &str) -> Value {
    client.get(at, &[]).good()["table"].clone()
}

/// Returns the boards at which members play now: for each game who has which side.
fn boards(members: &[Member], at: &str) -> BTreeMap<String, [Option<usize>; 2]> {
    let mut boards = BTreeMap::new();
    for (index, member) in members.iter().enumerate() {
        let own = member.get(at).good()["own"].clone();
        let Some(pass) = own["game"].as_str() else { continue };
        let (game, seat) = pass.split_once('.').unwrap();
        let sides: &mut [Option<usize>; 2] = boards.entry(game.to_owned()).or_insert([None; 2]);
        sides[usize::from(seat == "2")] = Some(index);
    }
    boards
}

/// Plays a game to its end: two moves, and one gives up, or both agree on a draw.
fn play(members: &[Member], game: &str, sides: [usize; 2], how: usize) {
    let first = legal(&[])[0].clone();
    let second = legal(&[&first])[0].clone();
    let post = |side: usize, path: &str, body: Value| {
        members[sides[side]].game("POST", path, &format!("{game}.{}", side + 1), Some(&body))
    };
    post(0, "/api/game/moves", json!({ "seq": 0, "move": first })).good();
    post(1, "/api/game/moves", json!({ "seq": 1, "move": second })).good();
    match how % 3 {
        2 => {
            post(0, "/api/game/offer", json!({ "seq": 2, "side": 1, "offer": "draw" })).good();
            post(1, "/api/game/draw", json!({ "seq": 3 })).good();
        }
        side => drop(post(side, "/api/game/resign", json!({ "seq": 2, "side": side + 1 })).good()),
    }
}

/// Plays all games that go on; returns how many.
fn play_all(members: &[Member], at: &str) -> usize {
    let boards = boards(members, at);
    for (how, (game, sides)) in boards.iter().enumerate() {
        let [Some(first), Some(second)] = *sides else { continue };
        play(members, game, [first, second], how);
    }
    boards.len()
}

fn phase(client: &Client, at: &str) -> String {
    table(client, at)["tournament"]["phase"].as_str().unwrap().to_owned()
}

fn faults(data: &Path) -> Vec<String> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(verify(data, &Registry::built_in(), |_| ())).unwrap().faults
}

/// Sixteen play a tournament to its end, and the server goes down in the middle; returns the table at the end.
fn played(kind: &str, length: Option<u32>, more: Value) -> Value {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(DATE));
    let begin = || Running::start_at(data.path(), Arc::clone(&time) as Arc<dyn Time>);
    let mut server = begin();
    let members = people(&server.client, 16);
    let at = announced(&members[0], kind, length, more);
    members.iter().for_each(|member| drop(enter(member, &at).good()));
    start(&members[0], &at);
    let mut rounds = 0;
    while phase(&server.client, &at) != "over" {
        let there: Vec<Member> =
            members.iter().map(|member| Member::with(&server.client, &member.cookie)).collect();
        if play_all(&there, &at) > 0 {
            rounds += 1;
        }
        // Games that ended are told, and others begin; in an arena after a moment.
        time.pass(20_000);
        std::thread::sleep(Duration::from_millis(30));
        if rounds == 2 {
            // Some games go on while the server is away.
            rounds += 1;
            drop(server);
            server = begin();
        }
    }
    let table = server.client.get(&format!("{at}/results"), &[]).good();
    let sheet = server.client.get(&format!("{at}/results.csv"), &[]);
    assert_eq!(sheet.header("content-type"), "text/csv; charset=utf-8; header=present");
    let lines: Vec<&str> = sheet.text.lines().collect();
    assert_eq!(lines.len(), 17);
    assert!(lines[0].starts_with("place,number,name,rating,points,games,") && lines[1].starts_with("1,"));
    drop(server);
    assert_eq!(faults(data.path()), Vec::<String>::new());
    table
}

fn games(table: &Value) -> Vec<Value> {
    let rounds = table["pairings"].as_array().unwrap().iter();
    let games = rounds.flat_map(|round| round["pairings"].as_array().unwrap().clone());
    games.filter(|pairing| !pairing["second"].is_null()).collect()
}

fn points(table: &Value) -> f64 {
    table["standings"].as_array().unwrap().iter().map(|one| one["points"].as_f64().unwrap()).sum()
}

/// Checks that every game has one outcome, and that nobody meets somebody more often than told.
fn check(table: &Value, meetings: usize) {
    let mut met: BTreeMap<[u64; 2], usize> = BTreeMap::new();
    for game in games(table) {
        assert!(matches!(game["outcome"].as_str(), Some("first" | "second" | "draw")), "{game}");
        let mut pair = [game["first"].as_u64().unwrap(), game["second"].as_u64().unwrap()];
        pair.sort_unstable();
        *met.entry(pair).or_default() += 1;
    }
    assert!(met.values().all(|count| *count <= meetings), "{met:?}");
}

#[test]
fn sixteen_play_a_round_robin_to_the_end_through_a_restart() {
    let table = played("round-robin", None, json!({ "rated": true }));
    assert_eq!(
        (games(&table).len(), table["round"].as_u64(), table["rounds"].as_u64()),
        (120, Some(15), Some(15))
    );
    check(&table, 1);
    assert_eq!(points(&table), 120.0);
    assert_eq!(table["ties"], json!(["direct-encounter", "sonneborn-berger", "wins"]));
    let figures = table["standings"][0]["ties"][1]["figures"].as_array().unwrap();
    let sum: f64 = figures.iter().map(|figure| figure["value"].as_f64().unwrap()).sum();
    assert_eq!(Some(sum), table["standings"][0]["ties"][1]["value"].as_f64(), "it is told what it is made of");
}

#[test]
fn sixteen_play_a_double_round_robin_over_days_to_the_end_through_a_restart() {
    let table = played("double-round-robin", None, json!({ "pace": "correspondence grace=3d" }));
    assert_eq!(games(&table).len(), 240);
    check(&table, 2);
    assert_eq!(points(&table), 240.0);
}

#[test]
fn sixteen_play_a_swiss_tournament_to_the_end_through_a_restart() {
    let table = played("swiss", Some(5), json!({}));
    assert_eq!((games(&table).len(), table["round"].as_u64()), (40, Some(5)));
    check(&table, 1);
    assert_eq!(points(&table), 40.0);
    let best = &table["standings"][0];
    assert!(best["place"] == 1 && best["points"].as_f64().unwrap() > 2.5, "{best}");
}

#[test]
fn sixteen_play_an_arena_to_the_end_through_a_restart() {
    let table = played("arena", Some(5), json!({}));
    let games = games(&table);
    assert!(games.len() >= 40, "{} games", games.len());
    check(&table, games.len());
    let standings = table["standings"].as_array().unwrap();
    assert!(standings.iter().all(|one| one["games"].as_u64() >= Some(5)), "everybody plays");
    let ends = table["tournament"]["ends"].as_i64().unwrap();
    assert!(ends >= table["tournament"]["begun"].as_i64().unwrap() + 5 * 60_000);
}

#[test]
fn who_comes_late_goes_or_sits_out_is_paired_accordingly() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let members = people(client, 7);
    let [host, late, ..] = &members[..] else { panic!() };
    let at = announced(host, "swiss", Some(5), json!({}));
    // An odd number: somebody has a free round, for a point.
    members[2..].iter().for_each(|member| drop(enter(member, &at).good()));
    members[3].post(&format!("{at}/bye"), &json!({})).good();
    let own = members[3].get(&at).good()["own"].clone();
    assert_eq!((&own["byes"], &own["next"], &own["enters"]), (&json!([1]), &json!(1), &json!(true)));
    members[4].post(&format!("{at}/bye"), &json!({})).good();
    members[4].delete(&format!("{at}/bye")).good();
    late.post(&format!("{at}/bye"), &json!({})).fails(404, "no-person");
    start(host, &at);
    until(|| (table(client, &at)["round"] == 1).then_some(()));
    let first = table(client, &at)["pairings"][0]["pairings"].as_array().unwrap().clone();
    let outcomes: Vec<&str> = first.iter().filter_map(|pairing| pairing["outcome"].as_str()).collect();
    assert_eq!((first.len(), outcomes), (3, vec!["half"]), "one sits out, and four play");
    // Somebody comes late, and is paired from the next round on; somebody goes.
    enter(late, &at).good();
    members[5].delete(&format!("{at}/entry")).good();
    let own = members[5].get(&at).good()["own"].clone();
    assert!(own["enters"] == false && own["game"].is_string(), "their game is to be played on: {own}");
    assert_eq!(play_all(&members, &at), 2);
    until(|| (table(client, &at)["round"] == 2).then_some(()));
    let second = table(client, &at);
    let number = |member: &Member| member.get(&at).good()["own"]["number"].as_u64().unwrap();
    let round = second["pairings"][0]["pairings"].as_array().unwrap();
    let plays =
        |number: u64| round.iter().any(|pairing| pairing["first"] == number || pairing["second"] == number);
    assert!(plays(number(late)) && !plays(number(&members[5])));
    let byes = round.iter().filter(|pairing| pairing["outcome"] == "bye").count();
    assert_eq!(byes, 1, "five are there");
    // Whoever is removed gives up their game, for which nobody has to wait.
    let plays = boards(&members, &at).into_values().flatten().flatten().find(|index| ![1, 5].contains(index));
    let removed = plays.expect("others play");
    let pass = members[removed].get(&at).good()["own"]["game"].as_str().unwrap().to_owned();
    host.post(&format!("{at}/removal"), &json!({ "name": format!("Player {removed}") })).good();
    let state = members[removed].game("GET", "/api/game", &pass, None).good();
    assert!(state["status"].as_str().unwrap().ends_with("resignation"), "{state}");
    // Who went may come back while others may enter.
    enter(&members[5], &at).good();
    play_all(&members, &at);
    until(|| (table(client, &at)["round"] == 3).then_some(()));
    members[6].delete(&format!("{at}/entry")).good();
    enter(&members[6], &at).fails(409, "closed");
    // In a round robin all are known from the beginning.
    let at = announced(host, "round-robin", None, json!({ "terms": { "begins_with": 4 } }));
    members[2..6].iter().for_each(|member| drop(enter(member, &at).good()));
    until(|| (phase(client, &at) == "running").then_some(()));
    enter(late, &at).fails(409, "closed");
    members[2].post(&format!("{at}/bye"), &json!({})).fails(409, "round");
    // Whoever leaves before half of their games were played counts for nobody.
    until(|| (table(client, &at)["round"] == 1).then_some(()));
    members[2].delete(&format!("{at}/entry")).good();
    while phase(client, &at) != "over" {
        play_all(&members, &at);
        std::thread::sleep(Duration::from_millis(20));
    }
    let standings = table(client, &at)["standings"].clone();
    let last = standings.as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["struck"], &last["gone"]), (&json!(true), &json!(true)), "{standings}");
}

#[test]
fn who_does_not_come_loses() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(DATE));
    let server = Running::start_at(data.path(), Arc::clone(&time) as Arc<dyn Time>);
    let client = &server.client;
    let members = people(client, 4);
    let at = announced(&members[0], "round-robin", None, json!({ "pace": "live spare=2m" }));
    members.iter().for_each(|member| drop(enter(member, &at).good()));
    start(&members[0], &at);
    until(|| (boards(&members, &at).len() == 2).then_some(()));
    // To one game one of both comes, to the other nobody.
    let games = boards(&members, &at);
    let (game, sides) = games.iter().next().unwrap();
    let there = &members[sides[1].unwrap()];
    // The board tells how long there is time: not the hour of other games.
    let begin = |member: &Member, key: &str| {
        let state = member.game("GET", "/api/game", key, None).good();
        state["clock"]["begin"].clone()
    };
    let key = format!("{game}.2");
    assert_eq!(begin(there, &key), 120_000);
    time.pass(119_000);
    assert_eq!(begin(there, &key), 1_000);
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(table(client, &at)["round"], 1);
    time.pass(2_000);
    let second = until(|| {
        let table = table(client, &at);
        (table["round"] == 2).then_some(table)
    });
    let round = second["pairings"][1]["pairings"].as_array().unwrap();
    let mut outcomes: Vec<&str> = round.iter().map(|pairing| pairing["outcome"].as_str().unwrap()).collect();
    outcomes.sort_unstable();
    assert_eq!(outcomes, ["forfeit-second", "neither"]);
    // Who begins has time from then on; who does not answer loses, too.
    let games = boards(&members, &at);
    for (game, sides) in &games {
        let first = &members[sides[0].unwrap()];
        let text = legal(&[])[0].clone();
        let body = json!({ "seq": 0, "move": text });
        time.pass(1);
        first.game("POST", "/api/game/moves", &format!("{game}.1"), Some(&body)).good();
        assert_eq!(begin(first, &format!("{game}.1")), 120_000, "who answers has as long");
    }
    time.pass(121_000);
    let third = until(|| {
        let table = table(client, &at);
        (table["round"] == 3).then_some(table)
    });
    let round = third["pairings"][1]["pairings"].as_array().unwrap();
    assert!(round.iter().all(|pairing| pairing["outcome"] == "forfeit-first"), "{round:?}");
    // Over days the clock runs from the beginning.
    let at = announced(&members[0], "round-robin", None, json!({ "pace": "correspondence grace=1d" }));
    members[..2].iter().for_each(|member| drop(enter(member, &at).good()));
    start(&members[0], &at);
    until(|| (boards(&members, &at).len() == 1).then_some(()));
    time.pass(24 * 60 * 60 * 1000 + 1_000);
    until(|| (phase(client, &at) == "over").then_some(()));
    let game = table(client, &at)["pairings"][0]["pairings"][0].clone();
    assert_eq!(game["outcome"], "forfeit-second");
    drop(server);
    assert_eq!(faults(data.path()), Vec::<String>::new());
}

#[test]
fn a_tournament_is_managed_by_its_organiser_and_by_those_who_keep_order() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let [ada, bob, eve, mo] = ["Ada", "Bob", "Eve", "Mo"].map(|name| Member::found(client, name).0);
    let at = announced(&ada, "round-robin", None, json!({}));
    client.post(&format!("{at}/entry"), None, &json!({})).fails(401, "signed-out");
    client
        .post(
            "/api/tournaments",
            None,
            &json!({ "name": "x", "kind": "arena", "length": 9, "spec": spec(), "pace": PACE, "terms": {} }),
        )
        .fails(401, "signed-out");
    enter(&bob, &at).good();
    let start = |of: &Member, more: Value| of.post(&format!("{at}/start"), &more);
    start(&ada, json!({})).fails(409, "few");
    let amend = json!({ "name": "Summer cup", "terms": { "most": 9 } });
    let put = |of: &Member, body: &Value| of.ask("PUT", &at, Some(body));
    let remove = |of: &Member, more: Value| of.post(&format!("{at}/removal"), &more);
    let cancel = |of: &Member, more: Value| of.post(&format!("{at}/cancellation"), &more);
    for refused in [
        start(&bob, json!({})),
        put(&bob, &amend),
        remove(&bob, json!({ "name": "Bob" })),
        cancel(&bob, json!({})),
        // Who says why keeps no order by that.
        cancel(&eve, json!({ "reason": "Spam" })),
    ] {
        refused.fails(403, "not-organiser");
    }
    put(&ada, &json!({ "name": "Cup", "terms": { "most": 1 } })).fails(422, "terms");
    put(&ada, &json!({ "name": "", "terms": {} })).fails(422, "words");
    put(&ada, &amend).good();
    let now = table(client, &at)["tournament"].clone();
    assert_eq!(
        (&now["name"], &now["most"], &now["organiser"]),
        (&json!("Summer cup"), &json!(9), &json!("Ada"))
    );
    // Whoever is removed does not come back.
    enter(&eve, &at).good();
    remove(&ada, json!({ "name": "Nobody" })).fails(404, "no-person");
    remove(&ada, json!({ "name": "eve" })).good();
    remove(&ada, json!({ "name": "eve" })).fails(404, "no-person");
    enter(&eve, &at).fails(409, "closed");
    // Who keeps order says why, which is logged.
    let address = DatabaseAddress::Sqlite(data.path().to_owned());
    let administer = async || Administration::of(Moderation::open(&address).await.unwrap());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let what = Administered::Appoint(Some(Role::Moderator));
        administer().await.act("Mo", what, "trusted", Language::English).await.unwrap();
    });
    cancel(&mo, json!({})).fails(422, "words");
    cancel(&mo, json!({ "reason": "Spam" })).good();
    assert_eq!(phase(client, &at), "cancelled");
    cancel(&ada, json!({})).fails(409, "closed");
    enter(&bob, &at).fails(409, "closed");
    let log = mo.get("/api/measures").good()["measures"].clone();
    let told =
        ["kind", "author", "name", "detail", "reason"].map(|field| log[0][field].as_str().unwrap().to_owned());
    assert_eq!(told, ["cancel", "Mo", "Ada", "Summer cup", "Spam"]);
    // So does whoever runs the server.
    let other = announced(&ada, "swiss", Some(3), json!({}));
    let name = other.rsplit('/').next().unwrap();
    runtime.block_on(async {
        let administration = administer().await;
        let listed = administration.tournaments(None, Language::English).await.unwrap();
        assert_eq!((listed.len(), listed[0].tournament.id.to_string()), (1, name.to_owned()));
        let cancel = async |name: &str| administration.cancel(name, "Over", Language::English).await;
        assert!(cancel("nothing").await.unwrap_err().contains("no such tournament"));
        cancel(name).await.unwrap();
        assert!(cancel(name).await.is_err());
    });
    assert_eq!(phase(client, &other), "cancelled");
    for wrong in [
        announce(&ada, "swiss", None, json!({})),
        announce(&ada, "swiss", Some(51), json!({})),
        announce(&ada, "arena", Some(4), json!({})),
        announce(&ada, "round-robin", Some(4), json!({})),
    ] {
        wrong.fails(422, "length");
    }
    announce(&ada, "arena", Some(9), json!({ "pace": "correspondence grace=3d" })).fails(422, "pace");
    announce(&ada, "swiss", Some(3), json!({ "pace": "unlimited" })).fails(422, "pace");
    announce(&ada, "swiss", Some(3), json!({ "spec": "nothing" })).fails(422, "text");
    announce(&ada, "swiss", Some(3), json!({ "terms": { "lowest": 1600, "highest": 1500 } }))
        .fails(422, "terms");
    announce(&ada, "swiss", Some(3), json!({ "terms": { "begins_at": i64::MAX } })).fails(422, "terms");
    client.get("/api/tournaments/nothing", &[]).fails(404, "unknown");
    client.get("/api/tournaments?state=some", &[]).fails(400, "malformed");
    // A new account organises few at a time.
    announced(&bob, "swiss", Some(3), json!({}));
    announced(&bob, "swiss", Some(3), json!({}));
    announce(&bob, "swiss", Some(3), json!({})).fails(422, "tournaments");
    let open = client.get("/api/tournaments?state=open", &[]).good()["tournaments"].clone();
    let over = client.get("/api/tournaments?state=over", &[]).good()["tournaments"].clone();
    assert_eq!((open.as_array().unwrap().len(), over.as_array().unwrap().len()), (2, 2));
}

/// Looks at a tournament, perhaps signed in.
async fn look(client: &Client, at: &str, member: Option<&Member>) -> Socket {
    let mut request =
        format!("{}{at}/live", client.url.replace("http://", "ws://")).into_client_request().unwrap();
    if let Some(member) = member {
        request.headers_mut().insert("cookie", member.cookie.parse().unwrap());
    }
    connect_async(request).await.unwrap().0
}

/// Hears of a tournament until its table is as expected.
async fn hear_table(socket: &mut Socket, so: impl Fn(&Value) -> bool) -> Value {
    loop {
        let table = hear_of(socket, "table").await["table"].clone();
        if so(&table) {
            return table;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_looks_hears_of_changes_and_whoever_plays_of_their_game() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start_at(data.path(), Arc::new(MachineTime::default()));
    let client = &server.client;
    let members = people(client, 2);
    let at = announced(&members[0], "round-robin", None, json!({ "terms": { "begins_with": 2 } }));
    let mut guest = look(client, &at, None).await;
    let mut player = look(client, &at, Some(&members[0])).await;
    hear_table(&mut guest, |table| table["standings"] == json!([])).await;
    let own = hear_of(&mut player, "own").await["own"].clone();
    assert_eq!((&own["organises"], &own["enters"], &own["open"]), (&json!(true), &json!(false), &json!(true)));
    members.iter().for_each(|member| drop(enter(member, &at).good()));
    let table = hear_table(&mut guest, |table| table["round"] == 1).await;
    assert_eq!(table["tournament"]["phase"], "running");
    let pass = loop {
        let own = hear_of(&mut player, "own").await["own"].clone();
        if let Some(pass) = own["game"].as_str() {
            break pass.to_owned();
        }
    };
    let state = members[0].game("GET", "/api/game", &pass, None).good();
    assert_eq!(state["game"], table["pairings"][0]["pairings"][0]["game"]);
    let told = &table["tournament"];
    let expected = json!({ "tournament": told["tournament"], "name": told["name"], "round": 1 });
    assert_eq!((&state["tournament"], &table["standings"][0]["bot"]), (&expected, &json!(false)));
    // Everybody may watch.
    let shown = client.get(&format!("/api/shown/{}", state["game"].as_str().unwrap()), &[]);
    assert!(shown.status != 500);
    play_all(&members, &at);
    let table = hear_table(&mut guest, |table| table["tournament"]["phase"] == "over").await;
    assert_eq!(table["standings"][0]["points"], 1.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_pair_each_round_once_and_tell_each_other() {
    let Some(nats) = nats() else { return };
    on_postgres(async |address, _| {
        let [one, other] = &two(&address, Some(nats), LONG).await;
        let members = people(&one.client, 8);
        let there: Vec<Member> =
            members.iter().map(|member| Member::with(&other.client, &member.cookie)).collect();
        let at = announced(&members[0], "swiss", Some(4), json!({ "terms": { "begins_with": 8 } }));
        let mut sockets = [look(&one.client, &at, None).await, look(&other.client, &at, None).await];
        // The last who comes begins it, whichever process they come to.
        for (index, member) in members.iter().enumerate() {
            let member = if index % 2 == 0 { member } else { &there[index] };
            enter(member, &at).good();
        }
        for round in 1..=4 {
            for socket in &mut sockets {
                hear_table(socket, |table| table["round"] == round).await;
            }
            // Half of the games end on either.
            let games: Vec<(String, [Option<usize>; 2])> = boards(&members, &at).into_iter().collect();
            assert_eq!(games.len(), 4);
            std::thread::scope(|scope| {
                for (how, (game, sides)) in games.iter().enumerate() {
                    let members = if how % 2 == 0 { &members } else { &there };
                    let sides = sides.map(|side| side.expect("everybody plays"));
                    scope.spawn(move || play(members, game, sides, how));
                }
            });
        }
        for socket in &mut sockets {
            hear_table(socket, |table| table["tournament"]["phase"] == "over").await;
        }
        let results = [one, other].map(|server| server.client.get(&format!("{at}/results"), &[]).good());
        assert_eq!(results[0], results[1]);
        check(&results[0], 1);
        assert_eq!((games(&results[0]).len(), points(&results[0])), (16, 16.0));
        // No game was begun that nobody plays.
        let store = entourage_store::Store::connect(&address).await.unwrap();
        assert_eq!(entourage_store::Store::games(&store, None, 100).await.unwrap().len(), 16);
        entourage_store::Store::close(&store).await;
    })
    .await;
}
