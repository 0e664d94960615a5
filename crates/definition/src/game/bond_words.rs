//! Texts about two pieces, one of which affects the other by a power.

use std::mem::discriminant;

use entourage_kernel::Text;

use crate::model::{Change, Clause};

/// Texts for each of the two pieces, and for moves that start or end the effect. `{}` is the other piece, after a colon so that no article
/// is needed.
pub(super) struct BondWords {
    pub(super) felt: Text,
    pub(super) exerted: Text,
    pub(super) begins: Text,
    pub(super) ends: Text,
}

impl BondWords {
    /// Chooses the texts by what a power's clauses change; by the power's name if they change different things.
    pub(super) fn of<'m>(name: &str, clauses: impl Iterator<Item = &'m Clause>) -> Self {
        let mut changes = clauses.map(|clause| &clause.change);
        let first = changes.next();
        let alone = first.filter(|first| changes.all(|other| is_alike(first, other)));
        alone.and_then(Self::of_change).unwrap_or_else(|| Self::of_name(name))
    }

    fn of_name(name: &str) -> Self {
        let [felt, exerted, begins, ends] = [
            ("Feels the power \"NAME\" of: {}.", "Sent le pouvoir «\u{a0}NAME\u{a0}» de\u{a0}: {}."),
            ("Has the power \"NAME\" over: {}.", "A le pouvoir «\u{a0}NAME\u{a0}» sur\u{a0}: {}."),
            ("Brings the power \"NAME\" over {}", "Met sous le pouvoir «\u{a0}NAME\u{a0}»\u{a0}: {}"),
            ("Takes the power \"NAME\" from {}", "Soustrait au pouvoir «\u{a0}NAME\u{a0}»\u{a0}: {}"),
        ]
        .map(|(en, fr)| Text::made(en.replace("NAME", name), fr.replace("NAME", name)));
        Self { felt, exerted, begins, ends }
    }

    fn of_change(change: &Change) -> Option<Self> {
        let [felt, exerted, begins, ends] = match change {
            Change::CannotMove => [
                ("Cannot move because of: {}.", "Ne peut bouger à cause de\u{a0}: {}."),
                ("Keeps from moving: {}.", "Empêche de bouger\u{a0}: {}."),
                ("Keeps {} from moving", "Empêche de bouger\u{a0}: {}"),
                ("Lets {} move again", "Laisse de nouveau bouger\u{a0}: {}"),
            ],
            Change::CannotCapture(None) => [
                ("Cannot capture because of: {}.", "Ne peut capturer à cause de\u{a0}: {}."),
                ("Keeps from capturing: {}.", "Empêche de capturer\u{a0}: {}."),
                ("Keeps {} from capturing", "Empêche de capturer\u{a0}: {}"),
                ("Lets {} capture again", "Laisse de nouveau capturer\u{a0}: {}"),
            ],
            Change::CannotCapture(Some(_)) => [
                ("Kept from some captures by: {}.", "Ne peut tout capturer à cause de\u{a0}: {}."),
                ("Keeps from some captures: {}.", "Interdit des captures à\u{a0}: {}."),
                ("Keeps {} from some captures", "Interdit des captures à\u{a0}: {}"),
                ("No longer keeps {} from any capture", "N'interdit plus de captures à\u{a0}: {}"),
            ],
            Change::CannotMake(_) => [
                ("Kept from some moves by: {}.", "Ne peut faire certains coups à cause de\u{a0}: {}."),
                ("Keeps from some moves: {}.", "Interdit certains coups à\u{a0}: {}."),
                ("Keeps {} from some moves", "Interdit certains coups à\u{a0}: {}"),
                ("No longer keeps {} from any move", "N'interdit plus de coups à\u{a0}: {}"),
            ],
            Change::CannotBeCaptured(None) => [
                ("Cannot be captured thanks to: {}.", "Imprenable grâce à\u{a0}: {}."),
                ("Keeps from being captured: {}.", "Rend imprenable\u{a0}: {}."),
                ("Keeps {} from being captured", "Rend imprenable\u{a0}: {}"),
                ("No longer keeps {} from being captured", "Ne rend plus imprenable\u{a0}: {}"),
            ],
            Change::CannotBeCaptured(Some(_)) => [
                ("Sheltered from some captures by: {}.", "À l'abri de certaines prises grâce à\u{a0}: {}."),
                ("Shelters from some captures: {}.", "Abrite de certaines prises\u{a0}: {}."),
                ("Shelters {} from some captures", "Abrite de certaines prises\u{a0}: {}"),
                ("No longer shelters {} from any capture", "N'abrite plus d'aucune prise\u{a0}: {}"),
            ],
            Change::CapturedOnlyWhile(_) => [
                ("Harder to capture thanks to: {}.", "Plus difficile à prendre grâce à\u{a0}: {}."),
                ("Makes harder to capture: {}.", "Rend plus difficile à prendre\u{a0}: {}."),
                ("Makes {} harder to capture", "Rend plus difficile à prendre\u{a0}: {}"),
                ("No longer makes {} harder to capture", "Ne rend plus difficile à prendre\u{a0}: {}"),
            ],
            Change::WalkAs(_) => [
                ("Walks otherwise because of: {}.", "Marche autrement à cause de\u{a0}: {}."),
                ("Changes the walk of: {}.", "Change la marche de\u{a0}: {}."),
                ("Changes the walk of {}", "Change la marche de\u{a0}: {}"),
                ("No longer changes the walk of {}", "Ne change plus la marche de\u{a0}: {}"),
            ],
            Change::AlsoWalkAs(..) => [
                ("Has more ways thanks to: {}.", "A d'autres chemins grâce à\u{a0}: {}."),
                ("Gives more ways to: {}.", "Donne d'autres chemins à\u{a0}: {}."),
                ("Gives more ways to {}", "Donne d'autres chemins à\u{a0}: {}"),
                ("No longer gives more ways to {}", "Ne donne plus d'autres chemins à\u{a0}: {}"),
            ],
            Change::Exchanged => [
                (
                    "Walks straight for diagonal because of: {}.",
                    "Échange droit et diagonale à cause de\u{a0}: {}.",
                ),
                ("Exchanges straight and diagonal for: {}.", "Fait échanger droit et diagonale à\u{a0}: {}."),
                ("Exchanges straight and diagonal for {}", "Fait échanger droit et diagonale à\u{a0}: {}"),
                (
                    "No longer exchanges straight and diagonal for {}",
                    "Ne fait plus échanger droit et diagonale à\u{a0}: {}",
                ),
            ],
            Change::Wrapped => [
                (
                    "Walks along wrapped rows thanks to: {}.",
                    "Marche le long de rangées enroulées grâce à\u{a0}: {}.",
                ),
                ("Opens wrapped rows to: {}.", "Ouvre les rangées enroulées à\u{a0}: {}."),
                ("Opens wrapped rows to {}", "Ouvre les rangées enroulées à\u{a0}: {}"),
                ("Closes wrapped rows to {}", "Ferme les rangées enroulées à\u{a0}: {}"),
            ],
            Change::OneSquare => [
                ("Reduced to one square by: {}.", "N'avance que d'une case à cause de\u{a0}: {}."),
                ("Reduces to one square: {}.", "Réduit à une case\u{a0}: {}."),
                ("Reduces {} to one square", "Réduit à une case\u{a0}: {}"),
                ("No longer reduces {} to one square", "Ne réduit plus à une case\u{a0}: {}"),
            ],
            Change::StopOn(_) => [
                ("Must stop on its way because of: {}.", "Doit s'arrêter en chemin à cause de\u{a0}: {}."),
                ("Stops on their way: {}.", "Arrête en chemin\u{a0}: {}."),
                ("Stops {} on the way", "Arrête en chemin\u{a0}: {}"),
                ("No longer stops {} on the way", "N'arrête plus en chemin\u{a0}: {}"),
            ],
            Change::Through(_) => [
                (
                    "Slides over some pieces thanks to: {}.",
                    "Glisse par-dessus certaines pièces grâce à\u{a0}: {}.",
                ),
                ("Lets slide over some pieces: {}.", "Laisse glisser par-dessus certaines pièces\u{a0}: {}."),
                ("Lets {} slide over some pieces", "Laisse glisser par-dessus certaines pièces\u{a0}: {}"),
                (
                    "No longer lets {} slide over any piece",
                    "Ne laisse plus glisser par-dessus des pièces\u{a0}: {}",
                ),
            ],
            Change::MayBecome(_) => [
                ("May become another piece thanks to: {}.", "Peut devenir une autre pièce grâce à\u{a0}: {}."),
                ("Lets become another piece: {}.", "Permet de devenir une autre pièce à\u{a0}: {}."),
                ("Lets {} become another piece", "Permet de devenir une autre pièce à\u{a0}: {}"),
                (
                    "No longer lets {} become another piece",
                    "Ne permet plus de devenir une autre pièce à\u{a0}: {}",
                ),
            ],
            // A duty involves one piece only.
            Change::Must { .. } => return None,
        }
        .map(|(en, fr)| Text::new(en, fr));
        Some(Self { felt, exerted, begins, ends })
    }
}

fn is_alike(one: &Change, other: &Change) -> bool {
    let is_partial =
        |change: &Change| matches!(change, Change::CannotCapture(Some(_)) | Change::CannotBeCaptured(Some(_)));
    discriminant(one) == discriminant(other) && is_partial(one) == is_partial(other)
}
