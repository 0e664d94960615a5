//! Checks the descriptions of pieces, including the texts of their cards, against the reference implementation (law).

use entourage_kernel::{Effect, Language, Presentation, Rules};
use entourage_struggle::Struggle;

/// Returns a position in which Player 1's Blue can jump Player 2's Red. `teams` is the text of the position's two fields for Rules.
fn position(teams: &str) -> String {
    format!("w/2/3/4/5/6/2r2/2B3/5/4/3/2/W 1 - {teams} - -")
}

fn about(position: &str, square: &str, language: Language) -> Option<String> {
    let rules = Struggle::default();
    let square = rules.topology().find(square).unwrap();
    rules.portrait(&rules.read_position(position).unwrap(), square, language)
}

fn captures(position: &str) -> bool {
    let rules = Struggle::default();
    let position = rules.read_position(position).unwrap();
    let jump = rules.read_move("c6:c7:d8").unwrap();
    assert_eq!(rules.judge(&position, jump), Ok(()));
    rules.effects(&position, jump).iter().any(|effect| matches!(effect, Effect::Remove { .. }))
}

#[test]
fn descriptions_include_the_card_and_agree_with_the_law() {
    let rules = Struggle::default();
    let cards = &rules.catalogue().unwrap().cards;
    assert_eq!(cards.len(), 12);
    for (index, card) in cards.iter().enumerate() {
        let (bound, code) = (card.bound.is_some(), &card.code);
        let team = if bound { format!("{code}@B") } else { code.to_string() };
        let text = position(&format!("{team} -"));
        let parsed = rules.read_position(&text).unwrap();
        for language in Language::ALL {
            let told = about(&text, "c6", language).unwrap();
            assert_eq!(told.contains(card.text.get(language)), bound, "{code}: {told}");
            // Cards that no piece carries are shown beside the board.
            let held = rules.held_cards(&parsed);
            assert_eq!((held.len(), held[0].card, held[0].square.is_some()), (1, index, bound), "{code}");
        }
        let told = about(&text, "c6", Language::English).unwrap();
        assert_eq!(told.contains("Enemies that it jumps are captured."), captures(&text), "{code}: {told}");
        if bound {
            let marks = rules.marks(&parsed, rules.topology().find("c6").unwrap());
            assert_eq!(marks, [code.as_str()]);
            assert_eq!(rules.meaning(code), Some(&card.text));
        }
    }
}

#[test]
fn spent_cards_are_described_as_spent() {
    for (team, told) in [("armor@B!", "Its Armor is spent"), ("conversion@B!", "Its Conversion is spent")] {
        let text = position(&format!("{team} -"));
        let about = about(&text, "c6", Language::English).unwrap();
        assert!(about.contains(told) && about.contains("Enemies that it jumps are captured."), "{about}");
        assert!(captures(&text));
    }
}

#[test]
fn pieces_without_a_card_are_described_by_kind() {
    let plain = position("- -");
    assert!(about(&plain, "c6", Language::English).unwrap().ends_with("It carries no Rule."));
    assert!(about(&plain, "c6", Language::French).unwrap().ends_with("Elle ne porte aucune Règle."));
    assert_eq!(about(&plain, "a1", Language::English), None);
    assert_eq!(about(&plain, "a2", Language::English), None);
}

#[test]
fn shields_are_the_cards_that_prevent_capture() {
    let rules = Struggle::default();
    let red = rules.topology().find("c7").unwrap();
    let codes = |teams: &str| {
        let position = rules.read_position(&position(teams)).unwrap();
        let shields = rules.shields(&position, red);
        shields.iter().map(|reason| reason.code.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(codes("- pacifist@R"), ["is-pacifist"]);
    assert_eq!(codes("- armor@R"), ["wears-armor"]);
    assert_eq!(codes("- armor@R!"), Vec::<String>::new());
    assert_eq!(codes("pacifist@B -"), ["takes-nothing"]);
    assert_eq!(codes("- -"), Vec::<String>::new());
}
