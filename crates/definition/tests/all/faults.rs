//! Errors of the checker: a small game with one sentence changed for each.

use entourage_definition::{Code, Library, Severity, Shipped, Source, check};
use entourage_kernel::{Language, Presentation};

pub(super) const SOUND: &str = r#"language 1
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

pub(super) fn refuses(old: &str, new: &str, code: Code, said: &str) {
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
fn words_that_come_to_mind_are_read_or_explained() {
    for sentence in [
        "power odd of Guard: enemies it attacks cannot move",
        "power odd of Guard: own pieces that it guards cannot move",
        "power odd of Guard: it can move only while an own piece guards it",
        "power odd of Guard: it can capture only when an own King is on the board",
        "call near: a Guard on own rank 1",
        "power duty of Guard: after its move it must not attack an enemy",
        "power duty of any piece: after its move the enemy King must not be threatened",
        "power duty of any piece: after its move no piece may attack an enemy of its kind",
        "power duty of any piece: after its move it must be next to a piece, unless 1 or more enemies threaten it",
        "power duty of Rook: after its run the enemy must have a move, while the enemy King is threatened",
        "after a Rook captures: own Guards on own home are removed",
        "after a Rook captures: an own Guard is put where it stood",
    ] {
        let found = faults("", sentence);
        assert!(found.iter().all(|(_, severity, _)| *severity == Severity::Warning), "{sentence}: {found:?}");
    }
    for duty in ["it must be glad", "it should not attack an enemy", "a piece should be safe"] {
        let sentence = format!("power duty of Guard: after its move {duty}");
        refuses(POWER, &sentence, Code::Syntax, "what must hold after the move: \"it must be next to …\"");
    }
    refuses(
        "",
        "draw \"dead\": own pieces are 1 or fewer",
        Code::Syntax,
        "Indent what ends the game below `ends`.",
    );
    refuses("", "exactly 1 King a side", Code::Syntax, "below `needs`");
    refuses("piece G \"Guard\"", "piece G \"Guard's Man\"", Code::Notation, "letters, digits and hyphens only");
}

#[test]
fn faults_in_another_game_say_where_to_mend_them() {
    let text = "language 1\ngame odd \"Odd\" like chess\nhands of 1\n";
    let report = check(Source::new("odd.game", text), &Shipped);
    let elsewhere: Vec<_> = report.diagnostics.iter().filter(|fault| fault.span.file > 0).collect();
    let says = |fault: &&entourage_definition::Diagnostic| {
        fault.help.as_ref().is_some_and(|help| help.en.contains("say the sentence again in your own"))
    };
    assert!(elsewhere.iter().any(says), "{:?}", report.diagnostics);
}

#[test]
fn an_edition_of_another_game_can_be_left_out() {
    let text = "language 1\ngame plain \"Plain\" like chess\nwithout edition fen\nposition \"{rows} {side} {castling} {passed}\"\n";
    let report = check(Source::new("plain.game", text), &Shipped);
    assert!(report.is_playable(), "{:?}", report.diagnostics);
    let page = report.game().unwrap().rules_page(Language::English);
    assert!(!page.contains("edition"), "{page}");
    refuses("", "without edition fen", Code::UnknownName, "No edition is called fen.");
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
    refuses(
        "warned as \"check\"",
        "warned as \"check\"\n  in danger: when one is",
        Code::Syntax,
        "may be left threatened",
    );
    refuses("", "royal Rook, warned as \"check\"", Code::Twice, "This is said twice.");
    refuses("White w, Black b", "White w, Black w", Code::Twice, "different words in positions");
    refuses("", "zone home: c3", Code::Twice, "home is explained twice.");
    refuses("", "moves written\n  run \"{from}x\"", Code::Notation, "does not tell where the piece goes");
    refuses("warned as \"check\"", "warned as \"Check!\"", Code::Notation, "a word in small letters");
    refuses("", "castling of King with Rook\n  K: a1 to b1, a1 to c1", Code::Meaning, "along one row");
}

#[test]
fn what_is_put_pulled_or_turned_is_told_by_one_square() {
    let asks = "after a Rook moves: an own Guard is put on any empty square";
    refuses("", &format!("{asks}\n{asks} next to it"), Code::Unsupported, "asks its player for one square");
    refuses("", &format!("{asks} a slide straight over one piece away"), Code::Meaning, "leads over no piece");
    let run = "  captures: slide straight\n";
    refuses(run, "  captures: leap 1-2, pulling an enemy\n", Code::Meaning, "no direction to pull in");
    let act = "also piece Rook\n  acts (charm): an enemy next to it changes sides\nmoves written\n  charm";
    refuses("", &format!("{act} \"{{from}}~\""), Code::Notation, "does not tell whom it concerns");
}

fn cards(section: &str, card: &str) -> String {
    let one = "exactly 1 King a side";
    let text = SOUND.replacen(one, &format!("{one}\n  at most 1 of each kind a side"), 1);
    let text =
        text.replacen("{side}\"", "{side} {cards 1} {cards 2}\"", 1).replacen("2G1K w\"", "2G1K w - -\"", 1);
    format!("{text}{section}{card}")
}

const SECTION: &str = "cards\n  each player takes 0 to 1, no two alike\n  a card for a piece goes to a piece but King, and a piece bears one at most\n  a card is lost with its piece\n";
const CARD: &str =
    "card lamp \"Lamp\" for one piece, usually Rook\n  own pieces next to it cannot be captured\n";

#[test]
fn cards_are_explained_whole() {
    let told = |text: String| {
        let report = check(Source::new("small.game", text), &Shipped);
        let errors = report.diagnostics.iter().filter(|fault| fault.severity == Severity::Error);
        errors.map(|fault| (fault.code, fault.problem.en.to_string())).collect::<Vec<_>>()
    };
    assert_eq!(told(cards(SECTION, CARD)), []);
    for (section, card, code, said) in [
        ("", CARD, Code::Missing, "how they are taken"),
        (
            &SECTION.replace("  a card is lost with its piece\n", ""),
            CARD,
            Code::Missing,
            "\"a card is lost with its piece\"",
        ),
        (&SECTION.replace("0 to 1", "0 to 4"), CARD, Code::Size, "Nobody can take 4 of 1 card."),
        (&format!("{SECTION}  never lamp with lamp\n"), CARD, Code::Twice, "Two different cards"),
        (&format!("{SECTION}  never lamp with lamb\n"), CARD, Code::UnknownName, "No card is called lamb."),
        (
            &SECTION.replace("but King,", "but King, Rook, Guard,"),
            &CARD.replace(", usually Rook", ""),
            Code::Meaning,
            "No piece is left to bear a card.",
        ),
        (SECTION, &CARD.replace("usually Rook", "usually King"), Code::Meaning, "bears no card"),
        (
            SECTION,
            &CARD.replace("usually Rook", "usually Rook, once"),
            Code::Meaning,
            "Nothing spends this card",
        ),
        (
            SECTION,
            &format!("{CARD}  instead of being captured by a run, it stays\n"),
            Code::Meaning,
            "Only a piece that is taken by the way can stay",
        ),
        (
            SECTION,
            &format!("{CARD}  acts (burst): it is removed\n"),
            Code::Unsupported,
            "`moves` and `captures` lines",
        ),
        (
            SECTION,
            &format!("{CARD}  after it captures: that piece gets an extra move by run\n"),
            Code::Meaning,
            "Which piece?",
        ),
        (SECTION, &format!("{CARD}  it walks along wrapped rows\n"), Code::Meaning, "No row is wrapped"),
        (
            SECTION,
            &format!("{CARD}  moves: to any square 3 or 2 steps any away\n"),
            Code::Size,
            "the smaller number first",
        ),
    ] {
        let found = told(cards(section, card));
        assert!(
            found.iter().any(|(kind, problem)| *kind == code && problem.contains(said)),
            "{card}: {found:?}"
        );
    }
    let unsaid = cards(SECTION, CARD).replace("  at most 1 of each kind a side\n", "");
    assert!(told(unsaid).iter().any(|(_, problem)| problem.contains("borne by one piece")));
    let untold = cards(SECTION, CARD).replace(" {cards 2}\"", "\"").replace(" w - -\"", " w -\"");
    assert!(told(untold).iter().any(|(code, problem)| *code == Code::Memory && problem.contains("{cards 2}")));
    assert!(told(format!("{SOUND}wrap rows\n")).iter().any(|(_, problem)| problem.contains("how rows go on")));
}

#[test]
fn what_could_cost_too_much_is_refused() {
    for (label, is_dear) in [("double step", false), ("move", true)] {
        let duty = format!("power duty of any piece: after its {label} the enemy must have a move");
        let text = format!("language 1\ngame dear \"Dear\" like chess\n{duty}\n");
        let report = check(Source::new("dear.game", text), &Shipped);
        assert_eq!(report.diagnostics.iter().any(|fault| fault.code == Code::Cost), is_dear, "{label}");
    }
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
fn a_fault_is_shown_with_its_place() {
    let text = SOUND.replace("royal King", "royal Kign");
    let report = check(Source::new("small.game", text), &Shipped);
    let shown = report.diagnostics[0].render(&report.sources, Language::English);
    let expected = "small.game:17:7: error[unknown-name]: No piece is called Kign.\n   17 | royal Kign, warned as \"check\"\n      |       ^^^^\n      = help: Did you mean \"King\"?\n";
    assert_eq!(shown, expected);
    assert!(Shipped.find("nonesuch").is_none());
}

#[test]
fn leaps_and_files_that_mean_nothing_are_refused() {
    let leap = |line: &str| format!("piece R \"Rook\"\n  moves: {line}");
    refuses("piece R \"Rook\"", &leap("leap 2-2 forward"), Code::Meaning, "No such leap goes there");
    refuses("piece R \"Rook\"", &leap("leap 0-2 diagonally forward"), Code::Meaning, "No such leap goes there");
    refuses("piece R \"Rook\"", &leap("ride 1-2 turning"), Code::Meaning, "Nothing goes before this leg");
    refuses("piece R \"Rook\"", &leap("slide straight up to onto"), Code::Syntax, "Expected a number");
    refuses("piece R \"Rook\"", &leap("to any square on a file with one own Rook"), Code::Syntax, "at most");
}

#[test]
fn repetitions_that_mean_nothing_are_refused() {
    let end = |end: &str| format!("draw \"stalemate\": no move\n  {end}");
    let stalemate = "draw \"stalemate\": no move";
    refuses(
        stalemate,
        &end("loss \"again\": the same position a first time"),
        Code::Syntax,
        "\"second\", \"third\"",
    );
    refuses(
        stalemate,
        &end("loss \"again\", at once: the same position a third time"),
        Code::Meaning,
        "a turn begins",
    );
    refuses(
        stalemate,
        &end("Red loses \"again\": the same position a third time"),
        Code::UnknownName,
        "No side is called Red",
    );
    refuses(
        stalemate,
        &end("White draws \"again\": no move"),
        Code::Syntax,
        "a side that \"wins\" or \"loses\"",
    );
    refuses(
        stalemate,
        &end("loss \"again\": the same position a third time, and every move"),
        Code::Syntax,
        "move gave check",
    );
    refuses(stalemate, &end("loss \"out\": 3 passes in succession"), Code::Size, "One or two passes");
}

#[test]
fn what_pieces_do_not_become_is_not_bounded() {
    let after = |what: &str| format!("after a Guard arrives on its last row: it becomes {what}");
    refuses(
        "",
        &after("Rook or Guard, with at most 1 King a side"),
        Code::Meaning,
        "It does not become a King here.",
    );
    refuses("", &after("Rook, with at most 1 Rook a side"), Code::Meaning, "if own … are … or fewer");
    refuses("", &after("Rook or Guard, with at most 1 Rook"), Code::Syntax, "a side");
    refuses("", "after a Guard walks: it becomes Rook", Code::Syntax, "\"leaves …\"");
}

#[test]
fn whom_a_piece_encloses_is_said() {
    let line = |line: &str| format!("piece R \"Rook\"\n  moves: {line}");
    let rook = "piece R \"Rook\"";
    refuses(rook, &line("to any square where it encloses"), Code::Syntax, "the sentence ends");
    refuses(
        rook,
        &line("step any, capturing enemies it encloses turning"),
        Code::Meaning,
        "Nothing goes before",
    );
    refuses("", "after a Rook captures: enemies it encloses change", Code::Syntax, "\"change sides\"");
}

#[test]
fn the_manuals_nearest_example_stands_beside_an_error() {
    refuses(
        "",
        "power dark: own Rooks cannot capture",
        Code::Syntax,
        "Expected \"of\", and found \":\". The manual says: power ",
    );
    refuses(
        "  draw \"stalemate\": no move",
        "  win \"home\": own Rook on home",
        Code::Syntax,
        "The manual says: win \"gathered\": own pieces on own palace are 4 or more",
    );
    refuses("", "without royalty", Code::Syntax, "Expected \"feature\", \"edition\" or \"royal\"");
    refuses("", "after a Rook moves: it becomes Guard, if it attacks", Code::Syntax, "the sentence ends");
}

#[test]
fn what_is_not_royal_in_the_other_game_cannot_be_left_out() {
    let text = "language 1\ngame two \"Two\" like koeko\nwithout royal\nwithout royal\n";
    let report = check(Source::new("two.game", text), &Shipped);
    let errors: Vec<&str> = report
        .diagnostics
        .iter()
        .filter(|fault| fault.severity == Severity::Error)
        .map(|fault| fault.problem.en.as_ref())
        .collect();
    assert!(errors.contains(&"No piece is royal in the game that this one is like."), "{errors:?}");
}

#[test]
fn what_nothing_counts_is_refused() {
    let refused = |count: &str, code: Code, said: &str| {
        refuses("", &format!("remember score: a count, {count}"), code, said)
    };
    refused("1 more after every jump", Code::Syntax, "\"move\", \"check\" or \"capture of …\"");
    refused("1 more after every check by Red", Code::UnknownName, "No side is called Red");
    refused("1 more after every check, 2 more after every move", Code::Syntax, "\"check\" or \"capture of …\"");
    refused("1 more after every capture of a Queen", Code::UnknownName, "No piece is called Queen");
}

#[test]
fn what_is_nobodys_only_stands_in_the_way() {
    let wall = "piece W \"Wall\" of nobody";
    let with = |more: &str| format!("{wall}\n{more}");
    refuses("", &with("  moves: step any\n  never captures"), Code::Meaning, "nobody moves it");
    refuses(
        "",
        &with("power near of Guard: own Walls next to it cannot move"),
        Code::Meaning,
        "neither own nor enemy",
    );
    refuses("", &with("power near of Wall: enemies next to it cannot move"), Code::Meaning, "is nobody's");
    refuses("", &with("after a Rook captures: it becomes Wall"), Code::Meaning, "is nobody's");
    refuses("royal King", &with("royal Wall"), Code::Meaning, "is nobody's");
    refuses("piece G \"Guard\"", "piece G \"Guard\" of nobody", Code::Meaning, "nobody moves it");
}

fn all_told(more: &str) -> Vec<(Code, u32, String)> {
    let report = check(Source::new("small.game", format!("{SOUND}{more}\n")), &Shipped);
    let all = report.diagnostics.iter().cloned().chain(report.lint());
    all.map(|fault| (fault.code, fault.span.line, fault.problem.en.to_string())).collect()
}

#[test]
fn articles_stand_wherever_a_piece_is_named() {
    for said in [
        "power still of a Guard: enemy pieces but the King next to it cannot capture",
        "power still of any piece but a King: enemies next to it cannot capture",
        "power still of any piece but a King or a Rook: enemies next to it cannot capture",
        "power still of a Rook or a Guard: enemy pieces but a King or a Rook next to it cannot capture",
        "power still of Guard: own Rooks next to it also walk as a King",
        "every piece but the King or a Guard\n  moves (hop): leap 1-2",
        "royal a King, warned as \"check\"",
        "after a Rook arrives on the last row: it becomes a Guard or a Rook",
        "shuffle own row 1 but the King",
    ] {
        let found: Vec<_> = all_told(said).into_iter().filter(|(code, ..)| *code == Code::Syntax).collect();
        assert!(found.is_empty(), "{said}: {found:?}");
    }
    // In a list without an initial article, a second noun with an article is of either side.
    let guard = "power still of Guard: it cannot move, while own King or a Rook is on the board";
    assert!(all_told(guard).iter().all(|(code, ..)| *code != Code::Syntax));
}

#[test]
fn american_spelling_is_read() {
    let text = "language 1\ngame us \"US\" like chess\nshuffle own rank 1\n  Bishops on opposite colors\n  King between Rooks\n";
    let report = check(Source::new("us.game", text), &Shipped);
    assert!(report.is_playable(), "{:?}", report.diagnostics);
    let text = SOUND.replace("moves: step any\n  never", "moves: to any square of the other color\n  never");
    let report = check(Source::new("small.game", text), &Shipped);
    assert!(report.is_playable(), "{:?}", report.diagnostics);
}

#[test]
fn words_that_say_nothing_are_refused_with_their_place() {
    for (old, new) in [
        ("own Rooks next to it cannot be captured\n", "own Rooks next to it cannot be captured\n  says \"\"\n"),
        (
            "own Rooks next to it cannot be captured\n",
            "own Rooks next to it cannot be captured\n  fr \" \u{200b}\"\n",
        ),
        ("piece G \"Guard\"", "piece G \"Guard\" label \"\""),
        ("piece G \"Guard\"", "piece G \"Guard\" fr \" \""),
        ("piece G \"Guard\"", "piece G \"\""),
        ("game small \"Small\"", "game small \"\""),
        ("game small \"Small\"", "game small \"Small\" by \"\""),
        ("ends\n", "credits\n  \"\": \"Me\"\nends\n"),
        ("ends\n", "names in French\n  \"home\" is \"\"\nends\n"),
        ("warned as \"check\"", "warned as \"\""),
    ] {
        refuses(old, new, Code::Text, "Nothing stands between these quotation marks.");
    }
}

#[test]
fn what_is_said_of_a_piece_stands_in_any_order() {
    for header in [
        "piece G \"Guard\" label \"GU\" worth 3 fr \"Garde\" drawn as \"Knight\"",
        "piece G \"Guard\" drawn as \"Knight\" fr \"Garde\" label \"GU\" worth 3",
        "piece G \"Guard\" worth 3 short \"Gd\" label \"GU\"",
    ] {
        let text = SOUND.replace("piece G \"Guard\"", header);
        let report = check(Source::new("small.game", text), &Shipped);
        assert!(report.diagnostics.is_empty(), "{header}: {:?}", report.diagnostics);
    }
    refuses("piece G \"Guard\"", "piece G \"Guard\" worth 3 worth 4", Code::Twice, "said twice of the piece");
}

#[test]
fn a_mark_of_byte_order_is_no_part_of_a_text() {
    let report = check(Source::new("small.game", format!("\u{feff}{SOUND}")), &Shipped);
    assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
}

#[test]
fn what_is_remembered_and_never_made_is_warned_of() {
    for (said, line, part) in [
        ("remember slime: squares\nposition \"{rows} {side} {slime}\"", 1, "Nothing leaves slime anywhere."),
        (
            "remember spot: a square, for the next turn\nposition \"{rows} {side} {spot}\"",
            1,
            "Nothing says which square spot is.",
        ),
        (
            "remember tide: a count, 0 more after every move\nposition \"{rows} {side} {tide}\"",
            1,
            "tide never grows.",
        ),
        (
            "remember spot: a square, for the next turn\nafter a King moves: spot is the square it crossed\nposition \"{rows} {side} {spot}\"",
            2,
            "No such piece crosses a square",
        ),
        (
            "remember slime: squares\nafter a Guard moves: slime is left on the square it crossed\nposition \"{rows} {side} {slime}\"",
            2,
            "No such piece crosses a square",
        ),
        (
            "remember tide: a count, 1 more after every move, back to 0 at 6\npower ebb of King: it cannot capture, while tide is 6 or more\nposition \"{rows} {side} {tide}\"",
            2,
            "tide is never 6 or more: it comes to 5 at most.",
        ),
    ] {
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
    // A Rook can slide two or more squares and so crosses some.
    let text = SOUND.replace(
        "position \"{rows} {side}\"",
        "remember spot: a square, for the next turn\nafter a Rook moves: spot is the square it crossed\nposition \"{rows} {side} {spot}\"",
    );
    let report = check(Source::new("small.game", text.replace("2G1K w\"", "2G1K w -\"")), &Shipped);
    assert!(report.is_playable(), "{:?}", report.diagnostics);
    assert!(report.lint().iter().all(|fault| !fault.problem.en.contains("crosses")));
}
