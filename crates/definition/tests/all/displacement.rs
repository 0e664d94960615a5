//! Tests events that push, pull or transform pieces, and events after castling.

use entourage_definition::{Code, TextGame};
use entourage_kernel::testkit::sorted_texts;
use entourage_kernel::{Random, Rules};

use super::readings::compare;
use super::{after, made, open, refused, rows};

fn magnet(board: &str, start: &str, effect: &str) -> String {
    format!(
        "language 1\ngame magnets \"Magnets\"\nboard {board}\nsides White w, Black b\npiece M \"Magnet\"\n  moves: step any\n  \
         never captures\npiece S \"Stone\"\n  moves: step straight\n  never captures\npiece K \"King\"\n  moves and captures: step any\n\
         piece W \"Wall\" of nobody\nafter a Magnet moves: {effect}\nroyal King, warned as \"check\"\nends\n  draw \"none\": no move\n\
         position \"{{rows}} {{side}}\"\nstart \"{start}\"\n"
    )
}

fn square_magnet(effect: &str) -> TextGame {
    made(magnet("7 x 7", "K5k/7/7/3M3/7/7/S5s w", effect))
}

#[test]
fn events_push_and_pull_pieces_along_lines() {
    for [effect, position, text, expected] in rows(include_str!("../data/displacements.tsv")) {
        let game = square_magnet(effect);
        assert!(game.is_compiled(), "{effect}");
        assert_eq!(after(&game, position, text), expected, "{effect}: {position}");
        compare(&game, &mut Random::new(6), 60, effect);
    }
}

#[test]
fn events_push_along_lines_of_hexagons() {
    let (board, start) = ("hexagons in files of 3 4 5 4 3", "3/k2K/1s1M1/4/3 w");
    let effect = "pieces a slide any away are pushed away";
    compare(&made(magnet(board, start, effect)), &mut Random::new(6), 60, effect);
}

#[test]
fn a_displacement_that_exposes_the_own_king_is_illegal() {
    let effect = "own Stones a slide straight away are pushed away";
    let text = magnet("5 x 5", "k4/5/5/5/K3M w", effect);
    let stone = "piece S \"Stone\"\n  moves: step straight\n  ";
    let game =
        made(text.replace(&format!("{stone}never captures"), &format!("{stone}captures: slide straight")));
    let moves = |position: &str| {
        let position = game.read_position(position).unwrap();
        sorted_texts(&game, game.list_moves(&position))
    };
    // From c2, the Magnet would push the Stone that shields its King.
    assert_eq!(moves("k4/5/K1S1s/5/2M2 w").iter().filter(|text| text.starts_with("c1")).count(), 4);
    assert!(!moves("k4/5/K1S1s/5/2M2 w").iter().any(|text| text == "c1c2"));
    assert!(moves("k4/5/K1S2/5/2M2 w").iter().any(|text| text == "c1c2"));
}

#[test]
fn neutral_pieces_never_become_others() {
    let text = magnet("7 x 7", "K5k/7/7/3M3/7/7/S5s w", "Walls next to it become Stone");
    refused(text, Code::Meaning, "A neutral piece cannot become another piece.");
}

#[test]
fn castlings_offer_no_choice() {
    let text = |effect: &str| {
        format!("language 1\ngame towers \"Towers\" like chess\nafter a Rook castles: {effect}\n")
    };
    refused(text("it becomes Queen or Bishop"), Code::Unsupported, "A castling offers no further choice.");
    refused(
        text("an own Pawn is put on any empty square"),
        Code::Unsupported,
        "A castling offers no further choice.",
    );
}

#[test]
fn both_pieces_of_a_castling_can_have_events() {
    let game = made(
        "language 1\ngame towers \"Towers\" like chess\nafter a Rook castles: it becomes Queen\n\
         after a King castles: own Pawns next to it become Knight\n",
    );
    assert_eq!(after(&game, "4k3/8/8/8/8/8/P6P/R3K2R w KQ -", "e1g1"), "4k3/8/8/8/8/8/P6N/R4QK1 b - -");
    assert_eq!(after(&game, "4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1c1"), "4k3/8/8/8/8/8/8/2KQ3R b - -");
    // A Rook that moves alone does not castle.
    assert_eq!(after(&game, "4k3/8/8/8/8/8/8/R3K2R w KQ -", "h1f1"), "4k3/8/8/8/8/8/8/R3KR2 b Q -");
}

/// The beginnings of two games that the inventors published with the displacements.
#[test]
fn published_games_of_magnetic_chess_are_replayed() {
    for [moves, expected] in rows(include_str!("../data/magnetic-games.tsv")) {
        let game = open("magnetic", &[]);
        let mut position = game.start();
        for text in moves.split(' ') {
            assert!(
                sorted_texts(&game, game.list_moves(&position)).iter().any(|legal| legal == text),
                "{text}"
            );
            position = game.play_unchecked(&position, game.read_move(text).unwrap());
        }
        assert_eq!(game.write_position(&position), expected, "{moves}");
    }
}

/// Checksum of a list of moves (FNV-1a with 32 bits).
fn checksum(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Random games of an independent program: position, checksum of its legal moves, move that leads to the next line.
#[test]
fn games_of_magnetic_chess_agree_with_an_independent_implementation() {
    let game = open("magnetic", &[]);
    let mut next: Option<String> = None;
    let mut count = 0;
    for [before, sum, text] in rows(include_str!("../data/magnetic-games-random.tsv")) {
        if let Some(expected) = next.take() {
            assert_eq!(before, expected);
        }
        let position = game.read_position(before).unwrap();
        let moves = sorted_texts(&game, game.list_moves(&position)).join(" ");
        assert_eq!(format!("{:08x}", checksum(&moves)), sum, "{before}: {moves}");
        if !text.is_empty() {
            let position = game.play_unchecked(&position, game.read_move(text).unwrap());
            next = Some(game.write_position(&position));
        }
        count += 1;
    }
    assert!(count >= 3_000, "{count}");
}
