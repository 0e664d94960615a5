//! Tests every power, every clause of "turn and end" and every ruling with positions for which another reading of the rules
//! would give a different result. The positions are in `data/rulings.tsv`, found and checked with an independent
//! implementation. Columns: ruling, position, kind of check, what is checked, and the reading that the line excludes.

use std::collections::BTreeSet;

use entourage_kernel::{Adjudication, History, HistoryError, Rules};
use entourage_symmetron44::Symmetron;

#[test]
fn rulings_exclude_other_readings() {
    let mut checked = BTreeSet::new();
    for line in include_str!("../data/rulings.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [ruling, text, expected, what, reading] = fields[..] else { panic!("{line}") };
        checked.insert(ruling);
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
            _ => panic!("unknown expectation: {line}"),
        }
    }
    assert_eq!(checked.len(), 19, "the pieces, the 7 powers, turn and end, and the 10 rulings: {checked:?}");
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
