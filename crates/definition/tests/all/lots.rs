//! Tests games with random start positions.

use std::collections::BTreeSet;

use entourage_definition::{Code, Shipped, Source, TextGame, check};
use entourage_kernel::testkit::{played, sorted_texts};
use entourage_kernel::{Board, Language, Presentation, Random, Rules};

use super::faults::faults;
use super::made;
use super::readings::compare;

const GAME: &str = r#"language 1
game shuffled "Shuffled" like chess
shuffle own rank 1
  Bishops on opposite colours
  King between Rooks
"#;

const WAYS: u32 = 960;

fn lot(game: &TextGame, number: u32) -> TextGame {
    game.with_options(&[&format!("lot={number}")]).unwrap()
}

fn start(game: &TextGame) -> String {
    game.write_position(&game.start())
}

#[test]
fn random_starts_keep_their_limits() {
    let game = made(GAME);
    assert_eq!(start(&game), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    let mut found = BTreeSet::new();
    for number in (0..WAYS).step_by(7) {
        let game = lot(&game, number);
        assert_eq!(game.options(), [format!("lot={number}")]);
        let text = start(&game);
        let (theirs, rest) = text.split_once('/').unwrap();
        let ours = rest.split('/').next_back().unwrap().split(' ').next().unwrap();
        assert_eq!(theirs.to_uppercase(), ours, "both sides alike");
        assert!(text.ends_with(" w KQkq -"), "{text}");
        let at = |letter: char| -> Vec<usize> { ours.match_indices(letter).map(|(at, _)| at).collect() };
        assert_eq!((at('B')[0] + at('B')[1]) % 2, 1, "{ours}");
        assert!(at('R')[0] < at('K')[0] && at('K')[0] < at('R')[1], "{ours}");
        assert!(found.insert(ours.to_owned()), "{ours}");
    }
    assert!(game.with_options(&["lot=959"]).is_ok());
    // New options replace all earlier ones: a new `lot` option replaces the old one, and an empty list removes it.
    assert_eq!(start(&lot(&lot(&game, 3), 5)), start(&lot(&game, 5)));
    assert_eq!(start(&lot(&game, 3).with_options(&[]).unwrap()), start(&game));
}

/// The hand-written rules number the start positions in another order, and write castling rights by file.
#[test]
fn all_starts_agree_with_the_hand_written_rules() {
    let game = made(GAME);
    let ranks: BTreeSet<String> = (0..WAYS as u16)
        .map(|number| {
            let rules = entourage_chess::Chess::shuffled(number).unwrap();
            rules.write_position(&rules.start()).split('/').next().unwrap().to_owned()
        })
        .collect();
    let (mut random, mut castlings) = (Random::new(960), 0);
    for number in (0..WAYS).step_by(11) {
        let drawn = game.with_options(&["fen", &format!("lot={number}")]).unwrap();
        let rank = start(&drawn).split('/').next().unwrap().to_owned();
        assert!(ranks.contains(&rank), "{rank}");
        if number % 5 != 0 {
            continue;
        }
        let twin = (0..WAYS as u16)
            .filter_map(entourage_chess::Chess::shuffled)
            .find(|rules| rules.write_position(&rules.start()).starts_with(&rank))
            .unwrap();
        let files: Vec<usize> = rank.match_indices('r').map(|(at, _)| at).collect();
        for position in played(&twin, &mut random, 60) {
            let right = |letter: char| {
                let file = letter.to_ascii_lowercase() as usize - usize::from(b'a');
                let wing = if file == files[1] { 'k' } else { 'q' };
                if letter.is_uppercase() { wing.to_ascii_uppercase() } else { wing }
            };
            // Castling rights name rooks by wing, not by file.
            let as_ours = |text: String| {
                let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
                words[2] =
                    words[2].chars().map(|letter| if letter == '-' { '-' } else { right(letter) }).collect();
                words.join(" ")
            };
            let text = as_ours(twin.write_position(&position));
            let read = drawn.read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let ours = drawn.list_moves(&read);
            let theirs = twin.list_moves(&position);
            assert_eq!(
                sorted_texts(&drawn, ours.iter().copied()),
                sorted_texts(&twin, theirs.iter().copied()),
                "{text} with lot={number}"
            );
            for intent in ours {
                let written = drawn.write_move(intent);
                let next = drawn.play_unchecked(&read, intent);
                let other = twin.play_unchecked(&position, twin.read_move(&written).unwrap());
                assert_eq!(
                    drawn.write_position(&next),
                    as_ours(twin.write_position(&other)),
                    "{written} in {text} with lot={number}"
                );
                let own = |square: &str| {
                    let square = drawn.topology().find(square).unwrap();
                    read.piece_at(square).filter(|piece| piece.side() == read.side_to_move())
                };
                castlings += usize::from(own(&written[2..4]).is_some());
            }
        }
    }
    assert!(castlings > 100, "{castlings}");
}

#[test]
fn both_readings_agree_on_drawn_starts() {
    let game = made(GAME);
    for number in [0, 17, 402, 518, 730, 959] {
        let game = lot(&game, number);
        let mut random = Random::new(u64::from(number));
        compare(&game, &mut random, super::readings::positions(), &format!("lot={number}"));
    }
}

#[test]
fn pieces_can_stay_or_be_shuffled_separately() {
    let stay = made("language 1\ngame stay \"Stay\" like chess\nshuffle own rank 1 but King and Rook\n");
    for number in [0, 10, 29] {
        let text = start(&lot(&stay, number));
        assert!(text.starts_with('r') && text.contains("/R") && text.as_bytes()[4] == b'k', "{text}");
    }
    // Five pieces of three kinds (two, two and one) have 30 orders.
    assert!(stay.with_options(&["lot=30"]).is_err());
    let apart = made(&(GAME.to_owned() + "  each side by itself\n"));
    assert!(apart.with_options(&["lot=921599"]).is_ok() && apart.with_options(&["lot=921600"]).is_err());
    let text = start(&lot(&apart, 959));
    let ranks: Vec<&str> = text.split(' ').next().unwrap().split('/').collect();
    assert_ne!(ranks[0].to_uppercase(), ranks[7]);
}

#[test]
fn the_option_is_described_in_both_languages() {
    let game = made(GAME);
    let option = game.metadata().options.iter().find(|option| option.code == "lot").unwrap().clone();
    let choices: Vec<(&str, Option<u32>)> =
        option.choices.iter().map(|choice| (choice.code.as_str(), choice.draws)).collect();
    assert_eq!(choices, [("lot", Some(WAYS)), ("", None)]);
    let english = game.rules_page(Language::English);
    assert!(english.contains("Before the game, some pieces are shuffled at random"), "{english}");
    assert!(english.contains("King: with a Rook on its left and one on its right in its row."), "{english}");
    let french = game.rules_page(Language::French);
    assert!(french.contains("Avant la partie, des pièces sont mélangées au hasard"), "{french}");
    let drawn = lot(&game, 0);
    assert!(drawn.rules_page(Language::English).contains(&start(&drawn)));
}

#[test]
fn invalid_start_numbers_are_refused_with_their_place() {
    let game = made(GAME);
    for (options, token, at, said) in [
        (&["lot=960"][..], "960", 4, "from 0 to 959"),
        (&["lot=07"], "07", 4, "from 0 to 959"),
        (&["lot="], "", 4, "from 0 to 959"),
        (&["lot=1", "lot=2"], "lot=2", 6, "only one start position"),
        (&["960=1"], "960=1", 0, "lot=N"),
    ] {
        let error = game.with_options(options).unwrap_err();
        assert_eq!((error.token.as_str(), error.at), (token, at), "{options:?}: {error}");
        assert!(error.problem.en.contains(said), "{options:?}: {error}");
    }
}

#[test]
fn a_shuffle_accepts_sides_that_are_alike_after_a_half_turn() {
    let start = "start \"k1g2/5/5/5/2G1K w\"";
    let unlike = "start \"k1g2/5/5/5/1G2K w\"\nshuffle own row 1";
    let found = faults(start, unlike);
    assert!(found.iter().all(|(code, _, _)| *code != Code::Start), "{found:?}");
}

fn told(text: &str) -> Vec<(u8, u32, String)> {
    let report = check(Source::new("odd.game", text), &Shipped);
    report
        .diagnostics
        .into_iter()
        .map(|fault| (fault.span.file, fault.span.line, fault.problem.en.to_string()))
        .collect()
}

#[test]
fn errors_of_a_shuffle_are_reported_once_at_its_line() {
    // The inherited game has two editions, and its own starting position.
    for (said, part) in [
        ("shuffle own ranks 1 to 2", "possible orders"),
        ("shuffle own rank 2", "have only one possible order"),
        ("shuffle own rank 1\n  King between Kings", "have only one possible order"),
    ] {
        let text = format!("language 1\ngame odd \"Odd\" like chess\n{said}\n");
        let found = told(&text);
        let line = text.lines().position(|line| line.starts_with("shuffle")).unwrap() as u32 + 1;
        let [(file, place, problem)] = &found[..] else { panic!("{said}: {found:?}") };
        assert_eq!((*file, *place), (0, line), "{said}: {problem}");
        assert!(problem.starts_with("This random start is not valid: ") && problem.contains(part), "{problem}");
    }
}

#[test]
fn a_sample_of_many_starts_is_checked_with_a_warning() {
    // More than a thousand start positions are checked, enough to find an error that affects one in several dozen.
    for bad in ["a1", "h8", "b1"] {
        let text = format!(
            "{}needs\n  exactly 1 King a side\n  no Queen on bad\n",
            GAME.replace("\nshuffle", &format!("\nzone bad: {bad}\nshuffle"))
                .replace("  King between Rooks\n", "  each side by itself\n")
        );
        let found = told(&text);
        let is_told =
            |(file, line, said): &(u8, u32, String)| (*file, *line) == (0, 4) && said.contains("position ");
        assert!(found.len() == 1 && found.iter().all(is_told), "{bad}: {found:?}");
    }
    let warned = |text: &str| {
        let report = check(Source::new("shuffled.game", text), &Shipped);
        assert!(report.is_playable(), "{:?}", report.diagnostics);
        let found = report.lint().into_iter().filter(|fault| fault.problem.en.contains("was checked"));
        found.map(|fault| (fault.span.line, fault.problem.en.to_string())).collect::<Vec<_>>()
    };
    // All 960 start positions are checked, so there is no warning.
    assert_eq!(warned(GAME), []);
    let [(line, said)] = &warned(&(GAME.to_owned() + "  each side by itself\n"))[..] else { panic!() };
    assert_eq!(*line, 3);
    assert!(said.contains("There are 921600 start positions. A sample of 1024"), "{said}");
}

#[test]
fn the_rules_page_describes_random_starts_and_castling() {
    let game = made(GAME);
    let [english, french] = [Language::English, Language::French].map(|language| game.rules_page(language));
    for part in ["960 start positions, numbered from 0 to 959.", "`lot=N`", "the King to g1 and the Rook to f1"]
    {
        assert!(english.contains(part), "{part}: {english}");
    }
    for part in
        ["960 positions de départ", "numérotées de 0 à 959.", "`lot=N`", "le Roi jusqu'à g1", "Tour jusqu'à f1"]
    {
        assert!(french.contains(part), "{part}: {french}");
    }
    assert!(!english.contains("from e1 to g1") && !french.contains("de e1 à g1"), "{english}");
    let drawn = lot(&game, 518).rules_page(Language::English);
    assert!(drawn.contains("shows start position 518.") && drawn.contains("the King from "), "{drawn}");
}
