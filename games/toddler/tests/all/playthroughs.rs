//! Whole games from the start position to Threat and Capture, with what stands along the way. The browser tests
//! play the same files by hand. A line: move, status after it, number of legal moves after it, position after it.

use entourage_kernel::{GameSpec, History, Rules};
use entourage_toddler::Toddler;

fn replay(playthrough: &str) {
    let mut lines = playthrough.lines().filter(|line| !line.starts_with('#'));
    let (spec, start) = lines.next().and_then(|line| line.split_once('\t')).unwrap();
    let spec = GameSpec::read(spec).unwrap();
    let rules = Toddler::default();
    assert_eq!(rules.write_position(&rules.start()), start);
    let mut game = History::new(rules, spec.adjudication, rules.start());
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
    assert_eq!(game.status().to_string(), "win-1 threat-and-capture");
}

#[test]
fn every_manner_of_move_in_one_game() {
    replay(include_str!("../data/playthrough-1.tsv"));
}

#[test]
fn a_short_game_with_two_steps_of_captains() {
    replay(include_str!("../data/playthrough-2.tsv"));
}
