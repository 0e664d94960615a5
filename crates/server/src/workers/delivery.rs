//! Common parts of the mail and push tasks: when to run, and what to notify players of.

use crate::domain::End;
use crate::loaded_game::PlayerNews;
use crate::server_time::ServerTime;
use crate::workers::prelude::*;

pub(super) const BATCH: u32 = 16;
/// How long a process reserves a batch of messages for sending, in milliseconds.
pub(super) const LEASE: i64 = 5 * 60 * 1000;
/// Polling interval for changes by other processes, in milliseconds.
const POLL_INTERVAL: i64 = 5_000;
/// Polling interval if no other server shares the database, in milliseconds; finds changes by the moderation command.
const POLL_INTERVAL_ALONE: i64 = 60_000;
/// Delay before messages are prepared: the player may just be reloading the page.
const PAUSE: Duration = Duration::from_millis(500);
/// Maximum number of attempts; the last one is after a few days.
pub(super) const MAX_TRIES: u32 = 12;
/// Time in milliseconds after which a player who was present at the start of their turn is notified of it.
const SECOND_CHECK: i64 = 5 * 60 * 1000;
/// Marks a turn whose notification was deferred because the player was present.
const DEFERRED: char = '~';

/// Waits until a message is due, `notifier` resolves, or it is time to poll for changes by other processes.
pub(super) async fn rest(
    time: &ServerTime,
    shared: bool,
    round: Result<Option<i64>, Error>,
    notifier: impl Future<Output = ()>,
) {
    match round {
        Ok(next) => {
            // Other processes do not notify this one of changes.
            let next = next
                .unwrap_or(i64::MAX)
                .min(time.now() + if shared { POLL_INTERVAL } else { POLL_INTERVAL_ALONE });
            tokio::select! {
                () = time.wait_until(next) => {}
                () = notifier => sleep(PAUSE).await,
            }
        }
        Err(failure) => {
            tracing::error!(reason = failure.code(), "preparing messages failed; trying again");
            sleep(RETRY_DELAY).await;
        }
    }
}

/// Returns the delay in milliseconds before the next attempt: one minute, then two, four, and so on.
pub(super) fn pause(tries: u32) -> i64 {
    60_000 << tries
}

/// Why an e-mail was not sent, and whether to try again.
#[derive(Debug)]
pub(crate) enum MailError {
    Temporary(String),
    Permanent(String),
}

pub(super) enum Delivery {
    Turn { told: String, left: Option<u64> },
    Over(End),
    Wait { told: String, next: Option<i64> },
}

impl Delivery {
    /// Decides what to send, based on the news, the last notification, and whether the player is present.
    pub fn of(tidings: PlayerNews, told: &str, now: i64, is_here: impl FnOnce() -> bool) -> Self {
        match tidings {
            PlayerNews::Over(end) => Self::Over(end),
            PlayerNews::Turn { name: turn, left } if turn != told => {
                // A player who is present sees the turn, but a page may be left open, or a phone may lose its
                // connection. Other events during the turn do not bring the second check forward.
                let second = second_look(told, &turn).unwrap_or(now + SECOND_CHECK);
                if now < second && is_here() {
                    return Self::Wait { told: format!("{DEFERRED}{second} {turn}"), next: Some(second) };
                }
                Self::Turn { told: turn, left }
            }
            PlayerNews::Later(at) => Self::Wait { told: told.to_owned(), next: Some(at) },
            _ => Self::Wait { told: told.to_owned(), next: None },
        }
    }
}

/// Returns the time at which to check again whether a player who was present has moved.
fn second_look(told: &str, turn: &str) -> Option<i64> {
    let (at, noted) = told.strip_prefix(DEFERRED)?.split_once(' ')?;
    at.parse().ok().filter(|_| noted == turn)
}
