//! What WebSockets on which little is said have in common: a heartbeat, patience with slow readers, and how one parts.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, timeout};

use crate::games::hub::Hub;

/// How long a message may wait for a slow reader.
const PATIENCE: Duration = Duration::from_secs(10);

/// Says why a connection ends, if anybody is there to hear it.
pub(super) type Farewell = Option<CloseFrame>;

/// Ends a connection for a reason.
pub(super) fn farewell(code: u16, reason: &'static str) -> Farewell {
    Some(CloseFrame { code, reason: reason.into() })
}

/// Beats as often as all who follow something are told that it goes on, for the first time after one beat.
pub(super) fn heartbeat(hub: &Hub) -> Interval {
    let rhythm = hub.heartbeat();
    let mut heartbeat = interval(rhythm);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeat.reset_at(Instant::now() + rhythm);
    heartbeat
}

/// Sends a message to whoever reads in time; otherwise they are gone.
pub(super) async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Farewell> {
    match timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        // It is gone, or too slow.
        Ok(Err(_)) | Err(_) => Err(None),
    }
}

/// Says why the connection ends; whoever is gone already needs to hear nothing.
pub(super) async fn part(socket: &mut WebSocket, farewell: Farewell) {
    if let Some(farewell) = farewell {
        let _ = timeout(PATIENCE, socket.send(Message::Close(Some(farewell)))).await;
    }
}
