//! Tests submitted games: parsing, warnings, random games, and lazy opening.

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
fn a_game_needs_exactly_the_texts_it_extends() {
    let [own, base] = pair();
    let alone = read(&texts(&[own])).unwrap().errors(Language::English);
    assert!(alone.iter().any(|fault| fault.code == "unknown-name" && !fault.is_warning), "{alone:?}");
    assert!(read(&texts(&[own, base, base])).is_none(), "one text too many");
    assert!(read(&[]).is_none());
    let definition = read(&texts(&[own, base])).unwrap().define().unwrap();
    assert_eq!(definition.name(), own);
    let french = read(&["x".to_owned()]).unwrap().errors(Language::French);
    assert_ne!(french[0].problem, read(&["x".to_owned()]).unwrap().errors(Language::English)[0].problem);
}

#[test]
fn content_is_parsed_when_first_opened() {
    let content = texts(&pair()).join("\0").into_bytes();
    let (hash, registry) = (ContentHash::of(&content), Registry::built_in());
    assert!(!registry.has(hash) && registry.open(&hash.to_string()).is_err());
    assert!(registry.put(Arc::new(LazyDefinition::new(content.clone()))));
    assert!(!registry.put(Arc::new(LazyDefinition::new(content))));
    let game = registry.open(&format!("{hash}:repetition=3")).unwrap();
    assert_eq!(ContentHash::of_spec(&game.spec()), Some(hash));
    assert!(game.begin(None).unwrap().legal_moves().len() > 1);
    // Content that can no longer be parsed is refused without panicking.
    let broken = LazyDefinition::new(b"no game\0at all\xff".to_vec());
    let hash = ContentHash::of(broken.content());
    registry.put(Arc::new(broken));
    assert!(registry.open(&hash.to_string()).is_err());
}

#[test]
fn trials_are_bounded_and_reproducible() {
    let definition = || read(&texts(&pair())).unwrap().define().unwrap();
    let trial = |definition: &TextDefinition| Trial::of(definition, 3, 20, || false).unwrap();
    let found = trial(&definition());
    assert_eq!((found, found.games), (trial(&definition()), 3));
    assert!((1..=20).contains(&found.longest) && found.ended <= 3);
    assert_eq!(Trial::of(&definition(), 3, 20, || true), Ok(Trial::default()));
}
