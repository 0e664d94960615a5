//! Tests reasons, relations, marks, conditions and the wording of moves.

use entourage_kernel::testkit::rows;
use entourage_kernel::{Language, Presentation, Refusal, Rules, SharedStr};
use entourage_struggle::{Position, Struggle};

fn read(text: &str) -> Position {
    Struggle::default().read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

const PLAIN: &str = "w/2/3/4/5/6/2r2/2BK2/2G2/4/3/2/W 1 - - - - -";
const TEAM: &str = "w/2/3/4/5/6/2r2/2BK2/2G2/4/3/2/W 1 - pact,caboose,hatter - K:r -";
const SPENT: &str = "w/2/3/4/5/6/2r2/2BK2/2G2/4/3/2/W 1 - pact!,caboose,hatter! - K:r -";
const CHAIN: &str = "w/2/3/4/5/1R4/B4/1G4/5/4/3/2/W 1 main=a7,off=b5+a7 - - - -";
const STUCK: &str = "w/BK/YRG/4/5/6/5/6/5/4/bgy/rk/W 1 free hatter! - - -";

#[test]
fn every_refusal_has_its_reason() {
    let rules = Struggle::default();
    for [position, text, code, ruling] in rows(include_str!("../data/refusals.tsv")) {
        let intent = rules.read_move(text).unwrap();
        let position = read(position);
        let Err(Refusal(reasons)) = rules.judge(&position, intent) else {
            panic!("{text} is legal in {}", rules.write_position(&position));
        };
        let found =
            reasons.iter().map(|reason| (reason.code.as_str(), reason.ruling.as_str())).collect::<Vec<_>>();
        assert_eq!(found, [(code, ruling)], "{text} in {}", rules.write_position(&position));
    }
}

#[test]
fn all_reasons_are_given() {
    let rules = Struggle::default();
    let position = read("w/2/3/4/5/3R2/2r2/2B3/5/4/3/2/W 1 - - - B:r -");
    let blocked = read("w/2/3/4/5/2K3/2r2/2R3/5/4/3/2/W 1 - - - R:r -");
    let codes = |position: &Position, text: &str| -> Vec<SharedStr> {
        let judged = rules.judge(position, rules.read_move(text).unwrap());
        judged.err().into_iter().flat_map(|refusal| refusal.0).map(|reason| reason.code).collect()
    };
    assert_eq!(codes(&position, "c6:c7:d8"), ["landing-occupied", "pact-forbids"]);
    assert_eq!(codes(&blocked, "c6:c7:d8"), ["pact-forbids"]);
}

#[test]
fn a_chain_that_would_come_back_is_barred() {
    let rules = Struggle::default();
    // From a6 the chain can continue forward, but not back to c6.
    let chain = read("w/2/3/4/5/6/g4/BK4/5/4/3/2/W 1 main=a6,off=a6+c6 - - - -");
    let Err(Refusal(reasons)) = rules.judge(&chain, rules.read_move("a6:b6:c6").unwrap()) else {
        panic!("the chain must not return");
    };
    assert_eq!((reasons[0].code.as_str(), reasons[0].ruling.as_str()), ("barred", "G2"));
    assert!(rules.judge(&chain, rules.read_move("a6:a7:b8").unwrap()).is_ok());
}

#[test]
fn marks_show_rules_and_the_phase_of_the_turn() {
    let rules = Struggle::default();
    let marks = |position: &str, name: &str| rules.marks(&read(position), rules.topology().find(name).unwrap());
    let armored = "w/2/3/4/5/6/2r2/2B3/5/4/3/2/W 1 - armor@B! conversion@R - -";
    assert_eq!(marks(armored, "c6"), ["armor-spent"]);
    assert_eq!(marks(armored, "c7"), ["conversion"]);
    assert!(marks(armored, "a1").is_empty() && marks(armored, "a2").is_empty());
    let jolted = "w/2/3/4/1B3/1R4/5/1G4/5/4/3/2/W 1 extra=b6,jolt=b8 jolt@B - - -";
    assert_eq!(marks(jolted, "b9"), ["jolt"]);
    assert_eq!((marks(jolted, "b6"), marks(jolted, "b8")), (vec!["may-go-on"], vec!["jolted"]));
    for mark in rules.metadata().marks.iter() {
        assert!(!mark.text.en.is_empty() && !mark.text.fr.is_empty());
        assert!(rules.badge(&mark.code).is_some_and(|shape| shape.starts_with('M')), "{}", mark.code);
    }
}

#[test]
fn pacts_are_relations_and_conditions_cover_the_rest() {
    let rules = Struggle::default();
    let position = read(TEAM);
    let relations = rules.relations(&position);
    let name = |square| rules.topology().name(square);
    let threads = relations.iter().map(|one| (one.kind.as_str(), name(one.from), name(one.to)));
    assert_eq!(threads.collect::<Vec<_>>(), [("pact", "d6", "c7")]);
    let say = |text: &str, language: Language| -> Vec<String> {
        let position = read(text);
        rules.conditions(&position).iter().map(|reason| rules.say(&position, reason, language.into())).collect()
    };
    let spent = "Player 1 has Nonaggression Pact (spent), Caboose and Mad Hatter (spent).";
    assert_eq!(say(SPENT, Language::English), [spent]);
    assert_eq!(say(CHAIN, Language::English), ["Blue on a7 can keep jumping, or you can end the chain."]);
    assert_eq!(say(CHAIN, Language::French), ["Le Bleu en a7 peut continuer à sauter ou s'arrêter là."]);
}

#[test]
fn wordings_cover_what_effects_cannot_show() {
    let rules = Struggle::default();
    let words = |position: &str, text: &str| {
        rules
            .wording(&read(position), rules.read_move(text).unwrap(), Language::English.into())
            .unwrap_or_default()
    };
    assert_eq!(words(TEAM, "c6||c7"), "Blue on c6 makes a Pact with Red on c7");
    assert_eq!(words(CHAIN, "end"), "ends the chain");
    assert_eq!(words(STUCK, "end"), "ends the turn");
    let armored = "w/2/3/4/5/6/2r2/2B3/5/4/3/2/W 1 - - armor@R - -";
    assert_eq!(words(armored, "c6:c7:d8"), "the Armor of Red is spent");
    assert_eq!(words(PLAIN, "c6b6"), "");
}
