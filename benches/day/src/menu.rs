use std::sync::Arc;

use entourage_clock::Pace;
use entourage_definition::{Library, Shipped, check};
use entourage_kernel::{Language, Random};
use entourage_rating::Class;
use entourage_registry::{Registry, TextDefinition};
use load::Outcome;

/// The paces, the last of which is short enough for time to run out; without clocks nothing is rated.
const PACES: [&str; 6] = [
    "live spare=3m extra=2s",
    "live spare=15m extra=10s",
    "live spare=1h extra=30s",
    "correspondence grace=3d",
    "unlimited",
    SHORT,
];
/// The pace at which time runs out.
pub const SHORT: &str = "live spare=6s extra=1s";

/// How two people come together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// Both wish the same.
    Now,
    /// One looks through the list and takes what they find.
    Take,
    /// One is challenged by name.
    Challenge,
}

/// What two people are to play, and how they come together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The game with its options.
    pub spec: String,
    /// How fast it is.
    pub pace: &'static str,
    /// Whether it counts.
    pub rated: bool,
    /// How much the rules help.
    pub degree: &'static str,
    /// How they come together.
    pub meeting: Meeting,
}

/// All that can be played.
pub struct Menu {
    specs: Vec<String>,
    /// How many of them are games of the house, without options.
    house: usize,
    random: Random,
    drawn: usize,
}

impl Menu {
    /// Lists every game of a registry and every edition whose start is not drawn by lot.
    pub fn new(registry: &Registry, seed: u64) -> Self {
        let house: Vec<String> = registry.games().iter().map(|id| (*id).to_owned()).collect();
        let offered = registry.offered().into_iter().map(|(name, _)| name);
        let all: Vec<String> = house.iter().cloned().chain(offered).collect();
        let editions =
            all.iter().filter_map(|id| Some((id, registry.open(id).ok()?))).flat_map(|(id, game)| {
                let options = game.info(Language::English).options;
                let choices = options.into_iter().flat_map(|option| option.choices);
                let kept = choices.filter(|choice| choice.draws.is_none() && !choice.code.is_empty());
                kept.map(|choice| format!("{id}:{}", choice.code)).collect::<Vec<_>>()
            });
        let mut specs: Vec<String> = all.iter().cloned().chain(editions).collect();
        specs.retain(|spec| registry.open(spec).is_ok());
        Self { specs, house: house.len(), random: Random::new(seed), drawn: 0 }
    }

    /// Counts the games with their editions.
    pub fn len(&self) -> usize {
        self.specs.len()
    }

    /// Draws what is played next: every second time the next of all games, else one of the house, so that many meet in a few ratings.
    pub fn draw(&mut self) -> Plan {
        let spec = match self.drawn % 2 {
            0 => self.specs[self.drawn / 2 % self.specs.len()].clone(),
            _ => self.specs[self.random.below(self.house)].clone(),
        };
        self.drawn += 1;
        let pace = PACES[self.random.below(PACES.len())];
        let timed = pace.parse::<Pace>().is_ok_and(|pace| Class::of(pace).is_some());
        let rated = timed && self.random.below(10) < 7;
        let degree = if !rated && self.random.one_in(6) { "warned" } else { "enforced" };
        let meeting = [Meeting::Now, Meeting::Now, Meeting::Take, Meeting::Challenge][self.random.below(4)];
        Plan { spec, pace, rated, degree, meeting }
    }
}

/// Knows the games of the house, and the texts that come with the program, as servers offer them.
///
/// # Errors
/// A text is no game.
pub fn registry() -> Outcome<Registry> {
    let registry = Registry::built_in();
    for name in Shipped.names() {
        if registry.games().contains(&name.as_str()) {
            continue;
        }
        let source = Shipped.find(&name).ok_or_else(|| format!("{name} is gone"))?;
        let definition =
            TextDefinition::new(check(source, &Shipped)).ok_or_else(|| format!("{name} has faults"))?;
        let called = definition.name().to_owned();
        registry.offer(&called, Arc::new(definition)).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(registry)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::board::Board;

    #[test]
    fn every_game_and_edition_is_drawn_and_begins() {
        let registry = registry().unwrap();
        let mut menu = Menu::new(&registry, 1);
        let count = menu.len();
        assert!(count > registry.games().len() + registry.offered().len(), "there are editions");
        let plans: Vec<Plan> = (0..4 * count).map(|_| menu.draw()).collect();
        let specs: BTreeSet<&str> = plans.iter().map(|plan| plan.spec.as_str()).collect();
        assert_eq!(specs.len(), count);
        for spec in specs {
            let board = Board::begin(&registry, spec, "enforced").unwrap();
            assert!(board.end().is_none() && !board.legal().is_empty(), "{spec}");
        }
        for pace in PACES {
            assert!(plans.iter().any(|plan| plan.pace == pace), "{pace}");
        }
        assert!(plans.iter().all(|plan| !plan.rated || plan.pace != "unlimited" && plan.degree == "enforced"));
    }
}
