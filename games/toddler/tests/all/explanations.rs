//! Tests what clients display: reasons with their squares, relations, marks, notices, and how pieces move (manners).

use entourage_kernel::testkit::rows;
use entourage_kernel::{Intent, Manner, Presentation, Reason, Rules};
use entourage_toddler::{Edition, Toddler};

const RULES: Toddler = Toddler::new(Edition::Rulebook);

fn write(reasons: &[Reason]) -> String {
    let name = |square: &entourage_kernel::Square| RULES.topology().name(*square).to_owned();
    let line = |reason: &Reason| {
        let squares: Vec<String> = reason.squares.iter().map(name).collect();
        format!("{} {}", reason.code, squares.join(" ")).trim_end().to_owned()
    };
    reasons.iter().map(line).collect::<Vec<_>>().join("; ")
}

fn refusal(rules: Toddler, position: &str, intent: &str) -> String {
    let position = rules.read_position(position).unwrap();
    match rules.judge(&position, rules.read_move(intent).unwrap()) {
        Ok(()) => "legal".to_owned(),
        Err(refusal) => write(&refusal.0),
    }
}

fn relations(position: &str) -> Vec<String> {
    let position = RULES.read_position(position).unwrap();
    let name = |square| RULES.topology().name(square);
    let relations = RULES.relations(&position);
    relations.iter().map(|one| format!("{} {} {}", one.kind, name(one.from), name(one.to))).collect()
}

#[test]
fn refusals_name_every_reason_and_the_squares_responsible() {
    for [position, intent, expected] in rows(include_str!("../data/refusals.tsv")) {
        assert_eq!(refusal(RULES, position, intent), expected, "{intent} in {position}");
    }
}

#[test]
fn t1_only_the_summary_edition_allows_capturing_by_a_leap() {
    let position = "T9t/1s9/11/11/11/4I6/11/11/11/11/11 w -";
    assert_eq!(refusal(RULES, position, "e6b2"), "leap-occupied e6 b2");
    assert_eq!(refusal(Toddler::new(Edition::Summary), position, "e6b2"), "legal");
}

#[test]
fn unknown_intents_are_refused() {
    let position = RULES.start();
    for intent in [Intent::choice_only(0), Intent::choice_only(2), Intent::of(&[])] {
        let Err(refusal) = RULES.judge(&position, intent) else { panic!("{intent:?}") };
        assert_eq!(write(&refusal.0), "unknown-move");
    }
}

#[test]
fn relations_are_as_listed() {
    let position = "10t/4e4p1/4i6/11/2Gs7/2n8/11/5S5/3wWT5/11/11 w -";
    let mut relations = relations(position);
    relations.sort_unstable();
    assert_eq!(
        relations.join(", "),
        "freezes d9 e9, freezes e9 d9, neutralises c5 c6, neutralises c5 d5, protects e9 f8, protects e9 f9, shelters e2 e3"
    );
    let conditions = RULES.conditions(&RULES.read_position(position).unwrap());
    assert_eq!(write(&conditions), "frozen-by-angels e9 d9");
}

#[test]
fn threats_and_joint_attacks_are_relations() {
    let position = "T8a1/11/11/1P9/3g7/11/1N9/11/11/11/10t w -";
    assert_eq!(relations(position), ["threatens j1 a1", "attacks-together b4 d5", "attacks-together b7 d5"]);
    let position = RULES.read_position(position).unwrap();
    assert_eq!(RULES.alert(&position), Some("threat"));
    let alerted = RULES.alerted(&position).into_iter().map(|square| RULES.topology().name(square));
    assert_eq!(alerted.collect::<Vec<_>>(), ["a1"]);
}

#[test]
fn notices_name_the_attackers_of_a_captured_angel_or_genius() {
    let position = RULES.read_position("10t/11/11/1P9/3g7/11/1N9/11/11/11/T10 w -").unwrap();
    let take = RULES.read_move("b7d5").unwrap();
    assert_eq!(RULES.judge(&position, take), Ok(()));
    assert_eq!(write(&RULES.notices(&position, take)), "attacked-together d5 b4 b7");
    assert!(RULES.notices(&position, RULES.read_move("b7c6").unwrap()).is_empty());
}

#[test]
fn captains_and_major_toddlers_are_marked() {
    let position = RULES.read_position("t9e/11/11/11/11/11/11/4SC5/11/11/T10 w -").unwrap();
    let marks = |name| RULES.marks(&position, RULES.topology().find(name).unwrap());
    assert_eq!(marks("f8"), ["captain"]);
    assert_eq!(marks("a11"), ["major"]);
    for plain in ["a1", "e8", "k1", "e5"] {
        assert!(marks(plain).is_empty(), "{plain}");
    }
}

#[test]
fn manners_of_moves() {
    let position = RULES.read_position("9wt/11/4s6/11/5C5/4s6/2P8/1N9/T4I5/E9A/11 w -").unwrap();
    for (intent, manner) in [
        ("f5f4", Manner::Move),
        ("f5e6", Manner::Capture),
        ("f5e6d6", Manner::Stages),
        ("f5e3", Manner::Stages),
        ("a9b8", Manner::Swap),
        ("f9b10", Manner::Leap),
        ("f9e9", Manner::Move),
        ("c7g6", Manner::Leap),
        ("c7e6", Manner::Leap),
        ("k10e6", Manner::Capture),
        ("k10h5", Manner::Move),
        ("pass", Manner::Pass),
    ] {
        let intent_read = RULES.read_move(intent).unwrap();
        assert_eq!(RULES.judge(&position, intent_read), Ok(()), "{intent}");
        assert_eq!(RULES.manner(&position, intent_read), manner, "{intent}");
    }
}
