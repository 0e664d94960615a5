//! Tests that the rules pages, in both languages, have every anchor to which a game refers.

use entourage_kernel::testkit::RulesPage;
use entourage_kernel::{Language, Random};
use entourage_registry::view::ReasonView;
use entourage_registry::{AnyMatch, Registry};

/// Collects the reasons for moves between all pairs of squares, and the notices and conditions of the position.
fn reasons(game: &dyn AnyMatch) -> Vec<ReasonView> {
    let view = game.view(Language::English);
    let squares: Vec<String> = view.pieces.iter().map(|piece| piece.square.clone()).collect();
    let names: Vec<String> =
        game.game().topology().squares.iter().map(|square| square.name.to_string()).collect();
    let pairs = squares.iter().flat_map(|from| names.iter().map(move |to| [from.clone(), to.clone()]));
    let explained = pairs.map(|pair| game.explain_squares(&pair, Language::English).unwrap());
    let told = view.moves.into_iter().flat_map(|one| one.notices);
    explained.flat_map(|explanation| explanation.reasons).chain(told).chain(view.conditions).collect()
}

#[test]
fn every_reason_cites_an_anchor_of_both_rules_pages() {
    let registry = Registry::built_in();
    for id in registry.games() {
        let game = registry.open(id).unwrap();
        let pages = Language::ALL.map(|language| RulesPage::read(game.metadata().rules_page.get(language)));
        let mut random = Random::new(1);
        let mut found = 0;
        for round in [0, 1, 2, 3_u32] {
            let mut game = game.opening(12 * round as usize, u64::from(round));
            for _ in 0..6 {
                for reason in reasons(game.as_ref()) {
                    found += 1;
                    let cited = pages.iter().all(|page| page.anchors.contains(&reason.ruling.as_str()));
                    assert!(cited, "{id}: {} cites {:?}", reason.code, reason.ruling);
                }
                let Some(text) = random.pick(&game.legal_moves()).cloned() else { break };
                game.play(&text).unwrap();
            }
        }
        assert!(found > 1_000, "{id}: {found}");
    }
}

#[test]
fn kinds_and_relations_name_their_chapters() {
    let registry = Registry::built_in();
    for id in registry.games() {
        let game = registry.open(id).unwrap();
        for language in Language::ALL {
            let page = RulesPage::read(game.metadata().rules_page.get(language));
            let info = game.info(language);
            let chapters = info.kinds.iter().map(|kind| &kind.chapter);
            for anchor in chapters.chain(info.relations.iter().map(|relation| &relation.ruling)) {
                assert!(page.anchors.contains(&anchor.as_str()), "{id}: {anchor}");
            }
        }
    }
}

#[test]
fn turned_positions_exist_only_without_alerts() {
    let begin = |position| Registry::built_in().open("toddler").unwrap().begin(Some(position)).unwrap();
    let quiet = begin("10t/5e5/11/11/3N7/11/5i5/11/11/11/T10 w -");
    let turned = quiet.turned().unwrap();
    assert_eq!(turned.position_text(), "10t/5e5/11/11/3N7/11/5i5/11/11/11/T10 b -");
    assert!(begin("9t1/11/11/11/11/11/11/e10/11/11/T10 w -").turned().is_none(), "White is in Threat");
}
