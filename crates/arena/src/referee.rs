use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use entourage_kernel::{Side, mix};
use entourage_registry::{AnyMatch, Clock, PlayError};

use crate::Stopwatch;
use crate::clocks::Clocks;
use crate::record::{CRASH, ILLEGAL_MOVE, LENGTH, TIME};
use crate::seat::{Fault, Seat};

pub(crate) struct End {
    pub winner: Option<Side>,
    pub reason: String,
}

/// Plays a game to its end, or for `longest` plies; `seats` contains the players by side. A player that crashes, runs
/// out of time or moves illegally loses. Returns `None` if the match was stopped.
pub(crate) fn play(
    game: &mut dyn AnyMatch,
    seats: [&mut Seat; 2],
    longest: usize,
    seed: u64,
    stop: &AtomicBool,
) -> Option<End> {
    let mut clocks = Clocks::start(seats.each_ref().map(|seat| seat.time_control()));
    for ply in 0..longest {
        if let Some(outcome) = game.status().outcome() {
            return Some(End { winner: outcome.winner, reason: outcome.cause.into() });
        }
        let side = game.side_to_move();
        let watch = Stopwatch::start();
        let chosen = seats[side.index()].choose(game, clocks.shown(), mix(seed ^ ply as u64), stop);
        if stop.load(Relaxed) {
            return None;
        }
        let in_time = clocks.press(side, watch.elapsed_ms());
        let chosen = chosen.and_then(|text| if in_time { Ok(text) } else { Err(Fault::Time) });
        let played = chosen.and_then(|text| match game.play(&text) {
            Ok(()) => Ok(()),
            Err(PlayError::Text(_) | PlayError::Refused(_) | PlayError::Ended(_) | PlayError::Hand(_)) => {
                Err(Fault::IllegalMove(text))
            }
        });
        if let Err(fault) = played {
            let reason = match fault {
                Fault::Crash(how) => format!("{CRASH} {how}"),
                Fault::Time => TIME.to_owned(),
                Fault::IllegalMove(text) => format!("{ILLEGAL_MOVE} {text}"),
            };
            return Some(End { winner: Some(!side), reason });
        }
    }
    Some(match game.status().outcome() {
        Some(outcome) => End { winner: outcome.winner, reason: outcome.cause.into() },
        None => End { winner: None, reason: LENGTH.to_owned() },
    })
}
