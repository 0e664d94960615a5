//! Pictures of every game are sound XML that needs nothing else, and show every piece once.

use entourage_picture::{Pieces, Style, Theme, draw};
use entourage_registry::kernel::Language;

const STYLES: [Style; 3] = [
    Style { theme: Theme::Light, pieces: Pieces::Pictures, flipped: false, bare: false },
    Style { theme: Theme::Dark, pieces: Pieces::Letters, flipped: true, bare: false },
    Style { theme: Theme::Dark, pieces: Pieces::Pictures, flipped: true, bare: true },
];

#[test]
fn every_game_is_drawn() {
    for id in entourage_registry::games() {
        let game = entourage_registry::open(id).unwrap();
        let mut played = game.begin(None).unwrap();
        for ply in 0..12 {
            let moves = played.legal_moves();
            played.play(&moves[ply * 7 % moves.len()]).unwrap();
            for (style, language) in
                STYLES.into_iter().zip([Language::English, Language::French, Language::French])
            {
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
    assert_eq!(
        document
            .descendants()
            .filter(|node| node.attribute("color").is_some()
                && node.has_tag_name(("http://www.w3.org/2000/svg", "g")))
            .count(),
        pieces
    );
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
