use std::hash::{BuildHasher, Hasher, RandomState};

use crate::domain::Error;
use entourage_kernel::Side;
use entourage_record::{Commitment, Event, Game, GameState, Player, Salt, SetupTerms};
use entourage_registry::{AnyGame, Registry, SetupError};

pub(crate) fn spec<R>(registry: &Registry, state: &GameState<R>) -> String {
    let game = state.game();
    let joined = || registry.open(&game.spec).ok()?.setup_spec(state.ledger().setups()).ok();
    match game.setup.is_some() && !state.is_preparing() {
        true => joined().unwrap_or_else(|| game.spec.clone()),
        false => game.spec.clone(),
    }
}

pub(crate) fn check_terms(rules: &dyn AnyGame, terms: SetupTerms) -> Result<String, Error> {
    if let Err(error @ SetupError::NoChoice) = rules.check_setup(terms.picks, "") {
        return Err(Error::Setup(error));
    }
    rules.setup_spec([None, None]).map_err(|error| Error::Setup(SetupError::Text(error)))
}

/// Checks a side's setup and returns it in canonical form. A secret setup gets a commitment, with the player's
/// salt or a new one.
pub(crate) fn check_choice(
    registry: &Registry,
    game: &Game,
    side: Side,
    choice: &str,
    salt: Option<Salt>,
) -> Result<Event, Error> {
    let terms = game.setup.ok_or(Error::Setup(SetupError::NoChoice))?;
    let rules = registry.open(&game.spec).map_err(|error| Error::Setup(SetupError::Text(error.into())))?;
    let setup = rules.check_setup(terms.picks, choice).map_err(Error::Setup)?;
    bind(game, terms, side, setup, salt)
}

fn bind(game: &Game, terms: SetupTerms, side: Side, setup: String, salt: Option<Salt>) -> Result<Event, Error> {
    if !terms.secret {
        return Ok(Event::Setup { side, setup, salt: None, commitment: None });
    }
    let salt = salt
        .map_or_else(|| entourage_store::random().map(Salt::from_bits), Ok)
        .map_err(|_| Error::Unavailable)?;
    let commitment = Some(Commitment::to(game.id, side, &setup, &salt));
    Ok(Event::Setup { side, setup, salt: Some(salt), commitment })
}

pub(crate) fn computers_choices(rules: &dyn AnyGame, game: &Game) -> Result<Vec<Event>, Error> {
    let Some(terms) = game.setup else { return Ok(Vec::new()) };
    let computers = Side::BOTH.into_iter().zip(game.players);
    computers
        .filter(|(_, player)| matches!(player, Player::Computer { .. }))
        .map(|(side, _)| {
            // The standard library seeds hashers from the operating system's random source.
            let seed = RandomState::new().build_hasher().finish();
            let setup = rules.suggest_setup(terms.picks, seed).ok_or(Error::Setup(SetupError::NoChoice))?;
            bind(game, terms, side, setup, None)
        })
        .collect()
}
