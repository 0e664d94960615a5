use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use entourage_arena::{Bounds, Engine, Fault, Player, Seat, TimeControl};
use entourage_kernel::{Side, mix};
use entourage_protocol::ClockTime;
use entourage_registry::AnyMatch;
use serde_json::Value;

use super::Manner;
use super::connection::{Connection, Heard, Lines, TICK, Trouble, escaped};

/// The value of a clock that does not run.
const FOREVER: u64 = 2_147_483_647;
/// Time reserved for the network, in milliseconds.
const MARGIN: i64 = 300;

enum Leaving {
    /// The game is over or not accessible.
    Over(String),
    /// The connection was cut; reconnect.
    Cut,
    Failed(String),
}

/// Plays a game to its end across reconnections.
pub(super) fn play(connection: &Connection, manner: &Manner, id: &str, stop: &AtomicBool, report: fn(&str)) {
    let (mut pauses, mut seat) = (Pauses::default(), None);
    while !stop.load(Ordering::Relaxed) {
        match follow(connection, manner, id, stop, &mut seat, &mut pauses) {
            Err(Leaving::Over(how)) => return report(&format!("end {id}: {how}")),
            Err(Leaving::Cut) => wait(pauses.longer(), stop),
            Err(Leaving::Failed(why)) => {
                report(&format!("resign {id}: {why}"));
                match connection.post(&["api", "bot", "game", id, "resign"], "") {
                    Ok(()) | Err(Trouble::Refused { .. }) => return,
                    Err(Trouble::Away(_)) => wait(pauses.longer(), stop),
                }
            }
        }
    }
}

fn follow(
    connection: &Connection,
    manner: &Manner,
    id: &str,
    stop: &AtomicBool,
    seat: &mut Option<Seat>,
    pauses: &mut Pauses,
) -> Result<Infallible, Leaving> {
    let lines = connection.lines(&format!("/api/bot/game/stream/{}", escaped(id)));
    let lines = lines.map_err(|trouble| match trouble {
        Trouble::Away(_) => Leaving::Cut,
        refused => Leaving::Over(refused.to_string()),
    })?;
    let full = hear(&lines, stop).ok_or(Leaving::Cut)?;
    pauses.reset();
    let table = Table::set(manner, &full).map_err(Leaving::Failed)?;
    let seat = match seat {
        Some(seat) => seat,
        none => {
            let taken = Seat::take(&table.player(manner), manner.movetime, &table.spec);
            none.insert(taken.map_err(|error| Leaving::Failed(error.problem().en))?)
        }
    };
    let mut state = full["state"].clone();
    loop {
        // Later states supersede this one.
        loop {
            match lines.hear(Duration::ZERO) {
                Heard::Line(line) if line["type"] == "gameState" => state = line,
                Heard::Line(_) | Heard::Beat => {}
                Heard::Nothing | Heard::End => break,
            }
        }
        if state["status"] != "started" {
            return Err(Leaving::Over(state["words"].as_str().unwrap_or_default().to_owned()));
        }
        if state["turn"] == table.colour() {
            let text = table.choose(&state, seat, stop).map_err(Leaving::Failed)?;
            if stop.load(Ordering::Relaxed) {
                return Err(Leaving::Cut);
            }
            let query = format!("?seq={}", state["seq"]);
            match connection.post(&["api", "bot", "game", id, "move", &text], &query) {
                // The state has changed; the stream will tell it.
                Ok(()) | Err(Trouble::Refused { status: 403 | 409, .. }) => {}
                Err(Trouble::Away(_)) => return Err(Leaving::Cut),
                Err(refused) => return Err(Leaving::Failed(refused.to_string())),
            }
        }
        state = hear(&lines, stop).ok_or(Leaving::Cut)?;
    }
}

/// Waits for the next game state; returns `None` at the end of the stream or on `stop`.
fn hear(lines: &Lines, stop: &AtomicBool) -> Option<Value> {
    loop {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        match lines.hear(TICK) {
            Heard::Line(line) if line["type"] == "gameFull" || line["type"] == "gameState" => {
                return Some(line);
            }
            Heard::Line(_) | Heard::Beat | Heard::Nothing => {}
            Heard::End => return None,
        }
    }
}

struct Table {
    spec: String,
    start: Box<dyn AnyMatch>,
    side: Side,
    live: bool,
    seed: u64,
}

impl Table {
    fn set(manner: &Manner, full: &Value) -> Result<Self, String> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (spec, fen) = (text(&full["variant"]["key"]), text(&full["initialFen"]));
        let game = manner.registry.open(&spec).map_err(|_| format!("{spec} is not known here"))?;
        let position = Some(fen.as_str()).filter(|fen| *fen != "startpos");
        let start = game.begin(position).map_err(|_| "its position is not known here".to_owned())?;
        let own = manner.name.to_lowercase();
        let side = match (full["white"]["id"] == *own, full["black"]["id"] == *own) {
            (true, _) => Side::First,
            (false, true) => Side::Second,
            (false, false) => return Err("it is somebody else's".to_owned()),
        };
        let seed = text(&full["id"]).bytes().fold(0, |seed, byte| mix(seed ^ u64::from(byte)));
        Ok(Self { spec, start, side, live: full["clock"].is_object(), seed })
    }

    fn colour(&self) -> &'static str {
        if self.side == Side::First { "white" } else { "black" }
    }

    fn player(&self, manner: &Manner) -> Player {
        match (&manner.player, self.live) {
            (Player::Engine(engine), true) => {
                // The actual times come with every move.
                let clock = Some(TimeControl { base: 1, increment: 0 });
                Player::Engine(Engine { bounds: Bounds { clock, ..engine.bounds }, ..engine.clone() })
            }
            (player, _) => player.or_time(manner.movetime),
        }
    }

    fn choose(&self, state: &Value, seat: &mut Seat, stop: &AtomicBool) -> Result<String, String> {
        let mut game = self.start.copy();
        let moves = state["moves"].as_str().unwrap_or_default();
        for text in moves.split_whitespace() {
            game.play(text).map_err(|_| format!("{text} is not known here"))?;
        }
        let clock = |time: &str, extra: &str| {
            let left = state[time].as_u64().filter(|left| self.live && *left < FOREVER)?;
            let left = i64::try_from(left).unwrap_or(i64::MAX).saturating_sub(MARGIN);
            Some(ClockTime { left, increment: state[extra].as_u64().unwrap_or(0) })
        };
        let clocks = [clock("wtime", "winc"), clock("btime", "binc")];
        let seed = mix(self.seed ^ state["seq"].as_u64().unwrap_or(0));
        seat.choose(game.as_ref(), clocks, seed, stop).map_err(|fault| match fault {
            Fault::Crash(why) => format!("the engine has failed: {why}"),
            Fault::Time => "the engine gives no answer".to_owned(),
            Fault::IllegalMove(text) => format!("the engine plays {text}"),
        })
    }
}

const SHORTEST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(60);

pub(super) struct Pauses(Duration);

impl Default for Pauses {
    fn default() -> Self {
        Self(SHORTEST)
    }
}

impl Pauses {
    pub fn longer(&mut self) -> Duration {
        let now = self.0;
        self.0 = (now * 2).min(LONGEST);
        now
    }

    pub fn reset(&mut self) {
        self.0 = SHORTEST;
    }
}

pub(super) fn wait(pause: Duration, stop: &AtomicBool) {
    let until = Instant::now() + pause;
    while Instant::now() < until && !stop.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(50).min(pause));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_minute_and_begin_anew() {
        let mut pauses = Pauses::default();
        let grown: Vec<u64> = (0..10).map(|_| pauses.longer().as_millis() as u64).collect();
        assert_eq!(grown, [250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
        pauses.reset();
        assert_eq!(pauses.longer(), SHORTEST);
    }
}
