//! Tests Game Courier labels, pictures and credits.

use std::cell::RefCell;

use entourage_definition::{Code, Shipped, Source, check};

use entourage_kernel::{Language, Presentation, Rules};

use super::refused;

const GAME: &str = r#"language 1
game people "People" by "Ada" like chess
piece R "Rook" fr "Tour" drawn as "Advancer" label "RK"
  moves and captures: slide straight
credits
  "Tested by" fr "Essayé par": "Grace"
  "After a game of": "Emmy"
"#;

#[test]
fn labels_pictures_and_credits_are_exposed() {
    let report = check(Source::new("people.game", GAME), &Shipped);
    assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
    assert_eq!(
        report.pictures().iter().map(|(span, name)| (span.line, *name)).collect::<Vec<_>>(),
        [(3, "Advancer")]
    );
    let game = report.game().unwrap();
    assert_eq!(game.metadata().courier.labels.join(" "), "K Q RK B N P");
    let wanted = RefCell::new(Vec::new());
    let _ = game.named("people", &|_, names| {
        wanted.borrow_mut().push(names.iter().map(|name| name.map(str::to_owned)).collect::<Vec<_>>());
    });
    assert_eq!(wanted.into_inner()[0][2].as_deref(), Some("Advancer"));
    let thanks: Vec<[&str; 3]> = (game.metadata().credits.iter())
        .map(|credit| [credit.role.en.as_str(), credit.role.fr.as_str(), credit.who.as_str()])
        .collect();
    let expected = [
        ["Invented by", "Inventé par", "Ada"],
        ["Tested by", "Essayé par", "Grace"],
        ["After a game of", "After a game of", "Emmy"],
    ];
    assert_eq!(thanks, expected);
    let [english, french] = [Language::English, Language::French].map(|language| game.rules_page(language));
    assert!(english.contains("Tested by Grace.") && english.contains("After a game of Emmy."), "{english}");
    assert!(english.contains("In Game Courier notation: Rook is `RK`."), "{english}");
    assert!(french.contains("Essayé par Grace."), "{french}");
}

#[test]
fn errors_in_labels_and_credits_are_reported() {
    for (old, new, code, part) in [
        ("\"RK\"", "\"Rk\"", Code::Notation, "1 to 4 capital letters"),
        ("\"RK\"", "\"\"", Code::Text, "The text between these quotation marks is empty"),
        ("\"RK\"", "\"ROOKS\"", Code::Notation, "1 to 4 capital letters"),
        ("\"RK\"", "\"N\"", Code::Twice, "Two pieces have the Game Courier label N"),
        ("drawn as \"Advancer\"", "drawn as Advancer", Code::Syntax, "text in quotation marks"),
        ("\"After a game of\": ", "\"After a game of\" ", Code::Syntax, "\":\""),
    ] {
        refused(GAME.replacen(old, new, 1), code, part);
    }
}
