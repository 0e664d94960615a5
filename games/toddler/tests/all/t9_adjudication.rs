//! Tests ruling T9: repetition and the quiet limit are options, which are off by default.

use entourage_kernel::{Adjudication, History, HistoryError, Outcome, Rules, Status};
use entourage_toddler::Toddler;

fn history(adjudication: Adjudication) -> History<Toddler> {
    let rules = Toddler::default();
    History::new(rules, adjudication, rules.start())
}

fn play(history: &mut History<Toddler>, moves: &str) -> Result<(), HistoryError> {
    for text in moves.split_whitespace() {
        let intent = history.rules().read_move(text).unwrap();
        history.play(intent)?;
    }
    Ok(())
}

const SHUFFLE: &str = "f11f10 f1f2 f10f11 f2f1";

#[test]
fn t9_repetition_is_off_by_default() {
    let mut game = history(Adjudication::NONE);
    for _ in 0..4 {
        play(&mut game, SHUFFLE).unwrap();
    }
    assert_eq!(game.status(), Status::Ongoing);
}

#[test]
fn t9_the_third_occurrence_draws() {
    let mut game = history(Adjudication { repetition: Some(3), quiet_limit: None });
    play(&mut game, SHUFFLE).unwrap();
    assert_eq!(game.status(), Status::Ongoing);
    play(&mut game, "f11f10 f1f2 f10f11").unwrap();
    assert_eq!(game.status(), Status::Ongoing);
    play(&mut game, "f2f1").unwrap();
    assert_eq!(game.status().to_string(), "draw repetition");
    assert!(game.legal_moves().is_empty());
    assert_eq!(play(&mut game, "pass"), Err(HistoryError::Ended(Outcome::draw("repetition"))));
    game.undo();
    assert_eq!(game.status(), Status::Ongoing);
}

#[test]
fn t9_the_pass_field_is_ignored() {
    let mut game = history(Adjudication { repetition: Some(3), quiet_limit: None });
    // The start position with White to move occurs at the start and after each of the two `play` calls.
    play(&mut game, "f11f10 pass f10f11 pass").unwrap();
    assert_eq!(game.status(), Status::Ongoing);
    play(&mut game, "f11f10 pass f10f11 pass").unwrap();
    assert_eq!(game.status().to_string(), "draw repetition");
}

#[test]
fn t9_the_side_to_move_distinguishes_positions() {
    let mut game = history(Adjudication { repetition: Some(2), quiet_limit: None });
    play(&mut game, "pass").unwrap();
    assert_eq!(game.status(), Status::Ongoing);
}

#[test]
fn t9_quiet_moves_of_each_side_count_and_a_capture_resets() {
    let mut game = history(Adjudication { repetition: None, quiet_limit: Some(3) });
    play(&mut game, "f11f10 f1f2 f10f11 f2f1 f11f10").unwrap();
    assert_eq!((game.status(), game.quiet_plies()), (Status::Ongoing, 5));
    play(&mut game, "f1f2").unwrap();
    assert_eq!(game.status().to_string(), "draw quiet-limit");

    let mut game = history(Adjudication { repetition: None, quiet_limit: Some(3) });
    // The Phoenix flies to b5 and captures the Soldier on a3.
    play(&mut game, "c11b5 f1f2 b5a3").unwrap();
    assert_eq!(game.quiet_plies(), 0);
}

#[test]
fn t9_the_rules_own_endings_take_precedence() {
    let mut game = history(Adjudication { repetition: None, quiet_limit: Some(1) });
    play(&mut game, "pass pass").unwrap();
    assert_eq!(game.status().to_string(), "draw passes");
}
