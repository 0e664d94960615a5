//! WebSockets, opened in the name of an address.

use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A connection over which both sides say something.
pub type Socket = WebSocketStream<TcpStream>;
/// What is said over one.
pub type Said = Message;

/// Says why a WebSocket is not opened.
#[derive(PartialEq, Eq, Debug)]
pub enum Unopened {
    /// Nobody is there.
    Gone,
    /// Whoever is there refuses, with a status.
    Refused(u16),
    /// What was asked is no request, or what was answered no answer.
    Nonsense(String),
}

/// Opens a WebSocket on a port of this machine, in the name of an address, and of whoever has a cookie if there is one.
///
/// # Errors
/// Why not.
pub async fn open(port: u16, path: &str, from: &str, cookie: Option<&str>) -> Result<Socket, Unopened> {
    let stream = TcpStream::connect(("127.0.0.1", port)).await.map_err(|_| Unopened::Gone)?;
    stream.set_nodelay(true).map_err(|_| Unopened::Gone)?;
    let nonsense = |error: &dyn std::fmt::Display| Unopened::Nonsense(error.to_string());
    let address = format!("ws://localhost{path}");
    let mut request = address.into_client_request().map_err(|error| nonsense(&error))?;
    for (name, said) in [("x-forwarded-for", Some(from)), ("cookie", cookie)] {
        let Some(said) = said else { continue };
        let said = HeaderValue::from_str(said).map_err(|error| nonsense(&error))?;
        request.headers_mut().insert(HeaderName::from_static(name), said);
    }
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    match client_async_with_config(request, stream, Some(config)).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(answer)) => Err(Unopened::Refused(answer.status().as_u16())),
        Err(_) => Err(Unopened::Gone),
    }
}
