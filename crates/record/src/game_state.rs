use std::mem;

use entourage_clock::Reading;
use entourage_kernel::Side;

use crate::agreement::{check, check_agreed, crossed};
use crate::ledger::Step;
use crate::timing::Timing;
use crate::{
    Entry, Event, EventError, Game, Ledger, LedgerError, Offer, Plans, Ready, Reply, Rules, Seat, TimeError,
};

/// Holds a game and what its events amount to: the moves that stand, under the rules where these apply, what is proposed, the
/// ending, and the clocks.
///
/// This is the one place that says what an event does. A stored game is told to it by [`replay`](Self::replay), and what happens
/// now by [`take`](Self::take), which first asks whether it may.
#[derive(Clone, Debug)]
pub struct GameState<R> {
    game: Game,
    ledger: Ledger,
    /// The moves that stand, played under the rules; `None` where these do not apply.
    rules: Option<R>,
    timing: Option<Timing>,
    plans: Plans,
    /// The number of legs of all turns by hand, those taken back included.
    legs: usize,
}

/// Why an event that was taken in cannot be.
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

/// What is known of an event that somebody asks for, perhaps once more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeat {
    /// It is here already.
    Known,
    /// The side has chosen something else.
    Committed,
    /// Something else is here.
    Conflict,
}

impl<R> GameState<R> {
    /// The most events that a game may have. It bounds the memory and the time that any one game can take.
    pub const MOST_EVENTS: usize = 4096;
    /// The most bytes of a turn by hand: more than any that is taken.
    pub const MOST_TURN: usize = 1024;
    /// The most legs that the turns by hand of a game may have together, four a turn of the longest: each is as much to keep and to play
    /// again as a move.
    pub const MOST_LEGS: usize = 4 * Self::MOST_EVENTS;
    /// The status word of a game whose players have not both chosen.
    pub const PREPARING: &str = "setup";

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns what the events amount to without the rules.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Returns the rules at work, unless they do not apply.
    pub fn rules(&self) -> Option<&R> {
        self.rules.as_ref()
    }

    /// Returns the rules at work, for whoever changes how they speak and not what stands.
    pub fn rules_mut(&mut self) -> Option<&mut R> {
        self.rules.as_mut()
    }

    /// Returns what the sides have ready.
    pub fn plans(&self) -> &Plans {
        &self.plans
    }

    /// Returns what the sides have ready, to have them ready for something else.
    pub fn plans_mut(&mut self) -> &mut Plans {
        &mut self.plans
    }

    /// Returns the number of events.
    pub fn seq(&self) -> usize {
        self.game.entries.len()
    }

    /// Returns the number of legs of all turns by hand.
    pub fn legs(&self) -> usize {
        self.legs
    }

    /// Returns what an event amounts to as the game stands: a proposal that crosses the other side's same one is an agreement.
    pub fn meant(&self, event: Event) -> Event {
        crossed(&self.ledger, event)
    }

    /// Returns whether anything has happened besides what the game was created with.
    pub fn has_begun(&self) -> bool {
        self.seq() > self.game.given()
    }

    /// Returns whether the players have yet to choose what they begin with.
    pub fn is_preparing(&self) -> bool {
        self.ledger.is_preparing(self.game.setup)
    }

    /// Returns whether what a side has chosen is hidden from the other.
    pub fn hides_choices(&self) -> bool {
        self.game.setup.is_some_and(|terms| terms.secret) && self.is_preparing()
    }

    /// Lists the events as everybody may see them.
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

    /// Returns the time, or that after which the next thing can happen in the game if that is later: a machine's clock may be set back.
    pub fn moment(&self, now: i64) -> i64 {
        // What the game was created with is told by its time.
        let last = self.game.entries.last().map_or(0, |entry| entry.at).max(self.game.created_at + 1);
        self.game.arrivals.into_iter().flatten().fold(now.max(last), i64::max)
    }

    /// Returns when time is up, if nobody does anything.
    pub fn deadline(&self) -> Option<i64> {
        self.timing.as_ref()?.due().map(|(_, at)| at)
    }

    /// Returns what is to happen because time is up, and when it was.
    pub fn due(&self, now: i64) -> Option<(Event, i64)> {
        self.timing.as_ref()?.due().filter(|(_, at)| *at <= now)
    }

    /// Reads the clocks, where there are any.
    pub fn clocks(&self, now: i64) -> Option<Reading> {
        self.timing.as_ref().map(|timing| timing.read(now))
    }

    /// Returns whether a protest can be made: a turn by hand stands last, and no protest was made since.
    pub fn has_turn_to_judge(&self) -> bool {
        self.ledger.last_by_hand().is_some() && self.ledger.protest().is_none()
    }

    /// Returns what is known of an event that cannot be the next one, because it is already here or something else is; `None` where it can.
    /// A choice for the start has no sequence number: a side makes one only.
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
    /// Begins a game in which nothing has happened, under its rules.
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

    /// Replays a stored game, under its rules as they stand before the first event; without them where they do not apply.
    ///
    /// Rules that do not take what was stored apply no more.
    pub fn replay(game: Game, rules: Option<R>) -> Result<Self, LedgerError> {
        Self::tell(game, rules, |_, _, _| {})
    }

    /// Lists for each move that stands what the bank of its player held afterwards, in milliseconds, `rules` being those before the first
    /// event; `None` where no clock ran. It takes as long as [`replay`](Self::replay).
    pub fn banks(&self, rules: R) -> Vec<Option<u64>> {
        let mut banks = Vec::new();
        let told = Self::tell(self.game.clone(), Some(rules), |state, by, at| {
            let moves = state.ledger.moves().len();
            if moves > banks.len() {
                let running = state.timing.as_ref().filter(|timing| timing.has_started());
                let bank = |by: Side| running.map(|timing| timing.read(at).sides[by.index()].bank);
                banks.resize(moves - 1, None);
                banks.push(by.and_then(bank));
            }
            banks.truncate(moves);
        });
        debug_assert!(told.is_ok(), "it was told before");
        banks
    }

    /// Replays a stored game as [`replay`](Self::replay) does, to somebody who hears after each event who was to move before it, and when
    /// it was.
    fn tell(
        mut game: Game,
        rules: Option<R>,
        mut hear: impl FnMut(&Self, Option<Side>, i64),
    ) -> Result<Self, LedgerError> {
        let entries = mem::take(&mut game.entries);
        let arrivals = mem::take(&mut game.arrivals);
        game.entries.reserve(entries.len());
        let timing = rules.is_some().then(|| Timing::of(game.pace)).flatten();
        let mut state =
            Self { game, ledger: Ledger::default(), rules, timing, plans: Plans::default(), legs: 0 };
        let mut coming: Vec<(i64, Side)> =
            Side::BOTH.into_iter().filter_map(|side| Some((arrivals[side.index()]?, side))).collect();
        coming.sort_by_key(|(at, _)| *at);
        let mut coming = coming.into_iter().peekable();
        for entry in entries {
            while let Some((at, side)) = coming.next_if(|(at, _)| *at <= entry.at) {
                state.come(side, at);
            }
            let by = state.rules.as_ref().map(Rules::side_to_move);
            match state.apply(&entry.event, entry.at) {
                Ok(()) => hear(&state, by, entry.at),
                Err(Obstacle::Ledger(error)) => return Err(error),
                Err(Obstacle::Refused(_) | Obstacle::Beginning) => {
                    (state.rules, state.timing) = (None, None);
                    state.ledger.take(&entry.event)?;
                }
            }
            state.legs += entry.event.legs();
            state.game.entries.push(entry);
        }
        coming.for_each(|(at, side)| state.come(side, at));
        Ok(state)
    }

    /// Lets a side's player come to a game with clocks, unless they have come before; returns when they did, and when time is up now.
    pub fn arrive(&mut self, side: Side, now: i64) -> Option<(i64, Option<i64>)> {
        if self.game.pace.is_unlimited() || self.game.arrivals[side.index()].is_some() {
            return None;
        }
        // What is told again in order of time is told as it was.
        let last = self.game.entries.last().map_or(0, |entry| entry.at + 1);
        let at = self.moment(now).max(last);
        self.come(side, at);
        Some((at, self.deadline()))
    }

    /// Takes in an event that whoever has a seat brings about at a time, and returns the entry to store. A state is of no use
    /// any more if its entry cannot be stored.
    ///
    /// # Errors
    /// Why the event may not follow; nothing changes then.
    pub fn take(&mut self, event: Event, seat: Seat, at: i64) -> Result<Entry, EventError<R::Refusal>> {
        self.check(&event, seat, at)?;
        self.apply(&event, at)?;
        let entry = Entry { event, status: Some(self.status()), at, deadline: self.deadline() };
        self.legs += entry.event.legs();
        self.game.entries.push(entry.clone());
        Ok(entry)
    }

    /// Takes in an event that was stored, under the rules, whoever brought it about; other than [`replay`](Self::replay) it gives up where
    /// the rules do not take it.
    pub fn retell(&mut self, entry: Entry) -> Result<(), EventError<R::Refusal>> {
        self.apply(&entry.event, entry.at)?;
        self.legs += entry.event.legs();
        self.game.entries.push(entry);
        Ok(())
    }

    /// Plays what the sides have ready for the events so far, and drops what they have for other ones; returns the entries to store.
    pub fn answer(&mut self, at: i64) -> Vec<Entry> {
        let mut answers = Vec::new();
        // What was foreseen is not what is now, once the game is over or went back.
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
                // Checked when it was made; a game that is full by now takes nothing more.
                let Ok(entry) = self.take(event, Seat::Side(side), at) else { return answers };
                answers.push(entry);
            }
            let after = self.ledger.moves().len();
            self.plans.set(side, Ready { after, plan: then.unwrap_or_default() });
        }
        answers
    }

    /// Returns whether the game is over, by its players or by its rules.
    pub fn is_over(&self) -> bool {
        self.ledger.ending().is_some() || self.rules.as_ref().is_some_and(Rules::is_over)
    }

    /// Returns the rules where a side may have moves ready for the other's just now.
    ///
    /// # Errors
    /// Nobody moves in the game (any more), or the side is to move itself.
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

    /// Returns the status words: what the rules say, or what was recorded if they do not apply.
    pub fn status(&self) -> String {
        match (&self.rules, self.ledger.ending()) {
            (Some(_), None) if self.is_preparing() => Self::PREPARING.to_owned(),
            (_, Some(ending)) => ending.status(),
            (Some(rules), None) => rules.status(),
            (None, None) => self.game.recorded_status().unwrap_or("unknown").to_owned(),
        }
    }

    /// Returns whether an event may follow, brought about by whoever has a seat; the rules judge a move when it is played.
    fn check(&mut self, event: &Event, seat: Seat, at: i64) -> Result<(), EventError<R::Refusal>> {
        let (seq, preparing) = (self.seq(), self.is_preparing());
        let Some(rules) = &mut self.rules else { return Err(EventError::Frozen) };
        let by_time = matches!(event, Event::Flag { .. } | Event::Lapse {});
        // What ends the game always finds room.
        let ends = by_time || matches!(event, Event::Resign { .. } | Event::Draw {} | Event::Abort { .. });
        if seq >= Self::MOST_EVENTS && !ends {
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
            Event::Turn { text } if text.len() > Self::MOST_TURN => Err(EventError::LongTurn),
            Event::Turn { .. } if self.legs + event.legs() > Self::MOST_LEGS => Err(EventError::Legs),
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

    /// Takes an event in: what it does to the moves, to the board under the rules, and to the clocks.
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
                // What the game was created with is nobody's turn (C14).
                Step::Play(_) if at > self.game.created_at => timing.moved(by, to, at),
                Step::Back(_) => timing.taken_back(to, at),
                _ => {}
            }
            timing.tell(event, at);
            if over {
                timing.stop(at);
            }
        }
        Ok(())
    }

    fn come(&mut self, side: Side, at: i64) {
        self.game.arrivals[side.index()] = Some(at);
        self.start_clocks(at);
    }

    /// Starts the clocks once both players have come and chosen, unless the game is over before (C1).
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

/// Refuses to take back more than stands, or nothing.
fn check_takeback<E>(plies: u32, ledger: &Ledger) -> Result<(), EventError<E>> {
    let standing = ledger.moves().len();
    match usize::try_from(plies) {
        Ok(plies) if (1..=standing).contains(&plies) => Ok(()),
        _ => Err(EventError::Takeback { standing }),
    }
}

/// Refuses a turn by hand that a protest gave back to its player, however it is written: what counts is what it does.
fn check_barred<R: Rules>(rules: &mut R, ledger: &Ledger, text: &str) -> Result<(), EventError<R::Refusal>> {
    if ledger.barred().next().is_none() {
        return Ok(());
    }
    rules.play(&format!("{}{text}", Event::TURN_SIGN)).map_err(EventError::Refused)?;
    let stands = rules.position();
    rules.undo();
    for barred in ledger.barred() {
        // A copy of the game for each would take long in a long game.
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
