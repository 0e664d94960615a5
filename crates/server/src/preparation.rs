//! What the players choose before a game that has a catalogue: agreed on, committed once a side, joined into the start.

use std::hash::{BuildHasher, Hasher, RandomState};

use entourage_kernel::Side;
use entourage_registry::{AnyGame, SetupError, open};
use entourage_store::{Commitment, Event, Game, Line, Player, Salt, SetupTerms};
use serde::Serialize;

use crate::failure::Failure;

/// The status word of a game whose players have not both chosen.
pub(crate) const STATUS: &str = "setup";

/// Describes how far the players are with their choices; nothing of a secret one before both are committed.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Preparation {
    /// The number of cards each picks.
    picks: usize,
    /// Whether neither sees the other's choice before both are committed.
    secret: bool,
    /// Who has committed.
    committed: [bool; 2],
    /// What they chose, where it may be seen.
    choices: [Option<String>; 2],
}

impl Preparation {
    /// Describes a game's preparation, if it has one.
    pub fn of(game: &Game, line: &Line) -> Option<Self> {
        let SetupTerms { picks, secret } = game.setup?;
        let setups = line.setups();
        let shown = !is_hidden(game, line);
        let choices = setups.map(|choice| choice.filter(|_| shown).map(str::to_owned));
        Some(Self { picks, secret, committed: setups.map(|choice| choice.is_some()), choices })
    }
}

/// Tells whether the players have yet to choose.
pub(crate) fn is_pending(game: &Game, line: &Line) -> bool {
    game.setup.is_some() && line.setups().contains(&None)
}

fn is_hidden(game: &Game, line: &Line) -> bool {
    game.setup.is_some_and(|terms| terms.secret) && is_pending(game, line)
}

/// Lists the events as everybody may see them.
pub(crate) fn seen_events(game: &Game, line: &Line) -> Vec<Event> {
    let hidden = is_hidden(game, line);
    let seen = |event: &Event| match event {
        Event::Setup { side, commitment, .. } if hidden => {
            Event::Setup { side: *side, setup: String::new(), salt: None, commitment: *commitment }
        }
        event => event.clone(),
    };
    game.entries.iter().map(|entry| seen(&entry.event)).collect()
}

/// Returns the spec to play by: that of the game, with the choices in it once both are committed.
pub(crate) fn spec(game: &Game, line: &Line) -> String {
    let joined = || open(&game.spec).ok()?.setup_spec(line.setups()).ok();
    match game.setup.is_some() && !is_pending(game, line) {
        true => joined().unwrap_or_else(|| game.spec.clone()),
        false => game.spec.clone(),
    }
}

/// Checks what a client wants the players to agree on, and returns the spec without choices.
pub(crate) fn check_terms(rules: &dyn AnyGame, terms: SetupTerms) -> Result<String, Failure> {
    if let Err(error @ SetupError::NoChoice) = rules.check_setup(terms.picks, "") {
        return Err(Failure::Setup(error));
    }
    rules.setup_spec([None, None]).map_err(|error| Failure::Setup(SetupError::Text(error)))
}

/// Checks a side's choice and returns it in canonical words. A secret one is bound by a commitment, whose salt the player has drawn, or
/// else is drawn here.
pub(crate) fn check_choice(
    game: &Game,
    side: Side,
    choice: &str,
    salt: Option<Salt>,
) -> Result<Event, Failure> {
    let terms = game.setup.ok_or(Failure::Setup(SetupError::NoChoice))?;
    let rules = open(&game.spec).map_err(|error| Failure::Setup(SetupError::Text(error)))?;
    let setup = rules.check_setup(terms.picks, choice).map_err(Failure::Setup)?;
    bind(game, terms, side, setup, salt)
}

fn bind(
    game: &Game,
    terms: SetupTerms,
    side: Side,
    setup: String,
    salt: Option<Salt>,
) -> Result<Event, Failure> {
    if !terms.secret {
        return Ok(Event::Setup { side, setup, salt: None, commitment: None });
    }
    let salt = salt.map_or_else(Salt::random, Ok).map_err(|_| Failure::Unavailable)?;
    let commitment = Some(Commitment::to(game.id, side, &setup, &salt));
    Ok(Event::Setup { side, setup, salt: Some(salt), commitment })
}

/// Chooses for the computer players; nobody can foresee what.
pub(crate) fn computers_choices(rules: &dyn AnyGame, game: &Game) -> Result<Vec<Event>, Failure> {
    let Some(terms) = game.setup else { return Ok(Vec::new()) };
    let computers = Side::BOTH.into_iter().zip(game.players);
    computers
        .filter(|(_, player)| matches!(player, Player::Computer { .. }))
        .map(|(side, _)| {
            // The standard library seeds its hashers from the system's randomness.
            let seed = RandomState::new().build_hasher().finish();
            let setup = rules.suggest_setup(terms.picks, seed).ok_or(Failure::Setup(SetupError::NoChoice))?;
            bind(game, terms, side, setup, None)
        })
        .collect()
}
