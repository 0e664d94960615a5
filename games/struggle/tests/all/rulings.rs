//! Tests every ruling on the rules page with positions for which another reading of the rules would give a different result.
//! Most of them are in `data/rulings.tsv`.

use std::collections::BTreeSet;

use entourage_kernel::testkit::sorted_texts;
use entourage_kernel::{Adjudication, History, Rules};
use entourage_struggle::{Position, Struggle};

fn rules() -> Struggle {
    Struggle::default()
}

fn read(text: &str) -> Position {
    rules().read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn after(start: Position, plies: &str) -> Position {
    plies.split(' ').filter(|text| *text != "-").fold(start, |at, text| {
        let played = rules().play(&at, rules().read_move(text).unwrap());
        played.unwrap_or_else(|refusal| panic!("{text} in {}: {refusal:?}", rules().write_position(&at)))
    })
}

#[test]
fn rulings_exclude_other_readings() {
    let mut checked = BTreeSet::new();
    for line in include_str!("../data/rulings.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [ruling, start, plies, kind, what, remark] = fields[..] else { panic!("{line}") };
        let context = format!("{ruling}: {kind} {what} after {plies} in {start}: {remark}");
        checked.insert(ruling);
        if kind == "refused" {
            assert!(rules().read_position(start).is_err(), "{context}");
            continue;
        }
        let position = after(if start == "start" { rules().start() } else { read(start) }, plies);
        let text = rules().write_position(&position);
        let mut moves = Vec::new();
        rules().legal_moves(&position, &mut moves);
        let moves = sorted_texts(&rules(), moves);
        match kind {
            "is" => assert_eq!(text, what, "{context}"),
            "begins" => assert!(text.starts_with(what), "{context}: {text}"),
            "contains" => assert!(text.contains(what), "{context}: {text}"),
            "ends" => assert!(text.ends_with(what), "{context}: {text}"),
            "status" => assert_eq!(rules().status(&position).to_string(), what, "{context}"),
            "moves" => assert_eq!(moves.join(" "), what, "{context}"),
            "unlisted" => assert!(moves.iter().all(|text| text != what), "{context}"),
            "legal" | "illegal" => {
                for text in what.split(' ') {
                    let is_legal = rules().judge(&position, rules().read_move(text).unwrap()).is_ok();
                    assert_eq!(moves.iter().any(|other| other == text), is_legal, "{text}: {context}");
                    assert_eq!(is_legal, kind == "legal", "{text}: {context}");
                }
            }
            _ => panic!("{context}: unknown check"),
        }
    }
    assert_eq!(checked.len(), 14, "G15 and G16 have tests of their own: {checked:?}");
}

#[test]
fn g1_the_board_has_47_spaces() {
    let rules = rules();
    let topology = rules.topology();
    assert_eq!(topology.squares.len(), 47);
    let widths = (1..=13).map(|row| topology.squares.iter().filter(|s| s.name[1..] == row.to_string()).count());
    assert_eq!(widths.collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 5, 6, 5, 4, 3, 2, 1]);
}

#[test]
fn g4_the_third_occurrence_draws_by_the_rules() {
    let start = read("1/2/3/w3/5/6/5/6/5/3W/3/2/1 1 - - - - -");
    let mut game = History::new(rules(), Adjudication::NONE, start);
    let round = ["d4c4", "a10b10", "c4d4", "b10a10"];
    for (ply, text) in round.iter().cycle().take(8).enumerate() {
        assert_eq!(game.status().to_string(), "ongoing", "before ply {ply}");
        game.play(rules().read_move(text).unwrap()).unwrap();
    }
    assert_eq!(game.status().to_string(), "draw repetition");
    assert!(game.legal_moves().is_empty());
}

#[test]
fn g15_a_position_is_board_player_rules_and_pacts() {
    let key = |text: &str| rules().repetition_key(&read(text));
    let board = "w/2/3/4/5/6/2r2/2B3/5/4/3/2/W";
    let plain = key(&format!("{board} 1 - armor@B - - -"));
    assert!(plain.is_some() && plain == key(&format!("{board} 1 p armor@B - - -")));
    for other in ["1 - armor@B! - - -", "1 - armor@B - B:r -", "2 - armor@B - - -", "1 - - armor@R - -"] {
        assert_ne!(plain, key(&format!("{board} {other}")), "{other}");
    }
    assert_eq!(key("w/2/3/4/5/6/5/2B3/5/4/3/2/W 1 second=c6 sacrifice@B - - -"), None);
    assert_eq!(key("w/2/3/4/5/6/5/2B3/5/4/3/2/W 1 free hatter! - - -"), None);
}

#[test]
fn g16_player_1_begins_and_both_can_pick_the_same_rules() {
    let same = Struggle::default().with_options(&["1=torus@B+pact/KBGRY", "2=torus@B+pact/KBGRY"]).unwrap();
    let start = same.write_position(&same.start());
    assert_eq!(start, "w/bk/yrg/4/5/6/5/6/5/4/GRY/KB/W 1 - torus@B,pact torus@B,pact - -");
}
