//! Tests every power, every clause of "turn and end" and every ruling with positions for which another reading of the rules
//! would give a different result. The positions are in `data/rulings.tsv`, checked with an independent implementation.
//! Columns: ruling, name, spec, position, kind of check, what is checked, and the reading that the line excludes.

use entourage_kernel::{Adjudication, GameSpec, History, Rules};
use entourage_toddler::Toddler;

struct Line {
    ruling: &'static str,
    name: &'static str,
    rules: Toddler,
    adjudication: Adjudication,
    position: &'static str,
    expected: &'static str,
    what: &'static str,
    reading: &'static str,
}

fn lines() -> impl Iterator<Item = Line> {
    include_str!("../data/rulings.tsv").lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(
        |line| {
            let fields: Vec<&'static str> = line.split('\t').collect();
            let &[ruling, name, spec, position, expected, what, reading] = fields.as_slice() else {
                panic!("expected seven fields: {line}");
            };
            let spec = GameSpec::read(spec).unwrap();
            let options: Vec<&str> = spec.options.iter().map(String::as_str).collect();
            let rules = Toddler::default().with_options(&options).unwrap();
            Line { ruling, name, rules, adjudication: spec.adjudication, position, expected, what, reading }
        },
    )
}

/// Checks all lines of a ruling; there must be at least one.
fn check(ruling: &str) {
    let mut checked = 0;
    for line in lines().filter(|line| line.ruling == ruling) {
        let Line { name, rules, position: text, expected, what, reading, .. } = line;
        let context = format!("{ruling} {name}: {what} in {text}, against the reading: {reading}");
        let Ok(position) = rules.read_position(text) else {
            assert_eq!((expected, what), ("status", "refused"), "{context}");
            checked += 1;
            continue;
        };
        match expected {
            "status" => assert_eq!(rules.status(&position).to_string(), what, "{context}"),
            "legal" | "illegal" => {
                let intent = rules.read_move(what).unwrap();
                let mut moves = Vec::new();
                rules.legal_moves(&position, &mut moves);
                assert_eq!(moves.contains(&intent), expected == "legal", "{context}");
                assert_eq!(rules.judge(&position, intent).is_ok(), expected == "legal", "{context}");
            }
            "count" => assert_eq!(rules.count_moves(&position).to_string(), what, "{context}"),
            "result" => {
                let (intent, after) = what.split_once(' ').unwrap();
                let next = rules.play(&position, rules.read_move(intent).unwrap()).unwrap();
                assert_eq!(rules.write_position(&next), after, "{context}");
            }
            "game" => {
                let (moves, status) = what.split_once(" = ").unwrap();
                let mut game = History::new(rules, line.adjudication, position);
                for text in moves.split(' ') {
                    game.play(rules.read_move(text).unwrap()).unwrap();
                }
                assert_eq!(game.status().to_string(), status, "{context}");
            }
            _ => panic!("{context}: unknown expectation {expected}"),
        }
        checked += 1;
    }
    assert!(checked > 0, "no position for {ruling}");
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
            for line in lines() {
                assert!([$($ruling),*].contains(&line.ruling), "{} has no test", line.ruling);
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
