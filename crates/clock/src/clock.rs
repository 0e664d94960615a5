use entourage_kernel::Side;

use crate::{DAY, Kind, Pace};

/// Holds what the times of a game's events make of its pace: what each side has left, and whose turn it is since when.
///
/// Whoever keeps it tells it what happened, in order; a time before the last one counts as the last one (a machine's clock may be
/// set back). It takes what it is told: that the flag has not fallen before is for its keeper to see to ([`due`](Self::due)).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    pace: Pace,
    sides: [Account; 2],
    /// Whose clock runs, if any does.
    turn: Option<Turn>,
    /// When something happened last.
    last: u64,
}

/// What a side has, and has used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Account {
    bank: u64,
    /// Days of vacation left.
    vacation: u32,
    /// The number of turns that it has ended by a move, those before the start included.
    turns: u64,
    /// The number of those that were timed, and their time.
    timed: u64,
    used: u64,
}

/// A turn whose clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    side: Side,
    /// Since when it runs; in the future while the player is on vacation.
    since: u64,
    /// What was used before that.
    used: u64,
}

/// Says what comes of itself, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Due {
    /// The first millisecond at which it is too late to move.
    pub at: u64,
    /// The side whose time is up.
    pub side: Side,
    /// What then happens.
    pub fall: Fall,
}

/// Says what happens when a side's time is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fall {
    /// It loses on time.
    Flag,
    /// The game has not begun, and is aborted.
    Lapse,
}

/// Holds what the clocks show at an instant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// What each side has left.
    pub sides: [SideClock; 2],
    /// Whose turn is being measured.
    pub running: Option<Side>,
    /// Whether that side's time runs out: not in its first turn of a live game (C7).
    pub timed: bool,
    /// How long that side is still on vacation, in milliseconds.
    pub away: u64,
    /// How long it is until time is up, vacation included, in milliseconds.
    pub left: Option<u64>,
}

/// Holds what a side has left, in milliseconds and in days.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideClock {
    /// What is left of this turn's free time, or what the next turn will have.
    pub grace: u64,
    /// The bank.
    pub bank: u64,
    /// The days of vacation left.
    pub vacation: u32,
}

impl Clock {
    /// How long a player has for the first turn of a live game, in milliseconds: an hour (C7).
    pub const FIRST_TURN: u64 = 60 * 60 * 1000;

    /// Sets the clocks to a pace; none runs.
    pub fn new(pace: Pace) -> Self {
        let figures = pace.figures();
        let account = Account {
            bank: figures.spare.max(figures.min),
            vacation: figures.vacation,
            turns: 0,
            timed: 0,
            used: 0,
        };
        Self { pace, sides: [account; 2], turn: None, last: 0 }
    }

    /// Starts the clock of the side to move (C1). Without a pace nothing runs.
    pub fn start(&mut self, to: Side, at: u64) {
        let at = self.arrive(at);
        if self.turn.is_none() && !self.pace.is_unlimited() {
            self.begin(to, at);
        }
    }

    /// Takes in that a side has moved, and who is to move now: a turn ends when the other side is (C2).
    pub fn moved(&mut self, by: Side, to: Side, at: u64) {
        let at = self.arrive(at);
        if by == to {
            return;
        }
        let (runs, untimed) = (self.turn.is_some(), self.is_untimed(by));
        let elapsed = self.settle(at);
        self.sides[by.index()].turns += 1;
        if runs {
            if !untimed {
                self.reward(by, elapsed);
            }
            self.begin(to, at);
        }
    }

    /// Takes in that moves were taken back, and who is to move now: what was used stays used (C8).
    pub fn taken_back(&mut self, to: Side, at: u64) {
        let at = self.arrive(at);
        if self.turn.is_some_and(|turn| turn.side != to) {
            self.settle(at);
            self.begin(to, at);
        }
    }

    /// Stops the clocks: the game is over.
    pub fn stop(&mut self, at: u64) {
        let at = self.arrive(at);
        self.settle(at);
    }

    /// Returns how many days of vacation a side may take now; 0 unless its clock runs.
    pub fn vacation(&self, side: Side) -> u32 {
        match self.turn {
            Some(turn) if turn.side == side => self.sides[side.index()].vacation,
            _ => 0,
        }
    }

    /// Takes in that the side whose clock runs goes on vacation, or stays longer (C10); no more days count than it has.
    pub fn rest(&mut self, days: u32, at: u64) {
        let at = self.arrive(at);
        let Some(turn) = &mut self.turn else { return };
        let left = &mut self.sides[turn.side.index()].vacation;
        let days = days.min(*left);
        *left -= days;
        turn.used = turn.used.saturating_add(at.saturating_sub(turn.since));
        turn.since = turn.since.max(at).saturating_add(u64::from(days) * DAY);
    }

    /// Returns what comes of itself next, if nobody does anything.
    pub fn due(&self) -> Option<Due> {
        let Turn { side, since, used } = self.turn?;
        let (fall, span) = match self.is_untimed(side) {
            true => (Fall::Lapse, Self::FIRST_TURN),
            false => (Fall::Flag, self.pace.figures().grace.saturating_add(self.sides[side.index()].bank)),
        };
        Some(Due { at: since.saturating_add(span.saturating_sub(used)), side, fall })
    }

    /// Reads the clocks.
    pub fn read(&self, now: u64) -> Reading {
        let now = now.max(self.last);
        let grace = self.pace.figures().grace;
        let mut sides =
            self.sides.map(|account| SideClock { grace, bank: account.bank, vacation: account.vacation });
        let timed = self.turn.is_some_and(|turn| !self.is_untimed(turn.side));
        if let Some(turn) = self.turn.filter(|_| timed) {
            let elapsed = turn.elapsed(now);
            let clock = &mut sides[turn.side.index()];
            clock.grace = grace.saturating_sub(elapsed);
            clock.bank = clock.bank.saturating_sub(elapsed.saturating_sub(grace));
        }
        Reading {
            sides,
            running: self.turn.map(|turn| turn.side),
            timed,
            away: self.turn.map_or(0, |turn| turn.since.saturating_sub(now)),
            left: self.due().map(|due| due.at.saturating_sub(now)),
        }
    }

    /// Lets nothing happen before what happened last.
    fn arrive(&mut self, at: u64) -> u64 {
        self.last = self.last.max(at);
        self.last
    }

    /// Begins a turn, for which the bank holds at least `min` (C5).
    fn begin(&mut self, side: Side, at: u64) {
        let bank = &mut self.sides[side.index()].bank;
        *bank = (*bank).max(self.pace.figures().min);
        self.turn = Some(Turn { side, since: at, used: 0 });
    }

    /// Ends the turn whose clock runs, takes its time from the bank where grace does not cover it (C3), and returns it.
    fn settle(&mut self, at: u64) -> u64 {
        let Some(turn) = self.turn.take() else { return 0 };
        if self.is_untimed(turn.side) {
            return 0;
        }
        let elapsed = turn.elapsed(at);
        let bank = &mut self.sides[turn.side.index()].bank;
        *bank = bank.saturating_sub(elapsed.saturating_sub(self.pace.figures().grace));
        elapsed
    }

    /// Adds what a turn that took so long has earned, in the order of C5.
    fn reward(&mut self, side: Side, elapsed: u64) {
        let figures = self.pace.figures();
        let account = &mut self.sides[side.index()];
        account.timed += 1;
        account.used = account.used.saturating_add(elapsed);
        account.bank = account.bank.saturating_add(figures.extra);
        if figures.bonus > 0 && elapsed <= figures.within {
            account.bank = account.bank.saturating_add(figures.bonus);
        }
        // C6: on average no more than `pace`, this turn among them.
        if figures.pace > 0 && account.used <= figures.pace.saturating_mul(account.timed) {
            account.bank = account.bank.max(figures.spare);
        }
        if figures.max > 0 {
            account.bank = account.bank.min(figures.max);
        }
    }

    /// Tells whether a side's present turn is its first of a live game, which takes nothing (C7).
    fn is_untimed(&self, side: Side) -> bool {
        self.pace.kind() == Kind::Live && self.sides[side.index()].turns == 0
    }
}

impl Turn {
    fn elapsed(&self, now: u64) -> u64 {
        self.used.saturating_add(now.saturating_sub(self.since))
    }
}
