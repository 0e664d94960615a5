//! Tests dead positions: a move to a dead position draws the game.

use entourage_chess::Chess;
use entourage_kernel::testkit::rows;
use entourage_kernel::{Adjudication, History, Rules, Status};

fn played(position: &str, moves: &[&str]) -> Status {
    let start = Chess.read_position(position).unwrap();
    let mut history = History::new(Chess, Adjudication::NONE, start);
    for text in moves {
        history.play(Chess.read_move(text).unwrap()).unwrap();
    }
    history.status()
}

#[test]
fn positions_without_mating_material_are_dead() {
    for [pieces, state] in rows(include_str!("../data/dead.tsv")) {
        let position = Chess.read_position(&format!("{pieces} w - - 0 1")).unwrap();
        assert_eq!(Chess.is_dead(&position), state == "dead", "{pieces}");
    }
}

#[test]
fn a_move_to_a_dead_position_draws() {
    let before = "8/8/8/8/8/7k/4r3/4K3 w - - 0 1";
    assert_eq!(played(before, &[]).to_string(), "check");
    assert_eq!(played(before, &["e1e2"]).to_string(), "draw dead-position");
    // A promotion to a bishop leaves no mating material; a promotion to a rook does.
    let before = "8/P7/8/8/8/7k/8/4K3 w - - 0 1";
    assert_eq!(played(before, &["a7a8b"]).to_string(), "draw dead-position");
    assert_eq!(played(before, &["a7a8r"]).to_string(), "ongoing");
}

#[test]
fn a_game_from_a_dead_position_ends_with_its_first_move() {
    let start = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(played(start, &[]).to_string(), "ongoing");
    assert_eq!(played(start, &["e1e2"]).to_string(), "draw dead-position");
}
