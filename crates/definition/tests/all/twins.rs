//! Definitions held to hand-written games of the same rules, on positions reached by play and scattered.

use std::collections::BTreeSet;

use entourage_kernel::testkit::{played, scattered, sorted_texts};
use entourage_kernel::{Board, Intent, Random, Refusal, Rules, Specimens};

use super::{open, suites};

/// Positions to compare on; `DEFINITION_POSITIONS` asks for more.
fn positions() -> usize {
    std::env::var("DEFINITION_POSITIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(120)
}

/// Compares status, moves and the positions after them; positions of the other game that the text cannot have are left out.
fn compare<R: Specimens>(id: &str, options: &[&str], twin: &R, is_known: impl Fn(&str) -> bool) {
    let game = open(id, options);
    let mut random = Random::new(11);
    let mut all = played(twin, &mut random, positions() / 2);
    all.extend(scattered(twin, &mut random, positions() / 2));
    let mut compared = 0;
    for position in all {
        let text = twin.write_position(&position);
        if !is_known(&text) {
            continue;
        }
        let read = game.read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.write_position(&read), text);
        assert_eq!(game.status(&read), twin.status(&position), "{text}");
        let moves = |rules: &dyn Fn(&mut Vec<Intent>)| {
            let mut moves = Vec::new();
            rules(&mut moves);
            moves
        };
        let theirs = moves(&|list| twin.legal_moves(&position, list));
        let ours = moves(&|list| game.legal_moves(&read, list));
        assert_eq!(sorted_texts(&game, ours), sorted_texts(twin, theirs.iter().copied()), "{text}");
        for intent in theirs.into_iter().take(12) {
            let move_text = twin.write_move(intent);
            let next = twin.play_unchecked(&position, intent);
            let ours = game.play_unchecked(&read, game.read_move(&move_text).unwrap());
            assert_eq!(game.write_position(&ours), twin.write_position(&next), "{move_text} in {text}");
            assert_eq!(ours.side_to_move(), next.side_to_move());
        }
        compared += 1;
        for _ in 0..4 {
            let changed = change(&text, &mut random);
            if !is_known(&changed) {
                continue;
            }
            let (ours, theirs) = (game.read_position(&changed), twin.read_position(&changed));
            assert_eq!(ours.is_ok(), theirs.is_ok(), "{changed}: {ours:?} {theirs:?}");
        }
    }
    assert!(compared > positions() / 3, "only {compared} positions were compared");
}

/// Changes a letter of a text into another one of it, or exchanges two.
fn change(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let [a, b] = [random.below(letters.len()), random.below(letters.len())];
    if random.one_in(2) {
        letters.swap(a, b)
    } else {
        letters[a] = letters[b]
    }
    letters.into_iter().collect()
}

#[test]
fn chess_is_the_hand_written_game() {
    compare("chess", &["fen"], &entourage_chess::Chess, |_| true);
}

#[test]
fn toddler_is_the_hand_written_game() {
    for options in [&[][..], &["summary"]] {
        let twin = entourage_toddler::Toddler::default().with_options(options).unwrap();
        compare("toddler", options, &twin, |_| true);
    }
}

#[test]
fn symmetron44_is_the_hand_written_game() {
    compare("symmetron44", &[], &entourage_symmetron44::Game::default(), |_| true);
}

#[test]
fn struggle_without_rules_is_the_hand_written_game() {
    compare("struggle", &[], &entourage_struggle::Game::default(), suites::is_without_rules);
}

#[test]
fn toddler_gives_the_reasons_of_the_hand_written_game() {
    const POWERS: [&str; 6] = ["frozen", "invulnerable", "neutralised", "protected", "sheltered", "solidarity"];
    let (game, twin) = (open("toddler", &[]), entourage_toddler::Toddler::default());
    let codes = |judged: Result<(), Refusal>| -> BTreeSet<String> {
        let reasons = judged.err().map_or_else(Vec::new, |refusal| refusal.0);
        let mut codes: BTreeSet<String> = reasons.iter().map(|reason| reason.code.to_string()).collect();
        codes.retain(|code| POWERS.contains(&code.as_str()));
        // In a freeze nobody threatens: the hand-written game says no more.
        if codes.contains("frozen") {
            codes.remove("invulnerable");
        }
        codes
    };
    let mut seen = BTreeSet::new();
    for position in scattered(&twin, &mut Random::new(23), positions() / 3) {
        let text = twin.write_position(&position);
        let read = game.read_position(&text).unwrap();
        for intent in twin.candidates(&position) {
            let written = twin.write_move(intent);
            let Ok(own) = game.read_move(&written) else { continue };
            let theirs = codes(twin.judge(&position, intent));
            assert_eq!(codes(game.judge(&read, own)), theirs, "{written} in {text}");
            seen.extend(theirs);
        }
    }
    assert!(seen.len() > 3, "only {seen:?} were seen");
}
