use entourage_kernel::{Language, Outcome};
use entourage_registry::{AnyMatch, Level, PlayError, open};
use entourage_store::{Entry, Event, Game, GameId, Line, LineError, Player};

use crate::failure::{Failure, Part};
use crate::state::{Delta, State, number};

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
    players: [Player; 2],
}

/// A stored game with the rules at work on it.
pub(crate) struct Table {
    game: Game,
    line: Line,
    /// The moves that stand, played under the rules; or why the rules do not apply.
    live: Result<Box<dyn AnyMatch>, Frozen>,
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
    /// Begins the game that a client proposes, at a time.
    pub fn begin(proposal: Proposal, language: Language, now: i64) -> Result<Self, Failure> {
        let known = |player: &Player| match player {
            Player::Human {} => true,
            Player::Computer { level } => Level::new(*level).is_some(),
        };
        if !proposal.players.iter().all(known) {
            return Err(Failure::Players);
        }
        if proposal.moves.len() > MOST_EVENTS {
            return Err(Failure::TooLong { most: MOST_EVENTS });
        }
        let rules = open(&proposal.spec).map_err(|error| Failure::Text { part: Part::Spec, error })?;
        let live = rules
            .begin(proposal.position.as_deref())
            .map_err(|error| Failure::Text { part: Part::Position, error })?;
        let game = Game {
            id: GameId::random().map_err(|_| Failure::Unavailable)?,
            spec: rules.spec(),
            rules_version: rules.metadata().rules_version.into(),
            start: live.start_text(),
            start_status: Some(live.status().to_string()),
            players: proposal.players,
            created_at: now,
            entries: Vec::with_capacity(proposal.moves.len()),
        };
        let mut table = Self { game, line: Line::default(), live: Ok(live) };
        for (index, text) in proposal.moves.into_iter().enumerate() {
            let entry =
                table.take(Event::Move { text }, language, now).map_err(|failure| failure.in_list(index))?;
            table.record(entry);
        }
        Ok(table)
    }

    /// Sets a stored game up again by replaying the moves that stand.
    pub fn of(game: Game) -> Result<Self, LineError> {
        let line = Line::of(game.entries.iter().map(|entry| &entry.event))?;
        let live = replay(&game, &line);
        Ok(Self { game, line, live })
    }

    /// Returns the stored game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the number of events.
    pub fn seq(&self) -> usize {
        self.game.entries.len()
    }

    /// Tells whether an event is already the one of a sequence number.
    pub fn has(&self, seq: usize, event: &Event) -> bool {
        self.game.entries.get(seq).is_some_and(|entry| entry.event == *event)
    }

    /// Returns the number of positions that it keeps in memory, and its events, roughly.
    pub fn weight(&self) -> usize {
        16 + self.game.entries.len()
    }

    /// Applies an event and returns the entry to store. The table keeps the entry only by [`record`](Self::record),
    /// and is of no use any more if it cannot be stored.
    pub fn take(&mut self, event: Event, language: Language, now: i64) -> Result<Entry, Failure> {
        let text = self.frozen(language);
        let live = self.live.as_mut().map_err(|_| Failure::Frozen(text.unwrap_or_default()))?;
        if self.game.entries.len() >= MOST_EVENTS {
            return Err(Failure::TooLong { most: MOST_EVENTS });
        }
        if let Some(side) = self.line.resigned() {
            let text = resigned(&self.game.spec, side, language);
            return Err(Failure::Ended { index: None, text });
        }
        match &event {
            Event::Move { text } => {
                live.play(text).map_err(|error| refusal(live.as_ref(), error, language))?;
            }
            Event::Takeback { plies } => {
                let standing = self.line.moves().len();
                let plies = usize::try_from(*plies).unwrap_or(usize::MAX);
                if plies == 0 || plies > standing {
                    return Err(Failure::Takeback { standing });
                }
                (0..plies).for_each(|_| {
                    live.undo();
                });
            }
            Event::Resign { .. } => {
                if live.status().outcome().is_some() {
                    return Err(Failure::Ended { index: None, text: over(live.as_ref(), language) });
                }
            }
        }
        self.line.take(&event).map_err(|_| Failure::Internal)?;
        Ok(Entry { event, status: Some(self.status()), at: now })
    }

    /// Adds an entry that [`take`](Self::take) made.
    pub fn record(&mut self, entry: Entry) {
        self.game.entries.push(entry);
    }

    /// Describes where the game stands.
    pub fn delta(&self) -> Delta {
        Delta { seq: self.seq(), status: self.status() }
    }

    /// Describes the game whole.
    pub fn state(&self, language: Language) -> State {
        State {
            spec: self.game.spec.clone(),
            rules_version: self.game.rules_version.clone(),
            start: self.game.start.clone(),
            seq: self.seq(),
            events: self.game.entries.iter().map(|entry| entry.event.clone()).collect(),
            moves: self.line.moves().to_vec(),
            resigned: number(self.line.resigned()),
            players: self.game.players,
            status: self.status(),
            created_at: self.game.created_at,
            frozen: self.frozen(language),
        }
    }

    /// Returns the status words: what the rules say, or what was recorded if they do not apply.
    fn status(&self) -> String {
        match (&self.live, self.line.resigned()) {
            (_, Some(side)) => Outcome::win(!side, "resignation").to_string(),
            (Ok(live), None) => live.status().to_string(),
            (Err(_), None) => self.game.recorded_status().unwrap_or("unknown").to_owned(),
        }
    }

    fn frozen(&self, language: Language) -> Option<String> {
        let Err(frozen) = &self.live else { return None };
        let began = &self.game.rules_version;
        Some(match (frozen, language) {
            (Frozen::OtherRules { now }, Language::English) => format!(
                "This game began under version {began} of its rules and keeps its record and result; the rules are at \
                 version {now} now, so it cannot be continued here."
            ),
            (Frozen::OtherRules { now }, Language::French) => format!(
                "Cette partie a commencé sous la version {began} de ses règles et garde son déroulement et son résultat ; \
                 les règles en sont à la version {now}, elle ne peut donc pas être continuée ici."
            ),
            (Frozen::UnknownGame, Language::English) => format!(
                "This server does not have the game \"{}\", so it can be looked at but not continued.",
                self.game.spec
            ),
            (Frozen::UnknownGame, Language::French) => format!(
                "Ce serveur ne connaît pas le jeu « {} » ; la partie peut être regardée mais pas continuée.",
                self.game.spec
            ),
            (Frozen::Unplayable, Language::English) => {
                "The rules do not accept the record of this game, so it can be looked at but not continued.".into()
            }
            (Frozen::Unplayable, Language::French) => {
                "Les règles n'acceptent pas le déroulement de cette partie ; elle peut être regardée mais pas continuée."
                    .into()
            }
        })
    }
}

impl Failure {
    /// Says which move of a list failed.
    fn in_list(self, at: usize) -> Self {
        match self {
            Self::Text { error, .. } => Self::Text { part: Part::Move(Some(at)), error },
            Self::Refused { reasons, .. } => Self::Refused { index: Some(at), reasons },
            Self::Ended { text, .. } => Self::Ended { index: Some(at), text },
            other => other,
        }
    }
}

fn replay(game: &Game, line: &Line) -> Result<Box<dyn AnyMatch>, Frozen> {
    let rules = open(&game.spec).map_err(|_| Frozen::UnknownGame)?;
    let now = rules.metadata().rules_version;
    if now != game.rules_version {
        return Err(Frozen::OtherRules { now });
    }
    let mut live = rules.begin(Some(&game.start)).map_err(|_| Frozen::Unplayable)?;
    for text in line.moves() {
        live.play(text).map_err(|_| Frozen::Unplayable)?;
    }
    Ok(live)
}

fn refusal(live: &dyn AnyMatch, error: PlayError, language: Language) -> Failure {
    match error {
        PlayError::Text(error) => Failure::Text { part: Part::Move(None), error },
        PlayError::Ended(_) => Failure::Ended { index: None, text: over(live, language) },
        PlayError::Refused(refusal) => {
            Failure::Refused { index: None, reasons: live.refusal_sentences(&refusal, language) }
        }
    }
}

/// Says that and how a game ended.
fn over(live: &dyn AnyMatch, language: Language) -> String {
    let how = live.view(language).status_text;
    match language {
        Language::English => format!("The game is over: {how}."),
        Language::French => format!("La partie est finie : {how}."),
    }
}

fn resigned(spec: &str, side: entourage_kernel::Side, language: Language) -> String {
    let name = open(spec).map(|rules| rules.metadata().sides[side.index()].get(language)).unwrap_or("");
    match language {
        Language::English => format!("The game is over: {name} resigned."),
        Language::French => format!("La partie est finie : abandon ({name})."),
    }
}
