//! Mutation tests: when a sentence of a shipped definition is changed, its suite must fail.

use entourage_definition::{Library, Shipped, Source, TextGame, check};
use entourage_kernel::testkit::sorted_texts;
use entourage_kernel::{Rules, perft};

use super::suites::{AFTER_CARDS, STRUGGLE, SUITES, has_cards_of_text, is_without_rules};
use super::{open, rows};

/// Pairs of words to exchange, one at a time; longer phrases precede their parts.
const EXCHANGES: &str = include_str!("../data/exchanges.tsv");

/// First words of sentences that are not mutated, because they affect neither positions nor moves.
const SILENT: &str = include_str!("../data/silent.txt");

fn mutants(text: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let words = line.split('#').next().unwrap_or_default();
        let begins = words.trim_start();
        // End conditions that depend on the history are tested in `endings`.
        let is_past = begins.contains("the same position a ");
        if begins.is_empty() || is_past || SILENT.lines().any(|silent| begins.starts_with(silent)) {
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
        for [word, other] in rows(EXCHANGES) {
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

/// Cases that the suites lack, mostly positions that must be rejected: game, option, position, status and moves.
const MORE: &str = include_str!("../data/more.tsv");

/// Moves with effects that their notation does not show: game, position, move, and the position after the move.
const AFTER: &str = include_str!("../data/after.tsv");

/// Mutants that are equivalent to the original.
const ALIKE: [&str; 8] = [
    // Positions in which a player has no move are very rare, and drawn by default.
    "dobutsu: without \"draw \"no-move\": no move\"",
    "dobutsu: \"loss \"no-move\": no move\" for \"draw \"no-move\": no move\"",
    // Removing or adding an edition does not change the other editions.
    "coregal: without \"without edition fen\"",
    "spartan: without \"without edition fen\"",
    // Another sentence requires at most one piece of each kind, and a player without White has lost.
    "struggle: without \"exactly 1 own White, unless the game is won\"",
    "struggle: \"exactly 1 enemy White, unless the game is won\" for \"exactly 1 own White, unless the game is won\"",
    // Each side has exactly one Toddler, so two adjacent Toddlers are always enemies.
    "toddler: \"draw \"toddlers\": a Toddler is next to an own Toddler\" for \"draw \"toddlers\": a Toddler is next to an enemy Toddler\"",
    // Mutations have this notation by default.
    "symmetron44: without \"mutate \"{from}={becomes}\"\"",
];

const MAX_COUNT: u64 = 3_000;

fn agrees<'l>(game: &TextGame, mut lines: impl Iterator<Item = &'l str>) -> bool {
    lines.all(|line| {
        let mut fields = line.split('\t');
        let [position, status, moves] = [(); 3].map(|()| fields.next().unwrap_or_default());
        let Ok(found) = game.read_position(position) else { return status == "refused" };
        game.status(&found).to_string() == status
            && sorted_texts(game, game.list_moves(&found)).join(" ") == moves
    })
}

fn counts<'l>(game: &TextGame, mut lines: impl Iterator<Item = &'l str>) -> bool {
    lines.all(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [position, depth, count] = fields[..] else { return false };
        let (Ok(depth), Ok(count)) = (depth.parse::<u32>(), count.parse::<u64>()) else { return false };
        count > MAX_COUNT || game.read_position(position).is_ok_and(|found| perft(game, &found, depth) == count)
    })
}

fn follows(game: &TextGame, position: &str, text: &str, after: &str) -> bool {
    let (Ok(found), Ok(intent)) = (game.read_position(position), game.read_move(text)) else { return false };
    game.judge(&found, intent).is_ok() && game.write_position(&game.play_unchecked(&found, intent)) == after
}

fn has_known_cards(position: &str) -> bool {
    has_cards_of_text(position) || ["lantern@", "anchor@"].iter().any(|card| position.contains(card))
}

fn more() -> impl Iterator<Item = (&'static str, Vec<&'static str>, &'static str)> {
    rows(MORE).map(|[id, option, line]| (id, option.split_whitespace().collect(), line))
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
    let goes = |[position, text, after]: [&str; 3]| follows(game, position, text, after);
    let own = rows::<4>(AFTER).filter(|[known, ..]| *known == id);
    !own.map(|[_, position, text, after]| [position, text, after]).all(goes)
        || id == "struggle-cards" && !rows(AFTER_CARDS).all(goes)
        || more().filter(|(known, ..)| *known == id).any(|(_, options, line)| told(&options, line, ""))
        || SUITES
            .iter()
            .filter(|suite| suite.id == id)
            .any(|suite| told(suite.options, suite.lines, suite.counts))
        || ["struggle", "struggle-cards"].contains(&id) && told(&[], STRUGGLE[0], STRUGGLE[1])
}

#[test]
fn additional_cases_hold() {
    for (id, options, line) in more() {
        assert!(agrees(&open(id, &options), std::iter::once(line)), "{id}: {line}");
    }
    for [id, position, text, after] in rows(AFTER) {
        assert!(follows(&open(id, &[]), position, text, after), "{id}: {text} in {position}");
    }
    let cards = open("struggle-cards", &[]);
    let mut moves = 0;
    for [position, text, after] in rows(AFTER_CARDS) {
        assert!(follows(&cards, position, text, after), "{text} in {position}: {after}");
        moves += 1;
    }
    assert!(moves > 60);
}

#[test]
fn suites_detect_every_mutant() {
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
