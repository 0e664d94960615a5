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
    /// Since when both clocks stand by agreement, if they do.
    paused: Option<u64>,
    /// When something happened last.
    last: u64,
}

/// What a side has, and has used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Account {
    bank: u64,
    /// Days of vacation left, those announced among them.
    vacation: u32,
    /// The vacation that begins by itself.
    announced: Option<Announced>,
    /// Until when it is on vacation, if that is ahead.
    away: u64,
    /// The number of turns that it has ended by a move, those before the start included.
    turns: u64,
    /// The number of those that were timed, and their time.
    timed: u64,
    used: u64,
}

/// A vacation that is to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Announced {
    /// When.
    from: u64,
    /// For how many days.
    days: u32,
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
    /// How long the game is still paused, if it is and nobody does anything, in milliseconds.
    pub paused: Option<u64>,
    /// How long it is until time is up, vacation and pause included, in milliseconds.
    pub left: Option<u64>,
}

/// Holds what a side has left, in milliseconds and in days.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideClock {
    /// What is left of this turn's free time, or what the next turn will have.
    pub grace: u64,
    /// The bank.
    pub bank: u64,
    /// The days of vacation left, those announced among them.
    pub vacation: u32,
    /// How long it is still on vacation; it does not pass while the game is paused.
    pub away: u64,
    /// The vacation that begins by itself.
    pub announced: Option<Announcement>,
}

/// Tells of a vacation that is to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announcement {
    /// How long it is until then, if nobody does anything, in milliseconds.
    pub wait: u64,
    /// For how many days.
    pub days: u32,
}

impl Clock {
    /// How long a player has for the first turn of a live game, in milliseconds: an hour (C7).
    pub const FIRST_TURN: u64 = 60 * 60 * 1000;
    /// How long a pause lasts at most, in milliseconds: two weeks (C17).
    pub const PAUSE: u64 = 14 * DAY;
    /// How far ahead the begin of a vacation may be announced, in milliseconds: 90 days (C10).
    pub const AHEAD: u64 = 90 * DAY;

    /// Sets the clocks to a pace; none runs.
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

    /// Starts the clock of the side to move (C1). Without a pace nothing runs.
    pub fn start(&mut self, to: Side, at: u64) {
        let at = self.arrive(at);
        if self.turn.is_none() && !self.pace.is_unlimited() {
            self.begin(to, at);
        }
    }

    /// Takes in that a side has moved, and who is to move now: a turn ends when the other side is (C2), and with it the vacation of whoever
    /// has moved (C10).
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

    /// Takes in that moves were taken back, and who is to move now: what was used stays used (C8).
    pub fn taken_back(&mut self, to: Side, at: u64) {
        let at = self.go_on(at);
        if self.turn.is_some_and(|turn| turn.side != to) {
            self.settle(at);
            self.begin(to, at);
        }
    }

    /// Stops the clocks: the game is over.
    pub fn stop(&mut self, at: u64) {
        let at = self.go_on(at);
        self.settle(at);
        for account in &mut self.sides {
            (account.announced, account.away) = (None, 0);
        }
    }

    /// Takes in that the side whose clock runs goes on vacation, or stays longer (C10); no more days count than it has free.
    pub fn rest(&mut self, days: u32, at: u64) {
        let at = self.go_on(at);
        let Some(Turn { side, .. }) = self.turn else { return };
        let days = days.min(self.sides[side.index()].free());
        self.go_away(side, days, at);
    }

    /// Takes in that a side is to go on vacation at an instant, instead of what it has announced before (C10); no more days count than it
    /// has. Nothing is announced while no clock has been started.
    pub fn announce(&mut self, side: Side, days: u32, from: u64, at: u64) {
        let from = from.max(self.arrive(at));
        let account = &mut self.sides[side.index()];
        let days = days.min(account.vacation);
        account.announced = self.turn.filter(|_| days > 0).map(|_| Announced { from, days });
    }

    /// Takes in that a side takes back what it has announced.
    pub fn stay(&mut self, side: Side, at: u64) {
        self.arrive(at);
        self.sides[side.index()].announced = None;
    }

    /// Takes in that a side gives the other time (C16).
    pub fn give(&mut self, by: Side, at: u64) {
        let at = self.arrive(at);
        let gift = self.gift(!by, at);
        let bank = &mut self.sides[(!by).index()].bank;
        *bank = bank.saturating_add(gift);
    }

    /// Returns how much time a side may be given, in milliseconds: as much of the pace's gift as its bank holds; 0 unless a clock has been
    /// started and the game goes on.
    pub fn gift(&self, to: Side, now: u64) -> u64 {
        if self.turn.is_none() {
            return 0;
        }
        let room = self.pace.most().saturating_sub(self.read(now).sides[to.index()].bank);
        room.min(self.pace.gift())
    }

    /// Takes in that the players pause (C17).
    pub fn pause(&mut self, at: u64) {
        let at = self.arrive(at);
        if let (Some(turn), None) = (&mut self.turn, self.paused) {
            turn.charge(at);
            self.paused = Some(at);
        }
    }

    /// Takes in that the players go on.
    pub fn resume(&mut self, at: u64) {
        self.go_on(at);
    }

    /// Returns what comes of itself next, if nobody does anything.
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

    /// Reads the clocks.
    pub fn read(&self, now: u64) -> Reading {
        let mut clock = self.clone();
        let now = clock.arrive(now);
        let (due, until) = (clock.due(), clock.pause_end());
        // What stands shows what it would if it went on just now.
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

    /// Lets nothing happen before what happened last, and first what has come of itself until then: the end of a pause, and the begin of
    /// vacations.
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

    /// Lets nothing happen before what happened last, nor in a pause.
    fn go_on(&mut self, at: u64) -> u64 {
        let at = self.arrive(at);
        self.resume_at(at);
        self.arrive(at)
    }

    /// Returns when a pause ends by itself, if there is one.
    fn pause_end(&self) -> Option<u64> {
        self.paused.map(|since| since.saturating_add(Self::PAUSE))
    }

    /// Ends a pause, if there is one: all that was to pass goes on from there, and nothing has begun meanwhile (C17).
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

    /// Lets an announced vacation begin whose instant has come, unless time was up before (C10).
    fn leave(&mut self, side: Side) {
        let up = self.due().map_or(u64::MAX, |due| due.at);
        let announced = &mut self.sides[side.index()].announced;
        if let Some(Announced { from, days }) = announced.take_if(|it| it.from <= self.last && it.from < up) {
            self.go_away(side, days, from);
        }
    }

    /// Begins a vacation, after the one that the side is on.
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

    /// Begins a turn, for which the bank holds at least `min` (C5); its clock stands while the side is on vacation.
    fn begin(&mut self, side: Side, at: u64) {
        let account = &mut self.sides[side.index()];
        account.bank = account.bank.max(self.pace.figures().min);
        self.turn = Some(Turn { side, since: at.max(account.away), used: 0 });
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

impl Account {
    /// Returns the days of vacation that are not announced.
    fn free(&self) -> u32 {
        self.vacation.saturating_sub(self.announced.map_or(0, |announced| announced.days))
    }
}

impl Announced {
    /// Returns how long it lasts, in milliseconds.
    fn span(self) -> u64 {
        u64::from(self.days) * DAY
    }
}

impl Turn {
    fn elapsed(&self, now: u64) -> u64 {
        self.used.saturating_add(now.saturating_sub(self.since))
    }

    /// Notes what was used until an instant.
    fn charge(&mut self, until: u64) {
        self.used = self.elapsed(until);
        self.since = self.since.max(until);
    }
}

impl Reading {
    /// Returns how many days of vacation a side may announce: those that it has not announced.
    pub fn free(&self, side: Side) -> u32 {
        let SideClock { vacation, announced, .. } = self.sides[side.index()];
        vacation.saturating_sub(announced.map_or(0, |announced| announced.days))
    }

    /// Returns how many days of vacation a side may take now; 0 unless its clock runs.
    pub fn vacation(&self, side: Side) -> u32 {
        if self.running == Some(side) && self.paused.is_none() { self.free(side) } else { 0 }
    }

    /// Returns how long the side whose turn is being measured is still on vacation, in milliseconds.
    pub fn away(&self) -> u64 {
        self.running.map_or(0, |side| self.sides[side.index()].away)
    }
}
