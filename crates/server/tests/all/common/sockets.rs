//! Implements WebSocket clients.

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderName;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::{Client, Duration, Value, json};

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub const SOON: Duration = Duration::from_secs(20);

pub async fn connect(client: &Client, path: &str) -> Result<Socket, Error> {
    let mut request = format!("{}{path}", client.url.replace("http://", "ws://")).into_client_request()?;
    for (name, value) in &client.headers {
        request.headers_mut().insert(name.parse::<HeaderName>().unwrap(), value.parse().unwrap());
    }
    connect_async(request).await.map(|(socket, _)| socket)
}

pub async fn open(client: &Client) -> Socket {
    connect(client, "/api/live").await.unwrap()
}

pub async fn send(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

pub async fn greet(client: &Client, greeting: Value) -> Socket {
    let mut socket = open(client).await;
    send(&mut socket, greeting).await;
    socket
}

/// Follows a game; `after` is the number of events that the client already has.
pub async fn follow(client: &Client, key: &str, after: Option<usize>) -> Socket {
    let greeting = match after {
        Some(after) => json!({ "key": key, "after": after }),
        None => json!({ "key": key }),
    };
    greet(client, greeting).await
}

/// Returns the next message, or the close code.
pub async fn hear(socket: &mut Socket) -> Result<Value, Option<u16>> {
    loop {
        match timeout(SOON, socket.next()).await.expect("no message in time") {
            Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
            Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return Err(None),
        }
    }
}

pub async fn hear_of(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let message = hear(socket).await.unwrap();
        if message["type"] == kind {
            return message;
        }
    }
}

pub async fn closed(socket: &mut Socket) -> Option<u16> {
    loop {
        if let Err(code) = hear(socket).await {
            return code;
        }
    }
}
