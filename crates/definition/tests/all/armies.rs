use entourage_definition::{Shipped, Source, TextGame, check};
use entourage_kernel::{Language, Presentation, Random, Rules};

use super::readings::compare;

const GAME: &str = r#"language 1
game armies "Two Armies" like chess
piece A "Archbishop" fr "Archevêque"
  moves and captures: slide diagonal, or leap 1-2
army usual "The Usual" fr "L'Habituelle" on own rank 1: Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook
army mounted "The Mounted" fr "La Montée" on own rank 1: Knight, Knight, Archbishop,
  Queen, King, Archbishop, Knight, Rook
"#;

fn game(options: &[&str]) -> TextGame {
    let report = check(Source::new("armies.game", GAME), &Shipped);
    assert!(report.lint().iter().all(|fault| !fault.problem.en.contains("Archbishop")), "{:?}", report.lint());
    let told = format!("{:?}", report.diagnostics);
    report.game().expect(&told).with_options(options).unwrap()
}

#[test]
fn each_player_starts_with_the_chosen_army() {
    for (options, start) in [
        (&[][..], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"),
        (&["2=mounted"], "nnaqkanr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk -"),
        (&["1=mounted"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NNAQKANR w Kkq -"),
        (&["1=mounted", "2=mounted"], "nnaqkanr/pppppppp/8/8/8/8/PPPPPPPP/NNAQKANR w Kk -"),
    ] {
        let game = game(options);
        assert_eq!(game.write_position(&game.start()), start);
        assert_eq!(game.options(), options);
        compare(&game, &mut Random::new(11), 12, &options.join(","));
    }
    assert_eq!(game(&["1=usual"]).options(), [""; 0]);
}

#[test]
fn armies_are_described_in_both_languages() {
    let game = game(&[]);
    let codes = |option: &entourage_kernel::GameOption| -> Vec<String> {
        option.choices.iter().map(|choice| choice.code.to_string()).collect()
    };
    let options = &game.metadata().options;
    assert!(options.iter().any(|option| codes(option) == ["", "1=mounted"]));
    assert!(options.iter().any(|option| codes(option) == ["", "2=mounted"]));
    let english = game.rules_page(Language::English);
    assert!(
        english.contains("**The Mounted**: Knight, Knight, Archbishop, Queen, King, Archbishop, Knight, Rook.")
    );
    let french = game.rules_page(Language::French);
    assert!(french.contains("**La Montée**\u{a0}: Cavalier, Cavalier, Archevêque, Dame, Roi"), "{french}");
}

#[test]
fn errors_in_army_options_have_a_place() {
    for (options, token, at, said) in [
        (&["1=foot"][..], "foot", 2, "unknown army; choose from usual, mounted"),
        (&["2=mounted", "2=usual"], "2=usual", 10, "specified twice"),
        (&["3=usual"], "3=usual", 0, "1=ARMY, 2=ARMY"),
    ] {
        let error = game(&[]).with_options(options).unwrap_err();
        assert_eq!((error.token.as_str(), error.at), (token, at), "{options:?}: {error}");
        assert!(error.problem.en.contains(said), "{options:?}: {error}");
    }
}
