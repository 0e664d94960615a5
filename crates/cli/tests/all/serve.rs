//! Starts `entourage serve` as a person does, gets in its way, and ends it with Ctrl-C.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Child;

use crate::run::{command, entourage_reading, refused};

/// A server under way.
struct Server {
    child: Child,
    port: String,
}

impl Server {
    fn start(data: &Path) -> Self {
        let data = data.to_str().unwrap();
        let mut child = command(&["serve", "--no-open", "--port", "0", "--data", data]).spawn().unwrap();
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
        let mut stream = TcpStream::connect(format!("127.0.0.1:{}", self.port)).unwrap();
        let (port, length) = (&self.port, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }
}

/// A test that fails must not leave a server behind.
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_serves_and_says_what_stands_in_the_way_of_a_second_one() {
    let [data, other] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200 "));
    let [data, other] = [&data, &other].map(|data| data.path().to_str().unwrap());
    refused(&["serve", "--no-open", "--port", "0", "--data", data], &[data, "in use", "--data"]);
    refused(
        &["serve", "--no-open", "--port", &server.port, "--data", other],
        &[&server.port, "taken", "--port"],
    );
    let arguments = ["serve", "--no-open", "--port", &server.port, "--data", other, "--lang", "fr"];
    refused(&arguments, &[&server.port, "pris", "--port"]);
    refused(&["serve", "--port", "65536"], &["--port", "\"65536\"", "65535"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_cleanly() {
    let data = tempfile::tempdir().unwrap();
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start(data.path());
        let process = server.child.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &process]).status().unwrap().success());
        assert_eq!(server.child.wait().unwrap().code(), Some(0), "{signal}");
        let mut said = String::new();
        server.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        // The second run tells that the first one has ended before.
        let told: Vec<&str> =
            said.lines().filter_map(|line| line.split_once("  INFO ")).map(|(_, told)| told).collect();
        assert_eq!(told.last(), Some(&"the server has ended"), "{signal}: {said}");
        assert_eq!(told.len(), said.lines().count(), "{said}");
    }
}

#[test]
fn a_database_is_looked_through_with_its_log() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let body = r#"{"spec":"toddler","players":[{"kind":"human"},{"kind":"human"}]}"#;
    assert!(server.ask("POST", "/api/games", body).starts_with("HTTP/1.1 201 "));
    let file = data.path().join("entourage.sqlite");
    let (file, path) = (&file, file.to_str().unwrap());
    let look = |name: &str| {
        let run = entourage_reading(&["verify", name], "");
        assert_eq!((run.code, run.out.contains("1 games, 0 events")), (0, true), "{} {}", run.out, run.err);
    };
    look(path);
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    look(path);
    assert!(data.path().join("entourage.sqlite-wal").metadata().unwrap().len() > 0, "it is left as it was");
    // What is wrong is told of the file that was named.
    let mut bytes = std::fs::read(file).unwrap();
    bytes.iter_mut().skip(100).for_each(|byte| *byte = 0xa5);
    let damaged = data.path().join("damaged");
    std::fs::write(&damaged, bytes).unwrap();
    refused(&["verify", damaged.to_str().unwrap()], &[damaged.to_str().unwrap()]);
    refused(&["backup", damaged.to_str().unwrap(), "--data", data.path().to_str().unwrap()], &["exists"]);
    let run = entourage_reading(&["backup", path, "--data", data.path().to_str().unwrap()], "");
    assert!(!run.err.contains("--replace"), "{}", run.err);
    refused(&["restore", path, "--data", data.path().to_str().unwrap()], &["--replace"]);
}

#[test]
fn options_that_make_no_sense_are_refused_by_name() {
    let data = tempfile::tempdir().unwrap();
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
}
