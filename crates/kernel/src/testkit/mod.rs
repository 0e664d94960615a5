//! The conformance suite: properties that hold for every game, checked on many random positions.
//!
//! A game's tests call [`conformance`] with the number of positions to visit. Failed assertions panic with the position string,
//! so that the position can be inspected on the command line.

mod cases;
mod codes;
mod pages;
mod safety;
mod suite;

use std::collections::{HashMap, HashSet};

pub use cases::{check_case, rows};
pub use codes::{check_reason_codes, check_sentences};
pub use pages::{Diagram, RulesPage, check_rules_pages, check_rulings};
pub use safety::check_empty_squares;
pub use suite::{check_mutants, check_perft_file, check_playthrough, check_suite_file};

use crate::{
    AnyMove, Board, HeldCard, Intent, Language, Piece, Presentation, Random, Reason, Refusal, Rules, SharedStr,
    Specimens, Square, Symmetry,
};

/// Returns the number of positions to visit: the environment variable `CONFORMANCE_POSITIONS`, or `usual` if it is not set.
pub fn positions(usual: usize) -> usize {
    std::env::var("CONFORMANCE_POSITIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// Runs all checks on `count` positions, half from random play, half from [`scattered`]; `seed` determines both.
pub fn conformance<R: Specimens + Presentation>(rules: &R, seed: u64, count: usize) {
    check_codes(rules);
    check_cover(rules);
    let mut random = Random::new(seed);
    let symmetries = rules.symmetries();
    let few = [played(rules, &mut random.clone(), count / 8), scattered(rules, &mut random.clone(), count / 8)];
    few.iter().flatten().for_each(|position| safety::check_attackers(rules, position));
    for position in played(rules, &mut random, count / 2) {
        check_position(rules, &position, &symmetries);
    }
    for position in scattered(rules, &mut random, count - count / 2) {
        check_position(rules, &position, &symmetries);
    }
}

/// Asserts that the cover can be drawn and its moves played, and that it ends with a power in effect if the game has powers.
pub fn check_cover<R: Presentation>(rules: &R) {
    let metadata = rules.metadata();
    let cover = &metadata.cover;
    let mut position = rules.read_position(&cover.position).expect("the cover's position is invalid");
    assert!(cover.moves.len() <= 4, "the cover has too many moves");
    for text in &*cover.moves {
        let intent = rules.read_move(text).expect("a move of the cover is invalid");
        assert!(rules.allow(&position, intent).is_ok(), "the cover's move {text} is refused");
        position = rules.play_unchecked(&position, intent);
    }
    let known = |name: &SharedStr| rules.topology().squares.iter().any(|square| square.name == *name);
    assert!(cover.squares.iter().all(known), "the cover shows a square that the board lacks");
    assert!(!cover.squares.is_empty(), "the cover shows no square");
    let powers = metadata.relations.is_empty() || !rules.relations(&position).is_empty();
    assert!(powers, "no power is in effect after the cover's moves");
}

/// Returns positions from random games, in which about half of the moves are decisive ones (by default captures), where possible.
pub fn played<R: Rules>(rules: &R, random: &mut Random, count: usize) -> Vec<R::Position> {
    let mut positions = Vec::with_capacity(count);
    let mut position = rules.start();
    let mut ply = 0;
    while positions.len() < count {
        positions.push(position.clone());
        let moves = rules.list_moves(&position);
        let decisive: Vec<Intent> =
            moves.iter().copied().filter(|&intent| rules.is_decisive(&position, intent)).collect();
        let choice = if random.one_in(2) { random.pick(&decisive) } else { None }.or(random.pick(&moves));
        ply += 1;
        position = match choice {
            Some(&intent) if ply < 300 => rules.play_unchecked(&position, intent),
            _ => {
                ply = 0;
                rules.start()
            }
        };
    }
    positions
}

/// Returns `count` random positions: results of [`Specimens::scatter`], and the positions one random move later.
pub fn scattered<R: Specimens>(rules: &R, random: &mut Random, count: usize) -> Vec<R::Position> {
    const MAX_ATTEMPTS: usize = 1_000;
    let mut positions = Vec::with_capacity(count);
    let mut attempts = 0;
    while positions.len() < count {
        attempts += 1;
        assert!(attempts <= MAX_ATTEMPTS * (count + 1), "too few scattered positions are valid");
        let Some(position) = rules.scatter(random) else { continue };
        let moves = rules.list_moves(&position);
        if let Some(&intent) = random.pick(&moves) {
            positions.push(rules.play_unchecked(&position, intent));
        }
        positions.push(position);
    }
    positions.truncate(count);
    positions
}

/// Asserts that the generator, `judge`, notation, effects, hash, symmetries and outcome of a position are consistent.
pub fn check_position<R: Specimens + Presentation>(rules: &R, position: &R::Position, symmetries: &[Symmetry]) {
    let text = rules.write_position(position);
    let moves = rules.list_moves(position);
    let write = |intents: &HashSet<Intent>| sorted_texts(rules, intents.iter().copied());

    assert_eq!(rules.read_position(&text).as_ref(), Ok(position), "position does not round trip: {text}");
    check_form(rules, position, &text);
    assert!(position.is_in_step(), "hash or another derived value is wrong: {text}");
    assert_eq!(rules.count_moves(position), moves.len() as u64, "count differs from the list: {text}");
    assert_eq!(rules.has_moves(position), !moves.is_empty(), "has_moves differs from the list: {text}");
    let mut any = AnyMove::default();
    rules.generate(position, &mut any);
    assert_eq!(any.0, !moves.is_empty(), "the search for any move differs from the list: {text}");

    if let Some(turned) = rules.turned(position) {
        assert_ne!(turned.side_to_move(), position.side_to_move(), "turned: the same side is to move: {text}");
        assert!(turned.is_in_step(), "turned: a derived value is wrong: {text}");
        assert_eq!(turned.occupied(), position.occupied(), "turned: the pieces are on other squares: {text}");
        // The effects of these moves must be computable even if the side not to move is in danger.
        rules.list_moves(&turned).iter().for_each(|&intent| drop(rules.effects(&turned, intent)));
    }

    for &intent in &moves {
        // Short notation is unambiguous and a single word.
        let Some(short) = rules.write_short(position, intent) else { continue };
        let found = rules.read_short(position, &short);
        assert_eq!(
            found,
            Some(vec![intent]),
            "{short} does not mean {} alone: {text}",
            rules.write_move(intent)
        );
        assert!(short.bytes().all(|byte| byte.is_ascii_graphic()), "{short} is not a plain word: {text}");
    }

    let generated: HashSet<Intent> = moves.iter().copied().collect();
    assert_eq!(generated.len(), moves.len(), "a move is listed twice: {text}");
    let mut reasons: HashMap<String, Reason> = HashMap::new();
    let judged: HashSet<Intent> = rules
        .candidates(position)
        .into_iter()
        .chain(moves.iter().copied())
        .filter(|&intent| match rules.allow(position, intent) {
            Ok(()) => true,
            Err(Refusal(found)) => {
                assert!(!found.is_empty(), "refused without a reason: {} in {text}", rules.write_move(intent));
                for reason in found {
                    if !reasons.contains_key(reason.code.as_str()) {
                        reasons.insert(reason.code.to_string(), reason);
                    }
                }
                false
            }
        })
        .collect();
    let conditions = rules.conditions(position);
    reasons.values().chain(&conditions).for_each(|reason| check_reason(rules, position, reason));
    check_held_cards(rules, position);
    if generated != judged {
        let extra: HashSet<Intent> = generated.difference(&judged).copied().collect();
        let missing: HashSet<Intent> = judged.difference(&generated).copied().collect();
        panic!(
            "{text}: generated but illegal {:?}, legal but not generated {:?}",
            write(&extra),
            write(&missing)
        );
    }
    if rules.outcome(position).is_some() {
        assert!(moves.is_empty(), "a finished game has moves: {text}");
    } else {
        assert!(!moves.is_empty(), "the game is not over, but there are no moves: {text}");
    }

    let mut over = rules.start();
    for &intent in &moves {
        let move_text = rules.write_move(intent);
        assert_eq!(rules.read_move(&move_text), Ok(intent), "move does not round trip: {move_text} in {text}");
        rules.notices(position, intent).iter().for_each(|notice| check_reason(rules, position, notice));
        let next = rules.play_unchecked(position, intent);
        rules.play_into(position, intent, &mut over);
        assert_eq!(over, next, "playing over another position differs: {move_text} in {text}");
        let mut applied = position.clone();
        for effect in rules.effects(position, intent) {
            applied.apply(effect);
        }
        for square in rules.topology().all() {
            let (found, expected, name) =
                (applied.piece_at(square), next.piece_at(square), rules.topology().name(square));
            assert_eq!(found, expected, "effects and play differ on {name}: {move_text} in {text}");
        }
        assert!(next.is_in_step(), "hash or another derived value is wrong after {move_text} in {text}");
        assert!(over.is_in_step(), "a derived value is wrong after play_into: {move_text} in {text}");
        let is_consistent = applied.hash_from_scratch() == applied.hash() && applied.is_in_step();
        assert!(is_consistent, "effects leave a derived value wrong: {move_text} in {text}");
        let read = rules.read_position(&rules.write_position(&next));
        assert_eq!(read.as_ref(), Ok(&next), "position does not round trip after {move_text} in {text}");
    }
    for symmetry in symmetries {
        let image = rules.transform(position, symmetry);
        let mapped: HashSet<Intent> =
            moves.iter().map(|&intent| rules.transform_intent(intent, symmetry)).collect();
        let found: HashSet<Intent> = rules.list_moves(&image).into_iter().collect();
        assert_eq!(write(&mapped), write(&found), "{} changes the moves of {text}", symmetry.name);
        let outcome = rules.outcome(position).map(|outcome| crate::Outcome {
            winner: outcome.winner.map(|side| if symmetry.swaps_sides { !side } else { side }),
            ..outcome
        });
        assert_eq!(outcome, rules.outcome(&image), "{} changes the outcome of {text}", symmetry.name);
        assert_eq!(rules.alert(position), rules.alert(&image), "{} changes the alert of {text}", symmetry.name);
    }
}

fn check_codes<R: Presentation>(rules: &R) {
    let codes = rules.reason_codes();
    assert_eq!(codes.iter().collect::<HashSet<_>>().len(), codes.len(), "a code is listed twice: {codes:?}");
    let start = rules.start();
    let squares: Vec<Square> = rules.topology().all().take(6).collect();
    for language in Language::ALL {
        let sentences: HashSet<String> = codes
            .iter()
            .map(|&code| {
                let reason = Reason::new(code.to_owned(), "", squares.iter().copied());
                check_sentence(rules, &start, &reason);
                rules.sentence(&start, &reason, language.into()).unwrap_or_default()
            })
            .collect();
        assert_eq!(sentences.len(), codes.len(), "two codes share a sentence: {sentences:?}");
    }
    let unknown = Reason::new("no such code", "", []);
    assert_eq!(rules.sentence(&start, &unknown, Language::English.into()), None, "an unknown code has text");
}

/// Asserts that held cards are in the catalogue and bound to their owner's pieces, and that no player has a card twice.
fn check_held_cards<R: Presentation>(rules: &R, position: &R::Position) {
    let text = rules.write_position(position);
    let held = rules.held_cards(position);
    let known = rules.catalogue().map_or(0, |catalogue| catalogue.cards.len());
    for (i, HeldCard { card, side, square, .. }) in held.iter().enumerate() {
        assert!(*card < known, "there is no card {card}: {text}");
        let again = held[..i].iter().any(|other| (other.card, other.side) == (*card, *side));
        assert!(!again, "card {card} is held twice by the same player: {text}");
        let owner = square.map(|square| position.piece_at(square).map(Piece::side));
        assert!(
            owner.is_none_or(|owner| owner == Some(*side)),
            "card {card} is not bound to a piece of its owner: {text}"
        );
    }
}

/// Asserts that a reason, notice or condition cites an existing anchor on the rules page and passes [`check_sentence`].
fn check_reason<R: Presentation>(rules: &R, position: &R::Position, reason: &Reason) {
    check_sentence(rules, position, reason);
    for language in Language::ALL {
        let page = rules.metadata().rules_page.get(language);
        let cited = page.contains(&format!("{{#{}}}", reason.ruling));
        assert!(cited, "\"{}\" cites an anchor missing from the rules page: {}", reason.code, reason.ruling);
    }
}

/// Asserts that a reason, notice or condition has a listed code and a complete, different sentence in each language.
fn check_sentence<R: Presentation>(rules: &R, position: &R::Position, reason: &Reason) {
    let code = reason.code.as_str();
    let text = rules.write_position(position);
    assert!(rules.reason_codes().contains(&code), "\"{code}\" is not listed among the codes: {text}");
    let sentences = Language::ALL.map(|language| {
        let sentence = rules.sentence(position, reason, language.into());
        sentence.unwrap_or_else(|| panic!("\"{code}\" has no sentence: {text}"))
    });
    for sentence in &sentences {
        let whole = sentence.starts_with(|letter: char| !letter.is_lowercase()) && sentence.ends_with('.');
        assert!(whole && sentence.contains(' '), "\"{code}\" has an incomplete sentence: {sentence}");
    }
    assert_ne!(sentences[0], sentences[1], "\"{code}\" has the same sentence in both languages: {text}");
}

fn check_form<R: Rules>(rules: &R, position: &R::Position, text: &str) {
    let metadata = rules.metadata();
    let Some(draft) = metadata.form.read(text, metadata) else { panic!("not in the declared format: {text}") };
    assert_eq!(metadata.form.write(&draft, metadata), text, "the form is written differently");
    assert_eq!(draft.side, position.side_to_move(), "the form has a different side to move: {text}");
    assert_eq!(draft.pieces.len(), position.occupied().into_iter().count(), "the form lacks pieces: {text}");
    for (square, piece) in draft.pieces {
        assert_eq!(position.piece_at(square), Some(piece), "the form has a different piece: {text}");
    }
}

/// Returns moves in canonical notation, sorted bytewise.
pub fn sorted_texts<R: Rules>(rules: &R, moves: impl IntoIterator<Item = Intent>) -> Vec<String> {
    let mut texts: Vec<String> = moves.into_iter().map(|intent| rules.write_move(intent)).collect();
    texts.sort_unstable();
    texts
}

/// Plays random plies from the start, and asserts that positions and moves round trip, and that listed moves are legal
/// and have possible effects. Moves of user-defined games can lead to positions that the rules refuse; play ends there.
pub fn check_play<R: Rules>(rules: &R, random: &mut Random, plies: usize) {
    let squares = rules.topology().squares.len();
    let kinds = rules.metadata().kinds.len();
    let mut position = rules.start();
    for _ in 0..plies {
        let text = rules.write_position(&position);
        let Ok(read) = rules.read_position(&text) else { return };
        assert_eq!(read, position, "position does not round trip: {text}");
        let moves = rules.list_moves(&position);
        let is_over = rules.outcome(&position).is_some();
        assert_eq!(moves.is_empty(), is_over, "only a finished game has no moves: {text}");
        let Some(&intent) = random.pick(&moves) else { return };
        let move_text = rules.write_move(intent);
        assert_eq!(rules.read_move(&move_text), Ok(intent), "move does not round trip: {move_text} in {text}");
        assert_eq!(rules.judge(&position, intent), Ok(()), "listed but illegal: {move_text} in {text}");
        let effects = rules.effects(&position, intent).check(&position, squares, kinds);
        assert_eq!(effects, Ok(()), "{move_text} in {text}");
        position = rules.play_unchecked(&position, intent);
    }
}
