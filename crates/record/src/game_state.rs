use std::mem;

use entourage_clock::Reading;
use entourage_kernel::Side;

use crate::agreement::{check, check_agreed, crossed};
use crate::ledger::Step;
use crate::timing::Timing;
use crate::{
    Entry, Event, EventError, Game, Ledger, LedgerError, Offer, PairedBy, Plans, Ready, Reply, Rules, Seat,
    TimeError,
};

/// A game and the state that results from its events: moves, position (if the rules are available), offers, result and clocks.
///
/// This is the only implementation of the effects of events. [`replay`](Self::replay) rebuilds a stored game; [`take`](Self::take)
/// validates and applies new events.
#[derive(Clone, Debug)]
pub struct GameState<R> {
    game: Game,
    ledger: Ledger,
    /// The rules with the position after all moves; `None` if the rules are unavailable or have rejected a stored move.
    rules: Option<R>,
    timing: Option<Timing>,
    plans: Plans,
    /// Number of legs in all manual moves, including those taken back.
    legs: usize,
}

/// Why applying an event failed.
enum Obstacle<E> {
    Ledger(LedgerError),
    Refused(E),
    Beginning,
}

impl<E> From<Obstacle<E>> for EventError<E> {
    fn from(obstacle: Obstacle<E>) -> Self {
        match obstacle {
            Obstacle::Ledger(error) => Self::Ledger(error),
            Obstacle::Refused(refusal) => Self::Refused(refusal),
            Obstacle::Beginning => Self::Beginning,
        }
    }
}

/// Why a requested event cannot be the next event of the game; usually the request was repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeat {
    /// The event is already stored.
    Known,
    /// The side has already made a different setup choice.
    Committed,
    /// A different event is already stored at the requested sequence number.
    Conflict,
}

impl<R> GameState<R> {
    /// Maximum number of events in a game, which bounds its memory and CPU time.
    pub const MAX_EVENTS: usize = 4096;
    /// Maximum length of a manual move in bytes.
    pub const MAX_TURN_BYTES: usize = 1024;
    /// Maximum number of legs (changes to single pieces) in all manual moves of a game; a leg takes as much storage and time as a move.
    pub const MAX_LEGS: usize = 4 * Self::MAX_EVENTS;
    /// The status code of a game in which setup choices are missing.
    pub const PREPARING: &str = "setup";

    /// Returns the game's properties and events.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the part of the state that can be computed from the events without knowing the rules.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Returns the rules with the current position; `None` if the rules are unavailable or have rejected a stored move.
    pub fn rules(&self) -> Option<&R> {
        self.rules.as_ref()
    }

    /// Returns a mutable reference to the rules with the current position; callers must change only the language and the notation.
    pub fn rules_mut(&mut self) -> Option<&mut R> {
        self.rules.as_mut()
    }

    /// Returns the conditional moves of both sides.
    pub fn plans(&self) -> &Plans {
        &self.plans
    }

    /// Returns the conditional moves of both sides for modification.
    pub fn plans_mut(&mut self) -> &mut Plans {
        &mut self.plans
    }

    /// Returns the number of events, which is also the sequence number of the next event.
    pub fn seq(&self) -> usize {
        self.game.entries.len()
    }

    /// Returns the number of legs (changes to single pieces) in all manual moves, including those taken back.
    pub fn legs(&self) -> usize {
        self.legs
    }

    /// Converts an offer to an agreement if the other side has already made the same offer; returns other events as they are.
    pub fn meant(&self, event: Event) -> Event {
        crossed(&self.ledger, event)
    }

    /// Returns whether any events have happened since the game was created.
    pub fn has_begun(&self) -> bool {
        self.seq() > self.game.given()
    }

    /// Returns whether setup choices are missing.
    pub fn is_preparing(&self) -> bool {
        self.ledger.is_preparing(self.game.setup)
    }

    /// Returns whether setup choices are still hidden from the other side.
    pub fn hides_choices(&self) -> bool {
        self.game.setup.is_some_and(|terms| terms.secret) && self.is_preparing()
    }

    /// Returns the events, without setup choices that are still hidden.
    pub fn seen_events(&self) -> Vec<Event> {
        let hidden = self.hides_choices();
        let seen = |event: &Event| match event {
            Event::Setup { side, commitment, .. } if hidden => {
                Event::Setup { side: *side, setup: String::new(), salt: None, commitment: *commitment }
            }
            event => event.clone(),
        };
        self.game.entries.iter().map(|entry| seen(&entry.event)).collect()
    }

    /// Returns the time at which to record the next event: `now`, or later if the system clock was set back after the last event.
    pub fn moment(&self, now: i64) -> i64 {
        // Only events that the game already had when it was created are dated `created_at`.
        let last = self.game.entries.last().map_or(0, |entry| entry.at).max(self.game.created_at + 1);
        self.game.arrivals.into_iter().flatten().fold(now.max(last), i64::max)
    }

    /// Reads the clocks at `now` (Unix milliseconds); `None` if the game has no clocks.
    pub fn clocks(&self, now: i64) -> Option<Reading> {
        self.timing.as_ref().map(|timing| timing.read(now))
    }

    /// Returns whether the last move was manual and has not been checked, so that a protest is possible.
    pub fn has_turn_to_judge(&self) -> bool {
        self.ledger.last_by_hand().is_some() && self.ledger.protest().is_none()
    }

    /// Returns why a requested event cannot be the next event; `None` if it can. Setup choices have no sequence number, because each side
    /// makes only one.
    pub fn repeated(&self, seq: Option<usize>, event: &Event) -> Option<Repeat> {
        match (seq, event) {
            (None, Event::Setup { side, setup, .. }) => match self.ledger.setups()[side.index()]? == setup {
                true => Some(Repeat::Known),
                false => Some(Repeat::Committed),
            },
            (None, _) => None,
            (Some(seq), _) if seq == self.seq() => None,
            (Some(seq), event) => {
                let known = self.game.entries.get(seq).is_some_and(|entry| entry.event.answers(event));
                Some(if known { Repeat::Known } else { Repeat::Conflict })
            }
        }
    }
}

impl<R: Rules> GameState<R> {
    /// Creates the state of a new game from `rules` in the initial position.
    pub fn begin(game: Game, rules: R) -> Self {
        Self {
            timing: Timing::of(game.pace),
            game,
            ledger: Ledger::default(),
            rules: Some(rules),
            plans: Plans::default(),
            legs: 0,
        }
    }

    /// Returns when the running clock, or the time to begin, expires unless another event happens first, in Unix milliseconds.
    pub fn deadline(&self) -> Option<i64> {
        self.next_due().map(|(_, at)| at)
    }

    /// Returns the event that ends the game if the time to begin or a clock has expired by `now`, with the time of expiry.
    pub fn due(&self, now: i64) -> Option<(Event, i64)> {
        self.next_due().filter(|(_, at)| *at <= now)
    }

    fn next_due(&self) -> Option<(Event, i64)> {
        let Some(at) = self.game.begin_by().filter(|_| self.rules.is_some() && !self.is_over()) else {
            return self.timing.as_ref()?.due();
        };
        let here = self.game.arrivals.map(|arrival| arrival.is_some());
        let side = match here {
            _ if self.game.paired == Some(PairedBy::Seek) => None,
            [false, false] => None,
            [true, true] => self.rules.as_ref().map(Rules::side_to_move),
            [first, _] => Some(if first { Side::Second } else { Side::First }),
        };
        Some((side.map_or(Event::Lapse {}, |side| Event::Absent { side }), at))
    }

    /// Replays a stored game; `rules` are its rules in the initial position, or `None` if they are unavailable.
    ///
    /// If the rules reject a stored move, the replay continues without rules.
    pub fn replay(game: Game, rules: Option<R>) -> Result<Self, LedgerError> {
        Self::replay_with(game, rules, |_, _, _| {})
    }

    /// Returns, for each move, the main time left to the player who made it, in milliseconds, or `None` if no clock was running. Replays
    /// the whole game from `rules`, the game's rules in the initial position.
    pub fn banks(&self, rules: R) -> Vec<Option<u64>> {
        let mut banks = Vec::new();
        let replayed = Self::replay_with(self.game.clone(), Some(rules), |state, by, at| {
            let moves = state.ledger.moves().len();
            if moves > banks.len() {
                let running = state.timing.as_ref().filter(|timing| timing.has_started());
                let bank = |by: Side| running.map(|timing| timing.read(at).sides[by.index()].bank);
                banks.resize(moves - 1, None);
                banks.push(by.and_then(bank));
            }
            banks.truncate(moves);
        });
        debug_assert!(replayed.is_ok(), "the game was replayed before");
        banks
    }

    /// Replays a game like [`replay`](Self::replay), calling `observe` after each event with the state, the side that was to move before
    /// the event, and the event's time.
    pub fn replay_with(
        mut game: Game,
        rules: Option<R>,
        mut observe: impl FnMut(&Self, Option<Side>, i64),
    ) -> Result<Self, LedgerError> {
        let timing = rules.is_some().then(|| Timing::of(game.pace)).flatten();
        let entries = mem::take(&mut game.entries);
        let arrivals = mem::take(&mut game.arrivals);
        game.entries.reserve(entries.len());
        let mut state =
            Self { game, ledger: Ledger::default(), rules, timing, plans: Plans::default(), legs: 0 };
        let mut arriving: Vec<(i64, Side)> =
            Side::BOTH.into_iter().filter_map(|side| Some((arrivals[side.index()]?, side))).collect();
        arriving.sort_by_key(|(at, _)| *at);
        let mut arriving = arriving.into_iter().peekable();
        for entry in entries {
            while let Some((at, side)) = arriving.next_if(|(at, _)| *at <= entry.at) {
                state.record_arrival(side, at);
            }
            let by = state.rules.as_ref().map(Rules::side_to_move);
            match state.apply(&entry.event, entry.at) {
                Ok(()) => observe(&state, by, entry.at),
                Err(Obstacle::Ledger(error)) => return Err(error),
                Err(Obstacle::Refused(_) | Obstacle::Beginning) => {
                    (state.rules, state.timing) = (None, None);
                    state.ledger.take(&entry.event)?;
                }
            }
            state.legs += entry.event.legs();
            state.game.entries.push(entry);
        }
        arriving.for_each(|(at, side)| state.record_arrival(side, at));
        Ok(state)
    }

    /// Records a player's arrival in a game with clocks, unless an arrival is already recorded; returns the arrival time and the new
    /// deadline.
    pub fn arrive(&mut self, side: Side, now: i64) -> Option<(i64, Option<i64>)> {
        if self.game.pace.is_unlimited() || self.game.arrivals[side.index()].is_some() {
            return None;
        }
        // Replay orders arrivals and events by time, so an arrival must be later than the last event.
        let last = self.game.entries.last().map_or(0, |entry| entry.at + 1);
        let at = self.moment(now).max(last);
        self.record_arrival(side, at);
        Some((at, self.deadline()))
    }

    /// Validates and applies an event caused by the holder of a seat, and returns the entry to store. If storing that entry fails, the
    /// caller must discard this state.
    ///
    /// # Errors
    /// The event is not allowed; the state is then unchanged.
    pub fn take(&mut self, event: Event, seat: Seat, at: i64) -> Result<Entry, EventError<R::Refusal>> {
        self.check(&event, seat, at)?;
        let mover = self.rules.as_ref().map(Rules::side_to_move).filter(|_| event.is_move());
        self.apply(&event, at)?;
        let mut entry = Entry { event, mover, status: Some(self.status()), at, deadline: None };
        self.legs += entry.event.legs();
        self.game.entries.push(entry.clone());
        entry.deadline = self.deadline();
        if let Some(last) = self.game.entries.last_mut() {
            last.deadline = entry.deadline;
        }
        Ok(entry)
    }

    /// Applies a stored event without checking who caused it. Unlike [`replay`](Self::replay), fails if the rules reject the event.
    pub fn apply_stored(&mut self, entry: Entry) -> Result<(), EventError<R::Refusal>> {
        self.apply(&entry.event, entry.at)?;
        self.legs += entry.event.legs();
        self.game.entries.push(entry);
        Ok(())
    }

    /// Plays the conditional moves that are due, discards those that no longer match, and returns the entries to store.
    pub fn answer(&mut self, at: i64) -> Vec<Entry> {
        let mut answers = Vec::new();
        // Conditional moves are discarded when the game ends or moves are taken back.
        let back = matches!(self.game.entries.last(), Some(Entry { event: Event::Takeback { .. }, .. }));
        if back || self.rules.is_none() || self.is_over() {
            self.plans = Plans::default();
        }
        while let Some((side, reply)) = self.plans.take_due(self.ledger.moves()) {
            let (events, then) = match reply {
                Reply::Resign => (vec![Event::Resign { side }], None),
                Reply::Play { turn, then } => {
                    (turn.into_iter().map(|ply| Event::Move { text: ply.text }).collect(), Some(then))
                }
            };
            for event in events {
                // Conditional moves were validated when the player entered them, so this fails only if the game has too many events.
                let Ok(entry) = self.take(event, Seat::Side(side), at) else { return answers };
                answers.push(entry);
            }
            let after = self.ledger.moves().len();
            self.plans.set(side, Ready { after, plan: then.unwrap_or_default() });
        }
        answers
    }

    /// Returns whether the players, their clocks or the rules have ended the game.
    pub fn is_over(&self) -> bool {
        self.ledger.ending().is_some() || self.rules.as_ref().is_some_and(Rules::is_over)
    }

    /// Returns the rules with the current position if a side can prepare conditional moves now.
    ///
    /// # Errors
    /// The game is over, read-only or in setup, or the side itself is to move.
    pub fn foresee(&self, side: Side) -> Result<&R, EventError<R::Refusal>> {
        let rules = self.rules.as_ref().ok_or(EventError::Frozen)?;
        if self.is_preparing() {
            return Err(EventError::Preparing);
        }
        match self.ledger.ending() {
            Some(ending) => Err(EventError::Ended(ending)),
            None if rules.is_over() => Err(EventError::Over),
            None if rules.side_to_move() == side => Err(EventError::Turn),
            None => Ok(rules),
        }
    }

    /// Returns the status code; if the rules are unavailable, the code recorded with the last event.
    pub fn status(&self) -> String {
        match (&self.rules, self.ledger.ending()) {
            (Some(_), None) if self.is_preparing() => Self::PREPARING.to_owned(),
            (_, Some(ending)) => ending.status(),
            (Some(rules), None) => rules.status(),
            (None, None) => self.game.recorded_status().unwrap_or("unknown").to_owned(),
        }
    }

    /// Checks whether the holder of a seat can cause an event. The legality of a move is checked when it is played.
    fn check(&mut self, event: &Event, seat: Seat, at: i64) -> Result<(), EventError<R::Refusal>> {
        let (seq, preparing) = (self.seq(), self.is_preparing());
        let Some(rules) = &mut self.rules else { return Err(EventError::Frozen) };
        let by_time = matches!(event, Event::Flag { .. } | Event::Lapse {} | Event::Absent { .. });
        // Events that end the game are allowed even if the game has the maximum number of events.
        let ends = by_time || matches!(event, Event::Resign { .. } | Event::Draw {} | Event::Abort { .. });
        if seq >= Self::MAX_EVENTS && !ends {
            return Err(EventError::TooLong);
        }
        let again = event.is_about_rematch();
        if let Some(ending) = self.ledger.ending().filter(|_| !again || self.ledger.rematch()) {
            return Err(EventError::Ended(ending));
        }
        let over = rules.is_over();
        let board = matches!(
            event,
            Event::Move { .. } | Event::Turn { .. } | Event::Takeback { .. } | Event::Setup { .. }
        );
        if over && (self.ledger.rematch() || !board && !again) {
            return Err(EventError::Over);
        }
        if preparing && !again && !matches!(event, Event::Setup { .. } | Event::Abort { .. }) {
            return Err(EventError::Preparing);
        }
        let own_turn = seat.plays(rules.side_to_move());
        check_time(self.timing.as_ref(), event, at)?;
        match event {
            Event::Move { .. } | Event::Turn { .. } if !over && !own_turn => Err(EventError::Turn),
            Event::Turn { text } if text.len() > Self::MAX_TURN_BYTES => Err(EventError::LongTurn),
            Event::Turn { .. } if self.legs + event.legs() > Self::MAX_LEGS => Err(EventError::Legs),
            Event::Turn { text } => check_barred(rules, &self.ledger, text),
            Event::Move { .. } => Ok(()),
            Event::Setup { .. } if self.game.setup.is_none() => Err(EventError::NoChoice),
            Event::Setup { side, .. } if self.ledger.setups()[side.index()].is_some() => {
                Err(EventError::Committed)
            }
            Event::Setup { .. } => Ok(()),
            Event::Protest { side, .. } if *side != rules.side_to_move() => Err(EventError::Protest),
            Event::Protest { .. } if !self.has_turn_to_judge() => Err(EventError::Protest),
            Event::Protest { .. } => Ok(()),
            Event::Takeback { plies } => {
                check_takeback(*plies, &self.ledger)?;
                Ok(check_agreed(seat, self.ledger.offer(), Offer::Takeback { plies: *plies })?)
            }
            Event::Offer { offer: Offer::Takeback { plies }, .. } => {
                check_takeback(*plies, &self.ledger)?;
                Ok(check(&self.ledger, seat, event, over, self.game.given())?)
            }
            event => {
                let over = over || self.ledger.ending().is_some();
                Ok(check(&self.ledger, seat, event, over, self.game.given())?)
            }
        }
    }

    /// Applies an event to the moves, the position and the clocks.
    fn apply(&mut self, event: &Event, at: i64) -> Result<(), Obstacle<R::Refusal>> {
        let step = self.ledger.step(event).map_err(Obstacle::Ledger)?;
        let by = self.rules.as_ref().map(Rules::side_to_move);
        if let Some(rules) = &mut self.rules {
            match &step {
                Step::Play(text) => rules.play(text).map_err(Obstacle::Refused)?,
                Step::Back(plies) => (0..*plies).for_each(|_| rules.undo()),
                Step::Choose | Step::Nothing => {}
            }
            if let Some(choices) = self.ledger.choices_with(event).filter(|_| self.game.setup.is_some()) {
                *rules = rules.set_up(choices).ok_or(Obstacle::Beginning)?;
            }
        }
        self.ledger.advance(event, &step);
        if step == Step::Choose {
            self.start_clocks(at);
        }
        let over = self.is_over();
        if let (Some(timing), Some(rules), Some(by)) = (&mut self.timing, &self.rules, by) {
            let to = rules.side_to_move();
            match &step {
                // Moves that the game already had when it was created take no time (rule C14 in docs/CLOCKS.md).
                Step::Play(_) if at > self.game.created_at => timing.moved(by, to, at),
                Step::Back(_) => timing.taken_back(to, at),
                _ => {}
            }
            timing.apply(event, at);
            if over {
                timing.stop(at);
            }
        }
        Ok(())
    }

    fn record_arrival(&mut self, side: Side, at: i64) {
        self.game.arrivals[side.index()] = Some(at);
        self.start_clocks(at);
    }

    /// Starts the clocks when both players have arrived and made setup choices, unless the game is over (rule C1).
    fn start_clocks(&mut self, at: i64) {
        let here = self.game.arrivals.iter().all(|arrival| arrival.is_some_and(|arrival| arrival <= at));
        let waits = !here || self.is_preparing() || self.is_over();
        if let (Some(timing), Some(rules), false) = (&mut self.timing, &self.rules, waits) {
            timing.start(rules.side_to_move(), at);
        }
    }
}

fn check_time<E>(timing: Option<&Timing>, event: &Event, at: i64) -> Result<(), EventError<E>> {
    match (timing, event) {
        (Some(timing), event) => timing.check(event, at),
        (None, Event::Vacation { .. }) => Err(EventError::Vacation { left: 0 }),
        (
            None,
            Event::Announce { .. }
            | Event::Stay { .. }
            | Event::Give { .. }
            | Event::Pause {}
            | Event::Resume {}
            | Event::Offer { offer: Offer::Pause | Offer::Resume, .. },
        ) => Err(TimeError::NoClock.into()),
        (None, _) => Ok(()),
    }
}

/// Checks that a take-back covers at least one ply, and no more plies than have been played.
fn check_takeback<E>(plies: u32, ledger: &Ledger) -> Result<(), EventError<E>> {
    let standing = ledger.moves().len();
    match usize::try_from(plies) {
        Ok(plies) if (1..=standing).contains(&plies) => Ok(()),
        _ => Err(EventError::Takeback { standing }),
    }
}

/// Rejects a manual move that leads to the same position as a move undone by a protest, however the move is written.
fn check_barred<R: Rules>(rules: &mut R, ledger: &Ledger, text: &str) -> Result<(), EventError<R::Refusal>> {
    if ledger.barred().next().is_none() {
        return Ok(());
    }
    rules.play(&format!("{}{text}", Event::TURN_SIGN)).map_err(EventError::Refused)?;
    let stands = rules.position();
    rules.undo();
    for barred in ledger.barred() {
        // Undoing is faster than copying the game, which is slow for long games.
        if rules.play(barred).is_ok() {
            let same = rules.position() == stands;
            rules.undo();
            if same {
                return Err(EventError::Barred);
            }
        }
    }
    Ok(())
}
