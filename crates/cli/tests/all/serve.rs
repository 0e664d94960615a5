//! Tests `entourage serve` and the commands for operators.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Child;

use crate::run::{Folder, Run, command, entourage, has, refused, run, test_server};

struct Server {
    child: Child,
    port: String,
}

impl Server {
    fn start(data: &Path) -> Self {
        Self::start_with(data, &[])
    }

    fn start_with(data: &Path, options: &[&str]) -> Self {
        Self::start_as(&[&["--data", data.to_str().unwrap()], options].concat())
    }

    fn start_as(options: &[&str]) -> Self {
        let usual = ["serve", "--no-open", "--port", "0"];
        let mut child = command(&[&usual[..], options].concat()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let said = lines.next().unwrap().unwrap();
        let port = said.split("http://localhost:").nth(1).unwrap_or_else(|| panic!("{said}"));
        let port = port.chars().take_while(char::is_ascii_digit).collect();
        Self { child, port }
    }

    fn get(&self, path: &str) -> String {
        self.ask("GET", path, "")
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> String {
        self.asked(method, path, body, "")
    }

    fn ask_as(&self, method: &str, path: &str, body: &str, key: &str) -> String {
        self.asked(method, path, body, &format!("Authorization: Bearer {key}\r\n"))
    }

    /// Creates a game for two players on one screen, and returns its key.
    fn create(&self, spec: &str) -> String {
        let body = format!(r#"{{"spec":"{spec}","players":[{{"kind":"human"}},{{"kind":"human"}}]}}"#);
        key(&self.ask("POST", "/api/games", &body))
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn asked(&self, method: &str, path: &str, body: &str, head: &str) -> String {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{}", self.port)).unwrap();
        let (port, length) = (&self.port, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             {head}Content-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }
}

/// Returns the key in the response to the creation of a game.
fn key(answer: &str) -> String {
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    answer.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_second_server_on_the_same_data_or_port_is_refused() {
    let [data, other] = [(); 2].map(|()| Folder::new());
    let server = Server::start(data.path());
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200 "));
    let [data, other] = [&data, &other].map(|data| data.path().to_str().unwrap());
    refused(&["serve", "--no-open", "--port", "0", "--data", data], &[data, "in use", "--data"]);
    for (language, taken) in [("en", "in use"), ("fr", "utilisé")] {
        let arguments = ["serve", "--no-open", "--port", &server.port, "--data", other, "--lang", language];
        refused(&arguments, &[&server.port, taken, "--port"]);
    }
    refused(&["serve", "--port", "65536"], &["--port", "\"65536\"", "65535"]);
}

#[cfg(unix)]
#[test]
fn signals_stop_the_server_cleanly() {
    let data = Folder::new();
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start(data.path());
        let process = server.child.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &process]).status().unwrap().success());
        assert_eq!(server.child.wait().unwrap().code(), Some(0), "{signal}");
        let mut said = String::new();
        server.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        let messages: Vec<&str> =
            said.lines().filter_map(|line| line.split_once("  INFO ")).map(|(_, message)| message).collect();
        assert_eq!(messages.last(), Some(&"server stopped"), "{signal}: {said}");
        assert_eq!(messages.len(), said.lines().count(), "{said}");
    }
}

#[test]
fn verify_reads_the_write_ahead_log() {
    let data = Folder::new();
    let mut server = Server::start(data.path());
    server.create("toddler");
    let (folder, path) = (data.path().to_str().unwrap(), &*data.at("entourage.sqlite"));
    let verify = |name: &str| {
        let run = run(&["verify", name]);
        assert_eq!((run.code, run.out.contains("1 game, 0 events")), (0, true), "{} {}", run.out, run.err);
        run.err.trim().rsplit(' ').next().unwrap().to_owned()
    };
    let last = verify(path);
    let rest = run(&["verify", path, "--after", &last]);
    assert!(rest.out.starts_with("0 games, 0 events"), "{} {}", rest.out, rest.err);
    refused(&["verify", path, "--after", "x"], &["--after"]);
    server.kill();
    verify(path);
    assert!(data.path().join("entourage.sqlite-wal").metadata().unwrap().len() > 0, "the log is unchanged");
    let mut bytes = std::fs::read(path).unwrap();
    bytes.iter_mut().skip(100).for_each(|byte| *byte = 0xa5);
    let damaged = &*data.write("damaged", bytes);
    refused(&["verify", damaged], &[damaged]);
    refused(&["backup", damaged, "--data", folder], &["exists"]);
    let run = run(&["backup", path, "--data", folder]);
    assert!(!run.err.contains("--replace"), "{}", run.err);
    refused(&["restore", path, "--data", folder], &["--replace"]);
}

#[test]
fn invalid_options_are_refused() {
    let data = Folder::new();
    let serve = |options: &[&str], fragments: &[&str]| {
        let data = data.path().to_str().unwrap();
        refused(&[&["serve", "--no-open", "--port", "0", "--data", data], options].concat(), fragments);
    };
    serve(&["--limits", "games=0"], &["--limits", "games=0"]);
    serve(&["--limits", "moves=5"], &["--limits", "moves=5", "requests"]);
    serve(&["--smtp", "mail.example.org"], &["--smtp", "smtp://"]);
    serve(&["--smtp", "smtp://ada@mail.example.org"], &["--mail-from"]);
    serve(&["--smtp", "smtp://mail.example.org", "--mail-from", "nobody"], &["nobody"]);
    serve(&["--mail-from", "ada@example.org"], &["--smtp"]);
    serve(&["--address", "play.example.org"], &["--address", "https://"]);
    serve(&["--database", "postgres://db.example.org/games"], &["--data"]);
    serve(&["--nats", "nats://broker.example.org"], &["--database"]);
    let database = |address: &str, nats: &str, fragments: &[&str]| {
        refused(&["serve", "--no-open", "--port", "0", "--database", address, "--nats", nats], fragments);
    };
    database("mysql://db.example.org/games", "nats://broker.example.org", &["--database", "postgres://"]);
    database("postgres://db.example.org/games", "http://broker.example.org", &["--nats", "nats://"]);
    database("sqlite:games", "nats://broker.example.org", &["--nats", "--database"]);
    refused(&["migrate"], &["--database"]);
    refused(&["migrate", "--from", "sqlite:games"], &["--to"]);
}

const VARIANTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants");

#[test]
fn definitions_in_a_folder_are_offered_and_played() {
    let data = Folder::new();
    let server = Server::start_with(data.path(), &["--games", VARIANTS]);
    let list = server.get("/api/definitions?lang=fr");
    assert!(list.starts_with("HTTP/1.1 200 "), "{list}");
    for id in "annan atomic knight-relay koeko lortap madrasi patrol superguards ultima".split(' ') {
        has(&list, &[&format!("\"id\":\"{id}\"")]);
    }
    // A built-in game is not listed again, but its definition is sent because other definitions extend it.
    assert!(!list.contains("\"id\":\"chess\"") && list.contains("game chess \\\"Chess\\\""), "{list}");
    assert!(list.contains("Une pièce attaquée par un adversaire de sa propre sorte ne peut pas bouger."));

    // The list contains the size of each board.
    has(&list, &[r#""size":{"outline":"hexagon","squares":91,"#]);
    has(&list, &[r#""size":{"outline":"square","squares":12,"columns":3,"rows":4}"#]);

    let body = r#"{"spec":"madrasi","players":[{"kind":"human"},{"kind":"computer","level":1}],"position":"4k3/8/8/8/4r3/8/4R3/R3K3 w Q -"}"#;
    let made = server.ask("POST", "/api/games", body);
    let key = &*key(&made);
    let refused = server.ask_as("POST", "/api/game/moves", r#"{"seq":0,"move":"e2d2"}"#, key);
    assert!(refused.starts_with("HTTP/1.1 422 ") && refused.contains("\"code\":\"paralysed\""), "{refused}");
    has(&refused, &["A piece that an enemy of its own kind attacks cannot move."]);
    let played = server.ask_as("POST", "/api/game/moves", r#"{"seq":0,"move":"a1b1"}"#, key);
    assert!(played.starts_with("HTTP/1.1 200 "), "{played}");
    assert!(server.get("/board.svg?game=ultima").contains("<svg"));
    drop(server);

    let kept = data.path().to_str().unwrap();
    let verified = entourage(&["verify", "--data", kept, "--games", VARIANTS]);
    has(&verified, &["1 game, 1 event; 0 games with unavailable rules"]);
    assert!(entourage(&["verify", "--data", kept]).contains("1 game with unavailable rules"));

    // Without the folder, the stored game can still be viewed, but is frozen because its rules are unavailable.
    let server = Server::start(data.path());
    assert!(server.get("/api/definitions").ends_with("{\"definitions\":[]}"));
    assert!(server.ask("POST", "/api/games", body).contains("unknown game"));
    let known = server.ask_as("GET", "/api/game", "", key);
    assert!(known.contains("\"a1b1\"") && !known.contains("\"frozen\":null"), "{known}");
}

#[test]
fn a_folder_with_an_invalid_definition_is_refused() {
    let [data, games] = [(); 2].map(|()| Folder::new());
    let [folder, kept] = [&games, &data].map(|folder| folder.path().to_str().unwrap());
    let begin = |name: &str, text: &str, parts: &[&str]| {
        let file = games.write(name, text);
        let serve = ["serve", "--no-open", "--port", "0", "--data", kept, "--games", folder];
        Run::of(command(&serve).output().unwrap()).fails(parts);
        std::fs::remove_file(file).unwrap();
    };
    let faulty = "language 1\ngame odd \"Odd\" like chess\npower still of Angle: it cannot move\npower other of Knigt: it cannot move\n";
    let faults = [
        "3:16: error[unknown-name]: There is no piece named Angle.",
        "4:16: error[unknown-name]: There is no piece named Knigt.",
    ];
    begin("odd.game", faulty, &faults.map(|fault| format!("odd.game:{fault}")).each_ref().map(String::as_str));
    let mine = "language 1\ngame toddler \"Mine\" like chess\n";
    begin("mine.game", mine, &["mine.game: there is already a game named toddler"]);
    // A byte order mark does not count towards the limit, and no character is split at the limit.
    for large in ["# nothing\n".repeat(10_000), format!("\u{feff}#{}", "é".repeat(40_000))] {
        begin("large.game", &large, &["large.game: a game definition can have at most 65536 bytes"]);
    }
    for number in 0..65 {
        games.write(&format!("g{number}.game"), "");
    }
    begin("one-more.game", "", &["the folder contains more than 64 game definitions"]);
    refused(&["serve", "--no-open", "--games", "nowhere-at-all"], &["--games", "nowhere-at-all"]);
}

#[test]
fn uploaded_definitions_are_moderated() {
    let data = Folder::new();
    let folder = data.path().to_str().unwrap();
    refused(&["definitions", "list", "--data", folder], &[folder]);
    let server = Server::start(data.path());
    let list = || entourage(&["definitions", "list", "--data", folder]);
    assert_eq!(list(), "");
    let text = std::fs::read_to_string(format!("{VARIANTS}/dobutsu.game")).unwrap();
    let upload = |name: &str, author: &str, letter: &str| {
        let text = text.replace("game dobutsu", &format!("game {name}"));
        let body = serde_json::json!({ "texts": [text], "author": author, "licence": "CC-BY-4.0" }).to_string();
        let answer = server.ask_as("POST", "/api/definitions", &body, &(letter.repeat(25) + "a"));
        let id = answer.split("@sha256-").nth(1).unwrap_or_else(|| panic!("{answer}"));
        format!("@sha256-{}", &id[..64])
    };
    let first = upload("mine", "Ada", "b");
    let second = upload("yours", "Bob \"B\"", "c");
    let line = |id: &str| list().lines().find(|line| line.starts_with(id)).unwrap()[id.len()..].to_owned();
    assert_eq!((line(&first), list().lines().count()), (" private 0 \"Ada\" mine".to_owned(), 2));
    assert_eq!(line(&second), " private 0 \"Bob \\\"B\\\"\" yours");
    let act = |act: &str, id: &str, reason: &str| {
        entourage(&["definitions", act, id, "--reason", reason, "--data", folder])
    };
    assert_eq!(act("hide", &first, "a test"), "");
    assert!(line(&first).starts_with(" hidden ") && line(&second).starts_with(" private "));
    let told = server.get(&format!("/api/definitions/{first}"));
    assert!(told.starts_with("HTTP/1.1 404 "), "{told}");
    assert_eq!(act("show", &first, "a test"), "");
    assert!(line(&first).starts_with(" private "));
    assert!(server.get(&format!("/api/definitions/{first}")).starts_with("HTTP/1.1 200 "));
    // Only public definitions can be approved for rated games; approvals and their withdrawal are logged.
    let admin = |words: &[&str]| entourage(&[&["admin"], words, &["--data", folder]].concat());
    refused(&["admin", "list", &first, "--reason", "read", "--data", folder], &["Only public games"]);
    let (state, author) = (format!("/api/definitions/{first}/state"), "b".repeat(25) + "a");
    let public = server.ask_as("PUT", &state, r#"{"state":"public"}"#, &author);
    assert!(public.starts_with("HTTP/1.1 200 "), "{public}");
    assert_eq!(admin(&["list", &first, "--reason", "read"]), "");
    assert!(line(&first).starts_with(" rated ") && line(&second).starts_with(" private "));
    refused(&["admin", "list", &first, "--reason", "read", "--data", folder], &["already"]);
    assert_eq!(admin(&["unlist", &first, "--reason", "too hard"]), "");
    assert!(line(&first).starts_with(" public "));
    let log = admin(&["log"]);
    let told: Vec<&str> = log.lines().map(|line| line.split(' ').nth(2).unwrap()).collect();
    assert_eq!(told, ["unlist", "list"], "{log}");
    has(&log, &[&first, "too hard"]);
    let unknown = format!("@sha256-{}", "0".repeat(64));
    refused(&["admin", "list", &unknown, "--reason", "read", "--data", folder], &["Game definition not found"]);
    for (id, reason, part) in
        [(&*unknown, "a test", "no such game"), ("x", "a test", "no such game"), (&first, " ", "--reason")]
    {
        refused(&["definitions", "hide", id, "--reason", reason, "--data", folder], &[part]);
    }
    let french = ["definitions", "hide", "x", "--reason", "a", "--data", folder, "--lang", "fr"];
    refused(&french, &["définition de jeu introuvable"]);
}

#[test]
fn users_are_moderated_while_the_server_runs() {
    let folder = Folder::new();
    let data = folder.path().to_str().unwrap();
    let server = Server::start(folder.path());
    for name in ["Ada", "Eve"] {
        let body = format!(r#"{{"name":"{name}","password":"three unlikely words"}}"#);
        let answer = server.ask("POST", "/api/account", &body);
        assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    }
    let admin = |words: &[&str]| entourage(&[&["admin"], words, &["--data", data]].concat());
    let sign_in = || server.ask("POST", "/api/session", r#"{"name":"Eve","password":"three unlikely words"}"#);
    assert_eq!((admin(&["reports"]), admin(&["log"])), (String::new(), String::new()));
    let why = ["--reason", "a \"test\""];
    assert_eq!(admin(&[&["role", "ada", "moderator"], &why[..]].concat()), "");
    admin(&[&["mute", "Eve", "--days", "2"], &why[..]].concat());
    admin(&[&["unmute", "Eve"], &why[..]].concat());
    admin(&[&["ban", "Eve"], &why[..]].concat());
    let refusal = sign_in();
    assert!(refusal.starts_with("HTTP/1.1 403 ") && refusal.contains("banned"), "{refusal}");
    admin(&[&["unban", "Eve"], &why[..]].concat());
    assert!(sign_in().starts_with("HTTP/1.1 200 "));
    admin(&[&["rename", "Eve", "Ève"], &why[..]].concat());
    let log = admin(&["log"]);
    let told: Vec<&str> = log.lines().collect();
    assert_eq!(told.len(), 6, "{log}");
    assert!(told[0].starts_with("6 ") && told[0].ends_with(r#" rename "Eve" "Ève" - "a \"test\"""#), "{log}");
    assert!(told[5].ends_with(r#" appoint "Ada" "moderator" - "a \"test\"""#), "{log}");
    assert_eq!(admin(&["log", "--before", "2"]).lines().count(), 1);
    for (words, part) in [
        (&["unmute", "Ada", "--reason", "x"][..], "This account has no such sanction to lift."),
        (&["ban", "Nobody there", "--reason", "x"], "Player not found."),
        (&["rename", "Ada", "Eve!", "--reason", "x"], "letters and digits"),
        (&["rename", "Ada", "ève", "--reason", "x"], "already taken"),
        (&["close", "7", "--reason", "x"], "Report not found"),
        (&["mute", "Ada", "--reason", " "], "Enter some text"),
        (&["mute", "Ada", "--days", "0", "--reason", "x"], "--days"),
        (&["role", "Ada", "king", "--reason", "x"], "king"),
    ] {
        refused(&[&["admin"], words, &["--data", data]].concat(), &[part]);
    }
    refused(&["admin", "ban", "X", "--reason", "x", "--data", data, "--lang", "fr"], &["Joueur introuvable."]);
}

#[test]
fn data_is_moved_to_another_database() {
    let folder = Folder::new();
    let [from, to] = ["from", "to"].map(|name| format!("sqlite:{}", folder.path().join(name).display()));
    assert!(entourage(&["migrate", "--database", &from]).ends_with(&format!("{from}\n")));
    let mut server = Server::start_as(&["--database", &from]);
    let id = server.create("toddler");
    let state = |server: &Server| server.ask_as("GET", "/api/game", "", &id);
    let before = state(&server);
    assert!(before.starts_with("HTTP/1.1 200 "), "{before}");
    let moving = ["migrate", "--from", &from, "--to", &to];
    refused(&moving, &["in use"]);
    server.kill();
    assert!(entourage(&moving).ends_with(&format!(" rows copied to {to} and verified\n")));
    refused(&moving, &["not empty", "--to"]);
    let server = Server::start_as(&["--database", &to]);
    let body = |answer: &str| answer.split_once("\r\n\r\n").unwrap().1.to_owned();
    assert_eq!(body(&state(&server)), body(&before));
}

/// A temporary schema on the PostgreSQL server for tests.
struct Schema {
    server: String,
    name: String,
}

impl Schema {
    fn create() -> Option<Self> {
        let server = test_server("ENTOURAGE_TEST_POSTGRES")?;
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos();
        let schema = Self { server, name: format!("test_{}_{now}", std::process::id()) };
        schema.execute(&format!("CREATE SCHEMA {}", schema.name));
        Some(schema)
    }

    fn execute(&self, sql: &str) {
        let mut psql = std::process::Command::new("psql");
        psql.args(["--no-psqlrc", "--quiet", "--command", sql, &self.server]);
        assert!(psql.output().unwrap().status.success(), "{sql}");
    }

    fn address(&self) -> String {
        let joint = if self.server.contains('?') { '&' } else { '?' };
        format!("{}{joint}options[search_path]={}", self.server, self.name)
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        self.execute(&format!("DROP SCHEMA {} CASCADE", self.name));
    }
}

#[test]
fn postgresql_databases_are_backed_up_restored_and_verified() {
    let Some(schema) = Schema::create() else { return };
    let address = schema.address();
    let _ = entourage(&["migrate", "--database", &address]);
    let server = Server::start_as(&["--database", &address]);
    let id = server.create("chess");
    let moved = server.ask_as("POST", "/api/game/moves", r#"{"seq":0,"move":"e2e4"}"#, &id);
    assert!(moved.starts_with("HTTP/1.1 200 "), "{moved}");
    let folder = Folder::new();
    let file = &*folder.at("copy.sqlite");
    assert!(entourage(&["backup", file, "--database", &address]).starts_with(file));
    refused(&["backup", file, "--database", &address], &["exists"]);
    for command in [&["verify", file][..], &["verify", "--database", &address]] {
        assert_eq!(entourage(command), "1 game, 1 event; 0 games with unavailable rules\n");
    }
    refused(&["restore", file, "--database", &address], &["not empty"]);
    drop(server);
    schema.execute(&format!("DROP SCHEMA {0} CASCADE", schema.name));
    schema.execute(&format!("CREATE SCHEMA {0}", schema.name));
    assert!(entourage(&["restore", file, "--database", &address]).contains(" rows copied to "));
    let server = Server::start_as(&["--database", &address]);
    let state = server.ask_as("GET", "/api/game", "", &id);
    has(&state, &["e2e4"]);
    refused(&["restore", file, "--database", &address, "--replace"], &["--database"]);
}
