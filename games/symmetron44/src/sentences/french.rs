use entourage_kernel::Kind;
use entourage_kernel::sentence::{begin, join};

use super::Scene;
use crate::metadata::METADATA;
use crate::piece::{
    ADVANCER_BISHOP, ADVANCER_ROOK, BAWN, DRAGON_BISHOP, DRAGON_ROOK, KING, KNIGHT, PAWN, REDUCER, SHS,
};

/// Makes the French sentence of a code; the squares stand in the order the law gives them.
///
/// All kinds are masculine; an empty square is "la case".
pub(super) fn sentence(code: &str, scene: &Scene<'_>) -> Option<String> {
    let (the, square) = (|index| the(scene, index), |index| scene.square(index));
    let by_all_from = |index| {
        join(&scene.indices(index).map(|index| format!("par {}", the(index))).collect::<Vec<_>>(), "et")
    };
    let text = match code {
        "game-over" => "la partie est finie : un camp n'a plus que trois pièces".to_owned(),
        "empty-square" => format!("il n'y a pas de pièce en {}", square(0)),
        "not-your-piece" => format!("{} appartient à votre adversaire", the(0)),
        "own-piece" => format!("la case {} est occupée par votre propre {}", square(1), kind(scene, 1)),
        "same-square" => format!("{} doit changer de case", the(0)),
        "cannot-reach" => format!("{} ne peut pas aller en {} : {}", the(0), square(1), manner(scene, false)),
        "cannot-reach-capture" => {
            format!("{} ne peut pas capturer ainsi {} : {}", the(0), the(1), manner(scene, true))
        }
        "blocked" => format!("{} ne peut pas atteindre {} : {}", the(0), square(1), in_the_way(scene)),
        "never-captures" => format!("{} ne capture jamais et épargne donc {}", the(0), the(1)),
        "untouchable" => {
            format!("{} ne peut pas être pris : on ne capture ni Réducteur ni SHS", the(1))
        }
        "must-promote" => {
            format!("{} est promu en {} : choisissez ce qu'il devient", the(0), square(1))
        }
        "promotes-not" => format!(
            "{} n'est pas promu en {} : seul un Pion ou un Bawn l'est, sur sa dernière rangée",
            the(0),
            square(1)
        ),
        "mutates-not" => format!("seuls les Pions et les Bawns mutent, et non {}", the(0)),
        "mutates-to-itself" => format!("{} est déjà ce qu'il deviendrait", the(0)),
        "mutates-beside-shs" => format!("{} ne peut muter qu'à côté de son SHS", the(0)),
        "explodes-not" => format!("seuls les Réducteurs et les SHS explosent, et non {}", the(0)),
        "explodes-with-its-like" => {
            format!("{} n'explose qu'avec son semblable ennemi, et non avec {}", the(0), the(1))
        }
        "explodes-vertically" => {
            format!("{} et {} n'explosent que sur la même colonne et sur deux rangées voisines", the(0), the(1))
        }
        "advances-not" => {
            format!("seul un Avanceur capture une case où il n'entre pas, et {} n'en est pas un", the(0))
        }
        "must-advance" => {
            format!("{} touche déjà {} : il doit bouger d'une case au moins pour capturer", the(0), the(1))
        }
        "nothing-to-capture" => {
            format!("{} n'a rien à capturer là : aucun ennemi ne se trouve en {}", the(0), square(1))
        }
        "advances-without-entering" => {
            format!("{} capture sans entrer : il s'arrête juste avant {}", the(0), the(1))
        }
        "not-the-next-square" => format!(
            "{} ne capture que la case qui suit son trajet, sur la même ligne ; depuis {}, ce n'est pas {}",
            the(0),
            square(2),
            square(1)
        ),
        "launches-to-empty" => {
            format!("{} n'entre depuis sa case de lancement que sur une case vide, sans capturer", the(0))
        }
        "launches-to-arena" => {
            format!("{} entre depuis sa case de lancement dans l'arène, et non en {}", the(0), square(1))
        }
        "launch-closed" => format!(
            "{} ne peut pas aller en {} : seuls y viennent le Réducteur, le SHS et les Cavaliers capturés",
            the(0),
            square(1)
        ),
        "launch-not-yours" => format!("la case de lancement {} est celle de votre adversaire", square(1)),
        "reduced" => format!("{} n'avance que d'une case : {}, à côté, le réduit", the(0), the(2)),
        "symmetrised" => format!(
            "{} ne se déplace pas ainsi : {}, à côté, le symétrise, droit pour diagonal",
            the(0),
            the(2)
        ),
        "exposed" if scene.squares.len() < 2 => {
            format!("ce coup laisserait votre Roi en échec en {}", square(0))
        }
        "exposed" => {
            format!(
                "ce coup laisserait votre Roi en échec : en {}, il est attaqué {}",
                square(0),
                by_all_from(1)
            )
        }
        "leaves-three" => "cette explosion ne vous laisse que trois pièces : vous perdez".to_owned(),
        "recruits" => format!("{} change de camp et attend en {}", the(0), square(1)),
        "recruits-not" => {
            format!("{} quitte la partie, car votre case de lancement {} est occupée", the(0), square(1))
        }
        "three-left-1" => "les Blancs n'ont plus que trois pièces, ou moins".to_owned(),
        "three-left-2" => "les Noirs n'ont plus que trois pièces, ou moins".to_owned(),
        "four-left-1" => "les Blancs n'ont plus que quatre pièces : à trois, ils perdent".to_owned(),
        "four-left-2" => "les Noirs n'ont plus que quatre pièces : à trois, ils perdent".to_owned(),
        "unknown-move" => "le jeu ne connaît pas de tel coup".to_owned(),
        _ => return None,
    };
    // French puts an unbreakable space before these marks.
    Some(begin(text.replace(" :", "\u{a0}:").replace(" ;", "\u{a0};") + "."))
}

fn kind(scene: &Scene<'_>, index: usize) -> &'static str {
    scene.piece(index).map_or("pièce", |piece| &METADATA.kinds[piece.kind().index()].name.fr)
}

/// Names a piece and its square; an empty square by its name alone.
fn the(scene: &Scene<'_>, index: usize) -> String {
    match scene.piece(index) {
        Some(piece) => {
            let article = if matches!(piece.kind(), ADVANCER_ROOK | ADVANCER_BISHOP) { "l'" } else { "le " };
            format!("{article}{} en {}", kind(scene, index), scene.square(index))
        }
        None => format!("la case {}", scene.square(index)),
    }
}

fn in_the_way(scene: &Scene<'_>) -> String {
    let blockers: Vec<_> = scene.indices(2).map(|index| the(scene, index)).collect();
    match blockers.len() {
        0 => "le chemin n'est pas libre".to_owned(),
        1 => format!("{} barre le chemin", blockers[0]),
        _ => format!("{} barrent le chemin", join(&blockers, "et")),
    }
}

/// Says how the piece on the first square moves or captures, powers left aside.
fn manner(scene: &Scene<'_>, captures: bool) -> &'static str {
    match (scene.piece(0).map_or(Kind(u8::MAX), |piece| piece.kind()), captures) {
        (PAWN, false) => "un Pion avance d'un pas ou se décale d'un pas",
        (PAWN, true) => "un Pion capture d'un pas en diagonale vers l'avant",
        (BAWN, false) => "un Bawn fait un pas en diagonale vers l'avant",
        (BAWN, true) => "un Bawn capture d'un pas vers l'avant ou de côté",
        (KNIGHT, _) => "un Cavalier saute comme aux échecs",
        (REDUCER, _) => "un Réducteur fait un pas, ou rejoint sa case de lancement",
        (SHS, _) => "un SHS fait un pas, ou rejoint sa case de lancement",
        (ADVANCER_ROOK, false) => "un Avanceur-Tour glisse tout droit, ou en diagonale à côté de son SHS",
        (ADVANCER_BISHOP, false) => "un Avanceur-Fou glisse en diagonale, ou tout droit à côté de son SHS",
        (ADVANCER_ROOK | ADVANCER_BISHOP, true) => {
            "un Avanceur glisse le long de ses lignes et capture la case suivante sans y entrer"
        }
        (DRAGON_BISHOP, _) => {
            "un Dragon-Fou glisse en diagonale ou fait un pas droit ; à côté de son SHS, il glisse tout droit ou fait \
             un pas en diagonale"
        }
        (DRAGON_ROOK, _) => {
            "un Dragon-Tour glisse tout droit ou fait un pas en diagonale ; à côté de son SHS, il glisse en diagonale \
             ou fait un pas droit"
        }
        (KING, _) if scene.is_king_at_home(0) => "dans son Palais, un Roi va tout droit, non en diagonale",
        (KING, _) => "hors de son Palais, un Roi va en diagonale, non tout droit",
        _ => "ce n'est pas ainsi qu'il se déplace",
    }
}
