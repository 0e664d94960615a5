//! What the checker refuses, and says: a small game with one sentence changed for each.

use entourage_definition::{Code, Library, Severity, Shipped, Source, check};
use entourage_kernel::Language;

/// A small game that is sound.
const SOUND: &str = r#"language 1
game small "Small"
board 5 x 5
sides White w, Black b
zone home: a1 to e1 for White, a5 to e5 for Black

piece K "King"
  moves and captures: step any
piece R "Rook"
  moves (run): slide straight
  captures: slide straight
piece G "Guard"
  moves: step any
  never captures

power guarded of Guard: own Rooks next to it cannot be captured
royal King, warned as "check"
ends
  loss "checkmate": own King is threatened, and no move
  draw "stalemate": no move
position "{rows} {side}"
start "k1g2/5/5/5/2G1K w"
needs
  exactly 1 King a side
  no Guard on enemy home
  the enemy King is not threatened
"#;

/// Checks the small game with one text replaced by another, and returns its diagnostics.
fn faults(old: &str, new: &str) -> Vec<(Code, Severity, String)> {
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

/// Asserts that an error of a changed game is of a kind and says something.
fn refuses(old: &str, new: &str, code: Code, said: &str) {
    let found = faults(old, new);
    let told = found.iter().any(|(kind, severity, sentence)| {
        (*kind, *severity) == (code, Severity::Error) && sentence.contains(said)
    });
    assert!(told, "{new}: {found:?}");
}

const POWER: &str = "power guarded of Guard: own Rooks next to it cannot be captured";

#[test]
fn the_small_game_is_sound() {
    assert_eq!(faults("", ""), []);
}

#[test]
fn powers_that_wait_for_one_another_are_refused() {
    refuses(
        POWER,
        "power lent of Guard: own Rooks next to it walk as King, while 1 or more enemies threaten it",
        Code::Stratum,
        "changes how pieces move",
    );
    refuses(
        POWER,
        "power duty of any piece: after its move it must be next to a piece, unless 1 or more enemies threaten it",
        Code::Stratum,
        "two moves ahead",
    );
    let ring = "power one of Guard: it cannot move, while it is two\npower two of Guard: it cannot move, while it is one";
    refuses(POWER, ring, Code::Stratum, "one → two → one");
    refuses(
        "  captures: slide straight\n",
        "  captures: slide straight, when an enemy Rook guards it\n",
        Code::Stratum,
        "asks what is attacked, and decides it",
    );
}

#[test]
fn lines_that_decide_attacks_ask_for_none() {
    for leg in [
        "step any onto an enemy that it attacks",
        "to any square next to own Rook it guards",
        "slide any leaping enemies that it attacks",
    ] {
        let line = format!("  captures: {leg}\n");
        refuses("  captures: slide straight\n", &line, Code::Stratum, "asks what is attacked, and decides it");
    }
    let then = "remember last: a square, for the next turn\nafter a Rook makes a run: last is where it stood, if own King is on the board, and the enemy may then make a run";
    refuses("", then, Code::Meaning, "and alone");
}

#[test]
fn sides_and_meanings_must_be_said() {
    refuses(
        POWER,
        "power guarded of Guard: Rooks next to it cannot be captured",
        Code::Meaning,
        "Whose Rooks? Say own, enemy or any.",
    );
    refuses(
        POWER,
        "power guarded of Guard: their own Rooks cannot move",
        Code::Meaning,
        "Nobody is meant by \"their\" here",
    );
    refuses("no Guard on enemy home", "no Guard on home", Code::Meaning, "Whose home?");
    refuses(
        "  moves (run): slide straight",
        "  moves: slide straight, capturing the enemy it jumps, then step any",
        Code::Syntax,
        "end of the sentence",
    );
    refuses(
        "  captures: slide straight\n",
        "  captures: slide straight onto an empty square\n",
        Code::Meaning,
        "takes nothing",
    );
    refuses(
        "  moves (run): slide straight",
        "  moves: leap 1-2, capturing the enemy it withdraws from",
        Code::Meaning,
        "no direction to withdraw in",
    );
    refuses(
        "  moves (run): slide straight",
        "  moves: slide turning",
        Code::Meaning,
        "Nothing goes before this leg",
    );
    for (board, line, problem) in [
        ("rows of 5 4 5 4 5", "slide straight, then slide turning", "no right angles on hexagons"),
        ("rows of 5 4 5 4 5", "slide obliquely forward", "Only where hexagons stand in files"),
        ("files of 5 5 5 5 5", "slide sideways", "Nothing lies sideways"),
    ] {
        let hexagons = SOUND
            .replace("board 5 x 5", &format!("board hexagons in {board}"))
            .replace("slide straight\n", &format!("{line}\n"));
        let report = check(Source::new("small.game", hexagons), &Shipped);
        assert!(report.diagnostics[0].problem.en.contains(problem), "{:?}", report.diagnostics);
    }
    refuses("board 5 x 5", "board 5 x 5\nhands of 40", Code::Size, "A hand has from 1 to 26 squares");
    refuses("", "call odd: a Guard that is not even", Code::UnknownName, "Nothing is called even");
    refuses(
        POWER,
        "power guarded of Guard: own Rooks that it attacks cannot move, while an own piece is next to it or own King is on the board, and own Guard is on the board",
        Code::Syntax,
        "Which belong together?",
    );
}

#[test]
fn names_must_be_known() {
    refuses("royal King", "royal Kign", Code::UnknownName, "No piece is called Kign. Did you mean \"King\"?");
    refuses(
        POWER,
        "power guarded of Guard: it cannot make a jump",
        Code::UnknownName,
        "Nothing makes a jump in this game. There are: run.",
    );
    refuses(
        "no Guard on enemy home",
        "no Guard on enemy hone",
        Code::UnknownName,
        "No zone is called hone. Did you mean \"home\"?",
    );
    refuses("game small \"Small\"", "game small \"Small\" like chss", Code::UnknownName, "Did you mean");
    refuses("board 5 x 5", "bord 5 x 5", Code::Syntax, "Did you mean \"board\"?");
    refuses("zone home: a1", "zone home: a9", Code::UnknownName, "The board has no square a9");
    refuses(
        "draw \"stalemate\": no move",
        "draw \"stalemate\": no move, in edition other",
        Code::UnknownName,
        "No edition is called other.",
    );
    refuses("", "without feature castling", Code::UnknownName, "No feature is called castling.");
}

#[test]
fn everything_is_said_once_and_fits() {
    refuses("piece G \"Guard\"", "piece R \"Guard\"", Code::Twice, "Two pieces have the letter R.");
    refuses("board 5 x 5", "board 15 x 15", Code::Size, "at most 26 in a row; here it is 225");
    refuses("no Guard on enemy home", "no Guard on own rank 9", Code::Size, "Row 9 of 5.");
    refuses(
        "  never captures\n",
        "",
        Code::Missing,
        "The Guard has no line `captures`. Add one, or `never captures`.",
    );
    refuses("board 5 x 5\n", "", Code::Missing, "\"board 8 x 8\" is missing");
    refuses("language 1\n", "", Code::Missing, "\"language 1\" is missing");
    refuses(
        "",
        "moves written\n  run \"{from}1{to}\"",
        Code::Notation,
        "A number stands right behind a square",
    );
    refuses("", "moves written\n  run \"{from}{there}\"", Code::Notation, "no {there}");
    refuses(
        "",
        "remember last: a square, for the next turn",
        Code::Memory,
        "last is remembered but not in `position`",
    );
    refuses("", "remember last: a square", Code::Syntax, "for how long");
    refuses(
        "start \"k1g2/5/5/5/2G1K w\"",
        "start \"k1g2/5/5/5/R1G1K w\"",
        Code::Start,
        "the enemy King is not threatened",
    );
    refuses("start \"k1g2/5/5/5/2G1K w\"", "start \"k1g2/5/5/5/2G1 w\"", Code::Start, "row 1 has 4 squares");
    refuses("", "royal Rook, warned as \"check\"", Code::Twice, "This is said twice.");
    refuses("White w, Black b", "White w, Black w", Code::Twice, "different words in positions");
    refuses("", "zone home: c3", Code::Twice, "home is explained twice.");
    refuses("", "moves written\n  run \"{from}x\"", Code::Notation, "does not tell where the piece goes");
    refuses("warned as \"check\"", "warned as \"Check!\"", Code::Notation, "a word in small letters");
    refuses("", "castling of King with Rook\n  K: a1 to b1, a1 to c1", Code::Meaning, "along one row");
    refuses("", "card lamp \"Lamp\" for one piece", Code::Unsupported, "not played yet");
}

#[test]
fn what_could_cost_too_much_is_refused() {
    let far = "  moves (run): slide any, then slide any, then slide any, then slide any";
    refuses(
        "  moves (run): slide straight",
        &format!("{far}\n{far}"),
        Code::Cost,
        "the dearest sentence is this one",
    );
}

#[test]
fn faults_of_one_edition_say_so() {
    let text = "language 1\ngame odd \"Odd\" like chess\nposition \"{rows} {side} {castling} {passed}\"\n";
    let report = check(Source::new("odd.game", text), &Shipped);
    let [fault] = &report.diagnostics[..] else { panic!("{:?}", report.diagnostics) };
    assert_eq!(fault.code, Code::Memory);
    assert_eq!(fault.help.as_ref().unwrap().en, "This is so in edition fen.");
}

#[test]
fn texts_that_are_none_are_refused() {
    refuses("", "power \"open", Code::Text, "quotation mark");
    refuses("", "power ; of", Code::Text, "No sentence has this sign.");
    refuses("", &"# long\n".repeat(10_000), Code::Text, "at most 65536 bytes");
    refuses("", "a\n b\n  c\n   d\n    e\n     f", Code::Text, "too deep");
}

#[test]
fn what_changes_nothing_is_warned_of() {
    let found = faults("no Guard on enemy home", "at most 3 Guards a side");
    assert_eq!(found, [(Code::Idle, Severity::Warning, "home is explained and never used.".to_owned())]);
    let still = "piece S \"Stone\"\n  never captures\n\npower guarded";
    let found = faults("power guarded", still);
    assert_eq!(found, [(Code::Idle, Severity::Warning, "The Stone never moves.".to_owned())]);
}

#[test]
fn a_fault_is_shown_with_its_place() {
    let text = SOUND.replace("royal King", "royal Kign");
    let report = check(Source::new("small.game", text), &Shipped);
    let shown = report.diagnostics[0].render(&report.sources, Language::English);
    let expected = "small.game:17:7: error[unknown-name]: No piece is called Kign.\n   17 | royal Kign, warned as \"check\"\n      |       ^^^^\n      = help: Did you mean \"King\"?\n";
    assert_eq!(shown, expected);
    assert!(Shipped.find("nonesuch").is_none());
}
