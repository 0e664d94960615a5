//! Tests Chess960: conformance, published perft counts, castling and Shredder-FEN.

use entourage_chess::Chess;
use entourage_kernel::testkit::{
    check_perft_file, check_reason_codes, check_rules_pages, conformance, positions,
};
use entourage_kernel::{Language, Presentation, Rules, perft};

fn rules(number: u16) -> Chess {
    Chess::shuffled(number).unwrap()
}

#[test]
fn shuffled_chess_conforms() {
    for number in [0, 518, 777] {
        conformance(&rules(number), 3, positions(1_500) / 3);
    }
}

/// Checks one in sixteen of the perft counts that the Chess Programming Wiki and the crate shakmaty publish.
#[test]
fn published_perfts_agree() {
    assert!(check_perft_file(&rules(0), include_str!("../data/chess960.perft"), 1_000_000) >= 240);
}

#[test]
fn every_start_has_moves_and_518_is_orthodox() {
    for number in 0..960 {
        let rules = rules(number);
        let start = rules.start();
        assert_eq!(rules.options(), [format!("960={number}")]);
        assert!((18..=21).contains(&perft(&rules, &start, 1)), "{}", rules.write_position(&start));
    }
    let rules = rules(518);
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&rules, &rules.start(), depth)), [20, 400, 8_902, 197_281]);
    assert_eq!(Chess::shuffled(960), None);
}

#[test]
fn castling_is_the_king_onto_its_rook() {
    for (position, text, short, after) in [
        ("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1g1", "O-O", "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1b1", "O-O-O", "4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1"),
        // The king or the rook stays in place.
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "O-O", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1", "O-O-O", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"),
        // The king ends on the rook's start square.
        ("4k3/8/8/8/8/8/8/2R1K3 w C - 0 1", "e1c1", "O-O-O", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"),
        ("1r3kr1/8/8/8/8/8/8/4K3 b gb - 5 7", "f8g8", "O-O", "1r3rk1/8/8/8/8/8/8/4K3 w - - 6 8"),
    ] {
        let rules = rules(518);
        let before = rules.read_position(position).unwrap();
        let intent = rules.read_move(text).unwrap();
        assert!(rules.allow(&before, intent).is_ok(), "{text} in {position}");
        assert_eq!(rules.write_short(&before, intent).as_deref(), Some(short), "{position}");
        let found = rules.read_short(&before, short).unwrap();
        assert_eq!(found, [intent], "{short} in {position}");
        assert_eq!(rules.write_position(&rules.play_unchecked(&before, intent)), after);
    }
}

#[test]
fn illegal_castling_is_refused_with_its_reason() {
    for (position, text, code) in [
        // The rook shields the king from the queen in the corner.
        ("4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "c1b1", "in-check"),
        ("4k3/8/8/8/8/8/8/1RN2K2 w B - 0 1", "f1b1", "castling-blocked"),
        ("4k3/8/8/3r4/8/8/8/1R3K2 w B - 0 1", "f1b1", "castling-through-check"),
        ("4k3/8/8/5r2/8/8/8/1R3K2 w B - 0 1", "f1b1", "castling-in-check"),
        ("4k3/8/8/8/8/8/8/1R3KR1 w B - 0 1", "f1g1", "castling-lost"),
        ("4k3/8/8/8/8/8/8/RR3K2 w B - 0 1", "f1a1", "castling-lost"),
    ] {
        let rules = rules(518);
        let before = rules.read_position(position).unwrap();
        let refusal = rules.judge(&before, rules.read_move(text).unwrap()).unwrap_err();
        assert_eq!(refusal.0[0].code, code, "{text} in {position}");
    }
}

#[test]
fn castling_rights_are_files_and_other_forms_are_adopted() {
    let rules = rules(518);
    for position in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHah - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhg - 0 1",
        "4k3/8/8/8/8/8/8/RR3K2 w AB - 0 1",
        "4k3/8/8/8/8/8/8/8 w H - 0 1",
        "4k3/8/8/8/8/8/5K2/7R w H - 0 1",
    ] {
        assert!(rules.read_position(position).is_err(), "{position}");
    }
    for (written, adopted) in [
        ("4k3/8/8/8/8/8/8/RR3KRR w KQ - 0 1", Some("4k3/8/8/8/8/8/8/RR3KRR w HA - 0 1")),
        ("4k3/8/8/8/8/8/8/RR3KRR w QGH - 0 1", Some("4k3/8/8/8/8/8/8/RR3KRR w GHA - 0 1")),
        // Letters that match no rook are kept.
        ("4k3/8/8/8/8/8/8/RR3KRR w kQx - 0 1", Some("4k3/8/8/8/8/8/8/RR3KRR w Akx - 0 1")),
        ("4k3/8/8/8/8/8/8/RR3KRR w BG -", Some("4k3/8/8/8/8/8/8/RR3KRR w GB -")),
        ("4k3/8/8/8/8/8/8/RR3KRR w - - 0 1", Some("4k3/8/8/8/8/8/8/RR3KRR w - - 0 1")),
        ("8/8 w", None),
        ("", None),
    ] {
        assert_eq!(rules.adopt_position(written).as_deref(), adopted, "{written}");
    }
    let orthodox = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    assert_eq!(Chess.adopt_position(orthodox), Some(orthodox.replace("HAha", "KQkq")));
    let astray = "4k3/8/8/8/8/8/8/4K2R w qKQk - 0 1";
    assert_eq!(Chess.adopt_position(astray), Some(astray.replace("qKQk", "KQkq")));
}

#[test]
fn the_rules_page_has_its_own_section_on_castling() {
    check_rules_pages(&rules(518));
    let page = rules(518).rules_page(Language::English);
    assert!(page.contains("960 starting positions") && !page.contains("two squares towards a rook"), "{page}");
}

#[test]
fn options_select_one_start_position() {
    assert_eq!(Chess.with_options(&["960=0"]), Ok(rules(0)));
    for options in [&["960=960"][..], &["960"], &["960=01"], &["960=-1"], &["961=1"], &["960=1", "960=2"]] {
        assert!(Chess.with_options(options).is_err(), "{options:?}");
    }
    check_reason_codes(&rules(518), env!("CARGO_MANIFEST_DIR"));
}
