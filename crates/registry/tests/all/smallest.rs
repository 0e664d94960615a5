//! Tests that a game with only ten methods works like any other: conformance, play, search, views, explanations and proofs.

use entourage_kernel::testkit::conformance;
use entourage_kernel::{Adjudication, Enforcement, Language, Rules, Side};
use entourage_registry::solver::{Distance, Settings};
use entourage_registry::{AnyGame, AnyMatch, Level, PlayError, SearchSettings, face};

use crate::lanterns::Lanterns;

const EN: Language = Language::English;

fn game() -> Box<dyn AnyGame> {
    face(Lanterns, Adjudication { repetition: Some(3), quiet_limit: Some(50) }).expect("the game fits")
}

fn begun(position: &str) -> Box<dyn AnyMatch> {
    game().begin(Some(position)).unwrap_or_else(|error| panic!("{position}: {error}"))
}

#[test]
fn it_needs_ten_methods_and_four_hundred_lines() {
    let source = include_str!("lanterns.rs");
    let methods: Vec<&str> = source.lines().filter(|line| line.starts_with("    fn ")).collect();
    assert!(methods.len() <= 10, "{methods:#?}");
    assert!(source.lines().count() <= 400);
}

#[test]
fn it_conforms() {
    conformance(&Lanterns, 1, 600);
}

#[test]
fn it_is_played_to_its_endings() {
    let mut game = begun("2l2/5/2mM1/2L2/5 w");
    assert_eq!(game.enforcement(), Enforcement::Enforced);
    assert_eq!(
        game.legal_moves(),
        ["c2b2", "c2c1", "c2d2", "d3c3", "d3c4", "d3d2", "d3d4", "d3e2", "d3e3", "d3e4"]
    );
    game.play("d3c4").unwrap();
    game.play("c5c4").unwrap_err();
    game.play("c3c2").unwrap();
    assert_eq!(game.status().to_string(), "win-2 dark");
    assert_eq!(begun("5/5/5/2L2/5 b").status().to_string(), "win-1 dark");
    assert_eq!(begun("l1M2/M1M2/MM3/5/4L b").legal_moves(), ["a5b5"]);
    assert_eq!(begun("lMM2/MM3/5/5/4L b").status().to_string(), "win-1 no-move");
    assert!(game.undo() && game.position_text().ends_with(" b"));
}

#[test]
fn it_is_searched_at_every_level() {
    for level in Level::ALL {
        let settings = SearchSettings { level: Some(level), ..SearchSettings::default() };
        let mut search = begun("2l2/5/1m1M1/5/2L2 w").search(settings);
        let mut thought = search.advance(1_000);
        // The highest levels search longer than a test should take.
        while !thought.done && thought.nodes < 10_000 {
            thought = search.advance(1_000);
        }
        assert!(thought.best.is_some() && thought.depth > 0, "level {}", level.number());
    }
    let settings = SearchSettings { level: Level::new(3), ..SearchSettings::default() };
    let thought = begun("l4/1M3/1L3/5/m4 w").search(settings).advance(100_000);
    assert_eq!((thought.best.as_deref(), thought.score.as_str()), (Some("b4a5"), "#1"));
}

#[test]
fn it_is_shown_and_explained() {
    let game = begun("2l2/5/2mM1/2L2/5 w");
    let view = game.view(EN);
    let relations: Vec<String> = view
        .relations
        .iter()
        .map(|relation| format!("{} {} {}", relation.kind, relation.from, relation.to))
        .collect();
    assert_eq!(relations, ["dazzles c2 c3", "lights c2 d3"]);
    for (text, language, code, sentence) in [
        ("a1a2", EN, "nothing-there", "Nothing stands on a1."),
        ("c3c4", EN, "not-yours", "Moth c3 is not yours."),
        ("c2d3", EN, "not-so-far", "Lantern c2 does not step to Moth d3."),
        ("c2c3", EN, "no-capture", "Lantern c2 cannot capture Moth c3."),
        ("d3b3", Language::French, "not-so-far", "Phalène d3 ne va pas en b3."),
        ("d3", EN, "no-such-move", "No move has this form."),
    ] {
        let explanation = game.explain(text, language).unwrap();
        let reasons: Vec<(&str, &str)> =
            explanation.reasons.iter().map(|reason| (reason.code.as_str(), reason.sentence.as_str())).collect();
        assert_eq!(reasons, [(code, sentence)], "{text}");
    }
    let dazzled = begun("2l2/5/2mM1/2L2/5 b").explain("c3d3", EN).unwrap();
    assert_eq!(dazzled.reasons[0].sentence, "Moth c3 cannot capture Moth d3, dazzled by Lantern c2.");
    let unlit = begun("2l2/5/2mM1/2L2/5 b").explain("c3b4", EN).unwrap();
    assert_eq!(unlit.reasons[0].sentence, "Moth c3 steps to b4 only next to its Lantern.");
}

#[test]
fn text_errors_have_token_and_offset() {
    for (text, token, at) in [
        ("mmlmm/5/5/5/MMLMM x", "x", 18),
        ("mmlmm/5/5/5/MMKMM w", "K", 14),
        ("mmlmm/5/5/5/MMLLM w", "mmlmm/5/5/5/MMLLM", 0),
        ("mm1mm/5/5/5/MMLMM w", "mm1mm/5/5/5/MMLMM", 0),
    ] {
        let error = game().begin(Some(text)).err().unwrap();
        assert_eq!((error.token.as_str(), error.at), (token, at), "{text}");
    }
    let error = game().check_move_text("a1f9").unwrap_err();
    assert_eq!((error.token.as_str(), error.at), ("f9", 2));
    assert!(matches!(game().begin(None).unwrap().play("a1z1"), Err(PlayError::Text(_))));
    assert!(Lanterns.with_options(&["bright"]).is_err());
}

#[test]
fn arranged_boards_and_proofs_need_nothing_more() {
    let game = begun("2l2/5/2mM1/2L2/5 w");
    let pieces = game.pieces();
    assert_eq!(game.arranged(&pieces, Side::Second).unwrap().position_text(), "2l2/5/2mM1/2L2/5 b");
    assert!(game.arranged(&pieces[1..], Side::Second).is_ok(), "a side can have just lost its Lantern");
    assert!(game.arranged(&pieces[1..], Side::First).is_err());
    let position = begun("l4/1M3/1L3/5/5 w");
    let mut solver = position.solver(Settings { attacker: Side::First, table_mb: 1 });
    while !solver.advance(10_000, 3) {}
    assert!(matches!(solver.distance(), Distance { most: 1, .. }), "{:?}", solver.distance());
    let proof = solver.proof().unwrap();
    self::game().verify(&proof).unwrap_or_else(|flaw| panic!("{flaw:?}"));
}
