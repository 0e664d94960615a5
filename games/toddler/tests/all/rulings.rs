//! Tests every power, every clause of "turn and end" and every ruling with positions for which another reading of the rules
//! would give a different result. The positions are in `data/rulings.tsv`, checked with an independent implementation.
//! Columns: ruling, name, spec, position, kind of check, what is checked, and the reading that the line excludes.

use std::collections::BTreeSet;

use entourage_kernel::{GameSpec, History, Rules};
use entourage_toddler::Toddler;

#[test]
fn rulings_exclude_other_readings() {
    let mut checked = BTreeSet::new();
    for line in include_str!("../data/rulings.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [ruling, name, spec, text, expected, what, reading] = fields[..] else { panic!("{line}") };
        let context = format!("{ruling} {name}: {what} in {text}, against the reading: {reading}");
        checked.insert(ruling);
        let spec = GameSpec::read(spec).unwrap();
        let options: Vec<&str> = spec.options.iter().map(String::as_str).collect();
        let rules = Toddler::default().with_options(&options).unwrap();
        let Ok(position) = rules.read_position(text) else {
            assert_eq!((expected, what), ("status", "refused"), "{context}");
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
                let mut game = History::new(rules, spec.adjudication, position);
                for text in moves.split(' ') {
                    game.play(rules.read_move(text).unwrap()).unwrap();
                }
                assert_eq!(game.status().to_string(), status, "{context}");
            }
            _ => panic!("{context}: unknown expectation {expected}"),
        }
    }
    assert_eq!(checked.len(), 25, "the 14 rulings, the moves, the 9 powers, and turn and end: {checked:?}");
}
