pub(crate) mod board;
mod news;
mod replies;
mod scoresheet;

use board::Board;
pub(crate) use news::PlayerNews;
pub(crate) use news::{READING, unreadable};
pub(crate) use replies::Answers;
pub(crate) use replies::refusal;
pub(crate) use scoresheet::{Outline, complete_stored};

use entourage_clock::Pace;
use entourage_kernel::{Enforcement, Language, Side};
use entourage_record::{
    ClockView, Ending, Entry, Event, Game, GameId, GameState, LedgerError, Player, Repeat, Seat,
};
use entourage_registry::view::{Delta, Preparation, Proposal};
use entourage_registry::{AnyGame, Level, Registry};

use crate::domain::{End, Error, Frozen, Locale, Nameplates, Part, Preview, Reader, Snapshot};
use crate::rating_rules::{self, Standing};
use crate::setups;

pub(crate) const MAX_EVENTS: usize = GameState::<Board>::MAX_EVENTS;
pub(crate) const MAX_TURN: usize = GameState::<Board>::MAX_TURN_BYTES;

/// A stored game with the rules applied to its events.
pub(crate) struct LoadedGame {
    registry: Registry,
    pub state: GameState<Board>,
    /// Why the game cannot be continued; `None` if it can.
    frozen: Option<Frozen>,
}

pub(crate) struct Since {
    pub events: Vec<Event>,
    /// The total number of events of the game.
    pub seq: usize,
    pub status: String,
    pub clock: Option<ClockView>,
}

impl LoadedGame {
    /// Approximate memory per event of a game with rules enforced, in bytes.
    pub const UNIT: usize = 512;

    pub fn begin(
        registry: &Registry,
        proposal: Proposal,
        standing: Standing,
        locale: Locale,
        now: i64,
    ) -> Result<Self, Error> {
        let id = entourage_store::random().map(GameId::from_bits).map_err(|_| Error::Unavailable)?;
        let rated = proposal.seats.is_some_and(|seats| seats.rated);
        Self::begin_as(registry, id, proposal, rated.then_some(standing), locale, now)
    }

    /// Begins a game with the specified ID; for a rated game, `rated` is whether its rules are eligible for ratings.
    fn begin_as(
        registry: &Registry,
        id: GameId,
        proposal: Proposal,
        rated: Option<Standing>,
        locale: Locale,
        now: i64,
    ) -> Result<Self, Error> {
        let known = |player: &Player| match player {
            Player::Human {} => true,
            Player::Computer { level } => Level::new(*level).is_some(),
        };
        if !proposal.players.iter().all(known) {
            return Err(Error::Players);
        }
        let enforcement = board::read(proposal.enforcement.as_deref(), &proposal.players)?;
        if proposal.moves.len() > MAX_EVENTS {
            return Err(Error::TooLong { most: MAX_EVENTS });
        }
        let pace: Pace = match &proposal.pace {
            Some(text) => text.parse().map_err(|error| Error::Text(Part::Pace, error))?,
            None => Pace::UNLIMITED,
        };
        let rules = open(registry, &proposal.spec)?;
        if proposal.setup.is_some() && (proposal.position.is_some() || !proposal.moves.is_empty()) {
            return Err(Error::ChoicesLate);
        }
        let spec = match proposal.setup {
            Some(terms) => setups::check_terms(rules.as_ref(), terms)?,
            None => rules.spec(),
        };
        let rules = open(registry, &spec)?;
        let live = registry
            .begin(&spec, proposal.position.as_deref(), enforcement)
            .map_err(|error| Error::Text(Part::Position, locale.notation.of_error(error)))?;
        let start_status = match proposal.setup {
            Some(_) => GameState::<Board>::PREPARING.to_owned(),
            None => live.status().to_string(),
        };
        if let Some(standing) = rated {
            let usual = rules.begin(None).map(|usual| usual.start_text());
            let is_usual = proposal.moves.is_empty()
                && usual.is_ok_and(|usual| usual == live.start_text())
                && !is_drawn(rules.as_ref());
            rating_rules::check(standing, pace, enforcement, is_usual)?;
        }
        let game = Game {
            id,
            spec: spec.clone(),
            rules_version: rules.metadata().rules_version.to_string(),
            start: live.start_text(),
            start_status: Some(start_status),
            setup: proposal.setup,
            enforcement,
            pace,
            paired: None,
            arrivals: [None; 2],
            players: proposal.players,
            rated: rated.is_some(),
            created_at: now,
            entries: Vec::with_capacity(proposal.moves.len()),
        };
        let choices = setups::computers_choices(rules.as_ref(), &game)?;
        let board = Board::new(registry.clone(), spec, enforcement, live);
        let mut begun = Self { registry: registry.clone(), state: GameState::begin(game, board), frozen: None };
        let host = Reader { seat: Seat::Both, host: true, locale, now };
        for event in choices {
            begun.take(event, host, now)?;
        }
        for (index, text) in proposal.moves.into_iter().enumerate() {
            begun.take(Event::of_move(text), host, now).map_err(|error| error.in_list(index))?;
        }
        Ok(begun)
    }

    pub fn again(
        registry: &Registry,
        game: &Game,
        standing: Standing,
        locale: Locale,
        now: i64,
    ) -> Result<Self, Error> {
        let [first, second] = game.players;
        let position = game.setup.is_none().then(|| game.start.clone());
        let proposal = Proposal {
            spec: game.spec.clone(),
            position,
            moves: Vec::new(),
            setup: game.setup,
            seats: None,
            key: None,
            enforcement: Some(game.enforcement.to_string()),
            pace: Some(game.pace.to_string()),
            players: [second, first],
        };
        // The game needs its ID now, because the commitment to the computer's setup includes it.
        Self::begin_as(registry, game.id.next(), proposal, game.rated.then_some(standing), locale, now)
    }

    /// Restores a game by replaying its events.
    pub fn of(registry: &Registry, game: Game) -> Result<Self, LedgerError> {
        let (board, frozen) = match Board::of(registry, &game) {
            Ok(board) => (Some(board), None),
            Err(frozen) => (None, Some(frozen)),
        };
        let replayed = Self::replay(registry, game, board, |_, _, _| {})?;
        Ok(Self { frozen: frozen.or(replayed.frozen), ..replayed })
    }

    /// Restores a game by replaying its events like [`GameState::replay_with`].
    pub fn replay(
        registry: &Registry,
        game: Game,
        board: Option<Board>,
        observe: impl FnMut(&GameState<Board>, Option<Side>, i64),
    ) -> Result<Self, LedgerError> {
        let state = GameState::replay_with(game, board, observe)?;
        let frozen = state.rules().is_none().then_some(Frozen::Unplayable);
        Ok(Self { registry: registry.clone(), state, frozen })
    }

    /// Applies the next stored event; returns `false` on failure, after which the game must not be used.
    pub fn retell(&mut self, entry: Entry) -> bool {
        // A setup changes how later events are read.
        let plain = self.state.rules().is_some() && !matches!(entry.event, Event::Setup { .. });
        plain && self.state.apply_stored(entry).is_ok()
    }

    pub fn game(&self) -> &Game {
        self.state.game()
    }

    /// Returns the spec and public position; `None` unless the game is in progress.
    pub fn shown(&self) -> Option<(String, String)> {
        let rules = self.state.rules().filter(|_| !self.state.is_preparing() && !self.state.is_over())?;
        Some((rules.spec().to_owned(), rules.live().position_text()))
    }

    /// Returns a public preview; `None` before the game has begun, or if its rules are not available.
    pub fn preview(&self, language: Language) -> Option<Preview> {
        let live = self.state.rules().filter(|_| !self.state.is_preparing())?.live();
        let game = live.game();
        let last = live.moves().last().and_then(|text| game.move_squares(text)).unwrap_or_default();
        let last = last.into_iter().map(|square| game.topology().name(square).to_owned()).collect();
        Some(Preview { info: game.info(language), view: live.view(language), last })
    }

    pub fn moves(&self) -> &[String] {
        self.state.ledger().moves()
    }

    pub fn is_over(&self) -> bool {
        self.state.is_over()
    }

    pub fn seq(&self) -> usize {
        self.state.seq()
    }

    pub fn canonical(&self, event: Event) -> Result<Event, Error> {
        match event {
            Event::Setup { side, setup, salt, .. } if self.frozen.is_none() => {
                setups::check_choice(&self.registry, self.game(), side, &setup, salt)
            }
            // Manual moves may be sent as ordinary moves.
            Event::Move { text } => Ok(Event::of_move(text)),
            event => Ok(self.state.meant(event)),
        }
    }

    /// Returns the response to an event whose number is taken; `None` if the event can be added. Setups need no
    /// number, because each side submits only one.
    pub fn answered(&self, seq: Option<usize>, event: &Event, reader: Reader) -> Option<Result<Delta, Error>> {
        Some(match self.state.repeated(seq, event)? {
            Repeat::Known => Ok(self.delta()),
            Repeat::Committed => Err(Error::Committed),
            Repeat::Conflict => Err(Error::Conflict(Box::new(self.snapshot(reader)))),
        })
    }

    /// Returns the approximate memory use in units of [`UNIT`](Self::UNIT).
    pub fn weight(&self) -> usize {
        // A manual move starts a new segment of positions, and each of its steps is stored.
        let each = if self.game().enforcement == Enforcement::Enforced { 1 } else { 12 };
        let ready = |side| self.plans().of(side).map_or(0, |ready| ready.plan.memory());
        let plans: usize = Side::BOTH.into_iter().map(ready).sum();
        24 + each * self.seq() + self.state.legs() + plans / Self::UNIT
    }

    /// Adds an event and returns the entry to store. If storing the entry fails, the game must not be used
    /// again.
    pub fn take(&mut self, event: Event, actor: Reader, now: i64) -> Result<Entry, Error> {
        let Locale { notation, .. } = actor.locale;
        if let Some(board) = self.state.rules_mut() {
            board.live_mut().set_notation(notation);
        }
        let event = self.judged(event)?;
        self.state.take(event, actor.seat, now).map_err(|error| self.error(error))
    }

    pub fn delta(&self) -> Delta {
        Delta { seq: self.seq(), status: self.state.status() }
    }

    /// Returns up to `most` events from number `from` on; `None` if there are none, or if one of them is a
    /// setup.
    pub fn since(&self, from: usize, most: usize, now: i64) -> Option<Since> {
        let entries = self.game().entries.get(from..)?;
        let entries = &entries[..entries.len().min(most)];
        let plain = |entry: &Entry| !matches!(entry.event, Event::Setup { .. });
        if entries.is_empty() || !entries.iter().all(plain) {
            return None;
        }
        let events = entries.iter().map(|entry| entry.event.clone()).collect();
        Some(Since { events, seq: self.seq(), status: self.state.status(), clock: self.clock(now) })
    }

    /// Describes the whole game for one reader. The caller fills in `open`, names, ratings and tournament.
    pub fn snapshot(&self, reader: Reader) -> Snapshot {
        let (game, ledger) = (self.game(), self.state.ledger());
        Snapshot {
            game: game.id,
            spec: self.spec(),
            rules_version: game.rules_version.clone(),
            start: self.start(),
            setup: Preparation::of(&self.state),
            given: game.given(),
            events: self.state.seen_events(),
            moves: ledger.moves().to_vec(),
            enforcement: game.enforcement,
            standing: ledger.standing(),
            seat: reader.seat,
            host: reader.host,
            open: false,
            players: game.players,
            nameplates: Nameplates::default(),
            tournament: None,
            pool: game.spec.clone(),
            rated: game.rated,
            ratings: [None, None],
            pace: game.pace,
            clock: self.clock(reader.now),
            status: self.state.status(),
            created_at: game.created_at,
            frozen: self.frozen.clone(),
        }
    }

    pub fn clock(&self, now: i64) -> Option<ClockView> {
        let begin = self.begin_by().map(|at| u64::try_from(at.saturating_sub(now)).unwrap_or(0));
        self.state.clocks(now).map(|reading| ClockView::of(reading, now).with_begin(begin))
    }

    fn end_by(&self, ending: Ending) -> End {
        let rules = self.registry.open(&self.game().spec).ok();
        End::Players { sides: rules.map(|rules| rules.metadata().sides.clone()), ending }
    }

    fn spec(&self) -> String {
        match self.state.rules() {
            Some(board) => board.spec().to_owned(),
            None => setups::spec(&self.registry, &self.state),
        }
    }

    pub fn start(&self) -> String {
        let game = self.game();
        match (self.state.rules(), game.setup) {
            (_, None) => game.start.clone(),
            (Some(board), Some(_)) => board.live().start_text(),
            // The rules have changed; apply the current ones to the setups.
            (None, Some(_)) => {
                let begun = self.registry.open(&self.spec()).ok().and_then(|rules| rules.begin(None).ok());
                begun.map_or_else(|| game.start.clone(), |begun| begun.start_text())
            }
        }
    }
}

/// Returns whether the game's options select a random starting position.
fn is_drawn(rules: &dyn AnyGame) -> bool {
    let spec = rules.spec();
    let mut words = spec.split_once(':').map_or("", |(_, options)| options).split(',');
    let info = rules.info(Language::English);
    let drawn = |word: &str| {
        let code = word.split('=').next().unwrap_or_default();
        let mut choices = info.options.iter().flat_map(|option| &option.choices);
        choices.any(|choice| choice.code == code && choice.draws.is_some())
    };
    words.any(drawn)
}

fn open(registry: &Registry, spec: &str) -> Result<Box<dyn AnyGame>, Error> {
    registry.open(spec).map_err(|error| Error::Text(Part::Spec, error.into()))
}
