//! Tests that configurations are parsed, and that each refusal names the offending option and line.

use entourage_fairy::{Configuration, FileError, MAX_BYTES, Note, Reason, Refusal};
use proptest::prelude::*;

fn refusals(text: &str, name: &str) -> Vec<Refusal> {
    Configuration::read(text).unwrap().import(name).unwrap_err()
}

#[test]
fn every_refused_option_is_reported_with_its_line() {
    let text = "# a comment\n[mine:chess]\ntwoBoards = true\nbogus = 1\nmaxRank = 99\nno value\n";
    let found: Vec<(String, Option<u32>)> =
        refusals(text, "mine").into_iter().map(|refusal| (refusal.option, refusal.line)).collect();
    assert_eq!(
        found,
        [("no value".to_owned(), Some(6)), ("maxRank".to_owned(), Some(5)), ("bogus".to_owned(), Some(4))]
    );
    let text = "[mine:chess]\ntwoBoards = true\ncastlingWins = q\ngating = true\n";
    let lines: Vec<Option<u32>> = refusals(text, "mine").into_iter().map(|refusal| refusal.line).collect();
    assert_eq!(lines, [Some(3), Some(4), Some(2)]);
}

#[test]
fn errors_of_a_parent_are_reported_at_the_heading() {
    let found = refusals("\n[mine:nobody]\n", "mine");
    assert_eq!(
        found[0],
        Refusal { option: "mine".into(), line: Some(2), reason: Reason::NoParent("nobody".into()) }
    );
    let found = refusals("[one]\nbogus = 1\n[two:one]\n", "two");
    assert_eq!(found[0].reason, Reason::Parent("one".into()));
    assert_eq!(refusals("[one:chess]\n", "none")[0].reason, Reason::NoVariant);
    assert_eq!(refusals("[one:chess]\n", ".shogi")[0].reason, Reason::NoVariant);
}

#[test]
fn children_inherit_options() {
    let text = "[one:chess]\nking = k:KN\n[two:one]\nflagPiece = k\nflagRegion = d4 e4\n";
    let configuration = Configuration::read(text).unwrap();
    let two = configuration.import("two").unwrap();
    assert!(two.text.contains("leap 1-2") && two.text.contains("zone goal: d4 to e4"), "{}", two.text);
    assert_eq!(configuration.names().collect::<Vec<_>>(), ["one", "two"]);
}

#[test]
fn variant_names_become_game_identifiers() {
    let configuration = Configuration::read("[3 Check!:3check]\n").unwrap();
    let imported = configuration.import("3 Check!").unwrap();
    assert_eq!(imported.id, "variant-3-check");
}

#[test]
fn ignored_lines_are_reported() {
    let text = "; a comment\nking = k:KN\n\n[chess:shogi]\n[one:chess]\n[one:shogi]\n[ ]\n[:chess]\n[two\n";
    let configuration = Configuration::read(text).unwrap();
    let refusal = |option: &str, line, reason| Refusal { option: option.into(), line: Some(line), reason };
    assert_eq!(
        configuration.ignored(),
        [
            refusal("king", 2, Reason::NoSection),
            refusal("chess", 4, Reason::BuiltIn),
            refusal("one", 6, Reason::Again(5)),
            refusal(" ", 7, Reason::NoName),
            refusal("", 8, Reason::NoName),
        ]
    );
    assert_eq!(configuration.names().collect::<Vec<_>>(), ["one", "two"]);
    assert_eq!(configuration.import("two").unwrap_err(), [refusal("two", 9, Reason::Heading)]);
    assert_eq!((configuration.line("one"), configuration.line("chess")), (Some(5), None));
}

#[test]
fn an_option_that_is_set_twice_gets_a_note() {
    let text = "[one:chess]\nking = k:K\nqueen = q:Q\nking = k:KN\n";
    let imported = Configuration::read(text).unwrap().import("one").unwrap();
    assert!(imported.text.contains("leap 1-2"), "{}", imported.text);
    assert_eq!(imported.notes, [Note::SetAgain { option: "king".into(), line: 2, again: 4 }]);
}

#[test]
fn line_breaks_in_names_are_removed() {
    let imported = Configuration::read("[a\rboard 1 x 1:chess]\n").unwrap().import("a\rboard 1 x 1").unwrap();
    assert!(!imported.text.contains('\r'), "{}", imported.text);
}

#[test]
fn invalid_configurations_are_refused() {
    assert_eq!(Configuration::read("").unwrap_err(), FileError::NoSection);
    assert_eq!(Configuration::read(&"x".repeat(MAX_BYTES + 1)).unwrap_err(), FileError::TooLong);
    assert_eq!(Configuration::read(&"[a]\n".repeat(3_000)).unwrap_err(), FileError::TooManySections);
}

/// Generates options with valid values and some with invalid values.
fn line() -> impl Strategy<Value = String> {
    let lines: Vec<&'static str> = super::count::VARIANTS.lines().collect();
    let damaged = prop::sample::select(lines.clone()).prop_flat_map(|line| {
        (0..=line.len(), "[a-zA-Z0-9*:+/=-]{0,4}").prop_map(move |(at, more)| {
            let at = (0..=at).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
            format!("{}{more}{}", &line[..at], &line[at..])
        })
    });
    prop_oneof![4 => prop::sample::select(lines).prop_map(str::to_owned), 1 => damaged, 1 => "\\PC{0,40}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn parsing_any_text_terminates(lines in prop::collection::vec(line(), 0..40)) {
        let text = format!("[mine:chess]\n{}", lines.join("\n"));
        if let Ok(configuration) = Configuration::read(&text) {
            for name in configuration.names() {
                let _ = configuration.import(name);
            }
        }
    }
}

#[test]
fn older_names_of_options_are_read() {
    let import = |text: &str| Configuration::read(text).unwrap().import("mine").unwrap().text;
    for (old, new) in [
        ("promotionRank = 6", "promotionRegionWhite = *6 *7 *8\npromotionRegionBlack = *3 *2 *1"),
        ("doubleStepRank = 3", "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *7 *6"),
        ("doubleStepRankMin = 1", "doubleStepRegionWhite = *1 *2\ndoubleStepRegionBlack = *8 *7"),
        (
            "doubleStepRank = 3\ndoubleStepRankMin = 1",
            "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *7 *6",
        ),
        ("doubleStepRank = 1", "doubleStep = false"),
        ("whiteFlag = d4\nblackFlag = e5", "flagRegionWhite = d4\nflagRegionBlack = e5"),
        (
            "maxRank = 6\nstartFen = 4k3/pppppppp/8/8/PPPPPPPP/4K3 w - - 0 1\npromotionRank = 5",
            "maxRank = 6\nstartFen = 4k3/pppppppp/8/8/PPPPPPPP/4K3 w - - 0 1\npromotionRegionWhite = *5 *6\npromotionRegionBlack = *2 *1",
        ),
    ] {
        let [old, new] = [old, new].map(|options| import(&format!("[mine:chess]\n{options}\n")));
        assert_eq!(old, new);
    }
    let found = refusals("[mine:chess]\npromotionRank = 11\n", "mine");
    assert_eq!(
        found,
        [Refusal { option: "promotionRank".into(), line: Some(2), reason: Reason::Value("11".into()) }]
    );
}

#[test]
fn a_start_position_upside_down_is_questioned() {
    let notes = |start: &str| {
        let text = format!("[mine:chess]\ncastling = false\nstartFen = {start}\n");
        Configuration::read(&text).unwrap().import("mine").unwrap().notes
    };
    assert_eq!(notes("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"), []);
    let turned = "RNBQKBNR/8/PPPPPPPP/8/8/pppppppp/8/rnbqkbnr w - - 0 1";
    assert_eq!(notes(turned), [Note::UpsideDown]);
    let built_in = Configuration::built_in();
    for name in built_in.built_in_names() {
        let is_turned = built_in.import(name).is_ok_and(|imported| imported.notes.contains(&Note::UpsideDown));
        assert!(!is_turned, "{name}");
    }
}
