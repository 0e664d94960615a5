use entourage_definition::{Code, Library, Shipped, Source, check};
use entourage_kernel::{Language, Presentation, Random, Rules};

use super::readings::{compare, positions};
use super::{made, refused};

const GAME: &str = include_str!("../data/snails.txt");

#[test]
fn marks_are_set_tested_and_cleared() {
    let game = made(GAME);
    for (before, text, after) in [
        ("shk1s/5/5/5/S1KHS w - 0", "a1a4", "shk1s/S4/5/5/2KHS b a1 1"),
        ("shk1s/S4/5/5/2KHS b a1 1", "e5e2", "shk2/S4/5/4s/2KHS w e5,a1 2"),
        // A King clears the mark on its square.
        ("2k2/5/5/5/1K2S w e5,a1 0", "b1a1", "2k2/5/5/5/K3S b e5 1"),
        ("2k2/5/4s/5/2KH1 w - 0", "d1e3", "2k2/5/4H/5/2K2 b e3 1"),
        // The tide clears all marks; conditions on its count are evaluated before the count increases.
        ("2k2/5/5/5/S1K2 w e5,b1 5", "a1a2", "2k2/5/5/S4/2K2 b - 0"),
    ] {
        let position = game.read_position(before).unwrap();
        let next = game.play(&position, game.read_move(text).unwrap()).unwrap();
        assert_eq!(game.write_position(&next), after, "{text}");
        assert_eq!(game.write_position(&game.read_position(after).unwrap()), after);
    }
    for (position, text, code) in [
        ("2k2/5/5/5/2KH1 w d1 0", "d1e3", "stuck"),
        // A Snail on the board protects pieces on slime.
        ("2k2/5/4s/5/2KH1 w e3 0", "d1e3", "slippery"),
    ] {
        let position = game.read_position(position).unwrap();
        let refusal = game.judge(&position, game.read_move(text).unwrap()).unwrap_err();
        assert!(refusal.0.iter().any(|reason| reason.code == code), "{refusal:?}");
    }
    let slimy = game.read_position("2k2/5/5/4S/2KHS w d1,e1,e2 0");
    assert!(slimy.is_err(), "squares must be in order");
    let slimy = game.read_position("2k2/5/5/4S/2KHS w e2,d1,e1 0").unwrap();
    assert_eq!(game.status(&slimy).to_string(), "win-1 slimy");
}

#[test]
fn both_readings_agree_on_marks() {
    let game = made(GAME);
    assert!(game.is_compiled());
    compare(&game, &mut Random::new(28), positions() * 4, "snails");
}

#[test]
fn both_readings_agree_on_powers_that_depend_on_marks() {
    let mut random = Random::new(29);
    for sentence in include_str!("../data/mark-powers.txt").lines().filter(|line| !line.starts_with('#')) {
        let sentence = &sentence.replace("\\n", "\n");
        let text = format!("language 1\ngame more \"More\" like snails\n{sentence}\n");
        let report = check(Source::new("more.game", text), &Snails);
        if !report.is_playable() {
            // A phrase that is not supported for marks must not be supported for remembered squares either.
            let last = sentence.replace("on slime", "on last");
            let text = GAME.replace(
                "remember slime: squares",
                "remember last: a square, for the next turn\nremember slime: squares",
            );
            let text = text.replace("{slime} {tide}", "{slime} {tide} {last}").replace("w - 0", "w - 0 -");
            let other = check(Source::new("last.game", format!("{text}{last}\n")), &Shipped);
            assert!(!other.is_playable(), "{sentence}: {:?}", report.diagnostics);
            continue;
        }
        compare(&report.game().unwrap(), &mut random, positions(), sentence);
    }
}

struct Snails;

impl Library for Snails {
    fn find(&self, id: &str) -> Option<Source> {
        (id == "snails").then(|| Source::new("snails.game", GAME))
    }

    fn names(&self) -> Vec<String> {
        vec!["snails".to_owned()]
    }
}

#[test]
fn marks_are_described_and_invalid_ones_refused() {
    let game = made(GAME);
    let english = game.rules_page(Language::English);
    for told in ["is marked \"slime\"", "is no longer marked \"slime\"", "all marks \"slime\" are removed"] {
        assert!(english.contains(told), "{told}: {english}");
    }
    assert!(game.rules_page(Language::French).contains("est marquée «\u{a0}slime\u{a0}»"));
    for (text, at) in [("f1", 24), ("a1,", 27), ("a1,a1", 24), ("a1;b1", 24)] {
        let error = game.read_position(&format!("shk1s/5/5/5/S1KHS w {text} 0")).unwrap_err();
        assert!(error.at >= 20 && error.at <= at, "{text}: {error}");
    }
    for (old, new, code, part) in [
        ("{side} {slime}", "{side}", Code::Memory, "slime is remembered but missing from `position`"),
        (
            "slime is left where it stood",
            "slim is left where it stood",
            Code::UnknownName,
            "There are no marked squares named slim",
        ),
        ("slime is left where it stood", "slime is left there", Code::Syntax, "where it stood"),
        ("remember slime: squares", "remember slime: stains", Code::Syntax, "squares"),
        (
            "remember slime: squares",
            "remember slime: squares\nremember ice: squares\nremember fire: squares",
            Code::Size,
            "2",
        ),
    ] {
        refused(GAME.replacen(old, new, 1), code, part);
    }
}

#[test]
fn marks_are_exposed_for_drawing() {
    let game = made(GAME);
    let traces = |position: &str| {
        let traces = game.traces(&game.read_position(position).unwrap());
        traces.into_iter().map(|trace| (trace.name.en.to_string(), trace.squares.len())).collect::<Vec<_>>()
    };
    assert_eq!(traces("shk2/S4/5/4s/2KHS w e5,a1 2"), [("slime".to_owned(), 2)]);
    assert_eq!(traces("shk1s/5/5/5/S1KHS w - 0"), [("slime".to_owned(), 0)]);
}
