//! Every power, every clause of "turn and end" and every ruling, by positions in which another reading of the
//! rules would give another answer. The positions stand in `data/rulings.tsv`, found and checked with an independent
//! implementation. Their fields: ruling, position, what is expected, of what, and the other reading.

use entourage_kernel::{Adjudication, History, HistoryError, Rules};
use entourage_symmetron44::Symmetron;

/// Checks all lines of one ruling; there must be one at least.
fn check(ruling: &str) {
    let mut checked = 0;
    for line in include_str!("../data/rulings.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[of, text, expected, what, reading] = fields.as_slice() else {
            panic!("not a line of five fields: {line}");
        };
        if of != ruling {
            continue;
        }
        let context = format!("{ruling}: {expected} {what} in {text}, against the reading: {reading}");
        let rules = Symmetron;
        let position = rules.read_position(text).unwrap_or_else(|error| panic!("{context}: {error}"));
        match expected {
            "status" => assert_eq!(rules.status(&position).to_string(), what, "{context}"),
            "legal" | "illegal" => {
                let is_legal = rules.read_move(what).is_ok_and(|intent| {
                    let mut moves = Vec::new();
                    rules.legal_moves(&position, &mut moves);
                    let listed = moves.contains(&intent);
                    assert_eq!(rules.judge(&position, intent).is_ok(), listed, "{context}");
                    listed
                });
                assert_eq!(is_legal, expected == "legal", "{context}");
            }
            "result" => {
                let (intent, after) = what.split_once(' ').unwrap();
                let next = rules.play(&position, rules.read_move(intent).unwrap()).unwrap();
                assert_eq!(rules.write_position(&next), after, "{context}");
            }
            "after" => {
                let (intent, status) = what.split_once(' ').unwrap();
                let next = rules.play(&position, rules.read_move(intent).unwrap()).unwrap();
                assert_eq!(rules.status(&next).to_string(), status, "{context}");
            }
            _ => panic!("not an expectation: {line}"),
        }
        checked += 1;
    }
    assert!(checked > 0, "nothing checks {ruling}");
}

#[test]
fn pieces() {
    check("pieces");
}

#[test]
fn power_1_the_shs_symmetrises() {
    check("power 1");
}

#[test]
fn power_2_the_shs_mutates() {
    check("power 2");
}

#[test]
fn power_3_the_reducer_reduces() {
    check("power 3");
}

#[test]
fn power_4_untouchable() {
    check("power 4");
}

#[test]
fn power_5_explosion() {
    check("power 5");
}

#[test]
fn power_6_recruit() {
    check("power 6");
}

#[test]
fn power_7_promotion() {
    check("power 7");
}

#[test]
fn turn_and_end() {
    check("turn and end");
}

#[test]
fn s1_the_palace_is_three_by_two() {
    check("S1");
}

#[test]
fn s2_one_step_is_any_of_eight() {
    check("S2");
}

#[test]
fn s3_exploding_down_to_three_counts_against_oneself() {
    check("S3");
}

#[test]
fn s4_kings_may_stand_side_by_side() {
    check("S4");
}

#[test]
fn s5_an_advancer_moves_to_capture() {
    check("S5");
}

#[test]
fn s6_identity_of_a_move() {
    check("S6");
}

#[test]
fn s7_symmetry_and_reduction_add_up() {
    check("S7");
}

#[test]
fn s8_no_pass_and_reentry_anywhere() {
    check("S8");
}

#[test]
fn s9_a_reduced_advancer_may_capture() {
    check("S9");
}

#[test]
fn s10_three_left_counts_every_piece_and_comes_first() {
    check("S10");
}

#[test]
fn the_third_occurrence_draws_by_the_rules_themselves() {
    let mut history = History::new(Symmetron, Adjudication::NONE, Symmetron.start());
    let round = ["a3b3", "a4b4", "b3a3", "b4a4"];
    for text in ["a2a3", "a5a4"].into_iter().chain(round).chain(round) {
        assert_eq!(history.status().to_string(), "ongoing", "before {text}");
        history.play(Symmetron.read_move(text).unwrap()).unwrap();
    }
    assert_eq!(history.status().to_string(), "draw repetition");
    assert!(history.legal_moves().is_empty());
    let more = Symmetron.read_move("a3b3").unwrap();
    assert!(matches!(history.play(more), Err(HistoryError::Ended(_))));
    // By the position alone the game goes on.
    assert_eq!(Symmetron.status(history.position()).to_string(), "ongoing");
    assert!(history.undo().is_some());
    assert_eq!(history.status().to_string(), "ongoing");
}

#[test]
fn organisers_may_only_shorten_the_game() {
    let round = ["a3b3", "a4b4", "b3a3", "b4a4"];
    for (option, rounds) in [("repetition=2", 1), ("repetition=5", 2)] {
        let mut adjudication = Adjudication::NONE;
        adjudication.read_option(option).unwrap();
        let mut history = History::new(Symmetron, adjudication, Symmetron.start());
        for text in ["a2a3", "a5a4"].into_iter().chain(round.into_iter().cycle().take(4 * rounds)) {
            assert_eq!(history.status().to_string(), "ongoing", "{option} before {text}");
            history.play(Symmetron.read_move(text).unwrap()).unwrap();
        }
        assert_eq!(history.status().to_string(), "draw repetition", "{option}");
    }
}

#[test]
fn diagrams_show_positions_and_squares_of_the_game() {
    let [english, french] = [include_str!("../../texts/rules.en.md"), include_str!("../../texts/rules.fr.md")]
        .map(|text| {
            let blocks = text.split("```position\n").skip(1);
            blocks
                .map(|block| block.lines().next().unwrap().split(" | ").collect::<Vec<_>>())
                .collect::<Vec<_>>()
        });
    assert!(english.len() > 20);
    let drawing = |block: &Vec<&'static str>| (block[0], block.get(2).copied());
    assert_eq!(english.iter().map(drawing).collect::<Vec<_>>(), french.iter().map(drawing).collect::<Vec<_>>());
    for block in english.iter().chain(&french) {
        Symmetron.read_position(block[0]).unwrap();
        assert!(!block[1].is_empty());
        for name in block.get(2).unwrap_or(&"").split_whitespace() {
            assert!(Symmetron.topology().find(name).is_some(), "{name}");
        }
    }
}
