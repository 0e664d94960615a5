use entourage_kernel::Kind;
use entourage_kernel::sentence::{begin, join};

use super::Scene;
use crate::metadata::METADATA;
use crate::piece::{
    ADVANCER_BISHOP, ADVANCER_ROOK, BAWN, DRAGON_BISHOP, DRAGON_ROOK, KING, KNIGHT, PAWN, REDUCER, SHS,
};

/// Makes the English sentence of a code; the squares stand in the order the law gives them.
pub(super) fn sentence(code: &str, scene: &Scene<'_>) -> Option<String> {
    let (the, square) = (|index| the(scene, index), |index| scene.square(index));
    let all_from = |index| join(&scene.indices(index).map(the).collect::<Vec<_>>(), "and");
    let text = match code {
        "game-over" => "the game is over: a side has only three pieces left".to_owned(),
        "empty-square" => format!("there is no piece on {}", square(0)),
        "not-your-piece" => format!("{} belongs to your opponent", the(0)),
        "own-piece" => format!("your own {} already stands on {}", kind(scene, 1), square(1)),
        "same-square" => format!("{} has to go somewhere else", the(0)),
        "cannot-reach" => format!("{} cannot go to {}: {}", the(0), square(1), manner(scene, false)),
        "cannot-reach-capture" => {
            format!("{} cannot capture {} that way: {}", the(0), the(1), manner(scene, true))
        }
        "blocked" => format!("{} cannot reach {}: {}", the(0), square(1), in_the_way(scene)),
        "never-captures" => format!("{} never captures, so {} is safe from it", the(0), the(1)),
        "untouchable" => format!("{} cannot be captured: no Reducer and no SHS ever is", the(1)),
        "must-promote" => {
            format!("{} is promoted on {}: choose what it becomes", the(0), square(1))
        }
        "promotes-not" => {
            format!("{} is not promoted on {}: only a Pawn or Bawn on its far rank is", the(0), square(1))
        }
        "mutates-not" => format!("only Pawns and Bawns become each other, not {}", the(0)),
        "mutates-to-itself" => format!("{} is already what it would become", the(0)),
        "mutates-beside-shs" => format!("{} may mutate only next to its own SHS", the(0)),
        "explodes-not" => format!("only Reducers and SHSs explode, not {}", the(0)),
        "explodes-with-its-like" => {
            format!("{} explodes only with its enemy like, not with {}", the(0), the(1))
        }
        "explodes-vertically" => {
            format!("{} and {} explode only on the same file, on ranks next to each other", the(0), the(1))
        }
        "advances-not" => {
            format!("only an Advancer captures a square it does not enter, and {} is none", the(0))
        }
        "must-advance" => {
            format!("{} touches {} already: it has to move at least one square to capture", the(0), the(1))
        }
        "nothing-to-capture" => {
            format!("{} has nothing to capture there: no enemy stands on {}", the(0), square(1))
        }
        "advances-without-entering" => {
            format!("{} captures without entering: it stops short of {}", the(0), the(1))
        }
        "not-the-next-square" => format!(
            "{} captures only on the square after its move, in the same line; from {} that is not {}",
            the(0),
            square(2),
            square(1)
        ),
        "launches-to-empty" => {
            format!("{} enters from its Launching Square on empty squares only, without capturing", the(0))
        }
        "launches-to-arena" => {
            format!("{} enters from its Launching Square on the Arena, not on {}", the(0), square(1))
        }
        "launch-closed" => {
            format!("{} cannot go to {}: only Reducer, SHS and captured Knights come there", the(0), square(1))
        }
        "launch-not-yours" => format!("the Launching Square {} is your opponent's", square(1)),
        "reduced" => format!("{} moves one square only: {} next to it reduces it", the(0), the(2)),
        "symmetrised" => format!(
            "{} does not move that way: {} next to it symmetrises it, straight for diagonal",
            the(0),
            the(2)
        ),
        "exposed" => {
            format!("this would leave your King in check: on {} {}", square(0), attacked(scene, all_from(1)))
        }
        "leaves-three" => "this explosion leaves you with three pieces, so you lose".to_owned(),
        "recruits" => format!("{} changes sides and waits on {}", the(0), square(1)),
        "recruits-not" => {
            format!("{} leaves the game, as your Launching Square {} is taken", the(0), square(1))
        }
        "three-left-1" => "White has only three pieces left or fewer".to_owned(),
        "three-left-2" => "Black has only three pieces left or fewer".to_owned(),
        "four-left-1" => "White has four pieces left and loses with one less".to_owned(),
        "four-left-2" => "Black has four pieces left and loses with one less".to_owned(),
        "unknown-move" => "the game has no such move".to_owned(),
        _ => return None,
    };
    Some(begin(text + "."))
}

fn attacked(scene: &Scene<'_>, attackers: String) -> String {
    if scene.squares.len() < 2 {
        "it would be attacked".to_owned()
    } else {
        format!("it would be attacked by {attackers}")
    }
}

fn kind(scene: &Scene<'_>, index: usize) -> &'static str {
    scene.piece(index).map_or("piece", |piece| &METADATA.kinds[piece.kind().index()].name.en)
}

/// Names a piece and its square; an empty square by its name alone.
fn the(scene: &Scene<'_>, index: usize) -> String {
    match scene.piece(index) {
        Some(_) => format!("the {} on {}", kind(scene, index), scene.square(index)),
        None => format!("the square {}", scene.square(index)),
    }
}

fn in_the_way(scene: &Scene<'_>) -> String {
    let blockers: Vec<_> = scene.indices(2).map(|index| the(scene, index)).collect();
    match blockers.len() {
        0 => "the way is not clear".to_owned(),
        1 => format!("{} stands in the way", blockers[0]),
        _ => format!("{} stand in the way", join(&blockers, "and")),
    }
}

/// Says how the piece on the first square moves or captures, powers left aside.
fn manner(scene: &Scene<'_>, captures: bool) -> &'static str {
    match (scene.piece(0).map_or(Kind(u8::MAX), |piece| piece.kind()), captures) {
        (PAWN, false) => "a Pawn moves one step forward or sideways",
        (PAWN, true) => "a Pawn captures one step diagonally forward",
        (BAWN, false) => "a Bawn moves one step diagonally forward",
        (BAWN, true) => "a Bawn captures one step forward or sideways",
        (KNIGHT, _) => "a Knight leaps as in chess",
        (REDUCER, _) => "a Reducer moves one step, or to its own Launching Square",
        (SHS, _) => "an SHS moves one step, or to its own Launching Square",
        (ADVANCER_ROOK, false) => "an Advancer-Rook slides straight, or diagonally beside its own SHS",
        (ADVANCER_BISHOP, false) => "an Advancer-Bishop slides diagonally, or straight beside its own SHS",
        (ADVANCER_ROOK | ADVANCER_BISHOP, true) => {
            "an Advancer slides along its lines and captures the very next square without entering it"
        }
        (DRAGON_BISHOP, _) => {
            "a Dragon-Bishop slides diagonally or steps straight; beside its own SHS it slides straight or steps \
             diagonally"
        }
        (DRAGON_ROOK, _) => {
            "a Dragon-Rook slides straight or steps diagonally; beside its own SHS it slides diagonally or steps \
             straight"
        }
        (KING, _) if scene.is_king_at_home(0) => "in his own Palace a King steps straight, not diagonally",
        (KING, _) => "outside his own Palace a King steps diagonally, not straight",
        _ => "that is not how it moves",
    }
}
