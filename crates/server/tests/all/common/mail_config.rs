use entourage_server::{Config, Smtp};

use super::mailbox::Mailbox;

/// Has a server at `play.example.org` hand its letters over there.
pub fn config(mailbox: &Mailbox) -> Config {
    let smtp = Smtp {
        server: format!("smtp://127.0.0.1:{}", mailbox.port).parse().unwrap(),
        password: None,
        from: "games@example.org".into(),
    };
    Config { mail: Some(smtp), address: Some("https://play.example.org".into()), ..Config::default() }
}
