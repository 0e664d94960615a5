use entourage_kernel::Side;
use entourage_kernel::sentence::join;

use super::Scene;

/// Makes the French sentence of a code, without its full stop; the squares stand in the order the law gives them.
pub(super) fn sentence(code: &str, scene: &Scene<'_>) -> Option<String> {
    let (at, square) = (|index| at(scene, index), |index| scene.square(index));
    Some(match code {
        "game-over" => "la partie est finie".to_owned(),
        "pass-after-free" => "un tour commencé se termine, il ne se passe pas".to_owned(),
        "nothing-to-end" => "rien n'a encore été fait dans ce tour".to_owned(),
        "pass-with-moves" => format!("on ne passe que si l'on ne peut pas jouer, et {} peut jouer", at(0)),
        "end-before-main" => format!("votre action principale reste à faire\u{a0}: {} peut jouer", at(0)),
        "pass-within-turn" => format!("{} a déjà joué\u{a0}: terminez le tour au lieu de passer", at(0)),
        "free-too-late" => {
            "Chapelier fou et Pacte de non-agression viennent avant toute autre chose dans un tour".to_owned()
        }
        "another-piece-moves" => {
            format!("c'est {} de continuer, ou à vous de terminer, et non {}", to(scene, 0), to(scene, 1))
        }
        "chain-only-jumps" => format!("après un saut, {} ne peut que sauter encore", at(0)),
        "barred" => {
            format!("cette suite de sauts est déjà passée par {} depuis sa dernière capture", square(1))
        }
        "only-conventional" => format!("{} ne peut continuer que par des pas et des sauts", at(0)),
        "empty-square" => format!("il n'y a pas de pièce en {}", square(0)),
        "not-your-piece" => format!("{} appartient à votre adversaire", at(0)),
        "same-square" => "un coup mène d'un espace à un autre".to_owned(),
        "too-far" => {
            format!("un pas mène à un espace voisin, et {} n'est pas voisin de {}", square(1), square(0))
        }
        "never-back" => format!("{} ne peut pas aller en {}\u{a0}: personne ne recule", at(0), square(1)),
        "occupied" => format!("{} ne peut pas aller en {}\u{a0}: l'espace est pris", at(0), square(1)),
        "jump-line" => format!(
            "{} saute par-dessus un espace voisin jusqu'à celui juste derrière, et non par-dessus {} jusqu'en {}",
            at(0),
            square(1),
            square(2)
        ),
        "nothing-to-jump" => format!("il n'y a pas de pièce à sauter en {}", square(1)),
        "landing-occupied" => {
            format!("{} ne peut pas arriver en {}\u{a0}: l'espace est pris", at(0), square(1))
        }
        "pact-forbids" => format!("{} ne peut pas sauter {}\u{a0}: un Pacte les lie", at(0), at(1)),
        "no-pact" => "vous n'avez pas le Pacte de non-agression".to_owned(),
        "pact-spent" => "votre Pacte de non-agression est épuisé".to_owned(),
        "pact-pieces" => {
            "un Pacte désigne une de vos pièces, puis une pièce adverse, Blancs exceptés".to_owned()
        }
        "pact-exists" => format!("un Pacte lie déjà {} et {}", at(0), at(1)),
        "no-hatter" => "vous n'avez pas le Chapelier fou".to_owned(),
        "hatter-spent" => "votre Chapelier fou est épuisé".to_owned(),
        "hatter-pieces" => "le Chapelier fou échange deux de vos pièces, Blanc excepté".to_owned(),
        "hatter-order" => {
            format!("nommez {} avant {}\u{a0}: l'espace le plus bas vient d'abord", square(1), square(0))
        }
        "no-caboose" => "vous n'avez pas le Convoi".to_owned(),
        "caboose-direction" => {
            format!(
                "aucun convoi ne va de {} vers {}\u{a0}: seulement de côté ou en avant",
                square(0),
                square(1)
            )
        }
        "caboose-run" => format!(
            "un Convoi demande trois de vos pièces, Blanc exclu, en ligne depuis {} par {}",
            square(0),
            square(1)
        ),
        "caboose-edge" => format!("le convoi parti de {} touche le bord du plateau", square(0)),
        "caboose-blocked" => {
            format!("le convoi parti de {} ne peut pas avancer\u{a0}: {} est pris", square(0), square(1))
        }
        "no-teleport" => format!("{} ne porte pas la Téléportation", at(0)),
        "teleport-range" => format!(
            "une Téléportation mène à deux ou trois pas de côté ou en avant, ce qui n'est pas le cas de {} depuis {}",
            square(1),
            square(0)
        ),
        "no-catapult" => format!("{} ne porte pas la Catapulte", at(0)),
        "catapult-line" => {
            "une Catapulte bondit par-dessus deux espaces en ligne droite, de côté ou en avant".to_owned()
        }
        "is-pacifist" => format!("{} est un Pacifiste\u{a0}: rien ne le capture", at(0)),
        "wears-armor" => format!("le premier saut par-dessus {} ne brise que son Armure", at(0)),
        "takes-nothing" => {
            format!("{} est un Pacifiste\u{a0}: il peut sauter {} et ne capture rien", at(0), at(1))
        }
        "team-1" => holds(scene, Side::First, "le Joueur 1"),
        "team-2" => holds(scene, Side::Second, "le Joueur 2"),
        "acting" => "l'action principale de ce tour reste à faire".to_owned(),
        "in-chain" => format!("{} peut sauter encore, ou s'arrêter là", at(0)),
        "second-move" => format!("{} peut jouer son second coup", at(0)),
        "extra-move" => format!("{}, secoué, peut jouer un coup de plus", at(0)),
        "unknown-move" => "le jeu ne connaît pas ce coup".to_owned(),
        _ => return None,
    })
}

pub(super) fn wording(code: &str, scene: &Scene<'_>) -> String {
    match code {
        "pact" => format!("{} et {} concluent un Pacte", at(scene, 0), at(scene, 1)),
        "spends-armor" => match scene.kind(1) {
            Some(kind) => format!("l'Armure du {kind} est épuisée"),
            None => "une Armure est épuisée".to_owned(),
        },
        "renounces" => "pas d'autre coup".to_owned(),
        "stops" => "arrête la suite de sauts".to_owned(),
        _ => "termine le tour".to_owned(),
    }
}

fn at(scene: &Scene<'_>, index: usize) -> String {
    match scene.kind(index) {
        Some(kind) => format!("le {kind} en {}", scene.square(index)),
        None => format!("l'espace {}", scene.square(index)),
    }
}

fn to(scene: &Scene<'_>, index: usize) -> String {
    match scene.kind(index) {
        Some(kind) => format!("au {kind} en {}", scene.square(index)),
        None => format!("à l'espace {}", scene.square(index)),
    }
}

fn holds(scene: &Scene<'_>, side: Side, name: &str) -> String {
    match scene.team_rules(side, "épuisé") {
        rules if rules.is_empty() => format!("{name} n'a d'autres Règles que celles de ses pièces"),
        rules => format!("{name} dispose de\u{a0}: {}", join(&rules, "et")),
    }
}
