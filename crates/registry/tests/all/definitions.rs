//! Tests games that are added at run time, opened by the hash of their content, and removed again.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use entourage_definition::{Shipped, Source, check};
use entourage_kernel::{
    Adjudication, Effects, Enforcement, Evaluate, Intent, Language, Metadata, Outcome, Presentation, Reading,
    Reason, Refusal, Rules, SharedStr, Text, TextError, Topology, Voice,
};
use entourage_registry::{
    AnyGame, ContentHash, Definition, DefinitionError, Gallery, OpenError, Registry, SearchSettings,
    TextDefinition, face,
};

use crate::lanterns::{Lanterns, as_lanterns};

struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(count))
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        Self::new(&self.0)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The Lanterns game under a name chosen at run time.
#[derive(Clone)]
struct Made {
    metadata: Arc<Metadata>,
    _counted: Counted,
}

impl Rules for Made {
    as_lanterns!(positions);
    as_lanterns!(law);
    as_lanterns!(board);

    fn metadata(&self) -> &Metadata {
        &self.metadata
    }
}

impl Presentation for Made {
    fn reason_codes(&self) -> Vec<&str> {
        crate::lanterns::SENTENCES.iter().map(|(code, _)| *code).collect()
    }
    fn sentence(&self, position: &Self::Position, reason: &Reason, voice: Voice<'_>) -> Option<String> {
        Lanterns.sentence(position, reason, voice)
    }
}

impl Evaluate for Made {}

struct Name {
    content: &'static str,
    stubborn: Option<&'static str>,
    counted: Counted,
}

impl Definition for Name {
    fn content(&self) -> &[u8] {
        self.content.as_bytes()
    }

    fn open(
        &self,
        name: &str,
        options: &[&str],
        adjudication: Adjudication,
        _: &Gallery,
    ) -> Result<Box<dyn AnyGame>, OpenError> {
        let id = SharedStr::from(self.stubborn.unwrap_or(name).to_owned());
        let title = Text::new(self.content, self.content);
        let metadata = Arc::new(Metadata { id, name: title, ..Lanterns.metadata().clone() });
        let rules = Made { metadata, _counted: self.counted.clone() }.with_options(options);
        Ok(face(rules.map_err(OpenError::Options)?, adjudication)?)
    }
}

fn define(content: &'static str, count: &Arc<AtomicUsize>) -> Arc<Name> {
    Arc::new(Name { content, stubborn: None, counted: Counted::new(count) })
}

#[test]
fn a_definition_is_opened_by_its_hash_and_options_follow() {
    let (registry, count) = (Registry::built_in(), Arc::default());
    let copy = registry.clone();
    let hash = registry.add(define("Candles", &count)).unwrap();
    assert_eq!(hash, ContentHash::of(b"Candles"));
    for registry in [&registry, &copy] {
        let spec = format!("{hash}:repetition=3");
        let game = registry.open(&spec).unwrap();
        assert_eq!((game.spec(), game.metadata().name.get(Language::English)), (spec, "Candles"));
        assert_eq!(game.info(Language::French).id, hash.to_string());
    }
    let mut free = registry.begin(&hash.to_string(), None, Enforcement::Free).unwrap();
    free.play("~pass").unwrap();
    assert_eq!((free.spec(), free.game().spec()), (hash.to_string(), hash.to_string()));
    let OpenError::Options(error) = registry.open(&format!("{hash}:repetition=3,bright")).err().unwrap() else {
        panic!("an option is refused as such")
    };
    assert_eq!((error.token.as_str(), error.at), ("bright", hash.to_string().len() + 14));
}

#[test]
fn unknown_and_malformed_hashes_are_refused() {
    let registry = Registry::built_in();
    let hash = ContentHash::of(b"nothing");
    assert_eq!(registry.open(&hash.to_string()).err(), Some(OpenError::NoDefinition { hash }));
    for id in ["@", "@sha256-", "@sha256-00", "@md5-0", &hash.to_string().to_uppercase()] {
        let error = registry.open(&format!("{id}:repetition=3")).err().unwrap();
        assert_eq!(error, OpenError::MalformedHash { id: id.to_owned() });
        let error = TextError::from(error);
        assert_eq!((error.token.as_str(), error.at), (id, 0));
        assert_ne!(error.problem.en, error.problem.fr);
    }
    assert!(matches!(registry.open("@sha256-00:,"), Err(OpenError::Spec(_))));
    let stubborn = Name { content: "a", stubborn: Some("lanterns"), counted: Counted::new(&Arc::default()) };
    let misnamed = DefinitionError::Misnamed { spec: "lanterns".to_owned() };
    assert_eq!(registry.add(Arc::new(stubborn)), Err(misnamed));
}

#[test]
fn an_open_game_outlives_its_definition_and_is_then_freed() {
    let (registry, count) = (Registry::built_in(), Arc::<AtomicUsize>::default());
    let hash = registry.add(define("Torches", &count)).unwrap();
    let again = registry.add(define("Torches", &count)).unwrap();
    assert_eq!((again, count.load(Ordering::SeqCst)), (hash, 1), "the same definition is kept once");

    let game = registry.open(&hash.to_string()).unwrap();
    let mut played = game.begin(None).unwrap();
    let mut by_hand = registry.begin(&hash.to_string(), None, Enforcement::Warned).unwrap();
    let mut search = played.search(SearchSettings { table_mb: 1, ..SearchSettings::default() });
    search.advance(2_000);
    assert!(registry.remove(hash).is_some() && registry.remove(hash).is_none());
    assert_eq!(registry.open(&hash.to_string()).err(), Some(OpenError::NoDefinition { hash }));

    for game in [&mut played, &mut by_hand] {
        let first = game.legal_moves().swap_remove(0);
        game.play(&first).unwrap();
        game.view(Language::English);
    }
    assert!(search.advance(2_000).best.is_some());
    let solver =
        played.solver(entourage_registry::solver::Settings { attacker: played.side_to_move(), table_mb: 1 });
    drop((game, played, by_hand, solver));
    assert!(count.load(Ordering::SeqCst) > 0, "the search still has the rules");
    drop(search);
    assert_eq!(count.load(Ordering::SeqCst), 0);

    registry.add(define("Torches", &count)).unwrap();
    drop(registry);
    assert_eq!(count.load(Ordering::SeqCst), 0, "dropping a registry drops its definitions");
}

#[test]
fn games_can_be_added_by_name() {
    let registry = Registry::built_in();
    let text =
        "language 1\ngame lamps \"Lamps\" like chess\npower still of Queen: enemies next to it cannot move\n";
    let read = |text: &str| TextDefinition::new(check(Source::new("lamps", text), &Shipped)).unwrap();
    let definition = Arc::new(read(text));
    assert_eq!(definition.name(), "lamps");
    registry.offer("lamps", Arc::clone(&definition) as Arc<dyn Definition>).unwrap();
    assert_eq!(registry.open("lamps").unwrap().spec(), "lamps");
    assert_eq!(registry.open("lamps:fen,repetition=3").unwrap().spec(), "lamps:fen,repetition=3");
    let names: Vec<String> = registry.offered().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["lamps"]);
    // No two games can have the same name.
    let house = registry.games()[0];
    for name in ["lamps", house] {
        let taken = DefinitionError::Taken { name: name.to_owned() };
        assert_eq!(registry.offer(name, Arc::clone(&definition) as Arc<dyn Definition>), Err(taken));
    }

    // The source files suffice to add the game to another registry.
    let texts = TextDefinition::texts(definition.as_ref());
    assert_eq!(texts.len(), 2);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let again = TextDefinition::of_texts(&texts).unwrap();
    assert_eq!(again.content(), definition.content());
    let other = Registry::default();
    other.offer("lamps", Arc::new(again)).unwrap();
    let (one, same) = (registry.open("lamps").unwrap(), other.open("lamps").unwrap());
    for language in Language::ALL {
        assert_eq!(one.rules_page(language), same.rules_page(language));
    }
    assert!(TextDefinition::of_texts(&texts[..1]).is_none());
    assert!(TextDefinition::of_texts(&[]).is_none());
}
