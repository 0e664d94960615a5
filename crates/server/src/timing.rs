//! The clocks of a game: told what happened in it, at first from its record, then as it happens.

use entourage_clock::{Clock, Fall};
use entourage_kernel::Side;
use entourage_registry::AnyMatch;
use entourage_store::{Event, Game, Line, Verdict};
use serde::Serialize;

use crate::failure::Failure;
use crate::preparation;

/// Holds the clocks of a game that has a pace.
#[derive(Clone)]
pub(crate) struct Timing {
    clock: Clock,
    started: bool,
}

/// Describes the clocks at an instant, for a page that need not know what time it is. Spans are milliseconds.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClockView {
    /// The server's time, in milliseconds since 1970 (UTC).
    now: i64,
    /// What each side has left.
    sides: [HandView; 2],
    /// Whose turn is being measured, 1 or 2.
    running: Option<usize>,
    /// Whether that side's time runs out; in the first turns of a live game it does not.
    timed: bool,
    /// How long that side is still on vacation.
    away: u64,
    /// How long it is until time is up: the game is lost, or aborted if the turn is not timed.
    left: Option<u64>,
}

/// Describes what a side has left.
#[derive(Clone, Debug, Serialize)]
struct HandView {
    /// Of the free time of this turn, or of the next one.
    grace: u64,
    bank: u64,
    /// Days of vacation.
    vacation: u32,
}

impl Timing {
    /// Sets the clocks of a game, if it has any; none runs.
    pub fn of(game: &Game) -> Option<Self> {
        (!game.pace.is_unlimited()).then(|| Self { clock: Clock::new(game.pace), started: false })
    }

    /// Sets the clocks of a stored game by its record, told on a match that stands at its beginning.
    pub fn replay(game: &Game, mut live: Box<dyn AnyMatch>) -> Option<Self> {
        let mut timing = Self::of(game)?;
        let mut line = Line::default();
        let mut arrival = arrival(game);
        for entry in &game.entries {
            if let Some(at) = arrival.filter(|at| *at <= entry.at) {
                timing.start(game, &line, live.as_ref(), at);
                arrival = None;
            }
            let by = live.side_to_move();
            match &entry.event {
                Event::Move { text } => live.play(text).ok()?,
                Event::Turn { text } => live.play(&format!("{}{text}", Line::SIGN)).ok()?,
                Event::Protest { verdict: Verdict::Upheld, .. } => {
                    live.undo();
                }
                Event::Takeback { plies } => (0..*plies).for_each(|_| {
                    live.undo();
                }),
                _ => {}
            }
            line.take(&entry.event).ok()?;
            timing.note(game, &line, live.as_ref(), &entry.event, by, entry.at);
        }
        if let Some(at) = arrival {
            timing.start(game, &line, live.as_ref(), at);
        }
        Some(timing)
    }

    /// Starts the clocks once both players have come and chosen, unless the game is over before (C1).
    pub fn start(&mut self, game: &Game, line: &Line, live: &dyn AnyMatch, at: i64) {
        let here = arrival(game).is_some_and(|arrival| arrival <= at);
        if here && !self.started && !preparation::is_pending(game, line) && !is_over(line, live) {
            self.started = true;
            self.clock.start(live.side_to_move(), span(at));
        }
    }

    /// Takes an event in that a side brought about or not, and after which the game stands so.
    pub fn note(&mut self, game: &Game, line: &Line, live: &dyn AnyMatch, event: &Event, by: Side, at: i64) {
        match event {
            // What the game was created with is nobody's turn (C14).
            Event::Move { .. } | Event::Turn { .. } if at > game.created_at => {
                self.clock.moved(by, live.side_to_move(), span(at));
            }
            Event::Takeback { .. } | Event::Protest { verdict: Verdict::Upheld, .. } => {
                self.clock.taken_back(live.side_to_move(), span(at))
            }
            Event::Vacation { days, .. } => self.clock.rest(*days, span(at)),
            Event::Setup { .. } => self.start(game, line, live, at),
            _ => {}
        }
        if is_over(line, live) {
            self.clock.stop(span(at));
        }
    }

    /// Returns the event that ends the game when nobody does anything, and when.
    pub fn due(&self) -> Option<(Event, i64)> {
        let due = self.clock.due()?;
        let event = match due.fall {
            Fall::Flag => Event::Flag { side: due.side },
            Fall::Lapse => Event::Lapse {},
        };
        Some((event, i64::try_from(due.at).unwrap_or(i64::MAX)))
    }

    /// Returns how long it is until time is up, in milliseconds.
    pub fn left(&self, now: i64) -> Option<u64> {
        self.clock.read(span(now)).left
    }

    /// Checks that a side may go on vacation for so many days now.
    pub fn check_vacation(&self, side: Side, days: u32) -> Result<(), Failure> {
        match self.clock.vacation(side) {
            left if days == 0 || days > left => Err(Failure::Vacation { left }),
            _ => Ok(()),
        }
    }

    /// Describes the clocks.
    pub fn view(&self, now: i64) -> ClockView {
        let reading = self.clock.read(span(now));
        ClockView {
            now,
            sides: reading.hands.map(|hand| HandView {
                grace: hand.grace,
                bank: hand.bank,
                vacation: hand.vacation,
            }),
            running: reading.running.map(Side::number),
            timed: reading.timed,
            away: reading.away,
            left: reading.left,
        }
    }
}

/// Returns when both players of a game had come, if they have.
fn arrival(game: &Game) -> Option<i64> {
    let [first, second] = game.arrivals;
    Some(first?.max(second?))
}

fn is_over(line: &Line, live: &dyn AnyMatch) -> bool {
    line.ending().is_some() || live.status().outcome().is_some()
}

/// Returns a time as clocks have it; nothing happened before 1970.
fn span(at: i64) -> u64 {
    u64::try_from(at).unwrap_or(0)
}
