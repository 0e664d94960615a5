//! Tests a fortress of Toddler, Angel and Genius: the Angel in the corner, the Toddler next to the Angel on the edge, and
//! the Genius on the diagonal.
//!
//! The Angel protects the other two (power 4), so the defender is never in Threat and can always pass. The Angel can be captured only by
//! two attackers (power 5) that do not start next to the Genius (power 3). More attackers do not help: they only block lines, since no
//! piece needs another one to jump over. An attacking Toddler next to the corner would touch the other Toddler, which is a draw (T12). A
//! fortress that no pair of pieces breaks is therefore safe against any number of pieces.

use std::collections::BTreeSet;

use entourage_kernel::{Piece, Rules, Side, Square};
use entourage_toddler::{Edition, Toddler};

const CORNER: Square = Square::new(0);

type Placed = (Square, Piece);

fn piece(rules: &Toddler, letter: char, square: Square) -> Placed {
    (square, rules.metadata().piece_of(letter).unwrap())
}

fn placed(rules: &Toddler, pieces: &str) -> Vec<Placed> {
    let square = |name| rules.topology().find(name).unwrap();
    pieces.split(' ').map(|text| piece(rules, text.chars().next().unwrap(), square(&text[1..]))).collect()
}

fn attackers(rules: &Toddler, others: &[Placed]) -> Vec<Placed> {
    let pieces = "EIANPSC".chars().flat_map(|letter| rules.topology().all().map(move |at| (letter, at)));
    let free = pieces.filter(|(_, at)| others.iter().all(|(other, _)| other != at));
    let pieces = free.map(|(letter, at)| piece(rules, letter, at));
    pieces.filter(|&piece| captures_corner(rules, &[others, &[piece]].concat())).collect()
}

fn captures_corner(rules: &Toddler, pieces: &[Placed]) -> bool {
    let position = rules.arrange(&rules.start(), pieces, Side::First).unwrap();
    // A captured piece is always on the move's second square, and the corner is never empty here.
    rules.list_moves(&position).iter().any(|intent| intent.square(1) == Some(CORNER))
}

#[test]
fn an_angel_in_the_corner_falls_only_to_an_android_with_a_second_strong_piece() {
    for edition in [Edition::Rulebook, Edition::Summary] {
        let rules = Toddler::new(edition);
        // Finds every single piece that attacks the corner, where a Nurse replaces the Angel. Toddler and Angel are put
        // on two different pairs of squares, so that attackers are tried on every square that is empty in the fortress.
        let shelters = ["na1 sb1 gb2 tk5 wk6 Tk11", "na1 sb1 gb2 tk8 wk9 Tk11"];
        let single = shelters.map(|pieces| attackers(&rules, &placed(&rules, pieces))).concat();
        let corner = placed(&rules, "wa1 tb1 gb2 Tk11");
        let letter = |placed: Placed| rules.metadata().letter_of(placed.1);
        let mut pairs = BTreeSet::new();
        for (place, &first) in single.iter().enumerate() {
            for &second in &single[place + 1..] {
                let mut letters = [letter(first), letter(second)];
                letters.sort_unstable();
                // A side has only one Emperor and one Empress.
                let possible = first.0 != second.0 && letters != ['E', 'E'] && letters != ['I', 'I'];
                if possible && captures_corner(&rules, &[&corner[..], &[first, second]].concat()) {
                    pairs.insert(String::from_iter(letters));
                }
            }
        }
        assert_eq!(Vec::from_iter(pairs), ["AA", "AE", "AI"]);
    }
}
