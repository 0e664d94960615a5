//! Descriptions of powers compared with their effects.

use entourage_definition::{Code, Library, Shipped, Source, check};

fn game(power: &str, says: &str, french: &str) -> String {
    let french = if french.is_empty() { String::new() } else { format!("  fr \"{french}\"\n") };
    let says = if says.is_empty() { String::new() } else { format!("  says \"{says}\"\n") };
    format!("language 1\ngame told \"Told\" like chess\npower told of {power}\n{says}{french}")
}

fn slips(text: &str) -> Vec<String> {
    let report = check(Source::new("told.game", text), &Shipped);
    assert!(report.is_playable(), "{:?}\n{text}", report.diagnostics);
    let found = report.lint().into_iter().filter(|fault| fault.code == Code::Saying);
    found.map(|fault| fault.problem.en.to_string()).collect()
}

const GUARDED: &str = "Rook: own Knights next to it cannot be captured";
const FROZEN: &str = "Rook: enemy Knights next to it cannot move";
const TAMED: &str = "Rook: enemies next to it cannot capture";
const SHY: &str = "Knight: after its move it must not attack an enemy";
const CLOSE: &str = "any piece: after its move it must be next to a piece";
const ONLY: &str = "Queen: it can be captured only while 2 or more enemies threaten it";
const WATCHED: &str = "any piece: it can move only while an own piece guards it";
const CALM: &str = "Rook: it cannot move, while an own Knight is next to it";
const CONTRARY: &str = "say the contrary";

#[test]
fn words_that_contradict_their_power_are_warned_of() {
    for (power, says, french, part) in [
        (FROZEN, "A Knight next to an enemy Rook cannot be captured.", "", "forbid being captured"),
        (GUARDED, "A Knight next to its own Rook can't move.", "", "forbid moving"),
        (GUARDED, "A Knight next to its own Rook captures nothing.", "", "forbid capturing"),
        (TAMED, "Enemies next to it are not captured.", "", "forbid being captured"),
        (FROZEN, "A Knight next to an enemy Rook may move.", "", "allow moving"),
        (GUARDED, "Own Knights next to it can be captured.", "", "allow being captured"),
        (FROZEN, "Own Knights next to it cannot move.", "", "speak of own pieces"),
        (GUARDED, "Enemy Knights next to it cannot be captured.", "", "speak of enemies"),
        (FROZEN, "A Knight next to an enemy Bishop cannot move.", "", "name the Bishop"),
        (GUARDED, "Knights and Pawns next to it cannot be captured.", "", "name the Pawn"),
        (FROZEN, "", "Un Cavalier à côté d’une Tour adverse ne peut être pris.", "forbid being captured"),
        (GUARDED, "", "Les Cavaliers à côté d'elle peuvent être pris.", "allow being captured"),
        (FROZEN, "", "Une pièce amie à côté de la Tour ne peut pas bouger.", "speak of own pieces"),
        (FROZEN, "", "Un Fou à côté d'elle ne peut pas bouger.", "name the Bishop"),
        // Negated duties, conditions and places.
        (SHY, "After its move a Knight must attack an enemy.", "", CONTRARY),
        (SHY, "", "Après son coup un Cavalier doit attaquer un adversaire.", CONTRARY),
        (CLOSE, "After its move it must not stand next to a piece.", "", CONTRARY),
        (CLOSE, "", "Après son coup, elle ne doit pas être à côté d'une pièce.", CONTRARY),
        (ONLY, "It cannot be captured while 2 or more enemies threaten it.", "", CONTRARY),
        (ONLY, "", "Elle ne peut pas être prise quand deux adversaires la menacent.", CONTRARY),
        (WATCHED, "It cannot move while an own piece guards it.", "", CONTRARY),
        (WATCHED, "While an own piece guards it, it cannot move.", "", CONTRARY),
        (WATCHED, "", "Elle ne peut pas bouger quand une pièce amie la garde.", CONTRARY),
        (CALM, "It can move only while an own Knight is next to it.", "", CONTRARY),
        (CALM, "It cannot move unless an own Knight is next to it.", "", CONTRARY),
        (CALM, "", "Elle ne peut bouger que si un Cavalier ami est à côté d'elle.", CONTRARY),
        (GUARDED, "Knights not next to it cannot be captured.", "", CONTRARY),
        (GUARDED, "", "Un Cavalier qui n'est pas à côté d'elle ne peut pas être pris.", CONTRARY),
        (GUARDED, "No Knight beside an enemy Rook can be captured.", "", "speak of enemies"),
        (FROZEN, "No Knight beside its own Rook can move.", "", "speak of own pieces"),
        (FROZEN, "No Knight beside an enemy Rook can be captured.", "", "forbid being captured"),
        (FROZEN, "", "Un Cavalier à côté de sa Tour ne peut pas bouger.", "speak of own pieces"),
    ] {
        let found = slips(&game(power, says, french));
        assert!(found.len() == 1 && found[0].contains(part), "{power}: {says}{french}: {found:?}");
    }
}

#[test]
fn words_that_fit_or_are_not_understood_are_left_alone() {
    for (power, says, french) in [
        (GUARDED, "A Knight next to its own Rook cannot be captured.", ""),
        (GUARDED, "", "Un Cavalier à côté de sa Tour ne peut être pris."),
        // The same from the other point of view.
        (GUARDED, "Enemies cannot capture a Knight next to it.", ""),
        (GUARDED, "", "Un adversaire ne peut pas prendre un Cavalier à côté d'elle."),
        (GUARDED, "Nobody takes a Knight beside its Rook.", ""),
        (GUARDED, "", "Nul ne prend un Cavalier près de sa Tour."),
        (FROZEN, "An enemy Knight next to it cannot move.", ""),
        (FROZEN, "", "Un Cavalier adverse à côté d'elle ne peut pas bouger."),
        (FROZEN, "Knights beside an enemy Rook stand still, as a King in a castle.", ""),
        // Pieces that cannot move cannot capture either.
        (FROZEN, "Enemy Knights next to it neither move nor capture; they cannot capture.", ""),
        (TAMED, "Enemies next to it cannot capture.", ""),
        (TAMED, "", "Les adversaires à côté d'elle ne peuvent pas prendre."),
        (TAMED, "Pieces next to an enemy Rook cannot capture, not even a Queen.", ""),
        (ONLY, "A Queen can be captured by two attackers alone.", ""),
        (
            "Rook: it cannot capture, unless an own Knight is next to it",
            "A Rook can capture beside a Knight.",
            "",
        ),
        (
            "Knight: own Pawns it guards also walk as Knight",
            "A Pawn that a Knight guards leaps as a Knight does.",
            "",
        ),
        (
            "any piece but King: enemies of its kind that it attacks cannot move",
            "A piece other than a King cannot move while attacked.",
            "",
        ),
        ("Archbishop: enemies next to it cannot move", "A Knight's move away nothing happens.", ""),
        // Kinds named in a concession or as an exception.
        (GUARDED, "A Knight next to its own Rook cannot be captured, even if a Queen protects the enemy.", ""),
        (GUARDED, "Own Knights next to it cannot be captured; Pawns get no cover.", ""),
        (GUARDED, "", "Ses Cavaliers voisins ne peuvent pas être pris, même si une Dame les attaque."),
        (SHY, "After its move a Knight must not attack an enemy.", ""),
        (SHY, "", "Après son coup un Cavalier ne doit pas attaquer d'adversaire."),
        (SHY, "A Knight may move nowhere from where it would attack an enemy.", ""),
        (CLOSE, "After its move a piece must not stand alone.", ""),
        (CLOSE, "After its move it must stand next to a piece.", ""),
        (CLOSE, "", "Après son coup, elle doit être à côté d'une pièce."),
        (ONLY, "It can be captured only while 2 or more enemies threaten it.", ""),
        (ONLY, "", "Elle ne peut être prise que si deux adversaires la menacent."),
        (ONLY, "It cannot be captured while fewer than two enemies threaten it.", ""),
        (WATCHED, "It can only move while an own piece guards it.", ""),
        (WATCHED, "It cannot move while no own piece guards it.", ""),
        (WATCHED, "", "Elle ne peut pas bouger quand aucune pièce amie ne la garde."),
        (WATCHED, "It cannot move while unguarded.", ""),
        (WATCHED, "It cannot move unless an own piece guards it.", ""),
        (WATCHED, "", "Elle ne peut pas bouger sauf si une pièce amie la garde."),
        (CALM, "It cannot move while an own Knight is next to it.", ""),
        (CALM, "", "Elle ne peut pas bouger quand un Cavalier ami est à côté."),
        (GUARDED, "Own Knights next to it cannot be captured, those not next to it can.", ""),
        (GUARDED, "No Knight beside its own Rook can be captured.", ""),
        (FROZEN, "No Knight beside an enemy Rook can move.", ""),
        (FROZEN, "", "Aucun Cavalier à côté d'une Tour adverse ne peut bouger."),
    ] {
        let power = power.replace("Archbishop", "Bishop");
        assert_eq!(slips(&game(&power, says, french)), [""; 0], "{power}: {says} {french}");
    }
}

#[test]
fn no_shipped_game_says_what_its_powers_do_not() {
    for id in Shipped.names() {
        let source = Shipped.find(&id).unwrap();
        let report = check(source, &Shipped);
        let found: Vec<_> = report.lint().into_iter().filter(|fault| fault.code == Code::Saying).collect();
        assert!(found.is_empty(), "{id}: {found:?}");
    }
}
