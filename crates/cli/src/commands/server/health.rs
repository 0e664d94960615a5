use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use entourage_kernel::Problem;

use crate::failure::Failure;

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(6);
/// The most bytes of an answer that are read.
const MOST: u64 = 16 * 1024;

/// Asks the server on a port of this machine how it is, and writes what it says.
///
/// # Errors
/// It does not answer, or it is not well.
pub fn run(port: u16, out: &mut impl Write) -> Result<(), Failure> {
    let (status, body) = ask(port).map_err(|error| {
        Failure::Wrong(Problem::new(
            format!("no server answers on port {port}: {error}"),
            format!("aucun serveur ne répond sur le port {port} : {error}"),
        ))
    })?;
    writeln!(out, "{body}")?;
    if status == "200" {
        return Ok(());
    }
    out.flush()?;
    Err(Failure::Wrong(Problem::new("the server is not well", "le serveur ne va pas bien")))
}

/// Returns the status of the answer and its body.
fn ask(port: u16) -> io::Result<(String, String)> {
    let mut stream = TcpStream::connect_timeout(&SocketAddr::from((Ipv4Addr::LOCALHOST, port)), PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(MOST).read_to_string(&mut answer)?;
    let status = answer.split(' ').nth(1).unwrap_or_default().to_owned();
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    Ok((status, body.to_owned()))
}
