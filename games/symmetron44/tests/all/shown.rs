//! Tests what clients display: reasons, relations, marks, notices, conditions, effects, and how pieces move (manners).

use entourage_kernel::testkit::rows;
use entourage_kernel::{Effect, Language, Manner, Presentation, Reason, Rules};
use entourage_symmetron44::{Position, Symmetron};

fn read(text: &str) -> Position {
    Symmetron.read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn names(reason: &Reason) -> String {
    let squares = reason.squares.iter().map(|&square| Symmetron.topology().name(square));
    [reason.code.as_str()].into_iter().chain(squares).collect::<Vec<_>>().join(" ")
}

#[test]
fn refusals_name_the_reason_and_the_squares_responsible() {
    for [position, text, reason] in rows(include_str!("../data/refusals.tsv")) {
        let position = read(position);
        let refusal = Symmetron.judge(&position, Symmetron.read_move(text).unwrap()).unwrap_err();
        let found: Vec<String> = refusal.0.iter().map(names).collect();
        let is_named = |found: &String| {
            if reason.contains(' ') { found == reason } else { found.split(' ').next() == Some(reason) }
        };
        assert!(found.iter().any(is_named), "{text} should be {reason}, is {found:?}");
        for reason in &refusal.0 {
            for language in Language::ALL {
                assert!(Symmetron.say(&position, reason, language.into()).ends_with('.'));
            }
        }
    }
}

#[test]
fn relations_and_marks_show_the_powers() {
    let list = |text: &str| {
        let position = read(text);
        let name = |square| Symmetron.topology().name(square);
        let relations = Symmetron.relations(&position).into_iter();
        let relations = relations.map(|one| format!("{} {} {}", one.kind, name(one.from), name(one.to)));
        let mut found: Vec<String> = relations.collect();
        found.sort();
        for square in Symmetron.topology().all() {
            let marks = Symmetron.marks(&position, square);
            found.extend(marks.iter().map(|mark| format!("{} {mark}", name(square))));
        }
        found
    };
    assert_eq!(
        list("1k5/a4b1/3b3/1H5/rA4N/3KPn1 [-|-] w"),
        ["reduces a2 b2", "symmetrises b3 b2", "b2 symmetrised", "b2 reduced"]
    );
    assert_eq!(list("1k5/a4b1/6n/7/1Dr3N/R2KP2 [-|-] w"), ["frees a1 b2"]);
    assert_eq!(list("3k3/a4bn/7/5H1/1P4B/3KN2 [-|-] w"), ["mutates f3 g2"]);
    assert_eq!(list("k5G/p5b/6p/2N4/7/P2K2P [-|-] b"), ["checks g6 a6"]);
    assert_eq!(list("1k5/a4b1/3r2n/3R3/5G1/3KP2 [-|-] w"), ["explodes d3 d4", "explodes d4 d3"]);
    for mark in Symmetron.metadata().marks.iter() {
        assert!(Symmetron.badge(&mark.code).is_some());
    }
}

#[test]
fn notices_and_conditions_are_as_listed() {
    let notices = |position: &str, text: &str| {
        let position = read(position);
        let found = Symmetron.notices(&position, Symmetron.read_move(text).unwrap());
        found.iter().map(names).collect::<Vec<_>>()
    };
    assert_eq!(notices("4k2/a2b2a/2r4/2R4/P5P/4K2 [-|-] w", "c3*c4"), ["leaves-three"]);
    assert_eq!(notices("1k5/a4b1/1n4a/2P4/6N/3KP2 [-|-] w", "c3b4"), ["recruits b4 wls"]);
    assert_eq!(notices("1k5/a4b1/1n4a/2P4/6N/3KP2 [N|-] w", "c3b4"), ["recruits-not b4 wls"]);
    assert!(notices("1k5/a4b1/1n4a/2P4/6N/3KP2 [N|-] w", "c3c4").is_empty());
    let conditions = |text: &str| Symmetron.conditions(&read(text)).iter().map(names).collect::<Vec<_>>();
    assert_eq!(conditions("4k2/a2b2a/2r4/2R4/P5P/4K2 [-|-] w"), ["four-left-1"]);
    assert_eq!(conditions("4k2/7/3D3/H1h1d2/3K1r1/7 [-|n] w"), ["three-left-1"]);
}

#[test]
fn effects_are_in_order() {
    let effects = |position: &str, text: &str| {
        let position = read(position);
        let intent = Symmetron.read_move(text).unwrap();
        let name = |square| Symmetron.topology().name(square);
        let words: Vec<String> = Symmetron
            .effects(&position, intent)
            .iter()
            .map(|effect| match *effect {
                Effect::Move { from, to } => format!("{}-{}", name(from), name(to)),
                Effect::Remove { square, .. } => format!("x{}", name(square)),
                Effect::Place { square, .. } => format!("+{}", name(square)),
                Effect::Transform { square, .. } => format!("={}", name(square)),
                Effect::Swap { .. } | Effect::Pass => "never".to_owned(),
            })
            .collect();
        (Symmetron.manner(&position, intent), words.join(" "))
    };
    let said = |manner, words: &str| (manner, words.to_owned());
    assert_eq!(effects("3k2n/1b4b/7/7/1A5/P2K1N1 [-|-] w", "b2b4xb5"), said(Manner::Capture, "b2-b4 xb5"));
    assert_eq!(effects("1k5/a4b1/1n4a/2P4/6N/3KP2 [-|-] w", "c3b4"), said(Manner::Capture, "xb4 c3-b4 +wls"));
    assert_eq!(effects("4k2/1P4d/a5b/7/6N/3KN2 [-|-] w", "b5b6=V"), said(Manner::Move, "b5-b6 =b6"));
    assert_eq!(effects("3k3/a4bn/7/5H1/1P4B/3KN2 [-|-] w", "g2=P"), said(Manner::Change, "=g2"));
    assert_eq!(effects("1k5/a4b1/3r2n/3R3/4G2/3KP2 [-|-] w", "d3*d4"), said(Manner::Change, "xd3 xd4"));
    assert_eq!(effects("3k3/4b1n/2a4/7/4R2/P2K1N1 [-|-] w", "e2wls"), said(Manner::Leap, "e2-wls"));
}
