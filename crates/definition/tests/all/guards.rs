//! Tests conditions on guards, attackers and neighbours, comparisons of their numbers, and sight through pieces.

use entourage_definition::{Code, TextGame};
use entourage_kernel::{Language, Presentation, Random};

use super::readings::compare;
use super::{after, made, moves_of, refused, rows};

fn text(sentence: &str) -> String {
    format!(
        "language 1\ngame guarded \"Guarded\"\nboard 5 x 5\nsides White w, Black b\npiece R \"Rook\"\n  \
         moves and captures: slide straight\npiece N \"Knight\"\n  moves and captures: leap 1-2\npiece M \"Mann\"\n  \
         moves and captures: step any\n{sentence}\nends\n  draw \"none\": no move\nposition \"{{rows}} {{side}}\"\n\
         start \"rnm2/5/5/5/2MNR w\"\n"
    )
}

fn game(sentence: &str) -> TextGame {
    made(text(sentence))
}

#[test]
fn counts_of_guards_and_attackers_decide_moves() {
    let mut known = "";
    for [sentence, position, from, expected] in rows(include_str!("../data/guards.tsv")) {
        let game = game(sentence);
        assert!(game.is_compiled(), "{sentence}");
        let ends = moves_of(&game, position, from);
        assert_eq!(ends, expected, "{sentence}: {from} in {position}");
        if sentence != known {
            compare(&game, &mut Random::new(8), 80, sentence);
        }
        known = sentence;
    }
}

#[test]
fn events_compare_guards_and_attackers_on_the_square_of_arrival() {
    let event = "after a Mann moves: it becomes Knight, if more own pieces guard it than enemies attack it";
    let game = game(event);
    assert_eq!(after(&game, "5/5/R4/2M2/5 w", "c2c3"), "5/5/R1N2/5/5 b");
    assert_eq!(after(&game, "2r2/5/R4/2M2/5 w", "c2c3"), "2r2/5/R1M2/5/5 b");
    compare(&game, &mut Random::new(8), 80, event);
}

#[test]
fn lines_that_define_attacks_cannot_depend_on_guards() {
    let line = "also piece Mann\n  captures: leap 0-2, when more own pieces guard it than enemies attack it";
    refused(text(line), Code::Stratum, "A capturing line cannot depend on attacks");
}

#[test]
fn rules_compare_guards_and_attackers_in_both_languages() {
    for [sentence, english, french] in rows(include_str!("../data/guard-texts.tsv")) {
        let game = game(sentence);
        for (language, words) in [(Language::English, english), (Language::French, french)] {
            let page = game.rules_page(language);
            assert!(page.contains(words), "{words}: {page}");
        }
    }
}
