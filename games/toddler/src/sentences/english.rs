use entourage_kernel::Board;
use entourage_kernel::sentence::{begin, join};

use super::Scene;
use crate::metadata::METADATA;

/// Makes the English sentence of a code; the squares stand in the order the law gives them.
pub(super) fn sentence<B: Board>(code: &str, scene: &Scene<'_, B>) -> Option<String> {
    let (the, square) = (|index| the(scene, index), |index| scene.square(index));
    let all_from = |index| join(&scene.indices(index).map(the).collect::<Vec<_>>(), "and");
    let text = match code {
        "game-over" => "the game is over".to_owned(),
        "empty-square" => format!("there is no piece on {}", square(0)),
        "not-your-piece" => format!("{} belongs to your opponent", the(0)),
        "own-piece" if (scene.kind(0), scene.kind(1)) == (Some(7), Some(0)) => {
            format!("your own Toddler already stands on {}; a swap starts with the Toddler", square(1))
        }
        "own-piece" => format!("your own {} already stands on {}", kind(scene, 1), square(1)),
        "same-square" => format!("{} has to move somewhere else, or not at all", the(0)),
        "cannot-reach" if scene.kind(1).is_some() => {
            format!("{} cannot reach {}: {}", the(0), the(1), manner(scene, true))
        }
        "cannot-reach" => format!("{} cannot go to {}: {}", the(0), square(1), manner(scene, false)),
        "cannot-reach-capture" if scene.kind(1).is_some() => {
            format!("{} cannot capture {} that way: {}", the(0), the(1), manner(scene, true))
        }
        "cannot-reach-capture" => {
            format!("{} cannot capture on {}: {}", the(0), square(1), manner(scene, true))
        }
        "must-capture" => {
            format!("{} steps diagonally only to capture, and {} is empty", the(0), square(1))
        }
        "blocked" => format!("{} cannot reach {}: {}", the(0), square(1), in_the_way(scene)),
        "never-captures" if scene.kind(0) == Some(0) => {
            format!("{} captures nothing as long as its Emperor or Empress is on the board", the(0))
        }
        "never-captures" => format!("{} never captures, so {} is safe from it", the(0), the(1)),
        "solidarity" => format!("no Phoenix captures a Phoenix, so {} spares {}", the(0), the(1)),
        "neutralised" => format!("{} cannot capture from there: {} is next to it", the(0), the(1)),
        "protected" => format!("{} cannot be captured: {} beside it protects it", the(0), the(1)),
        "invulnerable" if scene.squares.len() < 2 => {
            format!("{} can be captured only while two of your pieces attack it, and none does", the(0))
        }
        "invulnerable" => {
            format!("{} can be captured only while two of your pieces attack it, not {} alone", the(0), the(1))
        }
        "falls-to-two" if scene.squares.len() < 2 => {
            format!("{} falls only to two attackers at once, and nobody attacks it", the(0))
        }
        "falls-to-two" => {
            format!("{} falls only to two attackers at once, and {} attacks it alone", the(0), the(1))
        }
        "sheltered" => format!("{} cannot be captured while {} has her in sight", the(0), the(1)),
        "frozen" => format!("nothing can be captured as long as {} and {} are neighbours", the(0), the(1)),
        "leap-occupied" => format!("{} captures nothing by her leap, so {} is safe from it", the(0), the(1)),
        "swap-major" => {
            format!("{} is major, so it can no longer trade places with {}", the(0), the(1))
        }
        "swap-not-nurse" => {
            format!("{} trades places with its own Nurses only, not with {}", the(0), the(1))
        }
        "step-occupied" => {
            format!("{} makes its plain step to an empty square only, not to that of {}", the(0), the(1))
        }
        "not-a-captain" => format!("only a Captain makes two steps in one move, and {} is none", the(0)),
        "nothing-to-capture" => {
            format!("{} steps on only after a capture, and no enemy stands on {}", the(0), square(1))
        }
        "pass-in-threat" => format!("you may not pass in Threat: {} is attacked by {}", the(0), all_from(1)),
        "threatened" => {
            format!(
                "this would leave your Toddler in Threat: on {} it is attacked by {}",
                square(0),
                all_from(1)
            )
        }
        "toddler-contact" => format!(
            "in Threat, your Toddler may touch the enemy Toddler on {} only where it is not attacked, and there it is \
             attacked by {}",
            square(1),
            all_from(2)
        ),
        "attacked-together" => {
            format!("{} is attacked together by {}, so it may be captured", the(0), all_from(1))
        }
        "frozen-by-angels" => format!(
            "the two Guardian Angels on {} and {} are neighbours: nothing can be captured",
            square(0),
            square(1)
        ),
        "frozen-by-geniuses" => {
            format!(
                "the two Geniuses on {} and {} are neighbours: nothing can be captured",
                square(0),
                square(1)
            )
        }
        "contact" => {
            format!("the Toddlers on {} and {} touch each other: the game is drawn", square(0), square(1))
        }
        "unknown-move" => "the game has no such move".to_owned(),
        _ => return None,
    };
    Some(begin(text + "."))
}

fn kind<B: Board>(scene: &Scene<'_, B>, index: usize) -> &'static str {
    scene.kind(index).map_or("piece", |kind| &METADATA.kinds[kind].name.en)
}

/// Names a piece and its square; an empty square by its name alone.
fn the<B: Board>(scene: &Scene<'_, B>, index: usize) -> String {
    match scene.kind(index) {
        Some(kind) => format!("the {} on {}", METADATA.kinds[kind].name.en, scene.square(index)),
        None => format!("the square {}", scene.square(index)),
    }
}

fn in_the_way<B: Board>(scene: &Scene<'_, B>) -> String {
    let blockers: Vec<_> = scene.indices(2).map(|index| the(scene, index)).collect();
    match blockers.len() {
        0 => "the way is not clear".to_owned(),
        1 => format!("{} stands in the way", blockers[0]),
        _ => format!("{} stand in the way", join(&blockers, "and")),
    }
}

fn manner<B: Board>(scene: &Scene<'_, B>, captures: bool) -> &'static str {
    match (scene.kind(0), captures) {
        (Some(0), _) => "a Toddler steps to a neighbouring square",
        (Some(1), _) => "an Emperor goes any distance, straight or diagonally",
        (Some(2), true) => "an Empress captures at any distance, straight or diagonally",
        (Some(2), false) => {
            "an Empress goes any distance, straight or diagonally, or leaps to a square next to her own Toddler"
        }
        (Some(3), _) => "a Guardian Angel goes any distance, straight or diagonally",
        (Some(4), _) => "a Genius goes any distance, straight or diagonally",
        (Some(5), true) => "a Phoenix captures as a chess knight leaps",
        (Some(5), false) => "a Phoenix flies to squares of the other colour that are not next to its own",
        (Some(6), _) => "an Android follows rows and columns at any distance and turns once at most",
        (Some(7), _) => "a Nurse goes diagonally only, at any distance",
        (Some(8), true) => "a Soldier captures one square diagonally",
        (Some(8), false) => "a Soldier steps one square straight, never diagonally",
        (Some(9), true) => {
            "a Captain captures one square diagonally, with at most one straight step before or after"
        }
        (Some(9), false) => "a Captain steps one square straight, and further only with a capture",
        _ => "that is not how it moves",
    }
}
