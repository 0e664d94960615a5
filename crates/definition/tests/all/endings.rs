//! Tests end conditions that depend on the history of a game, such as repetition and perpetual check, and those for a single side.

use entourage_definition::{Shipped, Source, TextGame, check};
use entourage_kernel::{Adjudication, History, Rules};

use super::readings::agree;
use super::{made, open};

fn game(ends: &[&str]) -> TextGame {
    let ends = ends.join("\n  ");
    let text = format!(
        "language 1\ngame past \"Past\"\nboard 4 x 4\nsides White w, Black b\npiece K \"King\"\n  moves and captures: step any\n\
         piece R \"Rook\"\n  moves and captures: slide straight\nroyal King, warned as \"check\"\npass: when no other move\n\
         ends\n  loss \"checkmate\": own King is threatened, and no move\n  draw \"stalemate\": no move\n  {ends}\n\
         position \"{{rows}} {{side}} {{passes}}\"\nstart \"k3/4/2R1/3K w -\"\n"
    );
    made(text)
}

/// Plays the moves in `round` `count` times, and returns the game status after each repetition.
fn rounds(game: &TextGame, adjudication: Adjudication, start: &str, round: &str, count: usize) -> Vec<String> {
    let mut history = History::new(game.clone(), adjudication, game.read_position(start).unwrap());
    let mut found = Vec::new();
    for _ in 0..count {
        for text in round.split(' ') {
            history.play(game.read_move(text).unwrap()).unwrap();
        }
        found.push(history.status().to_string());
        assert_eq!(history.legal_moves().is_empty(), history.status().outcome().is_some());
    }
    // Undoing and replaying a move must result in the same status.
    while let Some(intent) = history.undo() {
        assert!(history.status().outcome().is_none());
        history.play(intent).unwrap();
        assert_eq!(history.status().to_string(), found[(history.moves().len() - 1) / round.split(' ').count()]);
        history.undo();
        if history.moves().len().is_multiple_of(round.split(' ').count()) {
            found.truncate(history.moves().len() / round.split(' ').count());
            if found.is_empty() {
                break;
            }
        } else {
            break;
        }
    }
    found
}

/// A start position and four moves that do not give check; in `CHECKS`, every move by White gives check.
const QUIET: (&str, &str) = ("k3/4/2R1/3K w -", "c2c1 a4a3 c1c2 a3a4");
const CHECKS: (&str, &str) = ("1k2/4/4/R2K w -", "a1b1 b4a4 b1a1 a4b4");

#[test]
fn repetition_can_win_or_lose_for_either_side() {
    let none = Adjudication::NONE;
    let (start, round) = QUIET;
    for (end, third, fourth) in [
        ("draw \"repetition\": the same position a third time", "draw repetition", ""),
        ("draw \"repetition\": the same position a fourth time", "ongoing", "draw repetition"),
        ("loss \"again\": the same position a third time", "win-2 again", ""),
        ("win \"again\": the same position a fourth time", "ongoing", "win-1 again"),
        ("White loses \"again\": the same position a fourth time", "ongoing", "win-2 again"),
        ("Black wins \"again\": the same position a third time", "win-2 again", ""),
    ] {
        let game = game(&[end]);
        let count = if fourth.is_empty() { 2 } else { 3 };
        let found = rounds(&game, none, start, round, count);
        assert_eq!(found.last().unwrap(), if fourth.is_empty() { third } else { fourth }, "{end}");
        assert_eq!(found[0], "ongoing", "{end}");
    }
}

#[test]
fn perpetual_check_loses() {
    let perpetual = game(&[
        "loss \"perpetual-check\": the same position a third time, and every own move gave check",
        "win \"perpetual-check\": the same position a third time, and every enemy move gave check",
        "draw \"repetition\": the same position a fourth time",
    ]);
    let none = Adjudication::NONE;
    let found = rounds(&perpetual, none, CHECKS.0, CHECKS.1, 2);
    assert_eq!(found, ["ongoing", "win-2 perpetual-check"]);
    let found = rounds(&perpetual, none, QUIET.0, QUIET.1, 3);
    assert_eq!(found, ["ongoing", "ongoing", "draw repetition"]);
    // The game's own rules take precedence over the organisers' adjudication.
    let organisers = Adjudication { repetition: Some(2), quiet_limit: None };
    assert_eq!(rounds(&perpetual, organisers, QUIET.0, QUIET.1, 2), ["ongoing", "ongoing"]);
    let all = game(&["draw \"checks\": the same position a second time, and every move gave check"]);
    assert_eq!(rounds(&all, none, CHECKS.0, CHECKS.1, 1), ["ongoing"]);
}

#[test]
fn ends_can_concern_one_side() {
    let game = game(&[
        "White wins \"home\": an own King is on own rank 4",
        "Black loses \"left\": own Rooks are 1 or fewer, and 2 passes in succession",
    ]);
    for (position, status) in [
        ("3K/4/k1R1/4 w -", "win-1 home"),
        ("3K/4/k1R1/4 b -", "win-1 home"),
        ("4/K3/4/k2r b -", "ongoing"),
        ("k3/4/2R1/3K w pp", "win-1 left"),
    ] {
        let position = game.read_position(position).unwrap();
        agree(&game, &game.plainly(), &position, "ends of one side");
        assert_eq!(game.status(&position).to_string(), status);
    }
}

#[test]
fn repetition_or_perpetual_check_loses_in_minishogi() {
    let game = super::open("minishogi", &[]);
    let none = Adjudication::NONE;
    let hands = "[-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-]";
    for (rows, side, round, expected) in [
        ("1k3/5/5/5/R3K", "w", "e1e2 b5b4 e2e1 b4b5", "win-2 repetition"),
        ("1k3/5/5/5/R3K", "b", "b5b4 e1e2 b4b5 e2e1", "win-2 repetition"),
        ("1k3/5/5/5/R3K", "w", "a1b1 b5a5 b1a1 a5b5", "win-2 perpetual-check"),
        ("r3k/5/5/5/1K3", "b", "a5b5 b1a1 b5a5 a1b1", "win-1 perpetual-check"),
    ] {
        let start = format!("{rows} {hands} {side}");
        assert_eq!(rounds(&game, none, &start, round, 3).last().unwrap(), expected, "{rows} {side}");
    }
}

#[test]
fn checks_and_captures_are_counted_for_each_side() {
    let text = "language 1\ngame counted \"Counted\" like chess\nwithout edition fen\n\
        remember checks-w: a count, 1 more after every check by White\nremember checks-b: a count, 1 more after every check by Black\n\
        remember points: a count, 1 more after every capture of a Pawn, 9 more after every capture of a Queen or Rook by Black\n\
        ends\n  White wins \"checks\": checks-w is 3 or more\n  Black wins \"checks\": checks-b is 3 or more\n  \
        draw \"points\": points is 11 or more\n  loss \"checkmate\": own King is threatened, and no move\n  draw \"stalemate\": no move\n\
        position \"{rows} {side} {castling} {passed} {checks-w} {checks-b} {points}\"\n\
        start \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0 0\"\n";
    let game = made(text);
    assert!(game.is_compiled());
    let plain = game.plainly();
    let mut position = game.start();
    for (text, counts) in [
        ("e2e4", "0 0 0"),
        ("f7f5", "0 0 0"),
        ("d1h5", "1 0 0"),
        ("g7g6", "1 0 0"),
        ("h5g6", "2 0 1"),
        ("h7g6", "2 0 10"),
        ("e4f5", "2 0 11"),
    ] {
        let moves = agree(&game, &plain, &position, "counted");
        let intent = game.read_move(text).unwrap();
        assert!(moves.contains(&intent), "{text}");
        position = game.play_unchecked(&position, intent);
        let written = game.write_position(&position);
        assert!(written.ends_with(counts), "{text}: {written}");
        assert_eq!(game.read_position(&written).as_ref(), Ok(&position));
    }
    assert_eq!(game.status(&position).to_string(), "draw points");
    let won = game.read_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 0 0").unwrap();
    assert_eq!(game.status(&won).to_string(), "win-1 checks");
    // Positions that differ only in their counts do not repeat each other.
    let key = |text: &str| game.repetition_key(&game.read_position(text).unwrap());
    let [one, other] = [0, 1].map(|checks| format!("4k3/8/8/8/8/8/8/4K3 w - - {checks} 0 0"));
    assert_ne!(key(&one), key(&other));
    let mut random = entourage_kernel::Random::new(4);
    super::readings::compare(&game, &mut random, 60, "counted");
}

#[test]
fn only_the_last_king_is_royal() {
    let text = "language 1\ngame kings \"Kings\" like chess\nroyal King, warned as \"check\"\n  in danger: when the last of its kind\n\
        needs\n  at most 8 Kings a side\n";
    let game = check(Source::new("kings.game", text), &Shipped).game().unwrap();
    let plain = game.plainly();
    for (position, status, text, is_legal) in [
        // While a side has two Kings, one of them can be left attacked; the last one cannot.
        ("4k3/8/8/8/r2K4/8/8/K7 w - -", "ongoing", "a1b1", true),
        ("4k3/8/8/8/r2K4/8/8/8 w - -", "check", "d4e4", false),
        ("4k3/8/8/8/r2K4/8/8/8 w - -", "check", "d4e5", true),
        ("4k3/8/8/8/r2K4/8/8/K7 b - -", "ongoing", "a4d4", true),
    ] {
        let position = game.read_position(position).unwrap();
        agree(&game, &plain, &position, "kings");
        assert_eq!(game.status(&position).to_string(), status);
        assert_eq!(game.judge(&position, game.read_move(text).unwrap()).is_ok(), is_legal, "{text}");
    }
    let mut random = entourage_kernel::Random::new(6);
    super::readings::compare(&game, &mut random, 40, "kings");
}

#[test]
fn hosts_can_reset_a_count_that_drew_the_game() {
    let game = open("chess", &["fen"]);
    let position = game.read_position("k7/8/8/8/8/8/8/6RK w - - 100 80").unwrap();
    assert!(game.terminal(&position).is_some());
    let back = game.uncounted(&position).expect("a count has ended it");
    assert_eq!(game.write_position(&back), "k7/8/8/8/8/8/8/6RK w - - 0 80");
    assert!(game.uncounted(&back).is_none() && game.uncounted(&game.start()).is_none());
    let over = game.read_position("k7/1Q6/1K6/8/8/8/8/8 b - - 100 80").unwrap();
    assert!(game.uncounted(&over).is_none_or(|back| game.terminal(&back).is_none()));
}
