//! How servers say that they are.

use std::time::Duration;

use tokio::time::timeout;

use crate::http::Client;

/// How long a server that is asked how it is may take to say that.
pub const PROMPT: Duration = Duration::from_secs(2);

/// Tells whether a server says that it can keep moves.
pub async fn is_well(client: &mut Client, port: u16) -> bool {
    let answer = timeout(PROMPT, client.ask(port, "/healthz", None, None)).await;
    let well = matches!(&answer, Ok(Ok(answer)) if answer.status == 200);
    if !well {
        client.hang_up();
    }
    well
}
