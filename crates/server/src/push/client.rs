//! Delivers messages to push services: one request per connection, with a time limit; only the head of the
//! response is read.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HOST};
use axum::http::{HeaderName, Method, Request};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::endpoints::{Place, is_public};
use super::{PushOutcome, PushRequest};

const TIMEOUT: Duration = Duration::from_secs(15);
const MAX_HEAD: usize = 16 * 1024;
/// How long the push service keeps a message for a device that is offline, in seconds: three days.
const TTL_SECONDS: &str = "259200";

pub(crate) struct PushClient {
    tls: TlsConnector,
}

impl PushClient {
    pub fn new() -> Result<Self, String> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?;
        let config = config.with_root_certificates(roots).with_no_client_auth();
        Ok(Self { tls: TlsConnector::from(Arc::new(config)) })
    }

    pub async fn send(&self, place: &Place, request: PushRequest) -> PushOutcome {
        match timeout(TIMEOUT, self.ask(place, request)).await {
            Ok(Ok(200..=299)) => PushOutcome::Delivered,
            Ok(Ok(404 | 410)) => PushOutcome::Gone,
            // Redirects are not followed, because they could lead to an address that is not allowed.
            Ok(Ok(status)) => PushOutcome::Retry(format!("{} responded with {status}", place.host)),
            Ok(Err(error)) => PushOutcome::Retry(format!("{}: {error}", place.host)),
            Err(_) => PushOutcome::Retry(format!("{} timed out", place.host)),
        }
    }

    async fn ask(&self, place: &Place, request: PushRequest) -> io::Result<u16> {
        let stream = TcpStream::connect(&*addresses(place).await?).await?;
        if !place.encrypted {
            return send(stream, place, request).await;
        }
        let name = ServerName::try_from(place.bare().to_owned()).map_err(io::Error::other)?;
        send(self.tls.connect(name, stream).await?, place, request).await
    }
}

/// Resolves the service's host name. Only public addresses are allowed, unless the operator has listed the
/// service.
async fn addresses(place: &Place) -> io::Result<Vec<SocketAddr>> {
    let port = place.port.unwrap_or(if place.encrypted { 443 } else { 80 });
    let found = lookup_host((place.bare(), port)).await?;
    let found: Vec<_> = found.filter(|address| place.named || is_public(address.ip())).collect();
    if found.is_empty() { Err(io::Error::other("no public address")) } else { Ok(found) }
}

async fn send<S>(stream: S, place: &Place, request: PushRequest) -> io::Result<u16>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let authority = place.origin();
    let authority = authority.split_once("://").map_or("", |(_, authority)| authority);
    let request = Request::builder()
        .method(Method::POST)
        .uri(&place.path)
        .header(HOST, authority)
        .header(AUTHORIZATION, request.authorization)
        .header(CONTENT_TYPE, "application/octet-stream")
        .header(CONTENT_ENCODING, "aes128gcm")
        .header(CONTENT_LENGTH, request.body.len())
        .header(HeaderName::from_static("ttl"), TTL_SECONDS)
        .header(HeaderName::from_static("topic"), request.topic)
        .header(HeaderName::from_static("urgency"), if request.urgent { "high" } else { "normal" })
        .body(Body::from(request.body))
        .map_err(io::Error::other)?;
    let (mut sender, connection) = http1::Builder::new()
        .max_buf_size(MAX_HEAD)
        .handshake::<_, Body>(TokioIo::new(stream))
        .await
        .map_err(io::Error::other)?;
    let (mut connection, mut answer) = (pin!(connection), pin!(sender.send_request(request)));
    let answer = tokio::select! {
        answer = &mut answer => answer,
        ended = &mut connection => {
            ended.map_err(io::Error::other)?;
            // The response may have arrived just before the connection ended.
            answer.await
        }
    };
    Ok(answer.map_err(io::Error::other)?.status().as_u16())
}
