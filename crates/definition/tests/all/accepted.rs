//! Tests that accepted sentences have an effect, or that the author is asked about them.

use entourage_definition::{Code, Coverage, Diagnostic, Library, Shipped, Source, check};
use entourage_kernel::{Language, Presentation, Random};

use super::faults::SOUND;
use super::readings::compare;
use super::{after, made, moves_of};

fn found(text: &str) -> Vec<Diagnostic> {
    let report = check(Source::new("mine.game", text), &Shipped);
    report.diagnostics.iter().cloned().chain(report.lint()).collect()
}

/// Asserts that a definition gets a warning with this code in this line, and that the message contains `part`.
#[track_caller]
fn asks(text: &str, code: Code, line: u32, part: &str) {
    let found = found(text);
    let is_it = |fault: &&Diagnostic| fault.code == code && fault.span.line == line && fault.span.file == 0;
    assert!(found.iter().filter(is_it).any(|fault| fault.problem.en.contains(part)), "{part}: {found:?}");
}

fn line_of(text: &str, words: &str) -> u32 {
    text.lines().position(|line| line.contains(words)).unwrap() as u32 + 1
}

const EATING: &str = "language 1\ngame eating \"Eating\" like chess\nwithout edition fen\n\
    position \"{rows} {side} {castling} {passed}\"\n\
    also piece Knight\n  captures (eat): leap 1-2 onto an own piece but King\n\
    also piece Bishop\n  captures: slide diagonal onto an own Pawn, or step straight onto an own piece\n\
    also piece King\n  captures: step any onto an own Rook\n\
    power kept of Queen: own Knights next to it cannot be captured\n";

#[test]
fn own_pieces_can_be_captured() {
    let game = made(EATING);
    let start = "r3k3/8/8/8/8/1N6/3P4/R3K2R w KQ -";
    assert_eq!(moves_of(&game, start, "b3"), "a1 a5 c1 c5 d2 d4");
    // The captured rook can no longer castle.
    assert_eq!(after(&game, start, "b3a1"), "r3k3/8/8/8/8/8/3P4/N3K2R b K -");
    assert_eq!(
        moves_of(&game, "4k3/8/8/3N4/3B4/8/3P4/4K2R w - -", "d4"),
        "a1 a7 b2 b6 c3 c5 d5 e3 e5 f2 f6 g1 g7 h8"
    );
    // A power that protects a piece protects it from its own side.
    assert_eq!(moves_of(&game, "4k3/8/8/2QN4/3B4/8/8/4K3 w - -", "d4"), "a1 b2 c3 e3 e5 f2 f6 g1 g7 h8");
    // The capture of an own piece must not expose the King.
    assert_eq!(moves_of(&game, "4k3/8/8/8/4r3/2P5/4N3/4K3 w - -", "e2"), "");
    compare(&game, &mut Random::new(4), 300, "eating");
    for (language, words) in [
        (Language::English, "onto a friendly piece other than Kings"),
        (Language::French, "sur une pièce de son camp sauf les Rois"),
    ] {
        let page = game.rules_page(language);
        assert!(page.contains(words), "{page}");
    }
}

#[test]
fn own_pieces_that_can_be_captured_are_neither_attacked_nor_guarded() {
    let text = format!("{EATING}power lone of Rook: it cannot move, while an own Knight guards it\n");
    let game = made(text);
    // The knight could capture the rook itself, but guards it as in chess.
    assert_eq!(moves_of(&game, "4k3/8/8/8/8/1N6/8/R3K3 w - -", "a1"), "");
    let text = "language 1\ngame eaters \"Eaters\"\nboard 5 x 5\nsides White w, Black b\npiece E \"Eater\"\n  \
        moves: step any\n  captures: step any onto an own Stone\npiece S \"Stone\"\n  moves: step straight\n  never captures\n\
        power watched of Eater: own pieces it guards cannot move\nends\n  draw \"none\": no move\n\
        position \"{rows} {side}\"\nstart \"5/5/1ES2/5/5 w\"\n";
    let game = made(text);
    assert_eq!(moves_of(&game, "5/5/1ES2/5/5 w", "b3"), "a2 a3 a4 b2 b4 c2 c3 c4");
    assert_eq!(moves_of(&game, "5/5/1ES2/5/5 w", "c3"), "c2 c4 d3");
    compare(&game, &mut Random::new(4), 60, "eaters");
}

#[test]
fn a_capture_without_a_side_is_of_an_enemy() {
    let text = SOUND.replace("captures: slide straight\n", "captures: slide straight onto a Rook or Guard\n");
    let game = made(text);
    assert_eq!(moves_of(&game, "k4/5/1gRG1/2R2/4K w", "c3"), "b3 c4 c5");
    let page = game.rules_page(Language::English);
    assert!(page.contains("onto an enemy Rook or Guard"), "{page}");
}

#[test]
fn squares_without_a_side_in_a_list_with_sides_are_questioned() {
    let text =
        SOUND.replace("a1 to e1 for White, a5 to e5 for Black", "a1 to d1, e1 for White, a5 to e5 for Black");
    asks(&text, Code::Meaning, 5, "Is a1 to d1 in the zone of both sides?");
    assert!(found(SOUND).iter().all(|fault| fault.code != Code::Meaning));
}

#[test]
fn repeated_sentences_are_questioned() {
    let power = "power guarded of Guard: own Rooks next to it cannot be captured\n";
    asks(&SOUND.replace(power, &format!("{power}{power}")), Code::Twice, 17, "the same as the one in line 16");
    let step = "  moves: step any\n";
    let text = SOUND.replace(&format!("{step}  never"), &format!("{step}{step}  never"));
    asks(&text, Code::Twice, 14, "the same as the one in line 13");
}

#[test]
fn moves_that_are_too_long_for_the_board_are_questioned() {
    for line in
        ["leap 0-0", "leap 50-60", "ride 5-0", "slide straight exactly 99999", "slide forward exactly 5"]
    {
        let text = SOUND.replace("  moves: step any\n", &format!("  moves: step any\n  moves: {line}\n"));
        asks(&text, Code::Idle, 14, "The board is too small for this move");
    }
    let text = SOUND.replace("exactly 1 King a side", "exactly 1 King a side\n  at most 99999 Guards a side");
    asks(&text, Code::Idle, line_of(&text, "99999"), "There are never 99999 pieces");
    for line in
        ["leap 4-4", "ride 4-0", "slide straight exactly 4", "step straight, then slide onward exactly 3"]
    {
        let text = SOUND.replace("  moves: step any\n", &format!("  moves: step any\n  moves: {line}\n"));
        assert!(found(&text).iter().all(|fault| !fault.problem.en.contains("too small")), "{line}");
    }
}

#[test]
fn invisible_direction_marks_are_refused() {
    for mark in ['\u{202e}', '\u{2066}', '\u{200f}'] {
        let text = SOUND.replace("\"Small\"", &format!("\"Sm{mark}all\""));
        let told = found(&text);
        assert!(
            told.iter().any(|fault| fault.code == Code::Text && fault.problem.en.contains("invisible")),
            "{told:?}"
        );
    }
}

#[test]
fn warnings_about_inherited_sentences_reach_the_author() {
    let still = "language 1\ngame still \"Still\" like chess\npower rigid of any piece: it cannot move\n";
    asks(still, Code::Start, 2, "In the inherited chess.game, line ");
    asks(still, Code::Start, 2, "The game is over before it begins.");
    // The inherited definition accepts its own warnings.
    for id in Shipped.names() {
        let text = format!("language 1\ngame own \"Own\" like {id}\n");
        assert_eq!(found(&text), [], "{id}");
    }
}

#[test]
fn irregular_plurals_can_be_declared() {
    let text = SOUND
        .replace("\"Guard\"", "\"Ox/Oxen\" fr \"Homme/Gens\"")
        .replace("of Guard: own", "of Ox: own")
        .replace("no Guard", "no Oxen")
        .replace("  moves (run)", "  moves: step any, when own Oxen are 2 or more\n  moves (run)");
    let game = made(text);
    let [english, french] = [Language::English, Language::French].map(|language| game.rules_page(language));
    assert!(english.contains("Oxen") && !english.contains("Oxes"), "{english}");
    assert!(french.contains("Gens") && !french.contains("Hommes") && !french.contains("le Homme"), "{french}");
    assert!(french.contains("l'Homme") || french.contains("l’Homme"), "{french}");
}

fn unused(text: &str, games: u64) -> Vec<(u32, String)> {
    let report = check(Source::new("mine.game", text), &Shipped);
    let mut coverage: Coverage = report.coverage().unwrap_or_else(|| panic!("{:?}", report.diagnostics));
    (0..games).for_each(|seed| coverage.play(seed));
    coverage.unused(true).into_iter().map(|fault| (fault.span.line, fault.problem.en.to_string())).collect()
}

#[test]
fn unused_sentences_are_found() {
    let text = SOUND.replace("k1g2/5/5/5/2G1K w", "k1gr1/5/5/5/1RG1K w");
    assert_eq!(unused(&text, 120), []);
    let mut missed = Vec::new();
    for (old, new, words) in DEAD {
        assert!(text.contains(old), "{old}");
        let changed = text.replacen(old, new, 1);
        let found = unused(&changed, 40);
        let line = line_of(&changed, words);
        if !found.iter().any(|(place, _)| *place == line) {
            missed.push((new, found));
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

/// Changes to the small game after which a sentence or clause changes nothing: old text, new text, and words of its line.
const DEAD: [(&str, &str, &str); 13] = [
    ("own Rooks next to it cannot be captured", "own Kings next to it cannot be captured by a run", "by a run"),
    ("own Rooks next to it cannot be captured", "enemy Guards next to it cannot capture", "cannot capture"),
    ("  moves: step any\n", "  moves: step any\n  moves: step straight\n", "moves: step straight"),
    ("  moves: step any\n", "  moves: step any, or step diagonal\n", "or step diagonal"),
    ("  moves: step any\n", "  moves: step any, when own King is on the board\n", "when own King"),
    ("  moves: step any\n", "  moves: step any, only to own ranks 1 to 5\n", "only to"),
    ("  moves: step any\n", "  moves: step any, from own ranks 1 to 5\n", "from own"),
    ("  captures: slide straight\n", "  captures: slide straight, or step straight\n", "or step straight"),
    (
        "  captures: slide straight\n",
        "  captures: slide straight\n  captures: step any onto own King\n",
        "onto own King",
    ),
    ("royal King", "after a Guard captures: it becomes Rook\nroyal King", "after a Guard"),
    ("royal King", "pass: unless own King is on the board\nroyal King", "pass:"),
    ("  draw \"stale", "  win \"lone\": no enemy King is on the board\n  draw \"stale", "lone"),
    ("  draw \"stale", "  loss \"mated\": own King is threatened, and no move\n  draw \"stale", "mated"),
];
