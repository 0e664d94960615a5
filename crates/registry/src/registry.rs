use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use entourage_definition::sheet::{Sheet, sheet};
use entourage_definition::{Library, Shipped, check, near_names};
use entourage_kernel::{Evaluate, GameSpec, Presentation, TextError};

use crate::built_in::{Visitor, visit_built_in};
use crate::game_face::Game;
use crate::text_definition::{Behind, TextDefinition};
use crate::view::LoanView;
use crate::{AnyGame, ContentHash, Definition, DefinitionError, Gallery, OpenError};

/// A function that opens a built-in game by its spec.
type Opener = fn(&GameSpec) -> Result<Box<dyn AnyGame>, TextError>;

/// The games that can be opened by spec: built-in games, and games added at run time.
///
/// Clones share the same games. An open game remains usable after its definition is removed.
#[derive(Clone, Default)]
pub struct Registry {
    shelf: Arc<Shelf>,
}

#[derive(Default)]
pub(crate) struct Shelf {
    ids: Vec<&'static str>,
    openers: Vec<Opener>,
    definitions: RwLock<BTreeMap<ContentHash, Arc<dyn Definition>>>,
    offered: RwLock<Vec<(String, Arc<dyn Definition>)>>,
    /// The default game, for records that do not name a game.
    unnamed: OnceLock<Option<&'static str>>,
    /// The pictures for added games: those of the built-in games, unless `borrow_art` has supplied others.
    gallery: OnceLock<Gallery>,
}

impl Registry {
    /// Creates a registry of the built-in games.
    pub fn built_in() -> Self {
        Self::of(visit_built_in)
    }

    /// Creates a registry of the games that `visit` registers.
    pub(crate) fn of(visit: impl FnOnce(&mut Shelf)) -> Self {
        let mut shelf = Shelf::default();
        visit(&mut shelf);
        Self { shelf: Arc::new(shelf) }
    }

    /// Lists the identifiers of the built-in games in display order.
    pub fn games(&self) -> &[&'static str] {
        &self.shelf.ids
    }

    /// Returns the spec of the default game, for records that do not name a game.
    pub fn unnamed(&self) -> Option<&'static str> {
        let find = || self.games().iter().copied().find(|id| self.open(id).is_ok_and(|game| game.is_unnamed()));
        *self.shelf.unnamed.get_or_init(find)
    }

    /// Adds the shipped definition with an identifier or title, whatever its case and spaces and with or without the name of the
    /// default game at the end; returns its identifier. If there is a game with this identifier, that game is kept.
    pub fn offer_shipped(&self, name: &str) -> Option<String> {
        let letters = |name: &str| name.to_lowercase().replace(|sign: char| !sign.is_alphanumeric(), "");
        let folded = |name: &str| letters(name).trim_end_matches(self.unnamed().unwrap_or_default()).to_owned();
        let is_named = |id: &String| {
            // The title is the first text in quotes.
            let title = Shipped.find(id).and_then(|source| source.text.split('"').nth(1).map(folded));
            !folded(id).is_empty() && (folded(id) == folded(name) || title == Some(folded(name)))
        };
        let id = Shipped.names().into_iter().find(is_named)?;
        if !self.games().contains(&id.as_str()) && self.definition_of(&id).is_none() {
            let _ = self.offer(&id, Arc::new(TextDefinition::new(check(Shipped.find(&id)?, &Shipped))?));
        }
        Some(id)
    }

    /// Opens a game by its spec, such as `game:option,repetition=3`, or `@sha256-…:option` for a game that was added.
    ///
    /// # Errors
    /// If the spec cannot be parsed, the game is unknown, or the options are invalid.
    pub fn open(&self, spec: &str) -> Result<Box<dyn AnyGame>, OpenError> {
        let spec = GameSpec::read(spec).map_err(OpenError::Spec)?;
        if spec.id.starts_with(ContentHash::SIGN) {
            let Some(hash) = ContentHash::read(&spec.id) else {
                return Err(OpenError::MalformedHash { id: spec.id });
            };
            let definition = self.definition(hash).ok_or(OpenError::NoDefinition { hash })?;
            return self.open_defined(definition.as_ref(), &spec);
        }
        if let Some(index) = self.shelf.ids.iter().position(|id| *id == spec.id) {
            return self.shelf.openers[index](&spec).map_err(OpenError::Options);
        }
        match self.definition_of(&spec.id) {
            Some(definition) => self.open_defined(definition.as_ref(), &spec),
            None => {
                let offered = self.offered().into_iter().map(|(name, _)| name);
                let built_in = self.shelf.ids.iter().map(|id| (*id).to_owned());
                let mut names: Vec<String> = built_in.chain(offered).chain(Shipped.names()).collect();
                names.sort_unstable();
                names.dedup();
                let near = near_names(&spec.id, &names);
                Err(OpenError::UnknownGame { id: spec.id, known: self.shelf.ids.clone(), near })
            }
        }
    }

    /// Adds a game that is listed and opened by name, like the built-in ones.
    ///
    /// # Errors
    /// If the name is taken, the game does not open without options, or its spec differs from the name.
    pub fn offer(&self, name: &str, definition: Arc<dyn Definition>) -> Result<(), DefinitionError> {
        if self.shelf.ids.contains(&name) || self.definition_of(name).is_some() {
            return Err(DefinitionError::Taken { name: name.to_owned() });
        }
        self.open_as(definition.as_ref(), name)?;
        let mut offered = self.shelf.offered.write().unwrap_or_else(PoisonError::into_inner);
        offered.push((name.to_owned(), definition));
        Ok(())
    }

    /// Lists the games added by [`offer`](Self::offer), with their names.
    pub fn offered(&self) -> Vec<(String, Arc<dyn Definition>)> {
        self.shelf.offered.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the definition of a game added by [`offer`](Self::offer).
    pub fn definition_of(&self, name: &str) -> Option<Arc<dyn Definition>> {
        let offered = self.shelf.offered.read().unwrap_or_else(PoisonError::into_inner);
        offered.iter().find(|(known, _)| known == name).map(|(_, definition)| Arc::clone(definition))
    }

    /// Returns the data for editing a game's definition in a form; `None` for games without a definition.
    pub fn sheet_of(&self, spec: &str) -> Option<Sheet> {
        let id = spec.split(':').next().unwrap_or(spec);
        let added = || ContentHash::read(id).and_then(|hash| self.definition(hash));
        let texts = TextDefinition::texts(self.definition_of(id).or_else(added)?.as_ref());
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        Some(sheet(texts.first()?, &Behind::new(&texts)))
    }

    /// Adds a definition and returns its hash, by which specs name the game. Adding it again has no effect.
    ///
    /// # Errors
    /// If the game does not open without options, or its spec differs from the hash.
    pub fn add(&self, definition: Arc<dyn Definition>) -> Result<ContentHash, DefinitionError> {
        let hash = ContentHash::of(definition.content());
        self.open_as(definition.as_ref(), &hash.to_string())?;
        self.shelf.definitions.write().unwrap_or_else(PoisonError::into_inner).insert(hash, definition);
        Ok(hash)
    }

    /// Adds a definition without checking that it opens; returns whether it is new.
    pub fn put(&self, definition: Arc<dyn Definition>) -> bool {
        let hash = ContentHash::of(definition.content());
        let mut definitions = self.shelf.definitions.write().unwrap_or_else(PoisonError::into_inner);
        let is_new = !definitions.contains_key(&hash);
        definitions.entry(hash).or_insert(definition);
        is_new
    }

    /// Returns whether a definition with this hash has been added.
    pub fn has(&self, hash: ContentHash) -> bool {
        self.definition(hash).is_some()
    }

    /// Removes the definition with this hash; `None` if there is none.
    pub fn remove(&self, hash: ContentHash) -> Option<Arc<dyn Definition>> {
        self.shelf.definitions.write().unwrap_or_else(PoisonError::into_inner).remove(&hash)
    }

    /// Lists the built-in pictures, to be passed to [`borrow_art`](Self::borrow_art) of a registry without pictures.
    pub fn loans(&self) -> Vec<LoanView> {
        self.gallery().loans()
    }

    /// Lists the names of the available pictures, sorted.
    pub fn pictures(&self) -> Vec<String> {
        self.gallery().names().into_iter().map(str::to_owned).collect()
    }

    /// Uses the pictures of another registry. Has no effect after a game that uses pictures has been opened.
    pub fn borrow_art(&self, loans: Vec<LoanView>) {
        let _ = self.shelf.gallery.set(loans.into());
    }

    fn gallery(&self) -> &Gallery {
        let games = || self.games().iter().filter_map(|id| self.open(id).ok()).collect::<Vec<_>>();
        self.shelf.gallery.get_or_init(|| Gallery::of(games().iter().map(|game| game.metadata())))
    }

    /// Checks that a game opens without options and that its spec is `name`.
    fn open_as(&self, definition: &dyn Definition, name: &str) -> Result<(), DefinitionError> {
        let spec = GameSpec::new(name.to_owned(), Vec::new(), Default::default());
        let game = self.open_defined(definition, &spec).map_err(DefinitionError::Unopened)?;
        if game.spec() == name { Ok(()) } else { Err(DefinitionError::Misnamed { spec: game.spec() }) }
    }

    fn open_defined(
        &self,
        definition: &dyn Definition,
        spec: &GameSpec,
    ) -> Result<Box<dyn AnyGame>, OpenError> {
        let options: Vec<&str> = spec.options.iter().map(String::as_str).collect();
        definition.open(&spec.id, &options, spec.adjudication, self.gallery()).map_err(|error| match error {
            OpenError::Options(error) => OpenError::Options(spec.located(error)),
            error => error,
        })
    }

    /// Returns the definition with this hash that was added by [`add`](Self::add) or [`put`](Self::put).
    pub fn definition(&self, hash: ContentHash) -> Option<Arc<dyn Definition>> {
        self.shelf.definitions.read().unwrap_or_else(PoisonError::into_inner).get(&hash).cloned()
    }
}

impl Visitor for Shelf {
    fn visit<R: Evaluate + Presentation + Default>(&mut self, id: &'static str) {
        self.ids.push(id);
        self.openers.push(opener::<R>);
    }
}

fn opener<R: Evaluate + Presentation + Default>(spec: &GameSpec) -> Result<Box<dyn AnyGame>, TextError> {
    let options: Vec<&str> = spec.options.iter().map(String::as_str).collect();
    let rules = R::default().with_options(&options).map_err(|error| spec.located(error))?;
    Ok(Box::new(Game { rules, adjudication: spec.adjudication }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_opens_under_its_own_name() {
        let registry = Registry::built_in();
        for id in registry.games() {
            let game = registry.open(id).unwrap();
            assert_eq!(game.metadata().id, *id);
            assert_eq!(game.spec(), *id);
        }
        assert!(Registry::default().games().is_empty());
    }

    #[test]
    fn the_error_names_an_unknown_game() {
        let error = Registry::built_in().open("nonesuch:x").err().unwrap();
        assert!(matches!(&error, OpenError::UnknownGame { id, .. } if id == "nonesuch"));
        let error = TextError::from(error);
        assert_eq!((error.token.as_str(), error.at), ("nonesuch", 0));
    }
}
