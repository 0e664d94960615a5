//! Tests the moves of pieces with expected squares that were determined by hand.

use entourage_definition::{Code, Library, Shipped, Source, TextGame, check};
use entourage_kernel::{Evaluate, Kind, Language, Presentation, Random, Rules};

use super::readings::{agree, compare};
use super::{after, made, moves_of, rows};

fn game(lines: &str) -> TextGame {
    let never = if lines.contains("captures") { "" } else { "\n  never captures" };
    let text = format!(
        "language 1\ngame ways \"Ways\"\nboard 7 x 7\nsides White w, Black b\npiece X \"Walker\"\n  {lines}{never}\n\
         piece S \"Stone\"\n  never captures\nends\n  draw \"none\": no move\nposition \"{{rows}} {{side}}\"\n\
         start \"7/7/7/3X3/7/7/7 w\"\n"
    );
    made(text)
}

fn ends(lines: &str, position: &str) -> String {
    let game = game(lines);
    let texts = moves_of(&game, position, "");
    let mut ends: Vec<&str> = texts.split(' ').map(|text| text.get(2..).unwrap_or_default()).collect();
    ends.sort_unstable();
    ends.join(" ")
}

#[test]
fn lines_lead_to_the_expected_squares() {
    let mut known = "";
    for [line, position, expected] in rows(include_str!("../data/movement.tsv")) {
        assert_eq!(ends(line, position), expected, "{line} in {position}");
        let nag = format!(
            "piece N \"Nag\"
  {}",
            line.replace("moves:", "moves and captures:")
        );
        if line != known
            && ["moves: leap", "moves: step", "moves: slide"].iter().any(|begin| line.starts_with(begin))
            && !line.contains("over one")
        {
            compare(&with_kings(&nag), &mut Random::new(5), 120, line);
        }
        known = line;
    }
}

fn draughts(duty: &str) -> TextGame {
    let text = format!(
        "language 1\ngame men \"Men\"\nboard 5 x 5\nsides White w, Black b\npiece M \"Man\"\n  \
         moves and captures: step forward or diagonally forward\npiece W \"Wazir\"\n  moves and captures: step straight\n\
         after a Man arrives on its last row: it may become Wazir\n{duty}ends\n  draw \"none\": no move\n\
         position \"{{rows}} {{side}}\"\nstart \"5/m4/5/5/4M w\"\n"
    );
    made(text)
}

#[test]
fn must_capture_makes_captures_compulsory() {
    let moves = |duty: &str, position: &str| {
        let game = draughts(duty);
        assert!(game.is_compiled(), "{duty}");
        moves_of(&game, position, "")
    };
    let free = "5/1m3/M4/5/4M w";
    assert_eq!(moves("", free), "a3a4 a3b4 e1d2 e1e2");
    assert_eq!(moves("must capture\n", free), "a3b4");
    // A player who cannot capture can make any move.
    assert_eq!(moves("must capture\n", "5/5/M4/5/4M w"), "a3a4 a3b4 e1d2 e1e2");
    // If two lines lead to the same notation, the first line applies, which here captures nothing.
    let two = "moves: slide straight\n  moves: slide straight, capturing enemies next to it\n  never captures\nmust capture";
    assert_eq!(ends(two, "7/7/7/3X3/7/3s3/7 w"), "a4 b4 c4 d3 d5 d6 d7 e4 f4 g4");
    // A piece that may promote can also remain unchanged.
    assert_eq!(moves("", "5/M4/5/5/5 w"), "a4a5 a4a5=W a4b5 a4b5=W");
}

#[test]
fn any_side_can_change_sides() {
    let text = |who: &str| {
        format!(
            "language 1\ngame sides \"Sides\"\nboard 5 x 5\nsides White w, Black b\npiece H \"Herald\"\n  moves: step any\n  never captures\n\
             piece S \"Stone\"\n  moves: step any\n  never captures\npiece W \"Wall\" of nobody\n\
             after a Herald moves: {who} change sides\nends\n  draw \"stuck\": no move\n\
             position \"{{rows}} {{side}}\"\nstart \"5/2sSW/5/2H2/5 w\"\n"
        )
    };
    for (who, after) in [
        ("own pieces next to it", "5/2ssW/2H2/5/5 b"),
        ("enemies next to it", "5/2SSW/2H2/5/5 b"),
        ("pieces next to it", "5/2SsW/2H2/5/5 b"),
        ("own pieces it guards", "5/2sSW/2H2/5/5 b"),
    ] {
        let report = check(Source::new("sides.game", text(who)), &Shipped);
        let told = format!("{who}: {:?}", report.diagnostics);
        let game = report.game().expect(&told);
        let plain = game.plainly();
        let start = game.start();
        agree(&game, &plain, &start, who);
        let intent = game.read_move("c2c3").unwrap();
        assert_eq!(game.write_position(&game.play_unchecked(&start, intent)), after, "{who}");
    }
}

/// Compares games of Reversi on a 6 x 6 board with an independent implementation.
#[test]
fn reversi_agrees_with_an_independent_implementation() {
    const TEXT: &str = "language 1\ngame turned \"Turned\"\nboard 6 x 6\nhands of 1\nsides Black w, White b\npiece D \"Disc\"\n  \
        moves (drop): to any square where it encloses an enemy, from own hand\n  never captures\n\
        after a Disc makes a drop: enemies it encloses change sides\nafter a Disc makes a drop: an own Disc is put in own hand\n\
        pass: when no other move\nends\n  \
        win \"more\": 2 passes in succession, and own Discs are more than enemy Discs\n  \
        loss \"more\": 2 passes in succession, and enemy Discs are more than own Discs\n  \
        draw \"even\": 2 passes in succession\n\
        position \"{rows} {hands} {side} {passes}\"\nstart \"6/6/2dD2/2Dd2/6/6 [D|d] w -\"\n";
    let game = check(Source::new("turned.game", TEXT), &Shipped).game().unwrap();
    let plain = game.plainly();
    let mut random = Random::new(11);
    for _ in 0..20 {
        let mut position = game.start();
        // Discs by row and file: 1 for Black, 2 for White.
        let mut discs = [[0_u8; 6]; 6];
        (discs[2][2], discs[2][3], discs[3][2], discs[3][3]) = (1, 2, 2, 1);
        let (mut mover, mut passes) = (1, 0);
        loop {
            let drops: Vec<(usize, usize)> = (0..36)
                .map(|index| (index / 6, index % 6))
                .filter(|(row, file)| {
                    discs[*row][*file] == 0 && !enclosed(&discs, *row, *file, mover).is_empty()
                })
                .collect();
            let hand = if mover == 1 { "x1" } else { "y1" };
            let name = |(row, file): (usize, usize)| format!("{}{}", char::from(b'a' + file as u8), row + 1);
            let mut expected: Vec<String> = drops.iter().map(|drop| format!("{hand}{}", name(*drop))).collect();
            if expected.is_empty() && passes < 2 {
                expected.push("pass".to_owned());
            }
            expected.sort_unstable();
            let mut moves = agree(&game, &plain, &position, "turned discs");
            let mut found: Vec<String> = moves.iter().map(|intent| game.write_move(*intent)).collect();
            found.sort_unstable();
            if passes == 2 {
                let count = |side: u8| discs.iter().flatten().filter(|disc| **disc == side).count();
                let winner = match count(1).cmp(&count(2)) {
                    std::cmp::Ordering::Greater => "win-1 more",
                    std::cmp::Ordering::Less => "win-2 more",
                    std::cmp::Ordering::Equal => "draw even",
                };
                assert_eq!(game.status(&position).to_string(), winner, "{}", game.write_position(&position));
                break;
            }
            assert_eq!(found, expected, "{}", game.write_position(&position));
            moves.sort_unstable();
            let intent = *random.pick(&moves).unwrap();
            let text = game.write_move(intent);
            position = game.play_unchecked(&position, intent);
            assert_eq!(game.read_position(&game.write_position(&position)).as_ref(), Ok(&position));
            passes = if text == "pass" { passes + 1 } else { 0 };
            if let Some(&(row, file)) = drops.iter().find(|drop| text == format!("{hand}{}", name(**drop))) {
                let turned = enclosed(&discs, row, file, mover);
                discs[row][file] = mover;
                turned.into_iter().for_each(|(row, file)| discs[row][file] = mover);
            }
            mover = 3 - mover;
        }
    }
}

fn enclosed(discs: &[[u8; 6]; 6], row: usize, file: usize, mover: u8) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for (up, right) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
        let mut line = Vec::new();
        let (mut at, mut across) = (row as i32 + up, file as i32 + right);
        while (0..6).contains(&at) && (0..6).contains(&across) {
            match discs[at as usize][across as usize] {
                0 => break,
                disc if disc == mover => {
                    all.append(&mut line);
                    break;
                }
                _ => line.push((at as usize, across as usize)),
            }
            (at, across) = (at + up, across + right);
        }
    }
    all
}

#[test]
fn enclosed_enemies_are_captured() {
    let line = "moves: slide straight, capturing enemies it encloses straight";
    let game = game(line);
    assert_eq!(after(&game, "7/7/7/Ss5/7/6X/7 w", "g2g4"), "7/7/7/Ss4X/7/7/7 b");
    assert_eq!(after(&game, "7/7/7/Ssss3/7/4X2/7 w", "e2e4"), "7/7/7/S3X2/7/7/7 b");
}

fn walled(extra: &str) -> TextGame {
    let text = format!(
        "language 1\ngame walled \"Walled\"\nboard 5 x 5\nsides White w, Black b\npiece Q \"Queen\"\n  moves and captures: slide any\n\
         piece N \"Knight\"\n  moves and captures: leap 1-2\npiece W \"Wall\" of nobody\n\
         after a piece moves: a Wall is put where it stood\n{extra}\nends\n  loss \"shut-in\": no move\n\
         position \"{{rows}} {{side}}\"\nstart \"n3q/5/2W2/5/Q3N w\"\n"
    );
    made(text)
}

#[test]
fn neutral_pieces_block_both_sides() {
    let game = walled("");
    assert!(game.is_compiled());
    // The Wall blocks the diagonal and cannot be captured.
    assert_eq!(moves_of(&game, "5/5/2W2/5/Q4 w", "a1"), "a2 a3 a4 a5 b1 b2 c1 d1 e1");
    assert_eq!(after(&game, "5/5/2W2/5/Q4 w", "a1b2"), "5/5/2W2/1Q3/W4 b");
    let next = game.read_position("5/5/2W2/1Q3/W4 b").unwrap();
    // A player with Walls only has no move.
    assert_eq!(game.status(&next).to_string(), "win-1 shut-in");
    let knight = game.read_position("5/5/5/2W2/N4 b").unwrap();
    assert_eq!(game.status(&knight).to_string(), "win-1 shut-in");
    assert!(game.read_position("5/5/2w2/5/Q4 w").is_err());
    let mut random = Random::new(8);
    for extra in [
        "",
        "power stuck of Queen: pieces next to it cannot move",
        "power near of Knight: it cannot capture, when it is next to a Wall",
        "also piece Knight\n  moves: jump straight over any piece, capturing the enemy it jumps",
        "also piece Queen\n  captures: slide straight over one piece",
        "after a piece captures: it and all pieces but Knights next to it are removed",
        "after a piece captures: Walls next to it are removed",
        "royal Knight, warned as \"check\"",
        "power tight of Knight: after its move it must be next to a piece",
    ] {
        compare(&walled(extra), &mut random, 60, extra);
    }
}

#[test]
fn pieces_are_pushed_pulled_and_converted() {
    for [line, position, text, after] in rows(include_str!("../data/pushes.tsv")) {
        let line = &line.replace("\\n", "\n");
        let game = game(line);
        assert!(moves_of(&game, position, "").split(' ').any(|legal| legal == text), "{line}");
        assert_eq!(self::after(&game, position, text), after, "{line}");
        compare(&game, &mut Random::new(4), 60, line);
    }
    let kick = "moves: step any\n  never captures\n  acts (kick): a Stone next to it is pushed one square away\n\
        moves written\n  kick \"{from}*{target}\"";
    assert_eq!(ends(kick, "7/7/7/3XSs1/7/7/7 w"), "c3 c4 c5 d3 d5 e3 e5");
}

fn shooting(spot: &str) -> TextGame {
    let text = format!(
        "language 1\ngame shots \"Shots\"\nboard 5 x 5\nsides White w, Black b\npiece Q \"Queen\"\n  moves and captures: slide any\n\
         piece N \"Knight\"\n  moves and captures: leap 1-2\npiece W \"Wall\" of nobody\nafter a Knight moves: {spot}\nends\n  \
         draw \"none\": no move\nposition \"{{rows}} {{side}}\"\nstart \"n3q/5/2W2/5/Q3N w\"\n"
    );
    made(text)
}

#[test]
fn a_player_chooses_where_to_put_a_piece() {
    for (spot, position, from, expected) in [
        ("a Wall is put on any empty square a step straight away", "5/5/2W2/5/4N w", "e1c2", "b2 c1 d2"),
        ("a Wall is put on any empty square a slide sideways up to 2 away", "5/5/2W2/5/4N w", "e1d3", "e3"),
        ("a Wall is put on any empty square next to it of own row 1", "5/5/2W2/5/4N w", "e1c2", "b1 c1 d1"),
        ("the Wall goes to any empty square of own row 3", "5/5/2W2/5/4N w", "e1c2", "a3 b3 d3 e3"),
        ("an own Knight is put on any empty square a leap 1-2 forward away", "5/5/2W2/5/4N w", "e1c2", "b4 d4"),
        // If no square is available, no piece is put and the move has its ordinary notation.
        ("a Wall is put on any empty square of own row 3", "5/5/WWWWW/5/4N w", "e1c2", ""),
    ] {
        let game = shooting(spot);
        assert_eq!(moves_of(&game, position, from).replace('/', ""), expected, "{spot}");
        compare(&game, &mut Random::new(3), 80, spot);
    }
    let game = shooting("the Wall goes to any empty square of own row 3");
    assert_eq!(after(&game, "5/5/2W2/5/4N w", "e1c2/a3"), "5/5/W4/2N2/5 b");
}

#[test]
fn pieces_in_hand_can_be_placed_before_play() {
    let text = "language 1\ngame set-up \"Set-up\"\nboard 4 x 4\nhands of 2\nsides White w, Black b\nzone field: a1 to d4\n\
        piece K \"King\"\n  moves and captures: step any\n  moves (drop): to any square of own rows 1 to 2, from own hand\n\
        piece R \"Rook\"\n  moves and captures: slide straight\n  moves (drop): to any square of own row 1, from own hand\n\
        power placing of any piece: own pieces on field cannot move, when an own piece is in own hand\n\
        power calm of any piece: after its drop the enemy King must not be threatened\nroyal King, warned as \"check\"\n\
        ends\n  loss \"checkmate\": own King is threatened, and no move\n  draw \"stalemate\": no move\n\
        position \"{rows} {hands} {side}\"\nstart \"4/4/4/4 [K|R|k|r] w\"\n";
    let game = made(text);
    let list = |position: &str| moves_of(&game, position, "");
    assert_eq!(list("4/4/4/4 [K|R|k|r] w"), "x1a1 x1a2 x1b1 x1b2 x1c1 x1c2 x1d1 x1d2 x2a1 x2b1 x2c1 x2d1");
    // The King cannot move while the Rook is in hand, and the Rook can be dropped only where it gives no check.
    assert_eq!(list("k3/r3/4/1K2 [R|-|-|-] w"), "x1a1 x1c1 x1d1");
    assert_eq!(list("2k1/r3/4/1K2 [R|-|-|-] w"), "x1a1 x1d1");
    assert_eq!(list("2k1/r3/4/1K1R [-|-|-|-] w").split(' ').count(), 7);
    compare(&game, &mut Random::new(9), 60, "set-up");
}

fn with_kings(pieces: &str) -> TextGame {
    let text = format!(
        "language 1\ngame ways \"Ways\"\nboard 6 x 6\nsides White w, Black b\n{pieces}\npiece K \"King\"\n  moves and captures: step any\n\
         royal King, warned as \"check\"\nends\n  loss \"checkmate\": own King is threatened, and no move\n  draw \"stalemate\": no move\n\
         position \"{{rows}} {{side}}\"\nstart \"k4n/6/6/6/6/K4N w\"\nneeds\n  exactly 1 King a side\n  the enemy King is not threatened\n"
    );
    let report = check(Source::new("ways.game", text), &Shipped);
    let shown: String =
        report.diagnostics.iter().map(|fault| fault.render(&report.sources, Language::English)).collect();
    assert!(shown.is_empty(), "{shown}");
    report.game().expect("it is sound")
}

fn free(hand: &str) -> TextGame {
    let text = format!(
        "language 1\ngame free \"Free\"\nboard 6 x 6\nsides White w, Black b\nzone field: a1 to f2, a6 to f6\npiece S \"Stone\"\n{hand}\nends\n  \
         draw \"repetition\": the same position a third time\nposition \"{{rows}} {{side}}\"\nstart \"5s/6/6/6/6/S4S w\"\n"
    );
    let report = check(Source::new("free.game", text), &Shipped);
    report.game().expect("it is sound")
}

#[test]
fn a_directed_leap_threatens_only_in_its_direction() {
    let game = with_kings("piece N \"Nag\"\n  moves and captures: leap 1-2 forward");
    let is_in_danger = |text: &str| game.alert(&game.read_position(text).expect("a position")).is_some();
    assert!(is_in_danger("6/3k2/6/2N3/6/5K b"));
    assert!(!is_in_danger("6/6/6/2N3/6/1k3K b"));
    assert!(is_in_danger("k5/6/6/2n3/6/1K4 w"));
}

#[test]
fn a_free_hand_lets_pieces_without_lines_go_anywhere() {
    let game = free("free hand");
    let far = moves_of(&game, "5s/6/6/6/6/S4S w", "f1");
    assert_eq!(far.split(' ').count(), 34, "every square but its own and that of the other: {far}");
    assert!(far.contains("f6"), "it takes an enemy: {far}");
    let mut random = Random::new(6);
    compare(&game, &mut random, 60, "free hand");
    for (language, said) in [
        (Language::English, "to any square of the board, over anything"),
        (Language::French, "vers n'importe quelle case du plateau, par-dessus tout"),
    ] {
        assert!(game.rules_page(language).contains(said), "{}", game.rules_page(language));
    }
}

#[test]
fn a_free_hand_can_be_limited_to_a_place() {
    let game = free("free hand on field");
    let far = moves_of(&game, "5s/6/6/6/6/S4S w", "f1");
    assert_eq!(far, "a2 a6 b1 b2 b6 c1 c2 c6 d1 d2 d6 e1 e2 e6 f2 f6");
    compare(&game, &mut Random::new(7), 60, "free hand on field");
}

#[test]
fn a_free_hand_without_effect_gets_a_warning() {
    let chess = Shipped.find("chess").expect("it is shipped").text;
    let report = check(Source::new("chess.game", format!("{chess}\nfree hand\n")), &Shipped);
    assert!(report.diagnostics.iter().any(|fault| fault.code == Code::Idle), "{:?}", report.diagnostics);
    assert!(report.is_playable());
}

#[test]
fn a_stated_worth_is_used_for_evaluation() {
    let worth = |said: &str| {
        let piece = format!("piece N \"Nag\"{said}\n  moves and captures: step any");
        with_kings(&piece).worth(Kind(0))
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
