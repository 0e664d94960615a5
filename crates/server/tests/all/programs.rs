//! Programs: tokens and their scopes, bots, streams, and a client library of Lichess that plays here.

use std::io::{BufRead, BufReader};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use entourage_kernel::Language;
use entourage_server::{
    Administered, Administration, Config, DatabaseAddress, Limits, Moderation, RestraintKind,
};
use serde_json::{Value, json};

use crate::common::hand_time::HandTime;
use crate::common::member::Member;
use crate::common::{Answer, Client, Running, persons, spec};

const SCOPES: [&str; 6] =
    ["account:read", "games:read", "challenge:read", "challenge:write", "board:play", "bot:play"];
const MINUTES: &str = "live spare=5m extra=3s";

/// A program with a token.
struct Program {
    client: Client,
    token: String,
}

impl Program {
    /// Makes a token of a member's.
    fn of(member: &Member, client: &Client, scopes: &[&str]) -> Self {
        let made = member.post("/api/account/tokens", &json!({ "name": "A program", "scopes": scopes })).good();
        Self { client: client.clone(), token: made["token"].as_str().unwrap().to_owned() }
    }

    /// Founds an account, and makes a token of it that may do everything.
    fn found(client: &Client, name: &str) -> (Member, Self) {
        let member = Member::found(client, name).0;
        let program = Self::of(&member, client, &SCOPES);
        (member, program)
    }

    /// Founds an account of a bot.
    fn bot(client: &Client, name: &str) -> Self {
        let (_, program) = Self::found(client, name);
        program.post("/api/bot/account/upgrade", None).good();
        program
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        let mut headers = vec![("authorization", bearer.as_str())];
        let body = body.map(|body| {
            headers.push(("content-type", "application/json"));
            body.to_string().into_bytes()
        });
        self.client.send(method, path, &headers, body).unwrap()
    }

    fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, None)
    }

    fn post(&self, path: &str, body: Option<&Value>) -> Answer {
        self.ask("POST", path, body)
    }

    fn stream(&self, path: &str) -> Stream {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let request = agent.get(format!("{}{path}", self.client.url));
        let response = request.header("authorization", format!("Bearer {}", self.token)).call().unwrap();
        assert_eq!(response.status().as_u16(), 200);
        assert_eq!(response.headers()["content-type"], "application/x-ndjson");
        Stream(BufReader::new(Box::new(response.into_body().into_reader())))
    }
}

/// What a stream tells.
struct Stream(BufReader<Box<dyn std::io::Read + Send>>);

impl Stream {
    /// Returns the next line, perhaps an empty one; `None` at the end.
    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.0.read_line(&mut line).unwrap();
        (read > 0).then(|| line.trim_end().to_owned())
    }

    /// Returns the next that is not empty.
    fn next(&mut self) -> Option<Value> {
        std::iter::from_fn(|| self.line())
            .find(|line| !line.is_empty())
            .map(|line| serde_json::from_str(&line).unwrap())
    }

    /// Hears events up to one of a type.
    fn hear(&mut self, kind: &str) -> Value {
        std::iter::from_fn(|| self.next()).find(|event| event["type"] == kind).expect("it is told")
    }
}

fn days(variant: &str) -> Value {
    json!({ "variant": variant, "days": 3, "color": "white" })
}

/// Lets one challenge another by name, who accepts; returns the game.
fn begun(one: &Program, two: &Program, name: &str, terms: &Value) -> String {
    let challenge = one.post(&format!("/api/challenge/{name}"), Some(terms)).good();
    let id = challenge["id"].as_str().unwrap().to_owned();
    two.post(&format!("/api/challenge/{id}/accept"), None).good();
    id
}

#[test]
fn a_token_is_made_by_its_holder_told_once_listed_and_revoked() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let server = Running::start_at(data.path(), Arc::clone(&time) as _);
    let client = &server.client;
    let (ada, eve) = (Member::found(client, "Ada").0, Member::found(client, "Eve").0);
    client
        .post("/api/account/tokens", None, &json!({ "name": "x", "scopes": ["bot:play"] }))
        .fails(401, "signed-out");
    let issue = |body: Value| ada.post("/api/account/tokens", &body);
    issue(json!({ "name": " ", "scopes": ["bot:play"] })).fails(422, "token-name");
    issue(json!({ "name": "x".repeat(61), "scopes": ["bot:play"] })).fails(422, "token-name");
    for scopes in [json!([]), json!(["everything"]), json!(["bot:play", ""])] {
        issue(json!({ "name": "x", "scopes": scopes })).fails(422, "scopes");
    }
    let made = issue(json!({ "name": " My bot ", "scopes": ["bot:play", "account:read"] }));
    assert_eq!(made.status, 201);
    let token = made.good()["token"].as_str().unwrap().to_owned();
    let listed = ada.get("/api/account/tokens").good();
    let one = &listed["tokens"][0];
    assert_eq!(
        (&one["name"], &one["scopes"], &one["used"]),
        (&json!("My bot"), &json!(["account:read", "bot:play"]), &Value::Null)
    );
    assert!(!listed.to_string().contains(&token[4..]), "it is told once");
    let files = std::fs::read_dir(data.path())
        .unwrap()
        .map(|file| std::fs::read(file.unwrap().path()).unwrap_or_default());
    for file in files {
        assert!(!file.windows(22).any(|bytes| bytes == &token.as_bytes()[4..26]), "its hash alone is kept");
    }
    let program = Program { client: client.clone(), token: token.clone() };
    let told = program.get("/api/account").good();
    assert_eq!((&told["id"], &told["username"], &told["title"]), (&json!("ada"), &json!("Ada"), &Value::Null));
    assert_ne!(ada.get("/api/account/tokens").good()["tokens"][0]["used"], Value::Null);
    // What is kept of it is its holder's to take away.
    let kept = ada.get("/api/account/export").good();
    assert_eq!(
        (&kept["programs"]["tokens"][0]["name"], &kept["programs"]["bot"]),
        (&json!("My bot"), &json!(false))
    );
    assert!(!kept.to_string().contains(&token[4..]));
    // It needs no cookie, and makes no other; a damaged one opens nothing, and is no key to a game either.
    program.get("/api/account/tokens").fails(401, "signed-out");
    program
        .post("/api/account/tokens", Some(&json!({ "name": "x", "scopes": ["bot:play"] })))
        .fails(401, "signed-out");
    for bad in [format!("{token}a"), "ent_".to_owned(), token.replace("ent_", "ent_a")] {
        Program { client: client.clone(), token: bad }.get("/api/account").fails(401, "bad-token");
    }
    program.get("/api/game").fails(401, "bad-key");
    let path = format!("/api/account/tokens/{}", one["id"].as_str().unwrap());
    eve.delete(&path).fails(404, "unknown");
    assert_eq!(ada.delete(&path).good()["tokens"], json!([]));
    program.get("/api/account").fails(401, "bad-token");
    // There are so many, and whoever makes one has proved lately who they are.
    for _ in 0..20 {
        issue(json!({ "name": "x", "scopes": ["bot:play"] })).good();
    }
    issue(json!({ "name": "x", "scopes": ["bot:play"] })).fails(422, "tokens");
    time.pass(10 * 60_000);
    issue(json!({ "name": "x", "scopes": ["bot:play"] })).fails(403, "prove");
}

#[test]
fn a_token_gives_no_more_than_its_scopes() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let (ada, _) = Program::found(client, "Ada");
    Member::found(client, "Bob");
    let routes = [
        ("GET", "/api/account", &["account:read", "board:play", "bot:play"][..]),
        ("GET", "/api/account/playing", &["games:read", "board:play", "bot:play"]),
        ("GET", "/game/export/x", &["games:read", "board:play", "bot:play"]),
        ("GET", "/api/challenge", &["challenge:read"]),
        ("POST", "/api/challenge/Bob", &["challenge:write"]),
        ("POST", "/api/challenge/x/accept", &["challenge:write", "board:play", "bot:play"]),
        ("POST", "/api/challenge/x/decline", &["challenge:write", "board:play", "bot:play"]),
        ("POST", "/api/challenge/x/cancel", &["challenge:write"]),
        ("GET", "/api/board/game/stream/x", &["board:play"]),
        ("POST", "/api/board/game/x/move/pass", &["board:play"]),
        ("POST", "/api/board/game/x/abort", &["board:play"]),
        ("POST", "/api/board/game/x/resign", &["board:play"]),
        ("POST", "/api/board/game/x/draw/yes", &["board:play"]),
        ("POST", "/api/board/game/x/takeback/yes", &["board:play"]),
        ("GET", "/api/board/game/x/chat", &["board:play"]),
        ("GET", "/api/bot/game/stream/x", &["bot:play"]),
        ("POST", "/api/bot/game/x/move/pass", &["bot:play"]),
        ("POST", "/api/bot/game/x/resign", &["bot:play"]),
        ("POST", "/api/bot/game/x/chat", &["bot:play"]),
    ];
    for scope in SCOPES {
        let program = Program::of(&ada, client, &[scope]);
        for (method, path, scopes) in routes {
            let answer = program.ask(method, path, None);
            if scopes.contains(&scope) {
                assert_ne!(answer.json()["error"]["code"], "scope", "{scope} {method} {path}: {answer:?}");
            } else {
                let told = answer.fails(403, "scope");
                assert!(scopes.iter().all(|scope| told.contains(scope)), "{told}");
            }
        }
        // A stream is refused like anything else.
        let hears = ["challenge:read", "board:play", "bot:play"].contains(&scope);
        if hears {
            assert_eq!(program.stream("/api/stream/event").line().as_deref(), Some(""), "{scope}");
        } else {
            program.get("/api/stream/event").fails(403, "scope");
        }
        // What asks for no token is opened by none.
        for path in ["/api/sessions", "/api/ties", "/api/challenges", "/api/account/tokens", "/api/complaints"]
        {
            program.get(path).fails(401, "signed-out");
        }
    }
    let without = client.get("/api/account/playing", &[]);
    without.fails(401, "no-key");
    client.get("/api/cat/game/stream/x", &[]).fails(404, "no-route");
}

#[test]
fn a_banned_account_s_token_does_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let (_, program) = Program::found(&server.client, "Ada");
    program.get("/api/account").good();
    let mut stream = program.stream("/api/stream/event");
    assert_eq!(stream.line().as_deref(), Some(""));
    let address = DatabaseAddress::Sqlite(data.path().to_owned());
    let act = |what| {
        tokio::runtime::Runtime::new().unwrap().block_on(async {
            let administration = Administration::of(Moderation::open(&address).await.unwrap());
            administration.act("Ada", what, "Rude", Language::English).await.unwrap();
        });
    };
    act(Administered::Restrain(RestraintKind::Ban, None));
    program.get("/api/account").fails(403, "banned");
    program.post("/api/challenge/Ada", Some(&days(spec()))).fails(403, "banned");
    while stream.line().is_some() {}
    act(Administered::Release(RestraintKind::Ban));
    program.get("/api/account").good();
}

#[test]
fn who_tries_tokens_waits() {
    let data = tempfile::tempdir().unwrap();
    let config = Config {
        limits: Limits { attempts: 3, ..Limits::default() },
        proxies: "loopback".parse().unwrap(),
        ..Config::default()
    };
    let server = Running::start_with(data.path(), Arc::new(entourage_server::MachineTime::default()), config);
    let bearer = format!("Bearer ent_{}", "a".repeat(26));
    let ask = || {
        let headers = [("authorization", bearer.as_str()), ("x-forwarded-for", "203.0.113.9")];
        server.client.get("/api/account/playing", &headers)
    };
    for _ in 0..3 {
        ask().fails(401, "bad-token");
    }
    ask().fails(429, "limited");
}

#[test]
fn an_account_that_has_played_nothing_becomes_a_bot_and_enters_no_pool() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let (ada, played) = Program::found(client, "Ada");
    let game = json!({ "spec": spec(), "players": persons(), "seats": { "host": 1 } });
    ada.post("/api/games", &game).good();
    played.post("/api/bot/account/upgrade", None).fails(409, "played");
    let (robo, bot) = Program::found(client, "Robo");
    bot.post("/api/bot/game/x/resign", None).fails(403, "not-bot");
    for _ in 0..2 {
        bot.post("/api/bot/account/upgrade", None).good();
    }
    bot.post("/api/board/game/x/resign", None).fails(403, "bot");
    assert_eq!(bot.get("/api/account").good()["title"], "BOT");
    assert_eq!(client.get("/api/user/robo", &[]).good()["title"], "BOT");
    assert_eq!(client.get("/api/people/robo", &[]).good()["bot"], true);
    assert_eq!(client.get("/api/people/ada", &[]).good()["bot"], false);
    assert_eq!(robo.get("/api/account/tokens").good()["bot"], true);
    client.get("/api/user/nobody", &[]).fails(404, "no-person");
    // Where people look for people it finds nobody and is found by nobody.
    let seek =
        |letter: char| json!({ "spec": spec(), "key": letter.to_string().repeat(25) + "a", "pace": MINUTES });
    robo.post("/api/seeks", &seek('b')).fails(403, "bot");
    let open = ada.post("/api/seeks", &seek('c')).good()["seek"].clone();
    robo.post("/api/seeks/take", &json!({ "seek": open, "key": seek('d')["key"] })).fails(403, "bot");
    let offered = json!({ "spec": spec(), "players": persons(), "seats": { "host": 1, "open": true } });
    robo.post("/api/games", &offered).fails(403, "bot");
    let offered = ada.post("/api/games", &offered).good()["state"]["game"].clone();
    let take = json!({ "game": offered, "side": 2, "key": seek('d')["key"] });
    robo.post("/api/invitations/take", &take).fails(403, "bot");
    // It is challenged by name, and whoever sees a challenge sees what it is.
    let id = bot.post("/api/challenge/Ada", Some(&days(spec()))).good()["id"].clone();
    let seen = ada.get("/api/challenges").good();
    assert_eq!((&seen["seeks"][0]["seek"], &seen["seeks"][0]["bots"]), (&id, &json!([true, false])));
}

#[test]
fn any_game_is_played_by_canonical_moves_and_told_line_by_line() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    // A person with a program in their hands plays a bot.
    let (member, ada) = Program::found(client, "Ada");
    let bot = Program::bot(client, "Robo");
    let mut events = bot.stream("/api/stream/event");
    let terms = json!({ "variant": spec(), "pace": "correspondence grace=3d vacation=14d", "color": "black" });
    let challenge = ada.post("/api/challenge/robo", Some(&terms)).good();
    assert_eq!((&challenge["direction"], &challenge["variant"]["key"]), (&json!("out"), &json!(spec())));
    let heard = events.hear("challenge");
    assert_eq!((&heard["challenge"]["id"], &heard["challenge"]["direction"]), (&challenge["id"], &json!("in")));
    assert_eq!(
        (&heard["challenge"]["color"], &heard["challenge"]["speed"]),
        (&json!("black"), &json!("correspondence"))
    );
    let id = challenge["id"].as_str().unwrap();
    ada.post("/api/challenge/x/accept", None).fails(404, "unknown");
    for _ in 0..2 {
        bot.post(&format!("/api/challenge/{id}/accept"), None).good();
    }
    let game = events.hear("gameStart")["game"].clone();
    assert_eq!(
        (&game["gameId"], &game["color"], &game["isMyTurn"]),
        (&json!(id), &json!("white"), &json!(true))
    );
    assert_eq!(game["compat"], json!({ "bot": true, "board": false }));
    // Whoever is at the board is told, too, which name is a program's.
    let state = member.game("GET", "/api/game", &format!("@{id}.2"), None).good();
    assert_eq!((&state["names"], &state["bots"]), (&json!(["Robo", "Ada"]), &json!([true, false])));
    assert_eq!(state["tournament"], Value::Null);
    let mut follows = [
        bot.stream(&format!("/api/bot/game/stream/{id}")),
        ada.stream(&format!("/api/board/game/stream/{id}")),
    ];
    let legal = crate::common::follow::legal;
    for stream in &mut follows {
        let full = stream.next().unwrap();
        assert_eq!(
            (&full["type"], &full["initialFen"], &full["daysPerTurn"]),
            (&json!("gameFull"), &json!("startpos"), &json!(3))
        );
        assert_eq!((&full["white"]["title"], &full["black"]["name"]), (&json!("BOT"), &json!("Ada")));
        assert_eq!((&full["state"]["turn"], &full["state"]["seq"]), (&json!("white"), &json!(0)));
    }
    let first = legal(&[])[0].clone();
    let play = |program: &Program, face: &str, text: &str, query: &str| {
        program.post(&format!("/api/{face}/game/{id}/move/{text}{query}"), None)
    };
    play(&ada, "board", &first, "").fails(403, "turn");
    // Named by the number of its event it is played once, however often it is sent.
    for _ in 0..2 {
        play(&bot, "bot", &first, "?seq=0").good();
    }
    let second = legal(&[&first])[0].clone();
    play(&ada, "board", &second, "").good();
    for stream in &mut follows {
        for (number, turn) in [(1, "black"), (2, "white")] {
            let state = stream.next().unwrap();
            let moves = [&first[..], &second][..number].join(" ");
            assert_eq!((&state["moves"], &state["turn"]), (&json!(moves), &json!(turn)));
            assert_eq!((&state["status"], &state["words"]), (&json!("started"), &json!("ongoing")));
        }
    }
    // What is said is heard, and nobody else hears it; taking back is asked for.
    ada.post(&format!("/api/board/game/{id}/chat"), Some(&json!({ "room": "player", "text": "Hello" }))).good();
    ada.post(&format!("/api/board/game/{id}/chat"), Some(&json!({ "room": "spectator", "text": "Hello" })))
        .fails(400, "malformed");
    assert_eq!(
        bot.get(&format!("/api/bot/game/{id}/chat")).good(),
        json!([{ "user": "Ada", "text": "Hello" }])
    );
    ada.post(&format!("/api/board/game/{id}/takeback/yes"), None).good();
    bot.post(&format!("/api/bot/game/{id}/takeback/yes"), None).good();
    for stream in &mut follows {
        assert_eq!(stream.next().unwrap()["text"], "Hello");
        assert_eq!(stream.next().unwrap()["btakeback"], true);
        assert_eq!(stream.next().unwrap()["moves"], first);
    }
    let (_, eve) = Program::found(client, "Eve");
    for path in [
        format!("/api/board/game/{id}/chat"),
        format!("/api/board/game/stream/{id}"),
        format!("/game/export/{id}"),
    ] {
        eve.get(&path).fails(404, "no-game");
    }
    bot.post(&format!("/api/bot/game/{id}/resign"), None).good();
    for stream in &mut follows {
        let last = stream.next().unwrap();
        assert_eq!(
            (&last["status"], &last["winner"], &last["turn"]),
            (&json!("resign"), &json!("black"), &Value::Null)
        );
        assert_eq!(stream.next(), None, "the stream ends with the game");
    }
    assert_eq!(events.hear("gameFinish")["game"]["winner"], "black");
    assert_eq!(ada.get("/api/account/playing").good()["nowPlaying"], json!([]));
    let exported = ada.get(&format!("/game/export/{id}")).good();
    assert_eq!(
        (&exported["variant"], &exported["status"], &exported["winner"]),
        (&json!(spec()), &json!("resign"), &json!("black"))
    );
    // What cannot begin is refused in words.
    for (terms, code) in [
        (json!({ "variant": spec(), "fen": "x" }), "terms"),
        (json!({ "variant": spec(), "color": "red" }), "terms"),
        (json!({ "variant": spec(), "clock.limit": 0, "clock.increment": 0 }), "terms"),
        (json!({ "variant": spec(), "days": 1, "clock.limit": 60 }), "terms"),
        (json!({ "variant": "no such game" }), "text"),
        (json!({ "variant": spec(), "rated": true }), "rated"),
    ] {
        ada.post("/api/challenge/robo", Some(&terms)).fails(422, code);
    }
    ada.post("/api/challenge/nobody", Some(&days(spec()))).fails(422, "nobody");
}

#[test]
fn a_stream_says_that_it_lives_tells_all_anew_and_ends_with_its_token() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(entourage_server::MachineTime::default());
    let start = || {
        Running::start_as(data.path(), Arc::clone(&time) as _, Config::default(), |server| {
            server.with_heartbeat(Duration::from_millis(100))
        })
    };
    let server = start();
    let (ada, program) = Program::found(&server.client, "Ada");
    let bot = Program::bot(&server.client, "Robo");
    let id = begun(&program, &bot, "Robo", &days(spec()));
    let (mut events, mut game) =
        (program.stream("/api/stream/event"), program.stream(&format!("/api/board/game/stream/{id}")));
    assert_eq!(events.hear("gameStart")["game"]["gameId"], id);
    assert_eq!(game.hear("gameFull")["id"], id);
    for _ in 0..3 {
        assert_eq!(events.line().as_deref(), Some(""));
        assert_eq!(game.line().as_deref(), Some(""));
    }
    // The server ends, and with it the streams; another tells all that stands.
    drop(server);
    while events.line().is_some() {}
    while game.line().is_some() {}
    let server = start();
    let again = Program { client: server.client.clone(), token: program.token.clone() };
    let mut events = again.stream("/api/stream/event");
    assert_eq!(events.hear("gameStart")["game"]["gameId"], id);
    // An account has so many.
    let mut open: Vec<Stream> = (1..32).map(|_| again.stream("/api/stream/event")).collect();
    again.get("/api/stream/event").fails(429, "streams");
    drop(open.pop());
    let ada = Member::with(&server.client, &ada.cookie);
    let name = ada.get("/api/account/tokens").good()["tokens"][0]["id"].as_str().unwrap().to_owned();
    ada.delete(&format!("/api/account/tokens/{name}")).good();
    while events.line().is_some() {}
}

#[test]
fn a_live_challenge_stands_as_long_as_its_maker_listens() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let server = Running::start_as(data.path(), Arc::clone(&time) as _, Config::default(), |server| {
        server.with_heartbeat(Duration::from_millis(50))
    });
    let client = &server.client;
    let (_, ada) = Program::found(client, "Ada");
    let bot = Program::bot(client, "Robo");
    let live = json!({ "variant": spec(), "clock.limit": "300", "clock.increment": "3" });
    let waiting = |program: &Program| program.get("/api/challenge").good()["in"].as_array().unwrap().len();
    ada.post("/api/challenge/Robo", Some(&live)).good();
    assert_eq!(waiting(&bot), 1);
    time.pass(21_000);
    assert_eq!(waiting(&bot), 0, "nobody was there");
    let mut events = ada.stream("/api/stream/event");
    ada.post("/api/challenge/Robo", Some(&live)).good();
    for _ in 0..4 {
        time.pass(10_000);
        // What is heard after this was said at this time, and each sign of life follows from its being held.
        bot.post("/api/challenge/Ada", Some(&days(spec()))).good();
        while events.hear("challenge")["challenge"]["direction"] != "in" {}
        while !events.line().expect("it goes on").is_empty() {}
        assert_eq!(waiting(&bot), 1);
    }
}

/// Finds Python with berserk, of the version that `.ci/run` installs.
fn python() -> Option<String> {
    let named = std::env::var("BERSERK_PYTHON").ok().filter(|named| !named.is_empty());
    let python = named.unwrap_or_else(|| "python3".to_owned());
    let known = Command::new(&python).arg(script()).stderr(std::process::Stdio::null()).status();
    known.is_ok_and(|status| status.success()).then_some(python)
}

fn script() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/berserk_games.py")
}

#[test]
fn berserk_plays_to_mate_by_resignation_and_to_a_draw() {
    let Some(python) = python() else {
        let ci = std::env::var("CI").is_ok_and(|ci| ci == "true" || ci == "1");
        assert!(!ci, "berserk is missing, and with CI set no test may be skipped");
        eprintln!("SKIPPED: a client library of Lichess, because berserk is missing");
        return;
    };
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let bots = ["One", "Two"].map(|name| Program::bot(&server.client, name));
    let played =
        Command::new(python).arg(script()).arg(&server.client.url).args(bots.map(|bot| bot.token)).output();
    let played = played.unwrap();
    let told = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success() && played.stdout.is_empty(), "{told}");
}
