//! What the mail and push tasks share: when to look again, and what to tell.

use crate::domain::End;
use crate::game_in_use::Tidings;
use crate::server_time::ServerTime;
use crate::workers::prelude::*;

pub(super) const MOST: u32 = 16;
/// How long other processes leave the messages that this one has taken, in milliseconds.
pub(super) const LEASE: i64 = 5 * 60 * 1000;
/// How often changes by other processes are looked for, in milliseconds.
const LOOK: i64 = 5_000;
/// The same if no other server process runs, only a moderation command.
const LOOK_ALONE: i64 = 60_000;
/// News gather for this long: the player may just be reloading the page.
const PAUSE: Duration = Duration::from_millis(500);
/// The pause after a database error.
const PATIENCE: Duration = Duration::from_secs(1);
/// The most attempts; the last one is after some days.
pub(super) const MOST_TRIES: u32 = 12;
/// A player who was here when the turn came gets this long to move before they are told after all.
const AGAIN: i64 = 5 * 60 * 1000;
/// Marks a turn that was not told because the player was here.
const LOOKED: char = '~';

/// Waits until something is due, the bell rings, or it is time to look for changes by other processes.
pub(super) async fn rest(
    time: &ServerTime,
    shared: bool,
    round: Result<Option<i64>, Error>,
    bell: impl Future<Output = ()>,
) {
    match round {
        Ok(next) => {
            // Nobody rings here for what happens on other processes.
            let next = next.unwrap_or(i64::MAX).min(time.now() + if shared { LOOK } else { LOOK_ALONE });
            tokio::select! {
                () = time.wait_until(next) => {}
                () = bell => sleep(PAUSE).await,
            }
        }
        Err(failure) => {
            tracing::error!(reason = failure.code(), "messages have to wait");
            sleep(PATIENCE).await;
        }
    }
}

/// The wait after failed attempts: one minute, then two, four, ….
pub(super) fn pause(tries: u32) -> i64 {
    60_000 << tries
}

pub(super) enum Errand {
    Turn { told: String, left: Option<u64> },
    Over(End),
    Wait { told: String, next: Option<i64> },
}

impl Errand {
    /// Decides from the news, from what was told last, and from whether the player is here.
    pub fn of(tidings: Tidings, told: &str, now: i64, is_here: impl FnOnce() -> bool) -> Self {
        match tidings {
            Tidings::Over(end) => Self::Over(end),
            Tidings::Turn { name: turn, left } if turn != told => {
                // Who is here sees it; but a page may be left open, and a phone may be gone without a word.
                // Whatever else happens in their turn meanwhile brings the second look no nearer.
                let second = second_look(told, &turn).unwrap_or(now + AGAIN);
                if now < second && is_here() {
                    return Self::Wait { told: format!("{LOOKED}{second} {turn}"), next: Some(second) };
                }
                Self::Turn { told: turn, left }
            }
            Tidings::Later(at) => Self::Wait { told: told.to_owned(), next: Some(at) },
            _ => Self::Wait { told: told.to_owned(), next: None },
        }
    }
}

/// When to check whether a player who was here has moved.
fn second_look(told: &str, turn: &str) -> Option<i64> {
    let (at, noted) = told.strip_prefix(LOOKED)?.split_once(' ')?;
    at.parse().ok().filter(|_| noted == turn)
}
