//! Ways that no shipped definition has: backward, leaps that lead somewhere, and pieces that are left a free hand.

use entourage_definition::{Code, Library, Shipped, Source, TextGame, check};
use entourage_kernel::{Language, Presentation, Random, Rules};

use super::readings;

/// Makes a game of some pieces, a King each, and a start of six rows.
fn game(pieces: &str, more: &str, start: &str) -> TextGame {
    let text = format!(
        "language 1\ngame ways \"Ways\"\nboard 6 x 6\nsides White w, Black b\n{pieces}\npiece K \"King\"\n  moves and captures: step any\n\
         {more}\nroyal King, warned as \"check\"\nends\n  loss \"checkmate\": own King is threatened, and no move\n  draw \"stalemate\": no move\n\
         position \"{{rows}} {{side}}\"\nstart \"{start}\"\nneeds\n  exactly 1 King a side\n  the enemy King is not threatened\n"
    );
    let report = check(Source::new("ways.game", text), &Shipped);
    let shown: String =
        report.diagnostics.iter().map(|fault| fault.render(&report.sources, Language::English)).collect();
    assert!(shown.is_empty(), "{shown}");
    report.game().expect("it is sound")
}

/// Makes a game of Stones that nothing is said of.
fn free(hand: &str) -> TextGame {
    let text = format!(
        "language 1\ngame free \"Free\"\nboard 6 x 6\nsides White w, Black b\nzone field: a1 to f2, a6 to f6\npiece S \"Stone\"\n{hand}\nends\n  \
         draw \"repetition\": the same position a third time\nposition \"{{rows}} {{side}}\"\nstart \"5s/6/6/6/6/S4S w\"\n"
    );
    let report = check(Source::new("free.game", text), &Shipped);
    report.game().expect("it is sound")
}

/// Lists where the piece on a square may go in a position.
fn ends(game: &TextGame, position: &str, from: &str) -> String {
    let position = game.read_position(position).expect("a position");
    let mut moves = Vec::new();
    game.legal_moves(&position, &mut moves);
    let texts = moves.iter().map(|intent| game.write_move(*intent));
    let mut ends: Vec<String> = texts.filter_map(|text| text.strip_prefix(from).map(str::to_owned)).collect();
    ends.sort();
    ends.join(" ")
}

#[test]
fn a_leap_leads_where_it_is_said_to_for_either_side() {
    for (line, white, black) in [
        ("leap 1-2", "b1 b5 d1 d5 a2 a4 e2 e4", "b1 b5 d1 d5 a2 a4 e2 e4"),
        ("leap 1-2 forward", "b5 d5", "b1 d1"),
        ("leap 2-1 forward", "a4 e4", "a2 e2"),
        ("leap 1-2 backward", "b1 d1", "b5 d5"),
        ("leap 1-2 sideways", "a2 a4 e2 e4", "a2 a4 e2 e4"),
        ("leap 2-0 sideways", "a3 e3", "a3 e3"),
        ("leap 0-2 forward", "c5", "c1"),
        ("step backward or diagonally backward", "b2 c2 d2", "b4 c4 d4"),
        ("slide backward", "c1 c2", "c4 c5 c6"),
    ] {
        let game = game(&format!("piece N \"Nag\"\n  moves and captures: {line}"), "", "k4n/6/6/6/6/K4N w");
        let sorted = |text: &str| {
            let mut words: Vec<&str> = text.split(' ').collect();
            words.sort_unstable();
            words.join(" ")
        };
        assert_eq!(ends(&game, "k5/6/6/2N3/6/5K w", "c3"), sorted(white), "{line}");
        assert_eq!(ends(&game, "k5/6/6/2n3/6/5K b", "c3"), sorted(black), "{line}");
        let mut random = Random::new(5);
        readings::compare(&game, &mut random, 120, line);
    }
}

#[test]
fn a_leap_that_leads_somewhere_threatens_there_alone() {
    let game = game("piece N \"Nag\"\n  moves and captures: leap 1-2 forward", "", "k4n/6/6/6/6/K4N w");
    let is_warned = |text: &str| game.alert(&game.read_position(text).expect("a position")).is_some();
    assert!(is_warned("6/3k2/6/2N3/6/5K b"));
    assert!(!is_warned("6/6/6/2N3/6/1k3K b"));
    assert!(is_warned("k5/6/6/2n3/6/1K4 w"));
}

#[test]
fn a_piece_of_which_nothing_is_said_goes_anywhere_under_a_free_hand() {
    let game = free("free hand");
    let far = ends(&game, "5s/6/6/6/6/S4S w", "f1");
    assert_eq!(far.split(' ').count(), 34, "every square but its own and that of the other: {far}");
    assert!(far.contains("f6"), "it takes an enemy: {far}");
    let mut random = Random::new(6);
    readings::compare(&game, &mut random, 60, "free hand");
    for (language, said) in [
        (Language::English, "to any square of the board, over anything"),
        (Language::French, "vers n'importe quelle case du plateau, par-dessus tout"),
    ] {
        assert!(game.rules_page(language).contains(said), "{}", game.rules_page(language));
    }
}

#[test]
fn a_free_hand_may_be_left_on_a_place_alone() {
    let game = free("free hand on field");
    let far = ends(&game, "5s/6/6/6/6/S4S w", "f1");
    assert_eq!(far, "a2 a6 b1 b2 b6 c1 c2 c6 d1 d2 d6 e1 e2 e6 f2 f6");
    readings::compare(&game, &mut Random::new(7), 60, "free hand on field");
}

#[test]
fn a_free_hand_that_is_left_to_nobody_is_told() {
    let chess = Shipped.find("chess").expect("it is shipped").text;
    let report = check(Source::new("chess.game", format!("{chess}\nfree hand\n")), &Shipped);
    assert!(report.diagnostics.iter().any(|fault| fault.code == Code::Idle), "{:?}", report.diagnostics);
    assert!(report.is_playable());
}

#[test]
fn what_a_piece_is_said_to_be_worth_is_what_the_computer_takes_it_for() {
    let worth = |said: &str| {
        let piece = format!("piece N \"Nag\"{said}\n  moves and captures: step any");
        let game = game(&piece, "", "k4n/6/6/6/6/K4N w");
        entourage_kernel::Evaluate::worth(&game, entourage_kernel::Kind(0))
    };
    assert_eq!(worth(" worth 9"), 900);
    assert_ne!(worth(""), 900);
    for worth in ["0", "101", "5000"] {
        let text = Shipped
            .find("chess")
            .expect("it is shipped")
            .text
            .replace("\"Rook\"", &format!("\"Rook\" worth {worth}"));
        let text = text.replace(&format!("worth {worth} fr \"Tour\""), &format!("fr \"Tour\" worth {worth}"));
        let report = check(Source::new("chess.game", text), &Shipped);
        assert!(
            report.diagnostics.iter().any(|fault| fault.code == Code::Size),
            "{worth}: {:?}",
            report.diagnostics
        );
    }
}
