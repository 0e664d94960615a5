//! Tests that images of every game are well-formed, self-contained XML and show every piece once.

use entourage_picture::{CARD, Colours, Pieces, Style, Theme, card, draw};
use entourage_registry::kernel::Language;
use entourage_registry::{Notation, Registry};

const fn style(theme: Theme, pieces: Pieces, notation: Notation, flipped: bool, bare: bool) -> Style {
    Style { theme, pieces, notation, flipped, bare }
}

const LIGHT: Theme = Theme { board: Colours::Own, dark: false };
const DARK: Theme = Theme { board: Colours::Own, dark: true };
const SEA: Theme = Theme { board: Colours::Sea, dark: false };

const STYLES: [Style; 4] = [
    style(LIGHT, Pieces::Pictures, Notation::Ours, false, false),
    style(DARK, Pieces::Letters, Notation::Courier, true, false),
    style(DARK, Pieces::Pictures, Notation::Ours, true, true),
    style(SEA, Pieces::Figures, Notation::Courier, false, false),
];

#[test]
fn every_game_is_drawn() {
    for id in Registry::built_in().games() {
        let game = Registry::built_in().open(id).unwrap();
        let mut played = game.begin(None).unwrap();
        for ply in 0..12 {
            let moves = played.legal_moves();
            played.play(&moves[ply * 7 % moves.len()]).unwrap();
            for (style, language) in STYLES.into_iter().zip([
                Language::English,
                Language::French,
                Language::French,
                Language::English,
            ]) {
                let view = played.view(language);
                let record = played.record(language);
                let picture = draw(&game.info(language), &view, &record.last().unwrap().legs, style);
                check(&picture, view.pieces.len(), style);
                assert_eq!(picture, draw(&game.info(language), &view, &record.last().unwrap().legs, style));
            }
        }
    }
}

fn check(picture: &str, pieces: usize, style: Style) {
    let document = roxmltree::Document::parse(picture).unwrap_or_else(|error| panic!("{error} in\n{picture}"));
    let root = document.root_element();
    assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")));
    let drawn = |name: &str| {
        document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name))).count()
    };
    assert_eq!(drawn("title"), 1);
    let is_piece = |node: &roxmltree::Node<'_, '_>| {
        node.attribute("color").is_some() && node.has_tag_name(("http://www.w3.org/2000/svg", "g"))
    };
    assert_eq!(document.descendants().filter(is_piece).count(), pieces);
    assert_eq!(drawn("use"), if style.pieces == Pieces::Pictures { pieces } else { 0 });
    for node in document.descendants() {
        let name = node.tag_name().name();
        assert!(!["script", "style", "image", "foreignObject", "a"].contains(&name), "<{name}> in\n{picture}");
        for attribute in node.attributes() {
            let value = attribute.value();
            assert!(!attribute.name().starts_with("on") && !value.contains("url("), "{attribute:?}");
            assert!(attribute.name() != "href" || value.starts_with('#'), "{attribute:?}");
        }
    }
}

#[test]
fn a_diagram_in_game_courier_s_notation_has_its_labels_and_coordinates() {
    let game = Registry::built_in().open("toddler").unwrap();
    let view = game.begin(None).unwrap().view(Language::English);
    let draw = |pieces, notation| {
        draw(&game.info(Language::English), &view, &[], style(LIGHT, pieces, notation, false, false))
    };
    let texts = |picture: &str| -> Vec<String> {
        let document = roxmltree::Document::parse(picture).unwrap();
        let texts = document.descendants().filter(|node| node.tag_name().name() == "text");
        texts.map(|node| node.text().unwrap().to_owned()).collect()
    };
    let beside = |picture: &str| texts(picture)[..22].to_vec();
    let down: Vec<String> = (1..=11).map(|rank| rank.to_string()).collect();
    let files: Vec<String> = ('a'..='k').map(String::from).collect();
    assert_eq!(beside(&draw(Pieces::Figures, Notation::Ours)), [down.clone(), files.clone()].concat());
    let up: Vec<String> = down.into_iter().rev().collect();
    let theirs = draw(Pieces::Figures, Notation::Courier);
    assert_eq!(beside(&theirs), [up, files].concat());
    // The Genius is W in Game Courier; no piece has the label G there.
    let labels = texts(&theirs)[22..].to_vec();
    assert_eq!(labels.len(), view.pieces.len());
    for (label, count) in [("W", 1), ("w", 1), ("T", 1), ("I", 1), ("X", 2), ("G", 0)] {
        assert_eq!(labels.iter().filter(|known| *known == label).count(), count, "{label}");
    }
}

#[test]
fn every_game_has_a_card() {
    for id in Registry::built_in().games() {
        let game = Registry::built_in().open(id).unwrap();
        let begun = game.begin(None).unwrap();
        let (info, view) = (game.info(Language::English), begun.view(Language::English));
        let drawn = card(&info, &view, &[]).unwrap();
        assert!(drawn.starts_with(b"\x89PNG"), "{id}");
        let size = |at: usize| u32::from_be_bytes(drawn[at..at + 4].try_into().unwrap());
        assert_eq!([size(16), size(20)], CARD, "{id}");
        let mut bare = begun.view(Language::English);
        bare.pieces.clear();
        assert!(card(&info, &bare, &[]).unwrap().len() < drawn.len() * 4 / 5, "{id}");
    }
}
