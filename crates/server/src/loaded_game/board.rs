use entourage_kernel::{Enforcement, Language, Side};
use entourage_record::{Event, Game, Player, Rules, Verdict};
use entourage_registry::view::Judgement;
use entourage_registry::{AnyMatch, PlayError, Registry};

use super::LoadedGame;
use crate::domain::{Error, Frozen, MatchSnapshot};

/// The rules of a stored game and its current state, which excludes moves that were taken back.
pub(crate) struct Board {
    registry: Registry,
    spec: String,
    enforcement: Enforcement,
    live: Box<dyn AnyMatch>,
}

impl Board {
    pub fn new(registry: Registry, spec: String, enforcement: Enforcement, live: Box<dyn AnyMatch>) -> Self {
        Self { registry, spec, enforcement, live }
    }

    /// Sets up a stored game before its first event; fails if its rules are no longer available.
    pub fn of(registry: &Registry, game: &Game) -> Result<Self, Frozen> {
        let rules = registry.open(&game.spec).map_err(|_| Frozen::UnknownGame { spec: game.spec.clone() })?;
        let now = &rules.metadata().rules_version;
        if *now != game.rules_version {
            return Err(Frozen::OtherRules { began: game.rules_version.clone(), now: now.to_string() });
        }
        let start = game.setup.is_none().then_some(game.start.as_str());
        let live = registry.begin(&game.spec, start, game.enforcement).map_err(|_| Frozen::Unplayable)?;
        Ok(Self::new(registry.clone(), game.spec.clone(), game.enforcement, live))
    }

    pub fn spec(&self) -> &str {
        &self.spec
    }

    pub fn live(&self) -> &dyn AnyMatch {
        self.live.as_ref()
    }

    pub fn live_mut(&mut self) -> &mut dyn AnyMatch {
        self.live.as_mut()
    }
}

impl Rules for Board {
    type Refusal = PlayError;

    fn side_to_move(&self) -> Side {
        self.live.side_to_move()
    }

    fn is_over(&self) -> bool {
        self.live.status().outcome().is_some()
    }

    fn status(&self) -> String {
        self.live.status().to_string()
    }

    fn position(&self) -> String {
        self.live.position_text()
    }

    fn play(&mut self, text: &str) -> Result<(), PlayError> {
        self.live.play(text)
    }

    fn undo(&mut self) {
        self.live.undo();
    }

    fn set_up(&self, choices: [&str; 2]) -> Option<Self> {
        let spec = self.registry.open(&self.spec).ok()?.setup_spec(choices.map(Some)).ok()?;
        let live = self.registry.begin(&spec, None, self.enforcement).ok()?;
        Some(Self { registry: self.registry.clone(), spec, enforcement: self.enforcement, live })
    }
}

pub(super) fn read(word: Option<&str>, players: &[Player; 2]) -> Result<Enforcement, Error> {
    let enforcement: Enforcement = match word {
        None => Enforcement::Enforced,
        Some(word) => word.parse().map_err(|()| Error::InvalidEnforcement)?,
    };
    let computer = players.iter().any(|player| matches!(player, Player::Computer { .. }));
    match enforcement {
        Enforcement::Warned | Enforcement::Free if computer => Err(Error::EnforcementComputer),
        enforcement => Ok(enforcement),
    }
}

impl LoadedGame {
    /// Fills in the verdict of a protest by checking the move against the rules.
    pub(super) fn judged(&self, event: Event) -> Result<Event, Error> {
        let (Event::Protest { side, .. }, Some(board)) = (&event, self.state.rules()) else { return Ok(event) };
        let live = board.live();
        let free = live.enforcement() == Enforcement::Free && self.state.has_turn_to_judge();
        let judgement = live.hands().filter(|_| free).and_then(|hands| hands.judge_last(Language::default()));
        let verdict = match judgement.ok_or(Error::NothingToProtest)? {
            Judgement::Allowed { .. } => Verdict::Rejected,
            Judgement::Refused { .. } => Verdict::Upheld,
            Judgement::Unknown { .. } => return Err(Error::Unjudged(MatchSnapshot::of(live))),
        };
        Ok(Event::Protest { side: *side, verdict })
    }
}

impl LoadedGame {
    /// Returns the deadline for beginning the game, in server time, if there is one and the game has not begun.
    pub fn begin_by(&self) -> Option<i64> {
        self.game().begin_by().filter(|_| !self.is_over())
    }
}
