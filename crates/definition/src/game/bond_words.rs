//! Describes the relation between a piece with a power and a piece that the power affects.

use std::mem::discriminant;

use entourage_kernel::Text;

use crate::model::{Change, Clause};

/// A power's descriptions: `felt` for the affected piece, `exerted` for the piece with the power, `begins` and `ends`
/// for moves that begin or end the effect. `{}` is the other piece, usually after a colon to avoid an article.
pub(super) struct BondWords {
    pub(super) felt: Text,
    pub(super) exerted: Text,
    pub(super) begins: Text,
    pub(super) ends: Text,
}

impl BondWords {
    /// Chooses descriptions by the effect of a power's clauses; if their effects differ, the descriptions contain the power's name instead.
    pub(super) fn of<'m>(name: &str, clauses: impl Iterator<Item = &'m Clause>) -> Self {
        let mut changes = clauses.map(|clause| &clause.change);
        let first = changes.next();
        let alone = first.filter(|first| changes.all(|other| is_alike(first, other)));
        alone.and_then(Self::of_change).unwrap_or_else(|| Self::of_name(name))
    }

    fn of_name(name: &str) -> Self {
        let [felt, exerted, begins, ends] = [
            ("Affected by the power \"NAME\" of: {}.", "Subit le pouvoir «\u{a0}NAME\u{a0}» de\u{a0}: {}."),
            ("Has the power \"NAME\" over: {}.", "Exerce le pouvoir «\u{a0}NAME\u{a0}» sur\u{a0}: {}."),
            ("Applies the power \"NAME\" to {}", "Applique le pouvoir «\u{a0}NAME\u{a0}» à\u{a0}: {}"),
            ("Ends the power \"NAME\" over {}", "Lève le pouvoir «\u{a0}NAME\u{a0}» sur\u{a0}: {}"),
        ]
        .map(|(en, fr)| Text::made(en.replace("NAME", name), fr.replace("NAME", name)));
        Self { felt, exerted, begins, ends }
    }

    fn of_change(change: &Change) -> Option<Self> {
        let [felt, exerted, begins, ends] = match change {
            Change::CannotMove => [
                ("Cannot move because of: {}.", "Ne peut pas bouger à cause de\u{a0}: {}."),
                ("Immobilises: {}.", "Immobilise\u{a0}: {}."),
                ("Stops {} from moving", "Empêche de bouger\u{a0}: {}"),
                ("Lets {} move again", "Laisse de nouveau bouger\u{a0}: {}"),
            ],
            Change::CannotCapture(None) => [
                ("Cannot capture because of: {}.", "Ne peut pas capturer à cause de\u{a0}: {}."),
                ("Prevents captures by: {}.", "Empêche de capturer\u{a0}: {}."),
                ("Stops {} from capturing", "Empêche de capturer\u{a0}: {}"),
                ("Lets {} capture again", "Laisse de nouveau capturer\u{a0}: {}"),
            ],
            Change::CannotCapture(Some(_)) => [
                (
                    "Cannot make some captures because of: {}.",
                    "Ne peut pas faire certaines prises à cause de\u{a0}: {}.",
                ),
                ("Prevents some captures by: {}.", "Interdit certaines prises à\u{a0}: {}."),
                ("Prevents some captures by {}", "Interdit certaines prises à\u{a0}: {}"),
                ("No longer prevents captures by {}", "N'interdit plus de prises à\u{a0}: {}"),
            ],
            Change::CannotMake(_) => [
                (
                    "Cannot make some moves because of: {}.",
                    "Ne peut pas faire certains coups à cause de\u{a0}: {}.",
                ),
                ("Prevents some moves by: {}.", "Interdit certains coups à\u{a0}: {}."),
                ("Prevents some moves by {}", "Interdit certains coups à\u{a0}: {}"),
                ("No longer prevents moves by {}", "N'interdit plus de coups à\u{a0}: {}"),
            ],
            Change::CannotBeCaptured(None) => [
                ("Cannot be captured thanks to: {}.", "Imprenable grâce à\u{a0}: {}."),
                ("Protects from capture: {}.", "Rend imprenable\u{a0}: {}."),
                ("Protects {} from capture", "Rend imprenable\u{a0}: {}"),
                ("No longer protects {} from capture", "Ne rend plus imprenable\u{a0}: {}"),
            ],
            Change::CannotBeCaptured(Some(_)) => [
                ("Protected from some captures by: {}.", "À l'abri de certaines prises grâce à\u{a0}: {}."),
                ("Protects from some captures: {}.", "Protège de certaines prises\u{a0}: {}."),
                ("Protects {} from some captures", "Protège de certaines prises\u{a0}: {}"),
                ("No longer protects {} from capture", "Ne protège plus d'aucune prise\u{a0}: {}"),
            ],
            Change::CapturedOnlyWhile(_) => [
                ("Harder to capture thanks to: {}.", "Plus difficile à prendre grâce à\u{a0}: {}."),
                ("Makes harder to capture: {}.", "Rend plus difficile à prendre\u{a0}: {}."),
                ("Makes {} harder to capture", "Rend plus difficile à prendre\u{a0}: {}"),
                ("No longer makes {} harder to capture", "Ne rend plus difficile à prendre\u{a0}: {}"),
            ],
            Change::WalkAs(_) => [
                ("Moves differently because of: {}.", "Se déplace autrement à cause de\u{a0}: {}."),
                ("Changes the moves of: {}.", "Change la marche de\u{a0}: {}."),
                ("Changes the moves of {}", "Change la marche de\u{a0}: {}"),
                ("No longer changes the moves of {}", "Ne change plus la marche de\u{a0}: {}"),
            ],
            Change::AlsoWalkAs(..) => [
                ("Has additional moves thanks to: {}.", "A des coups supplémentaires grâce à\u{a0}: {}."),
                ("Gives additional moves to: {}.", "Donne des coups supplémentaires à\u{a0}: {}."),
                ("Gives additional moves to {}", "Donne des coups supplémentaires à\u{a0}: {}"),
                ("No longer gives additional moves to {}", "Retire les coups supplémentaires à\u{a0}: {}"),
            ],
            Change::Exchanged => [
                (
                    "Has straight and diagonal moves exchanged by: {}.",
                    "Coups droits et diagonaux échangés à cause de\u{a0}: {}.",
                ),
                (
                    "Exchanges straight and diagonal moves of: {}.",
                    "Échange les coups droits et diagonaux de\u{a0}: {}.",
                ),
                (
                    "Exchanges straight and diagonal moves of {}",
                    "Échange les coups droits et diagonaux de\u{a0}: {}",
                ),
                (
                    "No longer exchanges straight and diagonal moves of {}",
                    "N'échange plus les coups droits et diagonaux de\u{a0}: {}",
                ),
            ],
            Change::Wrapped => [
                ("Can use wrapped rows thanks to: {}.", "Peut suivre les rangées enroulées grâce à\u{a0}: {}."),
                ("Opens wrapped rows to: {}.", "Ouvre les rangées enroulées à\u{a0}: {}."),
                ("Opens wrapped rows to {}", "Ouvre les rangées enroulées à\u{a0}: {}"),
                ("Closes wrapped rows to {}", "Ferme les rangées enroulées à\u{a0}: {}"),
            ],
            Change::OneSquare => [
                ("Limited to one square by: {}.", "N'avance que d'une case à cause de\u{a0}: {}."),
                ("Limits to one square: {}.", "Limite à une case\u{a0}: {}."),
                ("Limits {} to one square", "Limite à une case\u{a0}: {}"),
                ("No longer limits {} to one square", "Ne limite plus à une case\u{a0}: {}"),
            ],
            Change::StopOn(_) => [
                ("Stopped in mid-move by: {}.", "Doit s'arrêter en chemin à cause de\u{a0}: {}."),
                ("Stops in mid-move: {}.", "Arrête en chemin\u{a0}: {}."),
                ("Stops {} in mid-move", "Arrête en chemin\u{a0}: {}"),
                ("No longer stops {} in mid-move", "N'arrête plus en chemin\u{a0}: {}"),
            ],
            Change::Through(_) => [
                (
                    "Can slide over some pieces thanks to: {}.",
                    "Peut glisser par-dessus certaines pièces grâce à\u{a0}: {}.",
                ),
                (
                    "Gives the ability to slide over some pieces to: {}.",
                    "Laisse glisser par-dessus certaines pièces\u{a0}: {}.",
                ),
                ("Lets {} slide over some pieces", "Laisse glisser par-dessus certaines pièces\u{a0}: {}"),
                (
                    "No longer lets {} slide over any piece",
                    "Ne laisse plus glisser par-dessus des pièces\u{a0}: {}",
                ),
            ],
            Change::MayBecome(_) => [
                ("Can become another piece thanks to: {}.", "Peut devenir une autre pièce grâce à\u{a0}: {}."),
                (
                    "Gives the option to become another piece to: {}.",
                    "Permet de devenir une autre pièce à\u{a0}: {}.",
                ),
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
