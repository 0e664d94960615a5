//! Runs the kernel's conformance tests, checks published perft counts, and tests algebraic notation.

use entourage_chess::Chess;
use entourage_kernel::testkit::{
    check_empty_squares, check_perft_file, check_reason_codes, conformance, played, positions, rows, scattered,
};
use entourage_kernel::{Adjudication, Evaluate, History, Kind, Presentation, Random, Rules};

#[test]
fn chess_conforms() {
    conformance(&Chess, 3, positions(1_500));
}

#[test]
fn the_test_for_checks_agrees_with_the_rules() {
    for rules in [Chess, Chess::shuffled(3).unwrap()] {
        let mut random = Random::new(5);
        let played = played(&rules, &mut random, positions(500));
        for position in played.into_iter().chain(scattered(&rules, &mut random, positions(1_500))) {
            let gives_check = rules.alert_test(&position);
            for intent in rules.list_moves(&position) {
                let is_check = rules.alert(&rules.play_unchecked(&position, intent)).is_some();
                let text = rules.write_move(intent);
                assert_eq!(gives_check(intent), is_check, "{} {text}", rules.write_position(&position));
            }
        }
    }
}

#[test]
fn published_perfts_agree() {
    assert!(check_perft_file(&Chess, include_str!("../data/published.perft"), 5_000_000) >= 30);
}

fn status(position: &str) -> String {
    Chess.status(&Chess.read_position(position).unwrap()).to_string()
}

#[test]
fn status_words() {
    assert_eq!(status("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), "win-2 checkmate");
    assert_eq!(status("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "draw stalemate");
    assert_eq!(status("7k/8/8/8/8/8/8/K6R b - - 0 1"), "check");
    assert_eq!(status("7k/8/8/8/8/8/R7/K7 w - - 100 80"), "draw fifty-moves");
    assert_eq!(status("7k/8/8/8/8/8/R7/K7 w - - 99 80"), "ongoing");
    // Checkmate on the hundredth ply takes precedence.
    assert_eq!(status("7k/6Q1/6K1/8/8/8/8/8 b - - 100 80"), "win-1 checkmate");
}

#[test]
fn the_third_occurrence_draws() {
    let mut game = History::new(Chess, Adjudication::NONE, Chess.start());
    for text in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split(' ') {
        assert!(game.status().outcome().is_none());
        game.play(Chess.read_move(text).unwrap()).unwrap();
    }
    assert_eq!(game.status().to_string(), "draw repetition");
}

#[test]
fn bad_positions_are_refused() {
    for position in include_str!("../data/refused.txt").lines().filter(|line| !line.starts_with('#')) {
        assert!(Chess.read_position(position).is_err(), "{position}");
    }
    assert!(Chess.read_position("").is_err());
}

#[test]
fn every_reason_has_a_sentence() {
    check_reason_codes(&Chess, env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn attackers_of_empty_squares_follow_the_law() {
    check_empty_squares(&Chess, 7, positions(1_500) / 4, Kind(5), false);
}

/// Returns the moves that match a text in algebraic notation; `None` for any other text.
fn read(position: &str, text: &str) -> Option<Vec<String>> {
    let position = Chess.read_position(position).unwrap();
    let found = Chess.read_short(&position, text)?;
    Some(found.into_iter().map(|intent| Chess.write_move(intent)).collect())
}

#[test]
fn moves_are_written_in_algebraic_notation() {
    for [position, text, short] in rows(include_str!("../data/algebraic.tsv")) {
        let before = Chess.read_position(position).unwrap();
        let intent = Chess.read_move(text).unwrap();
        assert!(Chess.allow(&before, intent).is_ok(), "{text} in {position}");
        assert_eq!(Chess.write_short(&before, intent).as_deref(), Some(short));
        assert_eq!(read(position, short), Some(vec![text.to_owned()]));
    }
}

#[test]
fn moves_are_read_leniently() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (text, meant) in [
        ("e4!?", "e2e4"),
        ("e2-e4", "e2e4"),
        ("Ng1f3", "g1f3"),
        ("Ng1-f3+", "g1f3"),
        ("Ngf3", "g1f3"),
        ("N1f3", "g1f3"),
    ] {
        assert_eq!(read(start, text), Some(vec![meant.to_owned()]), "{text}");
    }
    for text in ["e5", "exd3", "Nd2", "O-O", "Ke2", "e8=Q"] {
        assert_eq!(read(start, text), Some(vec![]), "{text}");
    }
    for text in [
        "", "N", "Nx", "e", "e9", "i4", "N f3", "nf3", "Nxyz4", "é4", "--", "O-O-O-O", "Ne2e4e6", "(Q)", "=Q",
        "-e4", "xe4",
    ] {
        assert_eq!(read(start, text), None, "{text}");
    }
    let promoting = "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1";
    for text in ["cxd8=Q", "cd8Q", "cxd8(Q)", "c7xd8=q#", "c:d8Q"] {
        assert_eq!(read(promoting, text), Some(vec!["c7d8q".to_owned()]), "{text}");
    }
    assert_eq!(read(promoting, "c8"), Some(vec![]));
    assert_eq!(read("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0"), Some(vec!["e1g1".to_owned()]));
    let knights = read("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "Ne4");
    assert_eq!(knights.map(|found| found.len()), Some(2));
}
