//! Tests error messages of servers that fail to start.

use entourage_server::{ServeError, Server};

use crate::common::*;

fn config(data: &Path) -> Config {
    Config { port: 0, data: Some(data.to_owned()), ..Config::default() }
}

async fn refusal(config: &Config) -> ServeError {
    let Err(error) = Server::bind(config).await.map(|_| ()) else { panic!("the server started") };
    for sentence in [error.sentence(Language::English), error.sentence(Language::French)] {
        assert!(!sentence.contains('\n') && sentence.len() > 20, "{sentence}");
    }
    assert_eq!(error.to_string(), error.sentence(Language::English));
    error
}

#[tokio::test]
async fn ports_in_use_are_named() {
    let data = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let error = refusal(&Config { port, ..config(data.path()) }).await;
    assert!(matches!(error, ServeError::PortTaken { port: named, .. } if named == port));
    let sentence = error.to_string();
    assert!(sentence.contains(&port.to_string()) && sentence.contains("--port"), "{sentence}");
}

#[tokio::test]
async fn addresses_of_other_machines_are_refused() {
    let data = tempfile::tempdir().unwrap();
    for host in ["192.0.2.1", "no such host", ""] {
        let error = refusal(&Config { host: host.into(), ..config(data.path()) }).await;
        assert!(matches!(error, ServeError::Address { .. }), "{error}");
    }
}

#[tokio::test]
async fn data_directories_in_use_are_named() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::bind(&config(data.path())).await.unwrap();
    let error = refusal(&config(data.path())).await;
    let sentence = error.to_string();
    assert!(sentence.contains("in use") && sentence.contains(data.path().to_str().unwrap()), "{sentence}");
    server.run(async {}).await;
    Server::bind(&config(data.path())).await.unwrap().run(async {}).await;
}

#[tokio::test]
async fn unusable_data_directories_are_named() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("file");
    std::fs::write(&file, "no directory").unwrap();
    let sentence = refusal(&config(&file)).await.to_string();
    assert!(sentence.contains("file") && sentence.contains("--data"), "{sentence}");

    std::fs::create_dir(data.path().join("bad")).unwrap();
    std::fs::write(data.path().join("bad/entourage.sqlite"), "no database".repeat(1000)).unwrap();
    let sentence = refusal(&config(&data.path().join("bad"))).await.to_string();
    assert!(sentence.contains("entourage.sqlite"), "{sentence}");
}

#[tokio::test]
async fn defaults_are_loopback_and_the_known_port() {
    let default = Config::default();
    assert_eq!((default.host.as_str(), default.port, default.open), ("127.0.0.1", 7878, false));
    let data = default.data_directory().unwrap();
    assert!(data.is_absolute() && data.ends_with("entourage"));

    let directory = tempfile::tempdir().unwrap();
    let server = Server::bind(&config(directory.path())).await.unwrap();
    assert!(server.address().ip().is_loopback());
    assert_eq!(server.url(), format!("http://localhost:{}", server.address().port()));
    assert_eq!(server.place(), directory.path().join("entourage.sqlite").display().to_string());
    server.run(async {}).await;
}
