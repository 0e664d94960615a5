//! Tests the linter's questions about likely mistakes, and the effects of the answers.

use entourage_definition::{Code, Edit, Library, Severity, Shipped, Source, check};
use entourage_kernel::Rules;

use super::faults::{SOUND, faults};
use super::rows;

#[test]
fn sentences_without_effect_get_a_warning() {
    let found = faults("no Guard on enemy home", "at most 3 Guards a side");
    assert_eq!(found, [(Code::Idle, Severity::Warning, "home is defined but never used.".to_owned())]);
    let still = "piece S \"Stone\"\n  never captures\n\npower guarded";
    let found = faults("power guarded", still);
    assert_eq!(found, [(Code::Idle, Severity::Warning, "The Stone never moves.".to_owned())]);
}

fn warnings(old: &str, new: &str) -> Vec<String> {
    let stalemate = "  draw \"stalemate\": no move\n";
    let text = SOUND
        .replace("k1g2/5/5/5/2G1K w", "k1gr1/5/5/5/1RG1K w")
        .replace(stalemate, &format!("{stalemate}  draw \"repetition\": the same position a third time\n"));
    assert!(text.contains(old), "{old}");
    let report = check(Source::new("small.game", text.replacen(old, new, 1)), &Shipped);
    assert!(report.is_playable(), "{:?}", report.diagnostics);
    report.lint().into_iter().map(|fault| fault.problem.en.to_string()).collect()
}

#[test]
fn likely_mistakes_get_a_warning() {
    let start = "k1gr1/5/5/5/1RG1K w";
    assert_eq!(warnings(start, start), [""; 0]);
    for [old, new, said] in rows(include_str!("../data/mistakes.tsv")) {
        let [old, new] = [old, new].map(|text| text.replace("\\n", "\n"));
        let found = warnings(&old, &new);
        assert!(found.iter().any(|warning| warning.contains(said)), "{new}: {found:?}");
    }
}

#[test]
fn each_answer_settles_its_question() {
    let repetition = "  draw \"repetition\": the same position a third time\n";
    let stranded = SOUND.replace("  draw \"stalemate\": no move\n", repetition);
    assert_ne!(stranded, SOUND);
    let report = check(Source::new("small.game", stranded.clone()), &Shipped);
    let asks =
        |fault: &entourage_definition::Diagnostic| fault.problem.en.starts_with("What happens if the player");
    let questions = report.lint();
    let question = questions.iter().find(|fault| asks(fault)).unwrap();
    assert_eq!(question.answers.len(), 2);
    for answer in &question.answers {
        let Edit::Below { line, text } = &answer.edit else { panic!("{answer:?}") };
        let mut lines: Vec<&str> = stranded.lines().collect();
        lines.insert(*line as usize, text);
        let report = check(Source::new("small.game", lines.join("\n")), &Shipped);
        assert!(report.is_playable() && !report.lint().iter().any(asks), "{text}: {:?}", report.diagnostics);
    }
}

#[test]
fn plurals_refer_to_their_piece() {
    for (one, many) in
        [("Wolf", "Wolves"), ("Lady", "Ladies"), ("Fox", "Foxes"), ("Knife", "Knives"), ("Dwarf", "Dwarfs")]
    {
        let text =
            SOUND.replace("own Rooks", &format!("own {many}")).replace("\"Rook\"", &format!("\"{one}\""));
        let report = check(Source::new("small.game", text), &Shipped);
        assert!(report.is_playable(), "{many}: {:?}", report.diagnostics);
    }
}

fn answer(text: &str, question: &str, index: usize) -> String {
    let report = check(Source::new("small.game", text), &Shipped);
    let questions = report.lint();
    let asked = questions.iter().find(|fault| fault.problem.en.starts_with(question));
    let asked = asked.unwrap_or_else(|| panic!("{question}: {questions:?} {:?}", report.diagnostics));
    assert_eq!(asked.answers.len(), 2, "{asked:?}");
    assert!(asked.problem.fr.contains('?') && asked.problem.fr != asked.problem.en);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    match &asked.answers[index].edit {
        Edit::Below { line, text } => lines.insert(*line as usize, text.clone()),
        Edit::Meant => lines[asked.span.line as usize - 1] += &format!("  # meant: {}", asked.code.word()),
        Edit::Without => panic!("{asked:?}"),
    }
    lines.join("\n") + "\n"
}

fn open_questions(text: &str) -> Vec<String> {
    let report = check(Source::new("small.game", text), &Shipped);
    assert!(report.is_playable(), "{:?}\n{text}", report.diagnostics);
    let lines: Vec<&str> = text.lines().collect();
    let is_open = |fault: &entourage_definition::Diagnostic| {
        !lines[fault.span.line as usize - 1].ends_with(&format!("# meant: {}", fault.code.word()))
    };
    report.lint().into_iter().filter(is_open).map(|fault| fault.problem.en.to_string()).collect()
}

fn with_power(power: &str) -> String {
    let stalemate = "  draw \"stalemate\": no move\n";
    SOUND
        .replace("royal King", &format!("{power}\nroyal King"))
        .replace("k1g2/5/5/5/2G1K w", "k1gr1/5/5/5/1RG1K w")
        .replace(stalemate, &format!("{stalemate}  draw \"repetition\": the same position a third time\n"))
}

fn may(text: &str, wanted: &str) -> bool {
    let game = check(Source::new("small.game", text), &Shipped).game().unwrap();
    game.list_moves(&game.start()).into_iter().any(|intent| game.write_move(intent) == wanted)
}

#[test]
fn the_linter_asks_whether_frozen_pieces_give_check() {
    let asked = "Can a piece that frozen keeps from capturing give check";
    for power in [
        "power frozen of Guard: enemies next to it cannot move",
        "power frozen of Guard: enemies next to it cannot capture",
        "power frozen of Guard: while next to an enemy of its kind, nobody can capture",
        "power frozen of Rook: it cannot capture an enemy King, unless next to an own Guard",
    ] {
        let text = with_power(power);
        assert_eq!(open_questions(&answer(&text, asked, 0)), [""; 0], "{power}");
        let spared = answer(&text, asked, 1);
        let mated = "Is a King mated if its attacker";
        assert!(matches!(&open_questions(&spared)[..], [question] if question.starts_with(mated)), "{power}");
        for index in [0, 1] {
            assert_eq!(open_questions(&answer(&spared, mated, index)), [""; 0], "{power}");
        }
    }
    // There is no question if the power affects no piece that could give check.
    for power in [
        "power frozen of Guard: enemy Guards next to it cannot move",
        "power frozen of Guard: enemy Kings next to it cannot move",
        "power frozen of Rook: it cannot capture an enemy Guard",
        "power frozen of Rook: enemies next to it cannot make a run",
    ] {
        assert_eq!(open_questions(&with_power(power)), [""; 0], "{power}");
    }
}

#[test]
fn an_answer_changes_which_pieces_give_check() {
    let text = with_power("power frozen of Guard: enemies next to it cannot move")
        .replace("k1gr1/5/5/5/1RG1K w", "k2r1/2G2/5/5/4K w");
    let asked = "Can a piece that frozen keeps from capturing give check";
    assert!(may(&text, "e1d1") && may(&answer(&text, asked, 0), "e1d1"));
    assert!(!may(&answer(&text, asked, 1), "e1d1"));
}

#[test]
fn the_linter_asks_whether_pinned_pieces_threaten() {
    let asked = "For guarded, does a pinned piece";
    for condition in [
        "it can be captured only while 2 or more enemies threaten it",
        "after its move it must not be threatened",
    ] {
        let text = with_power("").replace("own Rooks next to it cannot be captured", condition);
        assert_eq!(open_questions(&answer(&text, asked, 0)), [""; 0], "{condition}");
        let uncounted = answer(&text, asked, 1);
        assert!(
            uncounted.contains("power pinned of any piece: after its move no enemy may attack an enemy King")
        );
        assert_eq!(open_questions(&uncounted).len(), 1, "whether it is mate");
    }
    // The Rook on e3 is pinned, and could otherwise capture on a3.
    let text = with_power("power shy of Rook: after its move it must not be threatened")
        .replace("k1gr1/5/5/5/1RG1K w", "4k/5/4r/5/R1K1R w");
    let asked = "For shy, does a pinned piece";
    assert!(!may(&text, "a1a3") && !may(&answer(&text, asked, 0), "a1a3"));
    assert!(may(&answer(&text, asked, 1), "a1a3"));
    let royal = with_power("power peace of any piece: after its move the enemy King must not be threatened");
    assert_eq!(open_questions(&royal), [""; 0]);
}

/// Known warnings: games without a repetition rule or move limit, a Grey that can never appear on the board, and games that
/// rely on the defaults for pieces that cannot capture and for pinned pieces.
#[test]
fn shipped_games_have_only_known_warnings() {
    for id in Shipped.names() {
        let report = check(Shipped.find(&id).unwrap(), &Shipped);
        let warned: Vec<String> = report.lint().iter().map(|fault| fault.problem.en.to_string()).collect();
        let known = ["There is never a Grey", "Can a piece that ", "For invulnerable, does a pinned piece"];
        let is_known = |warning: &String| {
            warning.contains("shuffle pieces forever") || known.iter().any(|known| warning.starts_with(known))
        };
        assert!(warned.iter().all(is_known), "{id}: {warned:?}");
    }
}

#[test]
fn faults_point_at_the_right_sentence_of_a_power() {
    let find = |text: &str| {
        let report = check(Source::new("several.game", text), &Shipped);
        let faults = report.diagnostics.iter().cloned().chain(report.lint());
        faults.map(|fault| (fault.code, fault.span.line)).collect::<Vec<_>>()
    };
    let text = |first: &str, second: &str| {
        format!(
            "language 1\ngame several \"Several\" like chess\npower x of Knight: {first}\npower y of Rook: own Pawns next to it cannot move\npower x of Bishop: {second}\n"
        )
    };
    // Only the second sentence stops pieces from moving and therefore from giving check.
    let quiet = "own Pawns next to it also walk as Knight";
    let stopped = text(quiet, "enemies next to it cannot move")
        .replace("power y of Rook: own Pawns next to it cannot move\n", "");
    assert!(find(&stopped).contains(&(Code::Check, 4)), "{:?}", find(&stopped));
    // A circular dependency is reported at the sentence that closes the cycle.
    let ring = text(quiet, "it cannot capture, while it is y")
        .replace("cannot move\npower x", "cannot move, when it is x\npower x");
    assert_eq!(find(&ring), [(Code::Stratum, 5)]);
    // A power's sentence for a kind that never appears has no effect, even if the power's other sentences have one.
    let idle = text(quiet, quiet).replace("of Bishop", "of Bear")
        + "piece E \"Bear\"\n  moves and captures: step any\n";
    assert!(find(&idle).contains(&(Code::Idle, 5)), "{:?}", find(&idle));
    assert!(!find(&idle).contains(&(Code::Idle, 3)), "{:?}", find(&idle));
    // The contradiction is reported at the description.
    let told = text(
        "enemies next to it cannot move",
        "enemies next to it cannot move\n  says \"Enemies beside it may move.\"",
    );
    assert!(find(&told).contains(&(Code::Description, 5)), "{:?}", find(&told));
}
