use entourage_kernel::Side;
use entourage_kernel::sentence::join;

use super::Scene;

/// Makes the English sentence of a code, without its full stop; the squares stand in the order the law gives them.
pub(super) fn sentence(code: &str, scene: &Scene<'_>) -> Option<String> {
    let (at, square) = (|index| at(scene, index), |index| scene.square(index));
    Some(match code {
        "game-over" => "the game is over".to_owned(),
        "pass-after-free" => "a turn that has begun is ended, not passed".to_owned(),
        "nothing-to-end" => "nothing has been done yet in this turn".to_owned(),
        "pass-with-moves" => format!("you may pass only if you cannot move, and {} can", at(0)),
        "end-before-main" => format!("your main action is still to come: {} can move", at(0)),
        "pass-within-turn" => format!("{} has moved already: end the turn instead of passing", at(0)),
        "free-too-late" => "Mad Hatter and Nonaggression Pact come before anything else in a turn".to_owned(),
        "another-piece-moves" => format!("it is for {} to go on, or for you to end; not for {}", at(0), at(1)),
        "chain-only-jumps" => format!("after a jump, {} may only jump on", at(0)),
        "barred" => format!("this chain has been on {} since its last capture", square(1)),
        "only-conventional" => format!("{} may go on with steps and jumps only", at(0)),
        "empty-square" => format!("there is no piece on {}", square(0)),
        "not-your-piece" => format!("{} belongs to your opponent", at(0)),
        "same-square" => "a move leads from one space to another".to_owned(),
        "too-far" => format!("a step goes to a space next to it, and {} is not next to {}", square(1), at(0)),
        "never-back" => format!("{} cannot go to {}: there is no way back", at(0), square(1)),
        "occupied" => format!("{} cannot go to {}: the space is taken", at(0), square(1)),
        "jump-line" => {
            format!(
                "{} jumps over a space next to it to the one straight behind, not over {} to {}",
                at(0),
                square(1),
                square(2)
            )
        }
        "nothing-to-jump" => format!("there is no piece to jump on {}", square(1)),
        "landing-occupied" => format!("{} cannot land on {}: the space is taken", at(0), square(1)),
        "pact-forbids" => format!("{} cannot jump {}: they have a Pact", at(0), at(1)),
        "no-pact" => "you do not hold Nonaggression Pact".to_owned(),
        "pact-spent" => "your Nonaggression Pact is spent".to_owned(),
        "pact-pieces" => {
            "a Pact names a piece of yours, then one of your opponent's, neither of them White".to_owned()
        }
        "pact-exists" => format!("{} and {} have a Pact already", at(0), at(1)),
        "no-hatter" => "you do not hold Mad Hatter".to_owned(),
        "hatter-spent" => "your Mad Hatter is spent".to_owned(),
        "hatter-pieces" => "Mad Hatter exchanges two of your own pieces, neither of them White".to_owned(),
        "hatter-order" => format!("name {} before {}: the lower space comes first", square(1), square(0)),
        "no-caboose" => "you do not hold Caboose".to_owned(),
        "caboose-direction" => {
            format!("no run goes from {} to {}: only sideways or forward", square(0), square(1))
        }
        "caboose-run" => {
            format!(
                "Caboose needs three of your own pieces without White in a line from {} over {}",
                square(0),
                square(1)
            )
        }
        "caboose-edge" => format!("the run from {} ends at the edge of the board", square(0)),
        "caboose-blocked" => format!("the run from {} cannot move: {} is taken", square(0), square(1)),
        "no-teleport" => format!("{} does not carry Teleport", at(0)),
        "teleport-range" => {
            format!(
                "a Teleport goes two or three steps sideways or forward, and {} is not so far from {}",
                square(1),
                square(0)
            )
        }
        "no-catapult" => format!("{} does not carry Catapult", at(0)),
        "catapult-line" => {
            "a Catapult leaps over two spaces in a straight line, sideways or forward".to_owned()
        }
        "is-pacifist" => format!("{} is a Pacifist: nothing captures it", at(0)),
        "wears-armor" => format!("the first jump over {} only breaks its Armor", at(0)),
        "takes-nothing" => format!("{} is a Pacifist: it may jump {} and captures nothing", at(0), at(1)),
        "team-1" => holds(scene, Side::First, "Player 1"),
        "team-2" => holds(scene, Side::Second, "Player 2"),
        "acting" => "the main action of this turn is still to come".to_owned(),
        "in-chain" => format!("{} may jump on, or the chain ends", at(0)),
        "second-move" => format!("{} may make its second move", at(0)),
        "extra-move" => format!("{}, jolted, may make its extra move", at(0)),
        "unknown-move" => "the game has no such move".to_owned(),
        _ => return None,
    })
}

pub(super) fn wording(code: &str, scene: &Scene<'_>) -> String {
    match code {
        "pact" => format!("{} makes a Pact with {}", at(scene, 0), at(scene, 1)),
        "spends-armor" => format!("the Armor of {} is spent", scene.kind(1).unwrap_or("the piece jumped")),
        "renounces" => "no further move".to_owned(),
        "stops" => "ends the chain".to_owned(),
        _ => "ends the turn".to_owned(),
    }
}

fn at(scene: &Scene<'_>, index: usize) -> String {
    match scene.kind(index) {
        Some(kind) => format!("{kind} on {}", scene.square(index)),
        None => format!("the space {}", scene.square(index)),
    }
}

fn holds(scene: &Scene<'_>, side: Side, name: &str) -> String {
    match scene.team_rules(side, "spent") {
        rules if rules.is_empty() => format!("{name} holds no Rule but those of their pieces"),
        rules => format!("{name} holds {}", join(&rules, "and")),
    }
}
