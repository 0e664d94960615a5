//! Tests the errors of the checker. Each test case changes one sentence of a small game.

use entourage_definition::{Code, Library, Severity, Shipped, Source, check};
use entourage_kernel::{Language, Presentation};

use super::rows;

pub(super) const SOUND: &str = include_str!("../data/small.txt");

pub(super) fn faults(old: &str, new: &str) -> Vec<(Code, Severity, String)> {
    assert!(old.is_empty() || SOUND.contains(old), "{old}");
    let text = if old.is_empty() { format!("{SOUND}{new}\n") } else { SOUND.replacen(old, new, 1) };
    let report = check(Source::new("small.game", text), &Shipped);
    let errors = report.diagnostics.iter().any(|fault| fault.severity == Severity::Error);
    assert_eq!(report.is_playable(), !errors);
    for fault in &report.diagnostics {
        for language in [Language::English, Language::French] {
            let sentence = fault.problem.get(language);
            assert!(sentence.ends_with(['.', '?']) && sentence.contains(' '), "{sentence}");
            assert!(fault.render(&report.sources, language).contains(sentence));
        }
        assert_ne!(fault.problem.en, fault.problem.fr);
        assert!(fault.span.line > 0 && fault.span.column > 0 && fault.span.length > 0, "{fault}");
    }
    let told = |fault: entourage_definition::Diagnostic| {
        let help = fault.help.map_or_else(String::new, |help| format!(" {}", help.en));
        (fault.code, fault.severity, format!("{}{help}", fault.problem.en))
    };
    report.diagnostics.into_iter().map(told).collect()
}

fn refuses(old: &str, new: &str, code: &str, said: &str) {
    let found = faults(old, new);
    let told = found.iter().any(|(kind, severity, sentence)| {
        format!("{kind:?}") == code && *severity == Severity::Error && sentence.contains(said)
    });
    assert!(told, "{new}: {found:?}");
}

#[test]
fn each_faulty_change_of_the_small_game_is_refused() {
    assert_eq!(faults("", ""), []);
    for [code, old, new, part] in rows(include_str!("../data/faults.tsv")) {
        let [old, new] = [old, new].map(|text| text.replace("\\n", "\n"));
        refuses(&old, &new, code, part);
    }
    refuses("", &"# long\n".repeat(10_000), "Text", "at most 65536 bytes");
}

#[test]
fn hexagons_refuse_directions_that_they_lack() {
    for (board, line, problem) in [
        ("rows of 5 4 5 4 5", "slide straight, then slide turning", "no right angles"),
        ("rows of 5 4 5 4 5", "slide obliquely forward", "only exists on hexagons in files"),
        ("files of 5 5 5 5 5", "slide sideways", "no \"sideways\" direction"),
    ] {
        let hexagons = SOUND
            .replace("board 5 x 5", &format!("board hexagons in {board}"))
            .replace("slide straight\n", &format!("{line}\n"));
        let report = check(Source::new("small.game", hexagons), &Shipped);
        assert!(report.diagnostics[0].problem.en.contains(problem), "{:?}", report.diagnostics);
    }
}

#[test]
fn natural_alternative_phrasings_are_accepted() {
    for sentence in include_str!("../data/phrasings.txt").lines().filter(|line| !line.starts_with('#')) {
        let found = faults("", sentence);
        assert!(found.iter().all(|(_, severity, _)| *severity == Severity::Warning), "{sentence}: {found:?}");
    }
}

#[test]
fn errors_in_an_inherited_game_name_the_sentence_that_caused_them() {
    let text = "language 1\ngame odd \"Odd\" like chess\nhands of 1\n";
    let report = check(Source::new("odd.game", text), &Shipped);
    let elsewhere: Vec<_> = report.diagnostics.iter().filter(|fault| fault.span.file > 0).collect();
    let says = |fault: &&entourage_definition::Diagnostic| {
        fault
            .help
            .as_ref()
            .is_some_and(|help| help.en.contains("The cause is your sentence in line 3: \"hands of 1\"."))
    };
    assert!(elsewhere.iter().any(says), "{:?}", report.diagnostics);
}

#[test]
fn an_inherited_edition_can_be_removed() {
    let text = "language 1\ngame plain \"Plain\" like chess\nwithout edition fen\nposition \"{rows} {side} {castling} {passed}\"\n";
    let report = check(Source::new("plain.game", text), &Shipped);
    assert!(report.is_playable(), "{:?}", report.diagnostics);
    let page = report.game().unwrap().rules_page(Language::English);
    assert!(!page.contains("edition"), "{page}");
}

/// Returns the small game with cards.
fn cards() -> String {
    let one = "exactly 1 King a side";
    let text = SOUND.replacen(one, &format!("{one}\n  at most 1 of each kind a side"), 1);
    let text =
        text.replacen("{side}\"", "{side} {cards 1} {cards 2}\"", 1).replacen("2G1K w\"", "2G1K w - -\"", 1);
    format!("{text}{SECTION}{CARD}")
}

const SECTION: &str = "cards\n  each player takes 0 to 1, no two alike\n  a card for a piece goes to a piece but King, and a piece bears one at most\n  a card is lost with its piece\n";
const CARD: &str =
    "card lamp \"Lamp\" for one piece, usually Rook\n  own pieces next to it cannot be captured\n";

#[test]
fn incomplete_cards_are_refused() {
    let told = |text: String| {
        let report = check(Source::new("small.game", text), &Shipped);
        let errors = report.diagnostics.iter().filter(|fault| fault.severity == Severity::Error);
        errors.map(|fault| (fault.code, fault.problem.en.to_string())).collect::<Vec<_>>()
    };
    assert_eq!(told(cards()), []);
    for [code, old, new, said] in rows(include_str!("../data/card-faults.tsv")) {
        let [old, new] = [old, new].map(|text| text.replace("\\n", "\n"));
        assert!(cards().contains(&old), "{old}");
        let text = if old.is_empty() { cards() + &new } else { cards().replacen(&old, &new, 1) };
        let found = told(text);
        let is_told = |(kind, problem): &(Code, String)| format!("{kind:?}") == code && problem.contains(said);
        assert!(found.iter().any(is_told), "{new}: {found:?}");
    }
    let unsaid = cards().replace("  at most 1 of each kind a side\n", "");
    assert!(told(unsaid).iter().any(|(_, problem)| problem.contains("belongs to a single piece")));
    let untold = cards().replace(" {cards 2}\"", "\"").replace(" w - -\"", " w -\"");
    assert!(told(untold).iter().any(|(code, problem)| *code == Code::Memory && problem.contains("{cards 2}")));
    assert!(
        told(format!("{SOUND}wrap rows\n")).iter().any(|(_, problem)| problem.contains("how rows continue"))
    );
}

#[test]
fn duties_that_could_cost_too_much_are_refused() {
    for (label, is_dear) in [("double step", false), ("move", true)] {
        let duty = format!("power duty of any piece: after its {label} the enemy must have a move");
        let text = format!("language 1\ngame dear \"Dear\" like chess\n{duty}\n");
        let report = check(Source::new("dear.game", text), &Shipped);
        assert_eq!(report.diagnostics.iter().any(|fault| fault.code == Code::Cost), is_dear, "{label}");
    }
}

#[test]
fn errors_of_one_edition_name_it() {
    let text = "language 1\ngame odd \"Odd\" like chess\nposition \"{rows} {side} {castling} {passed}\"\n";
    let report = check(Source::new("odd.game", text), &Shipped);
    let [fault] = &report.diagnostics[..] else { panic!("{:?}", report.diagnostics) };
    assert_eq!(fault.code, Code::Memory);
    assert_eq!(fault.help.as_ref().unwrap().en, "This applies to edition fen.");
}

#[test]
fn errors_are_rendered_with_their_place() {
    let text = SOUND.replace("royal King", "royal Kign");
    let report = check(Source::new("small.game", text), &Shipped);
    let shown = report.diagnostics[0].render(&report.sources, Language::English);
    let expected = "small.game:17:7: error[unknown-name]: There is no piece named Kign.\n   17 | royal Kign, warned as \"check\"\n      |       ^^^^\n      = help: Did you mean \"King\"?\n";
    assert_eq!(shown, expected);
    assert!(Shipped.find("nonesuch").is_none());
}

#[test]
fn royalty_can_be_removed_only_once() {
    let text = "language 1\ngame two \"Two\" like koeko\nwithout royal\nwithout royal\n";
    let report = check(Source::new("two.game", text), &Shipped);
    let errors: Vec<&str> = report
        .diagnostics
        .iter()
        .filter(|fault| fault.severity == Severity::Error)
        .map(|fault| fault.problem.en.as_ref())
        .collect();
    assert!(errors.contains(&"The inherited game has no royal piece."), "{errors:?}");
}

fn all_told(more: &str) -> Vec<(Code, u32, String)> {
    let report = check(Source::new("small.game", format!("{SOUND}{more}\n")), &Shipped);
    let all = report.diagnostics.iter().cloned().chain(report.lint());
    all.map(|fault| (fault.code, fault.span.line, fault.problem.en.to_string())).collect()
}

#[test]
fn articles_are_accepted_before_any_piece() {
    for said in include_str!("../data/articles.txt").lines().filter(|line| !line.starts_with('#')) {
        let said = &said.replace("\\n", "\n");
        let found: Vec<_> = all_told(said).into_iter().filter(|(code, ..)| *code == Code::Syntax).collect();
        assert!(found.is_empty(), "{said}: {found:?}");
    }
    // In a list without an initial article, a second noun with an article means pieces of either side.
    let guard = "power still of Guard: it cannot move, while own King or a Rook is on the board";
    assert!(all_told(guard).iter().all(|(code, ..)| *code != Code::Syntax));
}

#[test]
fn american_spelling_is_accepted() {
    let text = "language 1\ngame us \"US\" like chess\nshuffle own rank 1\n  Bishops on opposite colors\n  King between Rooks\n";
    let report = check(Source::new("us.game", text), &Shipped);
    assert!(report.is_playable(), "{:?}", report.diagnostics);
    let text = SOUND.replace("moves: step any\n  never", "moves: to any square of the other color\n  never");
    let report = check(Source::new("small.game", text), &Shipped);
    assert!(report.is_playable(), "{:?}", report.diagnostics);
}

#[test]
fn attributes_of_a_piece_can_be_in_any_order() {
    for header in [
        "piece G \"Guard\" label \"GU\" worth 3 fr \"Garde\" drawn as \"Knight\"",
        "piece G \"Guard\" drawn as \"Knight\" fr \"Garde\" label \"GU\" worth 3",
        "piece G \"Guard\" worth 3 short \"Gd\" label \"GU\"",
    ] {
        let text = SOUND.replace("piece G \"Guard\"", header);
        let report = check(Source::new("small.game", text), &Shipped);
        assert!(report.diagnostics.is_empty(), "{header}: {:?}", report.diagnostics);
    }
}

#[test]
fn a_byte_order_mark_is_ignored() {
    let report = check(Source::new("small.game", format!("\u{feff}{SOUND}")), &Shipped);
    assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
}

#[test]
fn memory_that_nothing_sets_gets_a_warning() {
    for [said, line, part] in rows(include_str!("../data/idle-memory.tsv")) {
        let (said, line) = (said.replace("\\n", "\n"), line.parse::<u32>().unwrap());
        let (lines, memory) = said.split_once("\nposition ").unwrap();
        let is_count = memory.contains("tide");
        let text = SOUND.replace("position \"{rows} {side}\"", &format!("{lines}\nposition {memory}"));
        let text = text.replace("2G1K w\"", if is_count { "2G1K w 0\"" } else { "2G1K w -\"" });
        let report = check(Source::new("small.game", text), &Shipped);
        let before = SOUND.lines().position(|line| line.starts_with("position")).unwrap() as u32;
        let all = report.diagnostics.iter().cloned().chain(report.lint());
        let found: Vec<(u32, String)> =
            all.map(|fault| (fault.span.line, fault.problem.en.to_string())).collect();
        let is_told = |(place, told): &(u32, String)| *place == before + line && told.contains(part);
        assert!(found.iter().any(is_told), "{said}: {found:?}");
    }
    // A Rook can slide two or more squares and therefore crosses squares.
    let text = SOUND.replace(
        "position \"{rows} {side}\"",
        "remember spot: a square, for the next turn\nafter a Rook moves: spot is the square it crossed\nposition \"{rows} {side} {spot}\"",
    );
    let report = check(Source::new("small.game", text.replace("2G1K w\"", "2G1K w -\"")), &Shipped);
    assert!(report.is_playable(), "{:?}", report.diagnostics);
    assert!(report.lint().iter().all(|fault| !fault.problem.en.contains("cross no square")));
}
