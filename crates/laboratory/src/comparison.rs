use std::sync::Arc;

use entourage_definition::{Shipped, Source, check};
use entourage_registry::{AnyGame, ContentHash, Library, Registry, TextDefinition};

use crate::absent::unwritten;
use crate::{Absence, absences};

/// Holds a game without one of its powers.
pub struct Bare {
    /// The power that is left out, by its code.
    pub power: String,
    /// The game without it, whose positions and moves are written as the game's own.
    pub game: Box<dyn AnyGame>,
}

/// Holds a game without each of its powers, one at a time, and the game that these are compared with.
#[derive(Default)]
pub struct Comparison {
    /// The same game as it is, where it is another program than the one that is played; the two think alike but for a power.
    whole: Option<Box<dyn AnyGame>>,
    bare: Vec<Bare>,
}

impl Comparison {
    /// Opens a game of texts with options without each of its powers; those are left aside without which it is none.
    pub fn of_texts(registry: &Registry, texts: &[String], options: &str) -> Self {
        let absences = absences(texts).into_iter();
        let bare = absences.filter_map(|Absence { power, texts }| {
            // Moves that a power alone makes are written no more where it is not.
            let unwritten = || texts.iter().map(|text| unwritten(text, &power)).collect::<Vec<_>>();
            let game = open(registry, &texts, options).or_else(|| open(registry, &unwritten(), options))?;
            Some(Bare { power, game })
        });
        Self { whole: None, bare: bare.collect() }
    }

    /// Opens a game of the house without each of its powers, by the definition of the same rules that comes with the program.
    ///
    /// Nothing is compared where there is none, or where it is another game under these options.
    pub fn of_house(registry: &Registry, game: &dyn AnyGame, options: &str) -> Self {
        let twin = || {
            let source = Shipped.find(&game.metadata().id)?;
            let texts: Vec<String> =
                check(source, &Shipped).sources.into_iter().map(|Source { text, .. }| text).collect();
            let whole = open(registry, &texts, options).filter(|whole| is_same(game, whole.as_ref()))?;
            Some(Self { whole: Some(whole), ..Self::of_texts(registry, &texts, options) })
        };
        twin().unwrap_or_default()
    }

    /// Opens a game of texts as [`of_texts`](Self::of_texts) does, and one without texts as [`of_house`](Self::of_house) does.
    pub fn of(registry: &Registry, game: &dyn AnyGame, texts: &[String], options: &str) -> Self {
        if texts.is_empty() {
            Self::of_house(registry, game, options)
        } else {
            Self::of_texts(registry, texts, options)
        }
    }

    /// Returns the game without each of its powers.
    pub fn bare(&self) -> &[Bare] {
        &self.bare
    }

    /// Returns the game with which those without a power are compared, the one that is played unless there is another.
    pub(crate) fn whole<'g>(&'g self, played: &'g dyn AnyGame) -> &'g dyn AnyGame {
        self.whole.as_deref().unwrap_or(played)
    }
}

/// Opens a game of texts; what is opened goes on, and the registry knows no more than before.
fn open(registry: &Registry, texts: &[String], options: &str) -> Option<Box<dyn AnyGame>> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let is_known = registry.has(ContentHash::of(&TextDefinition::content_of(&texts)));
    let hash = registry.add(Arc::new(TextDefinition::of_texts(&texts)?)).ok()?;
    let spec = if options.is_empty() { hash.to_string() } else { format!("{hash}:{options}") };
    let game = registry.open(&spec).ok();
    if !is_known {
        registry.remove(hash);
    }
    game
}

/// Tells whether two games begin alike, with moves that are written alike.
fn is_same(one: &dyn AnyGame, other: &dyn AnyGame) -> bool {
    let begin = |game: &dyn AnyGame| {
        let under_way = game.begin(None).ok()?;
        Some((under_way.position_text(), under_way.legal_moves()))
    };
    begin(one).is_some_and(|begun| begin(other) == Some(begun))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_the_house_are_compared_by_their_definitions() {
        let registry = Registry::built_in();
        let mut compared = 0;
        for id in registry.games() {
            let game = registry.open(id).unwrap();
            let comparison = Comparison::of(&registry, game.as_ref(), &[], "");
            let codes: Vec<&str> = game.metadata().powers.iter().map(|power| power.code.as_str()).collect();
            for Bare { power, game: bare } in comparison.bare() {
                assert!(codes.contains(&power.as_str()), "{id} does not tell of {power}");
                assert!(is_same(comparison.whole(game.as_ref()), game.as_ref()) && bare.begin(None).is_ok());
            }
            compared += comparison.bare().len();
            // What is opened is forgotten again.
            assert!(registry.offered().is_empty());
            assert!(Comparison::of(&registry, game.as_ref(), &[], "no-such-option").bare().is_empty());
        }
        assert!(compared > 8, "{compared}");
    }
}
