//! Tests what Struggle provides for solvers (equivalence keys and lower bounds on wins) against plain recursion.

use std::collections::HashMap;

use entourage_kernel::{Board, Evaluate, Outcome, Random, Rules, Side, Specimens};
use entourage_struggle::{Position, Struggle};

use crate::plain::{scatter_plain, wins};

fn children(rules: &Struggle, position: &Position) -> Vec<Position> {
    let mut moves = Vec::new();
    rules.legal_moves(position, &mut moves);
    moves.into_iter().map(|intent| rules.play_unchecked(position, intent)).collect()
}

/// The number of plies after which a game is cut off, since pieces at the end of the board can keep moving for ever.
const MAX_PLIES: usize = 80;

/// Calls `see` with every position of random plain games, half of which begin with a few randomly placed pieces.
fn visit(games: usize, seed: u64, mut see: impl FnMut(&Struggle, &Position)) {
    let rules = Struggle::default();
    let mut random = Random::new(seed);
    for game in 0..games {
        let mut position = if game % 2 == 0 { rules.start() } else { thrown(&rules, &mut random) };
        for _ in 0..MAX_PLIES {
            if rules.outcome(&position).is_some() {
                break;
            }
            see(&rules, &position);
            let next = children(&rules, &position);
            position = next[random.below(next.len())];
        }
    }
}

fn thrown(rules: &Struggle, random: &mut Random) -> Position {
    std::iter::repeat_with(|| scatter_plain(rules, random))
        .flatten()
        .find(|position| rules.outcome(position).is_none())
        .unwrap()
}

/// Returns the position with the colours of each player's pieces permuted.
fn recoloured(rules: &Struggle, position: &Position, random: &mut Random) -> Position {
    let text = rules.write_position(position);
    let (board, rest) = text.split_once(' ').unwrap();
    let turned = |letters: &str, shift: usize, letter: char| {
        let at = letters.find(letter)?;
        letters.chars().nth((at + shift) % letters.len())
    };
    let shifts = [random.below(5), random.below(5)];
    let board: String = board
        .chars()
        .map(|letter| {
            turned("KBGRY", shifts[0], letter).or_else(|| turned("kbgry", shifts[1], letter)).unwrap_or(letter)
        })
        .collect();
    rules.read_position(&format!("{board} {rest}")).unwrap()
}

/// Returns the properties that an equivalence key must determine: side to move, outcome, and the keys of the next positions.
fn parts(rules: &Struggle, position: &Position) -> (Side, Option<Outcome>, Vec<u64>) {
    let mut keys: Vec<u64> =
        children(rules, position).iter().map(|child| rules.equivalence_key(child)).collect();
    keys.sort_unstable();
    (position.side_to_move(), rules.outcome(position), keys)
}

#[test]
fn colours_and_mirror_images_are_equivalent() {
    let mut random = Random::new(5);
    let mut met = HashMap::new();
    let mut met_again = 0;
    visit(400, 1, |rules, position| {
        let key = rules.equivalence_key(position);
        let whole = parts(rules, position);
        let mirror = &rules.symmetries()[0];
        assert!(!mirror.swaps_sides);
        let other = recoloured(rules, position, &mut random);
        for image in [other, rules.transform(position, mirror), rules.transform(&other, mirror)] {
            assert_eq!(rules.equivalence_key(&image), key, "{}", rules.write_position(&image));
            assert_eq!(parts(rules, &image), whole, "{}", rules.write_position(&image));
        }
        let text = rules.write_position(position);
        if let Some((known, before)) = met.insert(key, (whole.clone(), text.clone())) {
            assert_eq!(known, whole, "{before} and {text} have one key");
            met_again += usize::from(before != text);
        }
    });
    assert!(met_again > 20, "only {met_again} positions were met again in another form");
}

#[test]
fn rules_make_colours_matter() {
    let rules = Struggle::default().with_options(&["1=armor@R/KBGRY"]).unwrap();
    let [key, image] = [rules.start(), rules.transform(&rules.start(), &rules.symmetries()[0])]
        .map(|position| rules.equivalence_key(&position));
    assert_ne!(key, image);
}

#[test]
fn no_win_comes_sooner_than_its_lower_bound() {
    const NEVER: u16 = u16::MAX;
    let mut seen: HashMap<u16, [usize; 2]> = HashMap::new();
    visit(300, 2, |rules, position| {
        for attacker in Side::BOTH {
            let least = rules.least_plies_to_win(position, attacker);
            assert!((1..=4).contains(&least) || least == NEVER);
            let tries = if least == NEVER { 4 } else { least };
            let shortest = (1..=tries).find(|&plies| wins(rules, position, attacker, plies));
            let text = rules.write_position(position);
            let holds = shortest.is_none_or(|plies| plies >= least);
            assert!(holds, "{text} is won for {attacker:?} within {shortest:?} plies, not {least}");
            let [cases, exact] = seen.entry(least).or_default();
            *cases += 1;
            *exact += usize::from(shortest == Some(least));
        }
    });
    for least in [1, 2, 3, 4, NEVER] {
        let [cases, exact] = seen[&least];
        assert!(cases > 100, "only {cases} positions of {least}");
        assert!(least == NEVER || exact > 10, "{least} was exact in {exact} of {cases}");
        assert!(least != 1 || exact == cases, "the bound is exact for a win with the next ply");
    }
}
