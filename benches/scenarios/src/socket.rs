use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

pub use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

pub type Socket = WebSocketStream<TcpStream>;

#[derive(PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    #[error("the server is unreachable")]
    Unreachable,
    #[error("the server responded with {0}")]
    Refused(u16),
}

/// Opens a WebSocket to a local port, with a client address for X-Forwarded-For and an optional session cookie.
pub async fn open(port: u16, path: &str, from: &str, cookie: Option<&str>) -> Result<Socket, OpenError> {
    let stream = TcpStream::connect(("127.0.0.1", port)).await.map_err(|_| OpenError::Unreachable)?;
    stream.set_nodelay(true).map_err(|_| OpenError::Unreachable)?;
    let mut request = format!("ws://localhost{path}").into_client_request().expect("the path is valid");
    for (name, value) in [("x-forwarded-for", Some(from)), ("cookie", cookie)] {
        let Some(value) = value else { continue };
        let value = HeaderValue::from_str(value).expect("addresses and cookies are valid header values");
        request.headers_mut().insert(HeaderName::from_static(name), value);
    }
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    match client_async_with_config(request, stream, Some(config)).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(answer)) => Err(OpenError::Refused(answer.status().as_u16())),
        Err(_) => Err(OpenError::Unreachable),
    }
}
