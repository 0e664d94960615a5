//! A client that follows games over WebSockets.

use std::time::Duration;

use entourage_registry::Registry;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::{Client, spec};

/// A client's end of a connection.
pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// How long anything that is to come may take.
pub const SOON: Duration = Duration::from_secs(20);

/// Lists the legal moves after some.
pub fn legal(moves: &[&str]) -> Vec<String> {
    let mut game = Registry::built_in().open(spec()).unwrap().begin(None).unwrap();
    moves.iter().for_each(|text| game.play(text).unwrap());
    game.legal_moves()
}

/// Opens a connection as a page of an origin does, or as a program.
pub async fn open(client: &Client, origin: Option<&str>) -> Result<Socket, Error> {
    let mut request = client.url.replace("http://", "ws://").into_client_request()?;
    *request.uri_mut() =
        format!("{}/api/live", request.uri().to_string().trim_end_matches('/')).parse().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().unwrap());
    }
    connect_async(request).await.map(|(socket, _)| socket)
}

/// Follows a game by a key, after so many events or from the whole.
pub async fn follow(client: &Client, key: &str, after: Option<usize>) -> Socket {
    let mut socket = open(client, None).await.unwrap();
    let greeting = match after {
        Some(after) => json!({ "key": key, "after": after }),
        None => json!({ "key": key }),
    };
    socket.send(Message::text(greeting.to_string())).await.unwrap();
    socket
}

/// Hears the next message, or why there is none: the code of the close.
pub async fn hear(socket: &mut Socket) -> Result<Value, Option<u16>> {
    loop {
        match timeout(SOON, socket.next()).await.expect("a message comes soon") {
            Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
            Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return Err(None),
        }
    }
}

/// Hears messages up to one of a type.
pub async fn hear_of(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let message = hear(socket).await.unwrap();
        if message["type"] == kind {
            return message;
        }
    }
}
