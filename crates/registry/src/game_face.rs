//! Implements [`AnyGame`] for the rules of any game.

use entourage_kernel::{
    Adjudication, Evaluate, GameSpec, History, Language, Metadata, Misfit, Presentation, Random, Rules, Square,
    TextError, Topology,
};

use crate::match_face::Match;
use crate::view::GameInfo;
use crate::{AnyGame, AnyMatch, SetupError, info, setup};

pub(crate) struct Game<R> {
    pub(crate) rules: R,
    pub(crate) adjudication: Adjudication,
}

/// Wraps a game's rules as an [`AnyGame`]; the game need not be in a registry.
pub fn face<R: Evaluate + Presentation>(
    rules: R,
    adjudication: Adjudication,
) -> Result<Box<dyn AnyGame>, Misfit> {
    Misfit::check(&rules)?;
    Ok(Box::new(Game { rules, adjudication }))
}

pub(crate) fn spec_of<R: Rules>(rules: &R, adjudication: Adjudication) -> String {
    let id = rules.metadata().id.to_string();
    GameSpec::new(id, rules.options(), adjudication).to_string()
}

impl<R: Evaluate + Presentation> AnyGame for Game<R> {
    fn spec(&self) -> String {
        spec_of(&self.rules, self.adjudication)
    }

    fn metadata(&self) -> &Metadata {
        self.rules.metadata()
    }

    fn topology(&self) -> &Topology {
        self.rules.topology()
    }

    fn adjudication(&self) -> Adjudication {
        self.adjudication
    }

    fn is_unnamed(&self) -> bool {
        self.rules.is_unnamed()
    }

    fn adopt_position(&self, text: &str) -> Option<String> {
        self.rules.adopt_position(text)
    }

    fn draws_repetition(&self) -> bool {
        self.adjudication.and(self.rules.adjudication()).repetition.is_some()
    }

    fn rules_page(&self, language: Language) -> String {
        self.rules.rules_page(language)
    }

    fn info(&self, language: Language) -> GameInfo {
        info::of(&self.rules, self.spec(), language)
    }

    fn begin(&self, position: Option<&str>) -> Result<Box<dyn AnyMatch>, TextError> {
        let start = match position {
            Some(text) => self.rules.read_position(text)?,
            None => self.rules.start(),
        };
        Ok(Box::new(Match::of(History::new(self.rules.clone(), self.adjudication, start))))
    }

    fn check_move_text(&self, text: &str) -> Result<(), TextError> {
        self.rules.read_move(text).map(|_| ())
    }

    fn move_squares(&self, text: &str) -> Option<Vec<Square>> {
        self.rules.read_move(text).ok().map(|intent| intent.squares().collect())
    }

    fn setup_spec(&self, choices: [Option<&str>; 2]) -> Result<String, TextError> {
        setup::spec(self, choices)
    }

    fn check_setup(&self, picks: usize, choice: &str) -> Result<String, SetupError> {
        setup::check(self, picks, choice)
    }

    fn suggest_setup(&self, picks: usize, seed: u64) -> Option<String> {
        let picks = self.rules.catalogue().map(|catalogue| picks.min(catalogue.picks))?;
        self.rules.suggest_setup(picks, &mut Random::new(seed))
    }
}
