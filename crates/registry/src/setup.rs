//! Encodes the players' choices from a game's catalogue as options of its spec.

use entourage_kernel::{Catalogue, Evaluate, Text, TextError};

use crate::SetupError;
use crate::game_face::{Game, spec_of};

const NAMES: [&str; 2] = ["1=", "2="];

fn with<R: Evaluate>(rules: &R, choices: [Option<&str>; 2]) -> Result<R, TextError> {
    let mut options = rules.options();
    options.retain(|option| NAMES.iter().all(|name| !option.starts_with(name)));
    let before = options.len();
    let chosen = NAMES.iter().zip(choices).filter_map(|(name, choice)| Some(format!("{name}{}", choice?)));
    options.extend(chosen);
    let words: Vec<&str> = options.iter().map(String::as_str).collect();
    rules.with_options(&words).map_err(|error| {
        // Offsets count from the first option; make them relative to the player's choice.
        let mut begins = words[..before].iter().map(|word| word.len() + 1).sum::<usize>();
        for word in &words[before..] {
            if error.at <= begins + word.len() {
                break;
            }
            begins += word.len() + 1;
        }
        let at = error.at.saturating_sub(begins + NAMES[0].len());
        TextError { at, ..error }
    })
}

pub(crate) fn spec<R: Evaluate>(game: &Game<R>, choices: [Option<&str>; 2]) -> Result<String, TextError> {
    Ok(spec_of(&with(&game.rules, choices)?, game.adjudication))
}

pub(crate) fn check<R: Evaluate>(game: &Game<R>, picks: usize, choice: &str) -> Result<String, SetupError> {
    let catalogue = game.rules.catalogue().filter(|catalogue| picks <= catalogue.picks);
    let catalogue = catalogue.ok_or(SetupError::NoChoice)?;
    // A comma would end the option and inject another.
    if let Some(at) = choice.find(',') {
        return Err(SetupError::Text(TextError::new(
            ",",
            at,
            Text::new("a choice cannot contain a comma", "un choix ne peut pas contenir de virgule"),
        )));
    }
    let codes: Vec<&str> = Catalogue::codes(choice).collect();
    for pair in game.rules.banned_cards() {
        let cards = pair.map(|index| &catalogue.cards[index]);
        if cards.iter().all(|card| codes.contains(&card.code.as_str())) {
            return Err(SetupError::Banned(Box::new(cards.map(Clone::clone))));
        }
    }
    let rules = with(&game.rules, [Some(choice), None]).map_err(SetupError::Text)?;
    if codes.len() != picks {
        return Err(SetupError::Count { picks, found: codes.len() });
    }
    // `options` omits the default choice.
    let options = rules.options();
    let written = options.iter().find_map(|option| option.strip_prefix(NAMES[0]));
    Ok(written.unwrap_or(choice).to_owned())
}
