//! Games that people hand in: read, held to what they mean, tried at random, and opened when they are asked for.

use std::sync::Arc;

use entourage_definition::{Library, Shipped};
use entourage_kernel::Language;
use entourage_registry::{
    ContentHash, Definition, LazyDefinition, Manuscript, Registry, TextDefinition, Trial,
};

fn texts(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| Shipped.find(name).unwrap().text).collect()
}

fn read(texts: &[String]) -> Option<Manuscript> {
    Manuscript::read(&texts.iter().map(String::as_str).collect::<Vec<_>>())
}

fn pair() -> [&'static str; 2] {
    let names: &'static [&'static str] =
        Vec::leak(Shipped.names().into_iter().map(|name| &*String::leak(name)).collect());
    let mut pairs = names.iter().flat_map(|one| names.iter().map(move |other| [*one, *other]));
    pairs.find(|pair| read(&texts(pair)).is_some_and(|read| read.errors(Language::English).is_empty())).unwrap()
}

#[test]
fn a_game_is_read_with_just_the_texts_that_it_is_like() {
    let [own, base] = pair();
    let alone = read(&texts(&[own])).unwrap().errors(Language::English);
    assert!(alone.iter().any(|fault| fault.code == "unknown-name" && !fault.is_warning), "{alone:?}");
    assert!(read(&texts(&[own, base, base])).is_none(), "a text is none of the game's");
    assert!(read(&[]).is_none());
    let definition = read(&texts(&[own, base])).unwrap().define().unwrap();
    assert_eq!(definition.name(), own);
    let french = read(&["x".to_owned()]).unwrap().errors(Language::French);
    assert_ne!(french[0].problem, read(&["x".to_owned()]).unwrap().errors(Language::English)[0].problem);
}

#[test]
fn a_content_is_opened_when_it_is_asked_for() {
    let content = texts(&pair()).join("\0").into_bytes();
    let (hash, registry) = (ContentHash::of(&content), Registry::built_in());
    assert!(!registry.has(hash) && registry.open(&hash.to_string()).is_err());
    assert!(registry.put(Arc::new(LazyDefinition::new(content.clone()))));
    assert!(!registry.put(Arc::new(LazyDefinition::new(content))));
    let game = registry.open(&format!("{hash}:repetition=3")).unwrap();
    assert_eq!(ContentHash::of_spec(&game.spec()), Some(hash));
    assert!(game.begin(None).unwrap().legal_moves().len() > 1);
    // What is no game any more is refused and not fatal.
    let broken = LazyDefinition::new(b"no game\0at all\xff".to_vec());
    let hash = ContentHash::of(broken.content());
    registry.put(Arc::new(broken));
    assert!(registry.open(&hash.to_string()).is_err());
}

#[test]
fn a_game_is_tried_within_bounds_and_the_same_way() {
    let definition = || read(&texts(&pair())).unwrap().define().unwrap();
    let trial = |definition: &TextDefinition| Trial::of(definition, 3, 20, || false).unwrap();
    let found = trial(&definition());
    assert_eq!((found, found.games), (trial(&definition()), 3));
    assert!((1..=20).contains(&found.longest) && found.ended <= 3);
    assert_eq!(Trial::of(&definition(), 3, 20, || true), Ok(Trial::default()));
}
