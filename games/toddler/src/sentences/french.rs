use entourage_kernel::Board;
use entourage_kernel::sentence::{begin, join};

use super::Scene;
use crate::metadata::METADATA;

/// Makes the French sentence of a code; the squares stand in the order the law gives them.
pub(super) fn sentence<B: Board>(code: &str, scene: &Scene<'_, B>) -> Option<String> {
    let (the, square) = (|index| the(scene, index), |index| scene.square(index));
    let of = |index| of(scene, index);
    let list =
        |index, word: &dyn Fn(usize) -> String| join(&scene.indices(index).map(word).collect::<Vec<_>>(), "et");
    let by_all_from = |index| list(index, &|index| format!("par {}", the(index)));
    // The agreement of participles, and the pronoun of the direct object, with the piece of a place.
    let e = |index| if feminine(scene, index) { "e" } else { "" };
    let it = |index| if feminine(scene, index) { "la" } else { "le" };
    let text = match code {
        "game-over" => "la partie est finie".to_owned(),
        "empty-square" => format!("il n'y a pas de pièce en {}", square(0)),
        "not-your-piece" => format!("{} appartient à votre adversaire", the(0)),
        "own-piece" if (scene.kind(0), scene.kind(1)) == (Some(7), Some(0)) => {
            format!("votre propre Bambin occupe la case {} ; un échange part du Bambin", square(1))
        }
        "own-piece" => format!("la case {} est occupée par votre propre {}", square(1), kind(scene, 1)),
        "same-square" => format!("{} doit changer de case, ou ne pas jouer", the(0)),
        "cannot-reach" if scene.kind(1).is_some() => {
            format!("{} ne peut pas atteindre {} : {}", the(0), the(1), manner(scene, true))
        }
        "cannot-reach" => format!("{} ne peut pas aller en {} : {}", the(0), square(1), manner(scene, false)),
        "cannot-reach-capture" if scene.kind(1).is_some() => {
            format!("{} ne peut pas capturer ainsi {} : {}", the(0), the(1), manner(scene, true))
        }
        "cannot-reach-capture" => {
            format!("{} ne peut pas capturer en {} : {}", the(0), square(1), manner(scene, true))
        }
        "must-capture" => {
            format!("{} ne va en diagonale que pour capturer, et la case {} est vide", the(0), square(1))
        }
        "blocked" => format!("{} ne peut pas atteindre {} : {}", the(0), square(1), in_the_way(scene)),
        "never-captures" if scene.kind(0) == Some(0) => {
            format!("{} ne capture rien tant que son Empereur ou son Impératrice est en jeu", the(0))
        }
        "never-captures" => format!("{} ne capture jamais et épargne donc {}", the(0), the(1)),
        "solidarity" => format!("un Phénix ne capture jamais un Phénix : {} épargne donc {}", the(0), the(1)),
        "neutralised" => format!("{} ne peut rien capturer de là : {} est à côté", the(0), the(1)),
        "protected" => {
            format!("{} ne peut pas être capturé{} : {}, à côté, {} protège", the(0), e(0), the(1), it(0))
        }
        "invulnerable" if scene.squares.len() < 2 => format!(
            "{} ne peut être capturé{} que si deux de vos pièces l'attaquent, et aucune ne l'attaque",
            the(0),
            e(0)
        ),
        "invulnerable" => format!(
            "{} ne peut être capturé{} que si deux de vos pièces l'attaquent, or {} est sans renfort",
            the(0),
            e(0),
            the(1)
        ),
        "falls-to-two" if scene.squares.len() < 2 => {
            format!("{} ne cède qu'à deux attaquants à la fois, et personne ne l'attaque", the(0))
        }
        "falls-to-two" => {
            format!("{} ne cède qu'à deux attaquants à la fois, or {} attaque sans renfort", the(0), the(1))
        }
        "sheltered" => {
            format!("{} ne peut pas être capturé{} tant que {} {} voit", the(0), e(0), the(1), it(0))
        }
        "frozen" => format!("rien ne peut être capturé tant que {} et {} sont côte à côte", the(0), the(1)),
        "leap-occupied" => {
            format!("{} ne capture rien en bondissant : {} ne risque donc rien", the(0), the(1))
        }
        "swap-major" => {
            format!("{} est majeur et ne peut plus échanger sa place avec {}", the(0), the(1))
        }
        "swap-not-nurse" => {
            format!("{} n'échange sa place qu'avec ses propres Nurses, et non avec {}", the(0), the(1))
        }
        "step-occupied" => {
            format!("{} ne fait son pas simple que vers une case vide, et non vers celle {}", the(0), of(1))
        }
        "not-a-captain" => {
            format!("seul un Capitaine fait deux pas en un coup, et {} n'en est pas un", the(0))
        }
        "nothing-to-capture" => format!(
            "{} ne fait un pas de plus qu'après une capture, et la case {} n'abrite aucun ennemi",
            the(0),
            square(1)
        ),
        "pass-in-threat" => {
            format!("on ne passe pas en Menace : {} est attaqué{} {}", the(0), e(0), by_all_from(1))
        }
        "threatened" => format!(
            "ce coup laisserait votre Bambin en Menace : en {}, il est attaqué {}",
            square(0),
            by_all_from(1)
        ),
        "toddler-contact" => format!(
            "en Menace, votre Bambin ne peut toucher le Bambin ennemi en {} que là où rien ne l'attaque, or il y est \
             attaqué {}",
            square(1),
            by_all_from(2)
        ),
        "attacked-together" => {
            format!("{} est attaqué{} à la fois {} : la capture est permise", the(0), e(0), by_all_from(1))
        }
        "frozen-by-angels" => format!(
            "les deux Anges gardiens sont côte à côte en {} et {} : rien ne peut être capturé",
            square(0),
            square(1)
        ),
        "frozen-by-geniuses" => format!(
            "les deux Génies sont côte à côte en {} et {} : rien ne peut être capturé",
            square(0),
            square(1)
        ),
        "contact" => {
            format!("les Bambins se touchent en {} et {} : la partie est nulle", square(0), square(1))
        }
        "unknown-move" => "le jeu ne connaît pas de tel coup".to_owned(),
        _ => return None,
    };
    Some(begin(text + "."))
}

const ARTICLES: [(&str, &str); 10] = [
    ("le ", "du "),
    ("l'", "de l'"),
    ("l'", "de l'"),
    ("l'", "de l'"),
    ("le ", "du "),
    ("le ", "du "),
    ("l'", "de l'"),
    ("la ", "de la "),
    ("le ", "du "),
    ("le ", "du "),
];

/// Tells whether the word for what stands on a square of the reason is feminine; an empty one is "la case".
fn feminine<B: Board>(scene: &Scene<'_, B>, index: usize) -> bool {
    matches!(scene.kind(index), None | Some(2 | 7))
}

fn kind<B: Board>(scene: &Scene<'_, B>, index: usize) -> &'static str {
    scene.kind(index).map_or("pièce", |kind| &METADATA.kinds[kind].name.fr)
}

/// Names a piece and its square; an empty square by its name alone.
fn the<B: Board>(scene: &Scene<'_, B>, index: usize) -> String {
    match scene.kind(index) {
        Some(kind) => {
            format!("{}{} en {}", ARTICLES[kind].0, METADATA.kinds[kind].name.fr, scene.square(index))
        }
        None => format!("la case {}", scene.square(index)),
    }
}

fn of<B: Board>(scene: &Scene<'_, B>, index: usize) -> String {
    match scene.kind(index) {
        Some(kind) => {
            format!("{}{} en {}", ARTICLES[kind].1, METADATA.kinds[kind].name.fr, scene.square(index))
        }
        None => format!("de la case {}", scene.square(index)),
    }
}

fn in_the_way<B: Board>(scene: &Scene<'_, B>) -> String {
    let blockers: Vec<_> = scene.indices(2).map(|index| the(scene, index)).collect();
    match blockers.len() {
        0 => "le chemin n'est pas libre".to_owned(),
        1 => format!("{} barre le chemin", blockers[0]),
        _ => format!("{} barrent le chemin", join(&blockers, "et")),
    }
}

fn manner<B: Board>(scene: &Scene<'_, B>, captures: bool) -> &'static str {
    match (scene.kind(0), captures) {
        (Some(0), _) => "un Bambin fait un pas vers une case voisine",
        (Some(1), _) => "un Empereur va aussi loin qu'il veut, tout droit ou en diagonale",
        (Some(2), true) => "une Impératrice capture à toute distance, tout droit ou en diagonale",
        (Some(2), false) => {
            "une Impératrice va aussi loin qu'elle veut, tout droit ou en diagonale, ou bondit à côté de son Bambin"
        }
        (Some(3), _) => "un Ange gardien va aussi loin qu'il veut, tout droit ou en diagonale",
        (Some(4), _) => "un Génie va aussi loin qu'il veut, tout droit ou en diagonale",
        (Some(5), true) => "un Phénix capture comme saute un cavalier aux échecs",
        (Some(5), false) => "un Phénix vole vers les cases de l'autre couleur qui ne touchent pas la sienne",
        (Some(6), _) => "un Androïde suit lignes et colonnes aussi loin qu'il veut et tourne une fois au plus",
        (Some(7), _) => "une Nurse ne va qu'en diagonale, aussi loin qu'elle veut",
        (Some(8), true) => "un Soldat capture d'un pas en diagonale",
        (Some(8), false) => "un Soldat fait un pas tout droit, jamais en diagonale",
        (Some(9), true) => {
            "un Capitaine capture d'un pas en diagonale, avec au plus un pas droit avant ou après"
        }
        (Some(9), false) => "un Capitaine fait un pas tout droit, et ne va plus loin qu'en capturant",
        _ => "cette pièce ne va pas ainsi",
    }
}
