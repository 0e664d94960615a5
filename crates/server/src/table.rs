mod answers;
pub(crate) mod degrees;
mod tidings;
mod words;

pub(crate) use answers::Answers;
pub(crate) use tidings::Tidings;

use entourage_clock::Pace;
use entourage_kernel::{Degree, Outcome, Side, Text};
use entourage_registry::{AnyMatch, Level, SetupError, begin, open};
use entourage_store::{
    Ending, Entry, Event, Game, GameId, Line, LineError, Offer, Player, Seat, SetupTerms, Verdict,
};

use crate::agreement::{check, check_agreed, is_about_rematch};
use crate::degree_failure::DegreeFailure;
use crate::failure::{Failure, Part};
use crate::negotiate::Locale;
use crate::plans::Plans;
use crate::preparation::{self, Preparation};
use crate::seating::Apart;
use crate::state::{Delta, Proposed, Protested, Reader, State, number};
use crate::timing::{ClockView, Timing};
use words::{ended, over, refusal};

/// The most events a game may have. It bounds the memory and the time that any one game can take.
pub(crate) const MOST_EVENTS: usize = 4096;

/// What a client asks for when it creates a game.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Proposal {
    spec: String,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    setup: Option<SetupTerms>,
    /// Gives each side a key of its own; without, one key plays both sides.
    #[serde(default)]
    pub seats: Option<Apart>,
    /// How much the rules help: they enforce themselves, unless it says so.
    #[serde(default)]
    degree: Option<String>,
    /// How fast the game is played; without clocks, unless it says so.
    #[serde(default)]
    pace: Option<String>,
    players: [Player; 2],
}

/// A stored game with the rules at work on it.
pub(crate) struct Table {
    game: Game,
    line: Line,
    /// The spec to play by, the players' choices in it.
    spec: String,
    /// The moves that stand, played under the rules; or why the rules do not apply.
    live: Result<Box<dyn AnyMatch>, Frozen>,
    /// What the sides have ready.
    plans: Plans,
    /// The clocks, where there are any and the game can be continued.
    timing: Option<Timing>,
}

/// Says what happened in a game lately.
pub(crate) struct Since {
    /// What happened.
    pub events: Vec<Event>,
    /// The number of all events of the game.
    pub seq: usize,
    /// The status words after all of them.
    pub status: String,
    /// What the clocks show, where there are any.
    pub clock: Option<ClockView>,
}

/// Says why a stored game cannot be continued.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Frozen {
    /// It began under other rules.
    OtherRules { now: &'static str },
    /// This server does not have the game or its options.
    UnknownGame,
    /// The rules of this version do not take its record.
    Unplayable,
}

impl Table {
    /// What an event of an enforced game takes of memory, its move included, in bytes.
    pub const UNIT: usize = 512;

    /// Begins the game that a client proposes, at a time.
    pub fn begin(proposal: Proposal, locale: Locale, now: i64) -> Result<Self, Failure> {
        let id = GameId::random().map_err(|_| Failure::Unavailable)?;
        Self::begin_as(id, proposal, locale, now)
    }

    /// Begins the game that a client proposes under a name.
    fn begin_as(id: GameId, proposal: Proposal, locale: Locale, now: i64) -> Result<Self, Failure> {
        let known = |player: &Player| match player {
            Player::Human {} => true,
            Player::Computer { level } => Level::new(*level).is_some(),
        };
        if !proposal.players.iter().all(known) {
            return Err(Failure::Players);
        }
        let degree = degrees::read(proposal.degree.as_deref(), &proposal.players)?;
        if proposal.moves.len() > MOST_EVENTS {
            return Err(Failure::TooLong { most: MOST_EVENTS });
        }
        let pace: Pace = match &proposal.pace {
            Some(text) => text.parse().map_err(|error| Failure::Text { part: Part::Pace, error })?,
            None => Pace::UNLIMITED,
        };
        let rules = open(&proposal.spec).map_err(|error| Failure::Text { part: Part::Spec, error })?;
        if proposal.setup.is_some() && (proposal.position.is_some() || !proposal.moves.is_empty()) {
            return Err(Failure::Combination(Text::new(
                "Players choose what they begin with at the start only, not beside a position or moves.",
                "Les joueurs choisissent leur début de partie au départ seulement, pas à côté d'une position ou de coups.",
            )));
        }
        let spec = match proposal.setup {
            Some(terms) => preparation::check_terms(rules.as_ref(), terms)?,
            None => rules.spec(),
        };
        let rules = open(&spec).map_err(|error| Failure::Text { part: Part::Spec, error })?;
        let live = begin(&spec, proposal.position.as_deref(), degree)
            .map_err(|error| Failure::Text { part: Part::Position, error: locale.notation.of_error(error) })?;
        let start_status = match proposal.setup {
            Some(_) => preparation::STATUS.to_owned(),
            None => live.status().to_string(),
        };
        let game = Game {
            id,
            spec: spec.clone(),
            rules_version: rules.metadata().rules_version.into(),
            start: live.start_text(),
            start_status: Some(start_status),
            setup: proposal.setup,
            degree,
            pace,
            arrivals: [None; 2],
            players: proposal.players,
            created_at: now,
            entries: Vec::with_capacity(proposal.moves.len()),
        };
        let choices = preparation::computers_choices(rules.as_ref(), &game)?;
        let timing = Timing::of(&game);
        let plans = Plans::default();
        let mut table = Self { game, line: Line::default(), spec, live: Ok(live), timing, plans };
        let host = Reader { seat: Seat::Both, host: true, locale, now };
        for event in choices {
            let entry = table.take(event, host, now)?;
            table.record(entry);
        }
        for (index, text) in proposal.moves.into_iter().enumerate() {
            let event = degrees::event_of(text);
            let entry = table.take(event, host, now).map_err(|failure| failure.in_list(index))?;
            table.record(entry);
        }
        Ok(table)
    }

    /// Begins the game that follows another, from the same start and with the same terms.
    pub fn again(game: &Game, locale: Locale, now: i64) -> Result<Self, Failure> {
        let [first, second] = game.players;
        let position = game.setup.is_none().then(|| game.start.clone());
        let proposal = Proposal {
            spec: game.spec.clone(),
            position,
            moves: Vec::new(),
            setup: game.setup,
            seats: None,
            degree: Some(game.degree.to_string()),
            pace: Some(game.pace.to_string()),
            players: [second, first],
        };
        // What the computer chooses is committed under the name of its game.
        Self::begin_as(game.id.next(), proposal, locale, now)
    }

    /// Sets a stored game up again by replaying the moves that stand.
    pub fn of(game: Game) -> Result<Self, LineError> {
        let line = Line::of(game.entries.iter().map(|entry| &entry.event))?;
        let spec = preparation::spec(&game, &line);
        let live = replay(&game, &spec, &line);
        let beginning = || replay(&game, &spec, &Line::default()).ok();
        let clocks = live.is_ok() && !game.pace.is_unlimited();
        let timing = clocks.then(beginning).flatten().and_then(|beginning| Timing::replay(&game, beginning));
        Ok(Self { game, line, spec, live, timing, plans: Plans::default() })
    }

    /// Returns the stored game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Tells whether the players play again.
    pub fn rematch(&self) -> bool {
        self.line.rematch()
    }

    /// Returns the number of events.
    pub fn seq(&self) -> usize {
        self.game.entries.len()
    }

    /// Tells whether anything has happened besides what the game was created with.
    pub fn has_begun(&self) -> bool {
        self.seq() > self.game.given()
    }

    /// Returns the time, or that after which the next thing can happen in the game if that is later: a machine's clock may be set back.
    pub fn moment(&self, now: i64) -> i64 {
        // What the game was created with is told by its time.
        let last = self.game.entries.last().map_or(0, |entry| entry.at).max(self.game.created_at + 1);
        self.game.arrivals.into_iter().flatten().fold(now.max(last), i64::max)
    }

    /// Lets a side's player come to a game with clocks, unless he has come before; returns when he did, and when time is up now.
    pub fn arrive(&mut self, side: Side, now: i64) -> Option<(i64, Option<i64>)> {
        let place = &self.game.arrivals[side.index()];
        if self.game.pace.is_unlimited() || place.is_some() {
            return None;
        }
        // What is told again in order of time is told as it was.
        let last = self.game.entries.last().map_or(0, |entry| entry.at + 1);
        let at = self.moment(now).max(last);
        self.game.arrivals[side.index()] = Some(at);
        if let (Some(timing), Ok(live)) = (&mut self.timing, &self.live) {
            timing.start(&self.game, &self.line, live.as_ref(), at);
        }
        Some((at, self.deadline()))
    }

    /// Returns when time is up, if nobody does anything.
    pub fn deadline(&self) -> Option<i64> {
        self.timing.as_ref()?.due().map(|(_, at)| at)
    }

    /// Returns what is to happen because time is up, and when it was.
    pub fn due(&self, now: i64) -> Option<(Event, i64)> {
        self.timing.as_ref()?.due().filter(|(_, at)| *at <= now)
    }

    /// Puts an event into canonical words.
    pub fn canonical(&self, event: Event) -> Result<Event, Failure> {
        match event {
            Event::Setup { side, setup, salt, .. } if self.live.is_ok() => {
                preparation::check_choice(&self.game, side, &setup, salt)
            }
            // A turn by hand is one however it is sent.
            Event::Move { text } => Ok(degrees::event_of(text)),
            event => Ok(event),
        }
    }

    /// Returns the answer to an event that cannot be the next one: because it is already here, or something else is. A
    /// choice for the start has no sequence number: a side makes one only.
    pub fn answered(
        &self,
        seq: Option<usize>,
        event: &Event,
        reader: Reader,
    ) -> Option<Result<Delta, Failure>> {
        let known = match (seq, event) {
            (None, Event::Setup { side, setup, .. }) => self.line.setups()[side.index()]? == setup,
            (None, _) => return None,
            (Some(seq), _) if seq == self.seq() => return None,
            (Some(seq), event) => {
                self.game.entries.get(seq).is_some_and(|entry| degrees::is_same(&entry.event, event))
            }
        };
        Some(match (known, seq) {
            (true, _) => Ok(self.delta()),
            (false, None) => Err(Failure::Committed),
            (false, Some(_)) => Err(Failure::Conflict(Box::new(self.state(reader)))),
        })
    }

    /// Returns what it takes of memory, in [`UNIT`](Self::UNIT)s, roughly.
    pub fn weight(&self) -> usize {
        // A turn by hand begins a stretch of positions of its own.
        let each = if self.game.degree == Degree::Enforced { 1 } else { 12 };
        24 + each * self.game.entries.len()
    }

    /// Applies an event of whoever has a seat and returns the entry to store. The table keeps the entry only by [`record`](Self::record),
    /// and is of no use any more if it cannot be stored.
    pub fn take(&mut self, event: Event, actor: Reader, now: i64) -> Result<Entry, Failure> {
        let Locale { language, notation } = actor.locale;
        let text = self.frozen(language);
        if let Ok(live) = &mut self.live {
            live.set_notation(notation);
        }
        let event = self.judged(event, language)?;
        let live = self.live.as_mut().map_err(|_| Failure::Frozen(text.unwrap_or_default()))?;
        let judged = matches!(event, Event::Flag { .. } | Event::Lapse {});
        if self.game.entries.len() >= MOST_EVENTS && !judged {
            return Err(Failure::TooLong { most: MOST_EVENTS });
        }
        let again = is_about_rematch(&event);
        if let Some(ending) = self.line.ending().filter(|_| !again || self.line.rematch()) {
            return Err(Failure::Ended { index: None, text: ended(&self.game.spec, ending, language) });
        }
        let by_rules = live.status().outcome().is_some();
        let board = matches!(
            event,
            Event::Move { .. } | Event::Turn { .. } | Event::Takeback { .. } | Event::Setup { .. }
        );
        if by_rules && (self.line.rematch() || !board && !again) {
            return Err(Failure::Ended { index: None, text: over(live.as_ref(), language) });
        }
        let pending = preparation::is_pending(&self.game, &self.line);
        if pending && !again && !matches!(event, Event::Setup { .. } | Event::Abort { .. }) {
            return Err(Failure::Preparing);
        }
        let by = live.side_to_move();
        match &event {
            Event::Vacation { side, days } => {
                let timing = self.timing.as_ref().ok_or(Failure::Vacation { left: 0 })?;
                timing.check_vacation(*side, *days)?;
            }
            Event::Setup { .. } if self.game.setup.is_none() => {
                return Err(Failure::Setup(SetupError::NoChoice));
            }
            Event::Setup { side, .. } if self.line.setups()[side.index()].is_some() => {
                return Err(Failure::Committed);
            }
            Event::Setup { .. } => self.begin_after(&event)?,
            Event::Move { text } => {
                if live.status().outcome().is_none() && !actor.seat.plays(live.side_to_move()) {
                    return Err(Failure::Turn);
                }
                live.play(text).map_err(|error| refusal(live.as_ref(), error, language))?;
            }
            Event::Turn { text } => {
                if live.status().outcome().is_none() && !actor.seat.plays(by) {
                    return Err(Failure::Turn);
                }
                degrees::play(live.as_mut(), &self.line, text, language)?;
            }
            Event::Protest { side, verdict } => {
                if *side != by {
                    return Err(DegreeFailure::NothingToProtest.into());
                }
                if *verdict == Verdict::Upheld {
                    live.undo();
                }
            }
            Event::Takeback { plies } => {
                let standing = self.line.moves().len();
                let plies = usize::try_from(*plies).unwrap_or(usize::MAX);
                if plies == 0 || plies > standing {
                    return Err(Failure::Takeback { standing });
                }
                check_agreed(actor.seat, self.line.offer(), Offer::Takeback { plies: plies as u32 })?;
                (0..plies).for_each(|_| {
                    live.undo();
                });
            }
            event => {
                let over = by_rules || self.line.ending().is_some();
                check(&self.line, actor.seat, event, over, self.game.given())?;
            }
        }
        self.line.take(&event).map_err(|_| Failure::Internal)?;
        if let (Some(timing), Ok(live)) = (&mut self.timing, &self.live) {
            timing.note(&self.game, &self.line, live.as_ref(), &event, by, now);
        }
        Ok(Entry { event, status: Some(self.status()), at: now, deadline: self.deadline() })
    }

    /// Begins the game that an event's choice completes, if it does.
    fn begin_after(&mut self, event: &Event) -> Result<(), Failure> {
        let mut line = self.line.clone();
        line.take(event).map_err(|_| Failure::Internal)?;
        if !preparation::is_pending(&self.game, &line) {
            let spec = preparation::spec(&self.game, &line);
            let live = replay(&self.game, &spec, &line).map_err(|_| Failure::Internal)?;
            (self.spec, self.live) = (spec, Ok(live));
        }
        Ok(())
    }

    /// Adds an entry that [`take`](Self::take) made.
    pub fn record(&mut self, entry: Entry) {
        self.game.entries.push(entry);
    }

    /// Describes where the game stands.
    pub fn delta(&self) -> Delta {
        Delta { seq: self.seq(), status: self.status() }
    }

    /// Returns at most so many events from a number on, with where the game stands after them; `None` if there are none, or one of them
    /// changes more than the list of events.
    pub fn since(&self, from: usize, most: usize, now: i64) -> Option<Since> {
        let entries = self.game.entries.get(from..)?;
        let entries = &entries[..entries.len().min(most)];
        let plain = |entry: &Entry| !matches!(entry.event, Event::Setup { .. });
        if entries.is_empty() || !entries.iter().all(plain) {
            return None;
        }
        let events = entries.iter().map(|entry| entry.event.clone()).collect();
        let clock = self.timing.as_ref().map(|timing| timing.view(now));
        Some(Since { events, seq: self.seq(), status: self.status(), clock })
    }

    /// Describes the game whole for whoever has a seat.
    pub fn state(&self, reader: Reader) -> State {
        State {
            game: self.game.id.to_string(),
            spec: self.spec.clone(),
            rules_version: self.game.rules_version.clone(),
            start: self.start(),
            setup: Preparation::of(&self.game, &self.line),
            seq: self.seq(),
            given: self.game.given(),
            events: preparation::seen_events(&self.game, &self.line),
            moves: self.line.moves().to_vec(),
            degree: self.game.degree.word(),
            protest: self.line.protest().map(|last| Protested {
                side: last.side.number(),
                turn: last.turn.clone(),
                verdict: last.verdict,
            }),
            resigned: number(self.line.resigned()),
            offer: self.line.offer().map(|(side, offer)| Proposed { side: side.number(), offer }),
            agreed: self.line.ending() == Some(Ending::Agreed),
            aborted: match self.line.ending() {
                Some(Ending::Aborted(side)) => Some(side.number()),
                _ => None,
            },
            flagged: match self.line.ending() {
                Some(Ending::Flagged(side)) => Some(side.number()),
                _ => None,
            },
            lapsed: self.line.ending() == Some(Ending::Lapsed),
            rematch: self.line.rematch(),
            seat: reader.seat.word(),
            host: reader.host,
            players: self.game.players,
            pace: self.game.pace.to_string(),
            clock: self.timing.as_ref().map(|timing| timing.view(reader.now)),
            status: self.status(),
            created_at: self.game.created_at,
            frozen: self.frozen(reader.locale.language),
        }
    }

    /// Returns the position in which the game begins.
    fn start(&self) -> String {
        match (&self.live, self.game.setup) {
            (_, None) => self.game.start.clone(),
            (Ok(live), Some(_)) => live.start_text(),
            // The rules have changed; what they make of the choices now is the best there is.
            (Err(_), Some(_)) => {
                let begun = open(&self.spec).ok().and_then(|rules| rules.begin(None).ok());
                begun.map_or_else(|| self.game.start.clone(), |begun| begun.start_text())
            }
        }
    }

    /// Returns the status words: what the rules say, or what was recorded if they do not apply.
    fn status(&self) -> String {
        match (&self.live, self.line.ending()) {
            (Ok(_), None) if preparation::is_pending(&self.game, &self.line) => preparation::STATUS.to_owned(),
            (_, Some(Ending::Resigned(side))) => Outcome::win(!side, "resignation").to_string(),
            (_, Some(Ending::Agreed)) => Outcome::draw("agreement").to_string(),
            (_, Some(Ending::Flagged(side))) => Outcome::win(!side, "time").to_string(),
            (_, Some(Ending::Aborted(_) | Ending::Lapsed)) => "aborted".to_owned(),
            (Ok(live), None) => live.status().to_string(),
            (Err(_), None) => self.game.recorded_status().unwrap_or("unknown").to_owned(),
        }
    }
}

impl Failure {
    /// Says which move of a list failed.
    fn in_list(self, at: usize) -> Self {
        let index = u16::try_from(at).ok();
        match self {
            Self::Text { error, .. } => Self::Text { part: Part::Move(index), error },
            Self::Refused { reasons, .. } => Self::Refused { index, reasons },
            Self::Ended { text, .. } => Self::Ended { index, text },
            other => other,
        }
    }
}

fn replay(game: &Game, spec: &str, line: &Line) -> Result<Box<dyn AnyMatch>, Frozen> {
    let rules = open(spec).map_err(|_| Frozen::UnknownGame)?;
    let now = rules.metadata().rules_version;
    if now != game.rules_version {
        return Err(Frozen::OtherRules { now });
    }
    let start = game.setup.is_none().then_some(game.start.as_str());
    let mut live = begin(spec, start, game.degree).map_err(|_| Frozen::Unplayable)?;
    for text in line.moves() {
        live.play(text).map_err(|_| Frozen::Unplayable)?;
    }
    Ok(live)
}
