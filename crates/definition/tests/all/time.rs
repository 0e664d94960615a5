//! Tests effects that last until the next turn, and events every few moves.

use entourage_definition::{Code, Shipped, Source, TextGame, check};
use entourage_kernel::{Board, Random, Rules};

use super::readings::compare;

fn game(sentences: &str, fields: &str, start: &str) -> Result<TextGame, Vec<Code>> {
    let text = format!(
        "language 1\ngame tides \"Tides\"\nboard 6 x 6\nsides White w, Black b\npiece K \"King\"\n  moves and captures: step any\n\
         piece R \"Rook\"\n  moves and captures: slide straight\npiece M \"Medusa\"\n  moves: step any\n  never captures\n\
         {sentences}\nroyal King, warned as \"check\"\nends\n  loss \"checkmate\": own King is threatened, and no move\n  draw \"stalemate\": no move\n\
         position \"{{rows}} {{side}}{fields}\"\nstart \"r1kmr1/6/6/6/6/1RMK1R w{start}\"\nneeds\n  exactly 1 King a side\n  the enemy King is not threatened\n"
    );
    let report = check(Source::new("tides.game", text), &Shipped);
    let codes = report.diagnostics.iter().map(|fault| fault.code).collect();
    report.game().ok_or(codes)
}

fn play(game: &TextGame, moves: &str) -> entourage_definition::Position {
    moves.split_whitespace().fold(game.start(), |position, text| {
        let intent = game.read_move(text).unwrap();
        game.play_unchecked(&position, intent)
    })
}

fn may(game: &TextGame, position: &entourage_definition::Position, text: &str) -> bool {
    game.list_moves(position).into_iter().any(|intent| game.write_move(intent) == text)
}

const GAZE: &str = "remember last: a square, for the next turn\nafter a piece moves: last is where it stands\n\
                    power gaze of Medusa: while it is on last, enemies next to it cannot move\n";

#[test]
fn the_last_moved_piece_is_remembered_for_one_turn() {
    let game = game(GAZE, " {last}", " -").unwrap();
    // A Medusa that has just moved next to a Rook immobilises the Rook for one turn.
    let held = game.read_position("2k3/3r2/6/6/3M2/3K2 w -").unwrap();
    let intent = game.read_move("d2d3").unwrap();
    let after = game.play_unchecked(&held, intent);
    assert_eq!(game.write_position(&after), "2k3/3r2/6/3M2/6/3K2 b d3");
    assert!(may(&game, &after, "d5d4"));
    let near = game.read_position("2k3/3r2/6/3M2/6/3K2 w -").unwrap();
    let after = game.play_unchecked(&near, game.read_move("d3d4").unwrap());
    assert!(!may(&game, &after, "d5e5") && may(&game, &after, "c6c5"));
    let later = game.play_unchecked(&after, game.read_move("c6c5").unwrap());
    let later = game.play_unchecked(&later, game.read_move("d1c1").unwrap());
    assert!(may(&game, &later, "d5e5"), "{}", game.write_position(&later));
    // Positions with different memory are different, and their notation can be parsed.
    assert_ne!(after.hash(), game.read_position("2k3/3r2/3M2/6/6/3K2 b -").unwrap().hash());
    assert!(game.read_position("2k3/3r2/3M2/6/6/3K2 b e4").is_err());
}

#[test]
fn periodic_events_depend_on_a_count() {
    let tide = "remember tide: a count, 1 more after every move, back to 0 at 4\n\
                power ebb of any piece: while tide is 3 or more, it cannot capture\n\
                after a Rook moves: it becomes Medusa, if tide is 3 or more\n";
    let game = game(tide, " {tide}", " 0").unwrap();
    let third = play(&game, "b1b2 a6a5 b2b3");
    assert_eq!(game.write_position(&third).split(' ').next_back(), Some("3"));
    let fourth = game.play_unchecked(&third, game.read_move("a5a4").unwrap());
    assert_eq!(game.write_position(&fourth), "2kmr1/6/m5/1R4/6/2MK1R w 0");
    // A count that affects moves distinguishes positions and their hashes.
    let one = game.read_position("2kmr1/6/m5/1R4/6/2MK1R w 0").unwrap();
    let other = game.read_position("2kmr1/6/m5/1R4/6/2MK1R w 3").unwrap();
    assert_eq!(one, fourth);
    assert_ne!(one.hash(), other.hash());
    assert!(may(&game, &one, "b3b4") && !may(&game, &other, "b3b9"));
}

#[test]
fn both_readings_agree_on_time() {
    for (sentences, fields, start) in [
        (GAZE, " {last}", " -"),
        (
            "remember last: a square, for the next turn\nafter a piece moves: last is where it stood\n\
          power haunted of any piece: it cannot be captured, while next to a piece on last\n",
            " {last}",
            " -",
        ),
        (
            "remember last: a square, for the next turn\nafter a piece captures: last is where it stands\n\
          power tired of any piece: it cannot move, while it is on last\npower sated of King: own pieces on last cannot be captured\n",
            " {last}",
            " -",
        ),
        (
            "remember tide: a count, 1 more after every move, back to 0 at 3\n\
          power ebb of Medusa: while tide is 2 or more, enemies next to it cannot move\n",
            " {tide}",
            " 0",
        ),
        (
            "remember tide: a count, 1 more after every move of White, 0 after a capture, back to 1 at 5\n\
          after a Rook moves: it becomes Medusa, if tide is 4 or more\n",
            " {tide}",
            " 0",
        ),
    ] {
        let game = game(sentences, fields, start).unwrap();
        assert!(game.is_compiled(), "{sentences}");
        compare(&game, &mut Random::new(3), 160, sentences);
    }
}

#[test]
fn a_count_that_affects_moves_is_part_of_positions() {
    let tide = "remember tide: a count, 1 more after every move, back to 0 at 4\npower ebb of King: it cannot capture, while tide is 3 or more\n";
    assert_eq!(game(tide, "", "").err(), Some(vec![Code::Memory]));
    let wrong = "remember tide: a count, 1 more after every move, back to 4 at 4\npower ebb of King: it cannot capture, while tide is 3 or more\n";
    assert_eq!(game(wrong, " {tide}", " 0").err(), Some(vec![Code::Meaning]));
}
