//! Tests `entourage bot` with a local server.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::run::{Folder, has, skip};

const TIMEOUT: Duration = Duration::from_secs(120);

fn forward(from: impl Read + Send + 'static, to: Sender<String>) {
    std::thread::spawn(move || {
        BufReader::new(from).lines().map_while(Result::ok).for_each(|line| drop(to.send(line)))
    });
}

struct Running {
    child: Child,
    lines: Receiver<String>,
    said: Vec<String>,
}

impl Running {
    fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (send, lines) = channel();
        let (out, told) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let other = send.clone();
        forward(out, send);
        forward(told, other);
        Self { child, lines, said: Vec::new() }
    }

    fn wait_for(&mut self, start: &str) -> String {
        let until = Instant::now() + TIMEOUT;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).unwrap_or_else(|_| panic!("{start}: {:?}", self.said));
            self.said.push(line.clone());
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Sends SIGINT; returns whether the process exits with 0.
    fn interrupt(&mut self) -> bool {
        let kill = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        kill.success() && self.child.wait().unwrap().success()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn entourage() -> Command {
    Command::new(env!("CARGO_BIN_EXE_entourage"))
}

fn serve(data: &Path, port: u16) -> (Running, u16) {
    let mut command = entourage();
    command.args(["serve", "--no-open", "--log", "error", "--port", &port.to_string(), "--data"]).arg(data);
    let mut server = Running::start(&mut command);
    let line = server.wait_for("Entourage is ready on ");
    let port = line.split(' ').find_map(|word| word.strip_prefix("http://")).unwrap();
    let port = port.rsplit(':').next().unwrap().trim_end_matches('/').parse().unwrap();
    (server, port)
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Sends a request with a header; returns the response body and cookie.
fn ask(method: &str, url: &str, header: (&str, &str), body: &Value) -> (Value, String) {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let request = ureq::http::Request::builder().method(method).uri(url).header(header.0, header.1);
    let mut answer = if method == "GET" {
        agent.run(request.body(()).unwrap()).unwrap()
    } else {
        let request = request.header("content-type", "application/json");
        agent.run(request.body(body.to_string()).unwrap()).unwrap()
    };
    let cookie = answer.headers().get("set-cookie").and_then(|cookie| cookie.to_str().ok()).unwrap_or("");
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let text = answer.body_mut().read_to_string().unwrap();
    assert!(answer.status().is_success(), "{method} {url}: {text}");
    (serde_json::from_str(&text).unwrap(), cookie)
}

/// Creates an account, and returns an API token for it.
fn token(url: &str, name: &str) -> String {
    let account = json!({ "name": name, "password": "three unlikely words" });
    let (_, cookie) = ask("POST", &format!("{url}/api/account"), ("x-nothing", ""), &account);
    let scopes = ["bot:play", "challenge:write", "games:read"];
    let request = json!({ "name": "A bot", "scopes": scopes });
    let (made, _) = ask("POST", &format!("{url}/api/account/tokens"), ("cookie", &cookie), &request);
    made["token"].as_str().unwrap().to_owned()
}

fn by_token(method: &str, url: &str, token: &str, body: &Value) -> Value {
    ask(method, url, ("authorization", &format!("Bearer {token}")), body).0
}

fn bot(url: &str, token: &str, more: &[&str]) -> Command {
    let mut command = entourage();
    command.args(["bot", "--server", url]).args(more).env("ENTOURAGE_TOKEN", token);
    command
}

#[test]
fn bots_finish_a_game_despite_a_server_restart() {
    let data = tempfile::tempdir().unwrap();
    let (mut server, port) = serve(data.path(), free_port());
    let url = format!("http://127.0.0.1:{port}");
    let [one, two] = ["One", "Two"].map(|name| token(&url, name));
    let refused = bot(&url, &one, &[]).output().unwrap();
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && !error.contains(&one), "{error}");
    has(&error, &["is not a bot account"]);
    for token in [&one, &two] {
        by_token("POST", &format!("{url}/api/bot/account/upgrade"), token, &json!({}));
    }
    // One bot uses a level and a token file, the other an external engine.
    let file = data.path().join("token");
    std::fs::write(&file, format!("{one}\n")).unwrap();
    let engine = format!("{} engine", env!("CARGO_BIN_EXE_entourage"));
    let mut first = entourage();
    first.args(["bot", "--server", &url, "--level", "1", "--token-file"]).arg(&file);
    first.env_remove("ENTOURAGE_TOKEN");
    let mut first = Running::start(&mut first);
    // A turn of `game` can consist of several moves; `other` is a different game.
    let registry = entourage_registry::Registry::built_in();
    let [other, _, game, ..] = registry.games() else { panic!("there are some") };
    let mut second =
        bot(&url, &two, &["--engine", &engine, "--games", game, "--max-games", "2", "--movetime", "20"]);
    let mut second = Running::start(&mut second);
    first.wait_for("playing as One on ");
    second.wait_for("playing as Two on ");
    let challenge = |variant: &str, pace: &str| {
        let terms = json!({ "variant": variant, "pace": pace, "color": "white" });
        let made = by_token("POST", &format!("{url}/api/challenge/Two"), &one, &terms);
        made["id"].as_str().unwrap().to_owned()
    };
    let declined = challenge(other, "correspondence grace=3d");
    second.wait_for(&format!("decline {declined}"));
    let id = challenge(game, "correspondence grace=3d");
    for bot in [&mut first, &mut second] {
        bot.wait_for(&format!("play {id}: {game} against "));
    }
    let moves = |url: &str| {
        let game = by_token("GET", &format!("{url}/game/export/{id}"), &one, &json!({}));
        game["moves"].as_str().unwrap().split_whitespace().count()
    };
    let until = Instant::now() + TIMEOUT;
    while moves(&url) < 2 {
        assert!(Instant::now() < until, "they play");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(server.interrupt(), "{:?}", server.said);
    drop(server);
    let (_server, _) = serve(data.path(), port);
    let ends = [&mut first, &mut second].map(|bot| bot.wait_for(&format!("end {id}: ")));
    assert_eq!(ends[0], ends[1]);
    assert!(!ends[0].contains("resignation") && !ends[0].contains("time"), "played to its end: {ends:?}");
    let exported = by_token("GET", &format!("{url}/game/export/{id}"), &two, &json!({}));
    assert!(exported["status"] != "started" && moves(&url) > 2, "{exported}");
    for (bot, token) in [(&mut first, &one), (&mut second, &two)] {
        assert!(bot.interrupt(), "exits cleanly on Ctrl-C: {:?}", bot.said);
        assert!(bot.said.iter().all(|line| !line.contains(&token[4..])), "the token is not printed");
    }
}

#[test]
fn missing_settings_are_reported() {
    let run = |command: &mut Command| {
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let url = format!("http://127.0.0.1:{}", free_port());
    let mut without = entourage();
    without.args(["bot", "--server", &url]).env_remove("ENTOURAGE_TOKEN");
    assert!(run(&mut without).contains("a token is required"));
    assert!(run(&mut bot(&url, "no token!", &[])).contains("invalid token"));
    assert!(run(&mut bot(&url, "ent_a", &[])).contains("--server"), "no server");
    assert!(run(&mut bot("play.example", "ent_a", &[])).contains("http"));
    assert!(run(&mut bot(&url, "ent_a", &["--token-file", "/nowhere/token"])).contains("/nowhere/token"));
}

fn shell_of(page: &str) -> String {
    let mut is_shell = false;
    let mut lines = String::new();
    for line in page.lines() {
        match line {
            "```sh" => is_shell = true,
            "```" => is_shell = false,
            line if is_shell => lines += &format!("{line}\n"),
            _ => {}
        }
    }
    lines
}

#[cfg(unix)]
#[test]
fn examples_in_bots_md_work() {
    if Command::new("curl").arg("--version").stdout(Stdio::null()).status().is_err() {
        return skip("the examples of BOTS.md", "curl");
    }
    let [data, tools, folder] = [(); 3].map(|()| Folder::new());
    let (_server, port) = serve(data.path(), free_port());
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_entourage"), tools.path().join("entourage")).unwrap();
    let path = format!("{}:{}", tools.path().display(), std::env::var("PATH").unwrap());
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/BOTS.md")).unwrap();
    let script = shell_of(&page).replace("http://localhost:7878", &format!("http://localhost:{port}"));
    assert!(script.lines().count() > 20, "{script}");
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", &script]).current_dir(folder.path()).env("PATH", path);
    let mut shell = Running::start(&mut shell);
    let until = Instant::now() + TIMEOUT;
    let ended = loop {
        if let Some(status) = shell.child.try_wait().unwrap() {
            break status;
        }
        assert!(Instant::now() < until, "{:?}", shell.lines.try_iter().collect::<Vec<_>>());
        std::thread::sleep(Duration::from_millis(50));
    };
    let output: Vec<String> = shell.lines.iter().collect();
    assert!(ended.success(), "{output:?}");
    has(&output.join("\n"), &[r#""title":"BOT""#, r#""type":"gameFull""#, r#"{"ok":true}"#]);
    has(&folder.read("robo.log"), &["end ", "resignation"]);
}
