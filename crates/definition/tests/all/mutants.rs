//! Mutation tests: when a sentence of a shipped definition is changed, its suite must fail.

use entourage_definition::{Library, Shipped, Source, TextGame, check};
use entourage_kernel::testkit::sorted_texts;
use entourage_kernel::{Rules, perft};

use super::open;
use super::suites::{AFTER_CARDS, STRUGGLE, SUITES, has_cards_of_text, is_without_rules};

/// Words to exchange, one at a time; parts of longer phrases come after these.
const EXCHANGES: [(&str, &str); 25] = [
    ("diagonally forward", "forward"),
    ("forward or sideways", "forward"),
    ("straight", "diagonal"),
    ("diagonal", "straight"),
    ("step any", "step straight"),
    ("slide any", "slide diagonal"),
    ("step forward", "step diagonally forward"),
    ("slide", "step"),
    ("step", "slide"),
    ("leap 1-2", "leap 1-3"),
    ("cannot move", "cannot capture"),
    ("cannot be captured", "cannot capture"),
    ("cannot capture", "cannot move"),
    ("is not", "is"),
    ("must not", "must"),
    ("own", "enemy"),
    ("enemy", "own"),
    ("enemies", "own pieces"),
    ("its kind", "Rook"),
    ("bending", "turning"),
    ("turning", "onward"),
    ("onto an enemy", "onto an empty square"),
    ("exactly 2", "exactly 3"),
    ("2 passes", "1 passes"),
    (" or more", ""),
];

/// Sentence openings that affect neither positions nor moves: names, texts, and whole-game ends.
const SILENT: [&str; 23] = [
    "each player orders",
    "#",
    "language",
    "game",
    "edition",
    "sides",
    "board",
    "says",
    "fr ",
    "position",
    "start",
    "becoming",
    "zone",
    "call",
    "hands",
    "draw \"repetition\"",
    "remember number",
    "beside",
    "feature",
    "ends",
    "needs",
    "names in French",
    "\"",
];

fn mutants(text: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let words = line.split('#').next().unwrap_or_default();
        let begins = words.trim_start();
        // Ends that depend on the history are tested in `endings`.
        let is_past = begins.contains("the same position a ");
        if begins.is_empty() || is_past || SILENT.iter().any(|silent| begins.starts_with(silent)) {
            continue;
        }
        let with = |other: Option<String>| {
            let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            match other {
                Some(other) => lines[index] = other,
                None => drop(lines.remove(index)),
            }
            lines.join("\n") + "\n"
        };
        found.push((format!("without \"{begins}\""), with(None)));
        for (word, other) in EXCHANGES {
            // Skip names and descriptions in quotation marks.
            if let Some(at) = words.find(word).filter(|at| words[..*at].matches('"').count().is_multiple_of(2))
            {
                let changed = format!("{}{other}{}", &words[..at], &words[at + word.len()..]);
                found.push((format!("\"{}\" for \"{begins}\"", changed.trim()), with(Some(changed))));
            }
        }
    }
    found
}

/// Cases missing from the suites, mostly positions that must be rejected.
const MORE: [(&str, &[&str], &str); 80] = [
    ("amazons", &[], "aaaa6/10/10/10/10/10/10/10/10/AAA7 w\trefused"),
    ("amazons", &[], "aaa7/10/10/10/10/10/10/10/10/AAAA6 w\trefused"),
    ("duck", &[], "7k/8/8/8/p1p5/PDP5/PPP5/KB6 w - -\twin-1 stalemate"),
    ("duck", &[], "8/8/8/8/8/8/8/K7 w - -\trefused"),
    ("duck", &[], "k7/8/8/8/8/8/8/KK6 w - -\trefused"),
    ("duck", &[], "kk6/8/8/8/8/8/8/K7 w - -\trefused"),
    ("duck", &[], "k7/8/8/8/8/8/DD6/K7 w - -\trefused"),
    ("duck", &[], "k7/8/8/8/8/8/8/KP6 w - -\trefused"),
    ("duck", &[], "kP6/8/8/8/8/8/8/K7 w - -\trefused"),
    ("annan", &[], "8/8/8/8/8/8/8/K7 w - -\trefused"),
    ("annan", &[], "kP6/8/8/8/8/8/8/7K w - -\trefused"),
    ("annan", &[], "k7/8/8/8/8/8/8/R6K w - -\trefused"),
    ("atomic", &[], "8/8/8/8/8/8/8/K7 w - -\trefused"),
    ("atomic", &[], "k7/8/8/8/8/8/8/K6K w - -\trefused"),
    ("atomic", &[], "kP6/8/8/8/8/8/8/7K w - -\trefused"),
    ("atomic", &[], "k7/7p/8/8/8/8/8/P6K w - -\trefused"),
    ("atomic", &[], "k7/8/8/8/8/8/8/R6K w - -\trefused"),
    ("atomic", &[], "r2k4/3p4/8/8/8/8/8/K2Q4 w - -\tcheck\ta1b1 a1b2 d1a4 d1d7"),
    ("atomic", &[], "7k/5Q2/8/8/8/8/8/K7 b - -\tdraw stalemate"),
    ("chess", &[], "8/8/8/8/8/8/8/K7 w - -\trefused"),
    ("chess", &[], "kP6/8/8/8/8/8/8/7K w - -\trefused"),
    ("chess", &[], "k7/8/8/8/8/8/8/R6K w - -\trefused"),
    ("chess", &[], "7k/5Q2/6K1/8/8/8/8/8 b - -\tdraw stalemate"),
    ("chess", &[], "4k3/8/8/3pP3/1P6/8/8/4K3 w - d6\tongoing\tb4b5 e1d1 e1d2 e1e2 e1f1 e1f2 e5d6 e5e6"),
    ("chess", &["fen"], "k7/8/8/8/8/8/8/6RK w - - 100 80\tdraw fifty-moves"),
    ("chess", &["fen"], "k7/8/8/3pP3/8/8/8/7K w - d6 0 9\tongoing\te5d6 e5e6 h1g1 h1g2 h1h2"),
    ("coregal", &[], "8/8/8/8/8/8/8/K7 w - -\trefused"),
    ("coregal", &[], "kP6/8/8/8/8/8/8/7K w - -\trefused"),
    ("coregal", &[], "7k/8/8/8/8/8/8/K3q2Q w - -\trefused"),
    ("coregal", &[], "7k/8/8/8/r2Q4/8/8/K7 b - -\trefused"),
    ("coregal", &[], "7k/5K2/8/6N1/8/8/8/8 b - -\tdraw stalemate"),
    ("spartan", &[], "k6k/7k/8/8/8/8/8/K7 w -\trefused"),
    ("spartan", &[], "k7/8/8/8/8/8/8/H6K w -\trefused"),
    ("spartan", &[], "k7/8/8/8/8/8/8/P6K w -\trefused"),
    ("spartan", &[], "kP6/8/8/8/8/8/8/7K w -\trefused"),
    ("spartan", &[], "k7/8/8/8/8/8/8/R6K w -\trefused"),
    ("spartan", &[], "kH6/8/8/8/8/8/8/7K w -\trefused"),
    ("spartan", &[], "k7/8/8/8/8/8/8/7K w -\tongoing\th1g1 h1g2 h1h2"),
    ("spartan", &[], "7k/5Q2/8/8/8/8/8/K7 b -\tdraw stalemate"),
    ("dobutsu", &[], "3/3/3/L2 [-|-|-|-|-|-|-|-|-|-|-|-] w\trefused"),
    ("dobutsu", &[], "l2/3/3/L1L [-|-|-|-|-|-|-|-|-|-|-|-] w\trefused"),
    (
        "dobutsu",
        &[],
        "l2/3/1H1/L2 [-|-|-|-|-|-|-|-|-|-|-|-] w\tongoing\ta1a2 a1b1 b2a2 b2a3 b2b1 b2b3 b2c2 b2c3",
    ),
    ("dobutsu", &[], "l2/3/3/L2 [C|G|-|-|-|-|-|-|-|-|-|-] w\trefused"),
    ("dobutsu", &[], "l2/3/3/L2 [-|G|-|-|-|-|-|-|-|-|-|-] w\trefused"),
    ("dobutsu", &[], "l2/3/3/L2 [g|-|-|-|-|-|-|-|-|-|-|-] w\trefused"),
    ("dobutsu", &[], "l2/3/3/L2 [H|-|-|-|-|-|-|-|-|-|-|-] w\trefused"),
    ("dobutsu", &[], "l2/3/3/L2 [-|-|-|-|-|-|h|-|-|-|-|-] w\trefused"),
    ("dobutsu", &[], "l1l/3/3/3 [-|-|-|-|-|-|-|-|-|-|-|-] w\trefused"),
    ("glinski", &[], "6/7/8/9/10/11/10/9/8/7/5K w -\trefused"),
    ("glinski", &[], "k5/7/8/9/10/11/10/9/8/6P/5K w -\trefused"),
    ("glinski", &[], "k4R/7/8/9/10/11/10/9/8/7/5K w -\trefused"),
    ("glinski", &[], "K5/7/8/9/4P5/4p6/10/3P5/8/7/5k w f6\tongoing\ta1a2 a1b1 a1b2 a1b3 a1c2 e5e6 e5f6 h4h5"),
    ("glinski", &[], "k5/7/2K5/4Q4/10/11/10/9/8/7/6 b -\tdraw stalemate"),
    ("minishogi", &[], "5/5/5/5/K4 [-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-] w\trefused"),
    ("minishogi", &[], "k3P/5/5/5/K4 [-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-] w\trefused"),
    ("minishogi", &[], "k4/5/5/5/K4 [D|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-] w\trefused"),
    ("minishogi", &[], "k4/5/5/5/K4 [-|-|-|-|-|-|-|-|-|-|h|-|-|-|-|-|-|-|-|-] w\trefused"),
    ("minishogi", &[], "k4/5/5/5/R3K [-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-] w\trefused"),
    ("minishogi", &[], "k4/5/G4/5/1R2K [-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-] b\twin-1 stalemate"),
    ("racing-kings", &[], "8/7k/8/8/8/8/2q5/K7 w\tdraw stalemate"),
    ("racing-kings", &[], "8/8/8/8/8/8/8/K7 w\trefused"),
    ("racing-kings", &[], "8/7k/8/8/8/8/r7/K7 w\trefused"),
    ("racing-kings", &[], "8/7k/8/8/8/8/8/K6R w\trefused"),
    ("struggle", &[], "w/2/3/4/5/6/5/6/5/4/g1r/kb/W 1 - - - - -\tongoing\tpass"),
    ("struggle", &[], "w/2/3/4/5/6/5/6/5/4/g1r/kb/W 1 p - - - -\tongoing\tpass"),
    ("struggle", &[], "1/2/3/4/5/6/5/6/5/4/3/2/W 2 - - - - -\twin-1 white-captured"),
    ("struggle", &[], "w/2/3/4/5/6/5/6/5/4/3/2/1 2 - - - - -\trefused"),
    ("struggle", &[], "w/2/3/4/5/6/5/6/5/4/3/2/1 1 - - - - -\twin-2 white-captured"),
    ("struggle", &[], "1/2/3/4/5/6/5/6/5/4/3/2/W 1 - - - - -\trefused"),
    ("symmetron44", &[], "7/7/b3K2/1D5/b1b4/kR1G1N1 [-|-] b\tdraw stalemate"),
    ("symmetron44", &[], "3k3/7/7/7/7/3K3 [-|p] w\trefused"),
    ("toddler", &[], "t10/11/11/11/11/11/11/11/11/11/TT9 w -\trefused"),
    ("ultima", &[], "8/8/8/8/8/8/8/K7 w\trefused"),
    ("ultima", &[], "k7/8/8/8/8/8/8/1K6 w\tongoing\tb1a1 b1a2 b1b2 b1c1 b1c2"),
    ("ultima", &[], "kK6/8/8/8/8/8/8/8 w\trefused"),
    ("xiangqi", &[], "9/9/9/9/9/9/9/9/9/4K4 w\trefused"),
    ("xiangqi", &[], "3k5/9/9/9/9/9/9/9/9/3RK4 w\trefused"),
    ("xiangqi", &[], "4k4/9/9/9/9/9/9/9/9/4K4 w\trefused"),
    ("knight-relay", &[], "8/8/8/8/8/8/8/K7 w -\trefused"),
    ("madrasi", &[], "8/8/8/8/8/8/8/K7 w - -\trefused"),
];

/// Moves whose effects their text does not show: game, position, move, and the position after it.
const AFTER: [(&str, &str, &str, &str); 15] = [
    // A Chameleon that moves straight captures a Coordinator, a Pawn and a Withdrawer in their own manner.
    ("ultima", "6k1/8/8/8/3X4/8/8/c6K w", "d4a4", "6k1/8/8/8/X7/8/8/7K b"),
    ("ultima", "6k1/8/W7/p7/3X4/8/8/7K w", "d4a4", "6k1/8/W7/8/X7/8/8/7K b"),
    ("ultima", "6k1/8/8/8/3Xw3/8/8/7K w", "d4a4", "6k1/8/8/8/X7/8/8/7K b"),
    // Diagonally, too, except Pawns.
    ("ultima", "6k1/8/8/8/3X4/8/8/c6K w", "d4a7", "6k1/X7/8/8/8/8/8/7K b"),
    ("ultima", "6k1/8/8/8/3X4/4w3/8/7K w", "d4a7", "6k1/X7/8/8/8/8/8/7K b"),
    (
        "struggle",
        "w/2/3/4/3b1/6/2r2/2R3/5/4/3/2/W 1 - - - - -",
        "c6:c7:d8",
        "w/2/3/4/3b1/3R2/5/6/5/4/3/2/W 1 main=d8,off=d8 - - - c7",
    ),
    ("toddler", "t10/11/11/11/4S6/5n5/11/11/11/11/10T w -", "e5f6", "t10/11/11/11/11/5C5/11/11/11/11/10T b -"),
    ("dobutsu", "l2/2C/3/L2 [-|-|-|-|-|-|-|-|-|-|-|-] w", "c3c4", "l1H/3/3/L2 [-|-|-|-|-|-|-|-|-|-|-|-] b"),
    ("dobutsu", "l2/3/1g1/L2 [-|-|-|-|-|-|-|-|-|-|-|-] w", "a1b2", "l2/3/1L1/3 [G|-|-|-|-|-|-|-|-|-|-|-] b"),
    ("dobutsu", "l2/3/1e1/L2 [C|-|-|-|-|-|-|-|-|-|-|-] w", "a1b2", "l2/3/1L1/3 [E|C|-|-|-|-|-|-|-|-|-|-] b"),
    ("dobutsu", "l2/3/1h1/L2 [-|-|-|-|-|-|-|-|-|-|-|-] w", "a1b2", "l2/3/1L1/3 [C|-|-|-|-|-|-|-|-|-|-|-] b"),
    (
        "minishogi",
        "k4/5/5/d4/R3K [-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-] w",
        "a1a2",
        "k4/5/5/R4/4K [R|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-] b",
    ),
    (
        "minishogi",
        "k4/5/5/h4/R3K [S|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-] w",
        "a1a2",
        "k4/5/5/R4/4K [B|S|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-] b",
    ),
    (
        "minishogi",
        "k4/5/5/n4/R3K [-|-|-|-|-|-|-|-|-|-|p|-|-|-|-|-|-|-|-|-] w",
        "a1a2",
        "k4/5/5/R4/4K [S|-|-|-|-|-|-|-|-|-|p|-|-|-|-|-|-|-|-|-] b",
    ),
    (
        "minishogi",
        "k4/2P2/5/5/4K [-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-] w",
        "c4c5",
        "k1T2/5/5/5/4K [-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-] b",
    ),
];

/// Mutants that are equivalent to the original.
const ALIKE: [&str; 8] = [
    // A player without a move draws by default, and that hardly ever happens.
    "dobutsu: without \"draw \"no-move\": no move\"",
    "dobutsu: \"loss \"no-move\": no move\" for \"draw \"no-move\": no move\"",
    // Removing or adding an edition does not change the other.
    "coregal: without \"without edition fen\"",
    "spartan: without \"without edition fen\"",
    // Another sentence requires at most one of each kind, and a player without White has lost.
    "struggle: without \"exactly 1 own White, unless the game is won\"",
    "struggle: \"exactly 1 enemy White, unless the game is won\" for \"exactly 1 own White, unless the game is won\"",
    // Two adjacent Toddlers are each other's enemies.
    "toddler: \"draw \"toddlers\": a Toddler is next to an own Toddler\" for \"draw \"toddlers\": a Toddler is next to an enemy Toddler\"",
    // Such moves have this notation by default.
    "symmetron44: without \"mutate \"{from}={becomes}\"\"",
];

const MOST: u64 = 3_000;

fn agrees<'l>(game: &TextGame, mut lines: impl Iterator<Item = &'l str>) -> bool {
    lines.all(|line| {
        let mut fields = line.split('\t');
        let [position, status, moves] = [(); 3].map(|()| fields.next().unwrap_or_default());
        let Ok(found) = game.read_position(position) else { return status == "refused" };
        let mut legal = Vec::new();
        game.legal_moves(&found, &mut legal);
        game.status(&found).to_string() == status && sorted_texts(game, legal).join(" ") == moves
    })
}

fn counts<'l>(game: &TextGame, mut lines: impl Iterator<Item = &'l str>) -> bool {
    lines.all(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [position, depth, count] = fields[..] else { return false };
        let (Ok(depth), Ok(count)) = (depth.parse::<u32>(), count.parse::<u64>()) else { return false };
        count > MOST || game.read_position(position).is_ok_and(|found| perft(game, &found, depth) == count)
    })
}

fn follows(game: &TextGame, position: &str, text: &str, after: &str) -> bool {
    let (Ok(found), Ok(intent)) = (game.read_position(position), game.read_move(text)) else { return false };
    game.judge(&found, intent).is_ok() && game.write_position(&game.play_unchecked(&found, intent)) == after
}

fn has_known_cards(position: &str) -> bool {
    has_cards_of_text(position) || ["lantern@", "anchor@"].iter().any(|card| position.contains(card))
}

fn after_cards() -> impl Iterator<Item = [&'static str; 3]> {
    AFTER_CARDS.lines().map(|line| {
        let mut fields = line.split('\t');
        [(); 3].map(|()| fields.next().unwrap_or_default())
    })
}

fn is_noticed(id: &str, game: &TextGame) -> bool {
    let told = |options: &[&str], lines: &str, leaves: &str| {
        let plain = |line: &&str| {
            let position = line.split('\t').next().unwrap_or_default();
            match id {
                "struggle" => is_without_rules(position),
                "struggle-cards" => has_known_cards(position),
                _ => true,
            }
        };
        let game = game.with_options(options);
        game.map_or(true, |game| {
            !agrees(&game, lines.lines().filter(plain)) || !counts(&game, leaves.lines().filter(plain))
        })
    };
    let goes = |(_, position, text, after): &(&str, &str, &str, &str)| follows(game, position, text, after);
    !AFTER.iter().filter(|(known, ..)| *known == id).all(goes)
        || id == "struggle-cards"
            && !after_cards().all(|[position, text, after]| follows(game, position, text, after))
        || MORE.iter().filter(|(known, ..)| *known == id).any(|(_, options, line)| told(options, line, ""))
        || SUITES
            .iter()
            .filter(|suite| suite.id == id)
            .any(|suite| told(suite.options, suite.lines, suite.counts))
        || ["struggle", "struggle-cards"].contains(&id) && told(&[], STRUGGLE[0], STRUGGLE[1])
}

#[test]
fn lines_that_suites_lack_hold() {
    for (id, options, line) in MORE {
        assert!(agrees(&open(id, options), std::iter::once(line)), "{id}: {line}");
    }
    for (id, position, text, after) in AFTER {
        assert!(follows(&open(id, &[]), position, text, after), "{id}: {text} in {position}");
    }
    let cards = open("struggle-cards", &[]);
    let mut moves = 0;
    for [position, text, after] in after_cards() {
        assert!(follows(&cards, position, text, after), "{text} in {position}: {after}");
        moves += 1;
    }
    assert!(moves > 60);
}

#[test]
fn suites_notice_what_is_broken() {
    let (mut playable, mut alive) = (0, Vec::new());
    for id in Shipped.names() {
        let text = Shipped.find(&id).unwrap().text;
        for (what, text) in mutants(&text) {
            let Some(game) = check(Source::new(format!("{id}.game"), text), &Shipped).game() else { continue };
            playable += 1;
            if !is_noticed(&id, &game) && !ALIKE.contains(&&*format!("{id}: {what}")) {
                alive.push(format!("{id}: {what}"));
            }
        }
    }
    assert!(
        alive.is_empty() && playable > 300,
        "{} of {playable} mutants live:\n{}",
        alive.len(),
        alive.join("\n")
    );
}
