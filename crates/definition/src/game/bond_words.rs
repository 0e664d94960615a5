//! What is said of two pieces of which a power binds one to the other.

use std::mem::discriminant;

use entourage_kernel::Text;

use crate::model::{Change, Clause};

/// What is said of both pieces, and of moves that begin or end it; `{}` stands for the other piece, behind a colon where an article would
/// be needed.
pub(super) struct BondWords {
    pub(super) felt: Text,
    pub(super) exerted: Text,
    pub(super) begins: Text,
    pub(super) ends: Text,
}

impl BondWords {
    /// Finds the words for the clauses of a power by what they change; where they change several things, by the power's name.
    pub(super) fn of<'m>(name: &str, clauses: impl Iterator<Item = &'m Clause>) -> Self {
        let mut changes = clauses.map(|clause| &clause.change);
        let first = changes.next();
        let alone = first.filter(|first| changes.all(|other| is_alike(first, other)));
        alone.and_then(Self::of_change).unwrap_or_else(|| Self::of_name(name))
    }

    fn of_name(name: &str) -> Self {
        Self {
            felt: Text::made(
                format!("Feels the power \"{name}\" of: {{}}."),
                format!("Sent le pouvoir «\u{a0}{name}\u{a0}» de\u{a0}: {{}}."),
            ),
            exerted: Text::made(
                format!("Has the power \"{name}\" over: {{}}."),
                format!("A le pouvoir «\u{a0}{name}\u{a0}» sur\u{a0}: {{}}."),
            ),
            begins: Text::made(
                format!("Brings the power \"{name}\" over {{}}"),
                format!("Met sous le pouvoir «\u{a0}{name}\u{a0}»\u{a0}: {{}}"),
            ),
            ends: Text::made(
                format!("Takes the power \"{name}\" from {{}}"),
                format!("Soustrait au pouvoir «\u{a0}{name}\u{a0}»\u{a0}: {{}}"),
            ),
        }
    }

    fn of_change(change: &Change) -> Option<Self> {
        Some(match change {
            Change::CannotMove => Self {
                felt: Text::new("Cannot move because of: {}.", "Ne peut bouger à cause de\u{a0}: {}."),
                exerted: Text::new("Keeps from moving: {}.", "Empêche de bouger\u{a0}: {}."),
                begins: Text::new("Keeps {} from moving", "Empêche de bouger\u{a0}: {}"),
                ends: Text::new("Lets {} move again", "Laisse de nouveau bouger\u{a0}: {}"),
            },
            Change::CannotCapture(None) => Self {
                felt: Text::new("Cannot capture because of: {}.", "Ne peut capturer à cause de\u{a0}: {}."),
                exerted: Text::new("Keeps from capturing: {}.", "Empêche de capturer\u{a0}: {}."),
                begins: Text::new("Keeps {} from capturing", "Empêche de capturer\u{a0}: {}"),
                ends: Text::new("Lets {} capture again", "Laisse de nouveau capturer\u{a0}: {}"),
            },
            Change::CannotCapture(Some(_)) => Self {
                felt: Text::new(
                    "Kept from some captures by: {}.",
                    "Ne peut tout capturer à cause de\u{a0}: {}.",
                ),
                exerted: Text::new("Keeps from some captures: {}.", "Interdit des captures à\u{a0}: {}."),
                begins: Text::new("Keeps {} from some captures", "Interdit des captures à\u{a0}: {}"),
                ends: Text::new(
                    "No longer keeps {} from any capture",
                    "N'interdit plus de captures à\u{a0}: {}",
                ),
            },
            Change::CannotMake(_) => Self {
                felt: Text::new(
                    "Kept from some moves by: {}.",
                    "Ne peut faire certains coups à cause de\u{a0}: {}.",
                ),
                exerted: Text::new("Keeps from some moves: {}.", "Interdit certains coups à\u{a0}: {}."),
                begins: Text::new("Keeps {} from some moves", "Interdit certains coups à\u{a0}: {}"),
                ends: Text::new("No longer keeps {} from any move", "N'interdit plus de coups à\u{a0}: {}"),
            },
            Change::CannotBeCaptured(None) => Self {
                felt: Text::new("Cannot be captured thanks to: {}.", "Imprenable grâce à\u{a0}: {}."),
                exerted: Text::new("Keeps from being captured: {}.", "Rend imprenable\u{a0}: {}."),
                begins: Text::new("Keeps {} from being captured", "Rend imprenable\u{a0}: {}"),
                ends: Text::new("No longer keeps {} from being captured", "Ne rend plus imprenable\u{a0}: {}"),
            },
            Change::CannotBeCaptured(Some(_)) => Self {
                felt: Text::new(
                    "Sheltered from some captures by: {}.",
                    "À l'abri de certaines prises grâce à\u{a0}: {}.",
                ),
                exerted: Text::new("Shelters from some captures: {}.", "Abrite de certaines prises\u{a0}: {}."),
                begins: Text::new("Shelters {} from some captures", "Abrite de certaines prises\u{a0}: {}"),
                ends: Text::new(
                    "No longer shelters {} from any capture",
                    "N'abrite plus d'aucune prise\u{a0}: {}",
                ),
            },
            Change::CapturedOnlyWhile(_) => Self {
                felt: Text::new(
                    "Harder to capture thanks to: {}.",
                    "Plus difficile à prendre grâce à\u{a0}: {}.",
                ),
                exerted: Text::new("Makes harder to capture: {}.", "Rend plus difficile à prendre\u{a0}: {}."),
                begins: Text::new("Makes {} harder to capture", "Rend plus difficile à prendre\u{a0}: {}"),
                ends: Text::new(
                    "No longer makes {} harder to capture",
                    "Ne rend plus difficile à prendre\u{a0}: {}",
                ),
            },
            Change::WalkAs(_) => Self {
                felt: Text::new("Walks otherwise because of: {}.", "Marche autrement à cause de\u{a0}: {}."),
                exerted: Text::new("Changes the walk of: {}.", "Change la marche de\u{a0}: {}."),
                begins: Text::new("Changes the walk of {}", "Change la marche de\u{a0}: {}"),
                ends: Text::new("No longer changes the walk of {}", "Ne change plus la marche de\u{a0}: {}"),
            },
            Change::AlsoWalkAs(..) => Self {
                felt: Text::new("Has more ways thanks to: {}.", "A d'autres chemins grâce à\u{a0}: {}."),
                exerted: Text::new("Gives more ways to: {}.", "Donne d'autres chemins à\u{a0}: {}."),
                begins: Text::new("Gives more ways to {}", "Donne d'autres chemins à\u{a0}: {}"),
                ends: Text::new(
                    "No longer gives more ways to {}",
                    "Ne donne plus d'autres chemins à\u{a0}: {}",
                ),
            },
            Change::Exchanged => Self {
                felt: Text::new(
                    "Walks straight for diagonal because of: {}.",
                    "Échange droit et diagonale à cause de\u{a0}: {}.",
                ),
                exerted: Text::new(
                    "Exchanges straight and diagonal for: {}.",
                    "Fait échanger droit et diagonale à\u{a0}: {}.",
                ),
                begins: Text::new(
                    "Exchanges straight and diagonal for {}",
                    "Fait échanger droit et diagonale à\u{a0}: {}",
                ),
                ends: Text::new(
                    "No longer exchanges straight and diagonal for {}",
                    "Ne fait plus échanger droit et diagonale à\u{a0}: {}",
                ),
            },
            Change::Wrapped => Self {
                felt: Text::new(
                    "Walks along wrapped rows thanks to: {}.",
                    "Marche le long de rangées enroulées grâce à\u{a0}: {}.",
                ),
                exerted: Text::new("Opens wrapped rows to: {}.", "Ouvre les rangées enroulées à\u{a0}: {}."),
                begins: Text::new("Opens wrapped rows to {}", "Ouvre les rangées enroulées à\u{a0}: {}"),
                ends: Text::new("Closes wrapped rows to {}", "Ferme les rangées enroulées à\u{a0}: {}"),
            },
            Change::OneSquare => Self {
                felt: Text::new(
                    "Reduced to one square by: {}.",
                    "N'avance que d'une case à cause de\u{a0}: {}.",
                ),
                exerted: Text::new("Reduces to one square: {}.", "Réduit à une case\u{a0}: {}."),
                begins: Text::new("Reduces {} to one square", "Réduit à une case\u{a0}: {}"),
                ends: Text::new("No longer reduces {} to one square", "Ne réduit plus à une case\u{a0}: {}"),
            },
            Change::StopOn(_) => Self {
                felt: Text::new(
                    "Must stop on its way because of: {}.",
                    "Doit s'arrêter en chemin à cause de\u{a0}: {}.",
                ),
                exerted: Text::new("Stops on their way: {}.", "Arrête en chemin\u{a0}: {}."),
                begins: Text::new("Stops {} on the way", "Arrête en chemin\u{a0}: {}"),
                ends: Text::new("No longer stops {} on the way", "N'arrête plus en chemin\u{a0}: {}"),
            },
            Change::Through(_) => Self {
                felt: Text::new(
                    "Slides over some pieces thanks to: {}.",
                    "Glisse par-dessus certaines pièces grâce à\u{a0}: {}.",
                ),
                exerted: Text::new(
                    "Lets slide over some pieces: {}.",
                    "Laisse glisser par-dessus certaines pièces\u{a0}: {}.",
                ),
                begins: Text::new(
                    "Lets {} slide over some pieces",
                    "Laisse glisser par-dessus certaines pièces\u{a0}: {}",
                ),
                ends: Text::new(
                    "No longer lets {} slide over any piece",
                    "Ne laisse plus glisser par-dessus des pièces\u{a0}: {}",
                ),
            },
            Change::MayBecome(_) => Self {
                felt: Text::new(
                    "May become another piece thanks to: {}.",
                    "Peut devenir une autre pièce grâce à\u{a0}: {}.",
                ),
                exerted: Text::new(
                    "Lets become another piece: {}.",
                    "Permet de devenir une autre pièce à\u{a0}: {}.",
                ),
                begins: Text::new(
                    "Lets {} become another piece",
                    "Permet de devenir une autre pièce à\u{a0}: {}",
                ),
                ends: Text::new(
                    "No longer lets {} become another piece",
                    "Ne permet plus de devenir une autre pièce à\u{a0}: {}",
                ),
            },
            // A duty of somebody binds no two pieces.
            Change::Must { .. } => return None,
        })
    }
}

fn is_alike(one: &Change, other: &Change) -> bool {
    let is_partial =
        |change: &Change| matches!(change, Change::CannotCapture(Some(_)) | Change::CannotBeCaptured(Some(_)));
    discriminant(one) == discriminant(other) && is_partial(one) == is_partial(other)
}
