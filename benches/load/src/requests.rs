//! Moves by HTTP requests, over connections that are kept for whoever comes next, as browsers do for one player.

use std::cell::RefCell;
use std::io;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Outcome;

thread_local! {
    /// The connections on which nothing is under way.
    static IDLE: RefCell<Vec<TcpStream>> = const { RefCell::new(Vec::new()) };
}

/// The most bytes of an answer.
const MOST: usize = 64 * 1024;

/// Makes a move.
///
/// # Errors
/// The server refuses or is gone.
pub async fn play(port: u16, key: &str, number: usize, text: &str) -> Outcome {
    let body = json!({ "seq": number, "move": text }).to_string();
    let request = format!(
        "POST /api/game/moves HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nauthorization: Bearer {key}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let failed = |error: io::Error| format!("a move cannot be sent: {error}");
    let kept = IDLE.with_borrow_mut(Vec::pop);
    let mut stream = match kept {
        Some(stream) => stream,
        None => {
            let stream = TcpStream::connect(("127.0.0.1", port)).await.map_err(failed)?;
            stream.set_nodelay(true).map_err(failed)?;
            stream
        }
    };
    stream.write_all(request.as_bytes()).await.map_err(failed)?;
    let mut answer = Vec::new();
    while whole(&answer).is_none() {
        if stream.read_buf(&mut answer).await.map_err(failed)? == 0 || answer.len() > MOST {
            return Err("a move is not answered".into());
        }
    }
    if !answer.starts_with(b"HTTP/1.1 200") {
        return Err(format!("a move is refused: {}", String::from_utf8_lossy(&answer)));
    }
    IDLE.with_borrow_mut(|idle| idle.push(stream));
    Ok(())
}

/// Tells whether an answer is there whole; they all tell their length.
fn whole(answer: &[u8]) -> Option<()> {
    let text = str::from_utf8(answer).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "))?;
    (body.len() >= length.trim().parse().ok()?).then_some(())
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn an_answer_is_whole_with_its_body() {
        assert_eq!(whole(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{"), None);
        assert_eq!(whole(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"), Some(()));
    }
}
