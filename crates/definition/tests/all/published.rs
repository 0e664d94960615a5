//! Tests games that were written from published descriptions with only the manual, and the problems found in the process.

use entourage_definition::{Severity, Shipped, Source, TextGame, check};
use entourage_kernel::testkit::{conformance, sorted_texts};
use entourage_kernel::{Language, Presentation, Rules};

fn open(id: &str) -> TextGame {
    let file = format!("{}/tests/data/published/{id}.game", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(entourage_definition::format(&text).unwrap(), text, "{id} is canonical");
    let report = check(Source::new(file, text), &Shipped);
    let errors = report.diagnostics.iter().filter(|fault| fault.severity == Severity::Error);
    assert_eq!(errors.count(), 0, "{:?}", report.diagnostics);
    report.game().unwrap()
}

fn moves(game: &TextGame, position: &str) -> Vec<String> {
    let position = game.read_position(position).unwrap();
    sorted_texts(game, game.list_moves(&position))
}

#[test]
fn published_games_conform() {
    for id in ["relay-chess", "pyrrhus-chess", "back-to-back", "benedict", "eiffel"] {
        let game = open(id);
        conformance(&game, 7, 16);
        assert!(!game.rules_page(Language::English).contains("edition"), "{id}");
    }
}

#[test]
fn a_paralysed_king_does_not_castle() {
    let game = open("pyrrhus-chess");
    let seen = "r3k2r/8/8/8/4Y3/8/8/4K3 [-|-] b kq -";
    assert!(!moves(&game, seen).iter().any(|text| text.starts_with("e8")));
    let position = game.read_position(seen).unwrap();
    let refusal = game.judge(&position, game.read_move("e8g8").unwrap()).unwrap_err();
    assert!(refusal.0.iter().any(|reason| reason.code == "petrified"), "{refusal:?}");
    let unseen = "r3k2r/8/8/8/5Y2/8/8/4K3 [-|-] b kq -";
    assert!(moves(&game, unseen).contains(&"e8c8".to_owned()));
}

/// The published example: after 1. Nc3 Nc6 2. Nd5 g6 3. Nf6, the King changes sides.
#[test]
fn attacked_pieces_change_sides_in_benedict() {
    let game = open("benedict");
    let mut position = game.start();
    for text in ["b1c3", "b8c6", "c3d5", "g7g6", "d5f6"] {
        assert_eq!(game.terminal(&position), None, "before {text}");
        position = game.play_unchecked(&position, game.read_move(text).unwrap());
    }
    let end = game.terminal(&position).unwrap();
    assert_eq!((end.winner, end.cause.as_ref()), (Some(entourage_kernel::Side::First), "flipped"));
}

#[test]
fn paralysed_pieces_give_no_check_but_paralyse() {
    let game = open("eiffel");
    // The Bishop on c3 attacks the Rook on d4, and the Knight on d5 attacks the Bishop.
    let seen = "4k3/8/8/3n4/3r4/2B5/8/4K3 b - -";
    let found = moves(&game, seen);
    assert!(!found.iter().any(|text| text.starts_with("d4")), "{found:?}");
    let turned = "4k3/8/8/3n4/3r4/2B5/8/4K3 w - -";
    assert!(!moves(&game, turned).iter().any(|text| text.starts_with("c3")));
}

#[test]
fn written_positions_are_read_back() {
    let game = open("pyrrhus-chess");
    let before = "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR [Y|y] w KQkq -";
    let position = game.read_position(before).unwrap();
    let next = game.play_unchecked(&position, game.read_move("Ye2e4").unwrap());
    let after = game.write_position(&next);
    assert_eq!(after, "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPPYPPP/RNBQKBNR [-|y] b KQkq e3");
    assert!(moves(&game, &after).contains(&"d4e3".to_owned()), "it is taken in passing");
}

#[test]
fn relayed_and_exchanged_moves_are_legal() {
    let relay = open("relay-chess");
    // The Rook that the Knight guards moves as a Knight, and no longer as a Rook.
    let lent = moves(&relay, "k7/8/8/8/8/1N6/8/R5K1 w");
    assert!(lent.contains(&"a1c2".to_owned()) && !lent.contains(&"a1a2".to_owned()), "{lent:?}");
    let backs = open("back-to-back");
    // The white Rook is directly above the black Knight, so that each moves as the other.
    let exchanged = moves(&backs, "7k/8/8/3R4/3n4/8/8/7K w - -");
    assert!(exchanged.contains(&"d5e7".to_owned()) && !exchanged.contains(&"d5d6".to_owned()), "{exchanged:?}");
}
