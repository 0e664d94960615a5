//! Tests that definitions use the pictures of built-in games, with credits.

use std::sync::Arc;

use entourage_definition::{Library, Shipped, Source, check};
use entourage_kernel::Metadata;
use entourage_registry::{AnyGame, Registry, TextDefinition};

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

fn art<'m>(metadata: &'m Metadata, name: &str) -> &'m str {
    &metadata.kinds.iter().find(|kind| kind.name.en == name).expect("the kind exists").art
}

/// Lists the licensed credits of a game: role and author.
fn works(metadata: &Metadata) -> Vec<(&str, &str)> {
    let licensed = metadata.credits.iter().filter(|credit| credit.licence.is_some());
    licensed.map(|credit| (credit.role.en.as_str(), credit.who.as_str())).collect()
}

fn is_letter(art: &str) -> bool {
    art.starts_with("<text ")
}

#[test]
fn kinds_of_built_in_games_use_their_pictures_and_credits() {
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
fn other_kinds_stay_letters_without_credits() {
    let registry = Registry::built_in();
    let dobutsu = shipped(&registry, "dobutsu");
    assert!(dobutsu.metadata().kinds.iter().all(|kind| is_letter(&kind.art)));
    assert!(works(dobutsu.metadata()).is_empty());

    // A single picture among letters would look out of place, so it is not used.
    let xiangqi = shipped(&registry, "xiangqi");
    assert!(xiangqi.metadata().kinds.iter().all(|kind| is_letter(&kind.art)));
    assert!(works(xiangqi.metadata()).is_empty());
}

#[test]
fn pictures_come_from_the_game_that_shares_the_most_names() {
    let registry = Registry::built_in();
    let [symmetron, chess] = ["symmetron44", "chess"].map(|id| registry.open(id).unwrap());
    // Both games have pictures of a King and a Knight.
    let kinds = |names: &[&str]| {
        let kind = |(name, letter)| format!("piece {letter} \"{name}\"\n  moves and captures: step any\n");
        let kinds: String = names.iter().zip('A'..).map(kind).collect();
        let ends = "ends\n  loss \"bare\": no own King is on the board\n";
        let start = "position \"{rows} {side}\"\nstart \"a3/4/3A w\"\n";
        format!("language 1\ngame mixed \"Mixed\"\nboard 4 x 3\nsides White w, Black b\n{kinds}{ends}{start}")
    };
    let (tie, more) = (kinds(&["King", "Knight"]), kinds(&["King", "Knight", "Rook"]));
    let (tie, more) = (open(&registry, &tie), open(&registry, &more));
    let first = [("Art: Knight, King", "Skoll"), ("Collection of the art", "game-icons.net")];
    assert_eq!(works(tie.metadata()), first, "the first of two that share as many");
    assert_eq!(art(tie.metadata(), "King"), art(symmetron.metadata(), "King"));
    assert_eq!(works(more.metadata()), works(chess.metadata()));
    assert_eq!(art(more.metadata(), "Rook"), art(chess.metadata(), "Rook"));

    // Pictures that the first game lacks come from another.
    let both = open(&registry, &kinds(&["King", "Knight", "Rook", "Reducer", "Bishop", "Golem"]));
    assert_eq!(art(both.metadata(), "Rook"), art(chess.metadata(), "Rook"));
    assert_eq!(art(both.metadata(), "Reducer"), art(symmetron.metadata(), "Reducer"));
    assert!(is_letter(art(both.metadata(), "Golem")));

    // A picture that two games use for different kinds is given to one kind only.
    let alike = open(&registry, &kinds(&["King", "Rook", "Queen", "Advancer-Rook"]));
    assert_eq!(art(alike.metadata(), "Rook"), art(symmetron.metadata(), "Advancer-Rook"));
    assert!(is_letter(art(alike.metadata(), "Advancer-Rook")));
}

#[test]
fn an_author_chooses_pictures_by_name() {
    let registry = Registry::built_in();
    let house = registry.open("chess").unwrap();
    let text = |head: &str| {
        format!(
            "language 1\ngame drawn \"Drawn\"\nboard 4 x 3\nsides White w, Black b\n\
             piece A \"Aardvark\" {head}\n  moves and captures: step any\n\
             piece B \"Bear\"\n  moves and captures: step any\npiece C \"Civet\"\n  moves and captures: step any\n\
             ends\n  loss \"bare\": no own Aardvark is on the board\nposition \"{{rows}} {{side}}\"\nstart \"a3/4/3A w\"\n"
        )
    };
    let drawn = open(&registry, &text("drawn as \"Rook\""));
    assert_eq!(art(drawn.metadata(), "Aardvark"), art(house.metadata(), "Rook"));
    assert!(is_letter(art(drawn.metadata(), "Bear")));
    assert_eq!(works(drawn.metadata()), works(house.metadata()), "the picture's author is credited");
    // The author of a game can choose the same picture for two kinds.
    let twice = text("drawn as \"Rook\"").replace("\"Bear\"", "\"Bear\" drawn as \"Rook\"");
    let twice = open(&registry, &twice);
    assert_eq!(art(twice.metadata(), "Aardvark"), art(twice.metadata(), "Bear"));

    let warned = |text: &str| registry.unknown_pictures(&check(Source::new("text", text), &Shipped));
    assert!(warned(&text("drawn as \"Knight\"")).is_empty());
    let found = warned(&text("drawn as \"Unicorn\""));
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].span.line, found[0].problem.en.contains("Unicorn")), (5, true));
    assert!(found[0].help.as_ref().unwrap().en.contains("Knight"));
    let manual = include_str!("../../../../docs/LANGUAGE.md").replace('\n', " ");
    let list = registry.pictures().join(", ");
    assert!(manual.contains(&format!("```text {list} ```")), "{list}");
}

#[test]
fn a_registry_without_built_in_games_can_borrow_their_pictures() {
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

#[test]
fn credits_list_only_the_pictures_used() {
    let text = "language 1\ngame nurses \"Nurses\"\nboard 5 x 5\nsides White w, Black b\n\
                piece N \"Nurse\" fr \"Nurse\"\n  moves and captures: step any\npiece S \"Soldier\"\n  moves and captures: step forward\n\
                ends\n  loss \"no-move\": no move\n  draw \"repetition\": the same position a third time\n\
                position \"{rows} {side}\"\nstart \"n3s/5/5/5/S3N w\"\n";
    let registry = Registry::built_in();
    let game = open(&registry, text);
    let licensed = game.metadata().credits.iter().filter(|credit| credit.licence.is_some());
    let told: Vec<[&str; 2]> =
        licensed.map(|credit| [credit.role.en.as_str(), credit.role.fr.as_str()]).collect();
    let expected = [
        ["Art: Soldier", "Dessins\u{a0}: Soldat"],
        ["Art: Nurse", "Dessins\u{a0}: Nurse"],
        ["Collection of the art", "Recueil des dessins"],
    ];
    assert_eq!(told, expected);
}
