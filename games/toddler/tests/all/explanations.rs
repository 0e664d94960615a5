//! Tests what clients display: reasons with their squares, relations, marks, notices, and how pieces move (manners).

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

const START: &str = "anpegtwipan/11/ssssscsssss/11/11/11/11/11/SSSSSCSSSSS/11/NAPIWTGEPNA w -";

#[test]
fn refusals_name_every_reason_and_the_squares_responsible() {
    for (position, intent, expected) in [
        (START, "e5e6", "empty-square e5"),
        (START, "a3a4", "not-your-piece a3"),
        (START, "a9a9", "same-square a9"),
        (START, "a9b9", "own-piece a9 b9"),
        (START, "a9a7", "cannot-reach a9 a7"),
        (START, "a9b8", "must-capture a9 b8"),
        (START, "a11c9", "own-piece a11 c9"),
        (START, "b11b5", "blocked b11 b5 b9"),
        (START, "b11d5", "blocked b11 d5 c11 b9"),
        ("10t/11/11/4s6/3SCS5/11/11/11/11/11/T10 w -", "e5e4", "blocked e5 e4 f5 d5"),
        (START, "c11d9", "own-piece c11 d9"),
        (START, "c11d10", "cannot-reach c11 d10"),
        (START, "e11f11", "own-piece e11 f11"),
        (START, "f11g11", "own-piece f11 g11"),
        (START, "f11f9", "swap-not-nurse f11 f9"),
        (START, "a9b8b7", "not-a-captain a9"),
        (START, "f9e8e7", "nothing-to-capture f9 e8"),
        (START, "f9f8f7", "cannot-reach-capture f9 f8"),
        (START, "f9e8d7", "cannot-reach f9 d7"),
        // Minor Toddlers, Angels and Geniuses never capture.
        ("10t/11/4s6/5T5/5E5/11/11/11/11/11/11 w -", "f4e3", "never-captures f4 e3"),
        ("10t/11/4s6/5W5/11/11/11/11/11/11/T10 w -", "f4e3", "never-captures f4 e3"),
        ("10t/11/4s6/5G5/11/11/11/11/11/11/T10 w -", "f4e3", "never-captures f4 e3"),
        // A major Toddler captures and can no longer swap.
        ("10t/11/4s6/5T5/11/11/11/11/11/N10/11 w -", "f4e3", "legal"),
        ("10t/11/4s6/5T5/11/11/11/11/11/N10/11 w -", "f4a10", "swap-major f4 a10"),
        // Powers that prevent captures, alone and combined.
        ("10t/11/4s6/5S5/5g5/11/11/11/11/11/T10 w -", "f4e3", "neutralised f4 f5"),
        ("10t/11/3ws6/5S5/11/11/11/11/11/11/T10 w -", "f4e3", "protected e3 d3"),
        ("10t/11/3ws6/5S5/5g5/11/11/11/11/11/T10 w -", "f4e3", "neutralised f4 f5; protected e3 d3"),
        ("10t/4e6/4i6/5S5/11/11/11/11/11/11/T10 w -", "f4e3", "sheltered e3 e2"),
        ("10t/11/4w6/5S5/11/11/11/11/11/11/T10 w -", "f4e3", "invulnerable e3 f4"),
        ("10t/11/4g6/5S5/11/11/11/11/11/11/T10 w -", "f4e3", "neutralised f4 e3; invulnerable e3"),
        ("10t/11/3p7/11/4P6/11/11/11/11/11/T10 w -", "e5d3", "solidarity e5 d3"),
        ("10t/11/4s6/5S5/11/11/11/11/7Ww2/11/T10 w -", "f4e3", "frozen h9 i9"),
        ("10t/11/4s6/5S5/11/11/11/11/7Gg2/11/T10 w -", "f4e3", "frozen h9 i9"),
        // Blocked paths, and moves that the kind of piece cannot make.
        ("10t/11/11/4E6/5S5/6s4/11/11/11/11/T10 w -", "e4g6", "blocked e4 g6 f5"),
        ("10t/11/11/4N6/5S5/6s4/11/11/11/11/T10 w -", "e4g6", "blocked e4 g6 f5"),
        ("10t/11/11/4E6/11/5s5/11/11/11/11/T10 w -", "e4f6", "cannot-reach e4 f6"),
        ("10t/11/4s6/4S6/11/11/11/11/11/11/T10 w -", "e4e3", "cannot-reach-capture e4 e3"),
        ("10t/11/4s6/4S6/11/11/11/11/11/11/T10 w -", "e4e8", "cannot-reach e4 e8"),
        // Moves while in Threat, and moves after the end of the game.
        ("T8a1/11/11/11/11/11/11/11/11/s9s/10t w -", "pass", "pass-in-threat a1 j1"),
        ("T8a1/11/11/11/11/11/11/11/11/11/10t w -", "a1b1", "threatened b1 j1"),
        ("T1t6a1/11/11/11/11/11/11/11/11/11/11 w -", "a1b1", "legal"),
        ("T1t8/11/a9a/11/11/11/11/11/11/11/11 w -", "a1b1", "toddler-contact b1 c1 c1 a3 k3"),
        ("4Tt5/11/11/11/11/11/11/11/11/11/11 w -", "pass", "game-over"),
        ("4T1t4/11/11/11/11/11/11/11/11/11/11 w pp", "e1d1", "game-over"),
    ] {
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
