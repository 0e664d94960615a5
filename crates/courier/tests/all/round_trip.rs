//! Tests that random games of every built-in game survive export and import, and that the parser never panics.

use entourage_chess::Chess;
use entourage_courier::{CourierError, Read, Turn, Vocabulary, export, import};
use entourage_kernel::{Adjudication, Board, History, Intent, Random, Rules};
use entourage_struggle::Struggle;
use entourage_symmetron44::Symmetron;
use entourage_toddler::Toddler;
use proptest::prelude::*;

fn play<R: Rules + Default>(options: &[&str], games: u64, plies: usize) {
    let rules = R::default().with_options(options).unwrap();
    let words = Vocabulary::new(rules.metadata(), rules.topology());
    let (mut turns, mut unclear) = (0, 0);
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut history = History::new(rules.clone(), Adjudication::NONE, rules.start());
        for _ in 0..plies {
            let side = history.position().side_to_move();
            let before = history.clone();
            let mut line: Vec<Intent> = Vec::new();
            while let Some(&intent) = random.pick(&history.legal_moves()) {
                history.play(intent).unwrap();
                line.push(intent);
                if history.position().side_to_move() != side {
                    break;
                }
            }
            let Some(turn) = export(&rules, before.position(), &line, &words).pop() else { break };
            let text = turn.write(&words);
            turns += 1;
            assert_eq!(Turn::read(&text, &words).as_ref(), Ok(&turn), "{text}");
            match import(&before, &text, &words) {
                Ok(Read::Moves(found)) => {
                    let mut end = before.position().clone();
                    found.iter().for_each(|&intent| end = rules.play_unchecked(&end, intent));
                    let start = rules.write_position(before.position());
                    assert_eq!(&end, history.position(), "{text} in {start}");
                }
                Err(CourierError::Ambiguous(_)) => unclear += 1,
                other => panic!("{text} in {}: {other:?}", rules.write_position(before.position())),
            }
        }
    }
    assert!(turns > 100 && unclear * 50 < turns, "{unclear} of {turns} turns are unclear");
}

#[test]
fn games_round_trip() {
    play::<Toddler>(&[], 6, 60);
    play::<Symmetron>(&[], 12, 60);
    play::<Chess>(&[], 12, 80);
    play::<Struggle>(&[], 20, 60);
    play::<Struggle>(&["1=torus@B+pact+armor@R/KBGRY", "2=jolt@K+hatter+reaper@Y/KBGRY"], 20, 60);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[ a-zA-Z0-9;*@/-]{0,40}") {
        let rules = Toddler::default();
        let words = Vocabulary::new(rules.metadata(), rules.topology());
        let history = History::new(rules, Adjudication::NONE, rules.start());
        let _ = import(&history, &text, &words);
        if let Ok(turn) = Turn::read(&text, &words) {
            prop_assert_eq!(Turn::read(&turn.write(&words), &words), Ok(turn));
        }
    }

    #[test]
    fn bytes_beyond_ascii_are_refused(text in "\\PC{0,40}") {
        let rules = Toddler::default();
        let words = Vocabulary::new(rules.metadata(), rules.topology());
        let _ = Turn::read(&text, &words);
    }
}
