use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use entourage_arena::{Bounds, Engine, Fault, Player, Seat, TimeControl};
use entourage_kernel::{Side, mix};
use entourage_protocol::ClockTime;
use entourage_registry::AnyMatch;
use serde_json::Value;

use super::BotSettings;
use super::connection::{Connection, LineStream, POLL_INTERVAL, RequestError, StreamItem, percent_encode};

/// Clock value in milliseconds that servers send for games without a clock.
const NO_CLOCK: u64 = 2_147_483_647;
/// Milliseconds deducted from the clock for network latency.
const NETWORK_MARGIN_MS: i64 = 300;

enum Exit {
    /// The game is over, or the bot has no access to it.
    Over(String),
    /// The connection was lost; the bot reconnects.
    Disconnected,
    Failed(String),
}

/// Plays a game to its end, and reconnects as needed.
pub(super) fn play(
    connection: &Connection,
    settings: &BotSettings,
    id: &str,
    stop: &AtomicBool,
    report: fn(&str),
) {
    let (mut backoff, mut seat) = (Backoff::default(), None);
    while !stop.load(Ordering::Relaxed) {
        match follow(connection, settings, id, stop, &mut seat, &mut backoff) {
            Err(Exit::Over(how)) => return report(&format!("end {id}: {how}")),
            Err(Exit::Disconnected) => wait(backoff.next_delay(), stop),
            Err(Exit::Failed(why)) => {
                report(&format!("resign {id}: {why}"));
                match connection.post(&["api", "bot", "game", id, "resign"], "") {
                    Ok(()) | Err(RequestError::Rejected { .. }) => return,
                    Err(RequestError::Unavailable(_)) => wait(backoff.next_delay(), stop),
                }
            }
        }
    }
}

fn follow(
    connection: &Connection,
    settings: &BotSettings,
    id: &str,
    stop: &AtomicBool,
    seat: &mut Option<Seat>,
    backoff: &mut Backoff,
) -> Result<Infallible, Exit> {
    let lines = connection.lines(&format!("/api/bot/game/stream/{}", percent_encode(id)));
    let lines = lines.map_err(|error| match error {
        RequestError::Unavailable(_) => Exit::Disconnected,
        refused => Exit::Over(refused.to_string()),
    })?;
    let full = next_state(&lines, stop).ok_or(Exit::Disconnected)?;
    backoff.reset();
    let setup = GameSetup::new(settings, &full).map_err(Exit::Failed)?;
    let seat = match seat {
        Some(seat) => seat,
        none => {
            let taken = Seat::take(&setup.player(settings), settings.movetime, &setup.spec);
            none.insert(taken.map_err(|error| Exit::Failed(error.problem().en))?)
        }
    };
    let mut state = full["state"].clone();
    loop {
        // Skips to the latest state.
        loop {
            match lines.next(Duration::ZERO) {
                StreamItem::Line(line) if line["type"] == "gameState" => state = line,
                StreamItem::Line(_) | StreamItem::KeepAlive => {}
                StreamItem::Pending | StreamItem::End => break,
            }
        }
        if state["status"] != "started" {
            return Err(Exit::Over(state["words"].as_str().unwrap_or_default().to_owned()));
        }
        let offer = state["offer"].as_str().and_then(|offer| offer.split_once(' '));
        if let Some((_, offer)) = offer.filter(|(by, _)| *by != setup.colour()) {
            // Declining works in the same way for all offers.
            let is_accepted = offer.starts_with("takeback") && full["rated"] != true;
            let [what, answer] = if is_accepted { ["takeback", "yes"] } else { ["draw", "no"] };
            match connection.post(&["api", "bot", "game", id, what, answer], "") {
                Err(RequestError::Unavailable(_)) => return Err(Exit::Disconnected),
                // If the offer is gone, the stream sends the new state.
                Ok(()) | Err(RequestError::Rejected { .. }) => {}
            }
        } else if state["turn"] == setup.colour() {
            let text = setup.choose(&state, seat, stop).map_err(Exit::Failed)?;
            if stop.load(Ordering::Relaxed) {
                return Err(Exit::Disconnected);
            }
            let query = format!("?seq={}", state["seq"]);
            match connection.post(&["api", "bot", "game", id, "move", &text], &query) {
                // The game has changed since `state`; the stream sends the new state.
                Ok(()) | Err(RequestError::Rejected { status: 403 | 409, .. }) => {}
                Err(RequestError::Unavailable(_)) => return Err(Exit::Disconnected),
                Err(refused) => return Err(Exit::Failed(refused.to_string())),
            }
        }
        state = next_state(&lines, stop).ok_or(Exit::Disconnected)?;
    }
}

/// Waits for the next game state; returns `None` at the end of the stream or on `stop`.
fn next_state(lines: &LineStream, stop: &AtomicBool) -> Option<Value> {
    loop {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        match lines.next(POLL_INTERVAL) {
            StreamItem::Line(line) if line["type"] == "gameFull" || line["type"] == "gameState" => {
                return Some(line);
            }
            StreamItem::Line(_) | StreamItem::KeepAlive | StreamItem::Pending => {}
            StreamItem::End => return None,
        }
    }
}

/// Returns the spec of a game; older servers send only the key.
pub(super) fn spec_of(variant: &Value) -> String {
    let spec = variant["spec"].as_str().or(variant["key"].as_str());
    spec.unwrap_or_default().to_owned()
}

struct GameSetup {
    spec: String,
    start: Box<dyn AnyMatch>,
    side: Side,
    live: bool,
    seed: u64,
}

impl GameSetup {
    fn new(settings: &BotSettings, full: &Value) -> Result<Self, String> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (spec, fen) = (spec_of(&full["variant"]), text(&full["initialFen"]));
        let game = settings.registry.open(&spec).map_err(|_| format!("unknown game {spec}"))?;
        let position = Some(fen.as_str()).filter(|fen| *fen != "startpos");
        let start = game.begin(position).map_err(|_| "invalid start position".to_owned())?;
        let own = settings.name.to_lowercase();
        let side = match (full["white"]["id"] == *own, full["black"]["id"] == *own) {
            (true, _) => Side::First,
            (false, true) => Side::Second,
            (false, false) => return Err("the bot is not a player in this game".to_owned()),
        };
        let seed = text(&full["id"]).bytes().fold(0, |seed, byte| mix(seed ^ u64::from(byte)));
        Ok(Self { spec, start, side, live: full["clock"].is_object(), seed })
    }

    fn colour(&self) -> &'static str {
        if self.side == Side::First { "white" } else { "black" }
    }

    fn player(&self, settings: &BotSettings) -> Player {
        match (&settings.player, self.live) {
            (Player::Engine(engine), true) => {
                // Enables clocks; the actual times are passed with every move.
                let clock = Some(TimeControl { base: 1, increment: 0 });
                Player::Engine(Engine { bounds: Bounds { clock, ..engine.bounds }, ..engine.clone() })
            }
            (player, _) => player.or_time(settings.movetime),
        }
    }

    fn choose(&self, state: &Value, seat: &mut Seat, stop: &AtomicBool) -> Result<String, String> {
        let mut game = self.start.copy();
        let moves = state["moves"].as_str().unwrap_or_default();
        for text in moves.split_whitespace() {
            game.play(text).map_err(|_| format!("invalid move {text}"))?;
        }
        let clock = |time: &str, extra: &str| {
            let left = state[time].as_u64().filter(|left| self.live && *left < NO_CLOCK)?;
            let left = i64::try_from(left).unwrap_or(i64::MAX).saturating_sub(NETWORK_MARGIN_MS);
            Some(ClockTime { left, increment: state[extra].as_u64().unwrap_or(0) })
        };
        let clocks = [clock("wtime", "winc"), clock("btime", "binc")];
        let seed = mix(self.seed ^ state["seq"].as_u64().unwrap_or(0));
        seat.choose(game.as_ref(), clocks, seed, stop).map_err(|fault| match fault {
            Fault::Crash(why) => format!("the engine failed: {why}"),
            Fault::Time => "the engine does not respond".to_owned(),
            Fault::IllegalMove(text) => format!("the engine played the illegal move {text}"),
        })
    }
}

const MIN_DELAY: Duration = Duration::from_millis(250);
const MAX_DELAY: Duration = Duration::from_secs(60);

pub(super) struct Backoff(Duration);

impl Default for Backoff {
    fn default() -> Self {
        Self(MIN_DELAY)
    }
}

impl Backoff {
    pub fn next_delay(&mut self) -> Duration {
        let now = self.0;
        self.0 = (now * 2).min(MAX_DELAY);
        now
    }

    pub fn reset(&mut self) {
        self.0 = MIN_DELAY;
    }
}

pub(super) fn wait(delay: Duration, stop: &AtomicBool) {
    let until = Instant::now() + delay;
    while Instant::now() < until && !stop.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(50).min(delay));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_grow_to_a_minute_and_reset() {
        let mut backoff = Backoff::default();
        let grown: Vec<u64> = (0..10).map(|_| backoff.next_delay().as_millis() as u64).collect();
        assert_eq!(grown, [250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
        backoff.reset();
        assert_eq!(backoff.next_delay(), MIN_DELAY);
    }
}
