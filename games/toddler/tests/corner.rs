//! What a side with nothing but Toddler, Angel and Genius holds: the Angel in the corner, the Toddler beside it at the edge, the
//! Genius on the diagonal.
//!
//! The Angel protects both others (power 4), so that the defender is never in Threat and may pass for ever. The Angel itself falls to
//! two attackers alone (power 5), none of which starts beside the Genius (power 3). Further pieces could only stand in their ways: no
//! piece needs another to move over. So what no two pieces do, no army does.

use std::collections::BTreeSet;

use entourage_kernel::{Intent, Rules};
use entourage_toddler::{Edition, Toddler};

const SIZE: usize = 11;
const KINDS: &str = "EIANPSC";

/// Writes a position, White to move, from pieces and where they stand, file and row from the upper left.
fn board(pieces: &[(char, (usize, usize))]) -> String {
    let rows = (0..SIZE).map(|row| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..SIZE {
            match pieces.iter().find(|(_, at)| *at == (file, row)) {
                Some((letter, _)) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text.push(*letter);
                }
                None => empty += 1,
            }
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    });
    rows.collect::<Vec<_>>().join("/") + " w -"
}

/// Returns the kinds and squares of single pieces that capture in the corner, beside what stands there.
fn attackers(rules: &Toddler, others: &[(char, (usize, usize))]) -> Vec<(char, (usize, usize))> {
    let squares = (0..SIZE).flat_map(|row| (0..SIZE).map(move |file| (file, row)));
    let pieces = KINDS.chars().flat_map(|kind| squares.clone().map(move |at| (kind, at)));
    let free = pieces.filter(|(_, at)| others.iter().all(|(_, other)| other != at));
    free.filter(|&piece| captures_corner(rules, &[others, &[piece]].concat())).collect()
}

fn captures_corner(rules: &Toddler, pieces: &[(char, (usize, usize))]) -> bool {
    let position = rules.read_position(&board(pieces)).unwrap();
    let mut moves: Vec<Intent> = Vec::new();
    rules.legal_moves(&position, &mut moves);
    moves.iter().any(|&intent| rules.is_decisive(&position, intent) && rules.write_move(intent).contains("a1"))
}

#[test]
fn an_angel_in_the_corner_falls_only_to_an_android_with_a_second_strong_piece() {
    let (toddler, angel, genius) = (('t', (1, 0)), ('w', (0, 0)), ('g', (1, 1)));
    let own = ('T', (10, 10));
    for edition in [Edition::Rulebook, Edition::Summary] {
        let rules = Toddler::new(edition);
        // A Nurse in the Angel's place takes only one attacker. The Toddler and the Angel wait elsewhere, in two places,
        // so that pieces stand on every square but the own Toddler's.
        let mut single = BTreeSet::new();
        for row in [4, 7] {
            let away = [('s', (1, 0)), ('n', (0, 0)), genius, ('t', (10, row)), ('w', (10, row + 1)), own];
            single.extend(attackers(&rules, &away));
        }
        let single = Vec::from_iter(single);
        let mut pairs = BTreeSet::new();
        for (place, &first) in single.iter().enumerate() {
            for &second in &single[place + 1..] {
                // There is one Emperor and one Empress.
                let possible = first.1 != second.1 && (first.0 != second.0 || !"EI".contains(first.0));
                if possible && captures_corner(&rules, &[toddler, angel, genius, own, first, second]) {
                    let mut kinds = [first.0, second.0];
                    kinds.sort_unstable();
                    pairs.insert(String::from_iter(kinds));
                }
            }
        }
        assert_eq!(Vec::from_iter(pairs), ["AA", "AE", "AI"]);
    }
}
