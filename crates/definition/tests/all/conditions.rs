//! Tests what conditions that count pieces mean in the generator and in `law`, and which of them are rejected.

use entourage_definition::{Code, Severity};
use entourage_kernel::Rules;

use super::faults::faults;
use super::readings::agree;
use super::{made, rows};

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
    for [condition, expected] in rows(include_str!("../data/conditions.tsv")) {
        let found = (1..).zip(holds(condition, &boards)).filter(|(_, holds)| *holds);
        let found: Vec<String> = found.map(|(number, _): (i32, bool)| number.to_string()).collect();
        assert_eq!(found.join(" "), expected, "{condition}");
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
