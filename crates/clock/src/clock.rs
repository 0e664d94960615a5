use entourage_kernel::Side;

use crate::{DAY, Kind, Pace};

/// The clocks of a game, computed from the times of its events.
///
/// Call the methods in the order of events. The system clock can be set back, so a time before the last event counts as
/// the time of that event. Methods do not check whether a side has already run out of time; see [`due`](Self::due).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    pace: Pace,
    sides: [Account; 2],
    turn: Option<Turn>,
    /// When the current pause (by agreement) began.
    paused: Option<u64>,
    last: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Account {
    bank: u64,
    /// Remaining days of vacation, including scheduled ones.
    vacation: u32,
    /// A scheduled vacation.
    announced: Option<Announced>,
    /// The end of the current vacation; a time in the past means that the side is not on vacation.
    away: u64,
    /// Number of turns ended by a move, including those before the clocks were started.
    turns: u64,
    /// Number of timed turns.
    timed: u64,
    /// Total time of the timed turns.
    used: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Announced {
    from: u64,
    days: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    side: Side,
    /// The time from which this turn is timed; pauses move it forward, and a vacation moves it to the vacation's end.
    since: u64,
    /// Time used in this turn before `since`.
    used: u64,
}

/// What happens next if no player acts: a side loses on time, or the game is aborted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Due {
    /// The first millisecond at which a move is too late.
    pub at: u64,
    /// The side whose time runs out.
    pub side: Side,
    /// The consequence for the game.
    pub fall: Fall,
}

/// The consequence of a side's time running out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fall {
    /// The side loses on time.
    Flag,
    /// The game is aborted, because the side has not made its first move in time (C7).
    Lapse,
}

/// The state of the clocks at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Both sides' clocks.
    pub sides: [SideClock; 2],
    /// The side whose clock is running, or will run after the pause.
    pub running: Option<Side>,
    /// Whether the side `running` can lose on time; false during a side's first turn in a real-time game (C7).
    pub timed: bool,
    /// Milliseconds until the pause ends automatically, if the game is paused.
    pub paused: Option<u64>,
    /// Milliseconds until the running clock expires, including any vacation and pause.
    pub left: Option<u64>,
}

/// The remaining time of a side, in milliseconds, and its vacation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideClock {
    /// The remaining grace time of the turn; the full grace time if the side is not to move.
    pub grace: u64,
    /// The remaining main time.
    pub bank: u64,
    /// The remaining days of vacation, including scheduled ones.
    pub vacation: u32,
    /// The remaining time of the current vacation, which does not run down during a pause.
    pub away: u64,
    /// The scheduled vacation, if any.
    pub announced: Option<Announcement>,
}

/// A scheduled vacation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announcement {
    /// Milliseconds until the vacation begins.
    pub wait: u64,
    /// Length of the vacation in days.
    pub days: u32,
}

impl Clock {
    /// The time limit of the first turn of a real-time game whose players found each other, in milliseconds: an hour (C7).
    pub const FIRST_TURN: u64 = 60 * 60 * 1000;
    /// The maximum length of a pause, in milliseconds: two weeks (C17).
    pub const PAUSE: u64 = 14 * DAY;
    /// How far ahead a vacation can be scheduled, in milliseconds: 90 days (C10).
    pub const AHEAD: u64 = 90 * DAY;

    /// Creates stopped clocks for a time control.
    pub fn new(pace: Pace) -> Self {
        let figures = pace.figures();
        let account = Account {
            bank: figures.spare.max(figures.min),
            vacation: figures.vacation,
            announced: None,
            away: 0,
            turns: 0,
            timed: 0,
            used: 0,
        };
        Self { pace, sides: [account; 2], turn: None, paused: None, last: 0 }
    }

    /// Starts the clock of the side to move (C1). Has no effect without a time control.
    pub fn start(&mut self, to: Side, at: u64) {
        let at = self.arrive(at);
        if self.turn.is_none() && !self.pace.is_unlimited() {
            self.begin(to, at);
        }
    }

    /// Records a move. If the other side is to move next, the turn of `by` ends (C2), and so does any vacation (C10).
    pub fn moved(&mut self, by: Side, to: Side, at: u64) {
        let at = self.go_on(at);
        if by == to {
            return;
        }
        let (runs, untimed) = (self.turn.is_some(), self.is_untimed(by));
        let elapsed = self.settle(at);
        let account = &mut self.sides[by.index()];
        account.turns += 1;
        account.away = 0;
        if runs {
            if !untimed {
                self.reward(by, elapsed);
            }
            self.begin(to, at);
        }
    }

    /// Records a take-back. Used time is not restored (C8).
    pub fn taken_back(&mut self, to: Side, at: u64) {
        let at = self.go_on(at);
        if self.turn.is_some_and(|turn| turn.side != to) {
            self.settle(at);
            self.begin(to, at);
        }
    }

    /// Stops the clocks at the end of the game.
    pub fn stop(&mut self, at: u64) {
        let at = self.go_on(at);
        self.settle(at);
        for account in &mut self.sides {
            (account.announced, account.away) = (None, 0);
        }
    }

    /// Starts or extends the vacation of the side to move (C10), by at most the remaining days that are not scheduled.
    pub fn rest(&mut self, days: u32, at: u64) {
        let at = self.go_on(at);
        let Some(Turn { side, .. }) = self.turn else { return };
        let days = days.min(self.sides[side.index()].free());
        self.go_away(side, days, at);
    }

    /// Schedules a vacation (C10) of at most the remaining days, replacing an earlier one. Has no effect before
    /// the clocks are started.
    pub fn announce(&mut self, side: Side, days: u32, from: u64, at: u64) {
        let from = from.max(self.arrive(at));
        let account = &mut self.sides[side.index()];
        let days = days.min(account.vacation);
        account.announced = self.turn.filter(|_| days > 0).map(|_| Announced { from, days });
    }

    /// Cancels a scheduled vacation.
    pub fn stay(&mut self, side: Side, at: u64) {
        self.arrive(at);
        self.sides[side.index()].announced = None;
    }

    /// Records that a side gives the opponent more time (C16).
    pub fn give(&mut self, by: Side, at: u64) {
        let at = self.arrive(at);
        let gift = self.gift(!by, at);
        let bank = &mut self.sides[(!by).index()].bank;
        *bank = bank.saturating_add(gift);
    }

    /// Returns how much time the opponent can give the side `to`, in milliseconds: [`Pace::gift`], or less if the main
    /// time would otherwise exceed [`Pace::most`]; 0 before the clocks are started and after they are stopped.
    pub fn gift(&self, to: Side, now: u64) -> u64 {
        if self.turn.is_none() {
            return 0;
        }
        let room = self.pace.most().saturating_sub(self.read(now).sides[to.index()].bank);
        room.min(self.pace.gift())
    }

    /// Pauses the clocks for at most [`Self::PAUSE`] (C17). Has no effect if they are already paused or are stopped.
    pub fn pause(&mut self, at: u64) {
        let at = self.arrive(at);
        if let (Some(turn), None) = (&mut self.turn, self.paused) {
            turn.charge(at);
            self.paused = Some(at);
        }
    }

    /// Ends the current pause, if any, before its maximum length.
    pub fn resume(&mut self, at: u64) {
        self.go_on(at);
    }

    /// Returns what will happen next if no player acts; `None` if the clocks are stopped or were never started.
    pub fn due(&self) -> Option<Due> {
        if let Some(end) = self.pause_end() {
            let mut going = self.clone();
            going.resume_at(end);
            return going.due();
        }
        let Turn { side, since, used } = self.turn?;
        let account = &self.sides[side.index()];
        let (fall, span) = match self.is_untimed(side) {
            true => (Fall::Lapse, Self::FIRST_TURN),
            false => (Fall::Flag, self.pace.figures().grace.saturating_add(account.bank)),
        };
        let at = since.saturating_add(span.saturating_sub(used));
        let away = account.announced.filter(|announced| announced.from < at).map_or(0, Announced::span);
        Some(Due { at: at.saturating_add(away), side, fall })
    }

    /// Returns the state of the clocks at the time `now`.
    pub fn read(&self, now: u64) -> Reading {
        let mut clock = self.clone();
        let now = clock.arrive(now);
        let (due, until) = (clock.due(), clock.pause_end());
        // During a pause, show what the clocks would be if the game were resumed now.
        clock.resume_at(now);
        let grace = clock.pace.figures().grace;
        let mut sides = clock.sides.map(|account| SideClock {
            grace,
            bank: account.bank,
            vacation: account.vacation,
            away: account.away.saturating_sub(now),
            announced: account.announced.map(|Announced { from, days }| Announcement {
                wait: until.map_or(from, |until| from.max(until)).saturating_sub(now),
                days,
            }),
        });
        let timed = clock.turn.is_some_and(|turn| !clock.is_untimed(turn.side));
        if let Some(turn) = clock.turn.filter(|_| timed) {
            let elapsed = turn.elapsed(now);
            let shown = &mut sides[turn.side.index()];
            shown.grace = grace.saturating_sub(elapsed);
            shown.bank = shown.bank.saturating_sub(elapsed.saturating_sub(grace));
        }
        Reading {
            sides,
            running: clock.turn.map(|turn| turn.side),
            timed,
            paused: until.map(|until| until.saturating_sub(now)),
            left: due.map(|due| due.at.saturating_sub(now)),
        }
    }

    /// Advances to a time, never backwards, and applies due events: the end of a pause and the beginning of vacations.
    fn arrive(&mut self, at: u64) -> u64 {
        self.last = self.last.max(at);
        if let Some(end) = self.pause_end().filter(|end| *end <= self.last) {
            self.resume_at(end);
        }
        if self.paused.is_none() {
            Side::BOTH.into_iter().for_each(|side| self.leave(side));
        }
        self.last
    }

    /// Advances to a time and ends a pause.
    fn go_on(&mut self, at: u64) -> u64 {
        let at = self.arrive(at);
        self.resume_at(at);
        self.arrive(at)
    }

    fn pause_end(&self) -> Option<u64> {
        self.paused.map(|since| since.saturating_add(Self::PAUSE))
    }

    /// Ends a pause: clocks run again, and vacations that were due during the pause begin now (C17).
    fn resume_at(&mut self, at: u64) {
        let Some(since) = self.paused.take() else { return };
        let stood = at.saturating_sub(since);
        if let Some(turn) = &mut self.turn {
            turn.since = turn.since.saturating_add(stood);
        }
        for account in &mut self.sides {
            if account.away > since {
                account.away = account.away.saturating_add(stood);
            }
            if let Some(announced) = &mut account.announced {
                announced.from = announced.from.max(at);
            }
        }
    }

    fn leave(&mut self, side: Side) {
        let up = self.due().map_or(u64::MAX, |due| due.at);
        let announced = &mut self.sides[side.index()].announced;
        if let Some(Announced { from, days }) = announced.take_if(|it| it.from <= self.last && it.from < up) {
            self.go_away(side, days, from);
        }
    }

    /// Starts a vacation, after the current one if there is one.
    fn go_away(&mut self, side: Side, days: u32, from: u64) {
        let account = &mut self.sides[side.index()];
        let vacation = Announced { from, days: days.min(account.vacation) };
        account.vacation -= vacation.days;
        account.away = account.away.max(from).saturating_add(vacation.span());
        if let Some(turn) = self.turn.as_mut().filter(|turn| turn.side == side) {
            turn.charge(from);
            turn.since = turn.since.max(account.away);
        }
    }

    /// Starts a turn with at least `min` on the clock (C5). The clock does not run during a vacation.
    fn begin(&mut self, side: Side, at: u64) {
        let account = &mut self.sides[side.index()];
        account.bank = account.bank.max(self.pace.figures().min);
        self.turn = Some(Turn { side, since: at.max(account.away), used: 0 });
    }

    /// Ends the turn, subtracts the time beyond `grace` from the main time (C3), and returns the time taken.
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

    /// Adds the increment, bonus and refill for a turn to the main time, in the order that C5 specifies.
    fn reward(&mut self, side: Side, elapsed: u64) {
        let figures = self.pace.figures();
        let account = &mut self.sides[side.index()];
        account.timed += 1;
        account.used = account.used.saturating_add(elapsed);
        account.bank = account.bank.saturating_add(figures.extra);
        if figures.bonus > 0 && elapsed <= figures.within {
            account.bank = account.bank.saturating_add(figures.bonus);
        }
        // C6: the average, including this turn, is at most `pace`.
        if figures.pace > 0 && account.used <= figures.pace.saturating_mul(account.timed) {
            account.bank = account.bank.max(figures.spare);
        }
        if figures.max > 0 {
            account.bank = account.bank.min(figures.max);
        }
    }

    /// Returns whether this is the side's first turn of a real-time game, which is not timed (C7).
    fn is_untimed(&self, side: Side) -> bool {
        self.pace.kind() == Kind::Live && self.sides[side.index()].turns == 0
    }
}

impl Account {
    /// Returns the vacation days that are not scheduled.
    fn free(&self) -> u32 {
        self.vacation.saturating_sub(self.announced.map_or(0, |announced| announced.days))
    }
}

impl Announced {
    fn span(self) -> u64 {
        u64::from(self.days) * DAY
    }
}

impl Turn {
    fn elapsed(&self, now: u64) -> u64 {
        self.used.saturating_add(now.saturating_sub(self.since))
    }

    fn charge(&mut self, until: u64) {
        self.used = self.elapsed(until);
        self.since = self.since.max(until);
    }
}

impl Reading {
    /// Returns how many more days of vacation a side can schedule.
    pub fn free(&self, side: Side) -> u32 {
        let SideClock { vacation, announced, .. } = self.sides[side.index()];
        vacation.saturating_sub(announced.map_or(0, |announced| announced.days))
    }

    /// Returns how many days of vacation a side can take now; 0 unless its clock is running.
    pub fn vacation(&self, side: Side) -> u32 {
        if self.running == Some(side) && self.paused.is_none() { self.free(side) } else { 0 }
    }

    /// Returns the remaining vacation of the side to move, in milliseconds.
    pub fn away(&self) -> u64 {
        self.running.map_or(0, |side| self.sides[side.index()].away)
    }
}
