//! Tests the bot API: tokens and scopes, bot accounts, streams, and a client library for Lichess.

use std::io::{BufRead, BufReader, Read};
use std::process::Command;

use entourage_server::{AdminAction, SanctionKind};

use crate::common::python::skip;
use crate::common::*;
use crate::limits::limited;

const SCOPES: [&str; 6] =
    ["account:read", "games:read", "challenge:read", "challenge:write", "board:play", "bot:play"];

fn program(member: &Client, scopes: &[&str]) -> Client {
    let made = member.post("/api/account/tokens", json!({ "name": "A program", "scopes": scopes }));
    Client::new(member.url.clone()).bearer(&made.word("token"))
}

fn programmed(client: &Client, name: &str) -> (Client, Client) {
    let member = client.join(name);
    let program = program(&member, &SCOPES);
    (member, program)
}

fn bot(client: &Client, name: &str) -> Client {
    let (_, program) = programmed(client, name);
    program.press("/api/bot/account/upgrade").good();
    program
}

impl Client {
    fn press(&self, path: &str) -> Answer {
        self.send("POST", path)
    }

    fn challenge(&self, name: &str, terms: &Value) -> Answer {
        self.post(&format!("/api/challenge/{name}"), terms)
    }

    pub fn stream(&self, path: &str) -> Stream {
        let mut request = ureq::get(format!("{}{path}", self.url));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let response = request.call().unwrap();
        assert_eq!(response.headers()["content-type"], "application/x-ndjson");
        Stream(BufReader::new(Box::new(response.into_body().into_reader())))
    }
}

pub struct Stream(BufReader<Box<dyn Read + Send>>);

impl Stream {
    /// Returns the next line, which may be empty; `None` at the end of the stream.
    pub fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.0.read_line(&mut line).unwrap();
        (read > 0).then(|| line.trim_end().to_owned())
    }

    /// Returns the next line that is not empty.
    fn next(&mut self) -> Option<Value> {
        let line = std::iter::from_fn(|| self.line()).find(|line| !line.is_empty())?;
        Some(serde_json::from_str(&line).unwrap())
    }

    #[track_caller]
    fn hear(&mut self, kind: &str) -> Value {
        std::iter::from_fn(|| self.next()).find(|event| event["type"] == kind).expect("no such event")
    }
}

fn days() -> Value {
    json!({ "variant": spec(), "days": 3, "color": "white" })
}

#[test]
fn tokens_are_created_listed_and_revoked() {
    let client = &Running::by_hand();
    let [ada, eve] = members(client, ["Ada", "Eve"]);
    let issue = |of: &Client, name: &str, scopes: Value| {
        of.post("/api/account/tokens", json!({ "name": name, "scopes": scopes }))
    };
    let play = json!(["bot:play"]);
    issue(client, "x", play.clone()).fails(401, "signed-out");
    issue(&ada, " ", play.clone()).fails(422, "token-name");
    issue(&ada, &"x".repeat(61), play.clone()).fails(422, "token-name");
    for scopes in [json!([]), json!(["everything"]), json!(["bot:play", ""])] {
        issue(&ada, "x", scopes).fails(422, "scopes");
    }
    let made = issue(&ada, " My bot ", json!(["bot:play", "account:read"]));
    assert_eq!(made.status, 201);
    let token = made.word("token");
    let tokens = || ada.get("/api/account/tokens").good();
    let listed = tokens();
    let one = &listed["tokens"][0];
    shows(one, json!({ "name": "My bot", "scopes": ["account:read", "bot:play"], "used": null }));
    assert!(!listed.to_string().contains(&token[4..]), "the token is shown again");
    for file in std::fs::read_dir(client.data()).unwrap() {
        let file = std::fs::read(file.unwrap().path()).unwrap_or_default();
        assert!(!file.windows(22).any(|bytes| bytes == &token.as_bytes()[4..26]), "the token is stored");
    }
    let program = client.bearer(&token);
    shows(program.get("/api/account").good(), json!({ "id": "ada", "username": "Ada", "title": null }));
    assert_ne!(tokens()["tokens"][0]["used"], Value::Null);
    let kept = ada.get("/api/account/export").good();
    shows(&kept["programs"], json!({ "tokens/0/name": "My bot", "bot": false }));
    assert!(!kept.to_string().contains(&token[4..]));
    // A token needs no cookie and sets none; an invalid token gives no access, and a token is not a game key.
    program.get("/api/account/tokens").fails(401, "signed-out");
    issue(&program, "x", play.clone()).fails(401, "signed-out");
    for bad in [format!("{token}a"), "ent_".to_owned(), token.replace("ent_", "ent_a")] {
        client.bearer(&bad).get("/api/account").fails(401, "bad-token");
    }
    program.get("/api/game").fails(401, "bad-key");
    let path = format!("/api/account/tokens/{}", word(&one["id"]));
    eve.delete(&path).fails(404, "unknown");
    assert_eq!(ada.delete(&path).good()["tokens"], json!([]));
    program.get("/api/account").fails(401, "bad-token");
    // The number of tokens is limited, and creating one needs a recent confirmation.
    for _ in 0..20 {
        issue(&ada, "x", play.clone()).good();
    }
    issue(&ada, "x", play.clone()).fails(422, "tokens");
    client.time.pass(10 * MINUTE);
    issue(&ada, "x", play).fails(403, "prove");
}

#[test]
fn tokens_are_limited_to_their_scopes() {
    let client = &Running::new();
    let [ada, _bob] = members(client, ["Ada", "Bob"]);
    let routes = include_str!("../scopes.txt").lines().map(|line| line.split_once(": ").unwrap());
    for scope in SCOPES {
        let program = program(&ada, &[scope]);
        for (route, scopes) in routes.clone() {
            let scopes: Vec<&str> = scopes.split(", ").collect();
            let (method, path) = route.split_once(' ').unwrap();
            let answer = program.send(method, path);
            if scopes.contains(&scope) {
                assert_ne!(answer.json()["error"]["code"], "scope", "{scope} {route}: {answer:?}");
            } else {
                let told = answer.fails(403, "scope");
                assert!(scopes.iter().all(|scope| told.contains(scope)), "{told}");
            }
        }
        if ["challenge:read", "board:play", "bot:play"].contains(&scope) {
            assert_eq!(program.stream("/api/stream/event").line().as_deref(), Some(""), "{scope}");
        } else {
            program.get("/api/stream/event").fails(403, "scope");
        }
        for path in ["sessions", "ties", "challenges", "account/tokens", "complaints"] {
            program.get(&format!("/api/{path}")).fails(401, "signed-out");
        }
    }
    client.get("/api/account/playing").fails(401, "no-key");
    client.get("/api/cat/game/stream/x").fails(404, "no-route");
}

#[test]
fn tokens_of_banned_accounts_do_not_work() {
    let client = &Running::new();
    let (_, program) = programmed(client, "Ada");
    program.get("/api/account").good();
    let mut stream = program.stream("/api/stream/event");
    assert_eq!(stream.line().as_deref(), Some(""));
    administer(client.data(), "Ada", AdminAction::Restrain(SanctionKind::Ban, None)).unwrap();
    program.get("/api/account").fails(403, "banned");
    program.challenge("Ada", &days()).fails(403, "banned");
    while stream.line().is_some() {}
    administer(client.data(), "Ada", AdminAction::Release(SanctionKind::Ban)).unwrap();
    program.get("/api/account").good();
}

#[test]
fn guessing_tokens_is_limited() {
    let server = limited(Limits { attempts: 3, ..Limits::default() });
    let bad = server.bearer(&format!("ent_{}", "a".repeat(26))).with("x-forwarded-for", "203.0.113.9");
    for _ in 0..3 {
        bad.get("/api/account/playing").fails(401, "bad-token");
    }
    bad.get("/api/account/playing").fails(429, "limited");
}

#[test]
fn unused_accounts_become_bots_and_join_no_pool() {
    let client = &Running::new();
    let (ada, played) = programmed(client, "Ada");
    ada.create_apart(&[]);
    played.press("/api/bot/account/upgrade").fails(409, "played");
    let (robo, bot) = programmed(client, "Robo");
    bot.press("/api/bot/game/x/resign").fails(403, "not-bot");
    for _ in 0..2 {
        bot.press("/api/bot/account/upgrade").good();
    }
    bot.press("/api/board/game/x/resign").fails(403, "bot");
    assert_eq!(bot.get("/api/account").good()["title"], "BOT");
    assert_eq!(client.get("/api/user/robo").good()["title"], "BOT");
    assert_eq!(client.get("/api/people/robo").good()["bot"], true);
    assert_eq!(client.get("/api/people/ada").good()["bot"], false);
    assert_eq!(robo.get("/api/account/tokens").good()["bot"], true);
    client.get("/api/user/nobody").fails(404, "no-person");
    // Bots can neither create nor accept seeks or open games.
    robo.seek('b', json!({})).fails(403, "bot");
    let open = ada.seek('c', json!({})).good()["seek"].clone();
    robo.take_seek(&open, 'd').fails(403, "bot");
    let offer = |of: &Client| of.create_with(json!({ "seats": { "host": 1, "open": true } }));
    offer(&robo).fails(403, "bot");
    robo.take(&offer(&ada).good()["state"]["game"], 2, &key('d')).fails(403, "bot");
    // Users challenge bots by name, and challenges show which player is a bot.
    let id = bot.challenge("Ada", &days()).word("id");
    let seen = ada.get("/api/challenges").good();
    shows(&seen["seeks"][0], json!({ "seek": id, "bots": [true, false] }));
}

#[test]
fn games_are_played_and_streamed() {
    let client = &Running::new();
    // A user plays against a bot through the API.
    let (member, ada) = programmed(client, "Ada");
    let bot = bot(client, "Robo");
    let mut events = bot.stream("/api/stream/event");
    let terms = json!({ "variant": spec(), "pace": "correspondence grace=3d vacation=14d", "color": "black" });
    let challenge = ada.challenge("robo", &terms).good();
    shows(&challenge, json!({ "direction": "out", "variant/key": spec() }));
    let expected =
        json!({ "id": challenge["id"], "direction": "in", "color": "black", "speed": "correspondence" });
    shows(&events.hear("challenge")["challenge"], expected);
    let id = &word(&challenge["id"]);
    ada.press("/api/challenge/x/accept").fails(404, "unknown");
    for _ in 0..2 {
        bot.press(&format!("/api/challenge/{id}/accept")).good();
    }
    let game = events.hear("gameStart")["game"].clone();
    shows(&game, json!({ "gameId": id, "color": "white", "isMyTurn": true }));
    assert_eq!(game["compat"], json!({ "bot": true, "board": false }));
    let state = member.state(&format!("@{id}.2"));
    shows(state, json!({ "names": ["Robo", "Ada"], "bots": [true, false], "tournament": null }));
    let mut follows = [
        bot.stream(&format!("/api/bot/game/stream/{id}")),
        ada.stream(&format!("/api/board/game/stream/{id}")),
    ];
    for stream in &mut follows {
        let full = stream.next().unwrap();
        shows(&full, json!({ "type": "gameFull", "initialFen": "startpos", "daysPerTurn": 3 }));
        shows(
            &full,
            json!({ "white/title": "BOT", "black/name": "Ada", "state/turn": "white", "state/seq": 0 }),
        );
    }
    let [first, second] = first_moves();
    let by_bot = |what: &str| bot.press(&format!("/api/bot/game/{id}/{what}"));
    let by_ada = |what: &str| ada.press(&format!("/api/board/game/{id}/{what}"));
    by_ada(&format!("move/{first}")).fails(403, "turn");
    // A move with an event number is played once, however often it is sent.
    for _ in 0..2 {
        by_bot(&format!("move/{first}?seq=0")).good();
    }
    by_ada(&format!("move/{second}")).good();
    for stream in &mut follows {
        for (moves, turn) in [(first.clone(), "black"), (format!("{first} {second}"), "white")] {
            let expected = json!({ "moves": moves, "turn": turn, "status": "started", "words": "ongoing" });
            shows(stream.next().unwrap(), expected);
        }
    }
    // Only the players can chat; take-backs require the opponent's consent.
    let say =
        |room: &str| ada.post(&format!("/api/board/game/{id}/chat"), json!({ "room": room, "text": "Hello" }));
    say("player").good();
    say("spectator").good();
    say("lobby").fails(400, "malformed");
    let chat = bot.get(&format!("/api/bot/game/{id}/chat")).good();
    assert_eq!(chat, json!([{ "user": "Ada", "text": "Hello" }]));
    by_ada("takeback/yes").good();
    by_bot("takeback/yes").good();
    for stream in &mut follows {
        assert_eq!(stream.next().unwrap()["text"], "Hello");
        assert_eq!(stream.next().unwrap()["btakeback"], true);
        assert_eq!(stream.next().unwrap()["moves"], first);
    }
    let (_, eve) = programmed(client, "Eve");
    for path in ["api/board/game/ID/chat", "api/board/game/stream/ID", "game/export/ID"] {
        eve.get(&format!("/{}", path.replace("ID", id))).fails(404, "no-game");
    }
    by_bot("resign").good();
    for stream in &mut follows {
        let last = stream.next().unwrap();
        shows(last, json!({ "status": "resign", "winner": "black", "turn": null }));
        assert_eq!(stream.next(), None, "the stream did not end with the game");
    }
    assert_eq!(events.hear("gameFinish")["game"]["winner"], "black");
    assert_eq!(ada.get("/api/account/playing").good()["nowPlaying"], json!([]));
    let exported = ada.get(&format!("/game/export/{id}")).good();
    shows(exported, json!({ "variant": spec(), "status": "resign", "winner": "black" }));
    for (terms, code) in [
        (json!({ "variant": spec(), "fen": "x" }), "terms"),
        (json!({ "variant": spec(), "color": "red" }), "terms"),
        (json!({ "variant": spec(), "clock.limit": 0, "clock.increment": 0 }), "terms"),
        (json!({ "variant": spec(), "days": 1, "clock.limit": 60 }), "terms"),
        (json!({ "variant": "no such game" }), "text"),
        (json!({ "variant": spec(), "rated": true }), "rated"),
    ] {
        ada.challenge("robo", &terms).fails(422, code);
    }
    ada.challenge("nobody", &days()).fails(422, "nobody");
}

#[test]
fn streams_send_heartbeats_restart_and_end_with_their_token() {
    let mut server = Setting { heartbeat: Some(Duration::from_millis(400)), ..Setting::default() }.start();
    let (ada, program) = programmed(&server, "Ada");
    let bot = bot(&server, "Robo");
    let id = program.challenge("Robo", &days()).word("id");
    bot.press(&format!("/api/challenge/{id}/accept")).good();
    let mut events = program.stream("/api/stream/event");
    let mut game = program.stream(&format!("/api/board/game/stream/{id}"));
    assert_eq!(events.hear("gameStart")["game"]["gameId"], id);
    assert_eq!(game.hear("gameFull")["id"], id);
    for _ in 0..3 {
        assert_eq!(events.line().as_deref(), Some(""));
        assert_eq!(game.line().as_deref(), Some(""));
    }
    // When the server stops, streams end; a new one starts from the beginning.
    server.restart();
    while events.line().is_some() {}
    while game.line().is_some() {}
    let again = program.at(&server);
    let mut events = again.stream("/api/stream/event");
    assert_eq!(events.hear("gameStart")["game"]["gameId"], id);
    let mut open: Vec<Stream> = (1..32).map(|_| again.stream("/api/stream/event")).collect();
    again.get("/api/stream/event").fails(429, "streams");
    drop(open.pop());
    let ada = ada.at(&server);
    let token = word(&ada.get("/api/account/tokens").list("tokens")[0]["id"]);
    ada.delete(&format!("/api/account/tokens/{token}")).good();
    while events.line().is_some() {}
}

#[test]
fn live_challenges_last_while_the_challenger_is_connected() {
    let heartbeat = Some(Duration::from_millis(50));
    let client = &Setting { by_hand: Some(NOW), heartbeat, ..Setting::default() }.start();
    let (_, ada) = programmed(client, "Ada");
    let bot = bot(client, "Robo");
    let live = json!({ "variant": spec(), "clock.limit": "300", "clock.increment": "3" });
    let waiting = |program: &Client| program.get("/api/challenge").list("in").len();
    ada.challenge("Robo", &live).good();
    assert_eq!(waiting(&bot), 1);
    client.time.pass(21_000);
    assert_eq!(waiting(&bot), 0, "the challenger was not connected");
    let mut events = ada.stream("/api/stream/event");
    ada.challenge("Robo", &live).good();
    for _ in 0..4 {
        client.time.pass(10_000);
        // The heartbeat after this event was sent at the new time, and has extended the real-time challenge.
        bot.challenge("Ada", &days()).good();
        while events.hear("challenge")["challenge"]["direction"] != "in" {}
        while !events.line().expect("the stream ended").is_empty() {}
        assert_eq!(waiting(&bot), 1);
    }
}

/// Runs a script in `tests` with berserk, at the version that `.ci/run` installs.
fn play_script(name: &str, server: &Client, bots: &[&str]) {
    let named = std::env::var("BERSERK_PYTHON").ok().filter(|named| !named.is_empty());
    let python = named.unwrap_or_else(|| "python3".to_owned());
    let script = format!("{}/tests/{name}", env!("CARGO_MANIFEST_DIR"));
    let known = Command::new(&python).arg(&script).stderr(std::process::Stdio::null()).status();
    if !known.is_ok_and(|status| status.success()) {
        return skip("a client library for Lichess", "berserk");
    }
    let token = |name: &&str| bot(server, name).headers.pop().unwrap().1.replace("Bearer ", "");
    let tokens = bots.iter().map(token);
    let played = Command::new(python).arg(script).arg(&server.url).args(tokens).output().unwrap();
    let told = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success() && played.stdout.is_empty(), "{told}");
}

#[test]
fn berserk_plays_to_mate_by_resignation_and_to_a_draw() {
    play_script("berserk_games.py", &Running::new(), &["One", "Two"]);
}

#[test]
fn lichess_bot_plays_from_the_challenge_to_the_rematch() {
    play_script("lichess_bot_games.py", &Running::new(), &["Robo"]);
}
