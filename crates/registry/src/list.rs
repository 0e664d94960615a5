use entourage_chess::Chess;
use entourage_kernel::{Evaluate, GameSpec, Problem, TextError};
use entourage_struggle::Struggle;
use entourage_symmetron44::Symmetron;
use entourage_toddler::Toddler;

use crate::AnyGame;
use crate::game_face::Game;

/// Opens a game from its options; the offset of an error counts from the first option.
type Opener = fn(&GameSpec) -> Result<Box<dyn AnyGame>, TextError>;

/// Lists every game once, in the order in which people are offered them.
const GAMES: [(&str, Opener); 4] = [
    ("toddler", opener::<Toddler>),
    ("symmetron44", opener::<Symmetron>),
    ("struggle", opener::<Struggle>),
    ("chess", opener::<Chess>),
];

const IDS: [&str; GAMES.len()] = {
    let mut ids = [""; GAMES.len()];
    let mut i = 0;
    while i < ids.len() {
        ids[i] = GAMES[i].0;
        i += 1;
    }
    ids
};

/// Lists the identifiers of all games.
pub fn games() -> &'static [&'static str] {
    &IDS
}

/// Opens the game of a spec such as `game:option,repetition=3`.
///
/// # Errors
/// A spec of another form, an unknown game, or options the game refuses.
pub fn open(spec: &str) -> Result<Box<dyn AnyGame>, TextError> {
    let spec = GameSpec::read(spec)?;
    let Some((_, open)) = GAMES.iter().find(|(id, _)| *id == spec.id) else {
        let known = games().join(", ");
        let problem = Problem::new(
            format!("no such game; there is {known}"),
            format!("ce jeu n'existe pas\u{a0}; il y a {known}"),
        );
        return Err(TextError::new(&spec.id, 0, problem));
    };
    open(&spec)
}

fn opener<R: Evaluate>(spec: &GameSpec) -> Result<Box<dyn AnyGame>, TextError> {
    let options: Vec<&str> = spec.options.iter().map(String::as_str).collect();
    let rules = R::from_options(&options).map_err(|error| spec.located(error))?;
    Ok(Box::new(Game { rules, adjudication: spec.adjudication }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_opens_under_its_own_name() {
        for id in games() {
            let game = open(id).unwrap();
            assert_eq!(game.metadata().id, *id);
            assert_eq!(game.spec(), *id);
        }
    }

    #[test]
    fn an_unknown_game_is_named() {
        let error = open("nonesuch:x").err().unwrap();
        assert_eq!((error.token.as_str(), error.at), ("nonesuch", 0));
    }
}
