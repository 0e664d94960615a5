use crate::domain::Frozen;
use entourage_kernel::{Degree, Side};
use entourage_record::{Game, Rules};
use entourage_registry::{AnyMatch, PlayError, Registry};

/// The rules of a stored game, applied to the moves that were not taken back.
pub(crate) struct Board {
    registry: Registry,
    spec: String,
    degree: Degree,
    live: Box<dyn AnyMatch>,
}

impl Board {
    pub fn new(registry: Registry, spec: String, degree: Degree, live: Box<dyn AnyMatch>) -> Self {
        Self { registry, spec, degree, live }
    }

    /// Sets a stored game up before its first event, unless its rules do not apply any more.
    pub fn of(registry: &Registry, game: &Game) -> Result<Self, Frozen> {
        let rules = registry.open(&game.spec).map_err(|_| Frozen::UnknownGame { spec: game.spec.clone() })?;
        let now = &rules.metadata().rules_version;
        if *now != game.rules_version {
            return Err(Frozen::OtherRules { began: game.rules_version.clone(), now: now.to_string() });
        }
        let start = game.setup.is_none().then_some(game.start.as_str());
        let live = registry.begin(&game.spec, start, game.degree).map_err(|_| Frozen::Unplayable)?;
        Ok(Self::new(registry.clone(), game.spec.clone(), game.degree, live))
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
        let live = self.registry.begin(&spec, None, self.degree).ok()?;
        Some(Self { registry: self.registry.clone(), spec, degree: self.degree, live })
    }
}
