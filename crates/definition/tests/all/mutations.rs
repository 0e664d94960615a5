//! Tests that random and damaged definitions never cause a panic, and that accepted games can be played.

use entourage_definition::{Library, MAX_BYTES, Shipped, Source, check, format};
use entourage_kernel::testkit::check_play;
use entourage_kernel::{Language, Random, Rules};
use proptest::prelude::*;

/// Number of cases per property; the environment variable `DEFINITION_CASES` overrides the default.
fn cases() -> u32 {
    std::env::var("DEFINITION_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(160)
}

fn survives(text: &str, seed: u64) -> bool {
    let report = check(Source::new("text.game", text), &Shipped);
    for fault in &report.diagnostics {
        for language in [Language::English, Language::French] {
            assert!(!fault.render(&report.sources, language).is_empty());
        }
    }
    if let Ok(set) = format(text) {
        assert_eq!(format(&set).as_deref(), Ok(set.as_str()), "not idempotent");
    }
    let Some(game) = report.game() else { return false };
    check_play(&game, &mut Random::new(seed), 12);
    for option in game.metadata().options.iter().flat_map(|option| option.choices.iter().skip(1)) {
        check_play(&game.with_options(&[&option.code]).unwrap(), &mut Random::new(seed), 6);
    }
    true
}

fn change(text: &str, other: &str, random: &mut Random) -> String {
    let mut words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
    let others: Vec<&str> = other.split_inclusive([' ', '\n']).collect();
    for _ in 0..1 + random.below(3) {
        let at = random.below(words.len());
        match random.below(4) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, words[at]),
            2 => words[at] = others[random.below(others.len())],
            _ => {
                let with = random.below(words.len());
                words.swap(at, with);
            }
        }
    }
    words.concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..Default::default() })]

    #[test]
    fn changed_definitions_are_refused_or_playable(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let names = Shipped.names();
        let [one, other] = [(); 2].map(|()| {
            Shipped.find(&names[random.below(names.len())]).unwrap().text
        });
        survives(&change(&one, &other, &mut random), seed);
    }

    #[test]
    fn parsing_any_text_terminates(text in ".{0,400}") {
        survives(&text, 1);
    }

    #[test]
    fn parsing_any_words_of_the_language_terminates(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let all: String = Shipped.names().iter().map(|name| Shipped.find(name).unwrap().text).collect();
        let words: Vec<&str> = all.split_inclusive([' ', '\n', ':', ',']).collect();
        let text: String = (0..random.below(300)).map(|_| words[random.below(words.len())]).collect();
        survives(&text, seed);
    }
}

#[test]
fn long_and_deep_texts_are_parsed_within_bounds() {
    let deep = "  ".repeat(3_000) + "piece";
    let nested = format!("power a of Piece: own Pieces {} cannot move", "next to own Pieces ".repeat(2_000));
    let ors = format!(
        "power a of Piece: it cannot move, when own King is on the board{}",
        " or own King is on the board".repeat(1_500)
    );
    let legs = format!("piece K \"King\"\n  moves: step any{}", ", then step any".repeat(4_000));
    for text in
        [deep, nested, ors, legs, "(".repeat(MAX_BYTES), "\"\n".repeat(MAX_BYTES / 2), "a,\n".repeat(20_000)]
    {
        assert!(!survives(&text, 1));
    }
}
