//! Chess against the kernel's conformance suite and against numbers that the whole field knows.

use entourage_chess::Chess;
use entourage_kernel::testkit::{check_empty_squares, check_perft_file, check_reason_codes, conformance};
use entourage_kernel::{Adjudication, History, Kind, Rules, perft};

/// Positions visited by the conformance run; `CONFORMANCE_POSITIONS` asks for more.
fn positions() -> usize {
    std::env::var("CONFORMANCE_POSITIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(1_500)
}

#[test]
fn chess_conforms() {
    conformance(&Chess, 3, positions());
}

#[test]
fn perft_from_the_start_is_known() {
    assert_eq!(
        [1, 2, 3, 4, 5].map(|depth| perft(&Chess, &Chess.start(), depth)),
        [20, 400, 8_902, 197_281, 4_865_609]
    );
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
    // Mate on the hundredth ply is mate.
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
    for position in [
        "",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w QK - 0 1",
        "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1",
        "4k3/8/8/8/8/8/8/4K2P w - - 0 1",
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 00 1",
    ] {
        assert!(Chess.read_position(position).is_err(), "{position}");
    }
}

#[test]
fn every_reason_made_has_a_sentence() {
    check_reason_codes(&Chess, env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn empty_squares_are_attacked_by_whom_the_law_lets_capture_there() {
    check_empty_squares(&Chess, 7, positions() / 4, Kind(5), false);
}
