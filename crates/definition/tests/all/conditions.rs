//! Tests what conditions that count pieces mean in the generator and in `law`, and which of them are rejected.

use entourage_definition::{Code, Severity};
use entourage_kernel::Rules;

use super::faults::faults;
use super::made;
use super::readings::agree;

fn holds(condition: &str, boards: &[&str]) -> Vec<bool> {
    let text = format!(
        "language 1\ngame said \"Said\"\nboard 4 x 4\nsides White w, Black b\npiece K \"King\"\n  moves and captures: step any\n\
         piece R \"Rook\"\n  moves and captures: slide straight\npass: when no other move\n\
         ends\n  win \"said\": {condition}\nposition \"{{rows}} {{side}} {{passes}}\"\nstart \"k3/4/4/3K b -\"\n"
    );
    let game = made(text);
    let is_won = |board: &&str| {
        let position = game.read_position(&format!("{board} w -")).unwrap();
        agree(&game, &game.plainly(), &position, condition);
        game.terminal(&position).is_some()
    };
    boards.iter().map(is_won).collect()
}

#[test]
fn counting_conditions_have_their_literal_meaning() {
    // No Rook; an enemy Rook; an own Rook away from the King; one next to the King; two next to the King.
    let boards = ["k3/4/4/3K", "kr2/4/4/3K", "k3/R3/4/3K", "k3/4/4/2RK", "k3/4/3R/2RK"];
    let none = [false; 5];
    for (condition, expected) in [
        ("own Rook is on the board", [false, false, true, true, true]),
        ("own Rooks are on the board", [false, false, true, true, true]),
        ("own Rooks are not on the board", [true, true, false, false, false]),
        ("no own Rooks are on the board", [true, true, false, false, false]),
        ("Rooks are on the board", [false, true, true, true, true]),
        ("own Rooks are next to own King", [false, false, false, true, true]),
        ("own Rooks are on own row 1", [false, false, false, true, true]),
        ("own Rooks are 1 or more", [false, false, true, true, true]),
        ("own Rooks are 1 or fewer", [true, true, true, true, false]),
        ("1 or more own Rooks are on the board", [false, false, true, true, true]),
        ("2 or more own Rooks are on the board", [false, false, false, false, true]),
        ("2 or more own Rooks are next to own King", [false, false, false, false, true]),
        ("2 or more own Rooks are on own row 1", none),
        ("2 or more own pieces are on own row 1", [false, false, false, true, true]),
        ("1 or fewer own Rooks are on the board", [true, true, true, true, false]),
        ("0 or fewer own Rooks are next to own King", [true, true, true, false, false]),
    ] {
        assert_eq!(holds(condition, &boards), expected, "{condition}");
    }
}

#[test]
fn counts_of_negated_places_are_refused() {
    let stalemate = "draw \"stalemate\": no move";
    for said in ["2 or more own Rooks are not on the board", "1 or fewer own Rooks are not next to own King"] {
        let found = faults(stalemate, &format!("draw \"said\": {said}"));
        assert!(matches!(&found[..], [(Code::Syntax, Severity::Error, _)]), "{said}: {found:?}");
    }
}
