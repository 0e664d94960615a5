//! Whole games under Rules from the setup to the end, with what stands along the way. A line: ply, status after
//! it, number of legal plies after it, position after it; the first one: spec and start position.

use entourage_kernel::{GameSpec, History, Rules};
use entourage_struggle::Struggle;

fn replay(playthrough: &str, end: &str) {
    let mut lines = playthrough.lines().filter(|line| !line.starts_with('#'));
    let (spec, start) = lines.next().and_then(|line| line.split_once('\t')).unwrap();
    let spec = GameSpec::read(spec).unwrap();
    let options: Vec<&str> = spec.options.iter().map(String::as_str).collect();
    let rules = Struggle::default().with_options(&options).unwrap();
    assert_eq!(rules.options(), options);
    assert_eq!(rules.write_position(&rules.start()), start);
    let mut game = History::new(rules.clone(), spec.adjudication, rules.start());
    for (ply, line) in (1..).zip(lines) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[text, status, count, after] = fields.as_slice() else {
            panic!("not a line of four fields: {line}")
        };
        game.play(rules.read_move(text).unwrap()).unwrap();
        let counted = game.legal_moves().len().to_string();
        let seen = [game.status().to_string(), counted, rules.write_position(game.position())];
        assert_eq!(seen, [status, count, after], "ply {ply}, {text}");
    }
    assert_eq!(game.status().to_string(), end);
}

#[test]
fn a_white_comes_home_past_pact_and_hatter() {
    replay(include_str!("../data/playthrough-1.tsv"), "win-2 goal");
}

#[test]
fn teleports_and_cabooses_until_a_white_is_captured() {
    replay(include_str!("../data/playthrough-2.tsv"), "win-1 white-captured");
}
