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
/// Time in milliseconds after which a player who sees the game is notified of their turn nevertheless.
const SECOND_CHECK: i64 = 5 * 60 * 1000;
/// Interval in milliseconds at which a player who sees the game is checked again, because they may close or hide the page, or their device
/// may lose its connection.
const RECHECK: i64 = 15 * 1000;
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
    /// Decides what to send, based on the news, the last notification, and whether a visible page shows the player the game.
    pub fn of(tidings: PlayerNews, told: &str, now: i64, sees: impl FnOnce() -> bool) -> Self {
        match tidings {
            PlayerNews::Over(end) => Self::Over(end),
            PlayerNews::Turn { name: turn, left } if turn != told => {
                // Other events during the turn do not bring the last check forward.
                let last = last_check(told, &turn).unwrap_or(now + SECOND_CHECK);
                if now < last && sees() {
                    let next = last.min(now + RECHECK);
                    return Self::Wait { told: format!("{DEFERRED}{last} {turn}"), next: Some(next) };
                }
                Self::Turn { told: turn, left }
            }
            PlayerNews::Later(at) => Self::Wait { told: told.to_owned(), next: Some(at) },
            _ => Self::Wait { told: told.to_owned(), next: None },
        }
    }
}

/// Returns the time at which a player who sees the game is notified of their turn nevertheless.
fn last_check(told: &str, turn: &str) -> Option<i64> {
    let (at, noted) = told.strip_prefix(DEFERRED)?.split_once(' ')?;
    at.parse().ok().filter(|_| noted == turn)
}
