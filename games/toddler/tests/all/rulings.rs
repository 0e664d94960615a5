//! Tests every power, every clause of "turn and end" and every ruling with positions for which another reading of the rules
//! would give a different result. The positions are in `data/rulings.tsv`, checked with an independent implementation.
//! Columns: ruling, name, spec, position, kind of check, what is checked, and the reading that the line excludes.

use entourage_kernel::testkit::{check_case, rows};
use entourage_kernel::{GameSpec, Rules};
use entourage_toddler::Toddler;

const TABLE: &str = include_str!("../data/rulings.tsv");

/// Checks all lines of a ruling; there must be at least one.
fn check(ruling: &str) {
    let lines: Vec<_> = rows::<7>(TABLE).filter(|[of, ..]| *of == ruling).collect();
    assert!(!lines.is_empty(), "no position for {ruling}");
    for [_, name, spec, position, kind, what, reading] in lines {
        let context = format!("{ruling} {name}: {what} in {position}, against the reading: {reading}");
        let spec = GameSpec::read(spec).unwrap();
        let options: Vec<&str> = spec.options.iter().map(String::as_str).collect();
        let rules = Toddler::default().with_options(&options).unwrap();
        check_case(&rules, spec.adjudication, [position, kind, what], &context);
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

        #[test]
        fn every_ruling_in_the_file_has_a_test() {
            for [ruling, ..] in rows::<7>(TABLE) {
                assert!([$($ruling),*].contains(&ruling), "{ruling} has no test");
            }
        }
    };
}

rulings! {
    t1_editions_differ_in_the_leap_only "T1"
    t2_soldiers_step_orthogonally "T2"
    t3_exposed_pieces_attack "T3"
    t4_two_routes_are_one_move "T4"
    t5_a_two_step_is_one_attack "T5"
    t6_power_5_counts_pieces_that_could_capture "T6"
    t7_the_leap_works_from_anywhere "T7"
    t8_a_swap_may_end_a_threat "T8"
    t9_adjudication_is_off_by_default "T9"
    t10_shelter_is_sight "T10"
    t11_powers_are_judged_before_the_move "T11"
    t12_contact_draws "T12"
    t13_no_pass_in_threat "T13"
    t14_the_phoenix_captures_as_a_knight "T14"
    pieces_move_as_listed "moves"
    power_1_minor_and_major "power-1"
    power_2_swap "power-2"
    power_3_neutralise "power-3"
    power_4_protect "power-4"
    power_5_limited_invulnerability "power-5"
    power_6_empress_and_emperor "power-6"
    power_7_freeze "power-7"
    power_8_solidarity "power-8"
    power_9_mutation "power-9"
    turn_and_end "turn"
}
