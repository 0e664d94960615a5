//! Games written as text are drawn by the pictures of the games of the house, and say whose these are.

use std::sync::Arc;

use entourage_definition::{Library, Shipped, Source, check};
use entourage_kernel::Metadata;
use entourage_registry::{AnyGame, Registry, TextDefinition};

/// Opens a text under a registry.
fn open(registry: &Registry, text: &str) -> Box<dyn AnyGame> {
    let report = check(Source::new("text", text), &Shipped);
    assert!(report.is_playable(), "{:?}", report.diagnostics);
    let definition = TextDefinition::new(report).unwrap();
    let hash = registry.add(Arc::new(definition)).unwrap();
    registry.open(&hash.to_string()).unwrap()
}

fn shipped(registry: &Registry, id: &str) -> Box<dyn AnyGame> {
    open(registry, &Shipped.find(id).unwrap().text)
}

/// Returns how a kind is drawn.
fn art<'m>(metadata: &'m Metadata, name: &str) -> &'m str {
    &metadata.kinds.iter().find(|kind| kind.name.en == name).expect("there is such a kind").art
}

/// Tells whose works a game shows: for what, and who.
fn works(metadata: &Metadata) -> Vec<(&str, &str)> {
    let licensed = metadata.credits.iter().filter(|credit| credit.licence.is_some());
    licensed.map(|credit| (credit.role.en.as_str(), credit.who.as_str())).collect()
}

fn is_letter(art: &str) -> bool {
    art.starts_with("<text ")
}

#[test]
fn kinds_that_the_house_has_are_drawn_as_there_and_credited_once() {
    let registry = Registry::built_in();
    for id in registry.games() {
        let (house, text) = (registry.open(id).unwrap(), shipped(&registry, id));
        let (house, text) = (house.metadata(), text.metadata());
        assert_eq!(text.kinds.len(), house.kinds.len(), "{id}");
        for kind in text.kinds.iter() {
            assert_eq!(kind.art, art(house, &kind.name.en), "{id}: {}", kind.name.en);
        }
        assert_eq!(works(text), works(house), "{id}");
    }
    let cards = shipped(&registry, "struggle-cards");
    assert_eq!(works(cards.metadata()), works(registry.open("struggle").unwrap().metadata()));
}

#[test]
fn other_kinds_stay_letters_and_nobody_is_credited_for_them() {
    let registry = Registry::built_in();
    let dobutsu = shipped(&registry, "dobutsu");
    assert!(dobutsu.metadata().kinds.iter().all(|kind| is_letter(&kind.art)));
    assert!(works(dobutsu.metadata()).is_empty());

    // One picture among letters would look out of place.
    let xiangqi = shipped(&registry, "xiangqi");
    assert!(xiangqi.metadata().kinds.iter().all(|kind| is_letter(&kind.art)));
    assert!(works(xiangqi.metadata()).is_empty());
}

#[test]
fn a_game_is_drawn_as_the_one_with_which_it_shares_the_most_names() {
    let registry = Registry::built_in();
    let [symmetron, chess] = ["symmetron44", "chess"].map(|id| registry.open(id).unwrap());
    // Both have a King and a Knight.
    let kinds = |names: &[&str]| {
        let kind = |(name, letter)| format!("piece {letter} \"{name}\"\n  moves and captures: step any\n");
        let kinds: String = names.iter().zip('A'..).map(kind).collect();
        let ends = "ends\n  loss \"bare\": no own King is on the board\n";
        let start = "position \"{rows} {side}\"\nstart \"a3/4/3A w\"\n";
        format!("language 1\ngame mixed \"Mixed\"\nboard 4 x 3\nsides White w, Black b\n{kinds}{ends}{start}")
    };
    let (tie, more) = (kinds(&["King", "Knight"]), kinds(&["King", "Knight", "Rook"]));
    let (tie, more) = (open(&registry, &tie), open(&registry, &more));
    assert_eq!(works(tie.metadata()), works(symmetron.metadata()), "the first of two that share as many");
    assert_eq!(works(more.metadata()), works(chess.metadata()));
    assert_eq!(art(more.metadata(), "Rook"), art(chess.metadata(), "Rook"));

    // What the one does not draw, another does.
    let both = open(&registry, &kinds(&["King", "Knight", "Rook", "Reducer", "Bishop", "Golem"]));
    assert_eq!(art(both.metadata(), "Rook"), art(chess.metadata(), "Rook"));
    assert_eq!(art(both.metadata(), "Reducer"), art(symmetron.metadata(), "Reducer"));
    assert!(is_letter(art(both.metadata(), "Golem")));

    // A picture that two games draw for different kinds is one kind's.
    let alike = open(&registry, &kinds(&["King", "Rook", "Queen", "Advancer-Rook"]));
    assert_eq!(art(alike.metadata(), "Rook"), art(symmetron.metadata(), "Advancer-Rook"));
    assert!(is_letter(art(alike.metadata(), "Advancer-Rook")));
}

#[test]
fn a_registry_that_knows_no_game_of_the_house_borrows_their_pictures() {
    let house = Registry::built_in();
    let elsewhere = Registry::default();
    elsewhere.borrow_art(house.loans());
    for id in ["madrasi", "ultima", "xiangqi", "struggle-cards"] {
        let (one, other) = (shipped(&house, id), shipped(&elsewhere, id));
        let (one, other) = (one.metadata(), other.metadata());
        for kind in one.kinds.iter() {
            assert_eq!(kind.art, art(other, &kind.name.en), "{id}");
        }
        assert_eq!(works(one), works(other), "{id}");
    }
    let alone = shipped(&Registry::default(), "madrasi");
    assert!(alone.metadata().kinds.iter().all(|kind| is_letter(&kind.art)));
}
