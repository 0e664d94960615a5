//! Tests powers that let slides pass over pieces, and powers that stop slides.

use entourage_definition::{Code, Shipped, Source, TextGame, check};
use entourage_kernel::Random;

use super::readings::compare;
use super::{made, moves_of, rows};

fn game(zone: &str, power: &str) -> TextGame {
    let text = format!(
        "language 1\ngame witches \"Witches\"\nboard 6 x 6\nsides White w, Black b\n{zone}\npiece K \"King\"\n  moves and captures: step any\n\
         piece R \"Rook\"\n  moves and captures: slide straight\npiece N \"Nightrider\"\n  moves and captures: ride 1-2\n\
         piece C \"Cannon\"\n  moves: slide straight\n  captures: slide straight over one piece\n\
         piece W \"Witch\"\n  moves: step diagonal\n  never captures\npiece P \"Pawn\"\n  moves: step forward\n  captures: step diagonally forward\n\
         {power}\nroyal King, warned as \"check\"\nends\n  loss \"checkmate\": own King is threatened, and no move\n  draw \"stalemate\": no move\n\
         position \"{{rows}} {{side}}\"\nstart \"rckwnr/pppppp/6/6/PPPPPP/RCKWNR w\"\nneeds\n  exactly 1 King a side\n  the enemy King is not threatened\n"
    );
    made(text)
}

#[test]
fn slides_pass_over_transparent_pieces() {
    let veil = game("", "power veil of Witch: own pieces walk through own pieces next to it");
    // The Rook passes over the Pawn on b1, which is next to the Witch, but not over the Pawn on e1.
    assert_eq!(moves_of(&veil, "2k3/6/6/6/1W3K/RP2P1 w", "a1"), "a2 a3 a4 a5 a6 c1 d1");
    // A piece that can be passed over can still be captured by the slide.
    let enemy = game("", "power veil of Witch: enemies walk through own pieces next to it");
    assert_eq!(moves_of(&enemy, "2k3/6/6/6/1W3K/rP2P1 b", "a1"), "a2 a3 a4 a5 a6 b1 c1 d1 e1");
    let all = game("", "power ghost of Rook: it walks through pieces but King");
    assert_eq!(moves_of(&all, "2k3/p5/6/r5/5K/R4P w", "a1"), "a2 a3 a4 a5 a6 b1 c1 d1 e1");
    // A ride also passes over transparent pieces, and a Cannon does not use them as screens.
    let own = game("", "power ghost of Nightrider, Cannon: it walks through own pieces");
    assert_eq!(moves_of(&own, "5k/6/2p3/1P4/6/N4K w", "a1"), "c2 c5 e3");
    assert_eq!(moves_of(&own, "k5/p5/p5/6/P5/C4K w", "a1"), "a3 a5 b1 c1 d1 e1");
}

#[test]
fn slides_stop_in_a_zone() {
    let bog = game("zone bog: c1 to d6", "power bog of any piece but Pawn: it stops on bog");
    assert_eq!(moves_of(&bog, "5k/6/6/6/6/R2K2 w", "a1"), "a2 a3 a4 a5 a6 b1 c1");
    assert_eq!(moves_of(&bog, "5k/6/6/2R3/6/5K w", "c3"), "a3 b3 c2 c4 d3");
    let theirs = game(
        "zone gate: a3 to f3 for White, a4 to f4 for Black",
        "power gate of King: enemy Rooks stop on their own gate",
    );
    assert_eq!(moves_of(&theirs, "5k/6/6/6/6/R2K2 w", "a1"), "a2 a3 b1 c1");
    assert_eq!(moves_of(&theirs, "r4k/6/6/6/6/3K2 b", "a6"), "a4 a5 b6 c6 d6 e6");
}

#[test]
fn a_lent_walk_is_limited_to_the_receivers_place() {
    let lent = game(
        "",
        "power lent of Witch: enemy Rooks next to it also walk as Nightrider, only to their own ranks 1 to 3",
    );
    // The black Rook on c5 is next to the white Witch, and rides only to the first three rows from Black's point of view.
    assert_eq!(
        moves_of(&lent, "k5/2r3/3W2/6/6/5K b", "c5")
            .split(' ')
            .filter(|end| ["a4", "a6", "e4", "e6", "b3", "d3"].contains(end))
            .collect::<Vec<_>>(),
        ["a4", "e4", "e6"]
    );
}

#[test]
fn both_readings_agree_on_passing_and_stopping() {
    for [zone, power] in rows(include_str!("../data/passing.tsv")) {
        let power = &power.replace("\\n", "\n");
        let game = game(zone, power);
        assert!(game.is_compiled(), "{power}");
        compare(&game, &mut Random::new(11), 160, power);
    }
}

#[test]
fn powers_that_pass_over_pieces_cannot_depend_on_permissions() {
    let text = "language 1\ngame ring \"Ring\" like chess\npower a of Rook: it walks through enemies that are ghosts\n";
    let report = check(Source::new("ring.game", text.to_owned()), &Shipped);
    assert!(report.game().is_none());
    let text = "language 1\ngame ring \"Ring\" like chess\npower a of Rook: nobody walks through enemies\n";
    let report = check(Source::new("ring.game", text.to_owned()), &Shipped);
    assert!(
        report.diagnostics.iter().any(|fault| fault.code == Code::Meaning || fault.code == Code::Syntax),
        "{:?}",
        report.diagnostics
    );
}

#[test]
fn distances_are_measured_in_legs_or_steps() {
    let held = |power: &str, position: &str, from: &str| moves_of(&game("", power), position, from);
    let leap = "power far of Witch: enemies a leap 1-2 away cannot move";
    // The Rook on c3 is a Knight's leap from the Witch on d5; the Rook on c4 is not.
    assert_eq!(held(leap, "k5/3W2/6/2r3/6/5K b", "c3"), "");
    assert_eq!(held(leap, "k5/3W2/2r3/6/6/5K b", "c4"), "a4 b4 c1 c2 c3 c5 c6 d4 e4 f4");
    let slide = "power far of Witch: enemies a slide straight up to 3 away cannot move";
    assert_eq!(held(slide, "k5/3W2/6/3r2/6/5K b", "d3"), "");
    // A piece is in between, or the Rook is too far away.
    assert_eq!(held(slide, "k5/3W2/3P2/3r2/6/5K b", "d3"), "a3 b3 c3 d1 d2 d4 e3 f3");
    assert_eq!(held(slide, "k5/3W2/6/6/5K/3r2 b", "d1"), "a1 b1 c1 d2 d3 d4 d5 e1 f1");
    let steps = "power far of Witch: enemies 2 or 3 steps any away cannot move";
    assert_eq!(held(steps, "k5/3W2/3P2/3r2/6/5K b", "d3"), "");
    assert_eq!(held(steps, "k5/3W2/3r2/6/6/5K b", "d4"), "a4 b4 c4 d1 d2 d3 d5 e4 f4");
}

#[test]
fn a_distance_cannot_contain_a_piece() {
    let deep = "a slide any onto a piece ".repeat(2_000);
    let text =
        format!("language 1\ngame deep \"Deep\" like chess\npower a of Rook: pieces {deep} away cannot move\n");
    let report = check(Source::new("deep.game", text), &Shipped);
    assert!(report.diagnostics.iter().any(|fault| fault.code == Code::Syntax), "{:?}", report.diagnostics);
}
