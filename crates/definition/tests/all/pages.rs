//! Tests that generated rules pages are complete in both languages, and that their diagrams are correct.

use std::fmt::Write;

use entourage_definition::{Code, Library, Shipped, Source, TextGame, check};
use entourage_kernel::testkit::RulesPage;
use entourage_kernel::{Language, Presentation, Random, Rules};

use super::{made, open};

/// A shipped game in one edition, with its rules pages in English and French.
struct Edition {
    id: String,
    game: TextGame,
    pages: [String; 2],
}

fn editions() -> Vec<Edition> {
    let mut found = Vec::new();
    let mut add = |id: String, game: TextGame| {
        let pages = [Language::English, Language::French].map(|language| game.rules_page(language));
        found.push(Edition { id, game, pages });
    };
    for id in Shipped.names() {
        let game = open(&id, &[]);
        let options: Vec<String> = game
            .metadata()
            .options
            .iter()
            .flat_map(|option| option.choices.iter())
            .map(|choice| choice.code.to_string())
            .collect();
        for edition in options.iter().filter(|code| !code.is_empty()) {
            add(format!("{id}:{edition}"), open(&id, &[edition]));
        }
        add(id, game);
    }
    found
}

/// One test, because generating the pages of all games takes longer than checking them.
#[test]
fn pages_of_shipped_games_are_complete() {
    for edition in editions() {
        both_languages_have_the_same_chapters_and_positions(&edition);
        every_position_and_its_moves_are_valid(&edition);
        every_piece_power_and_end_has_an_anchor(&edition);
        every_power_over_other_pieces_has_a_diagram(&edition);
        pages_contain_no_foreign_words_or_debug_output(&edition);
    }
}

fn both_languages_have_the_same_chapters_and_positions(edition: &Edition) {
    let Edition { id, pages, .. } = edition;
    let [english, french] = pages.each_ref().map(|page| RulesPage::read(page));
    assert_eq!(english.headings, french.headings, "{id}");
    assert_eq!(english.anchors, french.anchors, "{id}");
    let mut known = english.anchors.clone();
    known.sort_unstable();
    known.dedup();
    assert_eq!(known.len(), english.anchors.len(), "{id}: an anchor stands twice");
    assert_eq!(english.diagrams.len(), french.diagrams.len(), "{id}");
    for (one, other) in english.diagrams.iter().zip(&french.diagrams) {
        assert_eq!(
            (one.position, &one.squares, &one.moves),
            (other.position, &other.squares, &other.moves),
            "{id}"
        );
    }
}

fn every_position_and_its_moves_are_valid(edition: &Edition) {
    let Edition { id, game, pages } = edition;
    for diagram in RulesPage::read(&pages[0]).diagrams {
        assert!(diagram.caption.ends_with('.'), "{id}: {}", diagram.caption);
        let mut position = game
            .read_position(diagram.position)
            .unwrap_or_else(|error| panic!("{id}: {}: {error}", diagram.position));
        for square in &diagram.squares {
            assert!(game.topology().find(square).is_some(), "{id}: {square}");
        }
        for text in &diagram.moves {
            let intent = game.read_move(text).unwrap();
            position = game.play(&position, intent).unwrap_or_else(|error| panic!("{id}: {text}: {error:?}"));
        }
        // Moves that a caption describes as refused must be refused.
        if let Some(text) =
            diagram.caption.strip_prefix("Here ").and_then(|rest| rest.split_once(" is refused"))
        {
            let refused = game.judge(&position, game.read_move(text.0).unwrap());
            assert!(refused.is_err(), "{id}: {}", diagram.caption);
        }
    }
}

fn every_piece_power_and_end_has_an_anchor(edition: &Edition) {
    let Edition { id, game, pages } = edition;
    let metadata = game.metadata();
    for (language, page) in [Language::English, Language::French].into_iter().zip(pages) {
        let read = RulesPage::read(page);
        let chapters = metadata.kinds.iter().map(|kind| kind.chapter.to_string());
        let causes = metadata.causes.iter().map(|cause| cause.code.to_string());
        let rulings = metadata.relations.iter().map(|relation| relation.ruling.to_string());
        let reasons = ["moves", "royal"].map(str::to_owned).into_iter();
        for anchor in chapters.chain(causes).chain(rulings).chain(reasons) {
            assert!(read.anchors.contains(&anchor.as_str()), "{id}: {anchor}");
        }
        for kind in &*metadata.kinds {
            assert!(page.contains(kind.name.get(language)), "{id}: {}", kind.name.get(language));
            assert!(!kind.description.get(language).is_empty(), "{id}");
        }
        for power in game.reason_codes() {
            let is_power = read.anchors.contains(&format!("power-{power}").as_str());
            assert!(is_power || page_reasons().contains(&power), "{id}: {power}");
        }
    }
}

fn page_reasons() -> [&'static str; 13] {
    [
        "too-much",
        "game-over",
        "unknown-move",
        "empty-square",
        "not-your-piece",
        "turn-goes-on",
        "no-way",
        "must-capture",
        "no-pass",
        "castling-lost",
        "castling-blocked",
        "castling-threatened",
        "royal-in-danger",
    ]
}

fn every_power_over_other_pieces_has_a_diagram(edition: &Edition) {
    let Edition { id, game, pages } = edition;
    let powers = game.metadata().relations.iter().filter(|relation| relation.ruling.starts_with("power-"));
    for power in powers.map(|relation| &relation.code) {
        let chapter = pages[0].split(&format!("{{#power-{power}}}")).nth(1).unwrap_or_default();
        let chapter = chapter.split("\n#").next().unwrap_or_default();
        assert!(chapter.contains("```position"), "{id}: {power} is not shown");
    }
}

fn pages_contain_no_foreign_words_or_debug_output(edition: &Edition) {
    let Edition { id, pages, .. } = edition;
    // English words that cannot occur in a French page.
    const ENGLISH: [&str; 16] = [
        " the ",
        " and ",
        " or ",
        " of ",
        " its ",
        " it ",
        " enemy",
        " square ",
        " moves",
        " captures",
        " piece ",
        " while ",
        " unless ",
        " board",
        " player",
        " next to ",
    ];
    for line in pages[1].lines() {
        for word in ENGLISH {
            assert!(!line.contains(word), "{id}: {line}");
        }
        for sign in [" :", " ;", " ?", " !", "« ", " »"] {
            assert!(!line.contains(sign), "{id}: {line}");
        }
        for bad in [
            "de le ", "de les ", "à le ", "de un", "que il", "que un", "que elle", "si il", "le Em", "la Im",
            "le An ",
        ] {
            let found = line.match_indices(bad).any(|(at, _)| at == 0 || line[..at].ends_with(' '));
            assert!(!found, "{id}: {bad}: {line}");
        }
    }
    for page in pages {
        for bad in ["Some(", "None", "{ ", "SquareSet", "Kind(", " .", " ,", "..", "()", "a a ", "the the "] {
            let prose = page.lines().filter(|line| !line.contains(" | "));
            for line in prose {
                assert!(!line.contains(bad), "{id}: {bad:?}: {line}");
            }
        }
    }
}

#[test]
fn names_are_escaped() {
    let text = "language 1\ngame odd \"<b>Odd</b> *One*\" by \"<script>\" like chess\n";
    let game = check(Source::new("odd", text), &Shipped).game().unwrap();
    let page = game.rules_page(Language::English);
    assert!(page.starts_with("# \\<b\\>Odd\\</b\\> \\*One\\*\n"), "{page}");
    assert!(page.contains("Invented by \\<script\\>."), "{page}");
    // An initial does not end a sentence.
    let text = "language 1\ngame odd \"Odd\" by \"M. Winther\" like chess\n";
    let game = check(Source::new("odd", text), &Shipped).game().unwrap();
    assert!(game.rules_page(Language::English).contains("Invented by M. Winther.\n"));
}

/// Accepted definitions with a few random changes must have complete pages.
#[test]
fn pages_of_randomly_changed_definitions_are_complete() {
    let mut random = Random::new(5);
    let texts: Vec<String> = Shipped.names().iter().map(|name| Shipped.find(name).unwrap().text).collect();
    let mut made = 0;
    for _ in 0..300 {
        let [one, other] = [(); 2].map(|()| &texts[random.below(texts.len())]);
        let mut words: Vec<&str> = one.split_inclusive([' ', '\n']).collect();
        let others: Vec<&str> = other.split_inclusive([' ', '\n']).collect();
        for _ in 0..=random.below(2) {
            let at = random.below(words.len());
            words[at] = others[random.below(others.len())];
        }
        let Some(game) = check(Source::new("changed", words.concat()), &Shipped).game() else { continue };
        made += 1;
        let page = game.rules_page(Language::French);
        for diagram in RulesPage::read(&page).diagrams {
            assert!(game.read_position(diagram.position).is_ok(), "{}", diagram.position);
        }
    }
    assert!(made > 20, "{made}");
}

/// Compares pages of games with powers, and of games with many other constructs, with snapshots.
#[test]
fn pages_match_their_snapshots() {
    for id in ["madrasi", "symmetron44", "toddler", "struggle", "ultima", "xiangqi", "dobutsu", "glinski"] {
        let game = open(id, &[]);
        for language in [Language::English, Language::French] {
            let file = format!("{}/tests/data/pages/{id}.{}.txt", env!("CARGO_MANIFEST_DIR"), language.code());
            let page = game.rules_page(language);
            if std::env::var_os("ENTOURAGE_WRITE_PAGES").is_some() {
                std::fs::write(&file, &page).unwrap();
            }
            let kept = std::fs::read_to_string(&file).unwrap_or_default();
            let mut differing = String::new();
            for (one, other) in kept.lines().zip(page.lines()).filter(|(one, other)| one != other).take(5) {
                let _ = write!(differing, "\n- {one}\n+ {other}");
            }
            assert!(kept == page, "{file} (ENTOURAGE_WRITE_PAGES=1 updates it):{differing}");
        }
    }
}

#[test]
fn french_names_replace_english_ones() {
    let text = "language 1\ngame herds \"Herds\" like chess\nzone field: a1 to h2 for White, a7 to h8 for Black\n\
                power penned of Rook: own Pawns on own field cannot move, while 2 or more own Rooks are on the board\n\
                names in French\n  \"field\" is \"pré\"\n  \"penned\" is \"parqué\"\n  \"White\" is \"Ivoire\"\n  \"checkmate\" is \"roi pris\"\n";
    let report = check(Source::new("herds.game", text.to_owned()), &Shipped);
    assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
    let game = report.game().unwrap();
    let page = game.rules_page(Language::French);
    for name in ["«\u{a0}pré\u{a0}»", "«\u{a0}parqué\u{a0}»", "Ivoire", "Roi pris"] {
        assert!(page.contains(name), "{name}: {page}");
    }
    assert!(!page.contains("field") && !page.contains("Blancs"), "{page}");
    let wrong = text.replace("\"field\" is", "\"feild\" is");
    let report = check(Source::new("herds.game", wrong), &Shipped);
    assert!(report.diagnostics.iter().any(|fault| fault.code == Code::Idle), "{:?}", report.diagnostics);
}

#[test]
fn sentences_agree_in_number_and_name_their_subject() {
    let text = "language 1\ngame said \"Said\"\nboard 4 x 4\nsides White w, Black b\nzone goal: a4 to d4\nzone yard: a1 for White, a4 for Black\n\
        piece K \"King\" fr \"Roi\"\n  moves and captures: step any\npiece R \"Rook\" fr \"Tour\"\n  moves and captures: slide straight\n\
        piece H \"Hen\" fr \"Poule\"\n  moves: to any square on a file with at most 1 own Hen\n  never captures\n\
        power calm of Hen: it cannot move, while 1 or fewer own Rooks are on the board\n\
        ends\n  draw \"met\": own King is on goal, and an enemy King is on goal\n  draw \"few\": own pieces are 2 or fewer\n\
        \x20 loss \"bare\": own Rooks are 1 or fewer, and no move\n  win \"nest\": own Hens are 2 or more\n\
        position \"{rows} {side}\"\nstart \"k1rh/4/4/HR1K w\"\nneeds\n  on own yard only own Rook or own Hen\n";
    let game = made(text);
    let [en, fr] = [Language::English, Language::French].map(|language| game.rules_page(language));
    for sentence in [
        "The game is a draw when, for the player to move, their King stands on the zone \"goal\" and an enemy King stands on the zone \"goal\".",
        "The game is a draw when the player to move has at most 2 pieces on the board.",
        "The player to move loses when they have at most 1 Rook on the board and there is no legal move.",
        "The player to move wins when they have at least 2 Hens on the board.",
        "if there is at most 1 friendly Rook on the board",
        "on a column with at most 1 friendly Hen",
        "On their own zone \"yard\" nothing but friendly Rooks and Hens.",
        "The side to move: `w` for White or `b` for Black.",
    ] {
        assert!(en.contains(sentence), "{sentence}:\n{en}");
    }
    for sentence in [
        "La partie est nulle quand, pour le joueur au trait, son Roi se trouve sur la zone «\u{a0}goal\u{a0}» et qu'un Roi adverse",
        "La partie est nulle quand le joueur au trait a au plus 2 pièces sur le plateau.",
        "Le joueur au trait perd quand il a au plus 1 Tour sur le plateau et qu'aucun coup n'est légal.",
        "Le joueur au trait gagne quand il a au moins 2 Poules sur le plateau.",
        "au plus 1 Tour de son camp",
        "d'une colonne où il y a au plus 1 Poule de son camp",
        "rien d'autre que les Tours et Poules de son camp.",
        "Une Poule ne peut pas bouger",
        "Le camp au trait\u{a0}: `w` (Blancs) ou `b` (Noirs).",
    ] {
        assert!(fr.contains(sentence), "{sentence}:\n{fr}");
    }
}

#[test]
fn french_pages_use_the_games_own_names() {
    let page = open("chess", &["fen"]).rules_page(Language::French);
    assert!(
        page.contains("Le compteur «\u{a0}calme\u{a0}»") && page.contains("Le compteur «\u{a0}numéro\u{a0}»"),
        "{page}"
    );
    assert!(!page.contains("quiet") && !page.contains("«\u{a0}passed\u{a0}»"), "{page}");
}

#[test]
fn every_shipped_game_tells_its_goal_in_one_sentence() {
    for id in Shipped.names() {
        let game = open(&id, &[]);
        let goal = &game.metadata().goal;
        for text in [&goal.en, &goal.fr] {
            assert!(text.ends_with('.') && text.chars().count() <= 130, "{id}: {text}");
        }
        eprintln!("{id}: {} | {}", goal.en, goal.fr);
    }
    let goal = |id: &str| open(id, &[]).metadata().goal.en.to_string();
    assert_eq!(goal("amazons"), "Leave your opponent without a legal move.");
    assert_eq!(goal("duck"), "Capture the enemy King.");
    assert_eq!(goal("spartan"), "Threaten all enemy Kings where no move can save one.");
    assert_eq!(goal("racing-kings"), "Bring your King to row 8.");
    assert_eq!(goal("chess"), "Threaten the enemy King where no move can save it.");
}
