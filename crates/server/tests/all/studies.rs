//! Tests studies: edits by several users, on one and on several servers, and who may do what.

use crate::common::process::start;
use crate::common::sockets::{closed, connect};
use crate::common::*;
use crate::postgres_server::on_postgres;
use crate::processes::{LONG, nats, on_both_databases, two};

const CHAPTER: &str = "chapter1";

type Request<'a> = &'a dyn Fn(&Client) -> Answer;

fn study_spec() -> &'static str {
    Registry::built_in().unnamed().unwrap()
}

fn create(client: &Client, visibility: &str) -> String {
    let chapter = json!({ "title": "One", "spec": study_spec() });
    let study = json!({ "title": "Openings", "visibility": visibility, "chapter": chapter });
    let made = client.post("/api/studies", study).good();
    word(&made["head"]["id"])
}

/// Creates a study whose chapter has the ID [`CHAPTER`].
fn create_with_chapter(client: &Client, visibility: &str) -> String {
    let study = json!({ "title": "Openings", "visibility": visibility });
    let id = word(&client.post("/api/studies", study).good()["head"]["id"]);
    edit(client, &id, "newchap1", json!({ "type": "newChapter", "title": "One", "spec": study_spec() })).good();
    id
}

fn edit(client: &Client, id: &str, edit: &str, act: Value) -> Answer {
    let edit = merge(json!({ "id": edit, "chapter": CHAPTER }), act);
    client.post(&format!("/api/studies/{id}/edits"), json!({ "edits": [edit] }))
}

fn add(client: &Client, id: &str, node: &str, parent: &str, text: &str) -> Answer {
    edit(
        client,
        id,
        &format!("add{node}"),
        json!({ "type": "add", "node": node, "parent": parent, "move": text }),
    )
}

fn read(client: &Client, id: &str) -> Value {
    client.get(&format!("/api/studies/{id}")).good()
}

fn nodes(client: &Client, id: &str) -> Vec<Value> {
    list(&read(client, id)["chapters"][0]["nodes"])
}

fn set_role(owner: &Client, id: &str, name: &str, role: &str) -> Answer {
    owner.put(&format!("/api/studies/{id}/members/{name}"), json!({ "role": role }))
}

async fn follow_study(client: &Client, id: &str, since: u32) -> Socket {
    connect(client, &format!("/api/studies/{id}/live?since={since}")).await.unwrap()
}

#[test]
fn edits_are_applied_once_in_order_and_all_or_none() {
    let server = Running::new();
    let [ada] = members(&server, ["Ada"]);
    let id = create_with_chapter(&ada, "private");
    let all = |edits: Value| ada.post(&format!("/api/studies/{id}/edits"), json!({ "edits": edits }));
    let one = |edit: &str, node: &str, parent: &str, text: &str| json!({ "id": edit, "chapter": CHAPTER, "type": "add", "node": node, "parent": parent, "move": text });
    let edits =
        json!([one("edit0001", "node0001", "root", "e2e4"), one("edit0002", "node0002", "node0001", "e7e5")]);
    assert_eq!(all(edits.clone()).good()["version"], 3);
    assert_eq!(all(edits).good()["version"], 3, "repeated");
    let illegal = json!([
        one("edit0003", "node0003", "node0002", "g1f3"),
        one("edit0004", "node0004", "node0003", "e5e3")
    ]);
    assert!(all(illegal).fails(409, "study-rules").contains("not accepted"));
    assert_eq!(nodes(&ada, &id).len(), 3);
    all(json!([one("edit0005", "node0005", "nonesuch", "g1f3")])).fails(409, "no-node");
    all(json!([one("edit0006", "node0001", "root", "g1f3")])).fails(409, "edit-taken");
    all(json!([one("edit", "node0001", "root", "g1f3")])).fails(400, "malformed");
    all(json!([])).fails(400, "malformed");
    let text =
        json!({ "id": "edit0007", "chapter": CHAPTER, "type": "comment", "node": "root", "text": "\u{202e}" });
    all(json!([text])).fails(422, "words");
    // The log names the author; texts of replaced comments are gone from it.
    for (number, text) in [(1, "A secret"), (2, "Better")] {
        edit(
            &ada,
            &id,
            &format!("comment{number}"),
            json!({ "type": "comment", "node": "root", "text": text }),
        )
        .good();
    }
    let log = ada.get(&format!("/api/studies/{id}/edits?since=3")).good();
    shows(
        &log,
        json!({ "version": 5, "edits/0/by": "Ada", "edits/0/seq": 4, "edits/0/text": "", "edits/1/text": "Better" }),
    );
}

#[test]
fn every_role_can_do_what_it_should_and_nothing_else() {
    let server = Running::new();
    let [ada, bob, carl, dora] = members(&server, ["Ada", "Bob", "Carl", "Dora"]);
    let guest: Client = (*server).clone();
    for visibility in ["private", "link", "public"] {
        let id = create_with_chapter(&ada, visibility);
        set_role(&ada, &id, "Bob", "contributor").good();
        set_role(&ada, &id, "Carl", "viewer").good();
        let is_open = visibility != "private";
        let path = format!("/api/studies/{id}");
        let number = std::cell::Cell::new(0);
        let requests: [(&str, Request<'_>); 8] = [
            ("read", &|client| client.get(&path)),
            ("read", &|client| client.get(&format!("{path}/edits"))),
            ("read", &|client| client.get(&format!("{path}/record"))),
            ("read", &|client| client.get(&format!("{path}/chapters/{CHAPTER}/record"))),
            ("edit", &|client| {
                number.set(number.get() + 1);
                let act = json!({ "type": "comment", "node": "root", "text": "Hello" });
                edit(client, &id, &format!("edit{:04}", number.get()), act)
            }),
            ("edit", &|client| client.post(&format!("{path}/import"), json!({ "record": "1. e4 *" }))),
            ("edit", &|client| client.put(&path, json!({ "title": "Title" }))),
            ("own", &|client| client.put(&path, json!({ "visibility": visibility }))),
        ];
        for (client, role) in [(&ada, 3), (&bob, 2), (&carl, 1), (&dora, 0), (&guest, -1)] {
            for (number, (needs, request)) in requests.iter().enumerate() {
                let answer = request(client);
                let expected = match *needs {
                    "read" if role > 0 || is_open => 200,
                    "read" => 404,
                    "edit" if role >= 2 => 200,
                    "own" if role >= 3 => 200,
                    _ if role < 0 => 401,
                    _ if role > 0 || is_open => 403,
                    _ => 404,
                };
                assert_eq!(answer.status, expected, "{visibility} {role} request {number}: {answer:?}");
            }
            let refused = if role < 0 {
                401
            } else if role > 0 || is_open {
                403
            } else {
                404
            };
            if role < 3 {
                assert_eq!(set_role(client, &id, "Dora", "viewer").status, refused);
                assert_eq!(client.delete(&path).status, refused);
                assert_eq!(
                    client.delete(&format!("{path}/members/Bob")).status,
                    if role == 2 { 200 } else { refused }
                );
                set_role(&ada, &id, "Bob", "contributor").good();
            }
            let forks = if role < 0 {
                401
            } else if role > 0 || is_open {
                201
            } else {
                404
            };
            assert_eq!(client.post(&format!("{path}/fork"), json!({})).status, forks);
        }
        set_role(&ada, &id, "Ada", "viewer").fails(422, "oneself");
        set_role(&ada, &id, "Nobody", "viewer").fails(404, "no-person");
        set_role(&ada, &id, "Bob", "owner").fails(400, "malformed");
        set_role(&ada, &id, "Bob", "viewer").good();
        edit(&bob, &id, "edit9999", json!({ "type": "deleteChapter" })).fails(403, "study-role");
        ada.delete(&path).good();
        ada.get(&path).fails(404, "no-study");
    }
    ada.get("/api/studies/nonesuch").fails(404, "no-study");
}

#[test]
fn two_authors_comment_on_one_node_and_only_the_owner_removes_the_comment_of_another() {
    let server = Running::new();
    let [ada, bob] = members(&server, ["Ada", "Bob"]);
    let id = create_with_chapter(&ada, "private");
    set_role(&ada, &id, "Bob", "contributor").good();
    add(&ada, &id, "nodeada1", "root", "e2e4").good();
    add(&bob, &id, "nodebob1", "root", "e2e4").good();
    let comment = |text: &str| json!({ "type": "comment", "node": "nodeada1", "text": text });
    edit(&ada, &id, "comment1", comment("One")).good();
    let other = merge(comment("Two"), json!({ "node": "nodebob1" }));
    edit(&bob, &id, "comment2", other).good();
    let both = json!([{ "by": "Ada", "text": "One" }, { "by": "Bob", "text": "Two" }]);
    let nodes = nodes(&ada, &id);
    assert_eq!((nodes.len(), &nodes[1]["comments"]), (2, &both));
    let remove = |by: &str| merge(comment(""), json!({ "author": by }));
    edit(&bob, &id, "comment3", remove("Ada")).fails(403, "comment-author");
    edit(&ada, &id, "comment4", remove("Nobody")).fails(404, "no-person");
    edit(&ada, &id, "comment5", remove("Bob")).good();
    let log = ada.get(&format!("/api/studies/{id}/edits?since=5")).good();
    shows(&log, json!({ "edits/0/by": "Ada", "edits/0/author": "Bob", "edits/0/text": "" }));
    // What another has deleted is restored by the opposite edit.
    edit(&bob, &id, "delete01", json!({ "type": "delete", "node": "nodeada1" })).good();
    assert_eq!(list(&read(&ada, &id)["chapters"][0]["nodes"]).len(), 1);
    edit(&ada, &id, "restore1", json!({ "type": "restore", "node": "nodeada1" })).good();
    assert_eq!(
        list(&read(&ada, &id)["chapters"][0]["nodes"])[1]["comments"],
        json!([{ "by": "Ada", "text": "One" }])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_get_edits_changes_and_the_names_of_readers() {
    let server = Running::new();
    let [ada, bob] = members(&server, ["Ada", "Bob"]);
    let id = create_with_chapter(&ada, "link");
    let mut socket = follow_study(&ada, &id, 0).await;
    let first = hear_of(&mut socket, "edits").await;
    shows(&first, json!({ "version": 1, "edits/0/type": "newChapter", "edits/0/by": "Ada" }));
    shows(hear_of(&mut socket, "head").await, json!({ "head/role": "owner", "head/title": "Openings" }));
    assert_eq!(hear_of(&mut socket, "present").await["names"], json!(["Ada"]));
    let mut reading = follow_study(&bob, &id, 1).await;
    assert_eq!(hear_of(&mut reading, "present").await["names"], json!(["Ada", "Bob"]));
    assert_eq!(hear_of(&mut socket, "present").await["names"], json!(["Ada", "Bob"]));
    add(&ada, &id, "node0001", "root", "e2e4").good();
    for socket in [&mut socket, &mut reading] {
        shows(
            hear_of(socket, "edits").await,
            json!({ "version": 2, "edits/0/move": "e2e4", "edits/0/side": 1 }),
        );
    }
    ada.put(&format!("/api/studies/{id}"), json!({ "title": "Endgames", "tags": ["pawns"] })).good();
    shows(
        hear_of(&mut reading, "head").await,
        json!({ "head/title": "Endgames", "head/tags": ["pawns"], "head/role": null }),
    );
    // A lost connection continues where it ended.
    drop(socket);
    assert_eq!(hear_of(&mut reading, "present").await["names"], json!(["Bob"]));
    add(&ada, &id, "node0002", "node0001", "e7e5").good();
    let mut again = follow_study(&ada, &id, 2).await;
    shows(hear_of(&mut again, "edits").await, json!({ "edits/0/seq": 3, "edits/1": null }));
    ada.put(&format!("/api/studies/{id}"), json!({ "visibility": "private" })).good();
    assert_eq!(hear_of(&mut reading, "error").await["error"]["code"], "no-study");
    assert_eq!(closed(&mut reading).await, Some(1001));
    assert!(connect(&bob, &format!("/api/studies/{id}/live")).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_edits_on_two_servers_are_merged() {
    let Some(nats) = nats() else { return };
    on_postgres(async |address, _| {
        let servers = two(&address, Some(nats), LONG).await;
        let [ada, bob] = members(&servers[0], ["Ada", "Bob"]);
        let clients = [ada.at(&servers[0]), bob.at(&servers[1])];
        let id = create_with_chapter(&clients[0], "private");
        set_role(&clients[0], &id, "Bob", "contributor").good();
        let mut sockets = [follow_study(&clients[0], &id, 1).await, follow_study(&clients[1], &id, 1).await];
        for socket in &mut sockets {
            while hear_of(socket, "present").await["names"] != json!(["Ada", "Bob"]) {}
        }
        // Both add the same moves and their own comments at the same time.
        let moves = ["e2e4", "d2d4", "c2c4", "g1f3", "b1c3"];
        together(clients.each_ref().map(|client| {
            let (id, own) = (&id, if client.cookie() == clients[0].cookie() { "ada" } else { "bob" });
            move || {
                for (number, text) in moves.iter().enumerate() {
                    let node = format!("node{own}{number}");
                    add(client, id, &node, "root", text).good();
                    let comment = json!({ "type": "comment", "node": node, "text": own });
                    edit(client, id, &format!("comment{own}{number}"), comment).good();
                }
            }
        }));
        for client in &clients {
            let nodes = nodes(client, &id);
            assert_eq!(nodes.len(), 1 + moves.len());
            assert!(nodes[1..].iter().all(|node| list(&node["comments"]).len() == 2), "{nodes:?}");
        }
        // Both followers have received the same edits in the same order.
        let mut logs = Vec::new();
        for socket in &mut sockets {
            let mut log = Vec::new();
            while log.len() < 4 * moves.len() {
                log.extend(list(&hear_of(socket, "edits").await["edits"]));
            }
            logs.push(log);
        }
        assert_eq!(logs[0], logs[1]);
        let numbers: Vec<u64> = logs[0].iter().map(|edit| edit["seq"].as_u64().unwrap()).collect();
        assert_eq!(numbers, (2..=1 + 4 * moves.len() as u64).collect::<Vec<_>>());
    })
    .await;
}

#[test]
fn a_killed_server_loses_no_acknowledged_edit_and_stores_none_twice() {
    let data = tempfile::tempdir().unwrap();
    let mut process = Some(start(data.path()));
    let ada = process.as_ref().unwrap().1.join("Ada");
    let id = create_with_chapter(&ada, "private");
    // Repeated positions do not end a line.
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(5);
    let mut parent = "root".to_owned();
    let mut acknowledged = 0;
    for (number, text) in moves.iter().enumerate() {
        let node = format!("node{number:04}");
        let act = json!({ "id": format!("edit{number:04}"), "chapter": CHAPTER, "type": "add", "node": node, "parent": parent, "move": text });
        let body = json!({ "edits": [act] });
        let path = format!("/api/studies/{id}/edits");
        // The server is killed while it handles every fourth edit, which is then sent again.
        if number % 4 == 3 {
            let (killed, client) = process.take().unwrap();
            let client = ada.at(&client);
            std::thread::scope(|scope| {
                scope.spawn(|| client.try_post(&path, &body).ok());
                drop(killed);
            });
            process = Some(start(data.path()));
        }
        let client = ada.at(&process.as_ref().unwrap().1);
        client.post(&path, &body).good();
        acknowledged += 1;
        assert_eq!(nodes(&client, &id).len(), 1 + acknowledged);
        parent = node;
    }
    let client = ada.at(&process.as_ref().unwrap().1);
    let log = client.get(&format!("/api/studies/{id}/edits")).list("edits");
    assert_eq!(log.len(), 1 + moves.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn studies_are_found_by_game_text_player_and_position() {
    on_both_databases(Config::default(), async |client, _| {
        let [ada, bob] = members(client, ["Ada", "Bob"]);
        let id = create(&ada, "public");
        let hidden = create(&ada, "link");
        let record = "[White \"Magnus C.\"]\n\n1. e4 { Sharp } e5 2. Nf3 *";
        for study in [&id, &hidden] {
            ada.post(&format!("/api/studies/{study}/import"), json!({ "record": record })).good();
        }
        ada.put(&format!("/api/studies/{id}"), json!({ "description": "For Beginners", "tags": ["gambit"] }))
            .good();
        let mut game = Registry::built_in().open(study_spec()).unwrap().begin(None).unwrap();
        ["e2e4", "e7e5"].into_iter().for_each(|text| game.play(text).unwrap());
        let position = game.position_text().replace(' ', "%20");
        let found = |client: &Client, query: &str| {
            let studies = client.get(&format!("/api/studies?{query}")).list("studies");
            studies.iter().map(|study| word(&study["id"])).collect::<Vec<_>>()
        };
        let spec = study_spec();
        for query in [
            "text=BEGINNERS".to_owned(),
            "text=sharp%20gambit&player=magnus".to_owned(),
            "player=ada".to_owned(),
            "owner=Ada".to_owned(),
            format!("game={spec}&text=openings"),
            format!("game={spec}&position={position}"),
        ] {
            until(|| (found(client, &query) == std::slice::from_ref(&id)).then_some(()));
        }
        for query in ["text=nonesuch", "text=sharp%20nonesuch", "player=bob", "owner=Bob", "owner=Nobody"] {
            assert!(found(client, query).is_empty(), "{query}");
        }
        let mut own = found(&ada, "mine=true");
        own.sort();
        let mut both = vec![id.clone(), hidden.clone()];
        both.sort();
        assert_eq!(own, both);
        assert_eq!(found(&ada, "mine=true&text=gambit"), std::slice::from_ref(&id));
        assert!(found(&bob, "mine=true").is_empty());
        client.get("/api/studies?mine=true").fails(401, "signed-out");
        client.get("/api/studies?position=x").fails(400, "malformed");
        client.get("/api/studies?after=x").fails(400, "malformed");
        client.get("/api/studies?game=a,b").fails(400, "malformed");
        let all = client.get("/api/studies").list("studies");
        shows(&all[0], json!({ "id": id, "owner": "Ada", "chapters": 2, "role": null, "games": [spec] }));
        ada.put(&format!("/api/studies/{id}"), json!({ "visibility": "private" })).good();
        assert!(found(client, "text=gambit").is_empty());
    })
    .await;
}

#[test]
fn studies_that_cannot_be_indexed_do_not_delay_others() {
    let server = Running::new();
    let [ada, bob] = members(&server, ["Ada", "Bob"]);
    // More studies than are indexed at a time cannot be indexed.
    change(
        server.data(),
        "CREATE TRIGGER refuse BEFORE UPDATE OF indexed ON studies WHEN OLD.title = 'Refused' AND NEW.indexed > OLD.indexed
         BEGIN SELECT RAISE(ABORT, 'refused'); END",
    );
    let create = |client: &Client, title: &str| {
        word(
            &client.post("/api/studies", json!({ "title": title, "visibility": "public" })).good()["head"]["id"],
        )
    };
    for client in [&ada, &bob, &server.join("Carl")] {
        (0..8).for_each(|_| drop(create(client, "Refused")));
    }
    let id = create(&ada, "Endgames");
    let found = |text: &str| server.get(&format!("/api/studies?text={text}")).list("studies");
    let studies = until(|| Some(found("endgames")).filter(|studies| !studies.is_empty()));
    assert_eq!(studies[0]["id"], id);
    assert!(found("refused").is_empty());
}

#[test]
fn importing_a_record_again_adds_nothing_and_restores_deleted_chapters() {
    let server = Running::new();
    let [ada, bob] = members(&server, ["Ada", "Bob"]);
    let id = create_with_chapter(&ada, "private");
    set_role(&ada, &id, "Bob", "contributor").good();
    let record = "[Event \"Cup\"]\n\n1. e4 { Best } e5 (1... c5) 2. Nf3 *\n\n[Event \"League\"]\n\n1. d4 *";
    let import = |client: &Client, study: &str, record: &str| {
        client.post(&format!("/api/studies/{study}/import"), json!({ "record": record })).good()
    };
    let titles = |study: &str| {
        let chapters = list(&read(&ada, study)["chapters"]);
        chapters.iter().map(|chapter| word(&chapter["title"])).collect::<Vec<_>>()
    };
    let first = import(&ada, &id, record);
    assert_eq!(titles(&id), ["One", "Cup", "League"]);
    assert_eq!(import(&ada, &id, record), first, "repeated");
    let chapters = list(&first["chapters"]);
    let delete = json!({ "id": "delete01", "chapter": chapters[0], "type": "deleteChapter" });
    ada.post(&format!("/api/studies/{id}/edits"), json!({ "edits": [delete] })).good();
    assert_eq!(titles(&id), ["One", "League"]);
    assert_eq!(import(&ada, &id, record)["chapters"], first["chapters"]);
    assert_eq!(titles(&id), ["One", "Cup", "League"]);
    // The same record of another user, another record, and a copy of the study are independent.
    import(&bob, &id, record);
    import(&ada, &id, &format!("{record} "));
    assert_eq!(titles(&id).len(), 7);
    let copy = word(&ada.post(&format!("/api/studies/{id}/fork"), json!({})).good()["head"]["id"]);
    import(&ada, &copy, record);
    assert_eq!(titles(&copy).len(), 9);
}

#[test]
fn copies_name_the_original_and_are_independent() {
    let server = Running::new();
    let [ada, bob] = members(&server, ["Ada", "Bob"]);
    let id = create_with_chapter(&ada, "public");
    add(&ada, &id, "node0001", "root", "e2e4").good();
    edit(&ada, &id, "comment1", json!({ "type": "comment", "node": "node0001", "text": "Good" })).good();
    let copy = bob.post(&format!("/api/studies/{id}/fork"), json!({})).good();
    let credit = json!({ "id": id, "title": "Openings", "owner": "Ada" });
    shows(
        &copy,
        json!({ "head/forkedFrom": credit, "head/owner": "Bob", "head/visibility": "private", "head/role": "owner" }),
    );
    assert_eq!(copy["chapters"], read(&ada, &id)["chapters"]);
    let own = word(&copy["head"]["id"]);
    add(&bob, &own, "node0002", "node0001", "e7e5").good();
    assert_eq!((nodes(&ada, &id).len(), nodes(&bob, &own).len()), (2, 3));
    ada.delete(&format!("/api/studies/{id}")).good();
    shows(read(&bob, &own), json!({ "head/forkedFrom": credit }));
}

#[test]
fn moderators_hide_reported_studies() {
    let server = Running::new();
    let [ada, bob, mona] = members(&server, ["Ada", "Bob", "Mona"]);
    appoint(server.data(), "Mona", Role::Moderator);
    let id = create_with_chapter(&ada, "public");
    let report = |client: &Client, study: &str| {
        client.post("/api/complaints", json!({ "about": "study", "study": study, "text": "Rude" }))
    };
    report(&bob, &id).good();
    report(&ada, &id).fails(422, "oneself");
    report(&bob, "aaaaaaaaaaaa").fails(404, "no-study");
    let reports = mona.get("/api/complaints").list("complaints");
    shows(&reports[0], json!({ "kind": "study", "study": id, "subject/name": "Ada", "text": "Rude" }));
    let act = |client: &Client, act: &str| {
        client.post("/api/measures", json!({ "act": act, "study": id, "reason": "Rude" }))
    };
    act(&bob, "hide").fails(403, "role");
    act(&mona, "hide").good();
    bob.get(&format!("/api/studies/{id}")).fails(404, "no-study");
    assert!(bob.get("/api/studies").list("studies").is_empty());
    shows(read(&ada, &id), json!({ "head/hidden": true }));
    shows(read(&mona, &id), json!({ "head/hidden": true }));
    act(&mona, "show").good();
    shows(read(&bob, &id), json!({ "head/hidden": null }));
    shows(
        mona.get("/api/measures").good(),
        json!({ "measures/0/kind": "show", "measures/0/detail": id, "measures/0/name": "Ada" }),
    );
    administer(
        server.data(),
        "Ada",
        entourage_server::AdminAction::Restrain(entourage_server::SanctionKind::Mute, None),
    )
    .unwrap();
    add(&ada, &id, "node0001", "root", "e2e4").fails(403, "muted");
    ada.post("/api/studies", json!({ "title": "More", "visibility": "public" })).fails(403, "muted");
}

#[test]
fn moderators_read_private_studies_only_because_of_a_report_and_this_is_logged() {
    let server = Running::new();
    let [ada, bob, mona, otto] = members(&server, ["Ada", "Bob", "Mona", "Otto"]);
    appoint(server.data(), "Mona", Role::Moderator);
    appoint(server.data(), "Otto", Role::Moderator);
    let id = create_with_chapter(&ada, "private");
    set_role(&ada, &id, "Bob", "viewer").good();
    let path = format!("/api/studies/{id}");
    mona.get(&path).fails(404, "no-study");
    let report = |client: &Client| {
        client.post("/api/complaints", json!({ "about": "study", "study": id, "text": "Rude" })).good()
    };
    report(&bob);
    for (number, moderator) in [&mona, &otto, &mona].into_iter().enumerate() {
        shows(read(moderator, &id), json!({ "head/title": "Openings", "head/role": null }));
        assert_eq!(moderator.get(&format!("{path}/record")).status, 200);
        let log = mona.get("/api/measures").list("measures");
        let reads = log.iter().filter(|entry| entry["kind"] == "read").count();
        assert_eq!(reads, [1, 2, 2][number], "{log:?}");
    }
    shows(
        mona.get("/api/measures").good(),
        json!({ "measures/0/author": "Otto", "measures/0/name": "Ada", "measures/0/detail": id, "measures/0/complaint": 1 }),
    );
    // Users see that their study was read, but not by whom.
    let export = ada.get("/api/account/export").good();
    shows(&export, json!({ "measures/0/kind": "read", "measures/0/author": null }));
    // Moderators cannot change or copy the study.
    mona.post(&format!("{path}/fork"), json!({})).fails(404, "no-study");
    edit(&mona, &id, "edit0001", json!({ "type": "deleteChapter" })).fails(403, "study-role");
    // Those whom the report concerns, and all of them after it is closed, cannot read the study.
    let close = json!({ "act": "close", "complaint": 1, "reason": "Done" });
    mona.post("/api/measures", close).good();
    mona.get(&path).fails(404, "no-study");
    set_role(&ada, &id, "Otto", "viewer").good();
    report(&otto);
    set_role(&ada, &id, "Otto", "contributor").good();
    ada.delete(&format!("{path}/members/Otto")).good();
    otto.get(&path).fails(404, "no-study");
    read(&mona, &id);
}

#[tokio::test(flavor = "multi_thread")]
async fn sandboxed_pages_can_read_and_follow_what_guests_can() {
    let server = Running::new();
    let [ada] = members(&server, ["Ada"]);
    let id = create_with_chapter(&ada, "public");
    let sandboxed = ada.with("origin", "null");
    let path = format!("/api/studies/{id}");
    let shown = sandboxed.get(&path);
    assert_eq!((shown.status, shown.header("access-control-allow-origin")), (200, "null"));
    shows(shown.good(), json!({ "head/role": null }));
    let mut socket = follow_study(&sandboxed, &id, 0).await;
    hear_of(&mut socket, "edits").await;
    assert_eq!(hear_of(&mut socket, "present").await["names"], json!([]));
    add(&ada, &id, "node0001", "root", "e2e4").good();
    shows(hear_of(&mut socket, "edits").await, json!({ "edits/0/move": "e2e4" }));
    edit(&sandboxed, &id, "edit0001", json!({ "type": "deleteChapter" })).fails(403, "origin");
    ada.put(&path, json!({ "visibility": "private" })).good();
    assert_eq!(hear_of(&mut socket, "error").await["error"]["code"], "no-study");
    let refused = sandboxed.get(&path);
    assert_eq!((refused.status, refused.header("access-control-allow-origin")), (404, "null"));
    let elsewhere = ada.with("origin", "https://elsewhere.example");
    assert!(connect(&elsewhere, &format!("{path}/live")).await.is_err());
}

#[test]
fn a_record_of_several_chapters_is_sent_in_parts() {
    let server = Running::new();
    let [ada] = members(&server, ["Ada"]);
    let id = create_with_chapter(&ada, "public");
    let record = "[Event \"Cup\"]\n\n1. e4 e5 *\n\n[Event \"League\"]\n\n1. d4 *";
    ada.post(&format!("/api/studies/{id}/import"), json!({ "record": record })).good();
    let answer = server.get(&format!("/api/studies/{id}/record"));
    assert_eq!((answer.status, answer.header("content-length")), (200, ""));
    assert!(answer.header("content-disposition").contains("entourage-study.pgn"));
    assert_eq!(answer.text.matches("[ChapterName ").count(), 3, "{}", answer.text);
    assert!(answer.text.contains("1. e4 e5 *") && answer.text.contains("1. d4 *"));
    let empty = word(
        &ada.post("/api/studies", json!({ "title": "Empty", "visibility": "public" })).good()["head"]["id"],
    );
    assert_eq!(server.get(&format!("/api/studies/{empty}/record")).text, "");
}

#[tokio::test(flavor = "multi_thread")]
async fn studies_are_exported_and_deleted_with_their_owner() {
    on_both_databases(Config::default(), async |client, _| {
        let [ada, bob] = members(client, ["Ada", "Bob"]);
        let own = create_with_chapter(&ada, "public");
        let other = create_with_chapter(&bob, "public");
        set_role(&bob, &other, "Ada", "contributor").good();
        edit(&ada, &other, "comment1", json!({ "type": "comment", "node": "root", "text": "Mine" })).good();
        let export = ada.get("/api/account/export").good();
        shows(
            &export,
            json!({
                "studies/studies/0/head/id": own,
                "studies/studies/1": null,
                "studies/comments": [{ "study": other, "chapter": CHAPTER, "node": "root", "text": "Mine" }],
            }),
        );
        ada.delete("/api/account").good();
        client.get(&format!("/api/studies/{own}")).fails(404, "no-study");
        let view = read(client, &other);
        shows(
            &view,
            json!({ "head/members": [], "chapters/0/nodes/0/comments": [{ "by": "", "text": "Mine" }] }),
        );
    })
    .await;
}

#[test]
fn accounts_have_a_limited_number_of_studies() {
    let server = Running::by_hand();
    let ada = server.join("Ada");
    let made = (0..).map(|_| ada.post("/api/studies", json!({ "title": "More", "visibility": "private" })));
    let refused = made.take(30).find(|answer| answer.status != 201).unwrap();
    refused.fails(429, "allowance");
    let long = "x".repeat(101);
    ada.post("/api/studies", json!({ "title": long, "visibility": "private" })).fails(422, "words");
    ada.post("/api/studies", json!({ "title": "", "visibility": "private" })).fails(422, "words");
    ada.post("/api/studies", json!({ "title": "A", "visibility": "nonesuch" })).fails(400, "malformed");
}
