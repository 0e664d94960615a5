//! What all have in common who tell players something: when they look again, and of what a player is told.

use std::time::Duration;

use tokio::time::sleep;

use crate::domain::{End, Error};
use crate::game_in_use::Tidings;
use crate::server_time::ServerTime;

/// The most messages that are looked at before others are taken.
pub(super) const MOST: u32 = 16;
/// How long this process looks after those that it has taken, in milliseconds: then another may, if this one is gone.
pub(super) const LEASE: i64 = 5 * 60 * 1000;
/// How long nobody looks for what happened on other processes, in milliseconds.
const LOOK: i64 = 5_000;
/// How long nobody looks, where no other process is at work but a command that keeps order, in milliseconds.
const LOOK_ALONE: i64 = 60_000;
/// How long news gather before they are looked at: a player may just be reloading their page.
const PAUSE: Duration = Duration::from_millis(500);
/// How long the database is left in peace after it failed.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often a message is tried; the last time after some days.
pub(super) const MOST_TRIES: u32 = 12;
/// How long a player who was here when their turn came has to move before they are told after all: five minutes, in milliseconds.
const AGAIN: i64 = 5 * 60 * 1000;
/// What stands before the turn that a player was not told of because they were here.
const LOOKED: char = '~';

/// Rests after a round until something is due, the bell is heard, or it is to be seen what happened on other processes.
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

/// Returns how long to wait after so many tries that have failed, in milliseconds: a minute, then two, then four …
pub(super) fn pause(tries: u32) -> i64 {
    60_000 << tries
}

/// Says what is to be done for a player who asked to be told.
pub(super) enum Errand {
    /// They are told that it is their turn.
    Turn {
        /// The turn in the server's words.
        told: String,
        /// How long it may last, in milliseconds.
        left: Option<u64>,
    },
    /// They are told how the game ended.
    Over(End),
    /// Nothing for now.
    Wait {
        /// What they were told of last.
        told: String,
        /// When to look again.
        next: Option<i64>,
    },
}

impl Errand {
    /// Finds it from what there is to tell, from what was told last, and from whether the player is here.
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

/// Returns when to look again whether a player who was there has made the move of a turn, if that was noted.
fn second_look(told: &str, turn: &str) -> Option<i64> {
    let (at, noted) = told.strip_prefix(LOOKED)?.split_once(' ')?;
    at.parse().ok().filter(|_| noted == turn)
}
