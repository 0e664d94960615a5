//! Compares definitions with hand-written games of the same rules, on played and random positions.

use std::collections::BTreeSet;

use entourage_kernel::testkit::{played, scattered, sorted_texts};
use entourage_kernel::{Board, Intent, Piece, Presentation, Random, Refusal, Rules, Side, Specimens, Weight};

use super::{open, suites};

/// Number of positions to compare; the environment variable `DEFINITION_POSITIONS` overrides the default.
fn positions() -> usize {
    std::env::var("DEFINITION_POSITIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(120)
}

fn compare<R: Specimens>(id: &str, options: &[&str], twin: &R, is_known: impl Fn(&str) -> bool) {
    let mut random = Random::new(11);
    let mut all = played(twin, &mut random, positions() / 2);
    all.extend(scattered(twin, &mut random, positions() / 2));
    let compared = compare_on(id, options, twin, all, is_known);
    assert!(compared > positions() / 3, "only {compared} positions were compared");
}

fn compare_on<R: Specimens>(
    id: &str,
    options: &[&str],
    twin: &R,
    all: Vec<R::Position>,
    is_known: impl Fn(&str) -> bool,
) -> usize {
    let game = open(id, options);
    let mut random = Random::new(12);
    let mut compared = 0;
    for position in all {
        let text = twin.write_position(&position);
        if !is_known(&text) {
            continue;
        }
        let read = game.read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.write_position(&read), text);
        assert_eq!(game.status(&read), twin.status(&position), "{text}");
        let theirs = twin.list_moves(&position);
        assert_eq!(
            sorted_texts(&game, game.list_moves(&read)),
            sorted_texts(twin, theirs.iter().copied()),
            "{text}"
        );
        for intent in theirs.into_iter().take(12) {
            let move_text = twin.write_move(intent);
            let next = twin.play_unchecked(&position, intent);
            let ours = game.play_unchecked(&read, game.read_move(&move_text).unwrap());
            assert_eq!(game.write_position(&ours), twin.write_position(&next), "{move_text} in {text}");
            assert_eq!(ours.side_to_move(), next.side_to_move());
        }
        compared += 1;
        for _ in 0..4 {
            let changed = change(&text, &mut random);
            if !is_known(&changed) {
                continue;
            }
            let (ours, theirs) = (game.read_position(&changed), twin.read_position(&changed));
            assert_eq!(ours.is_ok(), theirs.is_ok(), "{changed}: {ours:?} {theirs:?}");
        }
    }
    compared
}

fn change(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let [a, b] = [random.below(letters.len()), random.below(letters.len())];
    if random.one_in(2) {
        letters.swap(a, b)
    } else {
        letters[a] = letters[b]
    }
    letters.into_iter().collect()
}

#[test]
fn chess_agrees_with_the_hand_written_game() {
    compare("chess", &["fen"], &entourage_chess::Chess, |_| true);
}

#[test]
fn toddler_agrees_with_the_hand_written_game() {
    for options in [&[][..], &["summary"]] {
        let twin = entourage_toddler::Toddler::default().with_options(options).unwrap();
        compare("toddler", options, &twin, |_| true);
    }
}

#[test]
fn symmetron44_agrees_with_the_hand_written_game() {
    compare("symmetron44", &[], &entourage_symmetron44::Game::default(), |_| true);
}

#[test]
fn struggle_without_rules_agrees_with_the_hand_written_game() {
    compare("struggle", &[], &entourage_struggle::Game::default(), suites::is_without_rules);
}

#[test]
fn struggle_with_cards_agrees_with_the_hand_written_game() {
    let mut compared = compare_on(
        "struggle-cards",
        &[],
        &entourage_struggle::Game::default(),
        scattered(&entourage_struggle::Game::default(), &mut Random::new(5), 8 * positions()),
        suites::has_cards_of_text,
    );
    assert!(compared > positions() / 6, "only {compared} scattered positions were compared");
    for (options, seed) in [
        (["1=torus@B+jolt@K+catapult@G/KBGRY", "2=armor@R+pacifist@K+teleport@Y/KBGRY"], 1),
        (["1=pacifist@B+teleport@R/YRGBK", "2=jolt@G+catapult@B+torus@Y/GKYRB"], 2),
        (["1=jolt@Y+armor@K/KBGRY", "2=jolt@K+armor@G/KBGRY"], 3),
        (["1=catapult@K+armor@B+torus@R/KBGRY", "2=catapult@Y+torus@K+teleport@B/BKRGY"], 4),
    ] {
        let twin = entourage_struggle::Game::default().with_options(&options).unwrap();
        let game = open("struggle-cards", &options);
        assert_eq!(game.options(), twin.options());
        assert_eq!(game.write_position(&game.start()), twin.write_position(&twin.start()));
        let all = played(&twin, &mut Random::new(seed), positions());
        compared += compare_on("struggle-cards", &[], &twin, all, suites::has_cards_of_text);
    }
    assert!(compared > 3 * positions(), "only {compared} positions were compared");
}

fn compare_attackers<R: Specimens + Presentation>(id: &str, options: &[&str], twin: &R) {
    let game = open(id, options);
    let mut compared = 0;
    for position in scattered(twin, &mut Random::new(31), positions() / 3) {
        let text = twin.write_position(&position);
        let read = game.read_position(&text).unwrap();
        for side in Side::BOTH {
            for square in twin.topology().all() {
                let name = twin.topology().name(square);
                let stands = position.piece_at(square).filter(|piece| piece.side() == side);
                // Skip royal pieces, for which the hand-written game also lists guards.
                if stands
                    .is_some_and(|piece| twin.metadata().kinds[piece.kind().index()].weight == Weight::Heart)
                {
                    continue;
                }
                let ours = game.attackers(&read, side, square).unwrap();
                assert_eq!(Some(ours), twin.attackers(&position, side, square), "{side:?} on {name} in {text}");
                compared += ours.len();
            }
        }
    }
    assert!(compared > 100, "only {compared} attackers were compared");
}

#[test]
fn attackers_agree_with_the_hand_written_games() {
    compare_attackers("chess", &["fen"], &entourage_chess::Chess);
    compare_attackers("toddler", &[], &entourage_toddler::Toddler::default());
    compare_attackers("symmetron44", &[], &entourage_symmetron44::Game::default());
}

fn compare_reasons<R: Specimens>(
    id: &str,
    twin: &R,
    powers: &[&str],
    is_told: impl Fn(&R::Position, Intent) -> bool,
) {
    let game = open(id, &[]);
    let codes = |judged: Result<(), Refusal>| -> BTreeSet<String> {
        let reasons = judged.err().map_or_else(Vec::new, |refusal| refusal.0);
        let mut codes: BTreeSet<String> = reasons.iter().map(|reason| reason.code.to_string()).collect();
        codes.retain(|code| powers.contains(&code.as_str()));
        codes
    };
    let mut seen = BTreeSet::new();
    for position in scattered(twin, &mut Random::new(23), positions() / 3) {
        let text = twin.write_position(&position);
        let read = game.read_position(&text).unwrap();
        if twin.terminal(&position).is_some() {
            continue;
        }
        for intent in twin.candidates(&position) {
            let written = twin.write_move(intent);
            // Skip moves of more than two squares, whose parts the hand-written game explains separately.
            let Ok(own) = game.read_move(&written) else { continue };
            if intent.len() > 2 || intent.choice() != 0 || !is_told(&position, intent) {
                continue;
            }
            let theirs = codes(twin.judge(&position, intent));
            let ours = codes(game.judge(&read, own));
            // If only two powers together forbid a move, the definition reports both and the hand-written game neither.
            assert!(
                ours == theirs || ours.len() == 2 && theirs.is_empty(),
                "{written} in {text}: {ours:?} {theirs:?}"
            );
            seen.extend(theirs);
        }
    }
    assert!(2 * seen.len() > powers.len(), "only {seen:?} were seen");
}

#[test]
fn toddler_gives_the_reasons_of_the_hand_written_game() {
    let powers = ["frozen", "invulnerable", "neutralised", "protected", "sheltered", "solidarity"];
    compare_reasons("toddler", &entourage_toddler::Toddler::default(), &powers, |_, _| true);
}

#[test]
fn symmetron44_gives_the_reasons_of_the_hand_written_game() {
    // The hand-written game reports untouchable pieces even if they are out of reach.
    let powers = ["reduced", "symmetrised"];
    let twin = entourage_symmetron44::Game::default();
    // An Advancer never enters the square of the piece that it captures, so the two games report different reasons.
    let advances = |piece: Piece| twin.metadata().kinds[piece.kind().index()].name.en.contains("Advancer");
    compare_reasons("symmetron44", &twin, &powers, |position, intent| {
        let mover = intent.first().and_then(|from| position.piece_at(from));
        let target = intent.last().and_then(|to| position.piece_at(to));
        target.is_none() || !mover.is_some_and(advances)
    });
}
