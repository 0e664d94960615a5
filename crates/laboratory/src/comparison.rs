use std::sync::Arc;

use entourage_definition::{Shipped, Source, check, power_names, without_power};
use entourage_registry::{AnyGame, ContentHash, Library, Registry, TextDefinition};

pub struct Bare {
    pub power: String,
    /// The game without the power; its positions and moves have the same notation as in the complete game.
    pub game: Box<dyn AnyGame>,
}

#[derive(Default)]
pub struct Comparison {
    /// The complete game, opened from its definition; `None` if the studied game itself was opened from a definition.
    whole: Option<Box<dyn AnyGame>>,
    bare: Vec<Bare>,
}

impl Comparison {
    /// Opens the game defined by `texts` with each of its powers removed in turn; skips definitions that become invalid.
    pub fn of_texts(registry: &Registry, texts: &[String], options: &str) -> Self {
        let bare = power_names(texts).into_iter().filter_map(|power| {
            let without = |is_written: bool| {
                let texts: Vec<_> = texts.iter().map(|text| without_power(text, &power, is_written)).collect();
                open(registry, &texts, options)
            };
            // If the definition becomes invalid, also remove the notation of moves that only the removed power allows.
            let game = without(false).or_else(|| without(true))?;
            Some(Bare { power, game })
        });
        Self { whole: None, bare: bare.collect() }
    }

    /// Opens the shipped definition of a built-in game with each of its powers removed in turn.
    ///
    /// Nothing is compared if there is no such definition, or if the definition differs from the game with these options.
    pub fn of_built_in(registry: &Registry, game: &dyn AnyGame, options: &str) -> Self {
        let twin = || {
            let source = Shipped.find(&game.metadata().id)?;
            let texts: Vec<String> =
                check(source, &Shipped).sources.into_iter().map(|Source { text, .. }| text).collect();
            let whole = open(registry, &texts, options).filter(|whole| is_same(game, whole.as_ref()))?;
            Some(Self { whole: Some(whole), ..Self::of_texts(registry, &texts, options) })
        };
        twin().unwrap_or_default()
    }

    pub fn of(registry: &Registry, game: &dyn AnyGame, texts: &[String], options: &str) -> Self {
        if texts.is_empty() {
            Self::of_built_in(registry, game, options)
        } else {
            Self::of_texts(registry, texts, options)
        }
    }

    pub fn bare(&self) -> &[Bare] {
        &self.bare
    }

    pub(crate) fn whole<'g>(&'g self, played: &'g dyn AnyGame) -> &'g dyn AnyGame {
        self.whole.as_deref().unwrap_or(played)
    }
}

/// Opens the game defined by `texts` and removes its definition from the registry again.
pub(crate) fn open(registry: &Registry, texts: &[String], options: &str) -> Option<Box<dyn AnyGame>> {
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

/// Returns whether two games have the same start position and the same legal first moves.
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
    fn built_in_games_are_compared_by_their_definitions() {
        let registry = Registry::built_in();
        let mut compared = 0;
        for id in registry.games() {
            let game = registry.open(id).unwrap();
            let comparison = Comparison::of(&registry, game.as_ref(), &[], "");
            let codes: Vec<&str> = game.metadata().powers.iter().map(|power| power.code.as_str()).collect();
            for Bare { power, game: bare } in comparison.bare() {
                assert!(codes.contains(&power.as_str()), "{id} does not mention {power}");
                assert!(is_same(comparison.whole(game.as_ref()), game.as_ref()) && bare.begin(None).is_ok());
            }
            compared += comparison.bare().len();
            // Opened games are removed from the registry again.
            assert!(registry.offered().is_empty());
            assert!(Comparison::of(&registry, game.as_ref(), &[], "no-such-option").bare().is_empty());
        }
        assert!(compared > 8, "{compared}");
    }
}
