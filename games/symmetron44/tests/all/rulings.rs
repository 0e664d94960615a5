//! Tests every power, every clause of "turn and end" and every ruling with positions for which another reading of the rules
//! would give a different result. The positions are in `data/rulings.tsv`, found and checked with an independent
//! implementation. Columns: ruling, position, kind of check, what is checked, and the reading that the line excludes.

use entourage_kernel::testkit::{check_case, rows};
use entourage_kernel::{Adjudication, History, HistoryError, Rules};
use entourage_symmetron44::Symmetron;

const TABLE: &str = include_str!("../data/rulings.tsv");

/// Checks all lines of a ruling; there must be at least one.
fn check(ruling: &str) {
    let lines: Vec<_> = rows::<5>(TABLE).filter(|[of, ..]| *of == ruling).collect();
    assert!(!lines.is_empty(), "no position for {ruling}");
    for [_, position, kind, what, reading] in lines {
        let context = format!("{ruling}: {kind} {what} in {position}, against the reading: {reading}");
        check_case(&Symmetron, Adjudication::NONE, [position, kind, what], &context);
    }
}

macro_rules! rulings {
    ($($test:ident $ruling:literal)*) => {
        $(
            #[test]
            fn $test() {
                check($ruling);
            }
        )*
    };
}

rulings! {
    pieces "pieces"
    power_1_the_shs_symmetrises "power 1"
    power_2_the_shs_mutates "power 2"
    power_3_the_reducer_reduces "power 3"
    power_4_untouchable "power 4"
    power_5_explosion "power 5"
    power_6_recruit "power 6"
    power_7_promotion "power 7"
    turn_and_end "turn and end"
    s1_the_palace_is_three_by_two "S1"
    s2_one_step_is_any_of_eight "S2"
    s3_exploding_down_to_three_counts_against_oneself "S3"
    s4_kings_may_stand_side_by_side "S4"
    s5_an_advancer_moves_to_capture "S5"
    s6_identity_of_a_move "S6"
    s7_symmetry_and_reduction_add_up "S7"
    s8_no_pass_and_reentry_anywhere "S8"
    s9_a_reduced_advancer_may_capture "S9"
    s10_three_left_counts_every_piece_and_comes_first "S10"
}

#[test]
fn the_third_occurrence_draws_by_the_rules() {
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
    // The position alone does not end the game.
    assert_eq!(Symmetron.status(history.position()).to_string(), "ongoing");
    assert!(history.undo().is_some());
    assert_eq!(history.status().to_string(), "ongoing");
}

#[test]
fn adjudication_can_only_shorten_the_game() {
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
