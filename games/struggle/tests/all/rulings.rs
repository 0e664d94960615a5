//! Tests every ruling on the rules page with positions for which another reading of the rules would give a different result.

use entourage_kernel::testkit::sorted_texts;
use entourage_kernel::{Adjudication, History, Rules};
use entourage_struggle::{Position, Struggle};

fn rules() -> Struggle {
    Struggle::default()
}

fn read(text: &str) -> Position {
    rules().read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(position: &str) -> Vec<String> {
    sorted_texts(&rules(), rules().list_moves(&read(position)))
}

fn legal(position: &str, text: &str) -> bool {
    let judged = rules().judge(&read(position), rules().read_move(text).unwrap()).is_ok();
    assert_eq!(moves(position).contains(&text.to_owned()), judged, "{text} in {position}");
    judged
}

fn after(position: &str, plies: &[&str]) -> String {
    let mut at = read(position);
    for text in plies {
        let played = rules().play(&at, rules().read_move(text).unwrap());
        at = played.unwrap_or_else(|refusal| panic!("{text} in {}: {refusal:?}", rules().write_position(&at)));
    }
    rules().write_position(&at)
}

fn status(position: &str) -> String {
    rules().status(&read(position)).to_string()
}

fn refused(position: &str) -> bool {
    rules().read_position(position).is_err()
}

#[test]
fn g1_the_board_has_47_spaces_and_the_tenth_row_zaps() {
    let rules = rules();
    let topology = rules.topology();
    assert_eq!(topology.squares.len(), 47);
    let widths = (1..=13).map(|row| topology.squares.iter().filter(|s| s.name[1..] == row.to_string()).count());
    assert_eq!(widths.collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 5, 6, 5, 4, 3, 2, 1]);
    // Neither the ninth row nor the fourth row from the player's own side zaps.
    assert!(after("w/1r/3/4/5/2W3/5/6/5/4/3/2/1 1 - - - - -", &["c8c9"]).starts_with("w/1r/"));
    assert!(after("1/1r/3/4/2W2/6/5/2w3/5/4/3/2/1 1 - - - - -", &["c9c10"]).starts_with("1/2/3/2W1/"));
    assert!(after("1/2/3/4/2W2/6/5/6/2w2/4/3/K1/1 2 - - - - -", &["c5b4"]).contains("/1w2/3/2/1 1"));
}

#[test]
fn g2_a_chain_lands_nowhere_twice_since_its_last_capture() {
    // Jumping back over the friendly piece would return to the start: the chain ends.
    let there = after("w/2/3/4/5/6/5/1KB3/5/4/3/2/W 1 - - - - -", &["c6:b6:a6"]);
    assert_eq!(there, "w/2/3/4/5/6/5/BK4/5/4/3/2/W 2 - - - - -");
    // A capture on the way allows a return to the start.
    let round = "w/2/3/4/5/6/5/1KBG1r/5/4/3/2/W 1 - torus@B - - -";
    let captured = after(round, &["c6:b6:a6", "a6:f6:e6"]);
    assert_eq!(captured, "w/2/3/4/5/6/5/1K1GB1/5/4/3/2/W 1 main=e6,off=e6 torus@B - - f6");
    assert!(legal(&captured, "e6:d6:c6"));
    // Spending an Armor on the way does not allow a return.
    let armored = "w/2/3/4/5/6/5/1KBG1r/5/4/3/2/W 1 - torus@B armor@R - -";
    assert!(after(armored, &["c6:b6:a6", "a6:f6:e6"]).contains(" 2 - torus@B armor@R! "));
}

#[test]
fn g2_a_second_move_starts_afresh() {
    let once = after("w/2/3/4/5/6/5/1KB3/5/4/3/2/W 1 - sacrifice@B - - -", &["c6:b6:a6"]);
    assert!(once.contains(" 1 second=a6 ") && legal(&once, "a6:b6:c6"));
}

#[test]
fn g3_a_zap_captures_only_enemies_and_a_zapped_white_ends_the_game() {
    let zapped = after("1/Kr/1g1/4/2W2/6/5/2w3/5/4/3/2/1 1 - - - - -", &["c9c10"]);
    assert_eq!(zapped, "1/K1/3/2W1/5/6/5/2w3/5/4/3/2/1 2 - - - - -");
    let won = after("1/1w/3/4/2W2/6/5/6/5/4/3/2/1 1 - - - - -", &["c9c10"]);
    assert_eq!(status(&won), "win-1 white-captured");
}

const STUCK: &str = "w/BK/YRG/4/5/6/5/6/5/4/bgy/rk/W";

#[test]
fn g4_two_passes_draw_and_an_end_is_not_a_pass() {
    let start = format!("{STUCK} 1 - - - - -");
    assert_eq!(moves(&start), ["pass"]);
    let drawn = after(&start, &["pass", "pass"]);
    assert_eq!((drawn.as_str(), status(&drawn).as_str()), (&*format!("{STUCK} 1 pp - - - -"), "draw passes"));
    assert!(moves(&drawn).is_empty());
    let hatter = format!("{STUCK} 1 p hatter - - -");
    assert!(legal(&hatter, "pass"));
    let traded = after(&hatter, &["a12<>b12"]);
    assert_eq!(moves(&traded), ["end"]);
    assert_eq!(after(&traded, &["end"]), "w/KB/YRG/4/5/6/5/6/5/4/bgy/rk/W 2 - hatter! - - -");
}

#[test]
fn g4_the_third_occurrence_draws_by_the_rules() {
    let start = read("1/2/3/w3/5/6/5/6/5/3W/3/2/1 1 - - - - -");
    let mut game = History::new(rules(), Adjudication::NONE, start);
    let round = ["d4c4", "a10b10", "c4d4", "b10a10"];
    for (ply, text) in round.iter().cycle().take(8).enumerate() {
        assert_eq!(game.status().to_string(), "ongoing", "before ply {ply}");
        game.play(rules().read_move(text).unwrap()).unwrap();
    }
    assert_eq!(game.status().to_string(), "draw repetition");
    assert!(game.legal_moves().is_empty());
}

#[test]
fn g5_rules_do_not_apply_to_white() {
    let board = "w/2/3/4/5/6/2r2/2B3/5/4/3/K1/W";
    for bound in ["torus@W", "armor@X", "torus@B,armor@B", "torus@G"] {
        assert!(refused(&format!("{board} 1 - {bound} - - -")), "{bound}");
    }
    let free = format!("{board} 1 - pact,hatter - - -");
    assert!(
        legal(&free, "a2<>c6")
            && !legal(&free, "a1<>a2")
            && !legal(&free, "a1||c7")
            && !legal(&free, "a2||a13")
    );
}

#[test]
fn g6_wraps_follow_the_row() {
    let torus = |row: &str| format!("w/2/3/4/5/6/5/{row}/5/4/3/2/W 1 - torus@B - - -");
    assert!(legal(&torus("B5"), "a6f6") && legal(&torus("B5"), "a6e7") && legal(&torus("5B"), "f6a7"));
    // Moving forward and right from f6 wraps to a7, in the row above a6, and not to b7; e7 remains a neighbour of f6.
    assert!(!legal(&torus("5B"), "f6b7") && legal(&torus("5B"), "f6e7"));
    // A row with only one space does not wrap, and no wrap leads back to the piece's own space.
    assert_eq!(moves("B/2/3/4/5/6/5/2w3/5/4/3/2/W 1 - torus@B - - -"), ["a1a2", "a1b2"]);
    assert!(!moves("w/2/3/4/5/6/5/6/5/4/3/Br/W 1 - torus@B - - -").contains(&"a2:b2:a2".to_owned()));
}

#[test]
fn g7_an_extra_move_is_conventional() {
    // Torus does not wrap in an extra move.
    let torus = after("w/2/3/4/5/6/B4/K5/5/4/3/2/W 1 - torus@B,jolt@K - - -", &["a6:a7:b8"]);
    assert!(torus.contains(" 1 extra=a7 ") && !legal(&torus, "a7e7") && legal(&torus, "a7b7"));
    // In an extra move, Conversion captures and is not spent, and Armor protects.
    let board = "w/2/3/4/5/2r3/2B2/2K3/5/4/3/2/W 1 - conversion@B,jolt@K";
    let captured = after(&format!("{board} - - -"), &["c6:c7:d8", "end", "c7:c8:b9"]);
    assert_eq!(captured, "w/2/3/4/1B3/3K2/5/6/5/4/3/2/W 2 - conversion@B,jolt@K - - -");
    let armored = after(&format!("{board} armor@R - -"), &["c6:c7:d8", "end", "c7:c8:b9"]);
    assert_eq!(armored, "w/2/3/4/1B3/2rK2/5/6/5/4/3/2/W 2 - conversion@B,jolt@K armor@R! - -");
    // Sacrifice gives no second move after an extra move, and a Pact still applies.
    let sacrifice = after("w/2/3/4/5/6/2B2/2K3/5/4/3/2/W 1 - jolt@K,sacrifice@B - - -", &["c6:c7:d8", "c7c8"]);
    assert!(sacrifice.contains(" 2 - "), "{sacrifice}");
    let pact = after(&format!("{board} - B:r -"), &["c6:c7:d8", "end"]);
    assert!(!legal(&pact, "c7:c8:b9") && legal(&pact, "c7b7"));
}

#[test]
fn g8_end_is_legal_where_continuing_is_optional() {
    let start = "w/2/3/4/5/6/5/6/2B2/4/3/2/W 1 - sacrifice@B - - -";
    assert!(!legal(start, "end") && !legal(start, "pass"));
    // Sacrifice also gives its second move after a chain that the player ended.
    let chain = "w/2/3/4/5/1K4/5/1G4/1B3/4/3/2/W 1 - sacrifice@B - - -";
    let jumped = after(chain, &["b5:b6:a7"]);
    assert!(jumped.contains(" 1 main=a7,off=b5+a7 ") && legal(&jumped, "a7:b8:b9") && legal(&jumped, "end"));
    let second = after(&jumped, &["end"]);
    assert!(second.contains(" 1 second=a7 ") && legal(&second, "a7:b8:b9") && legal(&second, "a7b7"));
    assert!(after(&second, &["end"]).contains(" 2 - "));
    // A Caboose is not a conventional move, so Sacrifice gives no second move after it.
    let caboose = after("w/2/3/4/5/6/5/6/KBG2/4/3/2/W 1 - caboose,sacrifice@B - - -", &["a5>b5"]);
    assert!(caboose.contains(" 2 - "), "{caboose}");
}

#[test]
fn g8_jolted_pieces_move_in_the_order_jumped_and_stuck_ones_are_skipped() {
    let start = "w/2/3/4/5/1R4/5/1G4/1B3/4/3/2/W 1 - jolt@B - - -";
    let both = after(start, &["b5:b6:a7", "a7:b8:b9"]);
    assert!(both.contains(" 1 extra=b6,jolt=b8 "), "{both}");
    assert!(legal(&both, "b6c6") && !legal(&both, "b8c8"));
    let next = after(&both, &["end"]);
    assert!(next.contains(" 1 extra=b8 ") && legal(&next, "b8c8"));
    // A jolted piece without a move is skipped.
    let stuck = after("w/2/BGR/K3/5/6/5/6/5/4/3/2/W 1 - jolt@K - - -", &["a10:a11:a12"]);
    assert_eq!(stuck, "w/K1/BGR/4/5/6/5/6/5/4/3/2/W 2 - jolt@K - - -");
}

#[test]
fn g9_a_pact_binds_greys_and_dissolves_with_its_pieces() {
    let grey = "w/2/3/4/5/6/2r2/2X3/5/4/3/2/W 1 - pact - - -";
    let pacted = after(grey, &["c6||c7"]);
    assert!(pacted.ends_with(" pact! - X:r -") && !legal(&pacted, "c6:c7:d8"));
    // A Catapult over two spaces is illegal if a Pact partner is on either of them.
    let catapult = "w/2/3/4/5/6/3k1/3r2/2B2/4/3/2/W 1 - catapult@B - ";
    assert!(
        !legal(&format!("{catapult}B:r -"), "c5:d6:d7:e8")
            && !legal(&format!("{catapult}B:k -"), "c5:d6:d7:e8")
    );
    // A capture or conversion by another piece dissolves the Pact.
    let board = "w/2/3/4/5/6/2r2/2B3/5/4/3/K1/W 1 -";
    assert!(after(&format!("{board} - - K:r -"), &["c6:c7:d8"]).ends_with(" 2 - - - - -"));
    let converted = after(&format!("{board} conversion@B - K:r -"), &["c6:c7:d8"]);
    assert!(converted.ends_with(" 2 - conversion@B! - - -"), "{converted}");
    // A Pact does not protect from a zap, and two pieces have at most one Pact.
    assert!(after("1/1r/3/4/2W2/6/5/2w3/5/4/3/K1/1 1 - - - K:r -", &["c9c10"]).ends_with(" 2 - - - - -"));
    assert!(
        !legal(&format!("{board} pact - K:r -"), "a2||c7") && legal(&format!("{board} pact - K:r -"), "c6||c7")
    );
    // The Reaper moves after a capture by its partner in a Pact.
    let reaper = after("w/2/1y1/4/5/6/2r2/2B3/5/4/3/2/W 1 - - reaper@Y B:y -", &["c6:c7:d8"]);
    assert!(reaper.contains("/2y2/") && reaper.ends_with(" B:y -"), "{reaper}");
}

#[test]
fn g10_a_white_is_captured_by_a_converter() {
    let won = after("1/2/3/4/5/6/2w2/2B3/5/4/3/2/W 1 - conversion@B - - -", &["c6:c7:d8"]);
    assert_eq!((won.contains(" conversion@B "), status(&won).as_str()), (true, "win-1 white-captured"));
    let spared = after("1/2/3/4/5/6/2w2/2B3/5/4/3/2/W 1 - pacifist@B - - -", &["c6:c7:d8"]);
    assert_eq!(status(&spared), "ongoing");
}

#[test]
fn g11_a_jump_without_a_capture_can_be_continued() {
    for (mine, theirs) in [("-", "armor@R"), ("-", "pacifist@R"), ("pacifist@B", "-"), ("conversion@B", "-")] {
        let start = format!("w/2/3/4/3g1/6/2r2/2B3/5/4/3/2/W 1 - {mine} {theirs} - -");
        let jumped = after(&start, &["c6:c7:d8"]);
        assert!(jumped.contains(" 1 main=d8,off=c6+d8 ") && legal(&jumped, "d8:d9:d10"), "{jumped}");
    }
}

#[test]
fn g12_the_plain_game_has_only_steps_and_jumps() {
    let start = rules().write_position(&rules().start());
    let jumps = ["a2:a3:a4", "a2:b3:c4", "b2:b3:b4", "b2:c3:d4"];
    let steps = ["a3a4", "a3b4", "b3b4", "b3c4", "c3c4", "c3d4"];
    let mut all = [&jumps[..], &steps].concat();
    all.sort_unstable();
    assert_eq!(moves(&start), all);
}

#[test]
fn g13_white_zaps_at_every_landing_before_its_next_jump() {
    // A sideways step within the zap row also zaps.
    let sideways = after("1/1r/3/1W2/5/6/5/2w3/5/4/3/2/1 1 - - - - -", &["b10c10"]);
    assert!(sideways.starts_with("1/2/3/2W1/"));
    // Within a chain, a zap captures the piece that could have been jumped next.
    let board = "1/2/1r1/4/2k2/2W3/5/2w3/5/4/3/2/1 1 - -";
    let zapped = after(&format!("{board} - - -"), &["c8:c9:c10"]);
    assert_eq!(zapped, "1/2/3/2W1/5/6/5/2w3/5/4/3/2/1 2 - - - - -");
    // A Pacifist survives the zap and can be jumped.
    let pacifist = after(&format!("{board} pacifist@R - -"), &["c8:c9:c10"]);
    assert!(pacifist.contains(" 1 main=c10,off=c10 ") && legal(&pacifist, "c10:b11:a12"), "{pacifist}");
}

#[test]
fn g14_a_win_ends_the_game_at_once() {
    // Both pieces under a Catapult are captured, and no Reaper moves.
    let won = after("1/2/1y1/4/5/6/3k1/3w2/2B2/4/3/2/W 1 - catapult@B reaper@Y - -", &["c5:d6:d7:e8"]);
    assert_eq!(won, "1/2/1y1/4/5/4B1/5/6/5/4/3/2/W 2 - catapult@B reaper@Y - -");
    assert_eq!((status(&won).as_str(), moves(&won).len()), ("win-1 white-captured", 0));
    // No second move after reaching the goal.
    let home = after("1/W1/3/4/5/6/5/2w3/5/4/3/2/1 1 - - - - -", &["a12a13"]);
    assert_eq!(
        (home.as_str(), status(&home).as_str()),
        ("W/2/3/4/5/6/5/2w3/5/4/3/2/1 2 - - - - -", "win-1 goal")
    );
    // A position in which the game is won has only one canonical notation.
    for wrong in [
        "W/2/3/4/5/6/5/2w3/5/4/3/2/1 1 - - - - -",
        "W/2/3/4/5/6/5/2w3/5/4/3/2/1 2 p - - - -",
        "1/2/3/4/5/6/5/6/5/4/3/2/W 1 - - - - -",
        "1/2/3/4/5/6/5/6/5/4/3/2/1 1 - - - - -",
    ] {
        assert!(refused(wrong), "{wrong}");
    }
}

#[test]
fn g15_a_position_is_board_player_rules_and_pacts() {
    let key = |text: &str| rules().repetition_key(&read(text));
    let board = "w/2/3/4/5/6/2r2/2B3/5/4/3/2/W";
    let plain = key(&format!("{board} 1 - armor@B - - -"));
    assert!(plain.is_some() && plain == key(&format!("{board} 1 p armor@B - - -")));
    for other in ["1 - armor@B! - - -", "1 - armor@B - B:r -", "2 - armor@B - - -", "1 - - armor@R - -"] {
        assert_ne!(plain, key(&format!("{board} {other}")), "{other}");
    }
    assert_eq!(key("w/2/3/4/5/6/5/2B3/5/4/3/2/W 1 second=c6 sacrifice@B - - -"), None);
    assert_eq!(key("w/2/3/4/5/6/5/2B3/5/4/3/2/W 1 free hatter! - - -"), None);
}

#[test]
fn g16_player_1_begins_and_both_can_pick_the_same_rules() {
    let same = Struggle::default().with_options(&["1=torus@B+pact/KBGRY", "2=torus@B+pact/KBGRY"]).unwrap();
    let start = same.write_position(&same.start());
    assert_eq!(start, "w/bk/yrg/4/5/6/5/6/5/4/GRY/KB/W 1 - torus@B,pact torus@B,pact - -");
}
